package synchronizations_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// related is a world with hand-made people who are parents, and parents at two addresses.
func related(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	people, _ := w.app.ByHand()
	for _, sent := range []payload.Person{
		named("Els", "Eik", contacts("email", "els@eik.example", "email2", "els@werk.example", "phone", "+31600000001")),
		named("Jan", "Bakker", contacts("email", "piet@eik.example", "phone", "+31600000002")),
	} {
		if _, err := people.Create(t.Context(), sent); err != nil {
			t.Fatal(err)
		}
	}
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Email2 = "carla@werk.example" })
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Parents[0].Email = "carla@werk.example" })
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Parents[0].Telephone = "06-11111111"
		m.Parents[1] = federation.Parent{Name: "Piet Eik", Email: "piet@eik.example", Telephone: "06-22222222"}
	})
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members,
			member("EEEE55", "Eva", "Eik", func(m *inmem.SiteMember) {
				m.Parents[0] = federation.Parent{Name: "Els Eik", Email: "els@werk.example"}
			}),
			member("FFFF66", "Finn", "Es", func(m *inmem.SiteMember) {
				m.Parents[0] = federation.Parent{Name: "Bo Es", Email: "bo@es.example"}
				m.Parents[1] = federation.Parent{Name: "Mo Es", Email: "mo@es.example"}
			}),
			member("GGGG77", "Fien", "Es", func(m *inmem.SiteMember) {
				m.Parents[0] = federation.Parent{Name: "Bo Es", Email: "bo@es.example"}
			}))
	})
	return w
}

// happen lets parents move, become members, lose a child at one of two addresses, and lose the last one.
func (w *world) happen() {
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Left = true })
	w.edit("DDDD44", func(m *inmem.SiteMember) {
		m.Parents[0].Telephone = "06-33333333"
		m.Parents[1].Telephone = "06-44444444"
	})
	w.edit("EEEE55", func(m *inmem.SiteMember) { m.Parents[0].Email = "els@thuis.example" })
	w.edit("FFFF66", func(m *inmem.SiteMember) { m.Parents[0].Email = "bo@nieuw.example" })
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("HHHH88", "Mo", "Es", func(m *inmem.SiteMember) { m.Email = "mo@es.example" }))
	})
}

func TestAKilledRunOfParentsConverges(t *testing.T) {
	t.Parallel()
	clean := related(t)
	clean.good(run.People)
	clean.happen()
	clean.good(run.People)
	want := clean.picture()
	clean.calm()
	has(t, "everybody", want, "Els Eik", "Jan Bakker", "bo@nieuw.example", "els@thuis.example", "+31600000001", "+31600000002")

	for _, first := range []bool{true, false} {
		for at := 1; ; at += stride() {
			w := related(t)
			if !first {
				w.good(run.People)
				w.happen()
			}
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
			if first {
				w.happen()
				w.good(run.People)
			}
			if got := w.picture(); got != want {
				t.Fatalf("killed at event %d (first run: %v):\n%s", at, first, difference(want, got))
			}
			w.calm()
			if t.Failed() {
				t.Fatalf("killed at event %d (first run: %v): not quiet", at, first)
			}
		}
	}
}
