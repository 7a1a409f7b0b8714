package conflict_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

const (
	email  = federation.FieldEmail
	mobile = federation.FieldMobile
	street = federation.FieldStreet
	city   = federation.FieldCity
)

// evening is what our own clock says, unless a test is about that.
var evening = noon.Add(8 * time.Hour)

// agreed is a member of whom both sides had the values when they last agreed.
func agreed(values conflict.Values) *conflict.Seen {
	s := &conflict.Seen{}
	for field, value := range values {
		s.Agree(field, value, value)
	}
	return s
}

// edited is agreed, of whom the fields wait since the moment.
func edited(values conflict.Values, at time.Time, fields ...federation.Field) *conflict.Seen {
	s := agreed(values)
	s.Pending = map[federation.Field]time.Time{}
	for _, field := range fields {
		s.Pending[field] = at
	}
	return s
}

// again is a member whose address was edited an hour before noon, and written for another reason since, which left it as written.
func again(edit, written string) *conflict.Seen {
	s := agreed(conflict.Values{email: "a"})
	s.DetectEdits(conflict.Values{email: edit}, nil, noon.Add(-time.Hour), evening)
	s.Wrote(conflict.Values{email: "a"}, conflict.Values{email: written})
	return s
}

func TestWhatIsSettledDoesNotWait(t *testing.T) {
	t.Parallel()
	s := again("b", "b")
	s.Agree(email, "b", "b")
	if found, _ := s.DetectEdits(conflict.Values{email: "b"}, nil, noon, evening); found || len(s.Pending)+len(s.Edited) > 0 {
		t.Errorf("%+v", s)
	}
}

func TestAnEditIsAValueThatIsNotAsItWasSeen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		seen      *conflict.Seen
		app       conflict.Values
		otherRows map[federation.Field][]string
		found     bool
		pending   string
	}{
		{"nothing", agreed(conflict.Values{email: "a"}), conflict.Values{email: "a"}, nil, false, "map[]"},
		{"another value", agreed(conflict.Values{email: "a"}), conflict.Values{email: "b"}, nil, true, "map[email:12:00]"},
		{"a cleared one", agreed(conflict.Values{email: "a"}), conflict.Values{email: ""}, nil, true, "map[email:12:00]"},
		{"one that was never seen", agreed(nil), conflict.Values{email: "b"}, nil, false, "map[]"},
		{"one that is not told", agreed(conflict.Values{email: "a"}), conflict.Values{}, nil, false, "map[]"},
		{
			"a value in a row of another label", agreed(conflict.Values{email: "a"}), conflict.Values{email: ""},
			map[federation.Field][]string{email: {"a"}}, false, "map[]",
		},
		{
			"another value in a row of another label", agreed(conflict.Values{email: "a"}), conflict.Values{email: ""},
			map[federation.Field][]string{email: {"b"}}, true, "map[email:12:00]",
		},
		{
			"one that waits keeps its time", again("b", "b"), conflict.Values{email: "b"}, nil, false, "map[email:11:00]",
		},
		{
			"one that waits and is changed again has the later time", again("b", "b"), conflict.Values{email: "c"}, nil, true,
			"map[email:12:00]",
		},
		{
			"one that waits and is cleared has the later time", again("b", "b"), conflict.Values{email: ""}, nil, true,
			"map[email:12:00]",
		},
		{
			"one that waits in a row of another label keeps its time", again("b", "b"), conflict.Values{email: ""},
			map[federation.Field][]string{email: {"b"}}, false, "map[email:11:00]",
		},
		{
			"one that waits in the form that the application made of it keeps its time", again("b", "B"),
			conflict.Values{email: "B"}, nil, false, "map[email:11:00]",
		},
		{
			"one whose value was not remembered keeps its time", edited(conflict.Values{email: "a"}, noon.Add(-time.Hour), email),
			conflict.Values{email: "c"}, nil, true, "map[email:11:00]",
		},
	} {
		found, _ := c.seen.DetectEdits(c.app, c.otherRows, noon, evening)
		pending := map[federation.Field]string{}
		for field, at := range c.seen.Pending {
			pending[field] = at.Format("15:04")
		}
		if found != c.found || fmt.Sprint(pending) != c.pending {
			t.Errorf("%s: %v %v, want %v %s", c.name, found, pending, c.found, c.pending)
		}
	}
}

func TestAnEditEndsTheHoldOfAField(t *testing.T) {
	t.Parallel()
	s := agreed(nil)
	s.Hold(email, "site", "app")
	if found, _ := s.DetectEdits(conflict.Values{email: "app"}, nil, noon, evening); found || !s.Held[email] {
		t.Fatalf("not held: %+v", s)
	}
	if found, _ := s.DetectEdits(conflict.Values{email: "new"}, nil, noon, evening); !found || s.Held[email] {
		t.Errorf("still held: %+v", s)
	}
}

