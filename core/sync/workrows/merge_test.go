package workrows_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/work"
)

// numbers are the application's of the groups: 100 is 1001, 200 is 1002, 7 is 1007, the club as a whole is 1000.
func numbers(g workrows.Group) int64 {
	return map[string]int64{"100": 1001, "200": 1002, "7": 1007, workrows.ClubWide: 1000}[g.Key]
}

// rowsOf are the rows of a work history as the application answers it.
func rowsOf(text string) []work.Entry {
	var p person.Person
	person.Fields.Read(&p, []byte(`{"work_history":`+text+`}`))
	return p.Work
}

// textOf is a work history as it is sent.
func textOf(rows []work.Entry) string {
	p := person.Person{Work: rows}
	return string(person.Fields.AppendOnly(nil, &p, []string{"work_history"}))
}

func same(t *testing.T, what string, got []work.Entry, want string) {
	t.Helper()
	if one, other := textOf(got), textOf(rowsOf(want)); one != other {
		t.Errorf("%s:\n got %s\nwant %s", what, one, other)
	}
}

const (
	byHand = `{"team":1001,"entity_type":"team","job_title":"Speler","description":"zelf gezet","start_date":"2019-08-01","end_date":"","is_current":true,"x":{"y":[1.50]}}`
	ours   = `{"team":1001,"entity_type":"team","job_title":"Speler","description":"","start_date":"2026-09-01","end_date":"","is_current":true,"z":1}`
)

