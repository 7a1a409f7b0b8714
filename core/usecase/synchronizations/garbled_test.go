package synchronizations_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// Rows of the search that cannot be read: those members stay as they were, and everybody else is synchronized.

func (w *world) garbled(code string, garbled bool) {
	w.t.Helper()
	w.edit(code, func(m *inmem.SiteMember) { m.Garbled = garbled })
}

// partly runs the people pipeline, which must tell of one row and of nothing else.
func (w *world) partly(code string) {
	w.t.Helper()
	r := w.run(run.People, synchronizations.Options{})
	if r.Outcome != run.Partial || len(r.Problems) != 1 || r.Problems[0].Key != code || r.Problems[0].System != run.ClubSite {
		w.t.Fatalf("%s %+v", r.Outcome, r.Problems)
	}
}

func TestARowThatCannotBeReadStopsNobodyElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.settle()
	daan, people := w.person("DDDD44"), len(w.app.Everybody())
	w.garbled("DDDD44", true)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Mobile, m.PhotoOn = "0622222222", civil.Date{} })
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Mobile = "0611111111" })
	w.partly("DDDD44")
	has(t, "Anna", text(w.person("AAAA11"), "contact_info"), "+31611111111")
	w.forget()
	w.partly("DDDD44")
	w.quiet()
	w.good(run.Teams)
	w.good(run.FunctionsFull)
	w.quiet()
	after := w.person("DDDD44")
	if after.ID != daan.ID || after.Membership.Former || len(w.app.Everybody()) != people || len(w.named("Els Eik")) != 1 {
		t.Errorf("%+v, %d people", after, len(w.app.Everybody()))
	}
	if got, want := text(after, "contact_info"), text(daan, "contact_info"); got != want {
		t.Errorf("Daan has %s, had %s", got, want)
	}
	w.differences(map[string]string{"club site DDDD44": "de rij van DDDD44 in de ledenadministratie is niet te lezen"})
	w.garbled("DDDD44", false)
	w.good(run.People)
	has(t, "Daan", text(w.person("DDDD44"), "contact_info"), "+31622222222")
	w.settle()
	w.differences(nil)
}

func TestAMemberNeverSeenWhoseRowCannotBeReadIsLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.garbled("DDDD44", true)
	w.partly("DDDD44")
	if n := len(w.named("Daan Eik")) + len(w.named("Els Eik")); n != 0 {
		t.Errorf("%d of them are there", n)
	}
	w.person("AAAA11")
	w.differences(map[string]string{"club site DDDD44": "niet te lezen"})
	w.garbled("DDDD44", false)
	w.good(run.People)
	w.person("DDDD44")
}

// One who is remembered, but stands in no download, is neither marked nor loses what is theirs.
func TestARowThatCannotBeReadOfAMemberWithoutADownloadRemovesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.settle()
	if err := w.Stores.Downloads.Drop(t.Context(), "members", "DDDD44"); err != nil {
		t.Fatal(err)
	}
	w.garbled("DDDD44", true)
	w.forget()
	w.partly("DDDD44")
	w.quiet()
}

func TestTooManyRowsThatCannotBeReadStopTheRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(20)
	w.all()
	w.settle()
	w.forget()
	for _, code := range []string{"ZZ0000", "ZZ0001", "ZZ0002", "ZZ0003", "ZZ0004"} {
		w.garbled(code, true)
	}
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Partial || len(r.Problems) != 5 {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	w.garbled("ZZ0005", true)
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Failure {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	w.quiet()
}
