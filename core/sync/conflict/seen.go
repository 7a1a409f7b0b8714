package conflict

import (
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Seen is how the fields of a member that can be written back last stood when both sides agreed.
type Seen struct {
	// Site and App are the hashes of the values on either side: the application may keep one in another form than it was sent.
	Site map[federation.Field]string `json:"site"`
	App  map[federation.Field]string `json:"app"`
	// Pending are the fields that somebody changed in the application, and when; they wait to be written to the site.
	Pending map[federation.Field]time.Time `json:"pending,omitempty"`
	// Edited are the hashes of the application's values that wait: another one is a later edit.
	Edited map[federation.Field]string `json:"edited,omitempty"`
	// Held are the fields that the site does not let anybody edit: the application's value stays until the site's changes.
	Held map[federation.Field]bool `json:"held,omitempty"`
	// Latest is when the newest record that was met or written was changed, by the application's clock but never later than by
	// ours: one that is older came back from a backup.
	Latest time.Time `json:"latest,omitzero"`
}

// skew is by how much the clocks of an application's servers may differ.
const skew = time.Minute

// Met notes when a record was changed that stands in the application. It is never later than now, by our clock: the
// application's may have run ahead, and what is edited once it is right is no older backup. A Latest that lies in the future was
// noted by a wrong clock, and says nothing. When ours is the wrong one, some older backups are not known as such, and no edit is
// taken for one.
func (s *Seen) Met(at, now time.Time) {
	if s.Latest.After(now) {
		s.Latest = time.Time{}
	}
	if at = earlier(at, now); at.After(s.Latest) {
		s.Latest = at
	}
}

func earlier(a, b time.Time) time.Time {
	if a.After(b) {
		a = b
	}
	return a.UTC()
}

// changedSince reports whether a value is another one than when it was last seen on its side. What was never seen did not change.
func changedSince(side map[federation.Field]string, field federation.Field, value string) bool {
	hash, seen := side[field]
	return seen && hash != diff.Hash(value)
}

// Agree notes that a field stands like this on the two sides, and that nothing of it waits.
func (s *Seen) Agree(field federation.Field, site, app string) {
	s.begin()
	s.Site[field], s.App[field] = diff.Hash(site), diff.Hash(app)
	s.settle(field)
	delete(s.Held, field)
}

// settle notes that nothing of a field waits any more.
func (s *Seen) settle(field federation.Field) {
	delete(s.Pending, field)
	delete(s.Edited, field)
}

// wait notes that a value waits.
func (s *Seen) wait(field federation.Field, value string) {
	if s.Edited == nil {
		s.Edited = map[federation.Field]string{}
	}
	s.Edited[field] = diff.Hash(value)
}

func (s *Seen) begin() {
	if s.App == nil {
		s.App = map[federation.Field]string{}
	}
	if s.Site == nil {
		s.Site = map[federation.Field]string{}
	}
}

// Wrote notes how the fields stand after the application was written. Fields that wait for the site stay as they were seen
// before, and wait in the form that the application made of them. Of fields that the site does not tell it notes only the
// application's side.
func (s *Seen) Wrote(site, app Values) {
	for field, value := range app {
		_, told := site[field]
		switch _, waits := s.Pending[field]; {
		case waits:
			s.wait(field, value)
		case !told:
			s.begin()
			s.App[field] = diff.Hash(value)
		}
	}
	for field, value := range site {
		if _, waits := s.Pending[field]; !waits && !s.Held[field] {
			s.Agree(field, value, app[field])
		}
	}
}

// Hold notes that the site does not let anybody edit a field, which stands like this on the two sides.
func (s *Seen) Hold(field federation.Field, site, app string) {
	s.Agree(field, site, app)
	if s.Held == nil {
		s.Held = map[federation.Field]bool{}
	}
	s.Held[field] = true
}

// DetectEdits finds what somebody changed in the application, by the time at but never later than now, since the fields were
// last seen, and lets it wait for the site. A value that waits and was changed again waits since the later time. It reports
// whether it found something new. It knows our own writes by how the fields stood after them. otherRows are the values in rows of
// other labels, by field: a value that stands there was not cleared.
//
// older says that the record was changed before one that was met: an older backup of the application came back. Nobody edited
// what differs in it, and the site's values must be sent again.
func (s *Seen) DetectEdits(app Values, otherRows map[federation.Field][]string, at, now time.Time) (found, older bool) {
	if !at.IsZero() && at.Before(s.Latest.Add(-skew)) && !s.Latest.After(now) {
		s.goBack(app)
		return false, true
	}
	at = earlier(at, now)
	s.Met(at, now)
	for field, value := range app {
		_, waits := s.Pending[field]
		before := s.App
		if waits {
			before = s.Edited
		}
		if _, known := before[field]; waits && !known { // noted before the values that wait were remembered
			s.wait(field, value)
			found = true
			continue
		}
		relabelled := func(other string) bool { return !changedSince(before, field, other) }
		if !changedSince(before, field, value) || value == "" && slices.ContainsFunc(otherRows[field], relabelled) {
			continue
		}
		if s.Pending == nil {
			s.Pending = map[federation.Field]time.Time{}
		}
		s.Pending[field], found = at, true
		s.wait(field, value)
		delete(s.Held, field)
	}
	return found, false
}

// goBack notes that the application's values are those of an older backup. What waited and is not there any more is lost.
func (s *Seen) goBack(app Values) {
	for field, value := range app {
		if s.Edited[field] != diff.Hash(value) {
			s.settle(field)
		}
		if _, seen := s.App[field]; seen {
			s.App[field] = diff.Hash(value)
		}
	}
}

// Open reports whether a field of the unit waits for the site, or cannot be edited there: then the two sides may differ.
func (s *Seen) Open(unit Unit) bool {
	return slices.ContainsFunc(unit, func(field federation.Field) bool {
		_, waits := s.Pending[field]
		return waits || s.Held[field]
	})
}

// SiteTime returns when the site changed a member, never later than now; the zero time when nobody knows. The site may tell only
// the day: then it is the last moment of the day, so that no older change takes the site's place.
func SiteTime(updated string, now time.Time, zone *time.Location) time.Time {
	at, ok := civil.ParseInstant(updated, zone)
	if !ok {
		return time.Time{}
	}
	if day, whole := civil.Parse(updated); whole && !day.IsZero() {
		next := day.AddDays(1)
		at = time.Date(next.Year, next.Month, next.Day, 0, 0, 0, 0, zone).Add(-time.Microsecond)
	}
	return earlier(at, now)
}
