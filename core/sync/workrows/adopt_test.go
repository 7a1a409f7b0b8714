package workrows_test

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
)

// madeHere are the groups of the tests that the synchronization made: all but 200.
func madeHere(g workrows.Group) bool { return g.Key != "200" }

func planned(g workrows.Group, title string, start civil.Date) workrows.Row {
	return workrows.Row{Member: "M", Group: g, Title: title, Start: start}
}

func TestAdopt(t *testing.T) {
	t.Parallel()
	const (
		began   = `{"team":1001,"job_title":"Speler","start_date":"2026-09-01","end_date":"","is_current":true}`
		unbegun = `{"team":1001,"job_title":"Speler","start_date":"","end_date":"","is_current":true}`
		over    = `{"team":1001,"job_title":"Speler","start_date":"2026-09-01","end_date":"2026-10-01","is_current":false}`
		other   = `{"team":1002,"job_title":"Speler","start_date":"","end_date":"","is_current":true}`
		seat    = `{"team":1007,"job_title":"Lid","start_date":"2019-01-01","end_date":"","is_current":true}`
		odd     = `{"team":1001,"job_title":"Speler","start_date":"ooit","end_date":"","is_current":true}`
	)
	player, chair := planned(team("100"), "Speler", unknown), planned(committee("7"), "Lid", autumn)
	for _, c := range []struct {
		name     string
		planned  []workrows.Row
		current  string
		want     string
		standing int
	}{
		{"a row of the same start", []workrows.Row{player}, `[` + unbegun + `]`, "100 Speler ..", 1},
		{"of another start, which it keeps", []workrows.Row{player}, `[` + began + `]`, "100 Speler 2026-09-01.. adopted", 1},
		{"the one of the same start before the other", []workrows.Row{player}, `[` + began + `,` + unbegun + `]`, "100 Speler ..", 1},
		{"also where the site tells the start", []workrows.Row{chair}, `[` + seat + `]`, "7 Lid 2019-01-01.. adopted", 1},
		{"each row once", []workrows.Row{chair, planned(committee("7"), "Lid", yesterday)}, `[` + seat + `]`,
			"7 Lid 2019-01-01.. adopted; 7 Lid 2026-11-20.. new", 1},
		{"no two rows of one start", []workrows.Row{chair, planned(committee("7"), "Lid", civil.Date{Year: 2019, Month: 1, Day: 1})},
			`[` + seat + `,` + seat + `]`,
			"7 Lid 2026-09-01.. new; 7 Lid 2019-01-01..", 1},
		{"nor one that cannot be told from one that is over", []workrows.Row{planned(team("100"), "Speler", autumn)}, `[` + over + `,` +
			began + `]`, "100 Speler 2026-09-01.. new", 0},
		{"none that is over", []workrows.Row{player}, `[` + over + `]`, "100 Speler .. new", 0},
		{"none of another title", []workrows.Row{planned(team("100"), "Keeper", unknown)}, `[` + unbegun + `]`, "100 Keeper .. new", 0},
		{"none of a group that somebody else made", []workrows.Row{planned(team("200"), "Speler", unknown)}, `[` + other + `]`,
			"200 Speler .. new", 0},
		{"none of no known start", []workrows.Row{player}, `[` + odd + `]`, "100 Speler .. new", 0},
		{"none where nothing can be read", []workrows.Row{player}, `{}`, "100 Speler .. new", 0},
	} {
		before := slices.Clone(c.planned)
		after, standing := workrows.Adopt(nil, c.planned, rowsOf(c.current), numbers, madeHere, nil)
		if show(after) != c.want || len(standing) != c.standing {
			t.Errorf("%s: %s (%d standing), want %s", c.name, show(after), len(standing), c.want)
		}
		if !slices.Equal(before, c.planned) {
			t.Errorf("%s: what came in was changed", c.name)
		}
		claimed := workrows.Claim(standing, after, rowsOf(c.current), numbers)
		for _, o := range standing {
			if slices.ContainsFunc(claimed, func(c workrows.Row) bool { return c.Key() == o.Key() && c.Foreign }) {
				t.Errorf("%s: %s", c.name, show(claimed))
			}
		}
	}
}

// After an older backup of the memory came back, rows of the days that are lost are ours, and no others.
func TestAdoptWhatLostRunsWrote(t *testing.T) {
	t.Parallel()
	row := func(group, title, start string) string {
		return `{"team":` + group + `,"job_title":"` + title + `","start_date":"` + start + `","end_date":"","is_current":true}`
	}
	new := planned(team("100"), "Speler", today)
	first := planned(team("100"), "Speler", unknown)
	chair := planned(committee("7"), "Lid", spring)
	trainer := owns(team("100"), "Trainer", autumn)
	for _, c := range []struct {
		name       string
		remembered []workrows.Row
		planned    workrows.Row
		current    string
		want       string
	}{
		{"of a lost day", nil, new, row("1001", "Speler", "2026-11-20"), "100 Speler 2026-11-20.. adopted"},
		{"though others are remembered", []workrows.Row{trainer}, new,
			row("1001", "Trainer", "2026-09-01") + `,` + row("1001", "Speler", "2026-11-20"), "100 Speler 2026-11-20.. adopted"},
		{"the one of the lost days of two", nil, new, row("1001", "Speler", "2019-08-01") + `,` + row("1001", "Speler", "2026-11-20"),
			"100 Speler 2026-11-20.. adopted"},
		{"the first of a member has no start", nil, first, row("1001", "Speler", ""), "100 Speler .."},
		{"the site told the start", nil, chair, row("1007", "Lid", spring.String()), "7 Lid " + spring.String() + ".."},
		{"before the lost days", nil, new, row("1001", "Speler", "2026-11-18"), "100 Speler 2026-11-21.. new"},
		{"after them", nil, new, row("1001", "Speler", "2026-11-21"), "100 Speler 2026-11-21.. new"},
		{"without a start, beside others", []workrows.Row{trainer}, new, row("1001", "Speler", ""), "100 Speler 2026-11-21.. new"},
		{"another start than the site tells", nil, chair, row("1007", "Lid", "2019-08-01"), "7 Lid " + spring.String() + ".. new"},
		{"in a group that somebody else made", nil, planned(team("200"), "Speler", today), row("1002", "Speler", "2026-11-20"),
			"200 Speler 2026-11-21.. new"},
		{"what is remembered is no other's", []workrows.Row{owns(team("100"), "Speler", yesterday)}, new,
			row("1001", "Speler", "2026-11-20"), "100 Speler 2026-11-21.. new"},
	} {
		lost := &workrows.Lost{From: yesterday.AddDays(-1), To: yesterday}
		all := append(slices.Clone(c.remembered), c.planned)
		after, standing := workrows.Adopt(c.remembered, all, rowsOf(`[`+c.current+`]`), numbers, madeHere, lost)
		got := show(after[len(c.remembered):])
		if got != c.want || !slices.Equal(after[:len(c.remembered)], c.remembered) || len(standing) > 1 {
			t.Errorf("%s: %s, want %s (%d standing)", c.name, got, c.want, len(standing))
		}
	}
}

