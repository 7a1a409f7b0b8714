package doctor

import (
	"math"
	"os"
	"syscall"
)

// Room returns how many bytes whoever is no administrator of the machine can write.
func Room(path string) (int64, error) {
	at := standing(path, func(p string) bool { _, err := os.Stat(p); return err == nil })
	var disk syscall.Statfs_t
	if err := syscall.Statfs(at, &disk); err != nil {
		return 0, err
	}
	free := disk.Bavail * uint64(max(disk.Bsize, 1)) //nolint:gosec // at least 1
	return int64(min(free, math.MaxInt64)), nil      //nolint:gosec // at most that
}
