package directory_test

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/work"
)

var all = record.View{Reader: access.Everything}

// filled is a model with some people.
func filled(t *rapid.T) *model {
	m := newModel()
	for i := range rapid.IntRange(0, 30).Draw(t, "people") {
		p := anyPerson().Example(rapid.IntRange(0, 1000).Draw(t, "example"))
		p.ID = person.ID(1 + i*17)
		m.people[p.ID] = p
	}
	return m
}

func load(t interface{ Fatal(...any) }, m *model) *directory.Directory {
	d := new(directory.Directory)
	if err := d.Load(m.everything()); err != nil {
		t.Fatal(err)
	}
	return d
}

func same(t *rapid.T, what string, got, want any) {
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s:\ngot  %+v\nwant %+v", what, got, want)
	}
}

// anyTyped is a word that somebody types.
var anyTyped = oneOf("jan", "jo", "j", "kok", "van", "5556", "06", "+31", "65556", "3484", "0655563484", "5556ab", "abc1", "club",
	"'t", "100%", "zz")

// ask holds drawn questions against the plain walk.
func ask(t *rapid.T, v *directory.View, m *model) {
	if rapid.Bool().Draw(t, "all parts are noted") {
		v = v.Noted()
	}
	if people := m.indexed(); len(people) > 0 {
		q := anyQuery(people).Draw(t, "query")
		want := m.list(q)
		same(t, "a list", v.People(q), want)
		summaries := v.Summaries(q)
		if len(summaries) != len(want.Records) {
			t.Fatalf("%d summaries of %d records", len(summaries), len(want.Records))
		}
		for i := range summaries {
			same(t, "a summary", summaries[i], want.Records[i].Summary())
		}
		same(t, "the same list for the third time", v.People(q), want)
		key := rapid.SampledFrom(person.Keys.Names()).Draw(t, "tally by")
		same(t, "a tally by "+key, v.Tally(q.Reader, q.Filter, key), m.tally(q.Reader, q.Filter, key))
	}
	as := record.View{Day: anyDay.Draw(t, "on"), Reader: anyReader.Draw(t, "reader")}
	typed := search.Read(strings.Join(rapid.SliceOfN(anyTyped, 1, 3).Draw(t, "typed"), " "))
	same(t, "a search", v.Search(typed, as), m.searched(typed, as))
	teams, committees := v.SearchGroups(typed, as.Reader)
	for kind, found := range map[work.Kind]record.Page[group.Record]{work.Team: teams, work.Committee: committees} {
		same(t, "a search for groups", found, m.listGroups(record.Query{
			View: as, Filter: record.Filter{Tests: append(typed.Teams(), group.OfKind(kind))}, Bare: true,
			Window: record.Window{
				Order: listing.Order{Best: typed.TeamsFirst(), By: []listing.Sort{{By: group.KeySort}}}, Limit: search.MostHits,
			},
		}))
	}
	var hits []search.Hit
	for _, p := range m.indexed() {
		if m.permits(as.Reader.People, p) {
			hits = append(hits, m.hit(&p, as))
		}
	}
	numbers := []person.ID{0, 9999}
	same(t, "some people", v.Hits(append(numbers, slices.Sorted(maps.Keys(m.people))...), as), hits)
	same(t, "certificates", v.Screening(as), m.screening(as))
	from := anyDay.Draw(t, "from")
	celebrated, until := anyMilestones.Draw(t, "milestones"), from.AddDays(rapid.IntRange(-1, 4000).Draw(t, "days"))
	same(t, "jubilees", v.Jubilees(celebrated, as, from, until), m.jubilees(celebrated, as, from, until))
	for id, g := range m.groups {
		as := record.View{Day: anyDay.Draw(t, "on"), Reader: anyReader.Draw(t, "reader")}
		entries, err := v.Roster(id, as.Reader)
		slices.SortStableFunc(entries, byPerson)
		same(t, "a roster", entries, m.roster(id, as.Reader))
		r, failed := v.Group(id, as)
		same(t, "counts", r.People, m.counts(id, as))
		same(t, "staff", r.Staff, m.staff(id, as))
		if len(entries) > 0 {
			one := entries[len(entries)/2].Person.ID
			same(t, "what is told of somebody on a roster", v.About(one, as), m.about(one, as))
		}
		same(t, "a title", r.Title, g.Title)
		same(t, "no error", errors.Join(err, failed), nil)
	}
	same(t, "labels", v.Labels(), m.labels)
	same(t, "rules", v.VolunteerRules().Clean(), m.rules.Clean())
	same(t, "settings", v.SearchSettings().Fields, m.search.Fields)
	same(t, "the matrix", v.Matrix(), m.matrix)
	same(t, "types", v.RelationTypes(), m.types)
	for user := range int64(4) {
		same(t, "favourites", len(v.Favorites(user)), len(m.favorites[user]))
		same(t, "linked", v.PersonOf(user), m.linked[user])
	}
}

