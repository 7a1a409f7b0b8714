package synchronizations_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// filed is the application's case with a dossier; the zero Case for none.
func (w *world) filed(dossier string) payload.Case {
	for _, c := range w.app.Filed() {
		if c.Dossier == dossier {
			return c
		}
	}
	return payload.Case{}
}

// siteCase changes a case of the site.
func (w *world) siteCase(dossier string, change func(*inmem.SiteCase)) {
	w.t.Helper()
	w.site.Change(func(c *inmem.SiteClub) {
		for i := range c.Cases {
			if c.Cases[i].Dossier == dossier {
				change(&c.Cases[i])
				return
			}
		}
		w.t.Fatalf("no case %s", dossier)
	})
}

// contract: facts §3.5
func TestCasesAreFiledWithTheirPeopleTeamsAndSeason(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.siteCase("T-2", func(c *inmem.SiteCase) { c.Played.Month, c.Played.Day, c.Charged, c.Fee = 7, 1, true, nil })
	w.all()
	one, other := w.filed("T-1"), w.filed("T-2")
	if one.Title != "Daan Eik - Heren 1 - Waterkant - 2026-02-28" || one.Person != w.person("DDDD44").ID || one.Season != 2025 ||
		one.Codes != "1.1, 2.4" || *one.Fee != 1385 || one.Charged != "" || one.Home == 0 || one.Away != 0 {
		t.Errorf("got %+v", one)
	}
	if other.Season != 2026 || other.Charged != discipline.ByFederation || other.Fee != nil {
		t.Errorf("got %+v", other)
	}
	w.forget()
	r := w.good(run.Discipline)
	w.quiet()
	if c := r.Step(run.StepCases).Counts; c.Skipped != 3 || c.Linked != 2 {
		t.Errorf("%+v", c)
	}
}

func TestACaseThatChangesIsChangedAndOneThatVanishesStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.site.Change(func(c *inmem.SiteClub) {
		c.Cases = c.Cases[:2]
		c.Cases[1].Sanction = "Uitsluiting voor 2 wedstrijden"
	})
	w.forget()
	w.good(run.Discipline)
	if got := w.filed("T-2").Sanction; got != "Uitsluiting voor 2 wedstrijden" {
		t.Errorf("the sanction is %q", got)
	}
	if len(w.app.Filed()) != 3 || w.app.Count(inmem.CallChange+" case") != 1 {
		t.Errorf("%d cases, written: %v", len(w.app.Filed()), w.app.Writes())
	}
}

// Who asks to pay is the club's own to say, unless the federation asks.
func TestWhatTheClubChargedIsNotTakenBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Charged = true })
	w.all()
	for _, dossier := range []string{"T-1", "T-2"} {
		byClub := payload.Case{Case: discipline.Case{Charged: discipline.ByClub}, Told: []string{discipline.KeyCharged}}
		if _, err := w.app.Cases().Change(t.Context(), w.filed(dossier).ID, byClub); err != nil {
			t.Fatal(err)
		}
		w.siteCase(dossier, func(c *inmem.SiteCase) { c.Sanction = "Anders" })
	}
	w.good(run.Discipline)
	for _, dossier := range []string{"T-1", "T-2"} {
		if got := w.filed(dossier); got.Charged != discipline.ByClub || got.Sanction != "Anders" {
			t.Errorf("%s is %+v", dossier, got)
		}
	}
}

