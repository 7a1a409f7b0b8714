package synchronizations_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// Numbers that are remembered, and who stands there.

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
			if err != nil || piet.FullName() != "Piet Hand" || text(piet, "contact_info") != text(before, "contact_info") ||
				len(piet.Relations) != 0 {
				t.Errorf("%v: %s %s %s", err, piet.FullName(), text(piet, "contact_info"), text(piet, "relationships"))
			}
			if want := map[bool]int{true: 1, false: 0}[!w.member("DDDD44").Left]; len(w.named("Els Eik")) != want {
				t.Errorf("%d times Els", len(w.named("Els Eik")))
			}
			w.calm()
		})
	}
}

func TestARememberedNumberOfAMemberThatIsSomebodyElsesIsNotTheParent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	people, _ := w.app.ByHand()
	piet, err := people.Create(t.Context(), named("Piet", "Hand", contacts("email", "piet@hand.example")))
	if err != nil {
		t.Fatal(err)
	}
	e, err := w.Stores.Ledger.Find(t.Context(), ledger.Member, "CCCC33")
	if err != nil {
		t.Fatal(err)
	}
	e.SetNumber(piet.ID)
	if err := w.Stores.Ledger.Put(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Parents = [2]federation.Parent{} })
	w.good(run.People)
	w.hasChildren("Piet Hand")
	w.hasChildren("Carla Bos", "Anna")
}

func TestARememberedNumberOfAGrownUpChildOfTheSameAddressIsNotTheParent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("EEEE55", "Emma", "Eik", func(m *inmem.SiteMember) { m.Email = "els@eik.example" }))
	})
	w.good(run.People)
	e, err := w.Stores.Ledger.Find(t.Context(), ledger.Parent, "els@eik.example")
	if err != nil {
		t.Fatal(err)
	}
	e.SetNumber(w.person("EEEE55").ID)
	if err := w.Stores.Ledger.Put(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone = "0699999999" })
	w.good(run.People)
	w.hasChildren("Emma Eik")
	has(t, "Els", text(w.hasChildren("Els Eik", "Daan"), "contact_info"), "+31699999999")
}

func TestAParentIsKnownAgainByTheNameOrTheAddress(t *testing.T) {
	t.Parallel()
	elsewhere := contacts("email", "els@elders.example")
	for name, c := range map[string]struct {
		byHand map[string]any
		onSite string
	}{
		"with another address":                      {elsewhere, "Els Eik"},
		"with another address, by the name before":  {elsewhere, "Els van Es"},
		"with another address, by the name of now":  {called("Els", "van Es", elsewhere), "Els van Es"},
		"with another name":                         {called("Elsbeth", "Eik", nil), "Els Eik"},
		"with another name, by the address of both": {called("Elsbeth", "Eik", nil), "Els van Es"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.good(run.People)
			els := w.named("Els Eik")[0]
			w.byHand(els.ID, c.byHand)
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Parents[0].Telephone, m.Parents[0].Name = "0699999999", c.onSite })
			w.good(run.People)
			if after := w.hasChildren(c.onSite, "Daan"); after.ID != els.ID {
				t.Errorf("Els was %d and is %d", els.ID, after.ID)
			}
			if n := len(w.app.Everybody()); n != 5 {
				t.Errorf("%d people", n)
			}
		})
	}
}

// A parent whom the application does not let go is let go by the next run, at all addresses.
func TestAParentOfTwoAddressesWhoCouldNotBeRemovedIsRemovedByTheNextRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	els := w.named("Els Eik")[0]
	w.byHand(els.ID, map[string]any{"contact_info": []map[string]any{
		{"contact_type": "email", "contact_label": "", "contact_value": "els@eik.example"},
		{"contact_type": "email", "contact_label": "werk", "contact_value": "els@werk.example"},
	}})
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Parents[1] = federation.Parent{Name: "Els Eik", Email: "els@werk.example"}
	})
	w.good(run.People)
	for _, email := range []string{"els@eik.example", "els@werk.example"} {
		if e, err := w.Stores.Ledger.Find(t.Context(), ledger.Parent, email); err != nil || e.Number() != els.ID {
			t.Fatalf("%s: %+v %v", email, e, err)
		}
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallRemove+" person" {
			return fault.New(fault.Unavailable, "away", "even niet")
		}
		return nil
	}
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	w.app.Fail = nil
	w.good(run.People)
	if left := w.named("Els Eik"); len(left) != 0 {
		t.Errorf("Els is still there: %+v", left)
	}
}
