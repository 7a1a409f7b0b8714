package synchronizations_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/federation"
	"github.com/clubhuis/clubhuis/core/run"
	"github.com/clubhuis/clubhuis/core/submission"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// handMade is work that a volunteer wrote down.
func handMade(group int64) map[string]any {
	return map[string]any{"work_history": []map[string]any{
		{"team": group, "job_title": "Vlaggenist", "is_current": true, "start_date": "2019-01-01", "end_date": "", "description": "elke zondag"},
	}}
}

func (w *world) group(kind, title string) int64 {
	w.t.Helper()
	for _, g := range w.groups(kind) {
		if g.Title == title {
			return g.ID
		}
	}
	w.t.Fatalf("no %s %s", kind, title)
	return 0
}

// rows is how many current and how many other rows of work a member has.
func (w *world) rows(code string) (current, over int) {
	text := text(w.person(code), "work_history")
	return strings.Count(text, `"is_current":true`), strings.Count(text, `"is_current":false`)
}

func TestManualWorkHistoryRowSurvivesEveryPipelineAlsoWhenAReadFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.good(run.People)
	w.good(run.Teams)
	carla := w.person("CCCC33")
	w.byHand(carla.ID, handMade(w.group("team", "JO11-1")))
	w.site.Change(func(c *inmem.SiteClub) {
		c.Rosters["200"] = append(c.Rosters["200"], federation.Place{Member: "CCCC33", Title: "Leider", Staff: true})
	})
	w.app.Fail = func(call string, id int64) error {
		if call == inmem.CallPerson && id == carla.ID {
			return errDown
		}
		return nil
	}
	w.run(run.Teams, synchronizations.Options{})
	w.run(run.FunctionsFull, synchronizations.Options{})
	has(t, "Carla", text(w.person("CCCC33"), "work_history"), "Vlaggenist", "elke zondag")
	w.app.Fail = nil
	w.all()
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters["200"], c.Rosters["100"] = nil, nil })
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles = federation.Roles{} })
	w.all()
	got := text(w.person("CCCC33"), "work_history")
	has(t, "Carla", got, "Vlaggenist", "elke zondag", "Leider", "Voorzitter")
	if current, _ := w.rows("CCCC33"); current != 1 {
		t.Errorf("%d current rows: %s", current, got)
	}
}

func TestLeavingAllTeamsOrAllCommitteesEndsRows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	if current, _ := w.rows("CCCC33"); current != 5 { // trainer, chair, three seats
		t.Fatalf("%d current rows: %s", current, text(w.person("CCCC33"), "work_history"))
	}
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters["100"] = c.Rosters["100"][:2] })
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles = federation.Roles{} })
	w.good(run.Teams)
	w.good(run.FunctionsFull)
	if current, over := w.rows("CCCC33"); current != 0 || over != 5 {
		t.Errorf("%d current and %d other rows: %s", current, over, text(w.person("CCCC33"), "work_history"))
	}
	has(t, "Carla", text(w.person("CCCC33"), "work_history"), `"end_date":"2026-03-1`)
}

func TestWhoLeavesTheClubEndsTheirWork(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Left = true })
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters["100"] = c.Rosters["100"][:2] })
	w.good(run.People)
	w.good(run.Teams)
	w.good(run.Functions)
	if current, over := w.rows("CCCC33"); current != 0 || over != 5 {
		t.Errorf("%d current and %d other rows", current, over)
	}
}

func TestTwoRolesInOneCommitteeAreTwoRows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	got := text(w.person("CCCC33"), "work_history")
	if strings.Count(got, `"team":`+number(w.group("commissie", "Jeugdcommissie"))) != 2 {
		t.Errorf("%s", got)
	}
	has(t, "Carla", got, "Secretaris", `"job_title":"Lid"`)
}

func TestVanishedCommitteeIsRemovedAndManualOneKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	_, byHand := w.app.ByHand()
	for _, title := range []string{"Sponsorcommissie", "Kantinecommissie"} { // the site has one of the second name, too
		if _, err := byHand.Create(t.Context(), "commissie", submission.Change{Title: title}); err != nil {
			t.Fatal(err)
		}
	}
	w.all()
	kantine := w.group("commissie", "Kantinecommissie")
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles = federation.Roles{} })
	w.good(run.FunctionsFull)
	titles := map[string]int{}
	for _, g := range w.groups("commissie") {
		titles[g.Title]++
	}
	if titles["Jeugdcommissie"] != 0 || titles["Sponsorcommissie"] != 1 || titles["Kantinecommissie"] != 1 || titles["Verenigingsbreed"] != 1 {
		t.Errorf("committees %v", titles)
	}
	has(t, "Carla's ended rows", text(w.person("CCCC33"), "work_history"), `"team":`+number(kantine))
}