func TestACaseOfSomebodyUnknownIsKeptAndLinkedWhenTheyArrive(t *testing.T) {
	t.Parallel()
	for name, arrive := range map[string]func(*world){
		"people":     func(w *world) { w.good(run.People) },
		"discipline": func(w *world) { w.good(run.People); w.good(run.Discipline) },
		"individual": func(w *world) {
			if _, err := w.Individual(t.Context(), "ZZ9999"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		w := newWorld(t)
		w.all()
		if got := w.filed("T-3"); got.ID == 0 || got.Person != 0 || got.Title != "Heren 1 - Waterkant - 2026-02-28" {
			t.Fatalf("%s: got %+v", name, got)
		}
		w.site.Change(func(c *inmem.SiteClub) { c.Members = append(c.Members, member("ZZ9999", "Zoë", "Zon", nil)) })
		arrive(w)
		if got := w.filed("T-3"); got.Person != w.person("ZZ9999").ID || !strings.HasPrefix(got.Title, "Zoë Zon - ") {
			t.Errorf("%s: got %+v", name, got)
		}
		w.all()
		w.forget()
		w.all()
		w.quiet()
	}
}

// The Secretaris hears of it once; what is billed is not taken away.
func TestACaseThatNamesAnotherMemberIsRemovedAndFiledAnewUnlessItIsBilled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	billed, other := w.filed("T-1"), w.filed("T-2")
	w.app.Bill(billed.ID)
	for _, dossier := range []string{"T-1", "T-2"} {
		w.siteCase(dossier, func(c *inmem.SiteCase) { c.Member = "BBBB22" })
	}
	r := w.good(run.Discipline)
	has(t, "the report", notes(r), "tuchtzaak T-1 staat op een factuur")
	if c := r.Step(run.StepMovedCases).Counts; c.Deleted != 1 || c.Skipped != 1 {
		t.Errorf("%+v", c)
	}
	now := w.filed("T-1")
	if now.ID != billed.ID || now.Person != billed.Person || now.Title != billed.Title {
		t.Errorf("the billed case is %+v", now)
	}
	if now := w.filed("T-2"); now.ID == other.ID || now.Person != w.person("BBBB22").ID {
		t.Errorf("the other case is %+v", now)
	}
	tasks := func() (said []string) {
		for _, task := range w.app.Given() {
			said = append(said, task.Content)
		}
		return said
	}
	if got := strings.Join(tasks(), "\n"); len(tasks()) != 2 ||
		!strings.Contains(got, "Tuchtzaak T-2 is verwijderd, want zij is niet van AAAA11 maar van BBBB22") ||
		!strings.Contains(got, "Tuchtzaak T-1 staat op een factuur van DDDD44, maar is van BBBB22") {
		t.Errorf("tasks: %s", got)
	}
	w.forget()
	w.all()
	w.quiet()
	if _, err := w.Run(t.Context(), run.Discipline, synchronizations.Options{Force: true}); err != nil || len(tasks()) != 2 {
		t.Errorf("%v, tasks: %v", err, tasks())
	}
	if now := w.filed("T-1"); now.Person != billed.Person {
		t.Errorf("forced, the billed case is %+v", now)
	}
}

// A removal that fails must not end in a change: the case would be billed to whom it is not about.
func TestACaseOfAnotherMemberIsNeverChanged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	before := w.filed("T-1")
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Member = "BBBB22" })
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallRemove+" case" {
			return fault.New(fault.Unavailable, "application_broken", "nu niet")
		}
		return nil
	}
	if r := w.run(run.Discipline, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("%s", r.Outcome)
	}
	if now := w.filed("T-1"); now.Person != before.Person {
		t.Errorf("it is %+v", now)
	}
	w.app.Fail = nil
	w.good(run.Discipline)
	if now := w.filed("T-1"); now.Person != w.person("BBBB22").ID {
		t.Errorf("then it is %+v", now)
	}
}

func TestTooManyCasesOfOthersStopTheRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) {
		for n := range 20 {
			c.Cases = append(c.Cases, filed(fmt.Sprint("G-", n), "AAAA11"))
		}
	})
	w.all()
	w.site.Change(func(c *inmem.SiteClub) {
		for i := range 10 {
			c.Cases[3+i].Member = "BBBB22"
		}
	})
	w.forget()
	stops := func(what, said string) {
		t.Helper()
		r := w.run(run.Discipline, synchronizations.Options{})
		if r.Outcome != run.Failure || len(r.Problems) != 1 {
			t.Fatalf("%s: %s %+v", what, r.Outcome, r.Problems)
		}
		has(t, what, r.Problems[0].Message, said)
	}
	stops("too many", "10 van 23 tuchtzaken staan nu op naam van een ander lid")
	w.unwritten()
	if r := w.run(run.Discipline, synchronizations.Options{AcceptRemovals: 10}); r.Outcome != run.Success ||
		r.Step(run.StepMovedCases).Counts.Deleted != 10 {
		t.Errorf("%s %+v", r.Outcome, r.Steps)
	}
	w.site.Change(func(c *inmem.SiteClub) {
		for i := range c.Cases {
			c.Cases[i].Fee = nil
		}
	})
	stops("without fees", "23 van 23 administratiekosten van tuchtzaken")
}

