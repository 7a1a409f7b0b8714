package person_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

func TestTitleAndSlug(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        person.Name
		title, slug string
	}{
		{person.Name{First: "Jan", Infix: "van der", Last: "Berg", Nick: "x"}, "Jan van der Berg", "jan-van-der-berg-12"},
		{person.Name{First: "Jan", Last: "Kok"}, "Jan Kok", "jan-kok-12"},
		{person.Name{First: " Jan ", Infix: " ", Last: " Kok"}, "Jan Kok", "jan-kok-12"},
		{person.Name{First: "Joël", Last: "Çelik-O'Brien"}, "Joël Çelik-O'Brien", "joel-celik-o-brien-12"},
		{person.Name{First: "100%", Last: "--x--"}, "100% --x--", "100-x-12"},
		{person.Name{}, "Naamloos", "naamloos-12"},
		{person.Name{First: "李"}, "李", "persoon-12"},
		{person.Name{First: strings.Repeat("a", 1000)}, strings.Repeat("a", 1000), strings.Repeat("a", 400) + "-12"},
	} {
		if got := c.name.Full(); got != c.title {
			t.Errorf("%+v: title %q, want %q", c.name, got, c.title)
		}
		if got := person.Slug(c.name, 12); got != c.slug {
			t.Errorf("%+v: slug %q, want %q", c.name, got, c.slug)
		}
	}
}

func TestASlugComesApartAgain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := person.Person{ID: rapid.Int64Min(1).Draw(t, "id"), Name: person.Name{First: rapid.String().Draw(t, "first")}}
		name, id, ok := person.SplitSlug(person.Slug(p.Name, p.ID))
		if !ok || id != p.ID || name != p.Index().Slug {
			t.Fatalf("got %q %d %v, want %q", name, id, ok, p.Index().Slug)
		}
	})
	for _, text := range []string{"", "jan", "jan-", "jan-x", "jan-0", "jan-01", "jan-+1", "jan--1x", "12", "jan-9223372036854775808"} {
		if name, id, ok := person.SplitSlug(text); ok {
			t.Errorf("%q came apart as %q and %d", text, name, id)
		}
	}
}

func inOrder(names []person.Name, order person.Order) []string {
	people := make([]person.Person, len(names))
	for i, name := range names {
		people[i] = person.Person{ID: person.ID(i + 1), Name: name}
	}
	slices.SortFunc(people, func(a, b person.Person) int { return order.Compare(&a, &b, asOf) })
	sorted := make([]string, len(people))
	for i := range people {
		sorted[i] = people[i].Name.Full()
	}
	return sorted
}

func TestDutchNamesSortByLastNameWithoutInfix(t *testing.T) {
	t.Parallel()
	got := inOrder([]person.Name{
		{First: "Eva", Last: "Visser"}, {First: "Tom", Infix: "de", Last: "Leeuw"}, {First: "Bo", Last: "kok"}, {First: "Ömer", Last: "Öztürk"},
		{First: "Noor", Last: "de Leeuw"}, {First: "Piet", Last: "van der Zwart"}, {First: "Luc", Last: "De Smet"}, {First: "An", Last: "Kók"},
		{First: "Kim", Last: "op"}, {First: "Ot", Last: "van 't Hof"},
	}, person.Order{{By: person.ByLast}, {By: person.ByFirst}})
	want := []string{
		"Luc De Smet", "Ot van 't Hof", "An Kók", "Bo kok", "Noor de Leeuw", "Tom de Leeuw", "Kim op", "Ömer Öztürk", "Eva Visser", "Piet van der Zwart",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestAgeGroupsSortFromYoungToOld(t *testing.T) {
	t.Parallel()
	want := []string{
		"", "Onder 6", "Onder 9", "Onder 9 Meiden", "onder  10", "Onder 10 Meiden", "Onder 19", "Onder 23", "Anders", "Onder elkaar", "Senioren", "Senioren Vrouwen",
	}
	keys := make([]string, len(want))
	for i, group := range want {
		p := person.Person{Membership: person.Membership{AgeGroup: group}}
		keys[i] = p.Index().AgeGroup
	}
	if !slices.IsSorted(keys) {
		t.Errorf("got %q", keys)
	}
}

func TestLongKeysAreCutAtACharacter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Repeat("x", rapid.IntRange(0, 3).Draw(t, "before")) + strings.Repeat(rapid.SampledFrom([]string{"a", "ω", "李", "😀"}).Draw(t, "letter"), 500)
		p := person.Person{
			Name:       person.Name{First: text, Last: text},
			Membership: person.Membership{Code: text, Type: text, AgeGroup: text},
		}
		ix := p.Index()
		for _, key := range []string{ix.Title, ix.First, ix.Last, ix.Code, ix.MemberType, ix.AgeGroup, ix.Slug} {
			if len(key) > 400 || !utf8.ValidString(key) {
				t.Fatalf("%d bytes: %q", len(key), key)
			}
		}
		if len(ix.First) < 397 || !strings.HasPrefix(fold.Key(text), ix.First) {
			t.Fatalf("cut to %d bytes", len(ix.First))
		}
	})
}

