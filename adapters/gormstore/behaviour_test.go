package gormstore_test

import (
	"context"
	"fmt"
	"log/slog"
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
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports"
)

var at = time.Date(2026, 6, 15, 12, 30, 45, 678901000, time.UTC)

func ready(t *testing.T, location string) *gormstore.Store {
	t.Helper()
	store := open(t, location)
	ok(t, store.Migrate(t.Context()))
	return store
}

func TestTwoProgramsWriteOneFileConcurrently(t *testing.T) {
	location := sqliteFile(t)
	stores := []ports.Stores{ready(t, location).Stores(), ready(t, location).Stores()}
	counted := person.New(1, at)
	counted.Name.First = "Teller"
	id, err := stores[0].People.Create(t.Context(), counted)
	ok(t, err)
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
					if err := s.People.Update(t.Context(), id, func(p *person.Person) error {
						p.Workspaces = append(p.Workspaces, int64(len(p.Workspaces)+1))
						return nil
					}); err != nil {
						t.Error(err)
					}
					if _, err := s.People.List(t.Context(), person.Query{Scope: access.Scope{All: true}, Limit: 10}); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	all.Wait()
	page, err := stores[1].People.List(t.Context(), person.Query{Scope: access.Scope{All: true}})
	if ok(t, err); page.Total != 1+2*writers*each {
		t.Errorf("%d people", page.Total)
	}
	record, err := stores[0].People.Record(t.Context(), id, person.AsOf{})
	ok(t, err)
	if p, err := record.Person(); err != nil || len(p.Workspaces) != 2*writers*each {
		t.Errorf("%d of %d changes, %v", len(p.Workspaces), 2*writers*each, err)
	}
}

func anybody(access.Subject) error { return nil }

// everything asks every method of every store once, and answers what came of each.
func everything(ctx context.Context, s ports.Stores, atomic ports.Atomic) map[string]error {
	digest := account.DigestOf("x")
	p := person.New(1, at)
	user := account.User{Username: "x", Email: "x@y.nl", DisplayName: "x", Roles: []access.Role{access.Member}}

	got := map[string]error{}
	_, got["People.Create"] = s.People.Create(ctx, p)
	got["People.Update"] = s.People.Update(ctx, 1, func(*person.Person) error { return nil })
	_, got["People.Record"] = s.People.Record(ctx, 1, person.AsOf{})
	_, got["People.List"] = s.People.List(ctx, person.Query{Scope: access.Scope{All: true}, Limit: 1})
	_, got["People.Visible"] = s.People.Visible(ctx, access.Scope{All: true}, []person.ID{1})
	got["People.Remove"] = s.People.Remove(ctx, 1, at, anybody)
	_, got["People.Purge"] = s.People.Purge(ctx, at)
	_, got["Users.Create"] = s.Users.Create(ctx, user)
	got["Users.Update"] = s.Users.Update(ctx, 1, func(*account.User) error { return nil })
	_, got["Users.ByID"] = s.Users.ByID(ctx, 1)
	_, got["Users.ByLogin"] = s.Users.ByLogin(ctx, "x")
	_, got["Users.List"] = s.Users.List(ctx, nil, 0)
	got["Sessions.Create"] = s.Sessions.Create(ctx, account.Session{Digest: digest})
	_, _, got["Sessions.Find"] = s.Sessions.Find(ctx, digest)
	got["Sessions.Touch"] = s.Sessions.Touch(ctx, digest, at, "")
	_, got["Sessions.List"] = s.Sessions.List(ctx, 1)
	got["Sessions.End"] = s.Sessions.End(ctx, 1, "x")
	_, got["Sessions.EndAll"] = s.Sessions.EndAll(ctx, 1, "")
	_, got["Sessions.Purge"] = s.Sessions.Purge(ctx, at)
	got["Passwords.Create"] = s.Passwords.Create(ctx, account.ApplicationPassword{Digest: digest})
	_, _, got["Passwords.Find"] = s.Passwords.Find(ctx, digest)
	got["Passwords.Touch"] = s.Passwords.Touch(ctx, digest, at, "")
	_, got["Passwords.List"] = s.Passwords.List(ctx, 1)
	_, got["Passwords.Revoke"] = s.Passwords.Revoke(ctx, 1, "x")
	_, got["Attempts.Tally"] = s.Attempts.Tally(ctx, "x", "y", at)
	got["Attempts.Add"] = s.Attempts.Add(ctx, account.Attempt{At: at})
	_, got["Attempts.Purge"] = s.Attempts.Purge(ctx, at)
	_, got["VolunteerRules.Get"] = s.VolunteerRules.Get(ctx)
	_, got["VolunteerRules.Change"] = s.VolunteerRules.Change(ctx, func(*work.Rules) error { return nil })
	_, got["JobRuns.Last"] = s.JobRuns.Last(ctx, "x")
	_, got["JobRuns.Start"] = s.JobRuns.Start(ctx, "x", ports.JobRun{}, at)
	got["JobRuns.Finish"] = s.JobRuns.Finish(ctx, "x", at)
	got["JobRuns.Abandon"] = s.JobRuns.Abandon(ctx, "x")
	got["Atomic.Do"] = atomic.Do(ctx, func(s ports.Stores) error { return s.People.Remove(ctx, 1, at, anybody) })
	return got
}