// What was adopted goes on and ends as what was written, and nothing of it is written while it goes on.
func TestAnAdoptedRowIsOurs(t *testing.T) {
	t.Parallel()
	current := rowsOf(`[{"team":1007,"job_title":"Lid","start_date":"2019-01-01","end_date":"","is_current":true}]`)
	wanted := []workrows.Wanted{wants(committee("7"), "Lid", autumn, unknown)}
	after, standing := workrows.Adopt(nil, workrows.Plan(nil, wanted, true, today, everywhere), current, numbers, everywhere, nil)
	owned := workrows.Done(workrows.Claim(standing, after, current, numbers), numbers)
	if _, differs := workrows.Merge(current, owned, numbers); differs {
		t.Error("adopting writes")
	}
	again := workrows.Plan(owned, wanted, false, today, everywhere)
	if workrows.Changed(owned, again) {
		t.Errorf("a second plan has something to do: %s", show(again))
	}
	rows, _ := workrows.Merge(current, workrows.Plan(owned, nil, false, today, everywhere), numbers)
	same(t, "over", rows, `[{"team":1007,"job_title":"Lid","start_date":"2019-01-01","end_date":"2026-11-21","is_current":false}]`)
}

func TestAnnouncedEnds(t *testing.T) {
	t.Parallel()
	until := func(o workrows.Row, end civil.Date) workrows.Row { o.End = end; return o }
	chair := owns(committee("7"), "Voorzitter", autumn)
	for _, c := range []struct {
		name          string
		before, after workrows.Row
		want          bool
	}{
		{"as before", until(chair, spring), until(chair, spring), false},
		{"announced", chair, until(chair, spring), true},
		{"another day", until(chair, today), until(chair, spring), true},
		{"withdrawn", until(chair, spring), chair, true},
		{"over now", chair, ended(chair, today), false},
		{"back", ended(chair, today), chair, false},
		{"new", owns(committee("7"), "Lid", autumn), until(chair, spring), false},
	} {
		if got := workrows.Announced([]workrows.Row{c.before}, []workrows.Row{c.after}); (len(got) == 1) != c.want {
			t.Errorf("%s: %s", c.name, show(got))
		}
	}
}

// Whatever stands there, adopting writes over no row, and what is adopted is a current row of the same group and title.
func TestAdoptingChangesNoRow(t *testing.T) {
	t.Parallel()
	starts := rapid.SampledFrom([]civil.Date{unknown, autumn, yesterday})
	groups := rapid.SampledFrom([]workrows.Group{team("100"), team("200"), committee("7")})
	titles := rapid.SampledFrom([]string{"Speler", "Trainer"})
	rapid.Check(t, func(t *rapid.T) {
		var current []map[string]any
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			current = append(current, map[string]any{
				"team": numbers(groups.Draw(t, "team")), "job_title": titles.Draw(t, "title"), "start_date": starts.Draw(t, "start").String(),
				"end_date": "", "is_current": rapid.Bool().Draw(t, "current"),
			})
		}
		text, err := json.Marshal(current)
		if err != nil {
			t.Fatal(err)
		}
		rows := rowsOf(string(text))
		plan := rapid.SliceOfDistinct(rapid.Custom(func(t *rapid.T) workrows.Row {
			return planned(groups.Draw(t, "group"), titles.Draw(t, "title"), starts.Draw(t, "start"))
		}), workrows.Row.Key).Draw(t, "planned")
		after, standing := workrows.Adopt(nil, plan, rows, numbers, madeHere, nil)
		var keys []string
		for i, o := range after {
			keys = append(keys, o.Key())
			if o.Group != plan[i].Group || o.Title != plan[i].Title || o.Start != plan[i].Start && !o.Adopted {
				t.Fatalf("%s became %s", show(plan), show(after))
			}
		}
		if slices.Sort(keys); len(slices.Compact(keys)) != len(after) {
			t.Fatalf("a row stands twice: %s", show(after))
		}
		owned := workrows.Claim(standing, standing, rows, numbers)
		if got, differs := workrows.Merge(rows, workrows.Done(owned, numbers), numbers); differs {
			t.Fatalf("%v\nbecame\n%v", rows, got)
		}
	})
}
