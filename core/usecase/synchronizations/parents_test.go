package synchronizations_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

func TestParentIsNeverMergedIntoItsOwnChild(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Email = "els@eik.example" }) // a child with its mother's address
	w.good(run.People)
	els := w.named("Els Eik")
	if len(els) != 1 || els[0].ID == w.person("DDDD44").ID {
		t.Fatalf("Els: %+v", els)
	}
	w.Stores = inmem.NewSync() // nor when what was remembered is lost
	w.good(run.People)
	daan := w.person("DDDD44")
	if len(w.named("Els Eik")) != 1 || daan.FullName() != "Daan Eik" {
		t.Errorf("%s, %d times Els", daan.FullName(), len(w.named("Els Eik")))
	}
}

func TestParentIsNotMergedIntoAGrownUpChildOfTheSameAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) { // on the site nobody's child any more
		c.Members = append(c.Members, member("EEEE55", "Emma", "Eik", func(m *inmem.SiteMember) { m.Email = "els@eik.example" }))
	})
	w.good(run.People)
	if n := len(w.named("Els Eik")); n != 1 {
		t.Errorf("%d times Els", n)
	}
	if got := w.person("EEEE55"); got.FullName() != "Emma Eik" || len(got.Relations) != 0 {
		t.Errorf("Emma: %s %s", got.FullName(), text(got, "relationships"))
	}
}

func TestParentWhoIsAMemberIsThatMemberAndNeverDeleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	carla := w.person("CCCC33")
	if n := len(w.named("Carla Bos")); n != 1 || len(carla.Relations) != 2 {
		t.Fatalf("%d times Carla: %s", n, text(carla, "relationships"))
	}
	for _, code := range []string{"AAAA11", "BBBB22"} {
		w.edit(code, func(m *inmem.SiteMember) { m.Left = true })
	}
	w.good(run.People)
	carla = w.person("CCCC33")
	if len(carla.Relations) != 0 || text(carla, "former_member") != "false" {
		t.Errorf("Carla without children: %s", text(carla, "relationships"))
	}
}

func TestParentWhoBecomesAMemberIsOnePerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Els", "Eik", func(m *inmem.SiteMember) { m.Email = "els@eik.example" }))
	})
	w.good(run.People)
	if els := w.named("Els Eik"); len(els) != 1 || els[0].Membership.Code != "EEEE55" || len(els[0].Relations) != 1 {
		t.Errorf("Els: %+v", els)
	}
	w.forget()
	w.good(run.People)
	w.quiet()
}

func TestParentsAreOnePersonForAllTheirChildren(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Eva", "Eik", func(m *inmem.SiteMember) {
			m.Parents[1] = federation.Parent{Email: " ELS@eik.example", Telephone: "06-77777777"} // the second parent, without a name
		}))
	})
	w.good(run.People)
	els := w.named("Els Eik")
	if len(els) != 1 || len(els[0].Relations) != 2 {
		t.Fatalf("Els: %+v", els)
	}
	has(t, "Els", text(els[0], "contact_info"), "els@eik.example", "+31677777777")
}

func TestAParentWhoIsSomebodyBesidesStaysWithoutChildren(t *testing.T) {
	t.Parallel()
	for name, besides := range map[string]map[string]any{
		"with work":            {"work_history": []map[string]any{{"job_title": "Barvrijwilliger", "is_current": true, "team": 1000}}},
		"known before by hand": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			people, _ := w.app.ByHand()
			if besides == nil {
				if _, err := people.Create(t.Context(), named("Els", "Eik", contacts("email", "els@eik.example"))); err != nil {
					t.Fatal(err)
				}
			}
			w.good(run.People)
			els := w.named("Els Eik")
			if len(els) != 1 || len(els[0].Relations) != 1 {
				t.Fatalf("Els: %+v", els)
			}
			if besides != nil {
				w.byHand(els[0].ID, besides)
			}
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
			w.good(run.People)
			if els := w.named("Els Eik"); len(els) != 1 || len(els[0].Relations) != 0 {
				t.Errorf("Els: %+v", els)
			}
		})
	}
}

func TestAParentRemovedInTheApplicationComesBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	people, _ := w.app.ByHand()
	if err := people.Remove(t.Context(), w.named("Els Eik")[0].ID); err != nil {
		t.Fatal(err)
	}
	w.forget()
	w.good(run.People)
	w.quiet() // an unchanged run asks nobody one by one
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "06-77777777" })
	w.good(run.People)
	if n := len(w.named("Els Eik")); n != 1 {
		t.Errorf("%d times Els", n)
	}
}

func TestAMemberRemovedInTheApplicationComesBackWhenSomethingChanges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	people, _ := w.app.ByHand()
	if err := people.Remove(t.Context(), w.person("DDDD44").ID); err != nil {
		t.Fatal(err)
	}
	w.run(run.People, synchronizations.Options{Force: true})
	if got := w.person("DDDD44"); got.FullName() != "Daan Eik" {
		t.Errorf("%s", got.FullName())
	}
}
