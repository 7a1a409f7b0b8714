package workrows_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/work"
)

var (
	today     = civil.Date{Year: 2026, Month: 11, Day: 21}
	yesterday = today.AddDays(-1)
	autumn    = civil.Date{Year: 2026, Month: 9, Day: 1}
	spring    = civil.Date{Year: 2027, Month: 3, Day: 1}
	unknown   = civil.Date{}
)

func team(key string) workrows.Group      { return workrows.Group{Kind: work.Team, Key: key} }
func committee(key string) workrows.Group { return workrows.Group{Kind: work.Committee, Key: key} }

func everywhere(workrows.Group) bool { return true }

// wants and owns are of the member M.
func wants(g workrows.Group, title string, start, end civil.Date) workrows.Wanted {
	return workrows.Wanted{Member: "M", Group: g, Title: title, Start: start, End: end}
}

func owns(g workrows.Group, title string, start civil.Date) workrows.Row {
	return workrows.Row{Member: "M", Group: g, Title: title, Start: start, Remote: 1001, Sent: true}
}

func ended(o workrows.Row, end civil.Date) workrows.Row {
	o.Ended, o.End = true, end
	return o
}

func back(o workrows.Row) workrows.Row {
	o.Back = true
	return o
}

func show(rows []workrows.Row) string {
	var lines []string
	for _, o := range rows {
		line := fmt.Sprintf("%s %s %s..%s", o.Group.Key, o.Title, o.Start, o.End)
		for _, flag := range []struct {
			set  bool
			name string
		}{{o.Ended, "ended"}, {o.Foreign, "foreign"}, {o.Adopted, "adopted"}, {!o.Sent, "new"}} {
			if flag.set {
				line += " " + flag.name
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// contract: sync §2.4, §3.2
func TestPlan(t *testing.T) {
	t.Parallel()
	player := func(start civil.Date) workrows.Row { return owns(team("100"), "Speler", start) }
	chair := func(start civil.Date) workrows.Row { return owns(committee("7"), "Voorzitter", start) }
	for _, c := range []struct {
		name   string
		owned  []workrows.Row
		wanted []workrows.Wanted
		first  bool
		want   string
	}{
		{"a place on a team, the first time: since when is not known", nil,
			[]workrows.Wanted{wants(team("100"), "Speler", unknown, unknown)}, true,
			"100 Speler .. new"},
		{"a new place on a team begins today", []workrows.Row{player(autumn)},
			[]workrows.Wanted{wants(team("100"), "Speler", unknown, unknown), wants(team("200"), "Trainer", unknown, unknown)}, false,
			"100 Speler 2026-09-01..; 200 Trainer 2026-11-21.. new"},
		{"the site tells when a role in a committee began", nil, []workrows.Wanted{wants(committee("7"), "Lid", autumn, unknown)},
			false,
			"7 Lid 2026-09-01.. new"},
		{"or it does not", nil, []workrows.Wanted{wants(committee("7"), "Lid", unknown, unknown)}, false, "7 Lid .. new"},
		{"what goes on stays", []workrows.Row{player(unknown), chair(autumn)},
			[]workrows.Wanted{wants(committee("7"), "Voorzitter", autumn, unknown), wants(team("100"), "Speler", unknown, unknown)}, false,
			"100 Speler ..; 7 Voorzitter 2026-09-01.."},
		{"leave all teams ends the rows", []workrows.Row{player(unknown), owns(team("200"), "Trainer", autumn)}, nil, false,
			"100 Speler ..2026-11-21 ended; 200 Trainer 2026-09-01..2026-11-21 ended"},
		{"leave all committees ends the rows", []workrows.Row{chair(autumn), owns(workrows.Whole, "Secretaris", unknown)}, nil, false,
			"7 Voorzitter 2026-09-01..2026-11-21 ended; club Secretaris ..2026-11-21 ended"},
		{"two roles in one committee are two rows", nil,
			[]workrows.Wanted{wants(committee("7"), "Voorzitter", autumn, unknown), wants(committee("7"), "Lid", autumn, unknown)}, false,
			"7 Voorzitter 2026-09-01.. new; 7 Lid 2026-09-01.. new"},
		{"one of two roles ends", []workrows.Row{chair(autumn), owns(committee("7"), "Lid", autumn)},
			[]workrows.Wanted{wants(committee("7"), "Lid", autumn, unknown)}, false,
			"7 Voorzitter 2026-09-01..2026-11-21 ended; 7 Lid 2026-09-01.."},
		{"one role with two starts is two rows", []workrows.Row{chair(autumn)},
			[]workrows.Wanted{wants(committee("7"), "Voorzitter", yesterday, unknown),
				wants(committee("7"), "Voorzitter", autumn, unknown)}, false,
			"7 Voorzitter 2026-09-01..; 7 Voorzitter 2026-11-20.. new"},
		{"another title is another row", []workrows.Row{player(autumn)},
			[]workrows.Wanted{wants(team("100"), "Keeper", unknown, unknown)}, false,
			"100 Speler 2026-09-01..2026-11-21 ended; 100 Keeper 2026-11-21.. new"},
		{"another start is another row", []workrows.Row{chair(autumn)},
			[]workrows.Wanted{wants(committee("7"), "Voorzitter", yesterday, unknown)}, false,
			"7 Voorzitter 2026-09-01..2026-11-21 ended; 7 Voorzitter 2026-11-20.. new"},
		{"a start that becomes known keeps the row", []workrows.Row{chair(unknown)},
			[]workrows.Wanted{wants(committee("7"), "Voorzitter", autumn, unknown)}, false,
			"7 Voorzitter .."},
		{"a start that is told no more keeps the row", []workrows.Row{chair(autumn)},
			[]workrows.Wanted{wants(committee("7"), "Voorzitter", unknown, unknown)}, false,
			"7 Voorzitter 2026-09-01.."},
		{"an adopted row goes on whatever start the site tells",
			[]workrows.Row{func() workrows.Row { o := chair(yesterday); o.Adopted = true; return o }()},
			[]workrows.Wanted{wants(committee("7"), "Voorzitter", autumn, unknown)}, false, "7 Voorzitter 2026-11-20.. adopted"},
		{"an announced end is remembered", []workrows.Row{chair(autumn)},
			[]workrows.Wanted{wants(committee("7"), "Voorzitter", autumn, spring)}, false,
			"7 Voorzitter 2026-09-01..2027-03-01"},
		{"it ends on the announced day when that has come",
			[]workrows.Row{func() workrows.Row { o := chair(autumn); o.End = yesterday; return o }()}, nil, false,
			"7 Voorzitter 2026-09-01..2026-11-20 ended"},
		{"and today when it has not", []workrows.Row{func() workrows.Row { o := chair(autumn); o.End = spring; return o }()}, nil,
			false,
			"7 Voorzitter 2026-09-01..2026-11-21 ended"},
		{"what ended stays ended", []workrows.Row{ended(player(autumn), yesterday)}, nil, false,
			"100 Speler 2026-09-01..2026-11-20 ended"},
		{"what comes back is a new row from today", []workrows.Row{ended(player(autumn), yesterday)},
			[]workrows.Wanted{wants(team("100"), "Speler", unknown, unknown)}, false,
			"100 Speler 2026-09-01..2026-11-20 ended; 100 Speler 2026-11-21.. new"},
		{"also in a committee of which no start is told", []workrows.Row{ended(chair(unknown), yesterday)},
			[]workrows.Wanted{wants(committee("7"), "Voorzitter", unknown, unknown)}, false,
			"7 Voorzitter ..2026-11-20 ended; 7 Voorzitter 2026-11-21.. new"},
		{"a row that began today, ended and comes back goes on", []workrows.Row{ended(player(today), today)},
			[]workrows.Wanted{wants(team("100"), "Speler", unknown, unknown)}, false,
			"100 Speler 2026-11-21.."},
		{"a role that is back with its old start goes on", []workrows.Row{ended(chair(autumn), yesterday)},
			[]workrows.Wanted{wants(committee("7"), "Voorzitter", autumn, unknown)}, false,
			"7 Voorzitter 2026-09-01.."},
	} {
		before := slices.Clone(c.owned)
		got := workrows.Plan(c.owned, c.wanted, c.first, today, everywhere)
		if show(got) != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, show(got), c.want)
		}
		if !slices.Equal(before, c.owned) {
			t.Errorf("%s: what came in was changed", c.name)
		}
	}
}

func TestARosterThatWasNotReadEndsNobody(t *testing.T) {
	t.Parallel()
	owned := []workrows.Row{owns(team("100"), "Speler", autumn), owns(team("200"), "Trainer", autumn)}
	got := workrows.Plan(owned, nil, false, today, func(g workrows.Group) bool { return g == team("200") })
	if want := "100 Speler 2026-09-01..; 200 Trainer 2026-09-01..2026-11-21 ended"; show(got) != want {
		t.Errorf("got %s", show(got))
	}
}

// contract: sync §7-2
func TestFailedPUTRetriedNextRun(t *testing.T) {
	t.Parallel()
	player := owns(team("100"), "Speler", autumn)
	unsent := player
	unsent.Sent = false
	foreign := player
	foreign.Foreign = true
	for _, c := range []struct {
		name          string
		before, after []workrows.Row
		want          bool
	}{
		{"nothing", nil, nil, false},
		{"as before", []workrows.Row{player}, []workrows.Row{player}, false},
		{"as before, over", []workrows.Row{ended(player, today)}, []workrows.Row{ended(player, today)}, false},
		{"new", nil, []workrows.Row{unsent}, true},
		{"remembered, but not known to be there", []workrows.Row{unsent}, []workrows.Row{unsent}, true},
		{"over", []workrows.Row{player}, []workrows.Row{ended(player, today)}, true},
		{"back", []workrows.Row{ended(player, today)}, []workrows.Row{player}, true},
		{"somebody else's, as before", []workrows.Row{foreign}, []workrows.Row{foreign}, false},
	} {
		if got := workrows.Changed(c.before, c.after); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Whatever stands there and whatever is wanted, a second plan of the same finds nothing to do.
func TestASecondPlanChangesNothing(t *testing.T) {
	t.Parallel()
	starts := rapid.SampledFrom([]civil.Date{unknown, autumn, yesterday, today})
	groups := rapid.SampledFrom([]workrows.Group{team("100"), team("200"), committee("7"), workrows.Whole})
	titles := rapid.SampledFrom([]string{"Lid", "Trainer"})
	rapid.Check(t, func(t *rapid.T) {
		owned := rapid.SliceOfDistinct(rapid.Custom(func(t *rapid.T) workrows.Row {
			o := owns(groups.Draw(t, "group"), titles.Draw(t, "title"), starts.Draw(t, "start"))
			o.Adopted = rapid.Bool().Draw(t, "adopted")
			if rapid.Bool().Draw(t, "ended") {
				o = ended(o, yesterday)
			}
			return o
		}), workrows.Row.Key).Draw(t, "owned")
		wanted := rapid.SliceOfDistinct(rapid.Custom(func(t *rapid.T) workrows.Wanted {
			w := wants(groups.Draw(t, "group"), titles.Draw(t, "title"), unknown, unknown)
			if w.Group.Kind == work.Committee {
				w.Start = starts.Draw(t, "start")
			}
			return w
		}), func(w workrows.Wanted) string { return fmt.Sprint(w) }).Draw(t, "wanted")
		first := rapid.Bool().Draw(t, "first")
		after := workrows.Plan(owned, wanted, first, today, everywhere)
		var keys []string
		going := 0
		for i := range after {
			after[i].Sent = true
			keys = append(keys, after[i].Key())
			if !after[i].Ended {
				going++
			}
		}
		if slices.Sort(keys); len(slices.Compact(keys)) != len(after) {
			t.Fatalf("a row stands twice: %s", show(after))
		}
		if going > len(wanted) || len(wanted) > 0 && going == 0 {
			t.Fatalf("%d wanted, %d go on: %s", len(wanted), going, show(after))
		}
		if again := workrows.Plan(after, wanted, false, today, everywhere); workrows.Changed(after, again) || len(again) != len(after) {
			t.Fatalf("%v\n%s\nbecame\n%s", wanted, show(after), show(again))
		}
	})
}

func TestTheKeyOfARow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func() workrows.Row {
			text := rapid.StringMatching(`[a|\\]{0,3}`)
			return workrows.Row{Member: text.Draw(t, "member"), Group: committee(text.Draw(t, "group")), Title: text.Draw(t, "title"),
				Start: rapid.SampledFrom([]civil.Date{unknown, today}).Draw(t, "start")}
		}
		a, b := draw(), draw()
		if (a.Key() == b.Key()) != (a == b) {
			t.Fatalf("%+v and %+v: %q and %q", a, b, a.Key(), b.Key())
		}
		a.Remote, a.Ended, a.End, a.Sent, a.Foreign, a.Adopted = 5, true, today, true, true, true
		if was := (workrows.Row{Member: a.Member, Group: a.Group, Title: a.Title, Start: a.Start}); was.Key() != a.Key() {
			t.Fatalf("the key changed with the row: %q", a.Key())
		}
	})
}

func TestRolesThatAreOverTellTheirEnd(t *testing.T) {
	t.Parallel()
	owned := []workrows.Row{owns(committee("7"), "Voorzitter", autumn), owns(workrows.Whole, "Lid", unknown),
		ended(owns(committee("7"), "Lid", autumn), yesterday)}
	told := federation.Roles{
		Seats: []federation.Seat{
			{Committee: "7", Title: "Voorzitter", Start: autumn, End: yesterday}, {Committee: "7", Start: autumn, End: today},
			{Committee: "7", Title: "Voorzitter", Start: spring, End: spring},
		},
		Functions: []federation.Function{{End: yesterday.AddDays(-1)}, {Title: "Secretaris", Active: true}},
	}
	got := workrows.Plan(workrows.Announce(owned, "M", told), nil, false, today, everywhere)
	want := "7 Voorzitter 2026-09-01..2026-11-20 ended; club Lid ..2026-11-19 ended; 7 Lid 2026-09-01..2026-11-20 ended"
	if show(got) != want {
		t.Errorf("got %s", show(got))
	}
	if !owned[0].End.IsZero() {
		t.Error("what came in was changed")
	}
}

func TestPlacesOnARoster(t *testing.T) {
	t.Parallel()
	got := workrows.Places([]federation.Place{
		{Member: "A", Title: "Keeper"}, {Member: "B"}, {Member: "C", Staff: true}, {Member: "A", Title: "Trainer", Staff: true},
		{Member: "B"},
	}, federation.Team{ID: "100", Name: "JO11-1"})
	want := []workrows.Wanted{
		{Member: "A", Group: team("100"), Title: "Keeper"}, {Member: "B", Group: team("100"), Title: "Speler"},
		{Member: "C", Group: team("100"), Title: "Staflid"}, {Member: "A", Group: team("100"), Title: "Trainer"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestRolesOfAMember(t *testing.T) {
	t.Parallel()
	got := workrows.Roles("M", federation.Roles{
		Functions: []federation.Function{{Title: "Secretaris", Start: autumn, Active: true}, {Title: "Voorzitter", End: yesterday},
			{Active: true}},
		Seats: []federation.Seat{
			{Committee: "7", Name: "Jeugd", Title: "Voorzitter", Start: autumn, End: spring, Active: true},
			{Committee: "7", Name: "Jeugd", Start: autumn, Active: true}, {Committee: "7", Name: "Jeugd", Start: autumn, Active: true},
			{Committee: "8", Name: "Kantine", Title: "Lid", End: yesterday}, {Name: "Zonder nummer", Active: true},
		},
	})
	want := []workrows.Wanted{
		wants(workrows.Whole, "Secretaris", autumn, unknown), wants(workrows.Whole, "Lid", unknown, unknown),
		wants(committee("7"), "Voorzitter", autumn, spring), wants(committee("7"), "Lid", autumn, unknown),
		wants(committee("Zonder nummer"), "Lid", unknown, unknown),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

// A row that the application ended is over for good, until the site has it over and tells it again.
func TestARowThatTheClubEndedComesBackWithTheSite(t *testing.T) {
	t.Parallel()
	wanted := []workrows.Wanted{wants(committee("7"), "Lid", autumn, unknown)}
	owned := workrows.Done(workrows.Plan(nil, wanted, true, today, everywhere), numbers)
	current := rowsOf(`[{"team":1007,"job_title":"Lid","start_date":"2026-09-01","end_date":"2026-10-01","is_current":false}]`)
	if rows, differs := workrows.Merge(current, workrows.Plan(owned, wanted, false, today, everywhere), numbers); differs {
		t.Errorf("it goes on: %v", rows)
	}
	over := workrows.Done(workrows.Plan(owned, nil, false, today, everywhere), numbers)
	again := workrows.Plan(over, wanted, false, today, everywhere)
	rows, differs := workrows.Merge(current, again, numbers)
	if !differs || !rows[0].Current || !rows[0].End.IsZero() {
		t.Errorf("it does not come back: %v", rows)
	}
	if done := workrows.Done(again, numbers); done[0].Back || done[0].Ended {
		t.Errorf("%+v", done)
	}
}
