package synchronizations

import (
	"context"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/change"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/federation"
	"github.com/clubhuis/clubhuis/core/ledger"
	"github.com/clubhuis/clubhuis/core/submission"
)

// never is the moment before every change.
var never time.Time

// values are what a member's fields hold, by field.
type values = map[federation.Field]string

// seenEntry is how a member's fields last stood, on its way to being changed.
type seenEntry struct {
	code  string
	known bool // they were seen before
	state seenState
}

func (x *execution) seenOf(ctx context.Context, code string) (*seenEntry, error) {
	e, err := x.entry(ctx, ledger.Seen, code)
	if err != nil {
		return nil, err
	}
	s, err := state[seenState](&e)
	return &seenEntry{code: code, known: len(e.State) > 0, state: s}, err
}

func (s *seenEntry) entry() ledger.Entry {
	e := ledger.Entry{Kind: ledger.Seen, Key: s.code}
	setState(&e, s.state)
	return e
}

// moved reports whether a value is another one than when it was last seen on its side. What was never seen did not move.
func moved(side map[federation.Field]string, field federation.Field, value string) bool {
	hash, seen := side[field]
	return seen && hash != change.Hash(value)
}

// agree notes that a field stands like this on the two sides.
func (s *seenEntry) agree(field federation.Field, site, app string) {
	if s.state.Site == nil {
		s.state.Site, s.state.App = map[federation.Field]string{}, map[federation.Field]string{}
	}
	s.state.Site[field], s.state.App[field] = change.Hash(site), change.Hash(app)
	delete(s.state.Pending, field)
}

// wrote notes how the fields stand after the application was written. Fields that wait to be written to the site stay as they
// were seen before.
func (s *seenEntry) wrote(site, app values) {
	for field, value := range site {
		if _, waits := s.state.Pending[field]; !waits {
			s.agree(field, value, app[field])
		}
	}
}

// look finds what somebody changed in the application since the fields were last seen, and lets it wait for the site. It answers
// how the fields stand, and whether it found something new. Our own writes are known by what the application answered to
// them: a field that stands as it did then was changed by nobody.
func (x *execution) look(s *seenEntry, record submission.Record) (stands values, found bool) {
	stands = submission.Fields(record.ACF, x.phone)
	for field, value := range stands {
		if _, waits := s.state.Pending[field]; waits || !moved(s.state.App, field, value) {
			continue
		}
		if s.state.Pending == nil {
			s.state.Pending = map[federation.Field]time.Time{}
		}
		s.state.Pending[field], found = record.Modified, true
	}
	return stands, found
}

// reconcile is what to send about a member whose record stands in the application already: what the site says, but for
// values that somebody changed there and that stay.
func (x *execution) reconcile(ctx context.Context, s *seenEntry, record submission.Record, row *federation.Member, sent submission.Change) (submission.Change, error) {
	stands, _ := x.look(s, record)
	site := submission.FieldsOf(sent, x.phone)
	stay := values{}
	for _, field := range federation.Fields {
		at, waits := s.state.Pending[field]
		theirs, told := site[field]
		if !waits || !told {
			continue
		}
		keep, err := x.keeps(ctx, s, row, field, theirs, stands[field], at)
		if err != nil {
			return sent, err
		}
		if keep {
			stay[field] = stands[field]
		} else {
			delete(s.state.Pending, field)
		}
	}
	return sent.With(stay), nil
}

// keeps reports whether the application's value of a field stays: the site did not change it since, or changed it earlier.
// What both sides changed is written into the log.
func (x *execution) keeps(ctx context.Context, s *seenEntry, row *federation.Member, field federation.Field, site, app string, at time.Time) (bool, error) {
	if same(field, site, app) {
		return false, nil
	}
	if !moved(s.state.Site, field, site) {
		return true, nil
	}
	siteAt := x.changedAt(row)
	winner, reason := change.Resolve(change.Side{Value: site, At: siteAt}, change.Side{Value: app, At: at})
	if !x.options.DryRun {
		err := x.Stores.Conflicts.Add(ctx, change.Conflict{
			Member: s.code, Field: string(field), Site: site, App: app, SiteAt: siteAt, AppAt: at, Winner: winner, Reason: reason, At: x.Now().UTC(),
		})
		if err != nil {
			return false, &stop{err}
		}
	}
	if winner == change.Application { // decided: the site's value is not new any more
		s.state.Site[field] = change.Hash(site)
	}
	return winner == change.Application, nil
}

// same reports whether two values of a field are one: in addresses of e-mail capitals mean nothing.
func same(field federation.Field, a, b string) bool {
	if field == federation.FieldEmail || field == federation.FieldEmail2 {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// changedAt is when the site changed a member, as far as it tells. It may tell only the day: then it is the last moment of it
// that has passed, so that nothing of the site's is lost to an older change.
func (x *execution) changedAt(row *federation.Member) time.Time {
	at, ok := civil.ParseInstant(row.Updated, x.Zone)
	if !ok {
		return never
	}
	if day, whole := civil.Parse(row.Updated); whole && !day.IsZero() {
		next := day.AddDays(1)
		at = time.Date(next.Year, next.Month, next.Day, 0, 0, 0, 0, x.Zone).Add(-time.Microsecond)
	}
	if now := x.Now(); at.After(now) {
		at = now
	}
	return at.UTC()
}

// absent reports whether an error says that a record is not there.
func absent(err error) bool { return err != nil && fault.KindOf(err) == fault.NotFound }
