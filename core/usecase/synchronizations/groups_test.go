package synchronizations_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
)

func TestVanishedCommitteeIsRemovedAndManualOneKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	_, byHand := w.app.ByHand()
	for _, title := range []string{"Sponsorcommissie", "Kantinecommissie"} { // the site has one of the second name, too
		if _, err := byHand.Create(t.Context(), titled("commissie", title)); err != nil {
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
	if titles["Jeugdcommissie"] != 0 || titles["Sponsorcommissie"] != 1 || titles["Kantinecommissie"] != 1 ||
		titles["Verenigingsbreed"] != 1 {
		t.Errorf("committees %v", titles)
	}
	has(t, "Carla's ended rows", text(w.person("CCCC33"), "work_history"), `"team":`+number(kantine))
}

// contract: sync §2.3, §4-4
func TestAVanishedTeamIsRemovedAManualOneKeptAndARenamedOneUpdated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, byHand := w.app.ByHand()
	if _, err := byHand.Create(t.Context(), titled("team", "Veteranen")); err != nil {
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

func TestAnEmptyRosterOfATeamWithPeopleEndsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) {
		for i := range c.Teams {
			c.Teams[i].People = len(c.Rosters[c.Teams[i].ID])
		}
	})
	w.all()
	before := w.allWork()
	var rosters map[string][]federation.Place
	w.site.Change(func(c *inmem.SiteClub) {
		rosters, c.Rosters = c.Rosters, map[string][]federation.Place{"200": c.Rosters["200"]}
	})
	w.forget()
	if r := w.run(run.Teams, synchronizations.Options{}); r.Outcome != run.Partial || w.allWork() != before {
		t.Errorf("%s\n%s, before\n%s", r.Outcome, w.allWork(), before)
	}
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters = rosters })
	w.good(run.Teams)
	w.site.Change(func(c *inmem.SiteClub) { // somebody says that it is so
		for i := range c.Teams {
			if c.Teams[i].ID == "100" {
				c.Teams[i].People, c.Rosters["100"] = 0, nil
			}
		}
	})
	if w.good(run.Teams); w.allWork() == before {
		t.Error("nobody left the empty team")
	}
}

// allWork are the rows of work history of everybody.
func (w *world) allWork() (all string) {
	for _, p := range w.app.Everybody() {
		all += p.FullName() + " " + text(p, "work_history") + "\n"
	}
	return all
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

// removedByHand takes a group away as a volunteer does.
func (w *world) removedByHand(kind work.Kind, title string) {
	w.t.Helper()
	_, byHand := w.app.ByHand()
	if err := byHand.Remove(w.t.Context(), kind, w.group(string(kind), title)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) onRoster(team, code, title string) {
	w.site.Change(func(c *inmem.SiteClub) {
		c.Rosters[team] = append(c.Rosters[team], federation.Place{Member: code, Title: title, Staff: true})
	})
}

func TestATeamRemovedByHandIsMadeAgainAndItsRowsFollow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	before := w.group("team", "Heren 1")
	w.removedByHand(work.Team, "Heren 1")
	w.onRoster("100", "DDDD44", "Leider") // something else to write
	w.good(run.Teams)
	now := w.group("team", "Heren 1")
	got := text(w.person("DDDD44"), "work_history")
	has(t, "Daan", got, `"team":`+number(now), "Keeper", "Leider")
	lacks(t, "Daan", got, `"team":`+number(before))
	if current, over := w.rows("DDDD44"); current != 2 || over != 0 {
		t.Errorf("%d current and %d other rows: %s", current, over, got)
	}
	w.forget()
	w.good(run.Teams)
	w.quiet()
	if n := w.app.Count(inmem.CallList + " team"); n != 0 {
		t.Errorf("a run with nothing to write asked %d times for the teams", n)
	}
}

func TestRowsFollowATeamThatWasMadeAgainAlsoWhenTheRunDiedBetween(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.removedByHand(work.Team, "Heren 1")
	w.onRoster("100", "AAAA11", "Leider")
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallChange+" person" {
			return errDown
		}
		return nil
	}
	w.run(run.Teams, synchronizations.Options{})
	w.app.Fail = nil
	w.good(run.Teams)
	has(t, "Daan", text(w.person("DDDD44"), "work_history"), `"team":`+number(w.group("team", "Heren 1")))
}

func TestAGroupMadeByHandInThePlaceOfARemovedOneStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.removedByHand(work.Team, "Heren 1")
	_, byHand := w.app.ByHand()
	made, err := byHand.Create(t.Context(), titled(work.Team, "Heren 1"))
	if err != nil {
		t.Fatal(err)
	}
	w.onRoster("100", "DDDD44", "Leider") // something else to write
	w.good(run.Teams)
	has(t, "Daan", text(w.person("DDDD44"), "work_history"), `"team":`+number(made.ID))
	w.site.Change(func(c *inmem.SiteClub) { c.Teams = c.Teams[:1] })
	if r := w.good(run.Teams); r.Step(run.StepTeams).Counts.Deleted != 0 {
		t.Errorf("the report counts %+v", r.Step(run.StepTeams).Counts)
	}
	if now := w.group("team", "Heren 1"); now != made.ID {
		t.Errorf("the hand-made team is %d, was %d", now, made.ID)
	}
}

