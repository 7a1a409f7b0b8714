package synchronizations

import (
	"context"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/change"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/federation"
	"github.com/clubhuis/clubhuis/core/ledger"
	"github.com/clubhuis/clubhuis/core/submission"
)

// planMembers is what makes the application's members like the club's.
func (x *execution) planMembers(c *club) change.Plan {
	wanted := make([]change.Wanted, 0, len(c.rows))
	for i := range c.rows {
		wanted = append(wanted, change.Wanted{Key: c.rows[i].Code, Hash: x.change(c, &c.rows[i]).Hash()})
	}
	return change.Diff(wanted, trackedMembers(c.members), x.options.Force, c.complete)
}

func trackedMembers(members map[string]*ledger.Entry) []change.Tracked {
	var list []change.Tracked
	for _, e := range members {
		s, err := state[memberState](e)
		t := tracked(e, err == nil && s.Former, true)
		if e.Remote == "" {
			t.Extant = false // it was never sent: there is nothing to mark, only to forget
		}
		list = append(list, t)
	}
	return list
}

// sendMembers brings the members of the plan into the application (contract §4, people pipeline step 4).
func (st *step) sendMembers(ctx context.Context, c *club, plan change.Plan) error {
	there := &registered{execution: st.execution}
	return st.apply(ctx, application, plan, noPause, func(ctx context.Context, a change.Action) error {
		e := c.members[a.Key]
		if e == nil {
			e = &ledger.Entry{Kind: ledger.Member, Key: a.Key}
			c.members[a.Key] = e
		}
		switch a.Kind {
		case change.Create, change.Update:
			return st.sendMember(ctx, c, e, c.row(a.Key), there)
		case change.Delete:
			return st.forget(ctx, e, c.members)
		}
		return st.leave(ctx, e, c.members)
	})
}

// sendMember brings one member into the application, and remembers it. Values that somebody changed there, and that the site
// did not change since, stay.
func (x *execution) sendMember(ctx context.Context, c *club, e *ledger.Entry, row *federation.Member, there *registered) error {
	sent := x.change(c, row)
	if e.Remote == "" {
		id, err := there.member(ctx, e.Key)
		if err != nil {
			return err
		}
		if id != 0 {
			e.SetNumber(id)
		}
	}
	seen, err := x.seenOf(ctx, e.Key)
	if err != nil {
		return err
	}
	if id := e.Number(); id != 0 {
		record, err := x.People.Person(ctx, id)
		if err == nil {
			payload, err := x.reconcile(ctx, seen, record, row, sent)
			if err != nil {
				return err
			}
			written, err := x.People.Change(ctx, id, payload.Onto(record))
			return x.sentMember(ctx, e, seen, sent, written, err)
		}
		if fault.KindOf(err) != fault.NotFound {
			return err
		}
		// Somebody removed the person from the application; the club still has the member.
		seen.state = seenState{}
	}
	written, err := x.People.Create(ctx, sent)
	return x.sentMember(ctx, e, seen, sent, written, err)
}

// sentMember remembers a member that was sent.
func (x *execution) sentMember(ctx context.Context, e *ledger.Entry, seen *seenEntry, sent submission.Change, written submission.Record, err error) error {
	if err != nil {
		return err
	}
	e.SetNumber(written.ID)
	e.Synced = sent.Hash()
	first, last := sent.Name()
	setState(e, memberState{First: first, Last: last})
	seen.wrote(submission.FieldsOf(sent, x.phone), submission.Fields(written.ACF, x.phone))
	return x.remember(ctx, *e, seen.entry())
}

// leave marks a member who vanished from the site as a former member. Photo, relations and work stay as they are.
func (x *execution) leave(ctx context.Context, e *ledger.Entry, members map[string]*ledger.Entry) error {
	s, err := state[memberState](e)
	if err != nil {
		return err
	}
	if s.First+s.Last == "" {
		record, err := x.People.Person(ctx, e.Number())
		if fault.KindOf(err) == fault.NotFound && err != nil {
			return x.forget(ctx, e, members)
		}
		if err != nil {
			return err
		}
		s.First, s.Last = record.Text("first_name"), record.Text("last_name")
	}
	_, err = x.People.Change(ctx, e.Number(), submission.Former(s.First, s.Last))
	if err != nil && fault.KindOf(err) == fault.NotFound {
		return x.forget(ctx, e, members)
	}
	if err != nil {
		return err
	}
	e.Synced = "" // who comes back unchanged is sent again
	setState(e, memberState{Former: true})
	if err := x.remember(ctx, *e); err != nil {
		return err
	}
	return x.drop(ctx, e.Key)
}

// forget drops what is remembered of a member who is not in the application.
func (x *execution) forget(ctx context.Context, e *ledger.Entry, members map[string]*ledger.Entry) error {
	delete(members, e.Key)
	if err := x.Stores.Ledger.Remove(ctx, ledger.Member, e.Key); err != nil {
		return &stop{fmt.Errorf("forget a member: %w", err)}
	}
	return x.drop(ctx, e.Key)
}

// drop forgets what was downloaded of a member who has left, and how the fields stood.
func (x *execution) drop(ctx context.Context, code string) error {
	err := x.Stores.Downloads.Drop(ctx, setDetails, code)
	if err == nil {
		err = x.Stores.Ledger.Remove(ctx, ledger.Seen, code)
	}
	if err != nil {
		return &stop{fmt.Errorf("forget a member: %w", err)}
	}
	return nil
}

// sorted are the keys of a map in order.
func sorted[T any](values map[string]T) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
