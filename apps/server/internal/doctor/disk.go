package doctor

import (
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/clubhuis/clubhuis/apps/internal/disk"
)

// How much room there should be, and how much there must be.
const (
	enoughRoom = 1 << 30
	leastRoom  = 100 << 20
)

// Disk tells how much room there is where a file or folder is, or will be. kept is how much is there already: with as much room
// again it can be copied.
func Disk(what, path string, kept int64) Finding {
	free, err := disk.Room(path)
	switch {
	case err != nil:
		return Warn(fmt.Sprintf("nobody can say how much room there is for %s: %v", what, err), "look with df -h")
	case free < leastRoom:
		return Fail(roomFor(what, path, free), "make room, or move it to a larger disk: below 100 MB writing soon fails")
	case free < max(enoughRoom, kept):
		return Warn(roomFor(what, path, free), "make room: an upgrade and a backup need as much as is there")
	}
	return OK("%s", roomFor(what, path, free))
}

func roomFor(what, path string, free int64) string {
	size := humanize.Bytes(uint64(free)) //nolint:gosec // disk.Room returns nothing negative
	return fmt.Sprintf("%s free for %s (%s)", size, what, path)
}
