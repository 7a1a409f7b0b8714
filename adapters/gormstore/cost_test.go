package gormstore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/undo"
	"github.com/clubhuis/clubhuis/core/usecase/timelines"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

func edit(s ports.Stores, ids []person.ID, change func(*person.Person)) error {
	return s.People.Update(context.Background(), ids, func(all map[person.ID]*person.Person) error {
		for _, p := range all {
			change(p)
		}
		return nil
	})
}

// What a write costs does not grow with what it writes, it takes one number or none, and reading costs nothing.
func TestAWriteAsksFewQuestionsAndTakesOneNumberOrNone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		s, ctx := store.Stores(), t.Context()
		var asks atomic.Int64
		ok(t, store.OnQuery(func() { asks.Add(1) }))
		_, isPostgres, err := store.Pool()
		ok(t, err)
		number := map[bool]int64{true: 1, false: 2}[isPostgres] // statements that number a change
		user, err := s.Users.Create(ctx, userOf(0))
		ok(t, err)
		team, err := s.Groups.Create(ctx, group.New(work.Team, 1, at))
		ok(t, err)
		var ids []person.ID
		nick := func(name string) func(*person.Person) { return func(p *person.Person) { p.Name.Nick = name } }
		relate := func(to ...person.ID) func(*person.Person) {
			return func(p *person.Person) {
				p.Relations = nil
				for _, id := range to {
					p.Relations = append(p.Relations, person.Relation{To: id, Type: 2}, person.Relation{To: id, Type: 3})
				}
			}
		}
		rename := func(title string) error {
			return s.Groups.Update(ctx, team, func(g *group.Group) error { g.Title = title; return nil })
		}
		mark := func(s ports.Stores, marked bool) error {
			return s.Favorites.Set(ctx, user, account.Favorite{Kind: account.FavoriteTeam, ID: team}, marked)
		}
		owner := func(change func(*account.User)) error {
			return s.Users.Update(ctx, user, func(u *account.User) error { change(u); return nil })
		}
		purge := func() error { _, err := s.People.Purge(ctx, at.AddDate(1, 0, 0)); return err }
		const uncounted = -1
		for _, one := range []struct {
			what        string
			cost, takes int64
			do          func() error
		}{
			{"registering a hundred", 1, 1, func() (err error) {
				ids, err = s.People.Create(ctx, slices.Repeat([]person.Person{jan()}, 100)...)
				return err
			}},
			{"registering one", 1, 1, func() error { _, err := s.People.Create(ctx, jan()); return err }},
			{"registering nobody", 0, 0, func() error { _, err := s.People.Create(ctx); return err }},
			{"an edit of one", 4, 1, func() error { return edit(s, ids[:1], nick("J")) }},
			{"an edit of a hundred", 4, 1, func() error { return edit(s, ids, nick("JJ")) }},
			{"an edit of nothing", 2, 0, func() error { return edit(s, ids, func(*person.Person) {}) }},
			{"one relation", 7, 1, func() error { return edit(s, ids[:1], relate(ids[1])) }},
			{"many relations of many", 7, 1, func() error { return edit(s, ids[:50], relate(ids[50:]...)) }},
			{"a group", 2, 1, func() error { return rename("JO9") }},
			{"a group as it was", 1, 0, func() error { return rename("JO9") }},
			{"a mark", 4, 1, func() error { return mark(s, true) }},
			{"a mark that is there", 1, 0, func() error { return mark(s, true) }},
			{"a setting that stays", uncounted, 0, func() error {
				_, err := s.VolunteerRules.Change(ctx, func(*work.Rules) error { return nil })
				return err
			}},
			{"a user's name", uncounted, 0, func() error { return owner(func(u *account.User) { u.DisplayName = "x" }) }},
			{"a user's person", uncounted, 1, func() error { return owner(func(u *account.User) { u.Person = ids[0] }) }},
			// PostgreSQL looks once more who came meanwhile, and has a table in which nobody may lie who was removed.
			{"removing somebody alone", 8 - 2*number, 1, func() error { return s.People.Remove(ctx, ids[0], 1, at, anybody) }},
			{"bringing somebody back", uncounted, 1, func() error { return s.People.Restore(ctx, ids[0], 9, at) }},
			{"removing somebody again", uncounted, 1, func() error { return s.People.Remove(ctx, ids[0], 1, at, anybody) }},
			{"an undo", 1, 0, func() error { return s.Undos.Keep(ctx, undo.Undo{Digest: "x"}) }},
			{"a purge, which unlinks", uncounted, 1, purge},
			{"a purge of nobody", uncounted, 0, purge},
			{"many writes, and some that fail", uncounted, 1, func() error {
				return store.Do(ctx, func(s ports.Stores) error {
					_ = update(ctx, s.People, ids[1], func(p *person.Person) error { p.Name.First = "Piet"; return fault.ErrNotFound })
					_ = s.Groups.Remove(ctx, 999, at)
					return errors.Join(edit(s, ids[1:2], nick("x")), mark(s, false))
				})
			}},
			{"writes that fail", uncounted, 0, func() error {
				return store.Do(ctx, func(s ports.Stores) error {
					_ = s.Labels.Remove(ctx, 999)
					return nil
				})
			}},
			{"a use of a session", uncounted, 0, func() error { return s.Sessions.Touch(ctx, "x", at, "") }},
			{"a probe", uncounted, 0, func() error { return store.TryWrite(ctx) }},
			{"a look", 0, 0, func() error { return s.Directory.CatchUp(ctx, s.Directory.View().Number()) }},
		} {
			before, asked := s.Directory.View().Number(), asks.Load()
			ok(t, one.do())
			if got := asks.Load() - asked; one.cost != uncounted && got != one.cost+one.takes*number {
				t.Errorf("%s: %d statements, want %d", one.what, got, one.cost+one.takes*number)
			}
			if got := s.Directory.View().Number(); got != before+one.takes || last(t, store) != fmt.Sprint(got) {
				t.Errorf("%s: from %d to %s, seen %d", one.what, before, last(t, store), got)
			}
		}
	})
}

