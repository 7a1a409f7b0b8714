package conflict_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

func TestWhichSideOfAUnitStays(t *testing.T) {
	t.Parallel()
	one, address := conflict.Unit{email}, conflict.Unit{street, city}
	home := conflict.Values{street: "Dijk", city: "Elzendam"}
	for _, c := range []struct {
		name      string
		unit      conflict.Unit
		seen      *conflict.Seen
		site, app conflict.Values
		want      conflict.Verdict
		both      bool
	}{
		{"nothing waits", one, agreed(conflict.Values{email: "a"}), conflict.Values{email: "b"}, conflict.Values{email: "a"},
			conflict.Verdict{}, false},
		{
			"an edit, and the site is as it was", one, edited(conflict.Values{email: "a"}, noon, email),
			conflict.Values{email: "a"}, conflict.Values{email: "b"}, conflict.Verdict{Waits: true, Keep: true}, false,
		},
		{
			"an edit, and the site changed", one, edited(conflict.Values{email: "a"}, noon, email),
			conflict.Values{email: "c"}, conflict.Values{email: "b"}, conflict.Verdict{Waits: true}, true,
		},
		{
			"an edit to what the site has by now", one, edited(conflict.Values{email: "a"}, noon, email),
			conflict.Values{email: "B"}, conflict.Values{email: "b"}, conflict.Verdict{Waits: true}, false,
		},
		{
			"an edit of what the site does not tell", one, edited(conflict.Values{email: "a"}, noon, email),
			conflict.Values{}, conflict.Values{email: "b"}, conflict.Verdict{Waits: true, Keep: true}, false,
		},
		{
			"an edit of one part keeps the whole address", address, edited(home, noon, street),
			home, conflict.Values{street: "Kade", city: "Elzendam"}, conflict.Verdict{Waits: true, Keep: true}, false,
		},
		{
			"the site changed the other part", address, edited(home, noon, street),
			conflict.Values{street: "Dijk", city: "Elst"}, conflict.Values{street: "Kade", city: "Elzendam"},
			conflict.Verdict{Waits: true}, true,
		},
		{
			"a part that the application does not have decides nothing", address, edited(home, noon, street),
			conflict.Values{street: "Dijk", city: "Elst"}, conflict.Values{street: "Kade"},
			conflict.Verdict{Waits: true, Keep: true}, false,
		},
	} {
		got, both, at := c.seen.Weigh(c.unit, c.site, c.app)
		if got != c.want || both != c.both || got.Waits && !at.Equal(noon) {
			t.Errorf("%s: %+v both %v at %v, want %+v both %v", c.name, got, both, at, c.want, c.both)
		}
	}
}

func TestTheLastEditOfAUnitCounts(t *testing.T) {
	t.Parallel()
	s := edited(conflict.Values{street: "Dijk", city: "Elzendam"}, noon, street)
	s.Pending[city] = noon.Add(time.Hour)
	_, _, at := s.Weigh(conflict.Unit{street, city}, conflict.Values{}, conflict.Values{street: "Kade", city: "Elst"})
	if !at.Equal(noon.Add(time.Hour)) {
		t.Errorf("edited at %v", at)
	}
}

func TestWhatIsDecidedIsNotNewAnyMore(t *testing.T) {
	t.Parallel()
	unit, site, app := conflict.Unit{email}, conflict.Values{email: "c"}, conflict.Values{email: "b"}
	s := edited(conflict.Values{email: "a"}, noon, email)
	winner, reason := s.Decide(unit, site, app, noon.Add(-time.Hour), noon)
	if winner != conflict.Application || reason != conflict.AppNewer {
		t.Errorf("%s %s", winner, reason)
	}
	if verdict, both, _ := s.Weigh(unit, site, app); both || !verdict.Keep {
		t.Errorf("it is decided again: %+v %v", verdict, both)
	}
}

