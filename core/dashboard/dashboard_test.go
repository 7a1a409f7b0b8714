package dashboard_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/dashboard"
)

func day(text string) civil.Date {
	d, _ := civil.Parse(text)
	return d
}

// contract: club §2.11-4, facts §9
func TestBirthdaysOfTheWindow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from string
		days int
		born string
		want string // the day, "" for none
	}{
		{"2026-06-15", 7, "06-15", "2026-06-15"}, {"2026-06-15", 7, "06-21", "2026-06-21"}, {"2026-06-15", 7, "06-22", ""},
		{"2026-06-15", 7, "06-14", ""}, {"2026-12-29", 7, "01-02", "2027-01-02"},
		{"2026-02-26", 7, "02-29", "2026-03-01"}, {"2028-02-26", 7, "02-29", "2028-02-29"}, {"2028-03-01", 7, "02-29", ""},
		{"2026-03-01", 1, "02-29", "2026-03-01"}, {"2026-02-22", 7, "02-29", ""}, {"2026-06-15", 366, "06-14", "2027-06-14"},
		{"2026-06-15", 366, "06-15", "2026-06-15"},
	} {
		got := ""
		for _, b := range dashboard.BirthdaysIn(day(c.from), c.days) {
			if b.Day == c.born {
				got += b.On.String()
			}
		}
		if got != c.want {
			t.Errorf("%s in %d days from %s: %q, want %q", c.born, c.days, c.from, got, c.want)
		}
	}
	b, has := dashboard.NewBirthday(dashboard.Birthday{Born: day("2000-02-29"), On: day("2026-03-01")}, day("2026-02-27"))
	if !has || b.Age != 26 || b.Until != 2 {
		t.Errorf("got %+v, %v", b, has)
	}
	if _, has := dashboard.NewBirthday(dashboard.Birthday{Born: day("2026-03-01"), On: day("2026-03-01")}, day("2026-03-01")); has {
		t.Error("a birthday on the day of birth")
	}
}

// contract: club §2.11-14
func TestALayoutHoldsWhatIsAvailableOnce(t *testing.T) {
	t.Parallel()
	some := rapid.Custom(func(t *rapid.T) []dashboard.Block {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(dashboard.Blocks), 0, len(dashboard.Blocks), rapid.ID).Draw(t, "blocks")
	})
	rapid.Check(t, func(t *rapid.T) {
		available, order, hidden := some.Draw(t, "available"), some.Draw(t, "order"), some.Draw(t, "hidden")
		within := dashboard.Layout{Order: order, Hidden: hidden}.Within(available)
		sorted := func(list []dashboard.Block) []dashboard.Block { return slices.Sorted(slices.Values(list)) }
		if !slices.Equal(sorted(within.Order), sorted(available)) {
			t.Fatalf("order %v", within.Order)
		}
		for _, block := range within.Hidden {
			if !slices.Contains(available, block) || !slices.Contains(hidden, block) {
				t.Fatalf("hides %v", block)
			}
		}
		if within.Lost(available) || !within.Within(available).Same(within) {
			t.Fatalf("not settled: %v", within)
		}
		kept := slices.DeleteFunc(slices.Clone(order), func(b dashboard.Block) bool { return !slices.Contains(available, b) })
		if !slices.Equal(within.Order[:len(kept)], kept) {
			t.Fatalf("the order %v became %v", order, within.Order)
		}
		chosen, err := dashboard.Choose(order, hidden, available)
		lost := (dashboard.Layout{Order: order, Hidden: hidden}).Lost(available)
		if (err != nil) != lost || err == nil && !chosen.Same(within) {
			t.Fatalf("chose %v, %v", chosen, err)
		}
	})
}

func TestTheAgeOfABackupIsToldInWords(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]string{
		-1: "Er is nog nooit een back-up gemaakt en nagekeken.", 1: "De laatste nagekeken back-up is van een dag geleden.",
		12: "De laatste nagekeken back-up is van 12 dagen geleden.",
	} {
		if got := dashboard.OldBackup(days); got != want {
			t.Errorf("%d days: %s", days, got)
		}
	}
}