func failsPlainly(t *testing.T, store *gormstore.Store) {
	t.Helper()
	for method, err := range everything(t.Context(), store.Stores(), store) {
		if err == nil || fault.KindOf(err) != fault.Internal {
			t.Errorf("%s: got %v", method, err)
		}
	}
	if err := store.Ping(t.Context()); err == nil {
		t.Error("Ping: no error")
	}
	if have, err := store.Schema(t.Context()); err == nil {
		t.Errorf("Schema: %+v without an error", have)
	}
	if err := store.Migrate(t.Context()); err == nil {
		t.Error("Migrate: no error")
	}
}

// quiet keeps expected failures out of the test's output.
func quiet(t *testing.T) {
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	slog.SetDefault(slog.New(slog.DiscardHandler))
}

func TestAClosedDatabaseIsAnErrorAndNeverNotFound(t *testing.T) {
	quiet(t)
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		ok(t, store.Close())
		failsPlainly(t, store)
	})
}

func TestAStoppedServerIsAnErrorAndNeverNotFound(t *testing.T) {
	quiet(t)
	server, err := postgres.Start(t.Context())
	ok(t, err)
	t.Cleanup(func() { ok(t, server.Stop()) })
	ok(t, server.CreateDatabase(t.Context(), "club"))
	store := ready(t, server.DSN("club"))
	for method, err := range everything(t.Context(), store.Stores(), store) {
		if err != nil && fault.KindOf(err) == fault.Internal {
			t.Errorf("alive, %s: %v", method, err)
		}
	}
	ok(t, server.Stop())
	failsPlainly(t, store)
}

func TestARequestAsksTheSameNumberOfQuestionsWhateverItFinds(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		stores := store.Stores()
		var queries atomic.Int64
		ok(t, store.OnQuery(func() { queries.Add(1) }))
		admin := access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
		service := &people.Service{People: stores.People, Volunteers: stores.VolunteerRules, Now: func() time.Time { return at }, Zone: time.UTC}
		patch := func(rows int) people.Edit {
			text := `[`
			for i := range rows {
				text += map[bool]string{true: ","}[i > 0] + fmt.Sprintf(`{"team":%d,"job_title":"T%d","is_current":true}`, i+1, rows)
			}
			return person.Patch{ACF: fields.Extra{"first_name": []byte(`"Jan"`), "work_history": []byte(text + `]`)}}.Apply
		}
		count := func(do func() error) int64 {
			t.Helper()
			before := queries.Load()
			ok(t, do())
			return queries.Load() - before
		}
		costs := func(rows int) [4]int64 {
			var last person.ID
			create := count(func() error {
				r, err := service.Register(t.Context(), admin, patch(rows))
				last = r.ID
				return err
			})
			return [4]int64{
				create,
				count(func() error {
					page, err := service.Browse(t.Context(), admin, person.Filter{}.Named([]string{"jan"}), false, people.Part{Limit: int(last)})
					if len(page.Records) != int(last) {
						t.Errorf("%d records", len(page.Records))
					}
					return err
				}),
				count(func() error { _, err := service.Show(t.Context(), admin, last); return err }),
				count(func() error { _, err := service.Change(t.Context(), admin, last, patch(rows+1)); return err }),
			}
		}
		few := costs(1)
		for range 98 {
			p := person.New(1, at)
			p.Name.First, p.Work = "Jan", []work.Entry{{Group: 1}, {Group: 2}}
			_, err := stores.People.Create(t.Context(), p)
			ok(t, err)
		}
		if many := costs(50); many != few {
			t.Errorf("create, list, show, update: %v with one, %v with a hundred", few, many)
		}
		if most := [4]int64{5, 4, 2, 6}; few[0] > most[0] || few[1] > most[1] || few[2] > most[2] || few[3] > most[3] || few[1] < 2 {
			t.Errorf("create, list, show, update: %v, at most %v", few, most)
		}
	})
}

func TestAPageThatIsNotFullIsNotCounted(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		s := store.Stores().People
		for range 3 {
			_, err := s.Create(t.Context(), person.New(1, at))
			ok(t, err)
		}
		var queries atomic.Int64
		ok(t, store.OnQuery(func() { queries.Add(1) }))
		for _, c := range []struct {
			offset, limit int
			most          int64
		}{{0, 10, 2}, {2, 2, 2}, {0, 3, 3}, {1, 1, 3}, {3, 10, 2}, {9, 10, 2}, {0, 0, 1}} {
			before := queries.Load()
			page, err := s.List(t.Context(), person.Query{Scope: access.Scope{All: true}, Offset: c.offset, Limit: c.limit})
			ok(t, err)
			if asked := queries.Load() - before; page.Total != 3 || asked > c.most {
				t.Errorf("%d from %d: total %d after %d queries, at most %d", c.limit, c.offset, page.Total, asked, c.most)
			}
		}
	})
}

