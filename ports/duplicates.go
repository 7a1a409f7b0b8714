package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/duplicate"
	"github.com/clubhuis/clubhuis/core/person"
)

// Duplicates keeps which people are not one, and which two became one.
type Duplicates interface {
	// Dismissed returns the pairs of people that are not one.
	Dismissed(ctx context.Context) (map[duplicate.Pair]bool, error)

	// Dismiss notes that two people are not one, by whom and when. Again it changes nothing.
	Dismiss(ctx context.Context, pair duplicate.Pair, by int64, at time.Time) error

	// Merge lets all that is kept about a person, other than the record itself and its relations, be about another one from now
	// on: activities, notes, tasks, mails, invoices, cases of discipline, shifts, favorites, the photo. What was about both is
	// about the other one, once. Invoices that name the person by number as a brother or sister name the other one; the Revision
	// of each invoice that is changed rises by one. Shares stay: who sees the other one is not decided by a merge. The number
	// leads to the other one until the person is brought back (People.Restore), and so do the numbers that led to it. A photo goes
	// over when the other one has none. An invoice of a season of which the other one has one, too, is invoice.ErrSeasonBilled.
	Merge(ctx context.Context, from, to person.ID, by int64, at time.Time) error

	// LeadsTo returns the person whom somebody was merged into, 0 for nobody.
	LeadsTo(ctx context.Context, id person.ID) (person.ID, error)
}
