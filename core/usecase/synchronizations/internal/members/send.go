package members

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// sending is a plan on its way into the application.
type sending struct {
	*Members
	snapshot  *Snapshot
	directory Directory
}

// Send brings the members of the plan into the application (contract §4, people pipeline step 4).
func (m *Members) Send(ctx context.Context, step *engine.Step, s *Snapshot, plan diff.Plan, directory Directory) error {
	to := &sending{m, s, directory}
	return step.Apply(ctx, run.Application, plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		e := s.Entries[a.Key]
		if e == nil {
			e = &ledger.Entry{Kind: ledger.Member, Key: a.Key}
			s.Entries[a.Key] = e
		}
		switch a.Kind {
		case diff.Create, diff.Update:
			return to.send(ctx, e, s.Row(a.Key))
		case diff.Delete:
			return to.unsent(ctx, e)
		}
		return to.leave(ctx, e)
	})
}

// send brings one member into the application, and remembers it. Values that somebody changed there stay, unless the site changed
// them since.
func (to *sending) send(ctx context.Context, e *ledger.Entry, row *federation.Member) error {
	sent := to.Payload(to.snapshot, row)
	before := e.Number()
	record, err := to.find(ctx, e, sent)
	if err != nil {
		return err
	}
	seen, err := to.seenOf(ctx, e.Key)
	if err != nil {
		return err
	}
	if before != 0 && (record == nil || record.ID != before) {
		// Somebody removed the person from the application; the club still has the member.
		if err := to.lost(ctx, e.Key); err != nil {
			return err
		}
		seen.Seen = conflict.Seen{} // of another record: what this one lacks was cleared by nobody
	}
	if record == nil {
		seen.Seen = conflict.Seen{}
		return to.create(ctx, e, seen, sent)
	}
	reconciled, err := to.reconcile(ctx, seen, *record, row, sent)
	if err != nil {
		return err
	}
	block, err := to.beginBlock(ctx, e, record, reconciled)
	if err != nil {
		return err
	}
	written, err := to.App.Change(ctx, record.ID, reconciled.MergeInto(*record))
	if err != nil {
		return err
	}
	unlogged := to.logBlock(ctx, record.ID, block)
	if err := to.sent(ctx, e, seen, sent, written); unlogged == nil || err != nil {
		return err
	}
	e.Synced = "" // it is sent again, to be logged
	e.SetState(ledger.MemberState{Block: block})
	return errors.Join(unlogged, to.Remember(ctx, *e))
}

// create makes a member. That the person is about to be made is remembered first.
func (to *sending) create(ctx context.Context, e *ledger.Entry, seen *seen, sent payload.Person) error {
	e.Remote, e.Synced = "", ""
	e.SetState(ledger.MemberState{Begun: true})
	if err := to.Remember(ctx, *e); err != nil {
		return err
	}
	written, err := to.App.Create(ctx, sent)
	if err == nil {
		err = engine.RequireAdministered(written.Administered, written.ID, func() error {
			return to.App.Remove(ctx, written.ID, written.Revision)
		})
	}
	if err != nil {
		return err
	}
	return to.sent(ctx, e, seen, sent, written)
}

// find returns the person whom a member is in the application, nil for nobody. It looks under the remembered number, as long as
// the member's code stands there, then under the code. A stranger is nobody.
func (to *sending) find(ctx context.Context, e *ledger.Entry, sent payload.Person) (*payload.Person, error) {
	if id := e.Number(); id != 0 {
		record, err := to.App.Person(ctx, id)
		switch {
		case err == nil && !record.Administered:
			to.NoteOnce(texts.StrangeMember, e.Key, id)
		case err == nil && theirs(record, e.Key, sent):
			return &record, nil
		case err != nil && !engine.Absent(err):
			return nil, err
		}
	}
	id, err := to.directory.Member(ctx, e.Key)
	if err != nil || id == 0 {
		return nil, err
	}
	record, err := to.App.Person(ctx, id)
	if engine.Absent(err) || err == nil && !record.Administered { // gone since everybody was asked for
		return nil, nil //nolint:nilnil // nobody is no error
	}
	return &record, err
}

// theirs reports whether a record is that of the member with the code; without a code the name decides.
func theirs(record payload.Person, code string, sent payload.Person) bool {
	if own := record.Membership.Code; own != "" {
		return own == code
	}
	return sent.Name.First == record.Name.First && sent.Name.Last == record.Name.Last
}