// last returns the number of the store's last change.
func last(t *testing.T, store *gormstore.Store) string {
	t.Helper()
	return asked(t, store, "SELECT CAST(number AS TEXT) FROM change_counter")[0]
}

// More values than one statement takes go in several.
func TestRowsBeyondOneStatementAreKept(t *testing.T) {
	t.Parallel()
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
				p.Relations = append(p.Relations, person.Relation{To: ids[count-1-i], Type: relation.Parent})
			}
		}))
		p := kept(t, s.People, ids[0])
		if len(p.Relations) != count || p.Relations[0].To != ids[count-1] || p.Relations[count-1].To != ids[0] {
			t.Errorf("%d relations", len(p.Relations))
		}
	})
}

func userOf(id person.ID) account.User {
	return account.User{Username: "u", Email: "u@club.example", DisplayName: "U", Person: id}
}

// What stands on a timeline is read by as many statements however much it is.
func TestATimelineAsksFewQuestions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		s, ctx := store.Stores(), t.Context()
		anna, err := s.Users.Create(ctx, userOf(0))
		ok(t, err)
		p := jan()
		p.Author = anna
		somebody := create(t, s, p)
		service := timelines.Service{
			Directory: s.Directory, Activities: s.Activities, Notes: s.Notes, Tasks: s.Tasks, Timeline: s.Timeline, Users: s.Users,
			Now: func() time.Time { return at }, Zone: time.UTC,
		}
		head := record.NewHead(anna, "Anna", at)
		var id int64
		var asks atomic.Int64
		ok(t, store.OnQuery(func() { asks.Add(1) }))
		costs := func(what string, cost int64, do func() error) {
			t.Helper()
			before := asks.Load()
			ok(t, do())
			if got := asks.Load() - before; got != cost {
				t.Errorf("%s: %d statements, want %d", what, got, cost)
			}
		}
		for range 3 {
			for range 4 {
				costs("an activity", 2, func() (err error) {
					id, err = s.Activities.Create(ctx, activity.Activity{Head: head, Person: somebody, Content: "x"})
					return err
				})
				costs("a note", 2, func() error {
					_, err := s.Notes.Create(ctx, note.Note{Head: head, Person: somebody, Content: "x", Visibility: note.Shared})
					return err
				})
				costs("a task", 2, func() error {
					_, err := s.Tasks.Create(ctx, task.Task{Head: head, People: []int64{somebody}, Content: "x", Status: task.Open})
					return err
				})
			}
			costs("a timeline", 5, func() error {
				_, err := service.Page(ctx, access.Viewer{User: anna}, somebody, timelines.Part{Limit: 50})
				return err
			})
			costs("tasks", 2, func() error {
				_, err := s.TaskLists.Page(ctx, task.Query{User: anna, Limit: 50})
				return err
			})
		}
		costs("an edit", 2, func() error {
			return s.Activities.Update(ctx, id, func(a *activity.Activity) error { a.Content = "y"; return nil })
		})
		costs(
			"an edit of nothing",
			1,
			func() error { return s.Activities.Update(ctx, id, func(*activity.Activity) error { return nil }) },
		)
		costs("a removal", 3, func() error { return s.Activities.Remove(ctx, id, func(*activity.Activity) error { return nil }) })
	})
}
