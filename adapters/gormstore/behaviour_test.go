package gormstore_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// everything asks every method of every store once, and returns what came of each.
func everything(ctx context.Context, store *gormstore.Store) map[string]error {
	store.SetOutbox(keepNothing)
	return porttest.Everything(ctx, porttest.Database{Stores: store.Stores(), Atomic: store})
}

// failsPlainly checks a database that can't be asked: nothing is absent, nothing is done, and every error has this kind.
func failsPlainly(t *testing.T, store *gormstore.Store, kind fault.Kind) {
	t.Helper()
	for method, err := range everything(t.Context(), store) {
		if err == nil || fault.KindOf(err) != kind {
			t.Errorf("%s: got %v", method, err)
		}
	}
	if err := store.Ping(t.Context()); err == nil {
		t.Error("Ping: no error")
	}
	if err := store.TryWrite(t.Context()); err == nil {
		t.Error("TryWrite: no error")
	}
	if have, err := store.Schema(t.Context()); err == nil {
		t.Errorf("Schema: %+v without an error", have)
	}
	if err := store.Migrate(t.Context()); err == nil {
		t.Error("Migrate: no error")
	}
}

func TestAClosedDatabaseIsAnErrorAndNeverNotFound(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		ok(t, store.Close())
		failsPlainly(t, store, fault.Internal)
	})
}

func TestAStoppedPostgresIsAnErrorAndNeverNotFound(t *testing.T) {
	t.Parallel()
	server, err := postgres.Start(t.Context())
	ok(t, err)
	t.Cleanup(func() { ok(t, server.Stop()) })
	ok(t, server.CreateDatabase(t.Context(), "club"))
	ok(t, migrate(server.DSN("club")))
	store := loaded(t, server.DSN("club"))
	for method, err := range everything(t.Context(), store) {
		if err != nil && fault.KindOf(err) == fault.Internal && method != "Directory.CatchUp" {
			t.Errorf("alive, %s: %v", method, err)
		}
	}
	ok(t, server.Stop())
	failsPlainly(t, store, fault.Unavailable)
}

