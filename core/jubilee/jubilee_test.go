package jubilee_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/jubilee"
)

func day(text string) civil.Date {
	d, ok := civil.Parse(text)
	if !ok {
		panic(text)
	}
	return d
}

func TestADayThatIsMissingIsTheFirstOfTheNextMonth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		since  string
		months int
		want   string
	}{
		{"1976-11-24", 600, "2026-11-24"}, {"1984-02-29", 300, "2009-03-01"}, {"1984-02-29", 480, "2024-02-29"},
		{"2014-08-31", 150, "2027-03-01"}, {"2014-08-29", 150, "2027-03-01"}, {"2015-08-29", 150, "2028-02-29"},
		{"2014-05-31", 150, "2026-12-01"}, {"2014-05-30", 150, "2026-11-30"},
	} {
		if got := jubilee.Span(c.months).After(day(c.since)); got != day(c.want) {
			t.Errorf("%d months after %s: got %v, want %s", c.months, c.since, got, c.want)
		}
	}
}

// contract: club §2.11-5
func TestMilestonesBetweenTwoDays(t *testing.T) {
	t.Parallel()
	from, to := day("2026-11-24"), day("2027-02-21")
	for _, c := range []struct{ name, since, until, want string }{
		{"on the first day", "2001-11-24", "", "25 2026-11-24"},
		{"on the last day", "1987-02-21", "", "40 2027-02-21"},
		{"in the compact form", "19870221", "", "40 2027-02-21"},
		{"a day too early", "2001-11-23", "", ""},
		{"a day too late", "2002-02-22", "", ""},
		{"no milestone", "2000-12-01", "", ""},
		{"twelve and a half years do not count at first", "2014-06-01", "", ""},
		{"nobody knows since when", "", "", ""},
		{"who leaves on the day reaches it", "2001-12-01", "2026-12-01", "25 2026-12-01"},
		{"who leaves before does not", "2001-12-01", "2026-11-30", ""},
	} {
		got := ""
		for _, m := range jubilee.Default().Between(day(c.since), day(c.until), from, to) {
			got += fmt.Sprint(m.Span, " ", m.Date)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	close := jubilee.Settings{Milestones: []jubilee.Span{12, 18}}
	if got := close.Between(day("2025-12-01"), civil.Date{}, day("2026-12-01"), day("2027-06-01")); len(got) != 2 {
		t.Errorf("several of one person: %v", got)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	s, err := jubilee.FromYears([]float64{40, 12.5, 25, 40})
	if err != nil || !slices.Equal(s.Years(), []float64{12.5, 25, 40}) {
		t.Errorf("got %v, %v", s.Years(), err)
	}
	if got := jubilee.Default().Years(); !slices.Equal(got, []float64{25, 40, 50, 60, 65, 70, 75}) {
		t.Errorf("at first %v", got)
	}
	if s, err := jubilee.FromYears(nil); err != nil || len(s.Years()) != 0 {
		t.Errorf("none: %v, %v", s, err)
	}
	for _, years := range [][]float64{{0}, {-25}, {0.5}, {12.25}, {100.5}, {1e300}, make([]float64, 51)} {
		if _, err := jubilee.FromYears(years); fault.As(err) == nil || fault.As(err).Params["milestones"] == "" {
			t.Errorf("%v is refused by %v", years, err)
		}
	}
}

func TestACopyIsItsOwn(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := jubilee.Default()
		c := s.Clone()
		c.Milestones[rapid.IntRange(0, 6).Draw(t, "at")] = 1
		if !slices.Equal(s.Years(), jubilee.Default().Years()) {
			t.Fatal("shared")
		}
	})
}
