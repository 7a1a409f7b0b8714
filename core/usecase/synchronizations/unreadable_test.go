package synchronizations_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
)

// Records of the application that cannot be read: they are told of, and are neither gone nor anybody new.

func TestARecordThatCannotBeReadStopsNobodyElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	daan := w.person("DDDD44")
	w.byHand(daan.ID, contacts("email", "daan@nieuw.example"))
	w.app.Spoil("", daan.ID, true)
	for _, code := range []string{"AAAA11", "DDDD44"} {
		w.edit(code, func(m *inmem.SiteMember) { m.Mobile = "0611111111" })
	}
	people := len(w.app.Everybody())
	r := w.run(run.People, synchronizations.Options{})
	has(t, "the report", notes(r), fmt.Sprintf("record %d van de applicatie is niet te lezen", daan.ID))
	if r.Outcome != run.Partial || len(r.Problems) != 1 || r.Problems[0].Key != "DDDD44" {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	has(t, "Anna", text(w.person("AAAA11"), "contact_info"), "+31611111111")
	w.app.Spoil("", daan.ID, false)
	w.good(run.People)
	after := w.person("DDDD44")
	if after.ID != daan.ID || len(w.app.Everybody()) != people {
		t.Errorf("Daan is %d, and there are %d people", after.ID, len(w.app.Everybody()))
	}
	has(t, "Daan", text(after, "contact_info"), "daan@nieuw.example", "+31611111111")
	if got := w.member("DDDD44"); got.Email != "daan@nieuw.example" {
		t.Errorf("the site has %s: what was edited while the record could not be read is lost", got.Email)
	}
}

func TestAMemberWhoCannotBeReadIsNotMadeAnew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	daan, els, people := w.person("DDDD44").ID, w.named("Els Eik")[0].ID, len(w.app.Everybody())
	w.app.Spoil("", daan, true)
	w.app.Spoil("", els, true)
	w.Stores = inmem.NewSync()
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	if n := len(w.app.Everybody()); n != people {
		t.Errorf("%d people were %d", n, people)
	}
	w.app.Spoil("", daan, false)
	w.app.Spoil("", els, false)
	w.good(run.People)
	if n := len(w.app.Everybody()); n != people || w.person("DDDD44").ID != daan {
		t.Errorf("%d people were %d", n, people)
	}
}

// One that a stranger made keeps nobody from being made.
func TestAStrangerWhoCannotBeReadHoldsNothingUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	planted := w.plant(named("Plant", "Kwaad", map[string]any{"assoc-id": "DDDD44"}))
	w.app.Spoil("", planted, true)
	has(t, "the report", notes(w.good(run.People)), fmt.Sprintf("record %d van de applicatie is niet te lezen", planted))
	if w.person("DDDD44").ID == planted {
		t.Error("Daan is the stranger")
	}
}

func TestAGroupThatCannotBeReadIsNeitherGoneNorNew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	heren := w.group("team", "Heren 1")
	w.app.Spoil(work.Team, heren, true)
	w.onRoster("100", "DDDD44", "Leider") // something to write
	has(t, "the report", notes(w.good(run.Teams)), fmt.Sprintf("record %d van de applicatie is niet te lezen", heren))
	if n := len(w.groups("team")); n != 2 {
		t.Errorf("%d teams", n)
	}
	has(t, "Daan", text(w.person("DDDD44"), "work_history"), `"team":`+number(heren)+",", "Leider")
	w.Stores = inmem.NewSync()
	w.good(run.People)
	if r := w.run(run.Teams, synchronizations.Options{}); r.Outcome != run.Partial || len(w.groups("team")) != 2 {
		t.Errorf("%s %+v, %d teams", r.Outcome, r.Problems, len(w.groups("team")))
	}
	w.app.Spoil(work.Team, heren, false)
	w.good(run.Teams)
	if w.group("team", "Heren 1") != heren || len(w.groups("team")) != 2 {
		t.Errorf("the teams are %v", w.groups("team"))
	}
}

func TestVerifyTellsOfStrangersAndOfWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	planted := w.plant(named("Plant", "Kwaad", map[string]any{"assoc-id": "DDDD44"}))
	parent := w.plant(named("Els", "Eik", contacts("email", "els@eik.example")))
	team := w.plantGroup(titled(work.Team, "Heren 1"))
	w.plant(named("Iemand", "Anders", contacts("email", "iemand@anders.example"))) // like nobody
	anna := w.person("AAAA11").ID
	w.app.Spoil("", anna, true)
	found, err := w.Verify(t.Context())
	if err != nil || len(found) != 4 {
		t.Fatalf("%+v, %v", found, err)
	}
	var said []string
	for _, f := range found {
		said = append(said, f.Message)
	}
	has(t, "what is said", strings.Join(said, "\n"), fmt.Sprintf("(persoon %d)", planted),
		fmt.Sprintf("persoon %d heeft het e-mailadres", parent),
		fmt.Sprintf("(nummer %d)", team), fmt.Sprintf("record %d van de applicatie is niet te lezen", anna))
}
