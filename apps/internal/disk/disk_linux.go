package disk

import (
	"io/fs"
	"math"
	"slices"
	"syscall"
)

// Room returns how many bytes can be written where a file or folder is, or will be, by whoever is no administrator of the
// machine.
func Room(path string) (int64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(standing(path), &disk); err != nil {
		return 0, err
	}
	free := disk.Bavail * uint64(max(disk.Bsize, 1)) //nolint:gosec // at least 1
	return int64(min(free, math.MaxInt64)), nil      //nolint:gosec // at most that
}

// Same reports whether two files or folders are, or will be, on one file system. Then the room of one is that of the other.
func Same(a, b string) bool {
	var first, second syscall.Stat_t
	if syscall.Stat(standing(a), &first) != nil || syscall.Stat(standing(b), &second) != nil {
		return false
	}
	return first.Dev == second.Dev
}

// Writable returns why nothing can be written into a folder that is, or will be, there; nil when this user may.
func Writable(folder string) error {
	path := standing(folder)
	var is syscall.Stat_t
	err := syscall.Stat(path, &is)
	if err == nil && is.Mode&syscall.S_IFMT != syscall.S_IFDIR {
		err = syscall.ENOTDIR
	}
	if err == nil {
		err = syscall.Access(path, 2) // W_OK of access(2), which knows of what is mounted to be read, too
	}
	if err != nil {
		return &fs.PathError{Op: "write to", Path: path, Err: err}
	}
	return nil
}

// inMemory are the numbers by which Linux knows file systems whose files are memory: tmpfs and ramfs.
var inMemory = []int64{0x01021994, 0x858458f6}

// IsMemory reports whether what is written where a file or folder is, or will be, is memory instead of a disk.
func IsMemory(path string) bool {
	var disk syscall.Statfs_t
	err := syscall.Statfs(standing(path), &disk)
	return err == nil && slices.Contains(inMemory, int64(disk.Type)) //nolint:unconvert // it is an int32 on other processors
}
