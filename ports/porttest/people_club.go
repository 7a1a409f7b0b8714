package porttest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// helper is somebody who counts as a volunteer while a Helper is none, and who is found by a field that a club may search in.
func helper() person.Person {
	p := personNamed("Jan", "", "Kok")
	p.Work = []work.Entry{{Group: group.ClubWide, Kind: work.Team, Title: "Helper", Current: true}}
	p.Extra = fields.Extra{"city": []byte(`"Elzendam"`)}
	return p
}

func noHelpers(r *work.Rules) error { r.PlayerRoles = []string{"Helper"}; return nil }

func byCity(s *search.Settings) error { s.Fields = []string{"city"}; return nil }

// seen counts the volunteers, the staff, and those found by their city.
func seen(t *testing.T, db Database) string {
	t.Helper()
	ctx := context.Background()
	as := person.AsOf{Day: day(2026, 3, 29), Reader: access.Scope{All: true}}
	total := func(test listing.Test) int {
		return must(db.People.List(ctx, person.Query{AsOf: as, Filter: person.Filter{}.With(test), Limit: 100}))(t).Total
	}
	volunteers := 0
	for _, r := range must(db.People.List(ctx, everybody(as)))(t).Records {
		if r.Volunteer {
			volunteers++
		}
	}
	found := total(person.VolunteerOn(as.Day))
	equal(t, "volunteers found and marked", found, volunteers)
	staff := must(db.Groups.Record(ctx, group.ClubWide, group.AsOf{Day: as.Day, Reader: as.Reader}))(t).People[work.Staff]
	return fmt.Sprintf("%d volunteers, %d staff, %d of the city", found, staff, total(listing.Test{Key: person.KeySearch, Is: listing.Contains, Value: "elzendam"}))
}

// settingsReachPeople is what People promises about the settings of the club.
func settingsReachPeople(t *testing.T, open Open) {
	ctx := context.Background()
	const before, after = "1 volunteers, 1 staff, 0 of the city", "0 volunteers, 0 staff, 1 of the city"

	t.Run("a changed setting is seen by the next list", func(t *testing.T) {
		db := open(t)
		id := must(db.People.Create(ctx, helper()))(t)
		equal(t, "at first", seen(t, db), before)
		must(db.VolunteerRules.Change(ctx, noHelpers))(t)
		equal(t, "other rules", seen(t, db), "0 volunteers, 0 staff, 0 of the city")
		must(db.SearchSettings.Change(ctx, byCity))(t)
		equal(t, "other fields", seen(t, db), after)
		ok(t, update(ctx, db.People, id, func(p *person.Person) error { p.Name.First = "Jo"; return nil }))
		equal(t, "after a change of the person", seen(t, db), after)
		ok(t, db.People.Remove(ctx, id, at, anybody))
		must(db.People.Create(ctx, helper()))(t)
		equal(t, "of a new person", seen(t, db), after)
		must(db.VolunteerRules.Change(ctx, func(r *work.Rules) error { *r = work.DefaultRules(); return nil }))(t)
		must(db.SearchSettings.Change(ctx, func(s *search.Settings) error { s.Fields = nil; return nil }))(t)
		equal(t, "as at first again", seen(t, db), before)
	})

	t.Run("and is taken back with its step", func(t *testing.T) {
		db := open(t)
		must(db.People.Create(ctx, helper()))(t)
		err := db.Do(ctx, func(s ports.Stores) error {
			must(s.VolunteerRules.Change(ctx, noHelpers))(t)
			must(s.SearchSettings.Change(ctx, byCity))(t)
			return person.ErrHidden
		})
		isFault(t, "the step", err, person.ErrHidden)
		equal(t, "after it", seen(t, db), before)
	})

	works := func(t *testing.T, s ports.Stores) {
		ok(t, update(ctx, s.People, 1, func(p *person.Person) error { p.Work, p.Extra = helper().Work, helper().Extra; return nil }))
	}
	// In each of these the rules change while a step is under way.
	for _, c := range []struct {
		name string
		step func(*testing.T, ports.Stores)
		want string
	}{
		{"people who are being created", func(t *testing.T, s ports.Stores) { must(s.People.Create(ctx, helper()))(t) }, "0 volunteers, 0 staff, 0 of the city"},
		{"people who are being changed", works, "0 volunteers, 0 staff, 0 of the city"},
		{"people whom another setting is on its way to", func(t *testing.T, s ports.Stores) {
			works(t, s)
			must(s.SearchSettings.Change(ctx, byCity))(t)
		}, after},
	} {
		t.Run("it reaches "+c.name, func(t *testing.T) {
			db := open(t)
			must(db.People.Create(ctx, personNamed("Eva", "", "Wit")))(t)
			var once sync.Once
			var changed sync.WaitGroup
			ok(t, db.Do(ctx, func(s ports.Stores) error {
				c.step(t, s)
				once.Do(func() {
					changed.Go(func() {
						if _, err := db.VolunteerRules.Change(ctx, noHelpers); err != nil {
							t.Error(err)
						}
					})
				})
				time.Sleep(100 * time.Millisecond)
				return nil
			}))
			changed.Wait()
			equal(t, "seen", seen(t, db), c.want)
		})
	}

	t.Run("it reaches everybody, whoever is created in parallel", func(t *testing.T) {
		db := open(t)
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				if _, err := db.People.Create(ctx, helper()); err != nil {
					t.Error(err)
				}
			})
			if i == 5 {
				all.Go(func() {
					if _, err := db.VolunteerRules.Change(ctx, noHelpers); err != nil {
						t.Error(err)
					}
				})
				all.Go(func() {
					if _, err := db.SearchSettings.Change(ctx, byCity); err != nil {
						t.Error(err)
					}
				})
			}
		}
		all.Wait()
		equal(t, "seen", seen(t, db), "0 volunteers, 0 staff, 12 of the city")
	})
}