func TestAListOfCasesThatCannotBeReadLeavesThemAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	for name, spoil := range map[string]func(){
		"no answer": func() { w.site.Fail = func(string, string) error { return federation.ErrAnswer } },
		"empty":     func() { w.site.Change(func(c *inmem.SiteClub) { c.Cases = nil }) },
	} {
		spoil()
		w.forget()
		r := w.run(run.Discipline, synchronizations.Options{})
		if r.Outcome != run.Partial || len(r.Problems) != 1 {
			t.Errorf("%s: %s %+v", name, r.Outcome, r.Problems)
		}
		has(t, name, notes(r), "verder met de vorige download")
		w.unwritten()
		w.site.Fail = nil
		w.site.Change(func(c *inmem.SiteClub) { c.Cases = []inmem.SiteCase{filed("T-1", "DDDD44")} })
	}
	w.site.Fail = func(string, string) error { return federation.ErrShape }
	if r := w.run(run.Discipline, synchronizations.Options{}); r.Outcome != run.Failure {
		t.Errorf("a changed site: %s", r.Outcome)
	}
}

func TestACaseThatCannotBeReadStopsNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Garbled, c.Sanction = true, "Anders" })
	w.siteCase("T-2", func(c *inmem.SiteCase) { c.Fee = new(money.Cents(2415)) })
	r := w.run(run.Discipline, synchronizations.Options{})
	if r.Outcome != run.Partial || len(r.Problems) != 1 || r.Problems[0].Key != "T-1" {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	if *w.filed("T-2").Fee != 2415 || w.filed("T-1").Sanction != "Waarschuwing" {
		t.Errorf("%+v", w.app.Filed())
	}
}

// What was remembered may be lost, and a case may stand there already.
func TestCasesAreFoundAgainByTheirDossier(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	number := w.filed("T-1").ID
	byClub := payload.Case{Case: discipline.Case{Charged: discipline.ByClub}, Told: []string{discipline.KeyCharged}}
	if _, err := w.app.Cases().Change(t.Context(), w.filed("T-2").ID, byClub); err != nil {
		t.Fatal(err)
	}
	w.app.Bill(number)
	w.Stores = inmem.NewSync()
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Member = "BBBB22" })
	w.siteCase("T-2", func(c *inmem.SiteCase) { c.Charged = true })
	daan := w.person("DDDD44").ID
	w.all()
	if len(w.app.Filed()) != 3 {
		t.Errorf("%+v", w.app.Filed())
	}
	if got := w.filed("T-1"); got.ID != number || got.Person != daan {
		t.Errorf("the billed case is %+v", got)
	}
	if got := w.filed("T-2"); got.Charged != discipline.ByClub {
		t.Errorf("what the club charged is %+v", got)
	}
	w.forget()
	w.all()
	w.quiet()
}

func TestADryRunOfDisciplineWritesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Member = "BBBB22" })
	w.forget()
	r := w.run(run.Discipline, synchronizations.Options{DryRun: true})
	w.unwritten()
	if len(r.Plan) != 2 || r.Plan[0].Kind != "delete" || r.Plan[1].Kind != "create" {
		t.Errorf("%+v", r.Plan)
	}
}

// A case that somebody removed by hand is named by verify, and filed again by a forced run.
func TestVerifyNamesCasesThatAreGone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	gone := w.filed("T-1").ID
	if err := w.app.Cases().Remove(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	found, err := w.Verify(t.Context())
	if err != nil || len(found) != 1 || found[0].Key != "T-1" ||
		found[0].Message != fmt.Sprintf("tuchtzaak %d bestaat niet meer", gone) {
		t.Errorf("%+v, %v", found, err)
	}
	w.run(run.Discipline, synchronizations.Options{Force: true})
	if found, err := w.Verify(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("%+v, %v", found, err)
	}
}
