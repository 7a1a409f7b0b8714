package synchronizations

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// never is the moment before every change.
var never time.Time

// values are what a member's fields hold, by field.
type values = map[federation.Field]string

// units are the fields that are one thing to people: an address is moved as a whole, never mixed from both sides.
var units = func() (list [][]federation.Field) {
	address := []federation.Field{
		federation.FieldStreet, federation.FieldNumber, federation.FieldAppendix, federation.FieldZip, federation.FieldCity,
		federation.FieldCountry,
	}
	for _, field := range federation.Fields {
		if !slices.Contains(address, field) {
			list = append(list, []federation.Field{field})
		}
	}
	return append(list, address)
}()

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
	return seenIn(&e)
}

func seenIn(e *ledger.Entry) (*seenEntry, error) {
	s, err := state[seenState](e)
	return &seenEntry{code: e.Key, known: len(e.State) > 0, state: s}, err
}

func (s *seenEntry) entry() ledger.Entry {
	e := ledger.Entry{Kind: ledger.Seen, Key: s.code}
	setState(&e, s.state)
	return e
}

// moved reports whether a value is another one than when it was last seen on its side. What was never seen did not move.
func moved(side map[federation.Field]string, field federation.Field, value string) bool {
	hash, seen := side[field]
	return seen && hash != diff.Hash(value)
}

// agree notes that a field stands like this on the two sides, and that nothing of it waits.
func (s *seenEntry) agree(field federation.Field, site, app string) {
	if s.state.Site == nil {
		s.state.Site, s.state.App = map[federation.Field]string{}, map[federation.Field]string{}
	}
	s.state.Site[field], s.state.App[field] = diff.Hash(site), diff.Hash(app)
	delete(s.state.Pending, field)
	delete(s.state.Held, field)
}

// wrote notes how the fields stand after the application was written. Fields that wait to be written to the site stay as they
// were seen before; of those that the site does not tell only the application's side is seen.
func (s *seenEntry) wrote(site, app values) {
	for field, value := range app {
		_, told := site[field]
		if _, waits := s.state.Pending[field]; !told && !waits {
			if s.state.App == nil {
				s.state.Site, s.state.App = map[federation.Field]string{}, map[federation.Field]string{}
			}
			s.state.App[field] = diff.Hash(value)
		}
	}
	for field, value := range site {
		if _, waits := s.state.Pending[field]; !waits && !s.state.Held[field] {
			s.agree(field, value, app[field])
		}
	}
}

// look finds what somebody changed in the application since the fields were last seen, and lets it wait for the site. It answers
// how the fields stand, and whether it found something new. Our own writes are known by what the application answered to
// them: a field that stands as it did then was changed by nobody. A value that stands in a row of another label now was not
// cleared.
func (x *execution) look(s *seenEntry, record payload.Record) (stands values, found bool) {
	stands = payload.Fields(record.ACF, x.phone)
	elsewhere := payload.OtherRows(record.ACF, x.phone)
	for field, value := range stands {
		if _, waits := s.state.Pending[field]; waits || !moved(s.state.App, field, value) {
			continue
		}
		relabelled := func(other string) bool { return !moved(s.state.App, field, other) }
		if value == "" && slices.ContainsFunc(elsewhere[field], relabelled) {
			continue
		}
		if s.state.Pending == nil {
			s.state.Pending = map[federation.Field]time.Time{}
		}
		s.state.Pending[field], found = record.Modified, true
		delete(s.state.Held, field)
	}
	return stands, found
}

// reconcile is what to send about a member whose record stands in the application already: what the site says, but for
// values that somebody changed there and that stay.
func (x *execution) reconcile(ctx context.Context, s *seenEntry, record payload.Record, row *federation.Member, sent payload.Payload) (payload.Payload, error) {
	stands, _ := x.look(s, record)
	site := payload.FieldsOf(sent, x.phone)
	stay := values{}
	for _, unit := range units {
		keep, waits, err := x.keeps(ctx, s, row, unit, site, stands)
		if err != nil {
			return sent, err
		}
		for _, field := range unit {
			theirs, told := site[field]
			_, there := stands[field]
			switch {
			case !there:
			case keep && told:
				stay[field] = stands[field]
			case waits && !keep:
				delete(s.state.Pending, field)
			case s.state.Held[field] && !moved(s.state.Site, field, theirs):
				stay[field] = stands[field]
			default:
				delete(s.state.Held, field)
			}
		}
	}
	return sent.WithValues(stay), nil
}