func TestARecordThatCameBackFromABackupIsNoEdit(t *testing.T) {
	t.Parallel()
	s := edited(conflict.Values{email: "a", mobile: "1"}, noon, email)
	s.Met(noon, evening)
	old := conflict.Values{email: "old", mobile: "0", street: "Dijk"}
	if found, older := s.DetectEdits(old, nil, noon.Add(-time.Second), evening); !found || older {
		t.Errorf("a second of two clocks: %v %v", found, older)
	}
	s = edited(conflict.Values{email: "a", mobile: "1"}, noon, email)
	s.Met(noon, evening)
	s.Met(noon.Add(-time.Hour), evening) // the newest counts
	if found, older := s.DetectEdits(old, nil, noon.Add(-time.Hour), evening); found || !older || len(s.Pending)+len(s.Edited) > 0 {
		t.Errorf("%v %v %+v", found, older, s)
	}
	if found, older := s.DetectEdits(old, nil, noon.Add(time.Hour), evening); found || older {
		t.Errorf("after another write: %v %v", found, older)
	}
	if found, _ := s.DetectEdits(conflict.Values{email: "new"}, nil, noon.Add(time.Hour), evening); !found {
		t.Error("what is edited afterwards is no edit")
	}
	if found, older := (&conflict.Seen{}).DetectEdits(old, nil, time.Time{}, evening); found || older {
		t.Errorf("without a time: %v %v", found, older)
	}
	waits := edited(conflict.Values{email: "a"}, noon, email)
	waits.Met(noon, evening)
	value := conflict.Values{email: "edit"}
	waits.DetectEdits(value, nil, noon.Add(time.Hour), evening)
	waits.Met(noon.Add(3*time.Hour), evening)
	if waits.DetectEdits(value, nil, noon.Add(time.Hour), evening); waits.Pending[email].IsZero() {
		t.Error("what waits and is in the backup waits no more")
	}
}

func TestATimeToComeCountsAsNow(t *testing.T) {
	t.Parallel()
	ahead := noon.Add(3 * time.Hour) // by the clock of the application when it wrote
	value := conflict.Values{email: "new"}
	s := agreed(conflict.Values{email: "a"})
	s.Met(ahead, noon)
	found, older := s.DetectEdits(value, nil, noon.Add(time.Hour), noon.Add(time.Hour))
	if at := s.Pending[email]; !found || older || !at.Equal(noon.Add(time.Hour)) {
		t.Errorf("an edit after the clock was put right: %v %v, waits since %v", found, older, at)
	}
	s = agreed(conflict.Values{email: "a"})
	if found, older := s.DetectEdits(value, nil, ahead, noon); !found || older || !s.Pending[email].Equal(noon) {
		t.Errorf("an edit with a time to come: %v %v, waits since %v", found, older, s.Pending[email])
	}
	if found, older := s.DetectEdits(conflict.Values{email: "old"}, nil, noon.Add(-time.Hour), noon); found || !older {
		t.Errorf("a backup of before that edit: %v %v", found, older)
	}
	for _, now := range []time.Time{noon, noon.Add(-48 * time.Hour)} { // ours was put back
		s = agreed(conflict.Values{email: "a"})
		s.Latest = ahead
		if found, older := s.DetectEdits(value, nil, noon.Add(-30*time.Minute), now); !found || older || s.Latest.After(now) {
			t.Errorf("an edit after a wrong time was noted: %v %v, latest %v", found, older, s.Latest)
		}
		s = agreed(conflict.Values{email: "a"})
		s.Latest = ahead
		if s.Met(noon, now); s.Latest.After(now) {
			t.Errorf("a wrong time stays noted: %v", s.Latest)
		}
	}
}

func TestAWriteIsSeenButForWhatWaits(t *testing.T) {
	t.Parallel()
	s := edited(conflict.Values{email: "a", mobile: "1"}, noon, email)
	s.Hold(street, "Dijk", "Kade")
	s.Wrote(
		conflict.Values{email: "b", mobile: "2", street: "Dijk"},
		conflict.Values{email: "c", mobile: "+2", street: "Laan", city: "Elzendam"},
	)
	for _, c := range []struct {
		name  string
		value conflict.Values
		found bool
	}{
		{"the form that the application made of a value is no edit", conflict.Values{mobile: "+2"}, false},
		{"the site's form is one", conflict.Values{mobile: "2"}, true},
		{"what the site does not tell is seen", conflict.Values{city: "Elzendam"}, false},
		{"and an edit when it changes", conflict.Values{city: "Elst"}, true},
		{"what is held stays as it was seen", conflict.Values{street: "Kade"}, false},
	} {
		again := *s
		again.Pending = nil
		if got, _ := again.DetectEdits(c.value, nil, noon, evening); got != c.found {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if at, waits := s.Pending[email]; !waits || !at.Equal(noon) {
		t.Errorf("the edit waits no more: %v", s.Pending)
	}
}

func TestWhenTheSiteChangedAMember(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 3600)
	now := time.Date(2026, 3, 14, 15, 0, 0, 0, zone)
	for _, c := range []struct{ name, updated, want string }{
		{"nobody knows", "", "0001-01-01T00:00:00Z"},
		{"no date", "gisteren", "0001-01-01T00:00:00Z"},
		{"a moment", "2026-03-14T08:00:00+01:00", "2026-03-14T07:00:00Z"},
		{"a day is its last moment", "2026-03-10", "2026-03-10T22:59:59.999999Z"},
		{"today is now", "2026-03-14", "2026-03-14T14:00:00Z"},
		{"no moment is later than now", "2026-03-14T18:00:00+01:00", "2026-03-14T14:00:00Z"},
	} {
		if got := conflict.SiteTime(c.updated, now, zone).Format(time.RFC3339Nano); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
