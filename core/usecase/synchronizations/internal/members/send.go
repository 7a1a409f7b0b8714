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
	record, err := to.find(ctx, e, row)
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
func (to *sending) find(ctx context.Context, e *ledger.Entry, row *federation.Member) (*payload.Person, error) {
	if id := e.Number(); id != 0 {
		record, err := to.App.Person(ctx, id)
		switch {
		case err == nil && !record.Administered:
			to.NoteOnce(texts.StrangeMember, e.Key, id)
		case err == nil && record.IsMember(e.Key, row):
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

// sent remembers a member who was sent.
func (m *Members) sent(ctx context.Context, e *ledger.Entry, seen *seen, sent payload.Person, written payload.Person) error {
	e.SetNumber(written.ID)
	e.Synced = sent.Hash()
	e.SetState(ledger.MemberState{})
	m.beSure(e.Key)
	seen.Wrote(sent.Fields(m.Phone), written.Fields(m.Phone))
	seen.Met(written.Modified, m.Now())
	return m.Remember(ctx, *e, seen.entry())
}

// leave marks a member who vanished from the site as a former member. Photo, relations and work stay as they are.
func (to *sending) leave(ctx context.Context, e *ledger.Entry) error {
	record, err := to.App.Person(ctx, e.Number())
	if err == nil && !record.Administered {
		to.NoteOnce(texts.StrangeMember, e.Key, record.ID)
	}
	if err != nil && !engine.Absent(err) {
		return err
	}
	// Somebody removed the person, or the number is another's.
	if err != nil || !record.IsMember(e.Key, to.snapshot.RowBefore(e.Key)) {
		return to.forget(ctx, e)
	}
	seen, err := to.seenOf(ctx, e.Key)
	if err != nil {
		return err
	}
	if seen.known {
		to.detectEdits(seen, record)
	}
	_, err = to.App.Change(ctx, e.Number(), payload.Former(record))
	if err != nil {
		return err
	}
	if n := len(seen.Pending); n > 0 { // the site has nobody to whom they could be written
		to.NoteOnce(texts.EditsGone, e.Key, n)
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

// DetachGone detaches a member whose person somebody removed from the application, or whose number is somebody else's, so that
// the next plan finds the person or makes them again.
func (m *Members) DetachGone(ctx context.Context, s *Snapshot, code string) error {
	if there, err := m.StillThere(ctx, s.Entries[code]); there || err != nil {
		return err
	}
	s.Detached(code)
	return nil
}

// StillThere reports whether the person under a member's number is that member, and detaches the member when not. Of who has no
// number nothing is asked, and of nobody twice. The entry may be nil.
func (m *Members) StillThere(ctx context.Context, e *ledger.Entry) (bool, error) {
	if e == nil || e.Number() == 0 || m.sure[e.Key] {
		return true, nil
	}
	record, err := m.App.Person(ctx, e.Number())
	if err == nil {
		is, err := m.IsMember(ctx, e.Key, record)
		if is && err == nil {
			m.beSure(e.Key)
		}
		if is || err != nil {
			return true, err
		}
		m.NoteOnce(texts.NotMember(record.Administered), e.Key, record.ID)
	} else if !engine.Absent(err) {
		return true, err
	}
	return false, m.Detach(ctx, e)
}

// Gone reports whether nobody has a number in the application any more.
func (m *Members) Gone(ctx context.Context, id int64) (bool, error) {
	_, err := m.App.Person(ctx, id)
	if engine.Absent(err) {
		return true, nil
	}
	return false, err
}

// beSure notes that the number of a member is theirs.
func (m *Members) beSure(code string) {
	if m.sure == nil {
		m.sure = map[string]bool{}
	}
	m.sure[code] = true
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
