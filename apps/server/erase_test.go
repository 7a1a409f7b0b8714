package main_test

import (
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// The job that an operator runs by hand has no server that holds the club: it has to read it first.
func TestTheJobErasesWhomItIsTimeFor(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		o, err := openOutboxed(p.flags[1], time.Now)
		ok(t, err)
		t.Cleanup(func() { ok(t, o.Close()) })
		ctx, asked := t.Context(), time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
		ok(t, o.Stores().Directory.Load(ctx))
		var gone person.ID
		ok(t, o.Do(ctx, func(s ports.Stores) error {
			made, err := s.People.Create(ctx, person.Person{Name: person.Name{First: "Jan", Last: "Kok"}})
			if err != nil {
				return err
			}
			gone = made[0]
			err = s.People.Remove(ctx, gone, 0, asked, func(access.Subject, record.Edition) error { return nil })
			if err != nil {
				return err
			}
			_, err = s.Erasures.Create(ctx, erasure.New(gone, "Jan Kok", erasure.Asked, 0, asked))
			return err
		}))
		run := func(day string) string {
			return p.run("", "job", "run", "erase-people", "--debug", "--clock", day+"T13:00:00Z").out
		}
		if early := run("2030-01-30"); early != "erase-people: 0\n" {
			t.Errorf("before its day: %s", early)
		}
		if due := run("2030-01-31"); due != "erase-people: 1\n" {
			t.Errorf("on its day: %s", due)
		}
		if _, err := o.Stores().Erasures.Removed(ctx, gone); !errors.Is(err, person.ErrNotRemoved) {
			t.Errorf("the person is there still: %v", err)
		}
	})
}
