package members

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// overlap is how much is asked for again before the last change that was met, because writes may have been under way then. These
// times are the application's own. None is under way any more once a later scan, at least as long after it by our own clock, met
// nothing later.
const overlap = 5 * time.Second

// reviewState is what the ledger knows of a look at what was edited besides.
type reviewState struct {
	Settled bool `json:"settled,omitempty"` // nothing up to the last change that was met is under way any more
	// StrangersChecked says that everybody was looked at since records tell whether they are administered.
	StrangersChecked bool `json:"strangers_checked,omitempty"`
}

// scan is a look at who was changed in the application since the last one.
type scan struct {
	*Members
	entries map[string]*ledger.Entry
	known   map[string]*ledger.Entry // how fields last stood, once it was asked
	codes   map[int64][]string       // of current members, by their numbers
	found   Mistaken
	last    time.Time // the last change that was met, but for those of a time to come
}

// Mistaken are records of the application that were taken for somebody's, and are not.
type Mistaken struct {
	Strangers map[int64]bool   // numbers of strangers
	Members   map[string]int64 // current members whose number is somebody else's, by code
}

// Scan asks the application who was changed since the last scan, and lets what somebody edited wait for the site. It hands to
// detach who turned out to be somebody else. It hands the records that cannot be read to unreadable, and then the next scan asks
// for the same ones again, to find what was edited there.
func (m *Members) Scan(
	ctx context.Context, detach func(Mistaken) error, unreadable func(payload.UnreadableRecord),
) error {
	entries, err := m.Entries(ctx, ledger.Member)
	if err != nil || len(entries) == 0 {
		return err
	}
	review, err := m.Entry(ctx, ledger.Review, "people")
	if err != nil {
		return err
	}
	before, err := ledger.State[reviewState](&review)
	if err != nil {
		return err
	}
	s := &scan{Members: m, entries: entries, codes: map[int64][]string{}}
	s.found = Mistaken{Strangers: map[int64]bool{}, Members: map[string]int64{}}
	for code, e := range entries {
		if id := e.Number(); id != 0 && !ledger.Left(e) {
			s.codes[id] = append(s.codes[id], code)
		}
	}
	var since time.Time
	s.last, since = interval(review.Remote, before, m.Now())
	whole := true
	err = m.App.Each(ctx, since, func(r payload.Person) error { return s.visit(ctx, r) })
	err = payload.Readable(err, func(r payload.UnreadableRecord) {
		whole = false
		unreadable(r)
	})
	if err == nil {
		err = detach(s.found)
	}
	// After a scan of an empty application the next one is at everybody, too.
	if err != nil || !whole || m.DryRun || s.last.IsZero() {
		return err
	}
	after := reviewState{StrangersChecked: true}
	after.Settled = before.Settled || !review.At.IsZero() && !m.Now().Before(review.At.Add(overlap))
	if met := s.last.UTC().Format(time.RFC3339Nano); met != review.Remote {
		review.Remote, after.Settled = met, false
	} else if after == before {
		return nil
	}
	review.SetState(after)
	return m.Remember(ctx, review)
}

// interval returns the last change that was met before, and since when the next scan asks: at first for everybody.
//
// A clock of the application that ran ahead once must not hide what is edited after it was put right. So a change that lies in
// the future by our clock is met and not noted, and when such a one was noted by a wrong clock, everybody is asked for again.
// When ours is the wrong one, scans ask for more than they need, and miss nothing.
func interval(met string, state reviewState, now time.Time) (last, since time.Time) {
	at, err := time.Parse(time.RFC3339Nano, met)
	switch {
	case err != nil, at.After(now):
		return time.Time{}, time.Time{}
	case !state.StrangersChecked:
		return at, time.Time{}
	case state.Settled: // what is met later is of a later second: the application tells no less
		return at, at.Truncate(time.Second).Add(time.Second - time.Microsecond)
	}
	return at, at.Add(-overlap)
}

func (s *scan) visit(ctx context.Context, record payload.Person) error {
	if record.Modified.After(s.last) && !record.Modified.After(s.Now()) {
		s.last = record.Modified
	}
	if !record.Administered {
		s.found.Strangers[record.ID] = true
		return nil
	}
	for _, code := range s.codes[record.ID] {
		is, err := s.IsMember(ctx, code, record)
		if err != nil {
			return err
		}
		if !is {
			s.found.Members[code] = record.ID
		}
	}
	code := record.Membership.Code
	e := s.entries[code]
	if e == nil || e.Number() != record.ID || record.Deceased() {
		return nil
	}
	if s.known == nil { // all of them at once: on the first scan everybody comes by
		var err error
		if s.known, err = s.Members.Entries(ctx, ledger.Seen); err != nil {
			return err
		}
	}
	if s.known[code] == nil {
		return nil
	}
	seen, err := seenIn(s.known[code])
	if err != nil {
		return err
	}
	_, fresh, older := s.detectEdits(seen, record)
	switch {
	case older && !s.DryRun:
		return s.sendAgain(ctx, seen)
	case !fresh:
		return nil
	case s.DryRun:
		s.edited = append(s.edited, code)
		return nil
	}
	return s.Remember(ctx, seen.entry())
}
