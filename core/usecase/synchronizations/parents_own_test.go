package synchronizations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/federation"
	"github.com/clubhuis/clubhuis/core/ledger"
	"github.com/clubhuis/clubhuis/core/run"
	"github.com/clubhuis/clubhuis/core/submission"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// Whose is what: which person a parent is, and which of the rows there are the synchronization's.

// elsIsReachedTwice lets Els have a second address, added by hand, at which another child names her.
func elsIsReachedTwice(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.good(run.People)
	w.byHand(w.named("Els Eik")[0].ID, contacts("email", "els@eik.example", "email2", "els@werk.example"))
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Eva", "Eik", func(m *inmem.SiteMember) {
			m.Parents[0] = federation.Parent{Name: "Els Eik", Email: "els@werk.example"}
		}))
	})
	w.good(run.People)
	return w
}

// childrenOf are the codes or names of the children that a person has in the application.
func (w *world) childrenOf(p submission.Record) (names []string) {
	w.t.Helper()
	for _, other := range w.app.Everybody() {
		if strings.Contains(text(p, "relationships"), fmt.Sprintf(`"related_person":%d,`, other.ID)) {
			names = append(names, other.Text("first_name"))
		}
	}
	slices.Sort(names)
	return names
}

func (w *world) hasChildren(name string, want ...string) submission.Record {
	w.t.Helper()
	found := w.named(name)
	if len(found) != 1 {
		w.t.Fatalf("%d times %s", len(found), name)
	}
	if got := w.childrenOf(found[0]); !slices.Equal(got, want) {
		w.t.Errorf("the children of %s are %v, want %v", name, got, want)
	}
	return found[0]
}

// calm holds that a run with nothing changed writes nothing and reads nobody one by one.
func (w *world) calm() {
	w.t.Helper()
	w.forget()
	w.good(run.People)
	w.quiet()
}

func TestAMemberWhoIsAParentAtTwoAddressesHasTheChildrenOfBoth(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Email2 = "carla@werk.example" })
	w.edit("BBBB22", func(m *inmem.SiteMember) {
		m.Parents = [2]federation.Parent{{Name: "Carla Bos", Email: "carla@werk.example"}}
	})
	w.good(run.People)
	w.hasChildren("Carla Bos", "Anna", "Bram")
	w.calm()
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	w.hasChildren("Carla Bos", "Bram")
	w.calm()
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	w.hasChildren("Carla Bos")
	w.calm()
}

func TestAParentAtTwoAddressesIsOnePersonUntilTheLastChildLeaves(t *testing.T) {
	t.Parallel()
	for _, order := range [][2]string{{"DDDD44", "EEEE55"}, {"EEEE55", "DDDD44"}} {
		t.Run(order[0], func(t *testing.T) {
			t.Parallel()
			w := elsIsReachedTwice(t)
			els := w.hasChildren("Els Eik", "Daan", "Eva")
			w.calm()
			w.forget()
			w.run(run.People, synchronizations.Options{Force: true})
			writes := strings.Join(w.app.Writes(), "\n")
			if n := strings.Count(writes, fmt.Sprintf("change person %d:", els.ID)); n != 1 {
				t.Errorf("Els is sent %d times in one run:\n%s", n, writes)
			}
			w.edit(order[0], func(m *inmem.SiteMember) { m.Left = true })
			w.good(run.People)
			if left := w.named("Els Eik"); len(left) != 1 || left[0].ID != els.ID || len(w.childrenOf(left[0])) != 1 {
				t.Fatalf("after the first has left: %+v", left)
			}
			w.calm()
			w.edit(order[1], func(m *inmem.SiteMember) { m.Left = true })
			w.good(run.People)
			if n := len(w.named("Els Eik")); n != 0 {
				t.Errorf("%d times Els without children", n)
			}
		})
	}
}

func TestBothAddressesOfAParentVanishAtOnce(t *testing.T) {
	t.Parallel()
	w := elsIsReachedTwice(t)
	for _, code := range []string{"DDDD44", "EEEE55"} {
		w.edit(code, func(m *inmem.SiteMember) { m.Left = true })
	}
	w.good(run.People)
	if n := len(w.named("Els Eik")); n != 0 {
		t.Errorf("%d times Els without children", n)
	}
	w.calm()
}

