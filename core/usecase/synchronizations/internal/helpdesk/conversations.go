package helpdesk

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// overlap is how much is asked for again before the last look: the helpdesk's clock may differ from ours.
const overlap = time.Hour

// patience is how long a conversation waits for somebody to be known whose it is.
const patience = 90 * 24 * time.Hour

// reviewKey is the key of the entry that says until when conversations were looked at.
const reviewKey = "conversations"

// asked is what the ledger knows of a conversation. While the activity does not stand, all of it; then only when it began.
type asked struct {
	Conversation *customer.Conversation `json:"conversation,omitempty"`
	Created      time.Time              `json:"created"`
	// Intent is of whom an activity is about to be logged; 0 for nobody.
	Intent int64 `json:"intent,omitempty"`
}

// ReadConversations reads what began since the last look, for the whole helpdesk at once, and keeps it before it moves the mark:
// so nothing is lost when an activity cannot be logged, and a conversation of somebody who is unknown now is looked at again.
func (h *Helpdesk) ReadConversations(ctx context.Context, step *engine.Step) error {
	now := h.Now().UTC()
	review, err := h.Entry(ctx, ledger.Review, reviewKey)
	if err != nil {
		return err
	}
	var since time.Time
	last, err := time.Parse(time.RFC3339, review.Remote)
	first := err != nil
	if !first {
		since = last.Add(-overlap)
	}
	list, err := h.Desk.Conversations(ctx, since)
	if err != nil {
		return err
	}
	known, err := h.Entries(ctx, ledger.Conversation)
	if err != nil {
		return err
	}
	step.Counts().Total = len(list)
	if h.DryRun {
		return nil
	}
	var entries []ledger.Entry
	for i := range list {
		k := strconv.FormatInt(list[i].ID, 10)
		e := known[k]
		if e == nil {
			e = &ledger.Entry{Kind: ledger.Conversation, Key: k, Waits: true}
		} else if e.Remote != "" {
			continue
		}
		s, err := ledger.State[asked](e)
		if err != nil {
			return err
		}
		if s.Conversation != nil && *s.Conversation == list[i] {
			continue
		}
		s.Conversation, s.Created = &list[i], list[i].Created
		e.SetState(s)
		entries = append(entries, *e)
	}
	if err := h.Remember(ctx, entries...); err != nil {
		return err
	}
	if err := h.forgetConversations(ctx, step, known, since, now); err != nil {
		return err
	}
	if len(entries) == 0 && !first && now.Sub(last) < overlap/2 {
		return nil
	}
	return h.Remember(ctx, ledger.Entry{Kind: ledger.Review, Key: reviewKey, Remote: now.Format(time.RFC3339)})
}

// forgetConversations drops what is never listed again, and what waited too long.
func (h *Helpdesk) forgetConversations(
	ctx context.Context, step *engine.Step, known map[string]*ledger.Entry, since, now time.Time,
) error {
	var gone []string
	expired := 0
	for _, k := range slices.Sorted(maps.Keys(known)) {
		e := known[k]
		s, err := ledger.State[asked](e)
		if err != nil {
			return err
		}
		switch {
		case !s.Created.Before(since): // it may be listed again
		case e.Remote != "":
			gone = append(gone, k)
		case now.Sub(e.At) > patience && s.Intent == 0:
			gone = append(gone, k)
			expired++
		}
	}
	if expired > 0 {
		step.Note(texts.OldConversation, expired)
	}
	if len(gone) == 0 {
		return nil
	}
	return h.Runner.Forget(ctx, "a conversation", ledger.Conversation, gone...)
}

// Log logs the conversations that wait on the timelines of those whose they are.
func (h *Helpdesk) Log(ctx context.Context, step *engine.Step) error {
	waiting, err := h.Stores.Ledger.Waiting(ctx, ledger.Conversation)
	if err != nil {
		return engine.Stopf("read the ledger: %w", err)
	}
	byKey := map[string]*ledger.Entry{}
	var plan diff.Plan
	for i := range waiting {
		byKey[waiting[i].Key] = &waiting[i]
		plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Create, Key: waiting[i].Key, Reason: diff.New})
	}
	total := step.Counts().Total
	err = step.Apply(ctx, run.Application, plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		return h.log(ctx, byKey[a.Key])
	})
	step.Counts().Total = max(total, len(plan.Actions))
	return err
}

// log logs one conversation, unless it stands there already: from a run that died, or from before the ledger was lost or became
// that of an older backup. Of whom is remembered before it is logged, for it may become another's before the next run looks.
func (h *Helpdesk) log(ctx context.Context, e *ledger.Entry) error {
	s, err := ledger.State[asked](e)
	if err != nil {
		return err
	}
	if s.Conversation == nil {
		return engine.ErrSkipped
	}
	of := h.whose(s.Conversation)
	for _, person := range slices.Compact([]int64{s.Intent, of}) {
		if stands, err := h.stands(ctx, s.Conversation, person); err != nil {
			return err
		} else if stands {
			return cmpSkipped(h.logged(ctx, e, s, person))
		}
	}
	if of == 0 {
		return engine.ErrSkipped
	}
	if s.Intent != of {
		s.Intent = of
		e.SetState(s)
		if err := h.Remember(ctx, *e); err != nil {
			return err
		}
	}
	if err := h.Activities.Log(ctx, of, s.Conversation.Activity(h.Zone)); err != nil {
		return err
	}
	return h.logged(ctx, e, s, of)
}

// cmpSkipped returns an error, or that nothing was to be done.
func cmpSkipped(err error) error {
	if err != nil {
		return err
	}
	return engine.ErrSkipped
}

// stands reports whether a conversation stands on somebody's timeline. Of nobody, and of who is gone, it does not.
func (h *Helpdesk) stands(ctx context.Context, c *customer.Conversation, person int64) (bool, error) {
	if person == 0 {
		return false, nil
	}
	list, err := h.Activities.Latest(ctx, person)
	if engine.Absent(err) {
		return false, nil
	}
	return c.Logged(list), err
}

// logged remembers that a conversation stands on somebody's timeline, and no more of it.
func (h *Helpdesk) logged(ctx context.Context, e *ledger.Entry, s asked, person int64) error {
	e.SetNumber(person)
	e.Waits = false
	e.SetState(asked{Created: s.Created})
	return h.Remember(ctx, *e)
}

// whose returns the number of the person whose conversation it is: by the customer, then by the address; 0 for nobody.
func (h *Helpdesk) whose(c *customer.Conversation) int64 {
	if person := h.customers[c.Customer]; c.Customer != 0 && person != 0 {
		return person
	}
	for i := range h.people {
		if p := &h.people[i]; c.Customer != 0 && p.Customer == c.Customer {
			return p.Number
		}
	}
	return h.claims.Holder[customer.Key(c.Email)]
}
