package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// planMembers is what makes the application's members like the club's.
func (x *execution) planMembers(c *club) diff.Plan {
	wanted := make([]diff.Wanted, 0, len(c.rows))
	for i := range c.rows {
		wanted = append(wanted, diff.Wanted{Key: c.rows[i].Code, Hash: x.hash(c, &c.rows[i])})
	}
	return diff.Compare(wanted, trackedMembers(c.members), x.options.Force, c.complete)
}

// hash is that of what the application is told about a member. Of most nothing has changed since the download before.
func (x *execution) hash(c *club, row *federation.Member) string {
	if hash, known := c.hashes[row.Code]; known && c.before[row.Code] == *row {
		return hash
	}
	return x.change(c, row).Hash()
}

func trackedMembers(members map[string]*ledger.Entry) []diff.Tracked {
	var list []diff.Tracked
	for _, e := range members {
		s, err := state[memberState](e)
		t := tracked(e, err == nil && s.Former, true)
		if e.Remote == "" {
			t.Extant = false // as far as is known it was never sent: see unsent
		}
		list = append(list, t)
	}
	return list
}

// sendMembers brings the members of the plan into the application (contract §4, people pipeline step 4).
func (st *step) sendMembers(ctx context.Context, c *club, plan diff.Plan) error {
	there := &registered{execution: st.execution}
	return st.apply(ctx, application, plan, noPause, func(ctx context.Context, a diff.Action) error {
		e := c.members[a.Key]
		if e == nil {
			e = &ledger.Entry{Kind: ledger.Member, Key: a.Key}
			c.members[a.Key] = e
		}
		switch a.Kind {
		case diff.Create, diff.Update:
			return st.sendMember(ctx, c, e, c.row(a.Key), there)
		case diff.Delete:
			return st.unsent(ctx, e, c.members, there)
		}
		return st.leave(ctx, e, c.members)
	})
}

// sendMember brings one member into the application, and remembers it. Values that somebody changed there, and that the site
// did not change since, stay.
func (x *execution) sendMember(ctx context.Context, c *club, e *ledger.Entry, row *federation.Member, there *registered) error {
	sent := x.change(c, row)
	before := e.Number()
	record, err := x.standing(ctx, e, sent, there)
	if err != nil {
		return err
	}
	seen, err := x.seenOf(ctx, e.Key)
	if err != nil {
		return err
	}
	if before != 0 && (record == nil || record.ID != before) {
		// Somebody removed the person from the application; the club still has the member, with photo and work.
		if err := errors.Join(x.lostPhoto(ctx, e.Key), x.forgetWork(ctx, e.Key)); err != nil {
			return err
		}
		seen.state = seenState{} // of another record: what this one lacks was cleared by nobody
	}
	if record != nil {
		payload, err := x.reconcile(ctx, seen, *record, row, sent)
		if err != nil {
			return err
		}
		written, err := x.People.Change(ctx, record.ID, payload.MergeInto(*record))
		return x.sentMember(ctx, e, seen, sent, written, err)
	}
	seen.state = seenState{}
	e.Remote, e.Synced = "", ""
	setState(e, memberState{Begun: true})
	if err := x.remember(ctx, *e); err != nil {
		return err
	}
	written, err := x.People.Create(ctx, sent)
	if err == nil {
		err = x.requireAdministered(written, func() error { return x.People.Remove(ctx, written.ID) })
	}
	return x.sentMember(ctx, e, seen, sent, written, err)
}

// standing is the person whom a member is in the application, nil for nobody: under the number that is remembered, when the
// member's code stands there still, else under the code. A stranger is nobody.
func (x *execution) standing(ctx context.Context, e *ledger.Entry, sent payload.Payload, there *registered) (*payload.Record, error) {
	if id := e.Number(); id != 0 {
		record, err := x.People.Person(ctx, id)
		switch {
		case err == nil && !record.Administered:
			x.tell(strangeMember, e.Key, id)
		case err == nil && theirs(record, e.Key, sent):
			return &record, nil
		case err != nil && !absent(err):
			return nil, err
		}
	}
	id, err := there.member(ctx, e.Key)
	if err != nil || id == 0 {
		return nil, err
	}
	record, err := x.People.Person(ctx, id)
	if absent(err) || err == nil && !record.Administered { // gone since everybody was asked for
		return nil, nil //nolint:nilnil // nobody is no error
	}
	return &record, err
}

// theirs reports whether a record is that of the member with the code; without a code the name decides.
func theirs(record payload.Record, code string, sent payload.Payload) bool {
	own := record.Text("assoc-id")
	first, last := sent.Name()
	return own == code || own == "" && record.Text("first_name") == first && record.Text("last_name") == last
}

// sentMember remembers a member that was sent.
func (x *execution) sentMember(ctx context.Context, e *ledger.Entry, seen *seenEntry, sent payload.Payload, written payload.Record, err error) error {
	if err != nil {
		return err
	}
	e.SetNumber(written.ID)
	e.Synced = sent.Hash()
	setState(e, memberState{})
	seen.wrote(payload.FieldsOf(sent, x.phone), payload.Fields(written.ACF, x.phone))
	return x.remember(ctx, *e, seen.entry())
}

// leave marks a member who vanished from the site as a former member. Photo, relations and work stay as they are.
func (x *execution) leave(ctx context.Context, e *ledger.Entry, members map[string]*ledger.Entry) error {
	record, err := x.People.Person(ctx, e.Number())
	if err == nil && !record.Administered {
		x.tell(strangeMember, e.Key, record.ID)
	}
	// Somebody removed the person, and the number is another's.
	if absent(err) || err == nil && (record.Text("assoc-id") != e.Key || !record.Administered) {
		return x.forget(ctx, e, members)
	}
	if err != nil {
		return err
	}
	_, err = x.People.Change(ctx, e.Number(), payload.Former(record.Text("first_name"), record.Text("last_name")))
	if err != nil {
		return err
	}
	if err := x.drop(ctx, e.Key); err != nil {
		return err
	}
	e.Synced = "" // who comes back unchanged is sent again
	setState(e, memberState{Former: true})
	return x.remember(ctx, *e)
}

// unsent is for a member who vanished before it was known that they were sent: a run may have died after it made the person.
func (x *execution) unsent(ctx context.Context, e *ledger.Entry, members map[string]*ledger.Entry, there *registered) error {
	s, err := state[memberState](e)
	if err != nil {
		return err
	}
	if s.Begun {
		id, err := there.member(ctx, e.Key)
		if err != nil {
			return err
		}
		if id != 0 {
			e.SetNumber(id)
			return x.leave(ctx, e, members)
		}
	}
	return x.forget(ctx, e, members)
}

// forget drops what is remembered of a member who is not in the application.
func (x *execution) forget(ctx context.Context, e *ledger.Entry, members map[string]*ledger.Entry) error {
	if err := x.drop(ctx, e.Key); err != nil {
		return err
	}
	delete(members, e.Key)
	if err := x.Stores.Ledger.Remove(ctx, ledger.Member, e.Key); err != nil {
		return &stop{fmt.Errorf("forget a member: %w", err)}
	}
	return nil
}

// drop forgets what was downloaded of a member who has left, the file of the photo, and how the fields stood.
func (x *execution) drop(ctx context.Context, code string) error {
	err := x.Stores.Downloads.Drop(ctx, setDetails, code)
	if err == nil {
		err = x.Stores.Ledger.Remove(ctx, ledger.Seen, code)
	}
	if err == nil {
		err = x.dropPhoto(ctx, code)
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