func TestWhatStaysInTheApplication(t *testing.T) {
	t.Parallel()
	held := agreed(nil)
	held.Hold(email, "a", "b")
	changed := agreed(nil)
	changed.Hold(email, "a", "b")
	for _, c := range []struct {
		name      string
		seen      *conflict.Seen
		site, app conflict.Values
		verdict   conflict.Verdict
		stays     conflict.Values
		pending   bool
		held      bool
	}{
		{
			"the edit", edited(conflict.Values{email: "a"}, noon, email), conflict.Values{email: "a"}, conflict.Values{email: "b"},
			conflict.Verdict{Waits: true, Keep: true}, conflict.Values{email: "b"}, true, false,
		},
		{
			"not an edit that lost", edited(conflict.Values{email: "a"}, noon, email), conflict.Values{email: "c"},
			conflict.Values{email: "b"}, conflict.Verdict{Waits: true}, conflict.Values{}, false, false,
		},
		{
			"an edit of what the site does not tell waits on", edited(conflict.Values{email: "a"}, noon, email), conflict.Values{},
			conflict.Values{email: "b"}, conflict.Verdict{Waits: true, Keep: true}, conflict.Values{}, true, false,
		},
		{"what is held", held, conflict.Values{email: "a"}, conflict.Values{email: "b"}, conflict.Verdict{},
			conflict.Values{email: "b"}, false, true},
		{
			"not what is held when the site changed it", changed, conflict.Values{email: "c"}, conflict.Values{email: "b"},
			conflict.Verdict{}, conflict.Values{}, false, false,
		},
		{"nothing that is not there", agreed(nil), conflict.Values{email: "a"}, conflict.Values{}, conflict.Verdict{},
			conflict.Values{}, false, false},
	} {
		got := c.seen.Staying(conflict.Unit{email}, c.site, c.app, c.verdict)
		_, pending := c.seen.Pending[email]
		if fmt.Sprint(got) != fmt.Sprint(c.stays) || pending != c.pending || c.seen.Held[email] != c.held {
			t.Errorf("%s: %v, pending %v, held %v", c.name, got, pending, c.seen.Held[email])
		}
	}
}

func TestWhatGoesToTheSite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		site, app  conflict.Values
		keep, read bool
		edits      federation.Edits
		resend     bool
		pending    bool
	}{
		{"the edit", conflict.Values{email: "a"}, conflict.Values{email: "b"}, true, true, federation.Edits{email: "b"}, false, true},
		{"a clearing", conflict.Values{email: "a"}, conflict.Values{email: ""}, true, true, federation.Edits{email: ""}, false, true},
		{"not what stands there", conflict.Values{email: "B"}, conflict.Values{email: "b"}, true, true, nil, false, false},
		{"not what lost: it is sent again", conflict.Values{email: "c"}, conflict.Values{email: "b"}, false, true, nil, true, false},
		{"what the site tells nowhere", conflict.Values{}, conflict.Values{email: "b"}, false, true, federation.Edits{email: "b"},
			false, true},
		{"not before all pages were read", conflict.Values{}, conflict.Values{email: "b"}, true, false, nil, false, true},
		{"not what the application lacks", conflict.Values{email: "a"}, conflict.Values{}, true, true, nil, false, true},
	} {
		s := edited(conflict.Values{email: "a"}, noon, email)
		edits, resend := s.WriteBack(conflict.Unit{email}, c.site, c.app, c.keep, c.read)
		_, pending := s.Pending[email]
		if fmt.Sprint(edits) != fmt.Sprint(c.edits) || resend != c.resend || pending != c.pending {
			t.Errorf("%s: %v, resend %v, pending %v", c.name, edits, resend, pending)
		}
	}
}

func TestAnAddressIsOneUnit(t *testing.T) {
	t.Parallel()
	fields := map[federation.Field]int{}
	for _, unit := range conflict.Units {
		for _, field := range unit {
			fields[field]++
		}
		if want := len(unit) == 6; (unit.Name() == "address") != want {
			t.Errorf("%v is called %s", unit, unit.Name())
		}
	}
	for _, field := range federation.Fields {
		if fields[field] != 1 {
			t.Errorf("%s is in %d units", field, fields[field])
		}
	}
	if got := (conflict.Unit{street, city}).Text(conflict.Values{street: "", city: "Elst"}); got != "Elst" {
		t.Errorf("the text is %q", got)
	}
}

func TestAMaskedValueTellsNobodyWhoDoesNotKnowIt(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{"": "", "abcd": "••••", "abcde": "ab…de", "ëëëëë": "ëë…ëë"} {
		if got := conflict.Mask(value); got != want {
			t.Errorf("%q became %q, want %q", value, got, want)
		}
	}
}

func TestOnlyEMailAddressesIgnoreCase(t *testing.T) {
	t.Parallel()
	if !conflict.Same(email, "A@b", "a@B") || conflict.Same(city, "elst", "Elst") || !conflict.Same(city, "Elst", "Elst") {
		t.Error("wrong")
	}
}
