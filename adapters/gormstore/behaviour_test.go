package gormstore_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports"
)

func TestTwoProgramsWriteOneFileConcurrently(t *testing.T) {
	location := sqliteFile(t)
	stores := []ports.Stores{loaded(t, location).Stores(), loaded(t, location).Stores()}
	counted := person.New(1, at)
	counted.Name.First = "Teller"
	id := create(t, stores[0], counted)
	const writers, each = 3, 15
	var all sync.WaitGroup
	for _, s := range stores {
		for range writers {
			all.Go(func() {
				for range each {
					p := person.New(1, at)
					p.Name.First = "Jan"
					p.Work = []work.Entry{{Group: 1, Current: true}}
					if _, err := s.People.Create(t.Context(), p); err != nil {
						t.Error(err)
					}
					if err := update(t.Context(), s.People, id, func(p *person.Person) error {
						p.Workspaces = append(p.Workspaces, int64(len(p.Workspaces)+1))
						return nil
					}); err != nil {
						t.Error(err)
					}
					if err := s.Directory.Refresh(t.Context()); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	all.Wait()
	for _, s := range stores {
		ok(t, s.Directory.Refresh(t.Context()))
		if size := s.Directory.View().Size(); size != 1+2*writers*each {
			t.Errorf("%d people", size)
		}
	}
	if p := kept(t, stores[0].People, id); len(p.Workspaces) != 2*writers*each {
		t.Errorf("%d of %d changes", len(p.Workspaces), 2*writers*each)
	}
}

// never is the number of a change that there is not.
const never = 1 << 40

// everything asks every method of every store once, and answers what came of each.
func everything(ctx context.Context, s ports.Stores, atomic ports.Atomic) map[string]error {
	digest := account.DigestOf("x")
	p := person.New(1, at)
	user := account.User{Username: "x", Email: "x@y.nl", DisplayName: "x", Roles: []access.Role{access.Member}}

	got := map[string]error{}
	got["Directory.Load"] = s.Directory.Load(ctx)
	got["Directory.Refresh"] = s.Directory.Refresh(ctx)
	got["Directory.CatchUp"] = s.Directory.CatchUp(ctx, never)
	_, got["People.Create"] = s.People.Create(ctx, p)
	got["People.Update"] = update(ctx, s.People, 1, func(*person.Person) error { return nil })
	got["People.Remove"] = s.People.Remove(ctx, 1, at, anybody)
	_, got["People.Purge"] = s.People.Purge(ctx, at)
	_, got["Groups.Create"] = s.Groups.Create(ctx, group.New(work.Team, 1, at))
	got["Groups.Update"] = s.Groups.Update(ctx, group.ClubWide, func(*group.Group) error { return nil })
	_, got["Groups.Places"] = s.Groups.Places(ctx, work.Team)
	_, got["MemberCodes.Holders"] = s.MemberCodes.Holders(ctx, "x")
	_, got["MemberCodes.Doubles"] = s.MemberCodes.Doubles(ctx)
	got["Groups.Remove"] = s.Groups.Remove(ctx, group.ClubWide, at)
	everyTerm(ctx, got, "RelationTypes", s.RelationTypes, relation.Type{Term: term.Term{ID: 2, Slug: "x"}})
	everyTerm(ctx, got, "Labels", s.Labels, term.Term{ID: 2, Slug: "x"})
	_, got["Users.Create"] = s.Users.Create(ctx, user)
	got["Users.Update"] = s.Users.Update(ctx, 1, func(*account.User) error { return nil })
	_, got["Users.ByID"] = s.Users.ByID(ctx, 1)
	_, got["Users.ByLogin"] = s.Users.ByLogin(ctx, "x")
	_, got["Users.List"] = s.Users.List(ctx, nil, 0)
	_, got["Users.Named"] = s.Users.Named(ctx, nil, "", 0)
	got["Sessions.Create"] = s.Sessions.Create(ctx, account.Session{Digest: digest})
	_, _, _, got["Sessions.Find"] = s.Sessions.Find(ctx, digest)
	got["Sessions.Touch"] = s.Sessions.Touch(ctx, digest, at, "")
	got["Sessions.Confirm"] = s.Sessions.Confirm(ctx, digest, at)
	_, got["Sessions.List"] = s.Sessions.List(ctx, 1)
	got["Sessions.End"] = s.Sessions.End(ctx, 1, "x")
	_, got["Sessions.EndAll"] = s.Sessions.EndAll(ctx, 1, "")
	_, got["Sessions.Purge"] = s.Sessions.Purge(ctx, at, at)
	got["Passwords.Create"] = s.Passwords.Create(ctx, account.ApplicationPassword{Digest: digest})
	_, _, _, got["Passwords.Find"] = s.Passwords.Find(ctx, digest)
	got["Passwords.Touch"] = s.Passwords.Touch(ctx, digest, at, "")
	_, got["Passwords.List"] = s.Passwords.List(ctx, 1)
	_, got["Passwords.Revoke"] = s.Passwords.Revoke(ctx, 1, "x")
	_, got["Passwords.RevokeAll"] = s.Passwords.RevokeAll(ctx, 1)
	_, got["Attempts.Tally"] = s.Attempts.Tally(ctx, account.Attempt{At: at})
	_, _, got["Attempts.Add"] = s.Attempts.Add(ctx, account.Attempt{At: at})
	got["Attempts.Remove"] = s.Attempts.Remove(ctx, 1)
	_, got["Attempts.Purge"] = s.Attempts.Purge(ctx, at)
	_, got["VolunteerRules.Get"] = s.VolunteerRules.Get(ctx)
	_, got["VolunteerRules.Change"] = s.VolunteerRules.Change(ctx, func(*work.Rules) error { return nil })
	_, got["SearchSettings.Get"] = s.SearchSettings.Get(ctx)
	_, got["SearchSettings.Change"] = s.SearchSettings.Change(ctx, func(*search.Settings) error { return nil })
	got["Favorites.Set"] = s.Favorites.Set(ctx, 1, account.Favorite{Kind: account.FavoriteTeam, ID: 1}, false)
	_, got["Media.Create"] = s.Media.Create(ctx, media.Media{Folder: "x"})
	got["Media.Update"] = s.Media.Update(ctx, 1, func(*media.Media) error { return nil })
	_, got["Media.ByID"] = s.Media.ByID(ctx, 1)
	_, got["Media.List"] = s.Media.List(ctx, media.Query{Limit: 1})
	_, got["Media.Stale"] = s.Media.Stale(ctx, at)
	got["Media.Destroy"] = s.Media.Destroy(ctx, 1)
	got["Uploads.Add"] = s.Uploads.Add(ctx, 1, civil.Of(at), 1, 1)
	_, got["Uploads.Purge"] = s.Uploads.Purge(ctx, civil.Of(at))
	_, got["JobRuns.Last"] = s.JobRuns.Last(ctx, "x")
	_, got["JobRuns.Start"] = s.JobRuns.Start(ctx, "x", ports.JobRun{}, at)
	got["JobRuns.Finish"] = s.JobRuns.Finish(ctx, "x", at)
	got["JobRuns.Abandon"] = s.JobRuns.Abandon(ctx, "x")
	got["Atomic.Do"] = atomic.Do(ctx, func(s ports.Stores) error { return s.People.Remove(ctx, 1, at, anybody) })
	return got
}

func everyTerm[T any](ctx context.Context, got map[string]error, sort string, terms ports.Terms[T], t T) {
	_, got[sort+".All"] = terms.All(ctx)
	_, got[sort+".Create"] = terms.Create(ctx, t)
	got[sort+".Update"] = terms.Update(ctx, t)
	got[sort+".Remove"] = terms.Remove(ctx, 2)
}

// Every method of every port is asked: a new one must be added to everything.
func TestEverythingIsAsked(t *testing.T) {
	store := ready(t, sqliteFile(t))
	asked := everything(t.Context(), store.Stores(), store)
	stores := reflect.TypeFor[ports.Stores]()
	for i := range stores.NumField() {
		port := stores.Field(i)
		for j := range port.Type.NumMethod() {
			if method := port.Type.Method(j).Name; method == "View" || method == "Room" {
				continue // which ask the memory
			}
			if _, there := asked[port.Name+"."+port.Type.Method(j).Name]; !there {
				t.Errorf("%s.%s is not asked", port.Name, port.Type.Method(j).Name)
			}
		}
	}
}

// failsPlainly checks a database that can't be asked: nothing is absent, nothing is done, and every error has this kind.
func failsPlainly(t *testing.T, store *gormstore.Store, kind fault.Kind) {
	t.Helper()
	for method, err := range everything(t.Context(), store.Stores(), store) {
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
	quiet(t)
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		ok(t, store.Close())
		failsPlainly(t, store, fault.Internal)
	})
}

func TestAStoppedServerIsAnErrorAndNeverNotFound(t *testing.T) {
	quiet(t)
	server, err := postgres.Start(t.Context())
	ok(t, err)
	t.Cleanup(func() { ok(t, server.Stop()) })
	ok(t, server.CreateDatabase(t.Context(), "club"))
	store := loaded(t, server.DSN("club"))
	for method, err := range everything(t.Context(), store.Stores(), store) {
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
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
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
					select {
					case <-met: // each has locked its first
					case <-time.After(300 * time.Millisecond): // on SQLite the other waits for this one
					}
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
		if want := map[bool]int64{true: 3, false: 2}[strings.HasPrefix(location, "postgres")]; runs.Load() < want {
			t.Errorf("%d runs: nothing stood in the way", runs.Load())
		}
	})
}

// A user becomes a person who was removed, while that person is destroyed.
func TestAPurgeWaitsForWhoBecomesLinkedMeanwhileConcurrently(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		s := store.Stores()
		id := create(t, s, jan())
		user, err := s.Users.Create(t.Context(), userOf(0))
		ok(t, err)
		ok(t, s.People.Remove(t.Context(), id, at, anybody))
		linked := make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			err := store.Do(t.Context(), func(s ports.Stores) error {
				err := s.Users.Update(t.Context(), user, func(u *account.User) error { u.Person = id; return nil })
				close(linked)
				time.Sleep(200 * time.Millisecond)
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
				time.Sleep(400 * time.Millisecond) // the other two come and wait
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
		<-related
		all.Go(func() {
			defer close(removed)
			if err := s.People.Remove(t.Context(), gone, at, anybody); err != nil {
				t.Error(err)
			}
		})
		time.Sleep(100 * time.Millisecond)
		all.Go(func() {
			err := update(t.Context(), s.People, one, func(p *person.Person) error {
				select {
				case <-removed:
				case <-time.After(300 * time.Millisecond):
				}
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
