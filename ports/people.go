package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// People keeps the people of the club. The Directory of the same Stores serves the queries.
//
// A removed person is gone at once, and so are the relations of others to it. The record itself stays until Purge, and its
// number is never used again. An absent or removed person is person.ErrAbsent.
type People interface {
	// Create keeps people under new numbers, which it returns in their order, in revision 1; their IDs and Revisions are ignored.
	// Relations are kept as they are: the caller keeps their other sides in step. One of a type that is not there is
	// relation.ErrGone, and nobody removes the type before the step ends.
	Create(ctx context.Context, people ...person.Person) ([]person.ID, error)

	// Update reads these people under lock, lets change edit them, and keeps the result, as one step. Parallel updates lose
	// nothing, and updates of overlapping sets never deadlock. change must be pure, for it may run twice. Its error
	// is returned as it is and leaves no trace. ID stays as it was, whatever change does with it. The Revision of everybody whom
	// change leaves otherwise than before rises by one, that of the others stays. An absent number is person.ErrAbsent.
	// Types of relations that somebody had none of before are as with Create.
	Update(ctx context.Context, ids []person.ID, change func(map[person.ID]*person.Person) error) error

	// Remove removes a person from every result if allowed returns nil. Else it returns that error as it is, and the person stays.
	// The Revision of everybody who loses a relation by it rises by one, and nobody is known to be their Editor. by is the user who
	// removes the person, 0 for none.
	Remove(
		ctx context.Context, id person.ID, by int64, at time.Time, allowed func(access.Subject, record.Edition) error,
	) error

	// Related returns who has relations to somebody, in order. Removed people are not among them, and nobody is related to one.
	// Within a step that has locked somebody, nobody else becomes related to that person.
	Related(ctx context.Context, to person.ID) ([]person.ID, error)

	// Removed returns a page of the removed people who match, newest first; of those removed together the highest number first.
	// An offset beyond the end gives nobody and the right total.
	Removed(ctx context.Context, q person.RemovedQuery) (record.Page[person.Removed], error)

	// Restore brings a removed person back as it was, changed at the given time by that user. The relations of others to it come
	// back as well, in their place unless somebody changed the relations of that person meanwhile; the Revision of those people
	// rises by one, and nobody is known to be their Editor. Relations to people who are removed come back with these. Relations of
	// a type that is gone do not come back. Who was merged into somebody (Duplicates.Merge) is somebody else again: the number leads
	// to nobody. Somebody who is not removed, or destroyed, is person.ErrNotRemoved: of many who restore
	// at once one does.
	Restore(ctx context.Context, id person.ID, by int64, at time.Time) error

	// Purge destroys the people that were removed before the given time, and returns how many. Why one of them was kept
	// (leaver.Exemption) goes, too. It goes in portions: what it
	// destroyed before it failed or the context ended stays destroyed and is counted. It leaves nothing of them in the files of
	// the database, nor of anything else that was deleted before. When it fails to erase something there, it returns an error, and
	// the next Purge tries again.
	Purge(ctx context.Context, removedBefore time.Time) (int, error)
}

// MemberCodes finds people by their member code of the association. Codes are compared folded, and removed people have none.
type MemberCodes interface {
	// Holders returns who has the code, by number. Steps of Atomic that ask for the same code run one after the other.
	Holders(ctx context.Context, code string) ([]person.Holder, error)

	// Doubles returns the folded codes that more than one person has, with the numbers of those people in order.
	Doubles(ctx context.Context) (map[string][]person.ID, error)
}
