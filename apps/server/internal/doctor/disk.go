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
	return room(what, path, advice{
		least: leastRoom, short: "make room, or move it to a larger disk: below 100 MB writing soon fails",
		enough: max(enoughRoom, kept), little: "make room: an upgrade and a backup need as much as is there",
	})
}

// Backups tells whether a backup of a database of so many bytes can be written to a folder every day, and how much room there is.
func Backups(path string, database int64) Finding {
	if err := disk.Writable(path); err != nil {
		return Fail("no backup can be written: "+err.Error(),
			"let the program's user own the folder, and give it to the service (docs/operations.md, Backups)")
	}
	return room("the backups", path, advice{
		least: max(leastRoom, database), short: "make room, or name a larger disk with --backup-to: the next backup does not fit",
		enough: enoughRoom, little: "make room: up to 23 backups are kept, each with all pictures",
	})
}

// Temporary tells how much room there is in the folder for temporary files, in which every backup is tried out: as a copy of a
// database of so many bytes.
func Temporary(path string, database int64) Finding {
	const move = "set TMPDIR to a folder on a larger disk (docs/operations.md, Backups)"
	if disk.IsMemory(path) {
		return Warn("temporary files are memory ("+path+"): a copy of the whole database counts as such every night",
			"set TMPDIR to a folder on a disk, such as /var/tmp")
	}
	return room("temporary files", path, advice{
		least: max(leastRoom, database), short: "make room, or " + move + ": no backup can be tried out",
		enough: enoughRoom, little: "make room, or " + move,
	})
}

// advice is how much room there must be and should be, and what helps when there is less.
type advice struct {
	least  int64
	short  string
	enough int64
	little string
}

// room tells how much room there is for something.
func room(what, path string, a advice) Finding {
	free, err := disk.Room(path)
	switch {
	case err != nil:
		return Warn(fmt.Sprintf("nobody can say how much room there is for %s: %v", what, err), "look with df -h")
	case free < a.least:
		return Fail(roomFor(what, path, free), a.short)
	case free < a.enough:
		return Warn(roomFor(what, path, free), a.little)
	}
	return OK("%s", roomFor(what, path, free))
}

func roomFor(what, path string, free int64) string {
	size := humanize.Bytes(uint64(free)) //nolint:gosec // disk.Room returns nothing negative
	return fmt.Sprintf("%s free for %s (%s)", size, what, path)
}
