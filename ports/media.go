package ports

import (
	"context"
	"iter"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/record"
)

// Media keeps what is known of the club's pictures; their files are in Files.
//
// ByID and List know only ready pictures, no pending or removed ones. Update, Stale and Destroy move pictures from one state to
// the next, and know them all. An absent picture is media.ErrAbsent. A number is never used again.
type Media interface {
	// Create keeps m as a pending picture under a new number, which it returns; m.ID and m.State are ignored.
	Create(ctx context.Context, m media.Media) (media.ID, error)

	// Update reads a picture in whatever state, lets change edit it, and keeps the result, as one step. change must be pure,
	// for it may run twice; its error is returned as it is and leaves no trace. ID, Author, Person, Item, Created and Folder stay
	// as they were.
	Update(ctx context.Context, id media.ID, change func(*media.Media) error) error

	// ByID returns a ready picture.
	ByID(ctx context.Context, id media.ID) (media.Media, error)

	// List returns one part of the library and the number of pictures in all: those that pass q.Match, newest first, and of
	// equally old ones the highest number first. An offset beyond the end gives no pictures and the right total.
	List(ctx context.Context, q media.Query) (record.Page[media.Media], error)

	// Stale returns the pictures whose files must be deleted, lowest number first: pending ones created before the given time,
	// removed ones, photos of people whom People.Purge destroyed, and screenshots of items that are gone.
	Stale(ctx context.Context, pendingBefore time.Time) ([]media.Media, error)

	// Known returns which of some folders are those of pictures, in whatever state. At most 1,000 may be asked about at once.
	Known(ctx context.Context, folders []string) (map[string]bool, error)

	// Destroy deletes a removed picture. What is left of it in the files of the database goes with the next People.Purge. It
	// ignores a picture that is absent or not removed.
	Destroy(ctx context.Context, id media.ID) error
}

// Uploads counts the bytes that users upload, by day of the club.
type Uploads interface {
	// Add counts bytes that a user uploaded on a day, as one step. If the day would then have more than most, it counts nothing
	// and returns media.ErrQuota.
	Add(ctx context.Context, user int64, day civil.Date, bytes, most int64) error

	// Purge deletes the days before the given one, and returns how many: each user's day counts.
	Purge(ctx context.Context, before civil.Date) (int, error)
}

// Files keeps files by key: slashes, lower-case letters and digits. A file is written as a whole or not at all: a reader
// sees the old one or the new one.
type Files interface {
	// Write keeps data under the key, and replaces a file that is there. contentType is for people who look at the files without
	// Clubhuis.
	Write(ctx context.Context, key, contentType string, data []byte) error

	// Read returns the whole file. An absent one is fault.ErrNotFound.
	Read(ctx context.Context, key string) ([]byte, error)

	// Delete deletes the file. An absent one is no error.
	Delete(ctx context.Context, key string) error

	// List returns the files below a folder, which are those whose keys begin with its name and a slash, in any order, without
	// holding all of them in memory. What is written or deleted meanwhile may be among them or not. A folder that is not there has
	// none. An error is the last thing that it returns: then not all files came before it.
	List(ctx context.Context, folder string) iter.Seq2[media.File, error]

	// Tidy removes what is left of writes that were cut off, by the end of a process or of a machine, as far as it is that old. It
	// touches no file.
	Tidy(ctx context.Context, age time.Duration) error
}
