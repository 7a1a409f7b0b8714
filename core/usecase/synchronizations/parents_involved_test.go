package synchronizations_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/term"
)

// A parent who is somebody in the club without a row of work stays when the last child leaves.
func TestAParentWhoIsInvolvedStaysWhenTheLastChildLeaves(t *testing.T) {
	t.Parallel()
	for name, involve := range map[string]func(*world, int64) error{
		"by an account": func(w *world, id int64) error {
			_, err := w.app.Stores().Users.Create(w.t.Context(), account.User{
				Username: "els", Email: "els@club.example", DisplayName: "Els", Person: id, Code: "els",
			})
			return err
		},
		"by a label": func(w *world, id int64) error {
			label, err := w.app.Stores().Labels.Create(w.t.Context(), term.Term{Name: "Bardienst", Slug: "bardienst"})
			if err != nil {
				return err
			}
			return w.app.Stores().People.Update(w.t.Context(), []int64{id}, func(people map[int64]*person.Person) error {
				people[id].Labels = []term.ID{label}
				return nil
			})
		},
		"by a certificate": func(w *world, id int64) error {
			w.byHand(id, map[string]any{"datum-vog": "2025-02-01"})
			return nil
		},
		"by a certificate that is asked for": func(w *world, id int64) error {
			var change payload.Person
			change.Read(nil, []byte(`{"vog_email_sent_date":"2026-02-01"}`))
			w.changed(id, change)
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.good(run.People)
			els := w.named("Els Eik")[0]
			if err := involve(w, els.ID); err != nil {
				t.Fatal(err)
			}
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
			w.good(run.People)
			if after := w.hasChildren("Els Eik"); after.ID != els.ID {
				t.Errorf("Els was %d and is %d", els.ID, after.ID)
			}
			w.calm()
		})
	}
}