// contract: sync §2.4, §3.2
func TestRows(t *testing.T) {
	t.Parallel()
	player := owns(team("100"), "Speler", autumn)
	fresh := func(o workrows.Row) workrows.Row { o.Sent, o.Remote = false, 0; return o }
	foreign := player
	foreign.Foreign = true
	moved := player
	moved.Remote = 900
	for _, c := range []struct {
		name    string
		current string
		owned   []workrows.Row
		want    string // "" when nothing differs
	}{
		{"manual work_history row survives", `[` + byHand + `]`, []workrows.Row{fresh(owns(team("200"), "Trainer", today))},
			`[` + byHand +
				`,{"team":1002,"entity_type":"team","job_title":"Trainer","is_current":true,"start_date":"2026-11-21","end_date":""}]`},
		{"a start that nobody knows stays empty", `[]`, []workrows.Row{fresh(owns(team("100"), "Speler", unknown))},
			`[{"team":1001,"entity_type":"team","job_title":"Speler","is_current":true,"start_date":"","end_date":""}]`},
		{"in a committee", `null`, []workrows.Row{fresh(owns(committee("7"), "Lid", autumn)),
			fresh(owns(workrows.Whole, "Secretaris", autumn))},
			`[{"team":1007,"entity_type":"commissie","job_title":"Lid","is_current":true,"start_date":"2026-09-01","end_date":""},
			  {"team":1000,"entity_type":"commissie","job_title":"Secretaris","is_current":true,"start_date":"2026-09-01","end_date":""}]`},
		{"what stands there as it should be", `[` + byHand + `,` + ours + `]`, []workrows.Row{player}, ``},
		{"and stood there when a run died before it remembered", `[` + ours + `]`, []workrows.Row{fresh(player)}, ``},
		{"in the words of older programs",
			`[{"team":["1001"],"job_title":"Speler","start_date":"20260901","end_date":null,"is_current":"1"}]`, []workrows.Row{player},
			``},
		{"what is over ends, in its place", `[` + ours + `,` + byHand + `]`, []workrows.Row{ended(player, yesterday)},
			`[{"team":1001,"entity_type":"team","job_title":"Speler","description":"","start_date":"2026-09-01","end_date":"2026-11-20","is_current":false,"z":1},` + byHand + `]`},
		{"what was over already keeps its day",
			`[{"team":1001,"job_title":"Speler","start_date":"2026-09-01","end_date":"2026-10-01","is_current":false}]`,
			[]workrows.Row{ended(player, yesterday)}, ``},
		{"what is over and not there does not come", `[]`, []workrows.Row{ended(player, yesterday)}, ``},
		{"what goes on again",
			`[{"team":1001,"job_title":"Speler","start_date":"2026-09-01","end_date":"2026-10-01","is_current":false}]`,
			[]workrows.Row{back(player)},
			`[{"team":1001,"job_title":"Speler","start_date":"2026-09-01","end_date":"","is_current":true}]`},
		{"what the application ended stays over, though the site goes on telling it", // contract: club §6-3
			`[{"team":1001,"job_title":"Speler","start_date":"2026-09-01","end_date":"2026-10-01","is_current":false}]`,
			[]workrows.Row{player}, ``},
		{"what somebody took away comes again", `[` + byHand + `]`, []workrows.Row{owns(team("200"), "Trainer", autumn)},
			`[` + byHand +
				`,{"team":1002,"entity_type":"team","job_title":"Trainer","is_current":true,"start_date":"2026-09-01","end_date":""}]`},
		{"but not in the place of a row whose start somebody changed", `[` + byHand + `]`, []workrows.Row{player}, ``},
		{"a new row comes beside one of another start", `[` + byHand + `]`, []workrows.Row{fresh(player)},
			`[` + byHand +
				`,{"team":1001,"entity_type":"team","job_title":"Speler","is_current":true,"start_date":"2026-09-01","end_date":""}]`},
		{"nor of a row whose start nobody can read", `[{"team":1001,"job_title":"Speler","start_date":"ooit","is_current":true}]`,
			[]workrows.Row{player}, ``},
		{"an ended row of another start is no reason to leave it out",
			`[{"team":1001,"job_title":"Speler","start_date":"2019-08-01","end_date":"2020-01-01","is_current":false}]`,
			[]workrows.Row{player},
			`[{"team":1001,"job_title":"Speler","start_date":"2019-08-01","end_date":"2020-01-01","is_current":false},
			{"team":1001,"entity_type":"team","job_title":"Speler","is_current":true,"start_date":"2026-09-01","end_date":""}]`},
		{"nor is another row of ours", `[` + ours + `]`, []workrows.Row{player, owns(team("100"), "Speler", yesterday)},
			`[` + ours +
				`,{"team":1001,"entity_type":"team","job_title":"Speler","is_current":true,"start_date":"2026-11-20","end_date":""}]`},
		{"two equal rows: one is ours", `[` + ours + `,` + ours + `]`, []workrows.Row{ended(player, yesterday)},
			`[{"team":1001,"entity_type":"team","job_title":"Speler","description":"","start_date":"2026-09-01","end_date":"2026-11-20","is_current":false,"z":1},` + ours + `]`},
		{"a row that is somebody else's is not ended", `[` + ours + `]`, []workrows.Row{ended(foreign, yesterday)}, ``},
		{"nor doubled when it is taken away", `[]`, []workrows.Row{foreign}, ``},
		{"a group that the application does not have", `[` + byHand + `]`, []workrows.Row{fresh(owns(team("300"), "Speler", today))},
			``},
		{"a group that was made again", `[{"team":900,"job_title":"Speler","start_date":"2026-09-01","end_date":"","is_current":true}]`,
			[]workrows.Row{moved},
			`[{"team":1001,"job_title":"Speler","start_date":"2026-09-01","end_date":"","is_current":true}]`},
		{"ended rows go on naming the old group",
			`[{"team":900,"job_title":"Speler","start_date":"2026-09-01","end_date":"","is_current":true}]`,
			[]workrows.Row{ended(moved, yesterday)},
			`[{"team":900,"job_title":"Speler","start_date":"2026-09-01","end_date":"2026-11-20","is_current":false}]`},
		{"rows of no group, and what is no row",
			`[{"team":0,"job_title":"Speler","start_date":"2026-09-01"},{},{"start_date":"ooit","team":1001,"job_title":"Speler"}]`,
			[]workrows.Row{ended(player, yesterday)}, ``},
	} {
		got, differs := workrows.Merge(rowsOf(c.current), c.owned, numbers)
		want := cmp.Or(c.want, c.current)
		if differs != (c.want != "") {
			t.Errorf("%s: differs: %v", c.name, differs)
		}
		same(t, c.name, got, want)
	}
}

func TestAnEqualRowThatSomebodyMadeIsNotOurs(t *testing.T) {
	t.Parallel()
	stands, nothing := rowsOf(`[`+ours+`]`), rowsOf(`[]`)
	planned := owns(team("100"), "Speler", autumn)
	planned.Sent, planned.Remote = false, 0
	foreign := owns(team("100"), "Speler", autumn)
	foreign.Foreign = true
	for _, c := range []struct {
		name          string
		before, after []workrows.Row
		current       []work.Entry
		want          string
	}{
		{"it stood there before the first of ours", nil, []workrows.Row{planned}, stands, "100 Speler 2026-09-01.. foreign"},
		{"nothing stood there", nil, []workrows.Row{planned}, nothing, "100 Speler 2026-09-01.. new"},
		{"a run remembered it and died at the write", []workrows.Row{planned}, []workrows.Row{planned}, stands,
			"100 Speler 2026-09-01.. new"},
		{"it is theirs still", []workrows.Row{foreign}, []workrows.Row{foreign}, stands, "100 Speler 2026-09-01.. foreign"},
		{"they took it away", []workrows.Row{foreign}, []workrows.Row{foreign}, nothing, "100 Speler 2026-09-01.. new"},
		{"theirs, over for us", []workrows.Row{foreign}, []workrows.Row{ended(foreign, today)}, stands,
			"100 Speler 2026-09-01..2026-11-21 ended foreign"},
	} {
		got := workrows.Claim(c.before, c.after, c.current, numbers)
		if show(got) != c.want {
			t.Errorf("%s: %s, want %s", c.name, show(got), c.want)
		}
		if got[0].Remote != 1001 {
			t.Errorf("%s: the group has the number %d", c.name, got[0].Remote)
		}
	}
}

