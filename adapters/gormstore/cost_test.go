package gormstore_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// counted counts the statements of what is done with a store, beginnings and ends aside.
func counted(t *testing.T, store *gormstore.Store) func(do func() error) int64 {
	t.Helper()
	var statements atomic.Int64
	ok(t, store.OnQuery(func() { statements.Add(1) }))
	return func(do func() error) int64 {
		t.Helper()
		before := statements.Load()
		ok(t, do())
		return statements.Load() - before
	}
}

func edit(s ports.Stores, ids []person.ID, change func(*person.Person)) error {
	return s.People.Update(context.Background(), ids, func(all map[person.ID]*person.Person) error {
		for _, p := range all {
			change(p)
		}
		return nil
	})
}

// What a write costs does not grow with what it writes, and reading costs nothing.
func TestWritesAskFewQuestions(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		s, ctx := store.Stores(), t.Context()
		asks := counted(t, store)
		_, isPostgres, err := store.Pool()
		ok(t, err)
		number := map[bool]int64{true: 1, false: 2}[isPostgres] // statements that number a change
		var ids []person.ID
		team, err := s.Groups.Create(ctx, group.New(work.Team, 1, at))
		ok(t, err)
		relate := func(to ...person.ID) func(p *person.Person) {
			return func(p *person.Person) {
				p.Relations = nil
				for _, id := range to {
					p.Relations = append(p.Relations, person.Relation{To: id, Type: 2}, person.Relation{To: id, Type: 3})
				}
			}
		}
		for _, one := range []struct {
			what string
			cost int64
			do   func() error
		}{
			{"registering a hundred", 1 + number, func() (err error) {
				ids, err = s.People.Create(ctx, slices.Repeat([]person.Person{jan()}, 100)...)
				return err
			}},
			{"registering one", 1 + number, func() error { _, err := s.People.Create(ctx, jan()); return err }},
			{"an edit of one", 3 + number, func() error { return edit(s, ids[:1], func(p *person.Person) { p.Name.Nick = "J" }) }},
			{"an edit of a hundred", 3 + number, func() error { return edit(s, ids, func(p *person.Person) { p.Name.Nick = "JJ" }) }},
			{"an edit of nothing", 2, func() error { return edit(s, ids, func(*person.Person) {}) }},
			{"one relation", 5 + number, func() error { return edit(s, ids[:1], relate(ids[1])) }},
			{"many relations of many", 5 + number, func() error { return edit(s, ids[:50], relate(ids[50:]...)) }},
			{"a group", 2 + number, func() error {
				return s.Groups.Update(ctx, team, func(g *group.Group) error { g.Title = "JO9"; return nil })
			}},
			{"removing somebody alone", 5, func() error { return s.People.Remove(ctx, ids[0], at, anybody) }},
			{"a look", 0, func() error {
				if _, there := s.Directory.View().Stored(ids[1]); !there {
					t.Error("nobody is there")
				}
				return s.Directory.CatchUp(ctx, s.Directory.View().Number())
			}},
		} {
			if got := asks(one.do); got != one.cost {
				t.Errorf("%s: %d statements, want %d", one.what, got, one.cost)
			}
		}
	})
}

// More values than one statement takes go in several.
func TestRowsBeyondOneStatementAreKept(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		s := loaded(t, location).Stores()
		const count = 7000 // of 5 values, or of 10
		list := make([]person.Person, count)
		for i := range list {
			list[i] = jan()
			list[i].Name.Last = fmt.Sprint(i)
		}
		ids, err := s.People.Create(t.Context(), list...)
		ok(t, err)
		for i := 0; i < count; i += 499 {
			if p := kept(t, s.People, ids[i]); p.Name.Last != fmt.Sprint(i) {
				t.Errorf("number %d has the name %s", i, p.Name.Last)
			}
		}
		ok(t, edit(s, ids[:1], func(p *person.Person) {
			for i := range count {
				p.Relations = append(p.Relations, person.Relation{To: ids[1], Type: int64(i + 1)})
			}
		}))
		p := kept(t, s.People, ids[0])
		if len(p.Relations) != count || p.Relations[0].Type != 1 || p.Relations[count-1].Type != count {
			t.Errorf("%d relations", len(p.Relations))
		}
	})
}

func userOf(id person.ID) account.User {
	return account.User{Username: "u", Email: "u@club.example", DisplayName: "U", Person: id}
}