// Two steps that want the same two people in opposite order stand in each other's way: PostgreSQL gives up one of them, which
// runs again. SQLite lets one step write at a time.
func TestStepsThatLockPeopleInOppositeOrderBothSucceedConcurrently(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		ids := make([]person.ID, 2)
		for i := range ids {
			ids[i] = create(t, store.Stores(), jan())
		}
		add := func(p *person.Person) error {
			p.Workspaces = append(p.Workspaces, int64(len(p.Workspaces)+1))
			return nil
		}
		var all, both sync.WaitGroup
		var runs atomic.Int64
		both.Add(2)
		met := make(chan struct{})
		isPostgres := strings.HasPrefix(location, "postgres")
		go func() { both.Wait(); close(met) }()
		for i := range 2 {
			var arrive sync.Once
			all.Go(func() {
				err := store.Do(t.Context(), func(s ports.Stores) error {
					runs.Add(1)
					if err := update(t.Context(), s.People, ids[i], add); err != nil {
						return err
					}
					arrive.Do(both.Done)
					until(t, "each has locked its first, or waits for the one writer", func() bool {
						return closed(met) || !isPostgres && waiting(t, store) > 0
					})
					return update(t.Context(), s.People, ids[1-i], add)
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, id := range ids {
			if p := kept(t, store.Stores().People, id); len(p.Workspaces) != 2 {
				t.Errorf("person %d: workspaces %v", id, p.Workspaces)
			}
		}
		if want := map[bool]int64{true: 3, false: 2}[isPostgres]; runs.Load() < want {
			t.Errorf("%d runs: nothing stood in the way", runs.Load())
		}
	})
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// A user becomes a person who was removed, while that person is destroyed.
func TestAPurgeWaitsForWhoBecomesLinkedMeanwhileConcurrently(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		s := store.Stores()
		id := create(t, s, jan())
		user, err := s.Users.Create(t.Context(), userOf(0))
		ok(t, err)
		ok(t, s.People.Remove(t.Context(), id, 1, at, anybody))
		linked := make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			err := store.Do(t.Context(), func(s ports.Stores) error {
				err := s.Users.Update(t.Context(), user, func(u *account.User) error { u.Person = id; return nil })
				close(linked)
				until(t, "the purge waits", func() bool { return waiting(t, store) > 0 })
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
		<-linked
		destroyed, err := s.People.Purge(t.Context(), at.AddDate(1, 0, 0))
		all.Wait()
		if ok(t, err); destroyed != 1 {
			t.Errorf("%d destroyed", destroyed)
		}
		same(t, s.Directory.View().PersonOf(user), int64(0))
		asLoaded(t, s.Directory.View(), location)
	})
}

// Somebody is removed while another person gets a relation to it, and that other person is edited again at once.
func TestARemovalWaitsForWhoBecomesRelatedMeanwhileConcurrently(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		s := store.Stores()
		one, gone := create(t, s, jan()), create(t, s, jan())
		var all sync.WaitGroup
		related, removed := make(chan struct{}), make(chan struct{})
		all.Go(func() {
			err := s.People.Update(t.Context(), []person.ID{one, gone}, func(both map[person.ID]*person.Person) error {
				both[one].Relations = []person.Relation{{To: gone, Type: relation.Child}}
				close(related)
				until(t, "the other two wait", func() bool { return waiting(t, store) > 1 })
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
		<-related
		all.Go(func() {
			defer close(removed)
			if err := s.People.Remove(t.Context(), gone, 1, at, anybody); err != nil {
				t.Error(err)
			}
		})
		until(t, "the removal waits", func() bool { return waiting(t, store) > 0 })
		all.Go(func() {
			err := update(t.Context(), s.People, one, func(p *person.Person) error {
				until(t, "the removal is done, or waits", func() bool { return closed(removed) || waiting(t, store) > 0 })
				p.Relations = append(p.Relations, person.Relation{To: one, Type: relation.Child})
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
		all.Wait()
		if left := asked(t, store, fmt.Sprintf("SELECT 'to who is gone' FROM person_relations WHERE to_id = %d", gone)); len(left) > 0 {
			t.Error(left)
		}
		asLoaded(t, s.Directory.View(), location)
	})
}

// A password is used while its user is being removed: whoever waits for the user holds nothing that the removal needs.
func TestAUseWaitsForWhoseItIsConcurrentlyOnPostgres(t *testing.T) {
	t.Parallel()
	store := loaded(t, databases["PostgreSQL"].migrated(t))
	s, used := store.Stores(), make(chan error, 1)
	user, err := s.Users.Create(t.Context(), userOf(0))
	ok(t, err)
	ok(t, s.Passwords.Create(t.Context(), account.ApplicationPassword{UUID: "x", Digest: "x", User: user, Created: at}))
	ok(t, store.Do(t.Context(), func(step ports.Stores) error {
		err := step.Users.Update(t.Context(), user, func(*account.User) error { return nil })
		go func() { used <- s.Passwords.Touch(t.Context(), "x", at, "") }()
		until(t, "the use waits", func() bool { return waiting(t, store) > 0 })
		same(t, asked(t, store, "SELECT digest FROM application_passwords FOR UPDATE SKIP LOCKED"), []string{"x"})
		return err
	}))
	ok(t, <-used)
}

// A standby took over that had not got the last changes. Who goes on showing them shows what nobody has any more, and takes the
// next ones, which have the same numbers, for known.
func TestAfterTheDatabaseWentBackAServerShowsWhatIsThere(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		s := loaded(t, location)
		create := func(name string) {
			_, err := s.Stores().People.Create(t.Context(), person.Person{Name: person.Name{First: name}})
			ok(t, err)
		}
		names := func() (all []string) {
			view := s.Stores().Directory.View()
			for _, stored := range view.Everybody() {
				p, err := stored.Person()
				ok(t, err)
				all = append(all, p.Name.First)
			}
			return all
		}
		create("Jan")
		kept := s.Stores().Directory.View().Number()
		create("Lost")
		create("Gone")
		pool, postgres, err := open(t, location).Pool()
		ok(t, err)
		for _, statement := range []string{
			"UPDATE change_counter SET number = " + fmt.Sprint(kept), "DELETE FROM changes WHERE number > " + fmt.Sprint(kept),
			"DELETE FROM people WHERE id > 1",
		} {
			_, err := pool.ExecContext(t.Context(), statement)
			ok(t, err)
		}
		if postgres {
			_, err := pool.ExecContext(t.Context(), "SELECT setval(pg_get_serial_sequence('people', 'id'), 1)")
			ok(t, err)
		}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() { ok(t, s.Stores().Directory.Refresh(t.Context())) })
		}
		all.Wait()
		if got := fmt.Sprint(names()); got != "[Jan]" {
			t.Errorf("there are %s", got)
		}
		create("Piet")
		if got := fmt.Sprint(names()); got != "[Jan Piet]" {
			t.Errorf("afterwards there are %s", got)
		}
	})
}

// As when its machine is paused, or gone with all its connections.
func TestAServerThatStandsStillInAStepHoldsNobodyUpOnPostgres(t *testing.T) {
	t.Parallel()
	location := postgres.Copies(migrate)(t)
	said := "?"
	if strings.Contains(location, "?") {
		said = "&"
	}
	paused, other := loaded(t, location+said+"idle_in_transaction_session_timeout=100ms"), loaded(t, location)
	limit := func(store *gormstore.Store) (set string) {
		pool, _, err := store.Pool()
		ok(t, err)
		ok(t, pool.QueryRowContext(t.Context(), "SHOW idle_in_transaction_session_timeout").Scan(&set))
		return set
	}
	if theirs, ours := limit(paused), limit(other); theirs != "100ms" || ours != "30s" {
		t.Errorf("a transaction may stand still for %s and %s", theirs, ours)
	}
	rename := func(name string) func(ports.Stores) error {
		return func(stores ports.Stores) error {
			_, err := stores.Identity.Change(t.Context(), func(club *identity.Settings) error { club.Name = name; return nil })
			return err
		}
	}
	err := paused.Do(t.Context(), func(stores ports.Stores) error {
		ok(t, rename("paused")(stores)) // it holds the row from here on
		ok(t, other.Do(t.Context(), rename("other")))
		return other.TryWrite(t.Context())
	})
	if !errors.Is(err, fault.ErrUnreachable) {
		t.Errorf("the step of who stood still: %v", err)
	}
	ok(t, paused.Stores().Directory.Refresh(t.Context()))
	if name := paused.Stores().Directory.View().Identity().Name; name != "other" {
		t.Errorf("the club is called %q", name)
	}
}
