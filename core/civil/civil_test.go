package civil_test

import (
	"testing"
	"time"
	_ "time/tzdata" // Europe/Amsterdam on a machine without zones

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
)

func day(year int, month time.Month, of int) civil.Date {
	return civil.Date{Year: year, Month: month, Day: of}
}

func amsterdam(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       civil.Date
		ok         bool
	}{
		{"nothing is no date", "", civil.Date{}, true},
		{"year, month, day", "2026-03-29", day(2026, 3, 29), true},
		{"the compact form", "20260329", day(2026, 3, 29), true},
		{"a leap day", "2024-02-29", day(2024, 2, 29), true},
		{"a leap day in the compact form", "20240229", day(2024, 2, 29), true},
		{"a leap day every four hundred years", "2000-02-29", day(2000, 2, 29), true},
		{"no leap day otherwise", "2023-02-29", civil.Date{}, false},
		{"no leap day in most centuries", "1900-02-29", civil.Date{}, false},
		{"no such day in the compact form", "20230229", civil.Date{}, false},
		{"no 31 April", "2026-04-31", civil.Date{}, false},
		{"no month 13", "2026-13-01", civil.Date{}, false},
		{"no day 0", "2026-01-00", civil.Date{}, false},
		{"no year 0", "0000-01-01", civil.Date{}, false},
		{"the first year", "0001-01-01", day(1, 1, 1), true},
		{"the last year", "9999-12-31", day(9999, 12, 31), true},
		{"the empty date of MySQL", "0000-00-00", civil.Date{}, false},
		{"eight characters are not always compact", "2026-3-9", civil.Date{}, false},
		{"short parts", "2026-3-29", civil.Date{}, false},
		{"Dutch order", "29-03-2026", civil.Date{}, false},
		{"a time", "2026-03-29T00:00:00Z", civil.Date{}, false},
		{"blanks", " 2026-03-29", civil.Date{}, false},
		{"words", "gisteren", civil.Date{}, false},
	} {
		if got, ok := civil.Parse(c.text); got != c.want || ok != c.ok {
			t.Errorf("%s: got %v %v, want %v %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

func anyDay(t *rapid.T, label string) civil.Date {
	return civil.Of(time.Date(rapid.IntRange(1, 9998).Draw(t, label+" year"), 1, rapid.IntRange(1, 366).Draw(t, label), 0, 0, 0,
		0, time.UTC))
}

func TestDatesComeBackFromTheirText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := anyDay(t, "day")
		for _, text := range []string{d.String(), d.String()[:4] + d.String()[5:7] + d.String()[8:]} {
			if got, ok := civil.Parse(text); !ok || got != d {
				t.Fatalf("%q: got %v", text, got)
			}
		}
	})
	if got := (civil.Date{}).String(); got != "" || !(civil.Date{}).IsZero() {
		t.Errorf("no date prints as %q", got)
	}
}

func TestTheOrderOfDatesIsThatOfTheirTexts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := anyDay(t, "a")
		b := a.AddDays(rapid.IntRange(-400, 400).Draw(t, "days"))
		if b.Year < 1 {
			return
		}
		if a.Before(b) != (a.String() < b.String()) || a.Compare(b) != -b.Compare(a) || (a.Compare(b) == 0) != (a == b) {
			t.Fatalf("%v and %v", a, b)
		}
		if !(civil.Date{}).Before(a) {
			t.Fatalf("no date is not before %v", a)
		}
	})
}

func TestAddDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from civil.Date
		days int
		want civil.Date
	}{
		{day(2024, 2, 28), 1, day(2024, 2, 29)},
		{day(2023, 2, 28), 1, day(2023, 3, 1)},
		{day(2025, 12, 31), 1, day(2026, 1, 1)},
		{day(2026, 1, 1), -1, day(2025, 12, 31)},
		{day(2026, 3, 29), 0, day(2026, 3, 29)},
	} {
		if got := c.from.AddDays(c.days); got != c.want {
			t.Errorf("%v %+d: got %v, want %v", c.from, c.days, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		d, n := anyDay(t, "day"), rapid.IntRange(0, 10_000).Draw(t, "n")
		if back := d.AddDays(n).AddDays(-n); back != d {
			t.Fatalf("%v came back as %v", d, back)
		}
	})
}