// Two steps that want the same two people in opposite order stand in each other's way: PostgreSQL gives up one of them, which
// runs again. SQLite lets one step write at a time.
func TestStepsThatLockPeopleInOppositeOrderBothSucceedConcurrently(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		ids := make([]person.ID, 2)
		for i := range ids {
			id, err := store.Stores().People.Create(t.Context(), person.New(1, at))
			ok(t, err)
			ids[i] = id
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
					if err := s.People.Update(t.Context(), ids[i], add); err != nil {
						return err
					}
					arrive.Do(both.Done)
					select {
					case <-met: // each has locked its first
					case <-time.After(300 * time.Millisecond): // on SQLite the other waits for this one
					}
					return s.People.Update(t.Context(), ids[1-i], add)
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, id := range ids {
			record, err := store.Stores().People.Record(t.Context(), id, person.AsOf{})
			ok(t, err)
			if p, err := record.Person(); err != nil || len(p.Workspaces) != 2 {
				t.Errorf("person %d: workspaces %v, %v", id, p.Workspaces, err)
			}
		}
		if want := map[bool]int64{true: 3, false: 2}[strings.HasPrefix(location, "postgres")]; runs.Load() < want {
			t.Errorf("%d runs: nothing stood in the way", runs.Load())
		}
	})
}

// fill sets every field of a value to something that is not its zero value.
func fill(t *testing.T, v reflect.Value, n *int64) {
	t.Helper()
	*n++
	fixed := map[reflect.Type]any{
		reflect.TypeFor[time.Time]():          at.Add(time.Duration(*n) * time.Microsecond),
		reflect.TypeFor[civil.Date]():         civil.Date{Year: 2020, Month: 2, Day: int(*n%28) + 1},
		reflect.TypeFor[person.Gender]():      person.Genders[1],
		reflect.TypeFor[person.Visibility]():  person.Visibilities[2],
		reflect.TypeFor[person.ContactType](): person.ContactTypes[4],
		reflect.TypeFor[work.Kind]():          work.Committee,
		reflect.TypeFor[fields.Extra]():       fields.Extra{"k": []byte(fmt.Sprint(*n))},
	}
	if value, known := fixed[v.Type()]; known {
		v.Set(reflect.ValueOf(value))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(t, v.Index(0), n)
	case reflect.String:
		v.SetString(fmt.Sprintf("t%d", *n))
	case reflect.Int64:
		v.SetInt(*n)
	case reflect.Bool:
		v.SetBool(true)
	default:
		t.Fatalf("a %v is new: say how to fill it", v.Type())
	}
}

func filled[T any](t *testing.T) (value T) {
	t.Helper()
	n := int64(0)
	fill(t, reflect.ValueOf(&value).Elem(), &n)
	return value
}

func same(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestEveryFieldSurvivesTheStore(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		s := ready(t, location).Stores()
		ctx := t.Context()

		p := filled[person.Person](t)
		id, err := s.People.Create(ctx, p)
		ok(t, err)
		p.ID = id
		record, err := s.People.Record(ctx, id, person.AsOf{})
		ok(t, err)
		read, err := record.Person()
		ok(t, err)
		same(t, read, p)

		u := filled[account.User](t)
		u.Person = id
		u.ID, err = s.Users.Create(ctx, u)
		ok(t, err)
		readUser, err := s.Users.ByID(ctx, u.ID)
		ok(t, err)
		same(t, readUser, u)

		session := filled[account.Session](t)
		session.User = u.ID
		ok(t, s.Sessions.Create(ctx, session))
		readSession, of, err := s.Sessions.Find(ctx, session.Digest)
		ok(t, err)
		same(t, readSession, session)
		same(t, of, u)

		password := filled[account.ApplicationPassword](t)
		password.User = u.ID
		ok(t, s.Passwords.Create(ctx, password))
		readPassword, of, err := s.Passwords.Find(ctx, password.Digest)
		ok(t, err)
		same(t, readPassword, password)
		same(t, of, u)

		rules := filled[work.Rules](t)
		_, err = s.VolunteerRules.Change(ctx, func(kept *work.Rules) error { *kept = rules; return nil })
		ok(t, err)
		readRules, err := s.VolunteerRules.Get(ctx)
		ok(t, err)
		same(t, readRules, rules)

		// Zero values survive a change, too.
		ok(t, s.People.Update(ctx, id, func(kept *person.Person) error {
			*kept = person.Person{ID: id, Author: p.Author, Visibility: person.Private}
			return nil
		}))
		record, err = s.People.Record(ctx, id, person.AsOf{})
		ok(t, err)
		read, err = record.Person()
		ok(t, err)
		same(t, read, person.Person{ID: id, Author: p.Author, Visibility: person.Private})
	})
}
