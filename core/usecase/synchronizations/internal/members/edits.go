package members

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
)

// seen is how a member's fields last stood, on its way to being changed.
type seen struct {
	code  string
	known bool // they were seen before
	conflict.Seen
}

func (m *Members) seenOf(ctx context.Context, code string) (*seen, error) {
	e, err := m.Entry(ctx, ledger.Seen, code)
	if err != nil {
		return nil, err
	}
	return seenIn(&e)
}

func seenIn(e *ledger.Entry) (*seen, error) {
	s, err := ledger.State[conflict.Seen](e)
	return &seen{code: e.Key, known: len(e.State) > 0, Seen: s}, err
}

func (s *seen) entry() ledger.Entry {
	e := ledger.Entry{Kind: ledger.Seen, Key: s.code, Waits: len(s.Pending) > 0}
	e.SetState(s.Seen)
	return e
}

// detectEdits finds what somebody changed in the application since the fields were last seen, and lets it wait for the site. It
// returns how the fields stand, whether it found something new, and whether the record came back from an older backup: then the
// member must be sent again.
func (m *Members) detectEdits(s *seen, record payload.Person) (app conflict.Values, found, older bool) {
	app = record.Fields(m.Phone)
	found, older = s.DetectEdits(app, record.OtherRows(m.Phone), record.Modified, m.Now())
	return app, found, older
}

// BeforeWrite looks for edits in a member's record before it is written for another reason, and lets them wait for the site. The
// write would change the time of the edit.
func (m *Members) BeforeWrite(ctx context.Context, code string, record payload.Person) error {
	if code == "" || !record.Administered {
		return nil
	}
	seen, err := m.seenOf(ctx, code)
	if err != nil || !seen.known {
		return err
	}
	_, fresh, older := m.detectEdits(seen, record)
	if older { // once it is written nobody sees that it was
		return m.sendAgain(ctx, seen)
	}
	if !fresh {
		return nil
	}
	return m.Remember(ctx, seen.entry())
}

// sendAgain lets the next run send a member whose record came back from an older backup.
func (m *Members) sendAgain(ctx context.Context, s *seen) error {
	e, err := m.Entry(ctx, ledger.Member, s.code)
	if err != nil {
		return err
	}
	e.Synced = ""
	return m.Remember(ctx, s.entry(), e)
}

// reconcile returns what to send about a member who stands in the application: what the site says, without the values that
// somebody changed there and that stay.
func (m *Members) reconcile(
	ctx context.Context, s *seen, record payload.Person, row *federation.Member, sent payload.Person,
) (payload.Person, error) {
	app, _, _ := m.detectEdits(s, record)
	site := sent.Fields(m.Phone)
	stay := conflict.Values{}
	for _, unit := range conflict.Units {
		verdict, err := m.resolve(ctx, s, row, unit, site, app)
		if err != nil {
			return sent, err
		}
		for field, value := range s.Staying(unit, site, app, verdict) {
			stay[field] = value
		}
	}
	return sent.WithValues(stay), nil
}

// resolve says whether a unit waits for the site, and whether the application's values of it stay. It logs what both sides
// changed.
func (m *Members) resolve(
	ctx context.Context, s *seen, row *federation.Member, unit conflict.Unit, site, app conflict.Values,
) (conflict.Verdict, error) {
	verdict, both, edited := s.Weigh(unit, site, app)
	if !both {
		return verdict, nil
	}
	changed, err := m.changedOnSite(ctx, row)
	if err != nil {
		return verdict, err
	}
	winner, reason := s.Decide(unit, site, app, changed, edited)
	verdict.Keep = winner == conflict.Application
	if m.DryRun {
		return verdict, nil
	}
	err = m.Stores.Conflicts.Add(ctx, conflict.Decision{
		Member: s.code, Field: unit.Name(), Site: conflict.Mask(unit.Text(site)), App: conflict.Mask(unit.Text(app)),
		SiteAt: changed, AppAt: edited, Winner: winner, Reason: reason, At: m.Now().UTC(),
	})
	return verdict, engine.Stop(err)
}
