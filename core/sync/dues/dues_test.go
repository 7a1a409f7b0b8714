package dues_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/dues"
)

func TestItemsOfAMemberAreAddedUp(t *testing.T) {
	t.Parallel()
	got := dues.Sum(2026, []dues.Item{
		{Member: "BCDF12G", Total: 25_500, Balance: 0, Status: "Betaald"},
		{Member: " bcdf12g", Total: 4_500, Balance: 4_500, Status: "Open"},
		{Member: "AAAA11", Total: 10_000, Balance: 0, Status: "Betaald"},
		{Member: "AAAA11", Total: 20_000, Balance: 0, Status: "Kwijtgescheld"},
		{Member: "CCCC33", Total: 5_000, Balance: -5_000, Status: "Te veel betaald"},
		{Member: "DDDD44", Total: 5_000, Balance: 0, Status: "Eerste"},
		{Member: "DDDD44", Total: 5_000, Balance: 0, Status: "Tweede"},
	})
	want := map[string]dues.Year{
		"bcdf12g": {2026, 30_000, 4_500, "Open"},
		"aaaa11":  {2026, 30_000, 0, "Kwijtgescheld"},
		"cccc33":  {2026, 5_000, -5_000, "Te veel betaald"},
		"dddd44":  {2026, 10_000, 0, "Eerste"},
	}
	if !maps.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

// contract: sync §2.5, the status is that of the most recent year, not that of the greatest word.
func TestTheNewestYearIsChosenByYear(t *testing.T) {
	t.Parallel()
	newest, found := dues.Newest([]dues.Year{{2025, 1, 1, "Open"}, {2026, 2, 0, "Betaald"}, {2024, 3, 3, "Zwevend"}})
	if !found || newest != (dues.Year{2026, 2, 0, "Betaald"}) {
		t.Errorf("%+v %v", newest, found)
	}
	if _, found := dues.Newest(nil); found {
		t.Error("of nothing there is a newest year")
	}
	if got := dues.Years(2026); !slices.Equal(got, []int{2023, 2024, 2025, 2026}) {
		t.Errorf("read are %v", got)
	}
}

func TestAFewUnreadableItemsAreOdd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n, all int
		want   bool
	}{{5, 5, false}, {6, 600, false}, {6, 599, true}, {0, 0, false}} {
		if got := dues.TooManyUnread(c.n, c.all); got != c.want {
			t.Errorf("%d of %d: %v", c.n, c.all, got)
		}
	}
}