func TestEveryAnswerIsThatOfAPlainWalk(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := filled(t)
		d := load(t, m)
		for range rapid.IntRange(0, 12).Draw(t, "steps") {
			for range rapid.IntRange(0, 3).Draw(t, "questions") {
				ask(t, d.View(), m)
			}
			if took, err := d.Apply(m.change(t)); !took || err != nil {
				t.Fatalf("applied: %v, %v", took, err)
			}
		}
		ask(t, d.View(), m)
		same(t, "the size", d.View().Size(), len(m.people))
	})
}

// What was worked out for a question is brought up to date with every change: the same questions, again and again.
func TestTheSameQuestionsAreAnsweredRightAfterEveryChange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := newModel()
		for i := range 50 {
			p := anyPerson().Example(i)
			p.ID = person.ID(1 + i*3)
			m.people[p.ID] = p
		}
		d := load(t, m)
		tests := anyTest(person.Keys, m.indexed())
		var questions []record.Query
		for range 3 {
			q := record.Query{View: all, Window: record.Window{Limit: 1000}}
			q.Filter = q.Filter.With(tests.Draw(t, "test"))
			q.Order.By = anyOrder(person.Keys, tests).Draw(t, "order").By
			questions = append(questions, q)
		}
		key := rapid.SampledFrom(person.Keys.Names()).Draw(t, "tally by")
		for range rapid.IntRange(1, 12).Draw(t, "changes") {
			for _, q := range questions {
				same(t, "a list", d.View().People(q), m.list(q))
			}
			same(t, "a tally", d.View().Tally(all.Reader, record.Filter{}, key), m.tally(all.Reader, record.Filter{}, key))
			if _, err := d.Apply(m.change(t)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestAViewNeverChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := filled(t)
		m.people[999] = anyPerson().Example(3)
		delete(m.people, 999)
		d := load(t, m)
		v := d.View()
		people := m.indexed()
		if len(people) == 0 {
			return
		}
		q := anyQuery(people).Draw(t, "query")
		want := m.list(q)
		for range rapid.IntRange(1, 8).Draw(t, "changes") {
			if _, err := d.Apply(m.change(t)); err != nil {
				t.Fatal(err)
			}
			if rapid.Bool().Draw(t, "ask the newer one") {
				d.View().People(q)
			}
		}
		same(t, "the old view", v.People(q), want)
	})
}

