package gormstore_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// last is the number of the store's last change.
func last(t testing.TB, store *gormstore.Store) string {
	t.Helper()
	return asked(t, store, "SELECT CAST(number AS TEXT) FROM change_counter")[0]
}

// users are as many as tests make.
const users = 4

// shown is all that a view knows of a club, but for its number.
func shown(v *directory.View) map[string]any {
	all := access.Scope{All: true}
	page := v.People(person.Query{AsOf: person.AsOf{Reader: all}, Limit: 1 << 20})
	shown := map[string]any{
		"number of people": page.Total, "groups": v.Groups(group.Query{AsOf: group.AsOf{Reader: all}, Limit: 1 << 20}),
		"types": v.RelationTypes(), "labels": v.Labels(), "rules": v.VolunteerRules(), "search": v.SearchSettings(), "damaged": fmt.Sprint(v.Damaged(), v.DamagedGroups()),
	}
	for _, r := range page.Records {
		stored, _ := v.Stored(r.ID)
		shown[fmt.Sprint("person ", r.ID)] = []any{r, stored}
	}
	for user := range account.UserID(users + 1) {
		marked := v.Favorites(user)
		slices.SortFunc(marked, func(a, b account.Favorite) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		shown[fmt.Sprint("user ", user)] = fmt.Sprint(v.PersonOf(user), marked)
	}
	return shown
}

// alike checks that two views know the same.
func alike(t testing.TB, about string, v, wanted *directory.View) {
	t.Helper()
	got, want := shown(v), shown(wanted)
	for what := range want {
		if fmt.Sprintf("%+v", got[what]) != fmt.Sprintf("%+v", want[what]) {
			t.Errorf("%s: %s\ngot  %+v\nwant %+v", about, what, got[what], want[what])
		}
	}
}

// asLoaded checks that a view knows what a new directory reads.
func asLoaded(t testing.TB, v *directory.View, location string) {
	t.Helper()
	alike(t, "loaded anew", v, loaded(t, location).Stores().Directory.View())
}

// writer writes at random. What it does may fail, for what is not there.
type writer struct {
	dice *rand.Rand
	s    ports.Stores
}

func (w writer) some(n int64) int64 { return 1 + w.dice.Int64N(n) }

func (w writer) person() person.Person {
	p := person.New(w.some(users), at)
	p.Name.First, p.Membership.Code = fmt.Sprint("Jan ", w.some(9)), fmt.Sprint(w.some(99))
	p.Labels = []term.ID{w.some(3)}
	w.relate(&p)
	return p
}

func (w writer) relate(p *person.Person) {
	p.Work = []work.Entry{{Group: 1000 + w.some(5), Kind: work.Team, Title: "Trainer", Current: true}}
	p.Relations = nil
	for kind := range w.some(3) {
		p.Relations = append(p.Relations, person.Relation{To: w.some(20), Type: kind + 2})
	}
}

func (w writer) write(ctx context.Context) error {
	s, n := w.s, w.some(20)
	switch w.some(14) {
	case 1, 2:
		_, err := s.People.Create(ctx, w.person(), w.person())
		return err
	case 3, 4, 5:
		return s.People.Update(ctx, []person.ID{n, w.some(20)}, func(all map[person.ID]*person.Person) error {
			for _, id := range slices.Sorted(maps.Keys(all)) {
				w.relate(all[id])
			}
			return nil
		})
	case 6:
		return s.People.Remove(ctx, n, at, anybody)
	case 7:
		_, err := s.People.Purge(ctx, at.AddDate(1, 0, 0))
		return err
	case 8:
		g := group.New(work.Team, 1, at)
		g.Title, g.Parent = fmt.Sprint("JO", n), 1000+w.some(5)
		_, err := s.Groups.Create(ctx, g)
		return err
	case 9:
		return errors.Join(s.Groups.Update(ctx, 1000+w.some(5), func(g *group.Group) error { g.Title = fmt.Sprint("MO", n); return nil }),
			s.Groups.Remove(ctx, 1001+w.some(9), at))
	case 10:
		_, err := s.RelationTypes.Create(ctx, relation.Type{Term: term.Term{ID: w.some(3) + 1, Slug: fmt.Sprint("t", n)}})
		return errors.Join(err, s.RelationTypes.Remove(ctx, w.some(3)+1))
	case 11:
		_, err := s.Labels.Create(ctx, term.Term{Slug: fmt.Sprint("l", n)})
		return errors.Join(err, s.Labels.Remove(ctx, w.some(3)), s.Labels.Update(ctx, term.Term{ID: w.some(3), Slug: fmt.Sprint("m", n)}))
	case 12:
		return s.Users.Update(ctx, w.some(users), func(u *account.User) error { u.Person = w.some(20); return nil })
	case 13:
		return s.Favorites.Set(ctx, w.some(users), account.Favorite{Kind: account.FavoriteTeam, ID: w.some(3)}, n > 8)
	}
	_, err := s.VolunteerRules.Change(ctx, func(r *work.Rules) error { r.PlayerRoles = []string{fmt.Sprint(w.some(2))}; return nil })
	_, other := s.SearchSettings.Change(ctx, func(s *search.Settings) error { s.Fields = []string{fmt.Sprint("f", w.some(2))}; return nil })
	return errors.Join(err, other)
}

// peopled is a club with as many users as tests know.
func peopled(t testing.TB, location string) *gormstore.Store {
	t.Helper()
	store := loaded(t, location)
	for i := range users {
		name := fmt.Sprint("u", i)
		_, err := store.Stores().Users.Create(context.Background(), account.User{Username: name, Email: name + "@club.example", Roles: []access.Role{access.Member}})
		ok(t, err)
	}
	return store
}

func TestSinceEveryEarlierChangeLeadsToTheSameView(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := peopled(t, location)
		var before []*gormstore.Store
		for i := range 25 {
			before = append(before, loaded(t, location))
			w := writer{rand.New(rand.NewPCG(uint64(i), 12)), store.Stores()} //nolint:gosec // it is no secret
			_ = w.write(t.Context())
		}
		for i, other := range before {
			d := other.Stores().Directory
			ok(t, d.CatchUp(t.Context(), store.Stores().Directory.View().Number()))
			alike(t, fmt.Sprint("since write ", i), d.View(), store.Stores().Directory.View())
		}
	})
}

