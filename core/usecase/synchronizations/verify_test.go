package synchronizations_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
)

// differences holds what verifying says, by "system key".
func (w *world) differences(want map[string]string) {
	w.t.Helper()
	found, err := w.Verify(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range found {
		got[f.System+" "+f.Key] += f.Message
	}
	for key, part := range want {
		has(w.t, key, got[key], part)
		delete(got, key)
	}
	for key, said := range got {
		w.t.Errorf("%s: %s", key, said)
	}
}

// group is the application's team or committee of the name.
func group(w *world, kind work.Kind, name string) (found payload.Group) {
	for _, g := range w.app.Everygroup(kind) {
		if g.Title == name {
			found = g
		}
	}
	return found
}

func TestVerifyTellsWhatDiffersAndChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.differences(map[string]string{
		"club site AAAA11": "is lid, maar nog niet in de applicatie gezet", "club site BBBB22": "is lid", "club site CCCC33": "is lid",
		"club site DDDD44": "is lid", "e-mail lists anna@bos.example": "staat niet op lijst 1",
		"e-mail lists carla@bos.example": "staat niet op lijst 1",
		"e-mail lists els@eik.example":   "staat niet op lijst 1",
	})
	w.edit("AAAA11", func(m *inmem.SiteMember) {
		m.Roles.Seats = []federation.Seat{{Committee: "C9", Name: "Feestcommissie", Title: "Lid", Active: true}}
	})
	w.settle()
	w.differences(nil)

	anna, bram, daan, els := w.person("AAAA11"), w.person("BBBB22"), w.person("DDDD44"), w.named("Els Eik")[0]
	w.site.Fail = func(call, code string) error {
		if call == "Edit" {
			return errors.New("the card is locked")
		}
		return nil
	}
	w.byHand(daan.ID, contacts("email", "daan@eik.example", "mobile", "0644444444"))
	w.run(run.People, synchronizations.Options{})
	w.lists.SetState("een", "els@eik.example", "unsubscribed")
	people, groups := w.app.ByHand()
	jo11, party := group(w, work.Team, "JO11-1"), group(w, work.Committee, "Feestcommissie")
	w.byHand(anna.ID, map[string]any{"assoc-id": "XXXX99"})
	for _, err := range []error{
		people.Remove(t.Context(), bram.ID), people.Remove(t.Context(), els.ID),
		groups.Remove(t.Context(), work.Team, jo11.ID), groups.Remove(t.Context(), work.Committee, party.ID),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	w.site.Change(func(c *inmem.SiteClub) { c.Members = append(c.Members, member("EEEE55", "Eva", "Es", nil)) })
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Left = true })
	w.forget()
	w.differences(map[string]string{
		"club site EEEE55":               "is lid, maar nog niet in de applicatie gezet",
		"club site CCCC33":               "is geen lid meer, maar nog niet als oud-lid gemarkeerd",
		"club site DDDD44":               "wat in de applicatie is gewijzigd moet er nog naartoe: e-mailadres, mobiel nummer",
		"e-mail lists carla@bos.example": "staat nog op lijst 2, maar hoort er niet meer bij",
		"e-mail lists els@eik.example":   "staat op lijst 1, maar krijgt geen mail (unsubscribed)",
		"application AAAA11":             "heeft deze relatiecode niet meer",
		"application BBBB22":             "bestaat niet meer",
		"application XXXX99":             "heeft een relatiecode die de synchronisatie niet kent",
		"application els@eik.example":    "bestaat niet meer",
		"application 100":                "bestaat niet meer",
		"application C9":                 "bestaat niet meer",
	})
	w.quiet()
}

func TestVerifyComparesCodesAsTheApplicationDoes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settle()
	w.byHand(w.person("AAAA11").ID, map[string]any{"assoc-id": "aaaa11"})
	w.differences(nil)
	stranger := w.plant(told(map[string]any{"first_name": "Plant", "last_name": "x", "assoc-id": "dddd44"}))
	w.differences(map[string]string{"application dddd44": fmt.Sprint(stranger)})
}