func TestGroupsAreListedAsByAPlainWalk(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := filled(t)
		for range 6 {
			m.change(t)
		}
		v := load(t, m).View()
		groups := []group.Group{group.NewClubWide()}
		for _, g := range m.groups {
			groups = append(groups, g)
		}
		slices.SortFunc(groups, func(a, b group.Group) int { return int(a.ID - b.ID) })
		tests := anyTest(group.Keys, groups)
		q := record.Query{
			View: record.View{Day: anyDay.Draw(t, "on"), Reader: anyReader.Draw(t, "reader")},
			Filter: record.Filter{
				Tests: listOf(tests, 2).Draw(t, "tests"), Exclude: oneOf(nil, []group.ID{2}).Draw(t, "exclude"),
				Include: oneOf(nil, nil, []group.ID{}, []group.ID{1, 2, group.ClubWide}).Draw(t, "include"),
				Slugs:   oneOf(nil, nil, []string{group.Slug(groups[0].Title, groups[0].ID), "x-1"}).Draw(t, "slugs"),
			},
			Window: record.Window{
				Order:  anyOrder(group.Keys, tests).Draw(t, "order"),
				Offset: oneOf(0, 0, 1, 9).Draw(t, "offset"), Limit: oneOf(100, 2, 0).Draw(t, "limit"),
			},
			Bare: rapid.Bool().Draw(t, "bare"),
		}
		if kind := oneOf("", work.Team, work.Committee).Draw(t, "kind"); kind != "" {
			q.Filter = q.Filter.With(group.OfKind(kind))
		}
		if parents := oneOf(nil, []group.ID{0}, []group.ID{1, 2}).Draw(t, "parents"); parents != nil {
			q.Filter = q.Filter.With(group.Below(parents...))
		}
		same(t, "a list", v.Groups(q), m.listGroups(q))
	})
}

// changed returns a club after some changes.
func changed(t *rapid.T) (*model, *directory.Directory) {
	m := filled(t)
	d := load(t, m)
	for range rapid.IntRange(0, 5).Draw(t, "changes") {
		if _, err := d.Apply(m.change(t)); err != nil {
			t.Fatal(err)
		}
	}
	return m, d
}

// The access rule alone: whatever is asked, nobody beyond the scope is in the answer, and nobody within it is missing.
func TestNobodyBeyondTheScopeIsShown(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m, d := changed(t)
		reader, v := anyReader.Draw(t, "reader"), d.View()
		shown := map[person.ID]bool{}
		for _, r := range v.People(record.Query{View: record.View{Reader: reader}, Window: record.Window{Limit: 1000}}).Records {
			shown[r.ID] = true
			for _, related := range r.Relations {
				if other := m.people[related.To]; !m.permits(reader.People, m.of(&other)) && (related.Name != "" || related.Photo != 0) {
					t.Fatalf("%d tells of %d", r.ID, related.To)
				}
			}
		}
		for id, p := range m.people {
			if shown[id] != v.Permits(reader.People, id) {
				t.Fatalf("person %d is in lists %v, alone %v", id, shown[id], v.Permits(reader.People, id))
			}
			if shown[id] != m.permits(reader.People, m.of(&p)) {
				t.Fatalf("person %d of user %d is shown to %+v: %v", id, p.Author, reader, shown[id])
			}
			if photo := v.PhotoOf(id, reader); shown[id] && photo != p.Photo || !shown[id] && photo != 0 {
				t.Fatalf("person %d with photo %d, shown %v, has the photo %d", id, p.Photo, shown[id], photo)
			}
		}
	})
}

func TestTheRankOfASearchIsTheCores(t *testing.T) {
	t.Parallel()
	m := newModel()
	for i := range 60 {
		p := anyPerson().Example(i)
		p.ID = person.ID(i + 1)
		m.people[p.ID] = p
	}
	v := load(t, m).View().Noted()
	words := oneOf("jan", "Joël", "de", "kok", "öz", "ss", "100%", "_", `a\b`, "kees", "an", "van d", "'t", "é", "club")
	rapid.Check(t, func(t *rapid.T) {
		query, err := search.Parse(words.Draw(t, "one") + " " + oneOf("", words.Draw(t, "two")).Draw(t, "second"))
		if err != nil {
			return
		}
		q := record.Query{View: all, Window: record.Window{Limit: oneOf(search.MostHits, 3, 100).Draw(t, "limit")}}
		q.Filter = q.Filter.With(query.People()...)
		q.Order = listing.Order{Best: query.PeopleFirst(), By: []listing.Sort{{By: person.KeyLast}, {By: person.KeyFirst}}}
		same(t, "hits", v.People(q), m.list(q))
	})
}

