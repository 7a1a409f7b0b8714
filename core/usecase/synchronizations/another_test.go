package synchronizations_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// Numbers that became another person's, as after an older backup of the application is restored: Daan is not in it, and Piet,
// whom somebody enters next, gets his number.

// restored is a club in which Piet has the number that is remembered as Daan's, and in which everything waits to be written about
// Daan. With seen the look at what was edited was past Piet. The second result is Piet's number.
func restored(t *testing.T, seen bool) (*world, int64) {
	t.Helper()
	w := helped(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents = [2]federation.Parent{} })
	w.good(run.People)
	w.good(run.Helpdesk)
	piet := w.person("DDDD44").ID
	w.edits(func() { w.byHand(piet, contacts("mobile", "06-44444444")) })
	w.becomes(piet, "Piet", "Puk")
	if seen {
		w.looked()
	}
	w.onRoster("100", "DDDD44", "Leider")
	w.site.Change(func(c *inmem.SiteClub) { c.Cases = append(c.Cases, filed("T-9", "DDDD44")) })
	w.dues.Put(2026, owes("DDDD44", 18_000, 18_000, "Open"))
	w.forget()
	return w, piet
}

// edits makes an edit that waits for the site.
func (w *world) edits(edit func()) {
	w.t.Helper()
	edit()
	w.site.Fail = func(call, _ string) error {
		if call == "Edit" {
			return federation.ErrAnswer
		}
		return nil
	}
	w.run(run.People, synchronizations.Options{})
	w.site.Fail = nil
}

// becomes lets somebody else have the number of a person.
func (w *world) becomes(id int64, first, last string) {
	w.t.Helper()
	if err := w.Photos.Remove(w.t.Context(), id); err != nil {
		w.t.Fatal(err)
	}
	for _, c := range w.app.Filed() {
		if c.Person == id {
			if err := w.Cases.Remove(w.t.Context(), c.ID); err != nil {
				w.t.Fatal(err)
			}
		}
	}
	w.byHand(id, called(first, last, map[string]any{
		"assoc-id": "", "birthdate": "", "addresses": []any{}, "work_history": []any{}, "relationships": []any{}, "helpdesk-id": "",
		"contact_info": contacts("email", "piet@puk.example", "mobile", "06-99999999")["contact_info"],
	}))
}

// looked lets the look at what was edited be past everything that stands in the application.
func (w *world) looked() {
	w.t.Helper()
	review, err := w.Stores.Ledger.Find(w.t.Context(), ledger.Review, "people")
	if err != nil {
		w.t.Fatal(err)
	}
	review.Remote, review.State = w.at.UTC().Format(time.RFC3339Nano), []byte(`{"settled":true,"strangers_checked":true}`)
	if err := w.Stores.Ledger.Put(w.t.Context(), review); err != nil {
		w.t.Fatal(err)
	}
}

func TestANumberThatBecameAnothersGetsNothingOfTheMember(t *testing.T) {
	t.Parallel()
	for looked, seen := range map[string]bool{"met by the look at edits": false, "met by the write": true} {
		for _, first := range []run.Pipeline{
			run.People, run.Teams, run.FunctionsFull, run.Discipline, run.Contributions, run.Helpdesk,
		} {
			t.Run(looked+" of "+string(first), func(t *testing.T) {
				t.Parallel()
				w, piet := restored(t, seen)
				before := w.standing(piet)
				w.good(first)
				w.untouched(piet, before)
				w.all()
				w.all()
				w.good(run.Contributions)
				w.good(run.Helpdesk)
				w.untouched(piet, before)
				daan := w.person("DDDD44")
				if _, photo := w.app.Photo(daan.ID); daan.ID == piet || !photo {
					t.Errorf("Daan is person %d with photo %v", daan.ID, photo)
				}
				has(t, "Daan", text(daan, "work_history"), "Keeper", "Leider")
				has(t, "Daan", w.nikki("DDDD44"), "2026_saldo=180.00")
				for _, c := range w.app.Filed() {
					if c.Dossier == "T-9" && c.Person != daan.ID {
						t.Errorf("the case of Daan is on person %d", c.Person)
					}
				}
				w.calm()
			})
		}
	}
}

// untouched holds that somebody is as they were, that nothing of theirs went to the site or the helpdesk, and that no case is
// theirs.
func (w *world) untouched(id int64, before string) {
	w.t.Helper()
	if now := w.standing(id); now != before {
		w.t.Errorf("person %d has become\n%s\nand was\n%s", id, now, before)
	}
	if m := w.member("DDDD44"); m.Mobile != "" || m.Email != "" {
		w.t.Errorf("on the site Daan has %q and %q", m.Mobile, m.Email)
	}
	for _, c := range w.app.Filed() {
		if c.Person == id {
			w.t.Errorf("case %s is on person %d", c.Dossier, id)
		}
	}
	for _, c := range w.desk.Known() {
		if slices.Contains(c.Emails, "piet@puk.example") {
			w.t.Errorf("customer %+v", c)
		}
	}
}

func TestANumberThatBecameAnothersGetsNoPhoto(t *testing.T) {
	t.Parallel()
	w, piet := restored(t, true)
	waits := ledger.Entry{Kind: ledger.Photo, Key: "DDDD44"}
	waits.SetState(w.photo("DDDD44").Missing())
	if err := w.Stores.Ledger.Put(t.Context(), waits); err != nil {
		t.Fatal(err)
	}
	before := w.standing(piet)
	w.good(run.People)
	w.untouched(piet, before)
}

func TestAMemberWhoseCodeSomebodyClearedIsKnownByName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	daan := w.person("DDDD44").ID
	w.byHand(daan, called("Daan", "Eik", map[string]any{"assoc-id": ""}))
	w.onRoster("100", "DDDD44", "Leider")
	r := w.good(run.Teams)
	lacks(t, "the report", notes(r), "DDDD44")
	has(t, "Daan", text(w.record(daan), "work_history"), "Keeper", "Leider")
}

func TestManyNumbersThatBecameAnothersStopTheRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(30)
	w.all()
	people, _ := w.app.ByHand()
	piet, err := people.Create(t.Context(), named("Piet", "Puk", nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{"AAAA11", "DDDD44", "ZZ0001", "ZZ0002", "ZZ0003", "ZZ0004"} {
		w.forge(code, func(e *ledger.Entry) { e.SetNumber(piet.ID) })
	}
	w.forget()
	r := w.run(run.Teams, synchronizations.Options{})
	if r.Outcome != run.Failure || len(r.Problems) != 1 {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	has(t, "the problem", fmt.Sprint(r.Problems), "6 van 34 bekende leden staan op een nummer dat nu van iemand anders is")
	w.quiet()
}
