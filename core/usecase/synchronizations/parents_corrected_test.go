package synchronizations_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// What volunteers correct of a parent: the site has no page of parents to which it could go.

// correctEls corrects the telephone number and the address of Els, and adds a second number.
func (w *world) correctEls() {
	w.t.Helper()
	fields := contacts("email", "els@eik.example", "phone", "+31611111111")
	fields["contact_info"] = append(fields["contact_info"].([]map[string]any), map[string]any{
		"contact_type": "phone", "contact_label": "2", "contact_value": "+31622222222",
	})
	fields["addresses"] = []map[string]any{
		{"address_label": "", "street": "Nieuwe Kade 7", "postal_code": "7097 ZZ", "city": "Elzendam"},
	}
	w.byHand(w.named("Els Eik")[0].ID, fields)
}

// keptCorrections reports whether all that correctEls corrected stands there still.
func (w *world) keptCorrections() bool {
	w.t.Helper()
	els := w.named("Els Eik")[0]
	all := text(els, "contact_info") + text(els, "addresses")
	return strings.Contains(all, "+31611111111") && strings.Contains(all, "+31622222222") && strings.Contains(all, "Nieuwe Kade 7")
}

// anotherChild brings a second child of Els to the club.
func (w *world) anotherChild(code string) {
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member(code, "Eva", "Eik", func(m *inmem.SiteMember) {
			m.Parents[0] = c.Member("DDDD44").Parents[0]
		}))
	})
}

func TestWhatVolunteersCorrectOfAParentStaysWhenAChildComes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	w.correctEls()
	w.anotherChild("EEEE55")
	w.good(run.People)
	if w.hasChildren("Els Eik", "Daan", "Eva"); !w.keptCorrections() {
		t.Errorf("the corrections are undone: %s", text(w.named("Els Eik")[0], "contact_info"))
	}
	w.calm()
	w.edit("EEEE55", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	if w.hasChildren("Els Eik", "Daan"); !w.keptCorrections() {
		t.Errorf("undone when the child left: %s", text(w.named("Els Eik")[0], "contact_info"))
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "06-77777777" })
	w.good(run.People)
	has(t, "what the site tells anew", text(w.named("Els Eik")[0], "contact_info"), "+31677777777")
	w.calm()
}

func TestForceTellsHowAParentIsReached(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	w.correctEls()
	w.run(run.People, synchronizations.Options{Force: true})
	if w.keptCorrections() {
		t.Error("the rows are the volunteer's still")
	}
}

// earlier makes what is remembered of the parents as a version before remembered it.
func (w *world) earlier() {
	w.t.Helper()
	entries, err := w.Stores.Ledger.Entries(w.t.Context(), ledger.Parent)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, e := range entries {
		state := string(e.State)
		if from := strings.Index(state, `"reached":`); from >= 0 {
			state = strings.TrimSuffix(state[:from], ",") + "}"
		}
		e.State = []byte(state)
		if err := w.Stores.Ledger.Put(w.t.Context(), e); err != nil {
			w.t.Fatal(err)
		}
	}
}

func TestTheFirstRunAfterAnUpgradeNotesWhatParentsWereTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	w.earlier()
	w.correctEls()
	w.calm() // which changes nothing, and notes it
	w.anotherChild("EEEE55")
	w.good(run.People)
	if w.hasChildren("Els Eik", "Daan", "Eva"); !w.keptCorrections() {
		t.Errorf("the corrections are undone: %s", text(w.named("Els Eik")[0], "contact_info"))
	}
	w.earlier() // of who changes in that very run nobody knows
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "06-77777777" })
	w.good(run.People)
	has(t, "sent as before", text(w.named("Els Eik")[0], "contact_info"), "+31677777777")
	w.calm()
}

func TestWhoWasToldNothingAsAParentIsToldLater(t *testing.T) {
	t.Parallel()
	for name, upgraded := range map[string]bool{"": false, "upgraded": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "06-77777777" })
			people, _ := w.app.ByHand()
			// Found by the address, under another name: nothing of theirs is touched.
			made, err := people.Create(t.Context(), named("Jan", "Bakker", contacts("email", "els@eik.example")))
			if err != nil {
				t.Fatal(err)
			}
			w.good(run.People)
			if upgraded {
				w.earlier()
				w.calm()
			}
			w.byHand(made.ID, map[string]any{"first_name": "Els", "last_name": "Eik"})
			w.anotherChild("EEEE55")
			w.good(run.People)
			has(t, fmt.Sprintf("person %d", made.ID), text(w.named("Els Eik")[0], "contact_info"), "+31677777777")
		})
	}
}