func TestAnOrderIsTotal(t *testing.T) {
	t.Parallel()
	same := []person.Name{{First: "Jan"}, {First: "Jan"}, {First: "Jan"}}
	for _, c := range []struct {
		name  string
		order person.Order
		want  string
	}{
		{"by number without an order", nil, "[{id false}]"},
		{"the number goes the way of the first column", person.Order{{By: person.ByLast, Desc: true}, {By: person.ByFirst}}, "[{last_key true} {first_key false} {id true}]"},
	} {
		if got := fmt.Sprint(c.order.Total()); got != c.want {
			t.Errorf("%s: got %s", c.name, got)
		}
	}
	order := make(person.Order, 1, 8)
	order[0] = person.Sort{By: person.ByFirst, Desc: true}
	if order.Total(); order[:2][1] != (person.Sort{}) {
		t.Error("Total wrote into the order's own memory")
	}
	if got := inOrder(same, order); len(got) != 3 {
		t.Errorf("got %v", got)
	}
}

func TestColumns(t *testing.T) {
	t.Parallel()
	older, younger := jan(), jan()
	younger.ID = 13
	for column, raise := range map[person.Column]func(*person.Person){
		person.ByCreated:     func(p *person.Person) { p.Created = p.Created.Add(time.Microsecond) },
		person.ByModified:    func(p *person.Person) { p.Modified = p.Modified.Add(time.Microsecond) },
		person.ByTitle:       func(p *person.Person) { p.Name.First = "Zeger" },
		person.ByFirst:       func(p *person.Person) { p.Name.First = "Zeger" },
		person.ByLast:        func(p *person.Person) { p.Name.Last = "Zwart" },
		person.ByCode:        func(p *person.Person) { p.Membership.Code = "A" },
		person.ByMemberType:  func(p *person.Person) { p.Membership.Type = "Bondslid" },
		person.ByAgeGroup:    func(p *person.Person) { p.Membership.AgeGroup = "Onder 9" },
		person.BySince:       func(p *person.Person) { p.Membership.Since = asOf.Day },
		person.ByUntil:       func(p *person.Person) { p.Membership.Until = asOf.Day },
		person.ByCertificate: func(p *person.Person) { p.Membership.CertificateOn = asOf.Day },
		person.ByBirthdate:   func(p *person.Person) { p.Birthdate = asOf.Day },
		person.ByFormer:      func(p *person.Person) { p.Membership.Former = true },
		person.ByBlock:       func(p *person.Person) { p.Membership.FinancialBlock = true },
	} {
		higher := older.Clone()
		higher.ID = 1 // the number alone would put it first
		raise(&higher)
		up, down := person.Order{{By: column}}, person.Order{{By: column, Desc: true}}
		if up.Compare(&older, &higher, asOf) >= 0 || up.Compare(&higher, &older, asOf) <= 0 || down.Compare(&higher, &older, asOf) >= 0 {
			t.Errorf("%s does not sort", column)
		}
		if up.Compare(&older, &younger, asOf) >= 0 || down.Compare(&older, &younger, asOf) <= 0 {
			t.Errorf("%s: equal people are not ordered by number", column)
		}
	}
	idle := older.Clone()
	idle.ID, idle.Work = 99, nil
	if (person.Order{{By: person.ByVolunteer}}).Compare(&idle, &older, asOf) >= 0 {
		t.Error("volunteers do not come last")
	}
	if (person.Order{{By: person.ByID, Desc: true}}).Compare(&younger, &older, asOf) >= 0 {
		t.Error("numbers do not sort")
	}
}

func TestFilter(t *testing.T) {
	t.Parallel()
	p := jan()
	former := person.Filter{}.Current()
	for _, c := range []struct {
		name   string
		filter person.Filter
		want   bool
	}{
		{"the zero filter lets everybody through", person.Filter{}, true},
		{"included", person.Filter{Include: []person.ID{1, 12}}, true},
		{"not included", person.Filter{Include: []person.ID{1}}, false},
		{"an empty list includes nobody", person.Filter{Include: []person.ID{}}, false},
		{"excluded", person.Filter{Exclude: []person.ID{12}}, false},
		{"excluded beats included", person.Filter{Include: []person.ID{12}, Exclude: []person.ID{12}}, false},
		{"by slug", person.Filter{Slugs: []string{"x", "jan-de-wit-12"}}, true},
		{"by another's slug", person.Filter{Slugs: []string{"jan-de-wit-13", "jan-12"}}, false},
		{"no slugs let nobody through", person.Filter{Slugs: []string{}}, false},
		{"a part of a word", person.Filter{Words: []string{"wi"}}, true},
		{"all words, in any order", person.Filter{Words: []string{"wit", "jan"}}, true},
		{"one word is missing", person.Filter{Words: []string{"wit", "kees"}}, false},
		{"the nickname is not searched", person.Filter{Words: []string{"jantje"}}, false},
		{"changed after", person.Filter{ModifiedAfter: now.Add(-time.Microsecond)}, true},
		{"changed at the very time", person.Filter{ModifiedAfter: now}, false},
		{"of an author", person.Filter{Author: 1}, true},
		{"of another author", person.Filter{Author: 2}, false},
		{"not of an author", person.Filter{NotAuthor: 1}, false},
		{"not of another author", person.Filter{NotAuthor: 2}, true},
		{"current members", former, true},
		{"former members", person.Filter{Former: person.Yes}, false},
		{"volunteers", person.Filter{Volunteer: person.Yes}, true},
		{"others than volunteers", person.Filter{Volunteer: person.No}, false},
	} {
		if got := c.filter.Match(&p, asOf); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
	p.Membership.Former, p.Work = true, []work.Entry{}
	if former.Match(&p, asOf) || !(person.Filter{Former: person.Yes, Volunteer: person.No}).Match(&p, asOf) {
		t.Error("a former member who is no volunteer passes for another")
	}
}