// searches holds Find against the rank of core/search.
func searches(t *testing.T, open Open) {
	ctx := context.Background()

	t.Run("the best fitting come first", func(t *testing.T) {
		db := open(t)
		for _, name := range []person.Name{
			{First: "Piet", Last: "Jansen"}, {First: "Jande", Last: "Vries"}, {First: "Jan", Infix: "de", Last: "Vries"}, {First: "Joël", Last: "Jan"},
		} {
			must(db.People.Create(ctx, personNamed(name.First, name.Infix, name.Last)))(t)
		}
		for text, want := range map[string]string{"jan de vr": "[3 2]", "jan": "[3 2 1 4]", "joel": "[4]", "VRIES": "[2 3]", "x%": "[]"} {
			query := must(search.Parse(text))(t)
			q := everybody(person.AsOf{})
			q.Filter, q.Order.Best = q.Filter.With(query.People()...), query.PeopleFirst()
			ids := []person.ID{}
			for _, p := range must(db.People.Find(ctx, q))(t) {
				ids = append(ids, p.ID)
			}
			equal(t, text, fmt.Sprint(ids), want)
		}
	})

	t.Run("a change is found at once, what was before is not", func(t *testing.T) {
		db := open(t)
		var ids []person.ID
		for range 60 { // more than wait for an index
			ids = append(ids, must(db.People.Create(ctx, personNamed("Jan", "", "Voorheen")))(t))
		}
		ok(t, update(ctx, db.People, ids[7], func(p *person.Person) error { p.Name.Last = "Nadien"; return nil }))
		ok(t, db.People.Remove(ctx, ids[8], at, anybody))
		for text, want := range map[string]int{"voorheen": 58, "nadien": 1, "orhe": 58, "jan": 59} {
			for _, key := range []string{person.KeySearch, person.KeyTitle} {
				q := everybody(person.AsOf{})
				q.Filter = q.Filter.With(listing.Test{Key: key, Is: listing.Contains, Value: text})
				equal(t, key+" "+text, len(must(db.People.Find(ctx, q))(t)), want)
			}
		}
	})

	t.Run("the rank is the core's", func(t *testing.T) {
		db := open(t)
		club := defaultClub()
		var all []person.Indexed
		for i := range 50 {
			p := anyPerson().Example(i)
			p.ID = must(db.People.Create(ctx, p))(t)
			all = append(all, person.Indexed{Person: &p, Club: club})
		}
		words := oneOf("jan", "Joël", "de", "kok", "öz", "ss", "100%", "_", `a\b`, "kees", "an", "van d", "'t", "é", "club")
		rapid.Check(t, func(t *rapid.T) {
			query, err := search.Parse(words.Draw(t, "one") + " " + oneOf("", words.Draw(t, "two")).Draw(t, "second"))
			if err != nil {
				return
			}
			q := everybody(person.AsOf{})
			q.Filter = q.Filter.With(query.People()...)
			q.Order = listing.Order{Best: query.PeopleFirst(), By: []listing.Sort{{By: person.KeyLast}, {By: person.KeyFirst}}}
			q.Limit = oneOf(search.MostHits, 3, 100).Draw(t, "limit")
			var want []person.Indexed
			for _, p := range all {
				if q.Filter.Match(&p) {
					want = append(want, p)
				}
			}
			slices.SortFunc(want, func(a, b person.Indexed) int { return person.Compare(q.Order, &a, &b) })
			want = want[:min(q.Limit, len(want))]
			got := must(db.People.Find(ctx, q))(t)
			if len(got) != len(want) {
				t.Fatalf("found %d people, want %d", len(got), len(want))
			}
			for i, p := range got {
				if p.ID != want[i].ID {
					t.Fatalf("%d. is %d with %d points, want %d with %d", i+1, p.ID, person.Keys.Points(q.Order.Best, &all[p.ID-1]),
						want[i].ID, person.Keys.Points(q.Order.Best, &want[i]))
				}
			}
		})
	})
}
