package porttest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/ports"
)

// Collector is a provider of contributions as an adapter hands it to the suite: nobody owes anything.
type Collector struct {
	ports.Contributions
	Put func(year int, items ...dues.Item) // lets it have these in a year
}

// Contributions is the contract of ports.Contributions. open makes a provider for one part of it.
func Contributions(t *testing.T, open func(t testing.TB) Collector) {
	ctx := context.Background()

	t.Run("a year of which nothing is known", func(t *testing.T) {
		c := open(t)
		if got := must(c.Year(ctx, 2026))(t); len(got) != 0 {
			t.Errorf("got %+v", got)
		}
	})

	t.Run("every item of the year, to the cent and in order, on any number of pages", func(t *testing.T) {
		c := open(t)
		var want []dues.Item
		for i := range 250 {
			want = append(want, dues.Item{Member: "BCDF12G", Total: 10, Balance: 9, Status: "Open"})
			want[i].Total += 1000 * 25_499
		}
		want = append(want, dues.Item{Member: "AAAA11", Total: 1, Balance: -1, Status: "Deels betaald"},
			dues.Item{Member: "CCCC33", Total: 0, Balance: 0, Status: ""})
		c.Put(2026, want...)
		c.Put(2025, dues.Item{Member: "AAAA11", Total: 5, Balance: 5, Status: "Open"})
		if got := must(c.Year(ctx, 2026))(t); !slices.Equal(got, want) {
			t.Errorf("got %d items: %+v", len(got), got[max(0, len(got)-2):])
		}
		equal(t, "of the year before", len(must(c.Year(ctx, 2025))(t)), 1)
	})

	t.Run("the context ends", func(t *testing.T) {
		c := open(t)
		ended, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := c.Year(ended, 2026); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}