func TestWritersInParallelGetNumbersInTheOrderOfCommits(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store, other := peopled(t, location), loaded(t, location)
		first := store.Stores().Directory.View().Number()
		var writers, readers sync.WaitGroup
		done := make(chan struct{})
		const each = 25
		for i := range 8 {
			s := []*gormstore.Store{store, other}[i%2].Stores()
			writers.Go(func() {
				for range each {
					p := jan()
					p.Name.Nick = fmt.Sprint(i)
					ids, err := s.People.Create(t.Context(), p)
					if err != nil {
						t.Error(err)
						return
					}
					if _, there := s.Directory.View().Stored(ids[0]); !there {
						t.Errorf("%d is not seen by who registered it", ids[0])
					}
				}
			})
		}
		pool, isPostgres, err := store.Pool()
		ok(t, err)
		if isPostgres { // whoever reads a number sees all of the changes up to it
			readers.Go(func() {
				for {
					select {
					case <-done:
						return
					default:
					}
					var number, people int64
					if err := pool.QueryRow("SELECT number, (SELECT COUNT(*) FROM people) FROM change_counter").Scan(&number, &people); err != nil {
						t.Error(err)
					}
					if number != first+people {
						t.Errorf("change %d after %d, and %d people", number, first, people)
					}
				}
			})
		}
		writers.Wait()
		close(done)
		readers.Wait()
		numbers := asked(t, store, fmt.Sprintf("SELECT CAST(number AS TEXT) FROM changes WHERE noun = 'people' AND number > %d ORDER BY number", first))
		if len(numbers) != 8*each || len(slices.Compact(numbers)) != 8*each || last(t, store) != fmt.Sprint(first+8*each) {
			t.Errorf("numbers %v, the last is %s", numbers, last(t, store))
		}
		for _, one := range []*gormstore.Store{store, other} {
			ok(t, one.Stores().Directory.Refresh(t.Context()))
			asLoaded(t, one.Stores().Directory.View(), location)
		}
	})
}

func TestAStepThatIsDoneIsNoFailureWhenItsContextEnds(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store, other := peopled(t, location), loaded(t, location)
		create(t, other.Stores(), jan()) // which the first one has not seen
		before := store.Stores().Directory.View().Number()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		ok(t, store.Follow(ctx, before+1))
		same(t, store.Stores().Directory.View().Number(), before+1)
	})
}

func TestWhoeverHasGoneWaitsForNobodyWhoCatchesUp(t *testing.T) {
	store, ctx := loaded(t, sqliteFile(t)), t.Context()
	d := store.Stores().Directory
	ok(t, store.Busy(ctx, func() error {
		short, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
		defer cancel()
		if err := d.CatchUp(short, d.View().Number()+1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		ok(t, d.CatchUp(short, d.View().Number())) // there is nothing to do
		if _, err := store.Stores().People.Create(ctx, jan()); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("a step that is done: %v", err)
		}
		return nil
	}))
	ok(t, d.Refresh(ctx))
	same(t, d.View().Size(), 1)
}

