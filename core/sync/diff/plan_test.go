package diff_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/sync/diff"
)

func tracked(key, hash string) diff.Tracked {
	return diff.Tracked{Key: key, Hash: hash, There: true}
}

func TestWhatAPlanDoesWithARecord(t *testing.T) {
	t.Parallel()
	wanted := []diff.Wanted{{Key: "k", Hash: "new"}}
	over := tracked("k", "new")
	over.Over = true
	absent := tracked("k", "new")
	absent.There = false
	marked := tracked("k", "new")
	marked.Extant = true
	for _, c := range []struct {
		name     string
		wanted   []diff.Wanted
		tracked  []diff.Tracked
		force    bool
		complete bool
		want     string
	}{
		{"a new one is created", wanted, nil, false, true, "create k new"},
		{"one that never arrived is created", wanted, []diff.Tracked{absent}, false, true, "create k new"},
		{"a changed one is updated", wanted, []diff.Tracked{tracked("k", "old")}, false, true, "update k changed"},
		{"failed PUT retried next run: no hash was remembered", wanted, []diff.Tracked{tracked("k", "")}, false, true,
			"update k changed"},
		{"an equal one needs nothing", wanted, []diff.Tracked{tracked("k", "new")}, false, true, "unchanged"},
		{"force sends an equal one", wanted, []diff.Tracked{tracked("k", "new")}, true, true, "update k forced"},
		{"rejoin clears former_member: unchanged, but over", wanted, []diff.Tracked{over}, false, true, "update k back"},
		{"who is back is back also when not everything was read", wanted, []diff.Tracked{over}, false, false, "update k back"},
		{"a vanished one is taken away", nil, []diff.Tracked{tracked("k", "new")}, false, true, "delete k vanished"},
		{"one that stays is marked", nil, []diff.Tracked{marked}, false, true, "end k vanished"},
		{"one that is over needs nothing", nil, []diff.Tracked{over}, false, true, ""},
		{"nothing goes when not everything was read", nil, []diff.Tracked{tracked("k", "new"), marked}, false, false, ""},
		{"force takes nothing away", nil, []diff.Tracked{tracked("k", "new")}, true, false, ""},
	} {
		plan := diff.Compare(c.wanted, c.tracked, c.force, c.complete)
		got := ""
		for _, a := range plan.Actions {
			got += fmt.Sprintf("%s %s %s", a.Kind, a.Key, a.Reason)
		}
		if plan.Unchanged > 0 {
			got += "unchanged"
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTheOrderOfAPlan(t *testing.T) {
	t.Parallel()
	stays := tracked("y", "1")
	stays.Extant = true
	plan := diff.Compare(
		[]diff.Wanted{{"d", "2"}, {"c", "1"}, {"b", "2"}, {"a", "1"}},
		[]diff.Tracked{tracked("z", "1"), tracked("b", "1"), stays, tracked("x", "1"), tracked("d", "1")}, false, true)
	var got []string
	for _, a := range plan.Actions {
		got = append(got, string(a.Kind)+" "+a.Key)
	}
	if want := []string{"create c", "create a", "update d", "update b", "end y", "delete x", "delete z"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if removals := plan.Removals(); len(removals) != 3 || removals[0].Key != "y" {
		t.Errorf("removals: %+v", removals)
	}
}

func TestMoreThanTenPercentAndMoreThanFiveVanish(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		guard             diff.Guard
		removals, tracked int
		want              bool
	}{
		{diff.DefaultGuard, 0, 0, false},
		{diff.DefaultGuard, 5, 5, false}, // a small club may lose five
		{diff.DefaultGuard, 6, 6, true},
		{diff.DefaultGuard, 6, 60, false}, // exactly 10 %
		{diff.DefaultGuard, 6, 59, true},
		{diff.DefaultGuard, 150, 1500, false},
		{diff.DefaultGuard, 151, 1500, true},
		{diff.Guard{Percent: 0, Least: 0}, 1, 1500, true},
		{diff.Guard{Percent: 100, Least: 0}, 1500, 1500, false},
	} {
		if got := c.guard.TooMany(c.removals, c.tracked); got != c.want {
			t.Errorf("%+v: %d of %d: %v", c.guard, c.removals, c.tracked, got)
		}
	}
}

var keys = rapid.StringMatching(`[a-h]`)

func drawWanted(t *rapid.T) []diff.Wanted {
	return rapid.SliceOfDistinct(rapid.Custom(func(t *rapid.T) diff.Wanted {
		return diff.Wanted{Key: keys.Draw(t, "key"), Hash: rapid.SampledFrom([]string{"1", "2"}).Draw(t, "hash")}
	}), func(w diff.Wanted) string { return w.Key }).Draw(t, "wanted")
}

func drawTracked(t *rapid.T) []diff.Tracked {
	return rapid.SliceOfDistinct(rapid.Custom(func(t *rapid.T) diff.Tracked {
		return diff.Tracked{
			Key: keys.Draw(t, "key"), Hash: rapid.SampledFrom([]string{"", "1", "2"}).Draw(t, "hash"),
			There: rapid.Bool().Draw(t, "there"),
			Over:  rapid.Bool().Draw(t, "over"), Extant: rapid.Bool().Draw(t, "extant"),
		}
	}), func(w diff.Tracked) string { return w.Key }).Draw(t, "tracked")
}

// after is what is tracked when every action of the plan was made.
func after(t *rapid.T, plan diff.Plan, wanted []diff.Wanted, before []diff.Tracked) []diff.Tracked {
	hashes, state := map[string]string{}, map[string]diff.Tracked{}
	for _, w := range wanted {
		hashes[w.Key] = w.Hash
	}
	for _, b := range before {
		state[b.Key] = b
	}
	for _, a := range plan.Actions {
		now, known := state[a.Key]
		now.Key = a.Key
		switch a.Kind {
		case diff.Create, diff.Update:
			if (a.Kind == diff.Update) != (known && now.There) {
				t.Fatalf("%s of %+v", a.Kind, now)
			}
			now.Hash, now.There, now.Over = hashes[a.Key], true, false
		case diff.End:
			now.Over = true
		case diff.Delete:
			delete(state, a.Key)
			continue
		}
		state[a.Key] = now
	}
	var list []diff.Tracked
	for _, s := range state {
		list = append(list, s)
	}
	return list
}

func TestAPlanMakesTheTrackedLikeTheWanted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		wanted, before := drawWanted(t), drawTracked(t)
		force, complete := rapid.Bool().Draw(t, "force"), rapid.Bool().Draw(t, "complete")
		plan := diff.Compare(wanted, before, force, complete)
		now := after(t, plan, wanted, before)
		for _, w := range wanted {
			i := slices.IndexFunc(now, func(s diff.Tracked) bool { return s.Key == w.Key })
			if i < 0 || !now[i].There || now[i].Over || now[i].Hash != w.Hash {
				t.Fatalf("%+v is not there", w)
			}
		}
		for _, s := range now {
			unwanted := !slices.ContainsFunc(wanted, func(w diff.Wanted) bool { return w.Key == s.Key })
			if complete && unwanted && !s.Over {
				t.Fatalf("%+v is still there", s)
			}
		}
		if !complete && len(plan.Removals()) > 0 {
			t.Fatalf("removed without knowing everything: %+v", plan.Removals())
		}
		if again := diff.Compare(wanted, now, false, complete); len(again.Actions) > 0 || again.Unchanged != len(wanted) {
			t.Fatalf("a second run makes %+v", again)
		}
	})
}

func TestForceOnlySkipsChangeDetection(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		wanted, before, complete := drawWanted(t), drawTracked(t), rapid.Bool().Draw(t, "complete")
		plan, forced := diff.Compare(wanted, before, false, complete), diff.Compare(wanted, before, true, complete)
		if forced.Unchanged != 0 || len(forced.Actions) != len(plan.Actions)+plan.Unchanged {
			t.Fatalf("%+v became %+v", plan, forced)
		}
		for _, a := range plan.Actions {
			if !slices.Contains(forced.Actions, a) {
				t.Fatalf("%+v is missing", a)
			}
		}
	})
}
