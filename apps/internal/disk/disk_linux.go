package disk

import (
	"math"
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
