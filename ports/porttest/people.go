package porttest

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// People is the contract of ports.People.
func People(t *testing.T, open Open) {
	ctx := context.Background()
	as := person.AsOf{Reader: access.Scope{All: true}}

	t.Run("every field comes back as it went in", func(t *testing.T) {
		db := open(t)
		rapid.Check(t, func(t *rapid.T) {
			want := anyPerson().Draw(t, "person")
			id, err := db.People.Create(ctx, want)
			if err != nil {
				t.Fatal(err)
			}
			record, err := db.People.Record(ctx, id, as)
			if err != nil {
				t.Fatal(err)
			}
			want.ID = id
			if got := kept(t, db, id); !reflect.DeepEqual(got, want) {
				t.Fatalf("got  %+v\nwant %+v", got, want)
			}
			if wanted := recordOf(want, defaultClub(), as); !reflect.DeepEqual(alone(record), alone(wanted)) {
				t.Fatalf("got  %+v\nwant %+v", record, wanted)
			}
		})
	})

	t.Run("times come back equal, in UTC, to the microsecond", func(t *testing.T) {
		db := open(t)
		p := personNamed("Jan", "", "Kok")
		p.Created, p.Modified = at.Add(999*time.Nanosecond), at.Add(time.Hour)
		r := must(db.People.Record(ctx, must(db.People.Create(ctx, p))(t), as))(t)
		sameTime(t, "created", r.Created, p.Created)
		sameTime(t, "modified", r.Modified, p.Modified)
	})

	t.Run("an absent person is ErrAbsent", func(t *testing.T) {
		db := open(t)
		_, err := db.People.Record(ctx, 7, as)
		isFault(t, "Record", err, person.ErrAbsent)
		err = update(ctx, db.People, 7, func(*person.Person) error { t.Error("change was called"); return nil })
		isFault(t, "Update", err, person.ErrAbsent)
		isFault(t, "Remove", db.People.Remove(ctx, 7, at, anybody), person.ErrAbsent)
	})

	t.Run("a change is kept, and zero values survive", func(t *testing.T) {
		db := open(t)
		p := personNamed("Jan", "de", "Wit")
		p.Membership.Former, p.Membership.FinancialBlock = true, true
		p.Contacts = []person.Contact{{Type: person.Email, Value: "jan@club.example"}}
		p.Work = []work.Entry{{Group: 3, Title: "Trainer", Current: true}}
		id := must(db.People.Create(ctx, p))(t)
		ok(t, update(ctx, db.People, id, func(p *person.Person) error {
			p.Name.Infix, p.Membership.Former, p.Membership.FinancialBlock = "", false, false
			p.Contacts, p.Work = nil, nil
			return nil
		}))
		r := must(db.People.Record(ctx, id, as))(t)
		got := kept(t, db, id)
		equal(t, "infix", got.Name.Infix, "")
		equal(t, "former", got.Membership.Former, false)
		equal(t, "record's former", r.Former, false)
		equal(t, "block", got.Membership.FinancialBlock, false)
		equal(t, "contacts", len(got.Contacts), 0)
		equal(t, "work", len(got.Work), 0)
		equal(t, "volunteer", r.Volunteer, false)
	})

	t.Run("number and author stay", func(t *testing.T) {
		db := open(t)
		id := must(db.People.Create(ctx, personNamed("Jan", "", "Kok")))(t)
		ok(t, update(ctx, db.People, id, func(p *person.Person) error {
			p.ID, p.Author, p.Name.First = 99, 99, "Piet"
			return nil
		}))
		r := must(db.People.Record(ctx, id, as))(t)
		equal(t, "author", r.Author, 1)
		equal(t, "first name", r.Name.First, "Piet")
	})

	t.Run("a refused change leaves no trace", func(t *testing.T) {
		db := open(t)
		id := must(db.People.Create(ctx, personNamed("Jan", "", "Kok")))(t)
		refusal := errors.New("no")
		err := update(ctx, db.People, id, func(p *person.Person) error {
			p.Name.First = "Piet"
			p.Work = []work.Entry{{Group: 3, Title: "Trainer", Current: true}}
			return refusal
		})
		if !errors.Is(err, refusal) {
			t.Errorf("got %v, want the change's own error", err)
		}
		r := must(db.People.Record(ctx, id, as))(t)
		equal(t, "first name", r.Name.First, "Jan")
		equal(t, "volunteer", r.Volunteer, false)
	})

	t.Run("parallel changes lose nothing", func(t *testing.T) {
		db := open(t)
		id := must(db.People.Create(ctx, personNamed("Jan", "", "Kok")))(t)
		const writers = 16
		var all sync.WaitGroup
		for range writers {
			all.Go(func() {
				if err := update(ctx, db.People, id, func(p *person.Person) error {
					p.Contacts = append(p.Contacts, person.Contact{Type: "other", Value: "x"})
					return nil
				}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		equal(t, "contacts", len(kept(t, db, id).Contacts), writers)
	})

	t.Run("a changed returned or given value does not reach the store", func(t *testing.T) {
		db := open(t)
		p := personNamed("Jan", "", "Kok")
		p.Contacts = []person.Contact{{Type: "other", Value: "x", Extra: map[string]json.RawMessage{"k": json.RawMessage(`1`)}}}
		id := must(db.People.Create(ctx, p))(t)
		p.Contacts[0].Value = "changed"
		p.Contacts[0].Extra["k"] = json.RawMessage(`2`)
		var leaked *person.Person
		ok(t, update(ctx, db.People, id, func(p *person.Person) error { leaked = p; return nil }))
		leaked.Contacts[0].Value = "changed"
		got := kept(t, db, id)
		equal(t, "value", got.Contacts[0].Value, "x")
		equal(t, "extra", string(got.Contacts[0].Extra["k"]), "1")
	})

	t.Run("a removed person is gone, and its number is never used again", func(t *testing.T) {
		db := open(t)
		id := must(db.People.Create(ctx, personNamed("Jan", "", "Kok")))(t)
		ok(t, db.People.Remove(ctx, id, at, anybody))
		_, err := db.People.Record(ctx, id, as)
		isFault(t, "Record", err, person.ErrAbsent)
		isFault(t, "Remove", db.People.Remove(ctx, id, at, anybody), person.ErrAbsent)
		equal(t, "total", must(db.People.List(ctx, everybody(as)))(t).Total, 0)
		equal(t, "purged too early", must(db.People.Purge(ctx, at))(t), 0)
		equal(t, "purged", must(db.People.Purge(ctx, at.Add(time.Second)))(t), 1)
		if next := must(db.People.Create(ctx, personNamed("Piet", "", "Kok")))(t); next <= id {
			t.Errorf("number %d came again after %d", next, id)
		}
	})

	t.Run("who may not be removed stays", func(t *testing.T) {
		db := open(t)
		id := must(db.People.Create(ctx, personNamed("Jan", "", "Kok")))(t)
		refusal := errors.New("no")
		err := db.People.Remove(ctx, id, at, func(subject access.Subject) error {
			equal(t, "author", subject.Author, 1)
			return refusal
		})
		if !errors.Is(err, refusal) {
			t.Errorf("got %v, want the question's own error", err)
		}
		equal(t, "total", must(db.People.List(ctx, everybody(as)))(t).Total, 1)
	})

	t.Run("a user's person knows the user", func(t *testing.T) {
		db := open(t)
		id := must(db.People.Create(ctx, personNamed("Jan", "", "Kok")))(t)
		u := userNamed("jan")
		u.Person = id
		user := must(db.Users.Create(ctx, u))(t)
		equal(t, "linked user", must(db.People.Record(ctx, id, as))(t).LinkedUser, user)
		equal(t, "in the list", must(db.People.List(ctx, everybody(as)))(t).Records[0].LinkedUser, user)
		ok(t, db.Users.Update(ctx, user, func(u *account.User) error { u.Person = 0; return nil }))
		equal(t, "unlinked", must(db.People.Record(ctx, id, as))(t).LinkedUser, 0)
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		db := open(t)
		if _, err := db.People.Create(cancelled(), personNamed("Jan", "", "Kok")); !errors.Is(err, context.Canceled) {
			t.Errorf("Create: got %v", err)
		}
		if _, err := db.People.List(cancelled(), everybody(as)); !errors.Is(err, context.Canceled) {
			t.Errorf("List: got %v", err)
		}
	})

	t.Run("lists", func(t *testing.T) { lists(t, open) })
	t.Run("relations and labels", func(t *testing.T) { relations(t, open) })
	t.Run("settings", func(t *testing.T) { settingsReachPeople(t, open) })
	t.Run("searches", func(t *testing.T) { searches(t, open) })
}
