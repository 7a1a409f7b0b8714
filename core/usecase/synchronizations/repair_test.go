package synchronizations_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/mail"
	differing "github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
)

// found is what verifying finds in some areas.
func (w *world) found(areas ...differing.Area) []differing.Finding {
	w.t.Helper()
	found, err := w.Verify(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return differing.Chosen(found, areas...)
}

// repair repairs what was found, and returns the runs.
func (w *world) repair(found []differing.Finding, options synchronizations.Options) (done []run.Run) {
	w.t.Helper()
	for _, repair := range w.Repairs(found) {
		options.Repair = repair.Found
		done = append(done, w.run(repair.Pipeline, options))
	}
	return done
}

// damage changes on every side what nobody should change there.
func (w *world) damage() {
	w.t.Helper()
	people, groups := w.app.ByHand()
	anna, daan, els := w.person("AAAA11"), w.person("DDDD44"), w.named("Els Eik")[0]
	w.byHand(anna.ID, map[string]any{"last_name": "Vos"})
	jo11 := group(w, work.Team, "JO11-1")
	for _, err := range []error{
		people.Remove(w.t.Context(), daan.ID, 0), people.Remove(w.t.Context(), els.ID, 0),
		groups.Remove(w.t.Context(), work.Team, jo11.ID),
	} {
		if err != nil {
			w.t.Fatal(err)
		}
	}
	for _, s := range w.lists.On("een") {
		if s.Email == "anna@bos.example" {
			if err := w.lists.Remove(w.t.Context(), "een", s.ID); err != nil {
				w.t.Fatal(err)
			}
		}
	}
}

func TestVerifyNamesFieldsThatDiffer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settle()
	w.byHand(w.person("AAAA11").ID, map[string]any{"last_name": "Voskuijl", "first_name": "Anne"})
	w.byHand(w.person("DDDD44").ID, contacts("email", "daan@eik.example")) // which is brought to the site
	fields := map[string][2]string{}
	for _, f := range w.found() {
		if f.Key != "AAAA11" || f.System != run.Application || f.ByHand {
			t.Errorf("found %+v", f)
		}
		fields[f.Field] = [2]string{f.Site, f.App}
	}
	if len(fields) != 2 || fields["last_name"] != [2]string{"•••", "Vo…jl"} || fields["first_name"] != [2]string{"••••", "••••"} {
		t.Errorf("fields %v", fields)
	}
	w.repair(w.found(), synchronizations.Options{})
	if anna := w.person("AAAA11"); anna.Name.First != "Anna" || anna.Name.Last != "Bos" {
		t.Errorf("she is called %+v", anna.Name)
	}
	for range 2 { // the first brings what was edited to the site, the second the address to the list
		w.run(run.People, synchronizations.Options{})
	}
	w.differences(nil)
}

func TestRepairingMakesEverySideAsItsOwnerSays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settle()
	w.damage()
	if found := w.found(); len(found) < 5 {
		t.Fatalf("found %+v", found)
	}
	for range 2 { // who was made anew gets photo and work with the next run
		for _, r := range w.repair(w.found(), synchronizations.Options{}) {
			if r.Outcome != run.Success {
				t.Errorf("%s: %+v", r.Pipeline, r.Problems)
			}
		}
		w.run(run.People, synchronizations.Options{})
		w.run(run.Teams, synchronizations.Options{})
	}
	w.differences(nil)
}

func TestADryRunOfARepairWritesNothingAndHasThePlan(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settle()
	w.damage()
	before := w.found()
	w.forget()
	done := w.repair(before, synchronizations.Options{DryRun: true})
	planned := map[string]bool{}
	for _, r := range done {
		if r.ID != 0 {
			t.Errorf("%s was written down", r.Name())
		}
		for _, p := range r.Plan {
			planned[p.Step+" "+p.Key] = true
		}
	}
	for _, want := range []string{run.StepPeople + " AAAA11", run.StepPeople + " DDDD44", run.StepParents + " els@eik.example",
		run.StepTeams + " 100", run.StepLists + " anna@bos.example"} {
		if !planned[want] {
			t.Errorf("%s is not planned: %v", want, planned)
		}
	}
	w.quiet()
	if kept := w.repair(before, synchronizations.Options{DryRun: true, Keep: true}); kept[0].ID == 0 || !kept[0].DryRun {
		t.Error("a dry run that is kept has no number")
	}
	if after := w.found(); len(after) != len(before) {
		t.Errorf("found %d, before %d", len(after), len(before))
	}
}

