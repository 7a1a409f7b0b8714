package feedback

import (
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
)

// Status is how far an item is.
type Status string

// The statuses. InReview is one of the predecessor's: lists can be asked for it, and no item comes there.
const (
	New        Status = "new"         // waits for an administrator
	Approved   Status = "approved"    // waits for the agent
	InProgress Status = "in_progress" // the agent works at it
	InReview   Status = "in_review"
	NeedsInfo  Status = "needs_info" // the agent asked something
	Resolved   Status = "resolved"   // there is a pull request, or it was mended by hand
	Declined   Status = "declined"
)

// Statuses are all of them, in the order in which items come through them.
var Statuses = []Status{New, Approved, InProgress, InReview, NeedsInfo, Resolved, Declined}

// Rank returns the place of the status among all.
func (s Status) Rank() int { return slices.Index(Statuses, s) }

// Known reports whether there is such a status.
func (s Status) Known() bool { return s.Rank() >= 0 }

// Ended reports whether nothing is to be done any more.
func (s Status) Ended() bool { return s == Resolved || s == Declined }

// Approve lets the agent work at an item, for administrators: at a new one, at one of which the agent asks something, and once
// more at one that ended.
func (i *Item) Approve() error { return i.enter(Approved, New, NeedsInfo, Declined, Resolved) }

// Postpone takes an approval back before the agent began.
func (i *Item) Postpone() error { return i.enter(New, Approved) }

// Decline ends an item without a change of the program, for administrators.
func (i *Item) Decline() error { return i.enter(Declined, New, Approved, NeedsInfo) }

// Settle ends an item that somebody mended by hand, for administrators: a club may have no agent.
func (i *Item) Settle() error { return i.enter(Resolved, Approved, NeedsInfo) }

// Claim is the agent's that begins to work at an item; owner names the program. Of several one gets it.
func (i *Item) Claim(owner string, at time.Time) error {
	if err := i.enter(InProgress, Approved); err != nil {
		return err
	}
	i.Owner, i.ClaimedAt = owner, civil.Instant(at)
	return nil
}

// Resolve is the agent's that made a pull request.
func (i *Item) Resolve() error { return i.enter(Resolved, InProgress) }

// Ask is the agent's that needs to know more.
func (i *Item) Ask() error { return i.enter(NeedsInfo, InProgress) }

// Reject is the agent's that can't do anything about it.
func (i *Item) Reject() error { return i.enter(Declined, InProgress) }

// GiveBack is the agent's that came to no end: the item waits for the next.
func (i *Item) GiveBack() error { return i.enter(Approved, InProgress) }

// Answered is what a user's comment does to an item of which the agent asks something. Others stay as they are.
func (i *Item) Answered() { _ = i.enter(Approved, NeedsInfo) }

// enter moves an item that is in one of the statuses.
func (i *Item) enter(to Status, from ...Status) error {
	if !slices.Contains(from, i.Status) {
		return ErrTransition
	}
	i.Status, i.Owner, i.ClaimedAt = to, "", time.Time{}
	return nil
}

// Move brings the item to a status as somebody asks who may read it: administrators make every move, the synchronization those
// of the agent, and others none. The same status again is no move, but for a claim, which one alone gets. owner names the program
// that claims.
func (i *Item) Move(viewer access.Viewer, to Status, owner string, at time.Time) error {
	if !WorksFor(viewer) {
		return ErrHidden
	}
	if to == i.Status && to != InProgress {
		return nil
	}
	if i.Status == InProgress || to == InProgress {
		return i.work(to, owner, at)
	}
	before := *i
	if err := i.decide(to); err != nil {
		return err
	}
	if !Administers(viewer) {
		*i = before
		return ErrHidden
	}
	return nil
}

// work are the moves of the agent.
func (i *Item) work(to Status, owner string, at time.Time) error {
	switch to {
	case InProgress:
		return i.Claim(owner, at)
	case Resolved:
		return i.Resolve()
	case NeedsInfo:
		return i.Ask()
	case Declined:
		return i.Reject()
	case Approved:
		return i.GiveBack()
	}
	return ErrTransition
}

// decide are the moves of administrators.
func (i *Item) decide(to Status) error {
	switch to {
	case Approved:
		return i.Approve()
	case New:
		return i.Postpone()
	case Declined:
		return i.Decline()
	case Resolved:
		return i.Settle()
	}
	return ErrTransition
}

// First returns the status of an item that somebody reports: administrators choose it, without a choice they approve; what others
// ask for is ignored.
func First(viewer access.Viewer, asked Status) (first Status, ok bool) {
	switch {
	case !Administers(viewer):
		return New, true
	case asked == "":
		return Approved, true
	}
	return asked, asked == New || asked == Approved
}
