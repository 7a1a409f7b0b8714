package synchronizations_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// Parents whose e-mail addresses are swapped or handed on: each stays who they are.

// withJan is a world in which Daan has two parents.
func withJan(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.parentsOf("DDDD44", federation.Parent{Name: "Els Eik", Email: "a@eik.example"},
		federation.Parent{Name: "Jan Bos", Email: "b@eik.example"})
	w.good(run.People)
	return w
}

func (w *world) parentsOf(code string, list ...federation.Parent) {
	w.edit(code, func(m *inmem.SiteMember) {
		m.Parents = [2]federation.Parent{}
		copy(m.Parents[:], list)
	})
}

// swap lets Els and Jan have each other's address.
func (w *world) swap() {
	w.parentsOf("DDDD44", federation.Parent{Name: "Jan Bos", Email: "a@eik.example"},
		federation.Parent{Name: "Els Eik", Email: "b@eik.example"})
}

// isAt fails the test unless somebody is the parent of Daan under a name, reached at one address alone.
func (w *world) isAt(who payload.Person, name, email string) {
	w.t.Helper()
	after := w.hasChildren(name, "Daan")
	if after.ID != who.ID {
		w.t.Errorf("%s was %d and is %d", name, who.ID, after.ID)
	}
	if emails := after.Emails(); len(emails) != 1 || emails[0] != email {
		w.t.Errorf("%s is reached at %v", name, emails)
	}
}

// unmade fails the test when somebody was made or removed.
func (w *world) unmade() {
	w.t.Helper()
	for _, call := range w.app.Writes() {
		if strings.HasPrefix(call, "create") || strings.HasPrefix(call, "remove") {
			w.t.Error(call)
		}
	}
}

func TestParentsWhoseAddressesAreSwappedStayWhoTheyAre(t *testing.T) {
	t.Parallel()
	w := withJan(t)
	els, jan := w.named("Els Eik")[0], w.named("Jan Bos")[0]
	w.swap()
	w.forget()
	w.good(run.People)
	w.isAt(els, "Els Eik", "b@eik.example")
	w.isAt(jan, "Jan Bos", "a@eik.example")
	w.unmade()
	w.calm()
}

func TestAnIndividualRunKeepsParentsWhoseAddressesAreSwapped(t *testing.T) {
	t.Parallel()
	w := withJan(t)
	w.all()
	els, jan := w.named("Els Eik")[0], w.named("Jan Bos")[0]
	w.swap()
	if got := w.individual("DDDD44"); got.Action != refresh.Updated {
		t.Errorf("%+v", got)
	}
	w.isAt(els, "Els Eik", "b@eik.example")
	w.isAt(jan, "Jan Bos", "a@eik.example")
	w.good(run.People)
	w.calm()
}

func TestAParentKnownByTheAddressAloneKeepsItThroughASwap(t *testing.T) {
	t.Parallel()
	w := withJan(t)
	els, jan := w.named("Els Eik")[0], w.named("Jan Bos")[0]
	w.byHand(els.ID, called("Elsbeth", "van Es", nil)) // corrected by a volunteer
	w.swap()
	w.good(run.People)
	w.isAt(els, "Els Eik", "b@eik.example")
	w.isAt(jan, "Jan Bos", "a@eik.example")
	w.calm()
}

func TestAParentToWhomAnAddressIsHandedOnStaysWhoTheyAre(t *testing.T) {
	t.Parallel()
	w := withJan(t)
	els, jan := w.named("Els Eik")[0], w.named("Jan Bos")[0]
	w.parentsOf("DDDD44", federation.Parent{Name: "Els Eik", Email: "c@eik.example"},
		federation.Parent{Name: "Jan Bos", Email: "a@eik.example"})
	w.forget()
	w.good(run.People)
	w.isAt(els, "Els Eik", "c@eik.example")
	w.isAt(jan, "Jan Bos", "a@eik.example")
	w.unmade()
	w.calm()
}

func TestAParentWhoseAddressANewOneTakesMovesWithTheName(t *testing.T) {
	t.Parallel()
	w := withJan(t)
	els, jan := w.named("Els Eik")[0], w.named("Jan Bos")[0]
	w.parentsOf("DDDD44", federation.Parent{Name: "Els Eik", Email: "c@eik.example"},
		federation.Parent{Name: "Piet Puk", Email: "a@eik.example"})
	w.good(run.People)
	w.isAt(els, "Els Eik", "c@eik.example")
	if piet := w.hasChildren("Piet Puk", "Daan"); piet.ID == els.ID || piet.ID == jan.ID {
		t.Errorf("Piet is %d, who was somebody else", piet.ID)
	}
	if n := len(w.named("Jan Bos")); n != 0 {
		t.Errorf("%d times Jan", n)
	}
	w.calm()
}

func TestWhoTakesTheAddressOfAParentWhoLeftIsNotThatParent(t *testing.T) {
	t.Parallel()
	w := withJan(t)
	jan := w.named("Jan Bos")[0]
	w.parentsOf("DDDD44", federation.Parent{Name: "Jan Bos", Email: "a@eik.example"})
	w.good(run.People)
	w.isAt(jan, "Jan Bos", "a@eik.example")
	if n := len(w.named("Els Eik")); n != 0 {
		t.Errorf("%d times Els", n)
	}
	w.calm()
}

func TestAKilledRunOfParentsWhoseAddressesAreSwappedConverges(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*world){
		"swapped": (*world).swap,
		"handed on": func(w *world) {
			w.parentsOf("DDDD44", federation.Parent{Name: "Jan Bos", Email: "a@eik.example"},
				federation.Parent{Name: "Els Eik", Email: "c@eik.example"})
		},
		"taken": func(w *world) {
			w.parentsOf("DDDD44", federation.Parent{Name: "Jan Bos", Email: "a@eik.example"})
		},
		"taken by a new one": func(w *world) {
			w.parentsOf("DDDD44", federation.Parent{Name: "Piet Puk", Email: "a@eik.example"},
				federation.Parent{Name: "Els Eik", Email: "c@eik.example"})
		},
	} {
		clean := withJan(t)
		change(clean)
		clean.good(run.People)
		want := clean.picture()
		for at := 1; ; at += stride() {
			w := withJan(t)
			change(w)
			d, revive := w.mortal(at)
			w.at = w.at.Add(3 * time.Hour)
			w.app.SetNow(w.at)
			if _, err := w.Run(t.Context(), run.People, synchronizations.Options{}); err != nil && !d.dead {
				t.Fatal(err)
			}
			revive()
			if !d.dead {
				break
			}
			w.good(run.People)
			if got := w.picture(); got != want {
				t.Fatalf("%s, killed at event %d:\n%s", name, at, difference(want, got))
			}
			w.calm()
		}
	}
}
