package synchronizations_test

import (
	"encoding/json"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	differing "github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
)

// An older backup of the application came back: a group that was made since is gone, and one that somebody made next got its
// number.

// replaced takes a group of the synchronization away and gives its number to another one that somebody makes, which it returns.
func (w *world) replaced(kind work.Kind, memory ledger.Kind, key, title, other string) payload.Group {
	w.t.Helper()
	w.removedByHand(kind, title)
	_, byHand := w.app.ByHand()
	made, err := byHand.Create(w.t.Context(), titled(kind, other))
	if err != nil {
		w.t.Fatal(err)
	}
	e, err := w.Stores.Ledger.Find(w.t.Context(), memory, key)
	if err != nil {
		w.t.Fatal(err)
	}
	e.SetNumber(made.ID)
	if err := w.Stores.Ledger.Put(w.t.Context(), e); err != nil {
		w.t.Fatal(err)
	}
	w.forget()
	return group(w, kind, other)
}

// stays holds that a group is as it was.
func (w *world) stays(before payload.Group) {
	w.t.Helper()
	if now := group(w, before.Kind, before.Title); now.ID != before.ID || now.SiteID() != before.SiteID() {
		w.t.Errorf("the group is %+v, was %+v; there are %+v", now, before, w.app.Everygroup(before.Kind))
	}
}

func TestATeamWhoseNumberIsAnothersIsMadeAnewAndItsRowsFollow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	other := w.replaced(work.Team, ledger.Team, "200", "Heren 1", "Toernooicommissie 35+")
	w.onRoster("200", "AAAA11", "Leider")
	w.good(run.Teams)
	w.stays(other)
	now := w.group("team", "Heren 1")
	for code, title := range map[string]string{"AAAA11": "Leider", "DDDD44": "Keeper"} {
		rows := text(w.person(code), "work_history")
		has(t, code, rows, `"team":`+number(now)+",", title)
		lacks(t, code, rows, `"team":`+number(other.ID)+",")
	}
	if n := w.app.Count(inmem.CallList + " team"); n != 1 {
		t.Errorf("asked %d times for the teams", n)
	}
	w.all() // cases name teams, too
	w.forget()
	w.all()
	w.quiet()
}

func TestARenamedTeamWhoseNumberIsAnothersChangesNothingOfIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	other := w.replaced(work.Team, ledger.Team, "200", "Heren 1", "Toernooicommissie 35+")
	w.site.Change(func(c *inmem.SiteClub) { c.Teams[1].Name = "Heren Een" })
	failed := false // the first look fails, and the second one is that before the write
	w.app.Fail = func(call string, _ int64) error {
		if call != inmem.CallList+" team" || failed {
			return nil
		}
		failed = true
		return errDown
	}
	w.run(run.Teams, synchronizations.Options{})
	w.stays(other)
	if w.group("team", "Heren Een") == other.ID {
		t.Error("the renamed team has the number of the other one")
	}
}

func TestAVanishedGroupWhoseNumberIsAnothersRemovesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	team := w.replaced(work.Team, ledger.Team, "200", "Heren 1", "Toernooicommissie 35+")
	committee := w.replaced(work.Committee, ledger.Committee, "C2", "Jeugdcommissie", "Jubileum")
	w.site.Change(func(c *inmem.SiteClub) { c.Teams = c.Teams[:1] })
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles = federation.Roles{} })
	w.good(run.Teams)
	w.good(run.FunctionsFull)
	w.stays(team)
	w.stays(committee)
	w.all() // cases name teams, too
	w.forget()
	w.all()
	w.quiet()
}

// One that people made and that is used as it is carries no id of the site, or that of the group for which it is used.
func TestAGroupOfOurOwnIsNotTakenForOneThatPeopleMade(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, byHand := w.app.ByHand()
	if _, err := byHand.Create(t.Context(), titled(work.Team, "Heren 1")); err != nil {
		t.Fatal(err)
	}
	w.all()
	w.removedByHand(work.Team, "Heren 1")
	e, err := w.Stores.Ledger.Find(t.Context(), ledger.Team, "200")
	if err != nil {
		t.Fatal(err)
	}
	e.SetNumber(w.group("team", "JO11-1"))
	if err := w.Stores.Ledger.Put(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	w.onRoster("200", "AAAA11", "Leider")
	w.good(run.Teams)
	if w.group("team", "Heren 1") == w.group("team", "JO11-1") {
		t.Error("both teams are one")
	}
	has(t, "Anna", text(w.person("AAAA11"), "work_history"), `"team":`+number(w.group("team", "Heren 1"))+",")
}

func TestAGroupThatCannotBeReadIsNeitherChangedNorRemoved(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*inmem.SiteClub){
		"renamed":  func(c *inmem.SiteClub) { c.Teams[1].Name = "Heren Een" },
		"vanished": func(c *inmem.SiteClub) { c.Teams = c.Teams[:1] },
	} {
		w := newWorld(t)
		w.all()
		before := group(w, work.Team, "Heren 1")
		w.app.Spoil(work.Team, before.ID, true)
		w.site.Change(change)
		r := w.run(run.Teams, synchronizations.Options{})
		if r.Outcome != run.Partial || len(r.Problems) != 1 || r.Problems[0].Key != "200" {
			t.Errorf("%s: %s %+v", name, r.Outcome, r.Problems)
		}
		w.stays(before)
		w.app.Spoil(work.Team, before.ID, false)
		w.good(run.Teams)
		if now := group(w, work.Team, "Heren 1"); now.ID != 0 {
			t.Errorf("%s: then it is %+v", name, now)
		}
	}
}

func TestVerifyNamesAGroupWhoseNumberIsAnothersAndARepairMakesIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settle()
	other := w.replaced(work.Team, ledger.Team, "200", "Heren 1", "Toernooicommissie 35+")
	found := w.found(differing.Teams)
	if len(found) != 1 || found[0].Key != "200" {
		t.Errorf("found %+v", found)
	}
	w.repair(found, synchronizations.Options{})
	w.stays(other)
	has(t, "Daan", text(w.person("DDDD44"), "work_history"), `"team":`+number(w.group("team", "Heren 1"))+",")
	w.differences(nil)
}

// What the runs of the lost days wrote stands in no backup, and is remembered as written.
func TestAForcedRunBringsBackRowsThatTheApplicationLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	w.onRoster("200", "AAAA11", "Leider")
	w.all()
	before := map[string]string{}
	for _, code := range []string{"AAAA11", "CCCC33"} {
		before[code] = text(w.person(code), "work_history")
	}
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters["200"] = c.Rosters["200"][:1] })
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles.Functions = nil })
	w.all()
	after := w.allWork()
	for code, rows := range before { // Anna was a leader in the backup, and Carla the chair
		w.byHand(w.person(code).ID, map[string]any{"work_history": json.RawMessage(rows)})
	}
	w.byHand(w.person("DDDD44").ID, map[string]any{"work_history": []any{}}) // and Daan was on no team
	w.all()
	for _, pipeline := range []run.Pipeline{run.Teams, run.FunctionsFull} {
		if r := w.run(pipeline, synchronizations.Options{Force: true}); r.Outcome != run.Success {
			t.Errorf("%s: %+v", r.Outcome, r.Problems)
		}
	}
	if now := w.allWork(); now != after {
		t.Errorf("everybody has\n%s\nand had\n%s", now, after)
	}
}
