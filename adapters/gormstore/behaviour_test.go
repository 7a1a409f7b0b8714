package gormstore_test

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
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
	got["People.Remove"] = s.People.Remove(ctx, 1, at)
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
	_, got["Settings.VolunteerRules"] = s.Settings.VolunteerRules(ctx)
	got["Settings.SetVolunteerRules"] = s.Settings.SetVolunteerRules(ctx, work.Rules{})
	_, got["JobRuns.Last"] = s.JobRuns.Last(ctx, "x")
	_, got["JobRuns.Claim"] = s.JobRuns.Claim(ctx, "x", time.Time{}, at)
	got["Atomic.Do"] = atomic.Do(ctx, func(s ports.Stores) error { return s.People.Remove(ctx, 1, at) })
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
		service := &people.Service{People: stores.People, Settings: stores.Settings, Now: func() time.Time { return at }, Zone: time.UTC}
		patch := func(rows int) person.Patch {
			text := `[`
			for i := range rows {
				text += map[bool]string{true: ","}[i > 0] + fmt.Sprintf(`{"team":%d,"job_title":"T%d","is_current":true}`, i+1, rows)
			}
			return person.Patch{Fields: fields.Extra{"first_name": []byte(`"Jan"`), "work_history": []byte(text + `]`)}}
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
					page, err := service.List(t.Context(), admin, person.Query{Limit: 100})
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
		if most := [4]int64{4, 3, 2, 6}; few[0] > most[0] || few[1] > most[1] || few[2] > most[2] || few[3] > most[3] || few[1] < 2 {
			t.Errorf("create, list, show, update: %v, at most %v", few, most)
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
		ok(t, s.Settings.SetVolunteerRules(ctx, rules))
		readRules, err := s.Settings.VolunteerRules(ctx)
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
