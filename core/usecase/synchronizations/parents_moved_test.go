package synchronizations_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// A parent who changes e-mail address.

// withRows lets Els have rows that somebody made by hand.
func (w *world) withRows() payload.Person {
	w.t.Helper()
	els := w.named("Els Eik")[0]
	w.byHand(els.ID, map[string]any{"contact_info": []map[string]any{
		{"contact_type": "email", "contact_label": "", "contact_value": "els@eik.example"},
		{"contact_type": "mobile", "contact_label": "werk", "contact_value": "+31688888888"},
	}})
	return els
}

func (w *world) isStill(els payload.Person) {
	w.t.Helper()
	after := w.hasChildren("Els Eik", "Daan")
	if after.ID != els.ID {
		w.t.Errorf("Els was %d and is %d", els.ID, after.ID)
	}
	has(w.t, "Els", text(after, "contact_info"), "els@nieuw.example", "+31688888888")
	lacks(w.t, "Els", text(after, "contact_info"), "els@eik.example")
	if _, err := w.Stores.Ledger.Find(w.t.Context(), ledger.Parent, "els@eik.example"); err == nil {
		w.t.Error("the address from before is still remembered")
	}
}

func TestAParentWhoChangesAddressIsTheSamePerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	els := w.withRows()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Email = "Els@nieuw.example" })
	w.forget()
	w.good(run.People)
	w.isStill(els)
	for _, call := range w.app.Writes() {
		if strings.HasPrefix(call, "create") || strings.HasPrefix(call, "remove") {
			t.Error(call)
		}
	}
	w.calm()
}

func TestAParentWhoseAddressAnIndividualRunFoundChangedIsTheSamePerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	els := w.withRows()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Email = "els@nieuw.example" })
	if got := w.individual("DDDD44"); got.Action != refresh.Updated {
		t.Errorf("%+v", got)
	}
	if got := w.hasChildren("Els Eik", "Daan"); got.ID != els.ID {
		t.Errorf("Els was %d and is %d", els.ID, got.ID)
	}
	w.good(run.People)
	w.isStill(els)
}

func TestAnAddressThatChangesIsNoRemovalForTheGuard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) {
		for _, code := range []string{"GG01", "GG02", "GG03", "GG04", "GG05", "GG06", "GG07"} {
			c.Members = append(c.Members, member(code, "Kind", code, func(m *inmem.SiteMember) {
				m.Parents[0] = federation.Parent{Name: "Ouder " + code, Email: code + "@oud.example"}
			}))
		}
	})
	w.good(run.People)
	before := len(w.app.Everybody())
	w.site.Change(func(c *inmem.SiteClub) {
		for i := range c.Members {
			p := &c.Members[i].Parents[0]
			p.Email = strings.Replace(p.Email, "@oud.example", "@nieuw.example", 1)
		}
	})
	r := w.run(run.People, synchronizations.Options{DryRun: true})
	for _, planned := range r.Plan {
		if planned.Step == run.StepParents && planned.Kind != "update" {
			t.Errorf("%+v", planned)
		}
	}
	r = w.run(run.People, synchronizations.Options{AcceptRemovals: 7}) // of addresses on the list
	if r.Outcome != run.Success || len(w.app.Everybody()) != before {
		t.Errorf("%s %+v, %d people instead of %d", r.Outcome, r.Problems, len(w.app.Everybody()), before)
	}
}

func TestAnAddressThatChangesForOneChildAfterTheOtherIsOfOnePerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Eva", "Eik", func(m *inmem.SiteMember) {
			m.Parents[0] = federation.Parent{Name: "Els Eik", Email: "els@eik.example"}
		}))
	})
	w.good(run.People)
	els := w.hasChildren("Els Eik", "Daan", "Eva")
	w.edit("EEEE55", func(m *inmem.SiteMember) { m.Parents[0].Email = "els@nieuw.example" })
	w.good(run.People)
	after := w.hasChildren("Els Eik", "Daan", "Eva")
	has(t, "Els", text(after, "contact_info"), "els@eik.example", "els@nieuw.example")
	w.calm()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Email = "els@nieuw.example" })
	w.good(run.People)
	if after = w.hasChildren("Els Eik", "Daan", "Eva"); after.ID != els.ID {
		t.Errorf("Els was %d and is %d", els.ID, after.ID)
	}
	lacks(t, "Els", text(after, "contact_info"), "els@eik.example")
	w.calm()
}

