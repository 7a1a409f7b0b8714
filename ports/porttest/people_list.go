package porttest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/work"
)

func everybody(as person.AsOf) person.Query {
	as.Reader = access.Scope{All: true}
	return person.Query{AsOf: as, Limit: 1000}
}

// lists holds List against the core's own Scope.Permits, Filter.Match and Compare.
func lists(t *testing.T, open Open) {
	ctx := context.Background()
	as := person.AsOf{Day: civil.Date{Year: 2026, Month: 3, Day: 29}}

	t.Run("Dutch names sort by last name without infix", func(t *testing.T) {
		db := open(t)
		for _, name := range []person.Name{
			{First: "Eva", Last: "Visser"}, {First: "Tom", Infix: "de", Last: "Leeuw"}, {First: "Bo", Last: "Kok"},
			{First: "An", Last: "Kok"}, {First: "Noor", Last: "de Leeuw"}, {First: "Ömer", Last: "Öztürk"}, {First: "Piet", Last: "Zwart"},
			{First: "Luc", Last: "De Smet"},
		} {
			must(db.People.Create(ctx, personNamed(name.First, name.Infix, name.Last)))(t)
		}
		q := everybody(as)
		q.Order.By = []listing.Sort{{By: person.KeyLast}, {By: person.KeyFirst}}
		var got []string
		for _, r := range must(db.People.List(ctx, q))(t).Records {
			got = append(got, r.Name.Full())
		}
		want := []string{"Luc De Smet", "An Kok", "Bo Kok", "Noor de Leeuw", "Tom de Leeuw", "Ömer Öztürk", "Eva Visser", "Piet Zwart"}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})

	t.Run("ties are ordered by number, in the direction of the list", func(t *testing.T) {
		db := open(t)
		for range 5 {
			must(db.People.Create(ctx, personNamed("Jan", "", "Kok")))(t)
		}
		q := everybody(as)
		q.Order.By = []listing.Sort{{By: person.KeyCreated, Desc: true}}
		equal(t, "newest first", numbers(must(db.People.List(ctx, q))(t)), "[5 4 3 2 1]")
		q.Order.By = nil
		equal(t, "without an order", numbers(must(db.People.List(ctx, q))(t)), "[1 2 3 4 5]")
	})

	t.Run("pages and their edges", func(t *testing.T) {
		db := open(t)
		for range 5 {
			must(db.People.Create(ctx, personNamed("Jan", "", "Kok")))(t)
		}
		for _, page := range []struct {
			offset, limit int
			want          string
		}{{0, 2, "[1 2]"}, {2, 2, "[3 4]"}, {4, 2, "[5]"}, {5, 2, "[]"}, {100, 2, "[]"}, {0, 5, "[1 2 3 4 5]"}, {0, 0, "[]"}} {
			q := everybody(as)
			q.Offset, q.Limit = page.offset, page.limit
			got := must(db.People.List(ctx, q))(t)
			equal(t, fmt.Sprintf("from %d, %d", page.offset, page.limit), numbers(got), page.want)
			equal(t, "total", got.Total, 5)
		}
	})

	t.Run("search words are plain text", func(t *testing.T) {
		db := open(t)
		must(db.People.Create(ctx, personNamed("100%", "_", `O'Bri\en "x"`)))(t)
		must(db.People.Create(ctx, personNamed("Joël", "van der", "Çelik")))(t)
		for words, want := range map[string]string{
			"%": "[1]", "_": "[1]", `\`: "[1]", "'": "[1]", `"x"`: "[1]", "0%": "[1]", "%0": "[]", "joel": "[2]", "JOËL der": "[2]",
			"celik van": "[2]", "jan": "[]", "": "[1 2]",
		} {
			q := everybody(as)
			q.Filter = person.Filter{}.Named(fold.Words(words))
			equal(t, words, numbers(must(db.People.List(ctx, q))(t)), want)
		}
	})

	t.Run("tests on keys mind the case", func(t *testing.T) {
		db := open(t)
		must(db.People.Create(ctx, personNamed("Jan", "", "Kok")))(t) // keys are folded: "jan"
		for value, want := range map[string]string{"jan": "[1]", "JAN": "[]"} {
			q := everybody(as)
			q.Filter = person.Filter{}.With(listing.Test{Key: person.KeyTitle, Is: listing.Contains, Value: value})
			equal(t, value, numbers(must(db.People.List(ctx, q))(t)), want)
		}
	})

	t.Run("long lists of numbers and slugs", func(t *testing.T) {
		db := open(t)
		p := personNamed("Jan", "", "Kok")
		p.ID = must(db.People.Create(ctx, p))(t)
		q := everybody(as)
		for id := range person.ID(5000) {
			q.Filter.Include = append(q.Filter.Include, id)
			q.Filter.Slugs = append(q.Filter.Slugs, person.Slug(p.Name, id))
		}
		equal(t, "included", numbers(must(db.People.List(ctx, q))(t)), "[1]")
		equal(t, "found", len(must(db.People.Find(ctx, q))(t)), 1)
		q.Reader = access.Scope{Author: 2}
		equal(t, "out of scope", len(must(db.People.Find(ctx, q))(t)), 0)
	})

	t.Run("an end today is still current", func(t *testing.T) {
		db := open(t)
		p := personNamed("Jan", "", "Kok")
		p.Work = []work.Entry{{Group: 3, Title: "Trainer", Current: true, End: as.Day}}
		id := must(db.People.Create(ctx, p))(t)
		for day, want := range map[civil.Date]bool{as.Day: true, as.Day.AddDays(1): false, as.Day.AddDays(-1): true} {
			asked := person.AsOf{Day: day}
			equal(t, day.String(), must(db.People.Record(ctx, id, asked))(t).Volunteer, want)
		}
	})

	t.Run("filters, scopes and orders are the core's", func(t *testing.T) {
		db := open(t)
		var all []person.Person
		for i := range 60 {
			p := anyPerson().Example(i)
			p.ID = must(db.People.Create(ctx, p))(t)
			all = append(all, p)
		}
		removed := all[7]
		ok(t, db.People.Remove(ctx, removed.ID, at, anybody))
		all = slices.Delete(all, 7, 8)
		club := anyClub()
		rapid.Check(t, func(t *rapid.T) {
			now := club.Draw(t, "club")
			setClub(t, db, now)
			for range 12 {
				q := anyQuery(all, removed, &now).Draw(t, "query")
				holds(t, db, all, &now, q)
			}
		})
	})
}

// setClub sets what people's keys depend on.
func setClub(t *rapid.T, db Database, club person.Club) {
	must(db.VolunteerRules.Change(context.Background(), func(r *work.Rules) error { *r = club.Rules.Clone(); return nil }))(t)
	must(db.SearchSettings.Change(context.Background(), func(s *search.Settings) error {
		s.Fields = slices.Clone(club.Searchable)
		return nil
	}))(t)
}

// holds holds List, Find and Tally against the core's own functions.
func holds(t *rapid.T, db Database, all []person.Person, club *person.Club, q person.Query) {
	var want []person.Indexed
	for _, p := range all {
		indexed := person.Indexed{Person: &p, Club: club}
		if q.Reader.Permits(p.Subject()) && q.Filter.Match(&indexed) {
			want = append(want, indexed)
		}
	}
	slices.SortFunc(want, func(a, b person.Indexed) int { return person.Compare(q.Order, &a, &b) })
	start := min(q.Offset, len(want))
	part := want[start:min(start+q.Limit, len(want))]
	got := must(db.People.List(context.Background(), q))(t)
	if got.Total != len(want) || numbers(got) != numbersOf(part) {
		t.Fatalf("got %d %s, want %d %s", got.Total, numbers(got), len(want), numbersOf(part))
	}
	summaries := must(db.People.Find(context.Background(), q))(t)
	if len(summaries) != len(part) {
		t.Fatalf("Find: got %d people, want %d", len(summaries), len(part))
	}
	for i, r := range got.Records {
		if wanted := part[i].Record(q.AsOf); !reflect.DeepEqual(alone(r), alone(wanted)) {
			t.Fatalf("got  %+v\nwant %+v", r, wanted)
		}
		if !reflect.DeepEqual(summaries[i], r.Summary()) {
			t.Fatalf("Find: got %+v, want %+v", summaries[i], r.Summary())
		}
	}
	key := person.Keys.Names()[rapid.IntRange(0, len(person.Keys.Names())-1).Draw(t, "tally")]
	tally := map[string]int{}
	for _, p := range want {
		tally[person.Keys.Of(key, &p)]++
	}
	counts := must(db.People.Tally(context.Background(), q.Reader, q.Filter, key))(t)
	if len(counts) != len(tally) || !slices.IsSortedFunc(counts, func(a, b listing.Count) int { return strings.Compare(a.Value, b.Value) }) {
		t.Fatalf("Tally by %s: got %v, want %v", key, counts, tally)
	}
	for _, count := range counts {
		if tally[count.Value] != count.Count {
			t.Fatalf("Tally by %s: got %v, want %v", key, counts, tally)
		}
	}
}

func numbersOf(people []person.Indexed) string {
	ids := []person.ID{}
	for _, p := range people {
		ids = append(ids, p.ID)
	}
	return fmt.Sprint(ids)
}

func numbers(page person.Page) string {
	ids := []person.ID{}
	for _, r := range page.Records {
		ids = append(ids, r.ID)
	}
	return fmt.Sprint(ids)
}