// A run over others learns that the committee is gone; the run over everybody makes it again, though nothing else is to be
// written.
func TestACommitteeRemovedByHandIsMadeAgainAndItsRowsFollow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	w.byHand(w.person("CCCC33").ID, map[string]any{"datum-vog": "2026-03-01"}) // so that a recent run does not read her
	w.all()
	w.removedByHand(work.Committee, "Jeugdcommissie")
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Updated, m.Roles.Functions = "", []federation.Function{{Title: "Penningmeester", Active: true}}
	})
	w.good(run.People)
	w.good(run.Functions)
	if n := w.lostRows(); n != 2 {
		t.Fatalf("%d rows name no group", n)
	}
	w.good(run.FunctionsFull)
	if current, over := w.rows("CCCC33"); current != 5 || over != 0 || w.lostRows() != 0 {
		t.Errorf("%d current and %d other rows: %s", current, over, text(w.person("CCCC33"), "work_history"))
	}
	w.forget()
	w.all()
	w.quiet()
}

func TestTeamsThatTheApplicationDoesNotTellAreTakenAsTheyWere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.onRoster("100", "DDDD44", "Leider")
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallList+" team" {
			return errDown
		}
		return nil
	}
	if r := w.run(run.Teams, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("%s", r.Outcome)
	}
	has(t, "Daan", text(w.person("DDDD44"), "work_history"), "Leider")
	if n := len(w.groups("team")); n != 2 {
		t.Errorf("%d teams", n)
	}
}

func TestATeamToldTwiceCountsOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.site.Change(func(c *inmem.SiteClub) { c.Teams = append(c.Teams, c.Teams[0]) })
	w.forget()
	r := w.good(run.Teams)
	w.quiet()
	s := r.Step(run.StepTeamDownload)
	has(t, "the note", s.Note, "JO11-1", "dubbel")
	if s.Counts.Total != 2 || s.Counts.Places != 4 {
		t.Errorf("%+v", s.Counts)
	}
}

func TestNoTeamsAtAllIsAFailedDownload(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.site.Change(func(c *inmem.SiteClub) { c.Teams = nil })
	w.forget()
	r := w.run(run.Teams, synchronizations.Options{})
	w.quiet()
	if s := r.Step(run.StepTeamDownload); r.Outcome != run.Partial || s.Counts.Errors != 1 || s.Counts.Total != 2 {
		t.Errorf("%s %+v", r.Outcome, s)
	}
	empty := newWorld(t)
	empty.site.Change(func(c *inmem.SiteClub) { c.Teams = nil })
	empty.all() // a club that never had any
}

func TestEveryRosterEmptyAtOnceStopsTheRunOfASmallClub(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.site.Change(func(c *inmem.SiteClub) { c.Rosters = nil })
	w.forget()
	r := w.run(run.Teams, synchronizations.Options{})
	w.quiet()
	if r.Outcome != run.Failure {
		t.Fatalf("%s", r.Outcome)
	}
	has(t, "the report", r.Problems[0].Message, "4 van 4", "--accept-removals 4")
	if r := w.run(run.Teams, synchronizations.Options{AcceptRemovals: 4}); r.Outcome != run.Success {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	if current, over := w.rows("DDDD44"); current != 0 || over != 1 {
		t.Errorf("%d current and %d other rows", current, over)
	}
}

func TestAHandMadeGroupThatIsUsedAsItIsCountsAsSkipped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, byHand := w.app.ByHand()
	if _, err := byHand.Create(t.Context(), titled(work.Team, "heren 1")); err != nil {
		t.Fatal(err)
	}
	w.good(run.People)
	for _, renamed := range []string{"Heren 1", "Heren Een"} {
		w.site.Change(func(c *inmem.SiteClub) { c.Teams[1].Name = renamed })
		w.forget()
		r := w.good(run.Teams)
		c := r.Step(run.StepTeams).Counts
		wrote := w.app.Count(inmem.CallCreate+" team") + w.app.Count(inmem.CallChange+" team")
		if c.Created+c.Updated != wrote || c.Skipped != 2-wrote {
			t.Errorf("%s: %d written, %+v", renamed, wrote, c)
		}
	}
	has(t, "Daan", text(w.person("DDDD44"), "work_history"), `"team":`+number(w.group("team", "heren 1")))
}

func TestTheDownloadOfTeamsCountsThoseThatWereReadOrUsed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	for failing, want := range map[string]int{"Roster": 1, "Teams": 2} {
		w.site.Fail = func(call, key string) error {
			if call == failing && (key == "200" || key == "") {
				return federation.ErrAnswer
			}
			return nil
		}
		r := w.run(run.Teams, synchronizations.Options{})
		if c := r.Step(run.StepTeamDownload).Counts; c.Total != want || c.Errors != 1 {
			t.Errorf("%s fails: %+v", failing, c)
		}
	}
}

func TestACommitteeWithoutANumberIsKnownByItsName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("CCCC33", func(m *inmem.SiteMember) {
		m.Roles.Seats = []federation.Seat{{Name: "Sponsor & Co", Title: "Lid", Active: true}}
	})
	w.all()
	made := w.group("commissie", "Sponsor & Co")
	w.forget()
	w.all()
	w.quiet()
	w.Stores = inmem.NewSync()
	w.all()
	if n := len(w.groups("commissie")); n != 2 || w.group("commissie", "Sponsor & Co") != made {
		t.Errorf("%+v", w.groups("commissie"))
	}
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles.Seats = nil })
	w.good(run.FunctionsFull)
	if n := len(w.groups("commissie")); n != 1 {
		t.Errorf("%+v", w.groups("commissie"))
	}
}