func TestWhatIsDoneIsRemembered(t *testing.T) {
	t.Parallel()
	planned := owns(team("100"), "Speler", autumn)
	planned.Sent, planned.Remote = false, 0
	lost := planned
	lost.Group = team("300")
	moved := owns(team("200"), "Trainer", autumn)
	over := ended(moved, today)
	foreign := moved
	foreign.Foreign, foreign.Remote = true, 0
	got := workrows.Done([]workrows.Row{planned, lost, moved, over, foreign}, numbers)
	var seen []string
	for _, o := range got {
		seen = append(seen, fmt.Sprint(o.Remote, o.Sent))
	}
	if want := []string{"1001 true", "0 false", "1002 true", "1001 true", "0 true"}; !slices.Equal(seen, want) {
		t.Errorf("got %q, want %q", seen, want)
	}
}

// Rows never loses, moves or changes a row of somebody else, and a second call finds nothing to do.
// contract: sync §3.2
func TestRowsOfOthersSurvive(t *testing.T) {
	t.Parallel()
	starts := []civil.Date{unknown, autumn, yesterday}
	titles := []string{"Speler", "Trainer"}
	rapid.Check(t, func(t *rapid.T) {
		n := 0
		var current []map[string]any
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			n++
			current = append(current, map[string]any{
				"team":       rapid.SampledFrom([]any{1001, "1002", 900, 0}).Draw(t, "team"),
				"job_title":  rapid.SampledFrom(titles).Draw(t, "title"),
				"start_date": rapid.SampledFrom(starts).Draw(t, "start").String(),
				"end_date":   rapid.SampledFrom([]string{"", "2026-10-01"}).Draw(t, "end"),
				"is_current": rapid.Bool().Draw(t, "current"), "mark": n,
			})
		}
		text, err := json.Marshal(current)
		if err != nil {
			t.Fatal(err)
		}
		owned := rapid.SliceOfDistinct(rapid.Custom(func(t *rapid.T) workrows.Row {
			o := owns(rapid.SampledFrom([]workrows.Group{team("100"), team("200"), team("300")}).Draw(t, "group"),
				rapid.SampledFrom(titles).Draw(t, "title"), rapid.SampledFrom(starts).Draw(t, "start"))
			o.Remote, o.Sent, o.Foreign = numbers(o.Group), rapid.Bool().Draw(t, "sent"), rapid.Bool().Draw(t, "foreign")
			if rapid.Bool().Draw(t, "ended") {
				o = ended(o, today)
			}
			return o
		}), workrows.Row.Key).Draw(t, "owned")
		standing := rowsOf(string(text))
		got, differs := workrows.Merge(standing, owned, numbers)
		var sent struct {
			Rows []map[string]any `json:"work_history"`
		}
		if err := json.Unmarshal([]byte(textOf(got)), &sent); err != nil {
			t.Fatal(err)
		}
		after, mayChange := sent.Rows, map[int]bool{}
		for _, o := range owned {
			for i, r := range current {
				if !o.Foreign && fmt.Sprint(r["team"]) == fmt.Sprint(o.Remote) && r["job_title"] == o.Title &&
					r["start_date"] == o.Start.String() {
					mayChange[i] = true // the first such row, and no other
					break
				}
			}
		}
		if len(after) < len(current) {
			t.Fatalf("rows were lost: %v", got)
		}
		for i, r := range current {
			for key, value := range r {
				stays := key != "is_current" && key != "end_date" || !mayChange[i]
				if now := after[i][key]; stays && fmt.Sprint(now) != fmt.Sprint(value) {
					t.Fatalf("row %d: %s was %v, is %v", i, key, value, now)
				}
			}
		}
		for _, r := range after[len(current):] {
			if r["is_current"] != true || r["mark"] != nil {
				t.Fatalf("an odd new row: %v", r)
			}
		}
		if !differs && textOf(got) != textOf(standing) {
			t.Fatalf("differs, but says that it does not: %v", got)
		}
		done := workrows.Done(owned, numbers)
		if again, differs := workrows.Merge(got, done, numbers); differs {
			t.Fatalf("a second call finds %v\nin %v", again, got)
		}
	})
}
