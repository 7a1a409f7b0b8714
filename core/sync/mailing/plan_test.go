package mailing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/mailing"
)

// wanted are entries of the addresses.
func wanted(addresses ...string) (list []mailing.Entry) {
	for _, address := range addresses {
		list = append(list, mailing.Entry{Email: address})
	}
	return list
}

// on are addresses that stand on the list.
func on(list string, addresses ...string) map[string]mailing.Known {
	known := map[string]mailing.Known{}
	for _, entry := range wanted(addresses...) {
		known[entry.Key()] = mailing.Known{List: list, Synced: entry.Hash(), There: true}
	}
	return known
}

// described is what becomes of each list.
func described(plans []mailing.ListPlan) string {
	var said []string
	for _, p := range plans {
		text := fmt.Sprintf("%d %s:", p.Number, p.List)
		for _, a := range p.Plan.Actions {
			text += fmt.Sprintf(" %s %s", a.Kind, a.Key)
		}
		if p.Plan.Unchanged > 0 {
			text += fmt.Sprintf(" unchanged %d", p.Plan.Unchanged)
		}
		for _, key := range p.Forget {
			text += " forget " + key
		}
		said = append(said, text)
	}
	return strings.Join(said, ", ")
}

func TestThePlanOfTheLists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		ids      []string
		known    []map[string]mailing.Known
		prepared [][]mailing.Entry
		part     bool
		want     string
	}{
		{"no lists", nil, nil, nil, false, ""},
		{"the first time", []string{"a"}, []map[string]mailing.Known{nil}, [][]mailing.Entry{wanted("x@y")}, false, "1 a: create x@y"},
		{
			"nothing new", []string{"a"}, []map[string]mailing.Known{on("a", "x@y")}, [][]mailing.Entry{wanted("X@y", "x@y")}, false,
			"1 a: update x@y unchanged 1",
		},
		{
			"who left", []string{"a"}, []map[string]mailing.Known{on("a", "x@y", "z@y")}, [][]mailing.Entry{wanted("x@y")}, false,
			"1 a: delete z@y unchanged 1",
		},
		{
			"nobody leaves a part", []string{"a"}, []map[string]mailing.Known{on("a", "x@y", "z@y")}, [][]mailing.Entry{wanted("x@y")},
			true, "1 a: unchanged 1",
		},
		{
			"one that was noted without its list", []string{"a"}, []map[string]mailing.Known{on("", "x@y")},
			[][]mailing.Entry{wanted("x@y")}, false, "1 a: unchanged 1",
		},
		{
			"another list under the number", []string{"b"}, []map[string]mailing.Known{on("a", "x@y")},
			[][]mailing.Entry{wanted("x@y")}, false, "1 a: delete x@y, 1 b: create x@y",
		},
		{
			"it waits while nobody is taken off", []string{"b"}, []map[string]mailing.Known{on("a", "x@y")},
			[][]mailing.Entry{wanted("x@y", "z@y")}, true, "1 a:, 1 b: create z@y",
		},
		{
			"no list under the number", nil, []map[string]mailing.Known{on("a", "x@y")}, nil, false, "1 a: delete x@y",
		},
		{
			"two numbers that change places", []string{"b", "a"}, []map[string]mailing.Known{on("a", "x@y"), on("b", "z@y")},
			[][]mailing.Entry{wanted("z@y"), wanted("x@y")}, false,
			"1 a: forget x@y, 2 b: forget z@y, 1 b: create z@y, 2 a: create x@y",
		},
	} {
		l := mailing.Lists{IDs: c.ids, Known: c.known, Prepared: mailing.Prepared{Lists: c.prepared}, Complete: !c.part}
		if got := described(l.Plan()); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestAListPlanSaysWhatIsWantedAndWhatIsKnown(t *testing.T) {
	t.Parallel()
	known := on("a", "z@y")
	known["old@y"] = mailing.Known{List: "b"}
	plans := mailing.Lists{
		IDs: []string{"a"}, Known: []map[string]mailing.Known{known},
		Prepared: mailing.Prepared{Lists: [][]mailing.Entry{wanted("x@y")}},
	}.Plan()
	i := slices.IndexFunc(plans, func(p mailing.ListPlan) bool { return p.List == "a" })
	if i < 0 {
		t.Fatal("no plan")
	}
	if p := plans[i]; len(p.Wanted) != 1 || p.Wanted["x@y"].Email != "x@y" || len(p.Known) != 1 || !p.Known["z@y"].There {
		t.Errorf("%+v", p)
	}
}
