package synchronizations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
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
func (w *world) childrenOf(p payload.Person) (names []string) {
	w.t.Helper()
	for _, other := range w.app.Everybody() {
		if strings.Contains(text(p, "relationships"), fmt.Sprintf(`"related_person":%d,`, other.ID)) {
			names = append(names, other.Name.First)
		}
	}
	slices.Sort(names)
	return names
}

func (w *world) hasChildren(name string, want ...string) payload.Person {
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
			left := w.named("Els Eik")
			if len(left) != 1 || left[0].ID != els.ID || len(w.childrenOf(left[0])) != 1 {
				t.Fatalf("after the first has left: %+v", left)
			}
			has(t, "Els", text(left[0], "contact_info"), "els@werk.example") // added by hand
			if gone := order[0] == "DDDD44"; gone == strings.Contains(text(left[0], "contact_info"), "els@eik.example") {
				t.Errorf("Els: %s", text(left[0], "contact_info"))
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

func TestAParentWhoseChildLeavesWhenAnotherJoinsAtTheOtherAddressStays(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]bool{"": false, "also when the application fails": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.good(run.People)
			els := w.named("Els Eik")[0]
			w.byHand(els.ID, contacts("email", "els@eik.example", "email2", "els@werk.example"))
			w.site.Change(func(c *inmem.SiteClub) {
				c.Member("DDDD44").Left = true
				c.Members = append(c.Members, member("EEEE55", "Eva", "Eik", func(m *inmem.SiteMember) {
					m.Parents[0] = federation.Parent{Name: "Els Eik", Email: "els@werk.example"}
				}))
			})
			if fails {
				w.app.Fail = func(call string, id int64) error {
					if call == inmem.CallChange+" person" && id == els.ID {
						return errDown
					}
					return nil
				}
				w.run(run.People, synchronizations.Options{})
				w.app.Fail = nil
			}
			w.good(run.People)
			if after := w.hasChildren("Els Eik", "Eva"); after.ID != els.ID {
				t.Errorf("Els was %d and is %d", els.ID, after.ID)
			}
			w.calm()
			w.edit("EEEE55", func(m *inmem.SiteMember) { m.Left = true })
			w.good(run.People)
			if n := len(w.named("Els Eik")); n != 0 {
				t.Errorf("%d times Els without children", n)
			}
		})
	}
}

func TestAParentAtTwoAddressesWhoBecomesAMemberIsOnePerson(t *testing.T) {
	t.Parallel()
	w := elsIsReachedTwice(t)
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("FFFF66", "Els", "Eik", func(m *inmem.SiteMember) { m.Email = "els@eik.example" }))
	})
	w.good(run.People)
	if els := w.hasChildren("Els Eik", "Daan", "Eva"); els.Membership.Code != "FFFF66" {
		t.Errorf("Els: %+v", els)
	}
	w.calm()
}

func TestAParentAtTwoAddressesIsNotMergedIntoAChildOfTheSameNameAtOneOfThem(t *testing.T) {
	t.Parallel()
	w := elsIsReachedTwice(t)
	els := w.named("Els Eik")[0]
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("FFFF66", "Els", "Eik", func(m *inmem.SiteMember) {
			m.Email, m.Parents[0] = "els@eik.example", federation.Parent{Name: "Els Eik", Email: "els@werk.example"}
		}))
	})
	w.good(run.People)
	mother, err := w.People.Person(t.Context(), els.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := w.childrenOf(mother); !slices.Equal(got, []string{"Daan", "Els", "Eva"}) || len(w.named("Els Eik")) != 2 {
		t.Errorf("the children are %v, and there are %d of the name", got, len(w.named("Els Eik")))
	}
	w.calm()
}

func TestAnAddressThatVanishedIsKnownUntilThePersonIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	w := elsIsReachedTwice(t)
	els := w.named("Els Eik")[0]
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	w.app.Fail = func(call string, id int64) error {
		if call == inmem.CallChange+" person" && id == els.ID {
			return errDown
		}
		return nil
	}
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("%s", r.Outcome)
	}
	w.app.Fail = nil
	w.good(run.People)
	after := w.hasChildren("Els Eik", "Eva")
	lacks(t, "Els", text(after, "contact_info"), "els@eik.example")
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
