package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/work"
)

// ApplicationPeople are the people of a club application, as a program reaches them from outside (contract §4.1, §4.3).
//
// An absent person is a fault of kind NotFound. A write that the application refuses is one of kind Invalid. An application
// that does not answer, or answers that it cannot, is one of kind Unavailable, after some tries; such a write may have been made.
//
// Records that a user who administers members creates are administered; the records of other users are not.
type ApplicationPeople interface {
	// Person returns one person, former members included.
	Person(ctx context.Context, id int64) (payload.Person, error)
	// ByEmail returns the number of a person who has the e-mail address, 0 for nobody. It prefers an administered person.
	ByEmail(ctx context.Context, email string) (int64, error)
	// Create registers a person as far as something is told, and returns the record as it was kept.
	Create(ctx context.Context, change payload.Person) (payload.Person, error)
	// Change changes the fields of a person that are told, and returns the record as it was kept. When change tells a Revision and
	// the person has another one, nothing changes: a fault of kind Outdated.
	Change(ctx context.Context, id int64, change payload.Person) (payload.Person, error)
	// Remove removes a person. The revision is that of Change, 0 for any.
	Remove(ctx context.Context, id, revision int64) error
	// Each visits the people changed after the moment, everybody for the zero time, former members included. It stops at the
	// first error of visit and returns it as it is. Records are short (payload.Person.Short). Each skips records that it
	// cannot read, and returns them as a *payload.Unreadable after it has visited all others.
	Each(ctx context.Context, changedAfter time.Time, visit func(payload.Person) error) error
	// Volunteers returns the member codes of the volunteers whose certificate of conduct is missing or older than three years.
	Volunteers(ctx context.Context) ([]string, error)
	// RelationTypes returns the types of relationship: numbers by slug.
	RelationTypes(ctx context.Context) (map[string]int64, error)
}

// ApplicationPhotos are the photos of the people of a club application. Errors are those of ApplicationPeople.
type ApplicationPhotos interface {
	// Put replaces a person's photo.
	Put(ctx context.Context, person int64, picture federation.Picture) error
	// Remove removes a person's photo. No photo, or no such person, is no error.
	Remove(ctx context.Context, person int64) error
	// Link returns a link that opens a person's photo, in its small size, to whoever has it, for some days. Without a photo it is a
	// fault of kind NotFound.
	Link(ctx context.Context, person int64) (payload.PhotoLink, error)
}

// ApplicationDues are what a club application says of the contributions of its people. Errors are those of ApplicationPeople.
type ApplicationDues interface {
	// Each visits everybody, former members included, with what stands in the record of the years. Of the rest a record has what
	// payload.Person has beside its fields, and the member code. Records that cannot be read are returned as by ApplicationPeople.
	Each(ctx context.Context, years []int, visit func(payload.Person) error) error
}

// ApplicationActivities are what is logged on the timelines of people of a club application. Errors are those of
// ApplicationPeople.
type ApplicationActivities interface {
	// Latest returns the newest activities of a person, newest first, at most 100.
	Latest(ctx context.Context, person int64) ([]payload.Activity, error)
	// Log logs an activity. Only the fields besides ID are told.
	Log(ctx context.Context, person int64, activity payload.Activity) error
}

// ApplicationRoles are the roles that users of a club application have by their functions. Errors are those of
// ApplicationPeople.
type ApplicationRoles interface {
	// Tell tells which functions the member with a code has now, and returns what became of the roles. Told again, it changes
	// nothing. A member without an account is refresh.NoUser, one whose account is another member's refresh.Withheld.
	Tell(ctx context.Context, code string, functions []string) (refresh.Roles, error)
}

// ApplicationGroups are the teams and committees of a club application. Errors are those of ApplicationPeople.
type ApplicationGroups interface {
	// List returns all groups of a kind, short. With a *payload.Unreadable it returns all but those that cannot be read.
	List(ctx context.Context, kind work.Kind) ([]payload.Group, error)
	// Create creates a group of the kind that is told, and returns it as it was kept.
	Create(ctx context.Context, change payload.Group) (payload.Group, error)
	// Change changes the fields that are told of a group of the kind, and returns it as it was kept.
	Change(ctx context.Context, id int64, change payload.Group) (payload.Group, error)
	// Remove removes a group.
	Remove(ctx context.Context, kind work.Kind, id int64) error
}

// ApplicationCases are the cases of discipline of a club application. Errors are those of ApplicationPeople.
type ApplicationCases interface {
	// List returns all cases, of which it tells the dossier, the person and who asks to pay. With a *payload.Unreadable it returns
	// all but those that cannot be read.
	List(ctx context.Context) ([]payload.Case, error)
	// Create files a case, and returns it as it was kept. A dossier that another case has is a fault of kind Invalid.
	Create(ctx context.Context, change payload.Case) (payload.Case, error)
	// Change changes the fields that are told of a case, and returns it as it was kept.
	Change(ctx context.Context, id int64, change payload.Case) (payload.Case, error)
	// Remove destroys a case. One that stands on an invoice is a fault of kind Conflict, and stays.
	Remove(ctx context.Context, id int64) error
}

// ApplicationTasks are the tasks that the synchronization gives to users of a club application. Errors are those of
// ApplicationPeople.
type ApplicationTasks interface {
	// Given returns the newest tasks about a person that were given, completed ones too, newest first, at most 100; for 0 those of
	// any person or nobody, open ones first.
	Given(ctx context.Context, person int64) ([]payload.Task, error)
	// Give gives a task about a person, 0 for nobody, to everybody who has its function in the club, else to the administrators.
	Give(ctx context.Context, person int64, task payload.Task) error
}