func TestAnotherParentOfTheChildIsNotTheOneWhoVanished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	els := w.named("Els Eik")[0]
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Parents[0] = federation.Parent{Name: "Piet Eik", Email: "piet@eik.example"}
	})
	w.site.Change(func(c *inmem.SiteClub) { // of the same name, and nobody of hers
		c.Members = append(c.Members, member("EEEE55", "Eva", "Es", func(m *inmem.SiteMember) {
			m.Parents[0] = federation.Parent{Name: "Els Eik", Email: "els@es.example"}
		}))
	})
	w.good(run.People)
	if piet := w.hasChildren("Piet Eik", "Daan"); piet.ID == els.ID {
		t.Error("Piet is who Els was")
	}
	if other := w.hasChildren("Els Eik", "Eva"); other.ID == els.ID {
		t.Error("another Els is who Els was")
	}
}

func TestOfTwoParentsOfOneNameNobodyKnowsWhoMoved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0] = federation.Parent{Name: "Fam. Eik", Email: "a@eik.example"} })
	w.good(run.People)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[1] = federation.Parent{Name: "Fam. Eik", Email: "b@eik.example"} })
	w.good(run.People)
	if n := len(w.named("Fam. Eik")); n != 2 {
		t.Errorf("one joined: %d", n)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Parents = [2]federation.Parent{{Name: "Fam. Eik", Email: "c@eik.example"}, {Name: "Fam. Eik", Email: "b@eik.example"}}
	})
	w.good(run.People)
	if n := len(w.named("Fam. Eik")); n != 2 {
		t.Errorf("one of two moved: %d", n)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Parents = [2]federation.Parent{{Name: "Fam. Eik", Email: "e@eik.example"}, {Name: "Fam. Eik", Email: "f@eik.example"}}
	})
	w.good(run.People)
	parents := w.named("Fam. Eik")
	if len(parents) != 2 || text(parents[0], "contact_info") == text(parents[1], "contact_info") {
		t.Errorf("both moved: %+v", parents)
	}
	w.calm()
}

func TestAParentWhoMovedIsNotTheirOwnChildOfTheSameName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) { // Els the daughter is a member, and the mother of Kim
		c.Members = append(c.Members,
			member("EEEE55", "Els", "Eik", func(m *inmem.SiteMember) { m.Email = "dochter@eik.example" }),
			member("FFFF66", "Kim", "Es", func(m *inmem.SiteMember) {
				m.Parents[0] = federation.Parent{Name: "Els Eik", Email: "dochter@eik.example"}
			}))
		c.Member("DDDD44").Left = true
	})
	w.good(run.People)
	w.site.Change(func(c *inmem.SiteClub) { // Els the mother is told for both
		for _, code := range []string{"EEEE55", "FFFF66"} {
			c.Member(code).Parents[0] = federation.Parent{Name: "Els Eik", Email: "oma@eik.example"}
		}
	})
	w.good(run.People)
	if daughter := w.person("EEEE55"); len(w.named("Els Eik")) != 2 || len(w.childrenOf(daughter)) != 1 {
		t.Errorf("%d times Els, the daughter is related to %v", len(w.named("Els Eik")), w.childrenOf(daughter)) // her mother
	}
	w.calm()
}

func TestTheOrderOfTheRowsSendsNobodyAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) { // first on the site, last by code
		c.Members = append([]inmem.SiteMember{member("ZZZZ99", "Zoë", "Eik", func(m *inmem.SiteMember) {
			m.Email, m.Address.Street = "eik@eik.example", "Laan"
			m.Parents[0] = federation.Parent{Name: "Els van Eik", Email: "els@eik.example", Telephone: "0612345678"}
		})}, c.Members...)
	})
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Email = "eik@eik.example" })
	w.all()
	w.calm()
	w.forget()
	if got := w.individual("DDDD44"); got.Action != refresh.Skipped {
		t.Errorf("%+v", got)
	}
	w.unwritten()
	w.site.Change(func(c *inmem.SiteClub) { c.Members = append(c.Members[1:], c.Members[0]) })
	w.calm()
	w.forget()
	w.site.Fail = func(call, _ string) error {
		if call == "Members" {
			return federation.ErrAnswer
		}
		return nil
	}
	w.run(run.People, synchronizations.Options{})
	w.quiet()
}
