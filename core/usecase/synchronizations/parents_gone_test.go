package synchronizations_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// els is the mother of Daan.
var els = federation.Parent{Name: "Els Eik", Email: "els@eik.example"}

// sister lets Daan have a sister.
func (w *world) sister() {
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Eef", "Eik", func(m *inmem.SiteMember) { m.Parents[0] = els }))
	})
}

func TestAChildWhoIsGoneIsMadeAnewAndKeepsNoParentWaiting(t *testing.T) {
	t.Parallel()
	for name, remake := range map[string]bool{"a parent who is there": false, "a parent who is gone, too": true} {
		w := newWorld(t)
		w.all()
		people, _ := w.app.ByHand()
		if err := people.Remove(t.Context(), w.person("DDDD44").ID, 0); err != nil {
			t.Fatal(err)
		}
		if remake {
			if err := people.Remove(t.Context(), w.named("Els Eik")[0].ID, 0); err != nil {
				t.Fatal(err)
			}
		}
		w.sister()
		w.good(run.People)
		w.good(run.People)
		w.hasChildren("Els Eik", "Daan", "Eef")
		if _, photo := w.app.Photo(w.person("DDDD44").ID); !photo {
			t.Errorf("%s: Daan has no photo", name)
		}
		w.calm()
		w.good(run.Teams)
		has(t, name, text(w.person("DDDD44"), "work_history"), "Keeper")
	}
}

func TestAParentIsNotTiedToWhoGotTheNumberOfAChild(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	piet := w.person("DDDD44").ID
	w.becomes(piet, "Piet", "Puk")
	w.looked()
	if err := w.Stores.Ledger.Remove(t.Context(), "parent", els.Email); err != nil {
		t.Fatal(err)
	}
	before := w.standing(piet)
	w.sister()
	for range 2 {
		w.good(run.People)
		if now := w.standing(piet); now != before {
			t.Errorf("Piet has become\n%s\nand was\n%s", now, before)
		}
	}
	w.hasChildren("Els Eik", "Daan", "Eef")
}

func TestWhoWasSentInTheSameRunIsNotAskedForAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.forget()
	w.good(run.People)
	for _, call := range w.app.Reads() {
		if call == fmt.Sprintf("person %d", w.person("AAAA11").ID) {
			t.Error(call)
		}
	}
}