func TestTheFirstOfAClubIsFound(t *testing.T) {
	t.Parallel()
	d := load(t, newModel())
	p := person.New(1, at)
	p.ID, p.Name.First = 1, "Joël"
	if _, err := d.Apply(directory.Changes{Last: 1, People: []person.Stored{p.Store()}}); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{person.KeySearch, person.KeyTitle, person.KeyFirst} {
		q := record.Query{View: all, Window: record.Window{Limit: 1}}
		q.Filter = q.Filter.With(listing.Test{Key: key, Is: listing.Contains, Value: "oe"})
		if page := d.View().People(q); page.Total != 1 || len(page.Records) != 1 {
			t.Errorf("%s: %d found", key, page.Total)
		}
	}
}

func TestChangesAreTakenInOrderAndOnce(t *testing.T) {
	t.Parallel()
	d := new(directory.Directory)
	if took, err := d.Apply(directory.Changes{After: 0, Last: 1}); took || err != nil || d.View() != nil {
		t.Errorf("before Load: %v, %v", took, err)
	}
	if err := d.CatchUp(1, nil); err == nil {
		t.Error("a directory that was not loaded catches up")
	}
	m := newModel()
	m.last = 5
	d = load(t, m)
	for _, c := range []struct {
		after, last int64
		took        bool
		number      int64
	}{{6, 7, false, 5}, {3, 5, true, 5}, {5, 6, true, 6}, {5, 6, true, 6}, {4, 8, true, 8}, {9, 10, false, 8}} {
		took, err := d.Apply(directory.Changes{After: c.after, Last: c.last})
		if took != c.took || err != nil || d.View().Number() != c.number {
			t.Errorf("after %d to %d: %v, %v, now %d", c.after, c.last, took, err, d.View().Number())
		}
	}
}

func TestManyWhoCatchUpAskTheStoreOnce(t *testing.T) {
	t.Parallel()
	d := load(t, newModel())
	asked := 0
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			err := d.CatchUp(3, func(after int64) (directory.Changes, error) {
				asked++
				return directory.Changes{After: after, Last: 4}, nil
			})
			if err != nil || d.View().Number() != 4 {
				t.Error(d.View().Number(), err)
			}
		})
	}
	wait.Wait()
	failed := errors.New("no answer")
	if err := d.CatchUp(5, func(int64) (directory.Changes, error) { return directory.Changes{}, failed }); !errors.Is(err, failed) ||
		asked != 1 {
		t.Errorf("asked %d times, %v", asked, err)
	}
	if err := d.CatchUp(5, func(int64) (directory.Changes, error) { return directory.Changes{After: 4, Last: 4}, nil }); err == nil {
		t.Error("a store that went back is not noticed")
	}
}

func TestSomebodyWhoCannotBeReadIsInNoListAndKeepsNobodyElseOut(t *testing.T) {
	t.Parallel()
	m := newModel()
	for id := range person.ID(3) {
		p := person.New(1, at)
		p.ID, p.Name.First = id+1, "Jan"
		p.Relations = []person.Relation{{To: 2, Type: relationType}}
		m.people[p.ID] = p
	}
	everything := m.everything()
	for i := range everything.People {
		if everything.People[i].ID == 2 {
			everything.People[i].Document = `{"first_name`
		}
	}
	d := new(directory.Directory)
	if err := d.Load(everything); err != nil {
		t.Fatal(err)
	}
	v := d.View()
	if got := v.Damaged(); !slices.Equal(got, []person.ID{2}) || v.Size() != 2 {
		t.Errorf("damaged: %v of %d", got, v.Size())
	}
	if _, err := v.Person(2, all); fault.KindOf(err) != fault.Internal {
		t.Errorf("got %v", err)
	}
	r, err := v.Person(1, all)
	if err != nil || len(r.Relations) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	named := record.Query{View: all, Window: record.Window{Limit: 9}}
	named.Filter = named.Filter.With(person.Named([]string{"jan"})...)
	if page := v.People(named); page.Total != 2 || len(page.Records) != 2 {
		t.Errorf("%d found", page.Total)
	}
	mended := m.people[2]
	if _, err := d.Apply(directory.Changes{After: 0, Last: 1, People: []person.Stored{mended.Store()}}); err != nil {
		t.Fatal(err)
	}
	if page := d.View().People(named); page.Total != 3 || len(d.View().Damaged()) != 0 {
		t.Errorf("%d found after it was mended", page.Total)
	}
}

