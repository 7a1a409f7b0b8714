package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
)

// Records keeps records of one noun of which there is no end. They stand on timelines as their Shown says, but not on those of
// people who were destroyed. An absent record is the noun's ErrAbsent. A number is never used again.
//
// Purge of People destroys the records that name nobody but destroyed people, if they named some. Those of removed people stay,
// and so they come back with them.
type Records[T any] interface {
	// Create keeps a record under a new number, which it returns, in revision 1; its ID and Revision are ignored.
	Create(ctx context.Context, v T) (int64, error)

	// Update reads a record under lock, lets change edit it, and keeps the result, as one step. Parallel updates lose nothing.
	// change must be pure, for it may run twice. Its error is returned as it is and leaves no trace. ID and Created stay as they
	// were, whatever change does with them. The Revision of a record that change leaves otherwise than before rises by one.
	Update(ctx context.Context, id int64, change func(*T) error) error

	// Remove destroys a record if allowed returns nil. Else it returns that error as it is, and the record stays.
	Remove(ctx context.Context, id int64, allowed func(*T) error) error

	// ByID returns those of the records with these numbers that there are, by number.
	ByID(ctx context.Context, ids ...int64) ([]T, error)
}

// Timeline finds the Records that stand on somebody's timeline.
type Timeline interface {
	// Page returns a part of a person's timeline as a user sees it, in the order of timelines. An offset beyond the end gives
	// nothing and the right total. Who is nobody has an empty one; that of a removed person is as it was.
	Page(ctx context.Context, q timeline.Query) (record.Page[timeline.Entry], error)

	// Contacted returns of whom a user logged an activity, each once with when that was last, the last one first and those of the
	// same moment by number, at most limit.
	Contacted(ctx context.Context, user int64, limit int) ([]timeline.Contact, error)

	// Shared returns the notes that were shared since a time, whenever they were made, and still are: the last shared first and of
	// those shared at once the highest number first, at most limit.
	Shared(ctx context.Context, since time.Time, limit int) ([]note.Note, error)
}

// Mentions keeps who was mentioned in which record, and who waits to be told.
type Mentions interface {
	// Keep keeps a mention under a new number; its ID is ignored. When one of the same user in the same record is kept already,
	// that one stays as it is and nothing is kept: kept tells. A user who does not exist is account.ErrAbsent.
	Keep(ctx context.Context, m mention.Mention) (kept bool, err error)

	// Waiting returns the mentions of which a user was not told, lowest number first or with newest the highest, at most limit.
	Waiting(ctx context.Context, user account.UserID, newest bool, limit int) ([]mention.Mention, error)

	// Tell notes that a user was told of the mentions with these numbers, and of no other: one with a lower number may come later.
	// Those of others stay as they are. It is called in the step that keeps the mail about them, which is mail, 0 for none.
	Tell(ctx context.Context, user account.UserID, mail int64, ids ...int64) error

	// TakeBack lets the mentions of a user wait again that a mail told of, which never goes out. It is not 0.
	TakeBack(ctx context.Context, user account.UserID, mail int64) error

	// Purge forgets the mentions from before the time, and returns how many.
	Purge(ctx context.Context, before time.Time) (int, error)
}

// TaskLists finds the tasks of users.
type TaskLists interface {
	// Page returns a part of the tasks that match, by task.Task.SortKey; equal ones newest first, and of those made at once the
	// highest number first. An offset beyond the end gives nothing and the right total.
	Page(ctx context.Context, q task.Query) (record.Page[task.Task], error)
}