func TestOnlyWhatIsChosenIsRepaired(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settle()
	w.damage()
	w.site.Change(func(c *inmem.SiteClub) { c.Members = append(c.Members, member("EEEE55", "Eva", "Es", nil)) })
	for _, r := range w.repair(w.found(differing.Lists), synchronizations.Options{}) {
		if r.Pipeline != run.People || r.Step(run.StepPeople) != nil || r.Step(run.StepLists).Counts.Updated != 1 {
			t.Errorf("%+v", r.Steps)
		}
	}
	if left := w.found(differing.Lists); len(left) > 0 {
		t.Errorf("left %+v", left)
	}
	var anna []differing.Finding
	for _, f := range w.found(differing.People) {
		if f.Key == "AAAA11" {
			anna = append(anna, f)
		}
	}
	w.repair(anna, synchronizations.Options{})
	if got := w.person("AAAA11").Name.Last; got != "Bos" {
		t.Errorf("she is called %s", got)
	}
	if len(w.named("Eva Es")) > 0 || len(w.named("Daan Eik")) > 0 {
		t.Error("others were brought in, too")
	}
}

// contract: facts §8.3-21; a repair is stopped by the guard of every run
func TestTheGuardStopsARepairToo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(60)
	w.settle()
	w.site.Change(func(c *inmem.SiteClub) { c.Members = c.Members[:len(c.Members)-30] })
	for _, r := range w.repair(w.found(differing.People), synchronizations.Options{}) {
		if r.Outcome != run.Failure || r.Problems[0].Code != "too_many_removals" {
			t.Errorf("%s: %+v", r.Outcome, r.Problems)
		}
	}
}

// overdue is of which of the two pipelines a mail says that they are overdue.
func overdue(m mail.Message) string {
	for _, p := range []string{"people", "functions"} {
		if rest, of := strings.CutPrefix(m.Key, "clubsync-overdue-"+p+"-"); of && rest[0] >= '0' && rest[0] <= '9' {
			return p
		}
	}
	return ""
}

// contract: facts §5 (overdue: next expected time + 4 h grace)
func TestAPipelineThatIsOverdueIsMailedOnceUntilItRan(t *testing.T) {
	t.Parallel()
	w := newWorld(t) // Saturday 08:00
	since := w.at
	warn := func(what string, want ...string) {
		t.Helper()
		before := len(w.mail.Sent())
		if err := w.WarnOverdue(t.Context(), since); err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, m := range w.mail.Sent()[before:] {
			if p := overdue(m); p != "" {
				got = append(got, p)
				has(t, "text", m.Text, "Oorzaak: ")
				has(t, "text", m.Text, "Wat te doen: ")
				has(t, "text", m.Text, "https://sync.club.example/pipeline/"+p)
			}
		}
		if !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s: mailed %q, want %q", what, got, want)
		}
	}
	w.Settings.Pages = "https://sync.club.example"
	later := func(d time.Duration) { w.app.SetNow(w.Now().Add(d)) }
	start := func(p run.Pipeline, outcome run.Outcome) {
		t.Helper()
		if _, err := w.Stores.Runs.Start(t.Context(), run.Run{Pipeline: p, Started: w.Now(), Outcome: outcome}); err != nil {
			t.Fatal(err)
		}
	}
	start(run.People, run.Success)
	start(run.Functions, run.Success)
	warn("both just ran")
	later(6*time.Hour + 29*time.Minute) // 14:29
	warn("not yet four hours after functions was due")
	later(2 * time.Minute)
	warn("functions, due at 10:30", "functions")
	warn("again")
	later(40 * time.Minute)
	warn("people, due at 11:00", "people")
	start(run.Functions, run.Failure) // which has a mail of its own
	warn("functions failed")
	later(6 * time.Hour) // 21:11
	warn("functions, due at 16:30", "functions")
	start(run.People, run.Partial)
	later(24 * time.Hour)
	since = w.Now().Add(-4 * time.Hour)
	warn("the service has just started, and makes up for it")
	later(time.Minute)
	warn("people once more; functions did not run since", "people")

	fresh := newWorld(t)
	for range 2 {
		if err := fresh.WarnOverdue(t.Context(), fresh.at); err != nil {
			t.Fatal(err)
		}
		fresh.app.SetNow(fresh.Now().Add(8 * time.Hour))
	}
	if err := fresh.WarnOverdue(t.Context(), fresh.at); err != nil {
		t.Fatal(err)
	}
	if sent := fresh.mail.Sent(); len(sent) == 0 || overdue(sent[0]) == "" {
		t.Errorf("what never ran is not due from the first look on: %+v", sent)
	}
}