const relationType = 1

func TestADirectoryHoldsNoMoreThanItsLimit(t *testing.T) {
	t.Parallel()
	m := newModel()
	for id := range person.ID(3) {
		p := person.New(1, at)
		p.ID = id + 1
		m.people[p.ID] = p
	}
	if err := (&directory.Directory{Limit: 2}).Load(m.everything()); err == nil {
		t.Error("3 people where there is room for 2")
	}
	d := &directory.Directory{Limit: 3}
	if err := d.Load(m.everything()); err != nil || !errors.Is(d.Room(1), directory.ErrFull) {
		t.Errorf("%v, %v", err, d.Room(1))
	}
	if _, err := d.Apply(directory.Changes{Last: 1, RemovedPeople: []person.ID{2}}); err != nil || d.Room(1) != nil {
		t.Errorf("%v, %v", err, d.Room(1))
	}
	beyond := m.people[1]
	beyond.ID = 1 << 40
	if _, err := d.Apply(directory.Changes{After: 1, Last: 2, People: []person.Stored{beyond.Store()}}); err == nil {
		t.Error("a number beyond all bounds")
	}
}

// A club that was empty at the start has the number 0 until its first change.
func TestWhoIsTheFirstInAClubIsFoundByASearch(t *testing.T) {
	t.Parallel()
	d := new(directory.Directory)
	if err := d.Load(directory.Changes{}); err != nil {
		t.Fatal(err)
	}
	jan := person.Person{ID: 1, Name: person.Name{First: "Jan", Last: "Kok"}}
	if _, err := d.Apply(directory.Changes{Last: 1, People: []person.Stored{jan.Store()}}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"k", "ko", "kok", "jan kok"} {
		q := record.Query{View: all, Window: record.Window{Limit: 9}}
		q.Filter = q.Filter.With(listing.ContainsAll(person.KeySearch, []string{text})...)
		if got := d.View().People(q).Total; got != 1 {
			t.Errorf("%q finds %d people", text, got)
		}
	}
}

// All parts of three letters of a text may stand in somebody's name without the text.
func TestWhoHasAllPartsOfATextAndNotTheTextIsNotFound(t *testing.T) {
	t.Parallel()
	m := newModel()
	for i, name := range []person.Name{
		{First: "Abca", Last: "Bcab"}, {First: "Abca", Last: "Bcab"}, {First: "Abca", Last: "Bcab"}, {First: "Abca", Last: "Bcab"},
		{First: "Abcab"}, {Last: "xAbcabx"}, {First: "Jan", Nick: "Abcab"},
		{First: "Defd", Last: "Aefde"}, {First: "Joke"}, {First: "An"},
	} {
		p := person.Person{ID: person.ID(i + 1), Name: name, Addresses: []person.Address{{Street: "Defde 1", PostalCode: "5556 AB"}}}
		if name.First == "Jan" {
			p.Contacts = []person.Contact{{Type: person.Email, Value: "defde@club.example"}}
		}
		m.people[p.ID] = p
	}
	v := load(t, m).View().Noted()
	for _, text := range []string{"abcab", "abcab jan", "bcab", "defde", "5556", "5556ab"} {
		typed := search.Read(text)
		if got, want := v.Search(typed, all), m.searched(typed, all); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", text, got, want)
		}
	}
	for _, text := range []string{"efd", "fde 1", " d", "55", "555", "5556", "6a"} {
		q := record.Query{View: all, Window: record.Window{Limit: 100}}
		q.Filter = q.Filter.With(listing.Test{Key: person.KeyReach, Is: listing.Contains, Value: text})
		if got, want := v.People(q), m.list(q); got.Total != want.Total || want.Total == 0 {
			t.Errorf("%q in what is reached: got %d, want %d", text, got.Total, want.Total)
		}
	}
}
