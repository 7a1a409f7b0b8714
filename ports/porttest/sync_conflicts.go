package porttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/ports"
)

// Conflicts is the contract of ports.Conflicts.
func Conflicts(t *testing.T, open OpenSync) {
	ctx := context.Background()
	listed := func(t *testing.T, c ports.Conflicts, limit int) (members []string) {
		t.Helper()
		for _, conflict := range must(c.List(ctx, limit))(t) {
			members = append(members, conflict.Member)
		}
		return members
	}
	hours := func(member string, n int) conflict.Decision {
		return conflict.Decision{Member: member, At: at.Add(time.Duration(n) * time.Hour)}
	}

	t.Run("every field comes back as it went in, zero values too", func(t *testing.T) {
		c := open(t).Conflicts
		first := filled[conflict.Decision](t)
		second := conflict.Decision{Winner: conflict.Neither}
		ok(t, c.Add(ctx, second, first))
		got := must(c.List(ctx, 10))(t)
		if len(got) != 2 || got[0].ID == got[1].ID || got[0].ID == 0 || got[1].ID == 0 {
			t.Fatalf("got %+v", got)
		}
		first.ID, second.ID = got[0].ID, got[1].ID
		deepEqual(t, "listed", got, []conflict.Decision{first, second})
	})

	t.Run("times come back equal, in UTC, with microseconds", func(t *testing.T) {
		c := open(t).Conflicts
		exact := at.Add(789 * time.Nanosecond)
		ok(t, c.Add(ctx, conflict.Decision{SiteAt: exact, AppAt: exact, At: exact}))
		got := must(c.List(ctx, 1))(t)[0]
		sameTime(t, "site", got.SiteAt, at)
		sameTime(t, "application", got.AppAt, at)
		sameTime(t, "decided", got.At, at)
	})

	t.Run("the newest are listed first, of equally new ones the highest number", func(t *testing.T) {
		c := open(t).Conflicts
		for _, conflict := range []conflict.Decision{hours("a", 1), hours("b", 2), hours("c", 1), hours("d", 3), hours("e", 2)} {
			conflict.ID = 7
			ok(t, c.Add(ctx, conflict))
		}
		want := []string{"d", "e", "b", "c", "a"}
		for _, limit := range []int{0, 1, 3, 5, 6} {
			if got := listed(t, c, limit); !slices.Equal(got, want[:min(limit, len(want))]) {
				t.Errorf("%d of them: %q", limit, got)
			}
		}
		ok(t, c.Add(ctx))
		ok(t, c.Add(ctx, hours("f", 9), hours("g", 9), hours("h", 9)))
		together := must(c.List(ctx, 3))(t)
		if !slices.IsSortedFunc(together, func(a, b conflict.Decision) int { return int(b.ID - a.ID) }) ||
			together[0].ID == together[1].ID {
			t.Errorf("of those that came together: %+v", together)
		}
	})

	t.Run("those from before a time are forgotten", func(t *testing.T) {
		c := open(t).Conflicts
		ok(t, c.Add(ctx, hours("a", 2), hours("b", 0), hours("c", 1), hours("d", 0)))
		equal(t, "forgotten too early", must(c.Prune(ctx, at))(t), 0)
		equal(t, "forgotten", must(c.Prune(ctx, at.Add(time.Hour)))(t), 2)
		if got := listed(t, c, 10); !slices.Equal(got, []string{"a", "c"}) {
			t.Errorf("left: %q", got)
		}
	})

	t.Run("a number is not given twice", func(t *testing.T) {
		c := open(t).Conflicts
		ok(t, c.Add(ctx, hours("a", 0)))
		before := must(c.List(ctx, 1))(t)[0].ID
		must(c.Prune(ctx, at.Add(time.Hour)))(t)
		ok(t, c.Add(ctx, hours("b", 0)))
		if after := must(c.List(ctx, 1))(t)[0].ID; after <= before {
			t.Errorf("%d after %d", after, before)
		}
	})

	t.Run("thousands at once", func(t *testing.T) {
		c := open(t).Conflicts
		ok(t, c.Add(ctx, slices.Repeat([]conflict.Decision{hours("a", 0)}, 7_000)...))
		equal(t, "listed", len(listed(t, c, 10_000)), 7_000)
	})

	t.Run("parallel changes lose nothing", func(t *testing.T) {
		c := open(t).Conflicts
		var all sync.WaitGroup
		for writer := range 8 {
			all.Go(func() {
				for range 5 {
					if err := c.Add(ctx, hours(fmt.Sprint(writer), writer), hours("x", 0)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		equal(t, "listed", len(listed(t, c, 1000)), 80)
	})

	t.Run("a changed returned value does not reach the store", func(t *testing.T) {
		c := open(t).Conflicts
		ok(t, c.Add(ctx, hours("a", 0)))
		must(c.List(ctx, 1))(t)[0].Member = "x"
		equal(t, "member", listed(t, c, 1)[0], "a")
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		c := open(t).Conflicts
		ok(t, c.Add(ctx, hours("a", 0)))
		_, list := c.List(cancelled(), 1)
		_, prune := c.Prune(cancelled(), at.Add(time.Hour))
		for what, err := range map[string]error{"Add": c.Add(cancelled(), hours("b", 0)), "List": list, "Prune": prune} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", what, err)
			}
		}
		if got := listed(t, c, 10); !slices.Equal(got, []string{"a"}) {
			t.Errorf("left: %q", got)
		}
	})
}