// keeps reports whether fields that are one thing wait for the site, and whether the application's values of them stay: the site
// did not change them since, or changed them earlier. What both sides changed is written into the log.
func (x *execution) keeps(ctx context.Context, s *seenEntry, row *federation.Member, unit []federation.Field, site, app values) (keep, waits bool, err error) {
	at, siteMoved, equal := never, false, true
	for _, field := range unit {
		if since, pending := s.state.Pending[field]; pending {
			waits = true
			if since.After(at) {
				at = since
			}
		}
		theirs, told := site[field]
		if _, there := app[field]; !there { // an address without a country
			continue
		}
		siteMoved = siteMoved || told && moved(s.state.Site, field, theirs)
		equal = equal && told && same(field, theirs, app[field])
	}
	switch {
	case !waits, equal:
		return false, waits, nil
	case !siteMoved:
		return true, waits, nil
	}
	siteAt, err := x.changedOnSite(ctx, row)
	if err != nil {
		return false, waits, err
	}
	winner, reason := conflict.Resolve(conflict.Side{Value: joined(unit, site), At: siteAt}, conflict.Side{Value: joined(unit, app), At: at})
	for _, field := range unit { // decided: the site's values are not new any more
		if s.state.Site != nil {
			s.state.Site[field] = diff.Hash(site[field])
		}
	}
	if x.options.DryRun {
		return winner == conflict.Application, waits, nil
	}
	err = x.Stores.Conflicts.Add(ctx, conflict.Decision{
		Member: s.code, Field: unitName(unit), Site: masked(joined(unit, site)), App: masked(joined(unit, app)),
		SiteAt: siteAt, AppAt: at, Winner: winner, Reason: reason, At: x.Now().UTC(),
	})
	if err != nil {
		return false, waits, &stop{err}
	}
	return winner == conflict.Application, waits, nil
}

func joined(unit []federation.Field, of values) string {
	var parts []string
	for _, field := range unit {
		if value := of[field]; value != "" {
			parts = append(parts, value)
		}
	}
	return strings.Join(parts, " ")
}

func unitName(unit []federation.Field) string {
	if len(unit) > 1 {
		return "address"
	}
	return string(unit[0])
}

// masked is a value of which a log may keep no more than who knows it recognizes.
func masked(value string) string {
	letters := []rune(value)
	if len(letters) < 5 {
		return strings.Repeat("•", len(letters))
	}
	return string(letters[:2]) + "…" + string(letters[len(letters)-2:])
}

// same reports whether two values of a field are one: in addresses of e-mail capitals mean nothing.
func same(field federation.Field, a, b string) bool {
	if field == federation.FieldEmail || field == federation.FieldEmail2 {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// pages counts the readings of members' pages, which tell what the search told and not when it changed.
type pages struct {
	read     int
	of       map[string]int    // the last reading of each member
	searched int               // how many there were at the search that told updated
	updated  map[string]string // when the site changed each member
}

// paged notes that a member's pages were read after the search.
func (x *execution) paged(code string) {
	if x.pages.of == nil {
		x.pages.of = map[string]int{}
	}
	x.pages.read++
	x.pages.of[code] = x.pages.read
}

// changedOnSite is when the site changed a member, as far as it tells. Of a member whose pages were read since the search did, the search is
// asked once more; who is not in it any more has left just now.
func (x *execution) changedOnSite(ctx context.Context, row *federation.Member) (time.Time, error) {
	read, paged := x.pages.of[row.Code]
	if !paged {
		return x.changedAt(row), nil
	}
	if x.pages.updated == nil || x.pages.searched < read {
		rows, err := x.Site.Members(ctx)
		if err != nil {
			return never, err
		}
		x.pages.searched, x.pages.updated = x.pages.read, make(map[string]string, len(rows))
		for i := range rows {
			x.pages.updated[rows[i].Code] = rows[i].Updated
		}
	}
	updated, there := x.pages.updated[row.Code]
	if !there {
		return x.Now().UTC(), nil
	}
	return x.changedAt(&federation.Member{Updated: updated}), nil
}

// noticeIn lets what somebody edited in a member's record, which is about to be written for another reason, wait for the site with
// the time of the edit: the write gives the record another one.
func (x *execution) noticeIn(ctx context.Context, code string, record payload.Record) error {
	if code == "" || !record.Administered {
		return nil
	}
	seen, err := x.seenOf(ctx, code)
	if err != nil || !seen.known {
		return err
	}
	if _, fresh := x.look(seen, record); !fresh {
		return nil
	}
	return x.remember(ctx, seen.entry())
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
