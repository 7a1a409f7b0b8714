package synchronizations_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// Parents who are somebody that is there already.

func TestAHandMadePersonOfAnotherNameKeepsNameAndRows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	people, _ := w.app.ByHand()
	jan, err := people.Create(t.Context(), named("Jan", "Bakker", contacts("email", "els@eik.example", "phone", "+31600000001")))
	if err != nil {
		t.Fatal(err)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "06-77777777" })
	for range 2 {
		w.good(run.People)
		after := w.hasChildren("Jan Bakker", "Daan")
		if after.ID != jan.ID || after.Name.Last != "Bakker" || text(after, "contact_info") != text(jan, "contact_info") {
			t.Errorf("%s %s", text(after, "last_name"), text(after, "contact_info"))
		}
		if n := len(w.named("Els Eik")); n != 0 {
			t.Errorf("%d times Els", n)
		}
		w.calm()
		w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "06-88888888" })
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Email = "els@nieuw.example" }) // which Jan does not have
	w.good(run.People)
	w.hasChildren("Jan Bakker")
	w.hasChildren("Els Eik", "Daan")
	w.calm()
}

func TestAHandMadeParentOfTheSameNameKeepsWhatStoodThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	people, _ := w.app.ByHand()
	els, err := people.Create(t.Context(), named("Els", "Eik", contacts("email", "els@eik.example", "phone", "+31600000001")))
	if err != nil {
		t.Fatal(err)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "06-77777777" })
	w.good(run.People)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "06-88888888" })
	w.good(run.People)
	after := w.hasChildren("Els Eik", "Daan")
	if after.ID != els.ID || after.Name.First != "Els" || after.Name.Last != "Eik" {
		t.Errorf("%+v", after)
	}
	has(t, "Els", text(after, "contact_info"), "+31600000001", "+31688888888")
	lacks(t, "Els", text(after, "contact_info"), "+31677777777")
}

func TestAParentOfWhomNothingIsRememberedIsNotByHand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "06-77777777" })
	w.good(run.People)
	w.Stores = inmem.NewSync()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "06-88888888" })
	w.good(run.People)
	els := text(w.hasChildren("Els Eik", "Daan"), "contact_info")
	has(t, "Els", els, "+31688888888")
	lacks(t, "Els", els, "+31677777777")
}

func TestOfTwoPeopleAtAnAddressTheOneOfTheSameNameIsTheParent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	people, _ := w.app.ByHand()
	for _, name := range []string{"Jan", "Els"} {
		if _, err := people.Create(t.Context(), named(name, "Eik", contacts("email", "els@eik.example"))); err != nil {
			t.Fatal(err)
		}
	}
	w.good(run.People)
	w.hasChildren("Els Eik", "Daan")
	w.hasChildren("Jan Eik")
}

func TestAnotherParentWithTheAddressStaysThatOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	w.byHand(w.named("Els Eik")[0].ID, contacts("email", "els@eik.example", "email", "piet@eik.example")) // her husband's, by hand
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Parents[1] = federation.Parent{Name: "Piet Eik", Email: "piet@eik.example"}
	})
	w.good(run.People)
	w.hasChildren("Els Eik", "Daan")
	w.hasChildren("Piet Eik", "Daan")
	w.calm()
}

func TestAParentStaysThatOneWhenTheSiteTellsTheNameOfAMemberOfTheSameAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Piet", "Eik", func(m *inmem.SiteMember) { m.Email = "els@eik.example" }))
	})
	w.good(run.People)
	els := w.hasChildren("Els Eik", "Daan")
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Name = "Piet Eik" })
	w.good(run.People)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Name = "Els Eik" })
	w.good(run.People)
	if after := w.hasChildren("Els Eik", "Daan"); after.ID != els.ID {
		t.Errorf("Els was %d and is %d", els.ID, after.ID)
	}
	if got := w.childrenOf(w.person("EEEE55")); len(got) != 0 {
		t.Errorf("the children of Piet are %v", got)
	}
}

func TestAParentSpelledWithTheInitialIsTheMember(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, first, parent string
		born                int
		merged              bool
		young               bool // the children, as far as anybody knows
	}{
		{"the initial", "Carla", "C. Bos", 1980, true, true},
		{"two initials", "Carla", "C.M. Bos", 1980, true, true},
		{"the initial at the member", "C.", "Carla Bos", 1980, true, true},
		{"another initial", "Carla", "B. Bos", 1980, false, true},
		{"another first name of the same initial", "Carla", "Cees Bos", 1980, false, true},
		{"another last name", "Carla", "C. Vos", 1980, false, true},
		{"no first name", "Carla", "Bos", 1980, false, true},
		{"nobody knows how old", "Carla", "C. Bos", 0, false, true},
		{"not an adult, whatever the children are", "Carla", "C. Bos", 2009, false, false},
		{"an adult, whatever the children are", "Carla", "C. Bos", 2007, true, false},
		{"a grown-up sister", "Carla", "C. Bos", 2006, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.edit("CCCC33", func(m *inmem.SiteMember) {
				m.First, m.Birth = c.first, civil.Date{}
				if c.born != 0 {
					m.Birth = civil.Date{Year: c.born, Month: 5, Day: 1}
				}
			})
			for _, code := range []string{"AAAA11", "BBBB22"} {
				w.edit(code, func(m *inmem.SiteMember) {
					m.Parents[0].Name = c.parent
					if !c.young {
						m.Birth = civil.Date{}
					}
				})
			}
			w.good(run.People)
			people, children := 6, 0
			if c.merged {
				people, children = 5, 2
			}
			if got := w.childrenOf(w.person("CCCC33")); len(got) != children || len(w.app.Everybody()) != people {
				t.Errorf("children %v, %d people", got, len(w.app.Everybody()))
			}
			if got := w.person("CCCC33"); got.FullName() != c.first+" Bos" {
				t.Errorf("the member is called %s", got.FullName())
			}
			w.calm()
		})
	}
}