func TestTheClubsZoneDecidesWhichDayItIs(t *testing.T) {
	t.Parallel()
	zone := amsterdam(t)
	for instant, want := range map[string]civil.Date{
		"2026-01-31T22:59:59Z": day(2026, 1, 31), "2026-01-31T23:00:00Z": day(2026, 2, 1), // winter: one hour ahead
		"2026-07-31T21:59:59Z": day(2026, 7, 31), "2026-07-31T22:00:00Z": day(2026, 8, 1), // summer: two
		"2026-03-29T00:59:59Z": day(2026, 3, 29), "2026-03-29T01:00:00Z": day(2026, 3, 29), // the clock goes forward
	} {
		at, err := time.Parse(time.RFC3339, instant)
		if err != nil {
			t.Fatal(err)
		}
		if got := civil.On(at, zone); got != want {
			t.Errorf("%s: got %v, want %v", instant, got, want)
		}
	}
}

func TestParseInstant(t *testing.T) {
	t.Parallel()
	zone := amsterdam(t)
	at := func(hour, minute, second, micros int) time.Time {
		return time.Date(2026, 7, 1, hour, minute, second, micros*1000, time.UTC)
	}
	for _, c := range []struct {
		name, text string
		want       time.Time
		ok         bool
	}{
		{"UTC", "2026-07-01T12:30:15Z", at(12, 30, 15, 0), true},
		{"with an offset", "2026-07-01T12:30:15+02:00", at(10, 30, 15, 0), true},
		{"microseconds at most", "2026-07-01T12:30:15.123456789Z", at(12, 30, 15, 123456), true},
		{"without a zone it is the club's", "2026-07-01T12:30:15", at(10, 30, 15, 0), true},
		{"without a zone, with a fraction", "2026-07-01T12:30:15.5", at(10, 30, 15, 500000), true},
		{"the contract's form", "2026-07-01 12:30:15", at(10, 30, 15, 0), true},
		{"without seconds", "2026-07-01T12:30", at(10, 30, 0, 0), true},
		{"a day is its first moment", "2026-07-01", time.Date(2026, 6, 30, 22, 0, 0, 0, time.UTC), true},
		{"nothing", "", time.Time{}, false},
		{"no such day", "2026-06-31", time.Time{}, false},
		{"no such hour", "2026-07-01T25:00:00Z", time.Time{}, false},
		{"words", "gisteren", time.Time{}, false},
	} {
		got, ok := civil.ParseInstant(c.text, zone)
		if !got.Equal(c.want) || ok != c.ok || ok && got.Location() != time.UTC {
			t.Errorf("%s: got %v %v, want %v %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

func TestAddYears(t *testing.T) {
	t.Parallel()
	day := func(year int, month time.Month, of int) civil.Date {
		return civil.Date{Year: year, Month: month, Day: of}
	}
	for _, c := range []struct {
		from  civil.Date
		years int
		want  civil.Date
	}{
		{day(2026, 3, 29), -3, day(2023, 3, 29)}, {day(2024, 2, 29), 4, day(2028, 2, 29)}, {day(2024, 2, 29), -3, day(2021, 3, 1)},
		{day(2023, 12, 31), 1, day(2024, 12, 31)}, {day(2026, 1, 1), 0, day(2026, 1, 1)},
	} {
		if got := c.from.AddYears(c.years); got != c.want {
			t.Errorf("%v and %d years: got %v, want %v", c.from, c.years, got, c.want)
		}
	}
}

func TestAStampIsWrittenAsItsLayoutSays(t *testing.T) {
	t.Parallel()
	club := amsterdam(t)
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-70_000_000_000, 300_000_000_000).Draw(t, "at"), 0)
		for _, zone := range []*time.Location{time.UTC, club} {
			in := at.In(zone)
			if got, want := string(civil.AppendStamp(nil, in)), in.Format(civil.StampLayout); got != want {
				t.Fatalf("%q, want %q", got, want)
			}
		}
	})
}