func TestAVanishedTeamIsRemovedAManualOneKeptAndARenamedOneUpdated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, byHand := w.app.ByHand()
	if _, err := byHand.Create(t.Context(), "team", submission.Change{Title: "Veteranen"}); err != nil {
		t.Fatal(err)
	}
	w.all()
	heren, jo := w.group("team", "Heren 1"), w.group("team", "JO11-1")
	w.site.Change(func(c *inmem.SiteClub) { c.Teams = c.Teams[:1]; c.Teams[0].Name = "JO12-1" })
	w.good(run.Teams)
	if w.group("team", "JO12-1") != jo {
		t.Error("the renamed team is another one")
	}
	if n := len(w.groups("team")); n != 2 {
		t.Errorf("teams %+v", w.groups("team"))
	}
	got := text(w.person("DDDD44"), "work_history")
	has(t, "Daan", got, `"team":`+number(heren), `"is_current":false`)
}

func TestARosterThatCannotBeReadEndsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters["100"] = c.Rosters["100"][1:] })
	w.site.Fail = func(call, key string) error {
		if call == "Roster" && key == "200" {
			return federation.ErrAnswer
		}
		return nil
	}
	if r := w.run(run.Teams, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("%s", r.Outcome)
	}
	if current, _ := w.rows("DDDD44"); current != 1 {
		t.Error("the work in the team that was not read ended")
	}
	if current, over := w.rows("AAAA11"); current != 0 || over != 1 {
		t.Errorf("the work in the team that was read: %d, %d", current, over)
	}
	w.site.Fail = func(call, _ string) error {
		if call == "Teams" {
			return federation.ErrAnswer
		}
		return nil
	}
	w.forget()
	if r := w.run(run.Teams, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("%s", r.Outcome)
	}
	w.quiet()
}

func TestEmptyRostersEverywhereStopTheRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(20)
	w.site.Change(func(c *inmem.SiteClub) {
		for _, m := range c.Members[4:] {
			c.Rosters["200"] = append(c.Rosters["200"], federation.Place{Member: m.Code, Title: "Teamspeler"})
		}
	})
	w.all()
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters = nil })
	w.forget()
	if r := w.run(run.Teams, synchronizations.Options{}); r.Outcome != run.Failure {
		t.Errorf("%s", r.Outcome)
	}
	w.quiet()
}

func TestFirstPlacesHaveNoStartAndLaterOnesTheDay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	has(t, "Anna", text(w.person("AAAA11"), "work_history"), `"start_date":""`)
	w.site.Change(func(c *inmem.SiteClub) {
		c.Rosters["200"] = append(c.Rosters["200"], federation.Place{Member: "AAAA11", Title: "Keeper"})
	})
	w.good(run.Teams)
	has(t, "Anna", text(w.person("AAAA11"), "work_history"), `"start_date":"2026-03-1`)
}

func TestMembersWithoutAnApplicationIDAreSkipped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := w.run(run.Teams, synchronizations.Options{})
	if s := r.Step(run.StepWork); r.Outcome != run.Success || s.Counts.Skipped != 4 {
		t.Errorf("%s %+v", r.Outcome, s)
	}
}

func TestCrashInFullFunctionsKeepsTheOldData(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Free[8] = "2024-01-01" })
	w.all()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Free[8] = "2025-01-01" })
	read := 0
	w.site.Fail = func(call, _ string) error {
		if read++; read > 3 {
			return errors.New("the browser is gone")
		}
		return nil
	}
	r := w.run(run.FunctionsFull, synchronizations.Options{})
	if r.Outcome == run.Success {
		t.Error("a run that could not read everybody is a success")
	}
	w.site.Fail = nil
	w.forget()
	w.good(run.People)
	w.quiet()
	if got := text(w.person("DDDD44"), "datum-vog"); got != `"2024-01-01"` {
		t.Errorf("datum-vog %s", got)
	}
	w.good(run.FunctionsFull)
	if got := text(w.person("DDDD44"), "datum-vog"); got != `"2025-01-01"` {
		t.Errorf("datum-vog %s", got)
	}
}

func TestRecentReadsWhoChangedLatelyAndVolunteersWithoutACertificate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all() // Carla is a volunteer without a certificate now
	w.at = time.Date(2026, 3, 16, 8, 0, 0, 0, w.Zone)
	today := civil.On(w.at, w.Zone)
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Updated = today.AddDays(-2).String() })
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Updated = today.AddDays(-3).String() })
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Updated = "" })
	w.good(run.People)
	w.forget()
	w.good(run.Functions)
	read := map[string]bool{}
	for _, call := range w.site.Calls() {
		if call.Name == "Member" && call.Tabs.Has(federation.TabFunctions) {
			read[call.Key] = true
		}
	}
	if len(read) != 3 || !read["AAAA11"] || !read["CCCC33"] || !read["DDDD44"] {
		t.Errorf("read %v", read)
	}
	w.forget()
	w.run(run.Functions, synchronizations.Options{Days: 3})
	if n := w.site.Count("Member"); n != 5 { // with the one that looks at the shape
		t.Errorf("with --days 3: %d", n)
	}
}

func TestRecentRemovesNoCommittee(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles = federation.Roles{} })
	before := len(w.groups("commissie"))
	w.good(run.Functions)
	if after := len(w.groups("commissie")); after != before {
		t.Errorf("%d committees were %d", after, before)
	}
	if current, _ := w.rows("CCCC33"); current != 1 {
		t.Errorf("%d current rows", current)
	}
}