func TestHandMadeChildrenStay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, parent, child string }{
		{"of a member", "Carla Bos", "AAAA11"}, {"of another parent", "Els Eik", "DDDD44"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.site.Change(func(club *inmem.SiteClub) {
				club.Members = append(club.Members, member("FFFF66", "Finn", "Es", nil))
			})
			w.good(run.People)
			types, err := w.People.RelationTypes(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			w.byHand(w.person("FFFF66").ID, map[string]any{"relationships": []map[string]any{ // from the child's side
				{"related_person": w.named(c.parent)[0].ID, "relationship_type": types["parent"], "relationship_label": "pleegkind"},
			}})
			w.edit(c.child, func(m *inmem.SiteMember) { m.Parents[0].Telephone = "0699999999" })
			w.good(run.People)
			if got := w.childrenOf(w.named(c.parent)[0]); !slices.Contains(got, "Finn") {
				t.Fatalf("after a change of the parent: %v", got)
			}
			for _, code := range []string{"AAAA11", "BBBB22", "DDDD44"} {
				w.edit(code, func(m *inmem.SiteMember) { m.Left = true })
			}
			w.good(run.People)
			parent := w.hasChildren(c.parent, "Finn")
			has(t, c.parent, text(parent, "relationships"), "pleegkind")
			if got := text(parent, "isparent"); got != "true" {
				t.Errorf("isparent %s", got)
			}
		})
	}
}

func TestChildrenOfWhichNothingIsRememberedStay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	e, err := w.Stores.Ledger.Find(t.Context(), ledger.Parent, "carla@bos.example")
	if err != nil {
		t.Fatal(err)
	}
	e.State = nil
	if err := w.Stores.Ledger.Put(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Parents = [2]federation.Parent{} })
	w.good(run.People)
	w.hasChildren("Carla Bos", "Anna", "Bram")
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Parents = [2]federation.Parent{} }) // this one is remembered again
	w.good(run.People)
	w.hasChildren("Carla Bos", "Anna")
}

// restored lets the number of a parent be that of a hand-made Piet, as after an older backup of the application came back.
func (w *world) restored(email string) int64 {
	w.t.Helper()
	people, _ := w.app.ByHand()
	piet, err := people.Create(w.t.Context(), named("Piet", "Hand", contacts("email", "piet@hand.example")))
	if err != nil {
		w.t.Fatal(err)
	}
	e, err := w.Stores.Ledger.Find(w.t.Context(), ledger.Parent, email)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := people.Remove(w.t.Context(), e.Number()); err != nil {
		w.t.Fatal(err)
	}
	e.SetNumber(piet.ID)
	if err := w.Stores.Ledger.Put(w.t.Context(), e); err != nil {
		w.t.Fatal(err)
	}
	return piet.ID
}

func TestARememberedNumberThatIsSomebodyElsesIsNotTheParent(t *testing.T) {
	t.Parallel()
	for name, event := range map[string]func(*inmem.SiteMember){
		"when the parent changes":    func(m *inmem.SiteMember) { m.Parents[0].Telephone = "0699999999" },
		"when the last child leaves": func(m *inmem.SiteMember) { m.Left = true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.good(run.People)
			id := w.restored("els@eik.example")
			before, err := w.People.Person(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			w.edit("DDDD44", event)
			w.good(run.People)
			piet, err := w.People.Person(t.Context(), id)
			if err != nil || piet.FullName() != "Piet Hand" || text(piet, "contact_info") != text(before, "contact_info") || piet.Rows("relationships") != 0 {
				t.Errorf("%v: %s %s %s", err, piet.FullName(), text(piet, "contact_info"), text(piet, "relationships"))
			}
			if want := map[bool]int{true: 1, false: 0}[!w.member("DDDD44").Left]; len(w.named("Els Eik")) != want {
				t.Errorf("%d times Els", len(w.named("Els Eik")))
			}
			w.calm()
		})
	}
}

func TestAParentIsKnownAgainByTheNameOrTheAddress(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]map[string]any{
		"with another address": contacts("email", "els@elders.example"),
		"with another name":    {"first_name": "Elsbeth", "last_name": "van Eik"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.good(run.People)
			els := w.named("Els Eik")[0]
			w.byHand(els.ID, edit)
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "0699999999" })
			w.good(run.People)
			if after := w.hasChildren("Els Eik", "Daan"); after.ID != els.ID {
				t.Errorf("Els was %d and is %d", els.ID, after.ID)
			}
			if n := len(w.app.Everybody()); n != 5 {
				t.Errorf("%d people", n)
			}
		})
	}
}
