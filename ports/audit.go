package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// Audit keeps what happened. An entry stays as it was kept until Purge, or until Erasures destroys whom it names.
type Audit interface {
	// Append keeps entries, in their order, under new numbers; their IDs are ignored, and Idle ones are left out.
	Append(ctx context.Context, entries ...audit.Entry) error

	// Page returns a part of the entries that match, newest first; of those of one moment the highest number first. An offset
	// beyond the end gives nothing and the right total.
	Page(ctx context.Context, q audit.Query) (record.Page[audit.Entry], error)

	// Purge deletes the entries from before the given time, and returns how many. Those that explain the books (Entry.OfMoney) stay
	// when they are not from before the second time, and lose the address that they came from.
	Purge(ctx context.Context, before, books time.Time) (int, error)
}

// PersonChanges finds what became of people. People keeps it: Update what it changed of whom (person.Difference), by the Editor
// and at the time Modified that it leaves, with the name that the editor has then; Remove and Restore that they did so, and which
// relations others lost or got by it. Remove of a relation type keeps who lost relations. What changed nothing of the fields is
// not kept. Purge of People destroys it with the person.
type PersonChanges interface {
	// Page returns a part of the changes of a person, newest first; of those of one moment the last first. An offset beyond
	// the end gives nothing and the right total.
	Page(ctx context.Context, q person.ChangesQuery) (record.Page[person.Change], error)

	// Purge deletes the changes from before the given time, and returns how many.
	Purge(ctx context.Context, before time.Time) (int, error)
}

// Looks keeps who looked at whom. Purge of People destroys it with the person.
type Looks interface {
	// Keep adds looks to those that there are: one of a key that is there is joined with it (person.Look.And). Looks at people
	// that there are not, in the trash neither, are left out.
	Keep(ctx context.Context, looks ...person.Look) error

	// Page returns a part of the looks at a person, the newest day first; of those of one day by the number of the user. An offset
	// beyond the end gives nothing and the right total.
	Page(ctx context.Context, q person.LooksQuery) (record.Page[person.Look], error)

	// Purge deletes the looks of the days before, and returns how many.
	Purge(ctx context.Context, before civil.Date) (int, error)
}