// sent remembers a member who was sent.
func (m *Members) sent(ctx context.Context, e *ledger.Entry, seen *seen, sent payload.Person, written payload.Person) error {
	e.SetNumber(written.ID)
	e.Synced = sent.Hash()
	e.SetState(ledger.MemberState{})
	seen.Wrote(sent.Fields(m.Phone), written.Fields(m.Phone))
	return m.Remember(ctx, *e, seen.entry())
}

// leave marks a member who vanished from the site as a former member. Photo, relations and work stay as they are.
func (to *sending) leave(ctx context.Context, e *ledger.Entry) error {
	record, err := to.App.Person(ctx, e.Number())
	if err == nil && !record.Administered {
		to.NoteOnce(texts.StrangeMember, e.Key, record.ID)
	}
	// Somebody removed the person, and the number is another's.
	if engine.Absent(err) || err == nil && (record.Membership.Code != e.Key || !record.Administered) {
		return to.forget(ctx, e)
	}
	if err != nil {
		return err
	}
	_, err = to.App.Change(ctx, e.Number(), payload.Former(record))
	if err != nil {
		return err
	}
	if err := to.drop(ctx, e.Key); err != nil {
		return err
	}
	e.Synced = "" // who comes back unchanged is sent again
	e.SetState(ledger.MemberState{Former: true})
	return to.Remember(ctx, *e)
}

// unsent is for a member who vanished before the synchronization knew that they were sent: a run may have died after it made the
// person.
func (to *sending) unsent(ctx context.Context, e *ledger.Entry) error {
	s, err := ledger.State[ledger.MemberState](e)
	if err != nil {
		return err
	}
	if s.Begun {
		id, err := to.directory.Member(ctx, e.Key)
		if err != nil {
			return err
		}
		if id != 0 {
			e.SetNumber(id)
			return to.leave(ctx, e)
		}
	}
	return to.forget(ctx, e)
}

func (to *sending) forget(ctx context.Context, e *ledger.Entry) error {
	if err := to.drop(ctx, e.Key); err != nil {
		return err
	}
	delete(to.snapshot.Entries, e.Key)
	return to.Forget(ctx, "a member", ledger.Member, e.Key)
}

// drop forgets what was downloaded of a member who has left, how the fields stood, and what the followers keep.
func (m *Members) drop(ctx context.Context, code string) error {
	err := m.Stores.Downloads.Drop(ctx, sets.Details.Name, code)
	if err == nil {
		err = m.Stores.Ledger.Remove(ctx, ledger.Seen, code)
	}
	for _, f := range m.Followers {
		if err == nil {
			err = f.MemberLeft(ctx, code)
		}
	}
	if err != nil {
		return engine.Stopf("forget a member: %w", err)
	}
	return nil
}

// Detach forgets who a member is in the application: the number is a stranger's.
func (m *Members) Detach(ctx context.Context, e *ledger.Entry) error {
	if ledger.Left(e) {
		if err := m.drop(ctx, e.Key); err != nil {
			return err
		}
		return m.Forget(ctx, "a member", ledger.Member, e.Key)
	}
	if err := m.lost(ctx, e.Key); err != nil {
		return err
	}
	if err := m.Forget(ctx, "a member", ledger.Seen, e.Key); err != nil {
		return err
	}
	unlink(e)
	return m.Remember(ctx, *e)
}

// DetachGone detaches a member whose person somebody removed from the application, so that the next plan makes the person again.
func (m *Members) DetachGone(ctx context.Context, s *Snapshot, code string) error {
	e := s.Entries[code]
	if e == nil || e.Number() == 0 {
		return nil
	}
	if _, err := m.App.Person(ctx, e.Number()); !engine.Absent(err) {
		return err
	}
	if err := m.Detach(ctx, e); err != nil {
		return err
	}
	s.Detached(code)
	return nil
}

// unlink makes an entry one that was never sent.
func unlink(e *ledger.Entry) {
	e.Remote, e.Synced, e.State = "", "", nil
}

// Detached notes that somebody else detached a member of the snapshot.
func (s *Snapshot) Detached(code string) {
	switch e := s.Entries[code]; {
	case e == nil:
	case ledger.Left(e):
		delete(s.Entries, code)
	default:
		unlink(e)
	}
}
