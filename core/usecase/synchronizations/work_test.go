package synchronizations_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// handMade is work that a volunteer wrote down.
func handMade(group int64) map[string]any {
	return map[string]any{"work_history": []map[string]any{
		{"team": group, "job_title": "Vlaggenist", "is_current": true, "start_date": "2019-01-01", "end_date": "",
			"description": "elke zondag"},
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
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters["200"], c.Rosters["100"] = c.Rosters["200"][:1], nil })
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
