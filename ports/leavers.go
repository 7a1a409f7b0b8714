package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// LeaverProposals keeps what the rules about people who left would destroy.
type LeaverProposals interface {
	// Propose keeps a proposal under a new number, which it returns, with whom it touches; its ID is ignored. While one waits, it
	// is leaver.ErrWaiting: of many at once one is kept.
	Propose(ctx context.Context, p leaver.Proposal, items []leaver.Item) (int64, error)

	// Update reads a proposal under lock, lets change edit it, and keeps the result, as one step. change must be pure, for it may
	// run twice. Its error is returned as it is and leaves no trace. ID stays as it was. With one that does not wait any more goes
	// whom it would have touched. An absent one is leaver.ErrAbsent.
	Update(ctx context.Context, id int64, change func(*leaver.Proposal) error) error

	// Page returns a part of the proposals that match, the newest first. An offset beyond the end gives nothing and the right total.
	Page(ctx context.Context, q leaver.Query) (record.Page[leaver.Proposal], error)

	// Items returns whom a proposal still touches, by the number of the person, from behind a number: at most so many.
	Items(ctx context.Context, id int64, after person.ID, limit int) ([]leaver.Item, error)

	// Drop takes a person out of a proposal, and reports whether that one stood there: of many who do so at once one did.
	Drop(ctx context.Context, id int64, of person.ID) (bool, error)
}

// Leavers destroys what is known of people who left, beside their records.
type Leavers interface {
	// CountTimeline returns how much stands on the timeline about each of these people alone: activities, notes, done tasks and
	// mails that are not on their way. Who has nothing is not named.
	CountTimeline(ctx context.Context, people []person.ID) (map[person.ID]int, error)

	// Awaited reports whether a mail that is on its way, or a message whose mails are not all made, is for one of these addresses.
	Awaited(ctx context.Context, emails []string) (bool, error)

	// Clear destroys, as one step, what is kept of the kinds outside of the record: in who changed what of the person always; the
	// pictures with leaver.Photo, what CountTimeline counts with leaver.Timeline. With leaver.Contacts the words go out of all
	// texts, and mails and invites to the addresses that stand on nobody's timeline, and what is known of these addresses. The
	// invoices of the person stay as they are. What is gone already is no error.
	Clear(ctx context.Context, of erasure.Subject, kinds []leaver.Kind) error
}
