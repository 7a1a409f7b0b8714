package synchronizations_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/discipline"
	differing "github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// An older backup of the application came back: a case that was filed since is gone, and the next new case got its number.

// renumbered is a club whose case T-1 of Daan is gone, and whose case T-2 of Anna has the number that is remembered as that of
// T-1. It returns that number.
func renumbered(t *testing.T) (*world, int64) {
	t.Helper()
	w := newWorld(t)
	w.all()
	number := w.filed("T-2").ID
	if err := w.app.Cases().Remove(t.Context(), w.filed("T-1").ID); err != nil {
		t.Fatal(err)
	}
	e, err := w.Stores.Ledger.Find(t.Context(), ledger.Case, "T-1")
	if err != nil {
		t.Fatal(err)
	}
	e.SetNumber(number)
	if err := w.Stores.Ledger.Put(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	w.forget()
	return w, number
}

// kept holds that the case of Anna is as it was.
func (w *world) kept(before payload.Case) {
	w.t.Helper()
	if now := w.filed("T-2"); fmt.Sprint(now.ID, now.Person, now.Title) != fmt.Sprint(before.ID, before.Person, before.Title) {
		w.t.Errorf("the other case is %+v\nand was %+v", now, before)
	}
}

func TestACaseWhoseNumberIsAnothersIsFiledAnew(t *testing.T) {
	t.Parallel()
	w, number := renumbered(t)
	before := w.filed("T-2")
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Sanction = "Anders" })
	w.siteCase("T-2", func(c *inmem.SiteCase) { c.Sanction = "Ook anders" })
	w.good(run.Discipline)
	w.kept(before)
	if now := w.filed("T-1"); now.ID == 0 || now.ID == number || now.Person != w.person("DDDD44").ID || now.Sanction != "Anders" {
		t.Errorf("the case is %+v", now)
	}
	if len(w.app.Filed()) != 3 || w.filed("T-2").Sanction != "Ook anders" {
		t.Errorf("filed are %+v", w.app.Filed())
	}
	if n := w.app.Count(inmem.CallListCases); n != 1 {
		t.Errorf("asked %d times for the cases", n)
	}
	w.forget()
	w.all()
	w.quiet()
}

// Of what is remembered nothing counts for the case that stands there under another number.
func TestACaseThatStandsUnderAnotherNumberIsTakenAsItStands(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Charged = true })
	w.all()
	id := w.filed("T-1").ID
	by := payload.Case{Case: discipline.Case{}, Told: []string{discipline.KeyCharged}} // as the backup has it
	if _, err := w.app.Cases().Change(t.Context(), id, by); err != nil {
		t.Fatal(err)
	}
	e, err := w.Stores.Ledger.Find(t.Context(), ledger.Case, "T-1")
	if err != nil {
		t.Fatal(err)
	}
	e.SetNumber(w.filed("T-2").ID)
	if err := w.Stores.Ledger.Put(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Sanction = "Anders" })
	before := w.filed("T-2")
	w.good(run.Discipline)
	w.kept(before)
	if now := w.filed("T-1"); now.ID != id || now.Sanction != "Anders" || now.Charged != discipline.ByFederation {
		t.Errorf("the case is %+v", now)
	}
}

func TestACaseOfAnotherMemberWhoseNumberIsAnothersRemovesNothing(t *testing.T) {
	t.Parallel()
	w, _ := renumbered(t)
	before := w.filed("T-2")
	w.siteCase("T-1", func(c *inmem.SiteCase) { c.Member = "BBBB22" })
	w.good(run.Discipline)
	w.kept(before)
	if now := w.filed("T-1"); now.ID == 0 || now.Person != w.person("BBBB22").ID {
		t.Errorf("the case is %+v", now)
	}
	if n := len(w.app.Given()); n != 0 || w.app.Count(inmem.CallRemove+" case") != 0 {
		t.Errorf("%d tasks are given, written: %v", n, w.app.Writes())
	}
	if n := w.app.Count(inmem.CallListCases); n != 1 {
		t.Errorf("asked %d times for the cases", n)
	}
}

func TestVerifyNamesACaseWhoseNumberIsAnothersAndARepairFilesIt(t *testing.T) {
	t.Parallel()
	w, number := renumbered(t)
	before := w.filed("T-2")
	found := w.found(differing.Discipline)
	said := fmt.Sprintf("nummer %d is nu van een andere tuchtzaak", number)
	if len(found) != 1 || found[0].Key != "T-1" || found[0].Message != said {
		t.Errorf("found %+v", found)
	}
	w.repair(found, synchronizations.Options{})
	w.kept(before)
	if found := w.found(differing.Discipline); len(found) != 0 || w.filed("T-1").ID == 0 {
		t.Errorf("found %+v, filed are %+v", found, w.app.Filed())
	}
}