// People are edited while those whom they are related to, and types of relationship, come and go.
func TestWhoWritesInParallelSeesWhatIsKept(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store, other := peopled(t, location), loaded(t, location)
		for range 10 {
			create(t, store.Stores(), jan())
			create(t, store.Stores(), jan())
		}
		var all sync.WaitGroup
		for i := range 8 {
			s := []*gormstore.Store{store, other}[i%2].Stores()
			all.Go(func() {
				w := writer{rand.New(rand.NewPCG(uint64(i), 13)), s} //nolint:gosec // it is no secret
				for range 40 {
					_ = w.write(t.Context())
				}
			})
		}
		all.Wait()
		for _, one := range []*gormstore.Store{store, other} {
			ok(t, one.Stores().Directory.Refresh(t.Context()))
			asLoaded(t, one.Stores().Directory.View(), location)
		}
	})
}

func TestAStepTakesOneNumberOrNone(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := peopled(t, location)
		s, ctx := store.Stores(), t.Context()
		id := create(t, s, jan())
		team, err := s.Groups.Create(ctx, group.New(work.Team, 1, at))
		ok(t, err)
		refused := errors.New("no")
		mark := account.Favorite{Kind: account.FavoriteTeam, ID: team}
		twice := func(s ports.Stores) error {
			_, err := s.People.Create(ctx, jan(), jan())
			return errors.Join(err, s.Favorites.Set(ctx, 1, mark, true), s.Groups.Update(ctx, team, func(g *group.Group) error { g.Title += "x"; return nil }))
		}
		for _, step := range []struct {
			name  string
			do    func() error
			takes int64
		}{
			{"many writes", func() error { return store.Do(ctx, twice) }, 1},
			{"a refused step", func() error {
				return store.Do(ctx, func(s ports.Stores) error { return errors.Join(twice(s), refused) })
			}, 0},
			{"a write that fails within a step", func() error {
				return store.Do(ctx, func(s ports.Stores) error {
					_ = update(ctx, s.People, id, func(p *person.Person) error { p.Name.First = "Piet"; return refused })
					return s.People.Remove(ctx, 999, at, anybody)
				})
			}, 0},
			{"a write and one that fails", func() error {
				return store.Do(ctx, func(s ports.Stores) error {
					_ = s.Groups.Remove(ctx, 999, at)
					return update(ctx, s.People, id, func(p *person.Person) error { p.Name.First += "x"; return nil })
				})
			}, 1},
			{"an edit of nothing", func() error { return update(ctx, s.People, id, func(*person.Person) error { return nil }) }, 0},
			{"a group likewise", func() error { return s.Groups.Update(ctx, team, func(*group.Group) error { return nil }) }, 0},
			{"nobody", func() error { _, err := s.People.Create(ctx); return err }, 0},
			{"a mark that is there", func() error { return s.Favorites.Set(ctx, 1, mark, true) }, 0},
			{"a mark that goes", func() error { return s.Favorites.Set(ctx, 1, mark, false) }, 1},
			{"a setting that stays", func() error {
				_, err := s.VolunteerRules.Change(ctx, func(*work.Rules) error { return nil })
				return err
			}, 0},
			{"another user name", func() error {
				return s.Users.Update(ctx, 1, func(u *account.User) error { u.DisplayName = "x"; return nil })
			}, 0},
			{"another person", func() error {
				return s.Users.Update(ctx, 1, func(u *account.User) error { u.Person = id; return nil })
			}, 1},
			{"a removal", func() error { return s.People.Remove(ctx, id, at, anybody) }, 1},
			{"a purge, which unlinks", func() error { _, err := s.People.Purge(ctx, at.AddDate(1, 0, 0)); return err }, 1},
			{"a purge of nobody", func() error { _, err := s.People.Purge(ctx, at.AddDate(1, 0, 0)); return err }, 0},
			{"a use of a session", func() error { return s.Sessions.Touch(ctx, "x", at, "") }, 0},
			{"a probe", func() error { return store.TryWrite(ctx) }, 0},
		} {
			before := s.Directory.View().Number()
			_ = step.do()
			if got := last(t, store); got != fmt.Sprint(before+step.takes) || s.Directory.View().Number() != before+step.takes {
				t.Errorf("%s: from %d to %s, seen %d", step.name, before, got, s.Directory.View().Number())
			}
		}
		asLoaded(t, s.Directory.View(), location)
	})
}
