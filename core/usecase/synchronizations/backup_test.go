package synchronizations_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// What an older backup of the application has of a member: nobody edited it.

// comesBack puts a person's contacts back as they were in a backup of before the club was made.
func (w *world) comesBack(id int64, rows ...string) {
	w.t.Helper()
	w.app.SetNow(w.at.Add(-24 * time.Hour))
	people, _ := w.app.ByHand()
	if _, err := people.Change(w.t.Context(), id, told(contacts(rows...))); err != nil {
		w.t.Fatal(err)
	}
	w.app.SetNow(w.at)
}

func TestWhatABackupHasOfWhoWasSentOnceIsNoEdit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Email = "daan@eik.example" })
	w.good(run.People)
	w.comesBack(w.person("DDDD44").ID, "email", "daan@oud.example")
	w.run(run.People, synchronizations.Options{Force: true})
	has(t, "the application", text(w.person("DDDD44"), "contact_info"), "daan@eik.example")
	if m := w.member("DDDD44"); m.Email != "daan@eik.example" {
		t.Errorf("on the site: %s", m.Email)
	}
}

func TestWhatABackupHasIsNoEdit(t *testing.T) {
	t.Parallel()
	forced := synchronizations.Options{Force: true}
	for _, c := range []struct {
		name string
		then func(w *world)
	}{
		{"the site changes something else", func(w *world) {
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Last = "Eikel" })
			w.good(run.People)
		}},
		{"everybody is sent", func(w *world) { w.run(run.People, forced) }},
		{"the record is met by the look at edits", func(w *world) {
			if err := w.Stores.Ledger.Remove(t.Context(), ledger.Review, "people"); err != nil {
				t.Fatal(err)
			}
			w.good(run.People)
			w.good(run.People)
		}},
		{"another pipeline writes first", func(w *world) {
			w.onRoster("100", "DDDD44", "Leider")
			w.good(run.Teams)
			w.good(run.People)
		}},
		{"with an edit that had reached the site", func(w *world) {
			w.byHand(w.person("DDDD44").ID, contacts("email", "daan@eik.example", "mobile", "+31688888888"))
			w.good(run.People)
			w.comesBack(w.person("DDDD44").ID, "email", "daan@oud.example", "mobile", "+31600000000")
			w.run(run.People, forced)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Email, m.Mobile = "daan@eik.example", "06-44444444" })
			w.all()
			w.forget()
			w.comesBack(w.person("DDDD44").ID, "email", "daan@oud.example", "mobile", "+31600000000")
			c.then(w)
			daan := text(w.person("DDDD44"), "contact_info")
			lacks(t, "the application", daan, "daan@oud.example", "+31600000000")
			has(t, "the application", daan, "daan@eik.example")
			if m := w.member("DDDD44"); m.Email != "daan@eik.example" || m.Mobile == "0600000000" {
				t.Errorf("on the site: %s %s", m.Email, m.Mobile)
			}
			w.settle()
		})
	}
}
