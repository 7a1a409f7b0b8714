package synchronizations_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/cases"
)

// playerGone is a club whose Daan left, and was removed from the application. Case T-1 is his.
func playerGone(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.all()
	daan := w.person("DDDD44").ID
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left, m.Status = true, "INACTIVE" })
	w.good(run.People)
	people, _ := w.app.ByHand()
	if err := people.Remove(t.Context(), daan, 0); err != nil {
		t.Fatal(err)
	}
	w.forget()
	return w
}

// heldOfCase is what is remembered of a case besides.
func (w *world) heldOfCase(dossier string) (s cases.State) {
	w.t.Helper()
	e, err := w.Stores.Ledger.Find(w.t.Context(), ledger.Case, dossier)
	if err == nil {
		s, err = ledger.State[cases.State](&e)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// The application decides what becomes of the case of somebody who is in the Prullenbak or erased. Nothing of the site may put
// the name there again.
func TestTheCaseOfSomebodyWhoWasRemovedStaysAsItIs(t *testing.T) {
	t.Parallel()
	w := playerGone(t)
	before := w.filed("T-1")
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Sanction = "Anders" })
	r := w.good(run.Discipline)
	has(t, "the report", r.Report().Text(), "tuchtzaak T-1 is in de applicatie verwijderd; de zaak blijft zoals zij is")
	w.unwritten()
	w.run(run.Discipline, synchronizations.Options{Force: true})
	if now := w.filed("T-1"); now.Title != before.Title || now.Sanction != before.Sanction {
		t.Errorf("got %+v", now)
	}
	if s := w.heldOfCase("T-1"); s.Name != "" || s.Person != 0 {
		t.Errorf("remembered: %+v", s)
	}
	if err := w.app.Cases().Remove(t.Context(), before.ID); err != nil {
		t.Fatal(err)
	}
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Sanction = "Weer anders" })
	w.good(run.Discipline)
	if now := w.filed("T-1"); now.ID != 0 {
		t.Errorf("filed anew: %+v", now)
	}
	w.all()
	w.forget()
	w.all()
	w.quiet()
}

func TestACaseFollowsWhenItsPlayerComesBack(t *testing.T) {
	t.Parallel()
	w := playerGone(t)
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Sanction = "Anders" })
	w.good(run.Discipline)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left, m.Status = false, "ACTIVE" })
	w.good(run.People)
	if now := w.filed("T-1"); now.Person != w.person("DDDD44").ID || now.Sanction != "Anders" {
		t.Errorf("got %+v", now)
	}
	if s := w.heldOfCase("T-1"); s.Gone || s.Name == "" {
		t.Errorf("remembered: %+v", s)
	}
}
