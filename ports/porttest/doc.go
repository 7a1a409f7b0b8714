// Package porttest holds the contract of every port as a test suite: one exported function of the port's name, which every
// adapter runs. A suite opens a fresh, empty database for each of its parts.
package porttest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// Database is what an adapter of the storage ports hands to the suites: one program's hold on a database.
type Database struct {
	ports.Stores
	ports.Atomic

	// Another opens the same database as another program does. Its directory holds this many people at most (0 for as many as it
	// likes) and is not loaded yet.
	Another func(t testing.TB, limit int) Database
}

// Open makes a fresh, empty database that is gone when the test ends. Storage loads its directory.
type Open func(t testing.TB) Database

// suite is the contract of a port: its sentences, each held on a database of its own.
type suite []struct {
	sentence string
	holds    func(*testing.T, Database)
}

func (s suite) run(t *testing.T, open Open) {
	t.Helper()
	for _, one := range s {
		t.Run(one.sentence, func(t *testing.T) {
			t.Parallel()
			one.holds(t, open(t))
		})
	}
}

// at is a moment with microseconds, in a zone that is not UTC: stores return the same instant in UTC.
var at = time.Date(2026, 3, 29, 14, 30, 15, 123456000, time.FixedZone("CEST", 2*60*60))

// must is the value of a call that may not fail: must(db.People.Create(ctx, p))(t).
func must[T any](value T, err error) func(fataler) T {
	return func(t fataler) T {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		return value
	}
}

// fataler is a *testing.T or a *rapid.T.
type fataler interface {
	Context() context.Context
	Helper()
	Fatal(...any)
}

func isFault(t testing.TB, what string, err error, want *fault.Fault) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", what, err, want)
	}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// alike holds all of a value against another one.
func alike(t fataler, what string, got, want any) {
	t.Helper()
	if g, w := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); g != w {
		t.Fatal(what, "\ngot  ", g, "\nwant ", w)
	}
}

// sameTime holds a time from a store against the one that went in.
func sameTime(t testing.TB, what string, got, want time.Time) {
	t.Helper()
	if !got.Equal(want.Truncate(time.Microsecond)) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
	if !got.IsZero() && got.Location() != time.UTC {
		t.Errorf("%s: got a time in %v, want UTC", what, got.Location())
	}
}

// anybody lets everybody do it.
func anybody(access.Subject, record.Edition) error { return nil }

func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// userNamed is a user of whom nothing stands in another's way.
func userNamed(name string) account.User {
	return account.User{
		Username: name, Email: name + "@club.example", DisplayName: name, Roles: []access.Role{access.Member},
		PasswordHash: account.Hash("hash of " + name), Registered: at.UTC(),
	}
}

func personNamed(first, infix, last string) person.Person {
	p := person.New(1, at)
	p.Name = person.Name{First: first, Infix: infix, Last: last}
	return p
}

// update changes one person.
func update(ctx context.Context, people ports.People, id person.ID, change func(*person.Person) error) error {
	return people.Update(ctx, []person.ID{id}, func(all map[person.ID]*person.Person) error { return change(all[id]) })
}

// kept is a person with everything, as an edit finds it.
func kept(t fataler, db Database, id person.ID) (p person.Person) {
	t.Helper()
	must(0, update(t.Context(), db.People, id, func(found *person.Person) error { p = found.Clone(); return nil }))(t)
	return p
}

// create keeps one person.
func create(t fataler, people ports.People, p person.Person) person.ID {
	t.Helper()
	ids := must(people.Create(context.Background(), p))(t)
	if len(ids) != 1 {
		t.Fatal("numbers: ", ids)
	}
	return ids[0]
}

// stops expects that calls with a cancelled context stopped.
func stops(t testing.TB, calls map[string]error) {
	t.Helper()
	for what, err := range calls {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", what, err)
		}
	}
}

// inParallel makes n calls at once, none of which may fail.
func inParallel(t testing.TB, n int, call func(i int) error) {
	t.Helper()
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			if err := call(i); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// winners makes n calls at once and returns how many of them did not fail. Being refused is the one failure that may be.
func winners(t testing.TB, n int, refused error, call func(i int) error) int {
	t.Helper()
	var won atomic.Int64
	inParallel(t, n, func(i int) error {
		err := call(i)
		if err == nil {
			won.Add(1)
		} else if errors.Is(err, refused) {
			return nil
		}
		return err
	})
	return int(won.Load())
}
