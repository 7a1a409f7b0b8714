package gormstore_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// run sends statements past the store.
func run(t *testing.T, store *gormstore.Store, statements ...string) {
	t.Helper()
	pool, _, err := store.Pool()
	ok(t, err)
	for _, statement := range statements {
		if _, err := pool.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// row is a row of people, as far as a form is about it.
func row(t *testing.T, store *gormstore.Store, id person.ID) (document string, modified int64) {
	t.Helper()
	pool, _, err := store.Pool()
	ok(t, err)
	ok(t, pool.QueryRowContext(t.Context(), fmt.Sprintf("SELECT document, modified_at FROM people WHERE id = %d", id)).
		Scan(&document, &modified))
	return document, modified
}

func form(t *testing.T, store *gormstore.Store) (number int) {
	t.Helper()
	pool, _, err := store.Pool()
	ok(t, err)
	err = pool.QueryRowContext(t.Context(), "SELECT form FROM forms WHERE noun = 'person'").Scan(&number)
	if !errors.Is(err, sql.ErrNoRows) {
		ok(t, err)
	}
	return number
}

// older makes what an older program kept of somebody: a document without these keys, and nothing in the key columns.
func older(t *testing.T, store *gormstore.Store, id person.ID, missing ...string) {
	t.Helper()
	document, _ := row(t, store, id)
	var members map[string]json.RawMessage
	ok(t, json.Unmarshal([]byte(document), &members))
	for _, key := range missing {
		if members[key] == nil {
			t.Fatalf("no %s in %s", key, document)
		}
		delete(members, key)
	}
	text, err := json.Marshal(members)
	ok(t, err)
	run(t, store, fmt.Sprintf("UPDATE people SET document = '%s' WHERE id = %d", strings.ReplaceAll(string(text), "'", "''"), id),
		fmt.Sprintf("UPDATE person_keys SET title_key = '', modified_key = '', since_key = '' WHERE person_id = %d", id),
		fmt.Sprintf("DELETE FROM person_work WHERE person_id = %d", id))
}

func TestPeopleOfAnOlderFormAreBroughtIntoThisOne(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		people := store.Stores().People
		ctx := t.Context()
		p := person.New(1, at)
		p.Name = person.Name{First: "Joël", Infix: "de", Last: "O'Kok"}
		p.Membership.Since = civil.Date{Year: 2020, Month: 2, Day: 3}
		p.Work = []work.Entry{{Group: 3, Kind: work.Committee, Title: "Voorzitter", Current: true}}
		var kept, removed person.ID
		ok(t, store.Do(ctx, func(s ports.Stores) error { // more than one batch
			for i := range 502 {
				id, err := s.People.Create(ctx, p)
				if err != nil {
					return err
				}
				if i == 0 {
					removed = id
				}
				kept = id
			}
			return nil
		}))
		ok(t, people.Remove(ctx, removed, at, anybody))
		want, modified := row(t, store, kept)
		for _, id := range []person.ID{removed, kept} {
			older(t, store, id, "nickname", "addresses")
		}
		run(t, store, "UPDATE person_keys SET title_key = ''", "UPDATE forms SET form = 0 WHERE noun = 'person'")

		const others = group.Form + 1 // of groups, and of types of relationship
		if have, err := store.Schema(ctx); err != nil || have.Current() || have.Newer() || have.HaveForm != others {
			t.Errorf("before: %+v, %v", have, err)
		}
		ok(t, store.Migrate(ctx))
		if have, err := store.Schema(ctx); err != nil || !have.Current() || have.HaveForm != person.Form+others {
			t.Errorf("after: %+v, %v", have, err)
		}
		for _, id := range []person.ID{kept, removed} {
			if got, when := row(t, store, id); got != want || when != modified {
				t.Errorf("got  %s at %d\nwant %s at %d", got, when, want, modified)
			}
		}
		as := person.AsOf{Day: civil.Date{Year: 2026, Month: 6, Day: 15}, Reader: access.Scope{All: true}}
		for name, filter := range map[string]person.Filter{
			"name":      person.Filter{}.Named(fold.Words("joel kok")),
			"modified":  person.Filter{}.With(listing.Test{Key: person.KeyModified, Value: listing.Instant(at)}),
			"since":     person.Filter{}.With(listing.Test{Key: person.KeySince, Value: "2020-02-03"}),
			"volunteer": person.Filter{}.With(person.VolunteerOn(civil.Date{Year: 2026, Month: 6, Day: 15})),
			"search":    person.Filter{}.With(person.Line("joel de o'kok")),
			"everybody": {},
		} {
			page, err := people.List(ctx, person.Query{AsOf: as, Filter: filter, Limit: 1})
			if ok(t, err); page.Total != 501 {
				t.Errorf("%s finds %d", name, page.Total)
			}
		}
		record, err := people.Record(ctx, kept, as)
		if ok(t, err); !record.Modified.Equal(at) || !record.Volunteer {
			t.Errorf("modified %v, volunteer %v", record.Modified, record.Volunteer)
		}
		if _, err := people.Record(ctx, removed, as); !errors.Is(err, person.ErrAbsent) {
			t.Errorf("removed: %v", err)
		}
		if purged, err := people.Purge(ctx, at.AddDate(0, 0, 1)); err != nil || purged != 1 {
			t.Errorf("purged %d, %v", purged, err)
		}
	})
}

func TestANewerFormIsRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		run(t, store, fmt.Sprintf("UPDATE forms SET form = %d WHERE noun = 'person'", person.Form+1))
		if have, err := store.Schema(t.Context()); err != nil || !have.Newer() || have.Current() {
			t.Errorf("got %+v, %v", have, err)
		}
		if err := store.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "newer") {
			t.Errorf("got %v", err)
		}
		if got := form(t, store); got != person.Form+1 {
			t.Errorf("form %d after a refusal", got)
		}
	})
}

func TestADamagedDocumentIsOurFaultAndNobodyElses(t *testing.T) {
	quiet(t)
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		people := store.Stores().People
		p := person.New(1, at)
		p.Name.First = "Jan"
		id, err := people.Create(t.Context(), p)
		ok(t, err)
		for _, damage := range []string{
			"document = '{\"first_name\":'", "document = ''", "document = '[]'", "document = 'null'",
			"document = '{\"birthdate\":\"gisteren\"}'", "meta = '{'", "meta = '[1]'",
		} {
			run(t, store, "UPDATE people SET document = '{}', meta = '{}'", "UPDATE people SET "+damage, "UPDATE forms SET form = 0 WHERE noun = 'person'")
			before, _ := row(t, store, id)
			err := update(t.Context(), people, id, func(*person.Person) error { return nil })
			if err == nil || fault.KindOf(err) != fault.Internal || !strings.Contains(fault.As(err).Cause.Error(), "damaged") {
				t.Errorf("%s: update: %v", damage, err)
			}
			if err := store.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "damaged") {
				t.Errorf("%s: migrate: %v", damage, err)
			}
			if after, _ := row(t, store, id); after != before || form(t, store) != 0 {
				t.Errorf("%s: %q in form %d after a failed migration", damage, after, form(t, store))
			}
			_, one := people.Record(t.Context(), id, person.AsOf{})
			_, list := people.List(t.Context(), person.Query{AsOf: person.AsOf{Reader: access.Scope{All: true}}, Limit: 1})
			for _, err := range []error{one, list} {
				if half := !strings.Contains(damage, "gisteren"); (err != nil) != half || half && fault.KindOf(err) != fault.Internal {
					t.Errorf("%s: read: %v", damage, err)
				}
			}
			if err := people.Remove(t.Context(), 99, at, anybody); !errors.Is(err, person.ErrAbsent) {
				t.Errorf("%s: nobody is removed: %v", damage, err)
			}
		}
	})
}
