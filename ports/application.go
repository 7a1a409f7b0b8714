package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/federation"
	"github.com/clubhuis/clubhuis/core/submission"
	"github.com/clubhuis/clubhuis/core/work"
)

// ApplicationPeople are the people of a club application, as a program reaches them from outside (contract §4.1, §4.3).
//
// An absent person is a fault of kind NotFound, what the application refuses one of kind Invalid, and an application that does
// not answer, or answers that it cannot, one of kind Unavailable, after some tries. A write that ended as Unavailable may
// have been made.
//
// What somebody makes who administers members is administered, and what anybody else makes is not.
type ApplicationPeople interface {
	// Person returns one person, former members included.
	Person(ctx context.Context, id int64) (submission.Record, error)
	// ByEmail returns the number of the person who has the e-mail address, 0 for nobody: of somebody administered, if there is one.
	ByEmail(ctx context.Context, email string) (int64, error)
	// Create registers a person and returns the record as it was kept.
	Create(ctx context.Context, change submission.Change) (submission.Record, error)
	// Change changes the given fields of a person and returns the record as it was kept.
	Change(ctx context.Context, id int64, change submission.Change) (submission.Record, error)
	// Remove takes a person away.
	Remove(ctx context.Context, id int64) error
	// Each visits the people changed after the moment, everybody for the zero time, former members included. It stops at the
	// first error of visit, which it returns as it is. Records are short (submission.Record.Short). Those that cannot be read are
	// left out, and are the error, a *submission.Unreadable, when all others were visited.
	Each(ctx context.Context, changedAfter time.Time, visit func(submission.Record) error) error
	// Volunteers returns the member codes of the volunteers whose certificate of conduct is missing or older than three years.
	Volunteers(ctx context.Context) ([]string, error)
	// RelationTypes returns the types of relationship: numbers by slug.
	RelationTypes(ctx context.Context) (map[string]int64, error)
}

// ApplicationPhotos are the photos of the people of a club application. Errors are those of ApplicationPeople.
type ApplicationPhotos interface {
	// Put gives a person a photo, in place of the one before.
	Put(ctx context.Context, person int64, picture federation.Picture) error
	// Remove takes a person's photo away. No photo, or no such person, is no error.
	Remove(ctx context.Context, person int64) error
}

// ApplicationGroups are the teams and committees of a club application. Errors are those of ApplicationPeople.
type ApplicationGroups interface {
	// List returns all groups of a kind, short. With a *submission.Unreadable it returns all but those that cannot be read.
	List(ctx context.Context, kind work.Kind) ([]submission.Record, error)
	// Create makes a group and returns it as it was kept.
	Create(ctx context.Context, kind work.Kind, change submission.Change) (submission.Record, error)
	// Change changes the given fields of a group and returns it as it was kept.
	Change(ctx context.Context, kind work.Kind, id int64, change submission.Change) (submission.Record, error)
	// Remove takes a group away.
	Remove(ctx context.Context, kind work.Kind, id int64) error
}
