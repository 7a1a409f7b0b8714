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
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
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
		{person.Name{First: strings.Repeat("a", 1000)}, strings.Repeat("a", 1000), strings.Repeat("a", 200) + "-12"},
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
		if key := person.Keys.Of(person.KeySlug, &p); !ok || id != p.ID || name != key {
			t.Fatalf("got %q %d %v, want %q", name, id, ok, key)
		}
	})
	for _, text := range []string{"", "jan", "jan-", "jan-x", "jan-0", "jan-01", "jan-+1", "jan--1x", "12", "jan-9223372036854775808"} {
		if name, id, ok := person.SplitSlug(text); ok {
			t.Errorf("%q came apart as %q and %d", text, name, id)
		}
	}
}

func inOrder(names []person.Name, order listing.Order) []string {
	people := make([]person.Person, len(names))
	for i, name := range names {
		people[i] = person.Person{ID: person.ID(i + 1), Name: name}
	}
	slices.SortFunc(people, func(a, b person.Person) int { return person.Compare(order, &a, &b, asOf) })
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
	}, listing.Order{{By: person.KeyLast}, {By: person.KeyFirst}})
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
		keys[i] = person.Keys.Of(person.KeyAgeGroup, &p)
	}
	if !slices.IsSorted(keys) {
		t.Errorf("got %q", keys)
	}
}

func TestWithoutALastNameTheFirstIsSortedBy(t *testing.T) {
	t.Parallel()
	got := inOrder([]person.Name{{First: "Wim"}, {First: "Bo", Last: "Visser"}, {First: "Karin de Boer", Last: " "}}, listing.Order{{By: person.KeyLast}})
	if want := []string{"Karin de Boer", "Bo Visser", "Wim"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestKeysOfAPerson(t *testing.T) {
	t.Parallel()
	p := jan()
	p.Membership.Code, p.Membership.Former = " BCDF12Ë", true
	for key, want := range map[string]string{
		person.KeyCreated: "2026-03-29T12:30:15.123456Z", person.KeyAuthor: listing.Number(p.Author), person.KeyTitle: "jan de wit",
		person.KeyFirst: "jan", person.KeyLast: "wit", person.KeySlug: "jan-de-wit", person.KeyCode: "bcdf12e", person.KeyMemberType: "",
		person.KeyAgeGroup: "", person.KeySince: "", person.KeyCertificate: "2023-01-01", person.KeyBirthdate: "1990-05-06",
		person.KeyFormer: "1", person.KeyBlock: "0",
	} {
		if got := person.Keys.Of(key, &p); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

func TestLongKeysAreCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("李", 500)
	p := person.Person{Name: person.Name{First: long, Last: long}, Membership: person.Membership{Code: long, Type: long, AgeGroup: long}}
	for i, value := range person.Keys.Values(&p) {
		if len(value) > 400 || !utf8.ValidString(value) {
			t.Errorf("%s: %d bytes", person.Keys.Names()[i], len(value))
		}
	}
	if first := person.Keys.Of(person.KeyFirst, &p); len(first) < 397 || !strings.HasPrefix(fold.Key(long), first) {
		t.Errorf("cut to %d bytes", len(first))
	}
}

func TestEveryKeySorts(t *testing.T) {
	t.Parallel()
	older, younger := jan(), jan()
	younger.ID = 13
	raise := map[string]func(*person.Person){
		person.KeyCreated:     func(p *person.Person) { p.Created = p.Created.Add(time.Microsecond) },
		person.KeyModified:    func(p *person.Person) { p.Modified = p.Modified.Add(time.Microsecond) },
		person.KeyAuthor:      func(p *person.Person) { p.Author++ },
		person.KeyTitle:       func(p *person.Person) { p.Name.First = "Zeger" },
		person.KeyFirst:       func(p *person.Person) { p.Name.First = "Zeger" },
		person.KeyLast:        func(p *person.Person) { p.Name.Last = "Zwart" },
		person.KeySlug:        func(p *person.Person) { p.Name.First = "Zeger" },
		person.KeyCode:        func(p *person.Person) { p.Membership.Code = "A" },
		person.KeyMemberType:  func(p *person.Person) { p.Membership.Type = "Bondslid" },
		person.KeyAgeGroup:    func(p *person.Person) { p.Membership.AgeGroup = "Onder 9" },
		person.KeySince:       func(p *person.Person) { p.Membership.Since = asOf.Day },
		person.KeyUntil:       func(p *person.Person) { p.Membership.Until = asOf.Day },
		person.KeyCertificate: func(p *person.Person) { p.Membership.CertificateOn = asOf.Day },
		person.KeyBirthdate:   func(p *person.Person) { p.Birthdate = asOf.Day },
		person.KeyFormer:      func(p *person.Person) { p.Membership.Former = true },
		person.KeyBlock:       func(p *person.Person) { p.Membership.FinancialBlock = true },
	}
	compare := func(by string, desc bool, a, b *person.Person) int {
		return person.Compare(listing.Order{{By: by, Desc: desc}}, a, b, asOf)
	}
	for _, key := range person.Keys.Names() {
		if raise[key] == nil {
			t.Errorf("%s has no case here", key)
			continue
		}
		higher := older.Clone()
		higher.ID = 1 // the number alone would put it first
		raise[key](&higher)
		if compare(key, false, &older, &higher) >= 0 || compare(key, false, &higher, &older) <= 0 || compare(key, true, &higher, &older) >= 0 {
			t.Errorf("%s does not sort", key)
		}
		if compare(key, false, &older, &younger) >= 0 || compare(key, true, &older, &younger) <= 0 {
			t.Errorf("%s: equal people are not ordered by number", key)
		}
	}
	idle := older.Clone()
	idle.ID, idle.Work = 99, nil
	if compare(person.ByVolunteer, false, &idle, &older) >= 0 || compare(person.ByVolunteer, true, &idle, &older) <= 0 {
		t.Error("volunteers do not come last")
	}
}

func TestAnOrderIsTotal(t *testing.T) {
	t.Parallel()
	first, second, last := jan(), jan(), jan()
	first.ID, second.ID, last.ID, last.Name.First = 1, 2, 3, "Zeger"
	byLast, byFirst := listing.Sort{By: person.KeyLast}, listing.Sort{By: person.KeyFirst}
	down := func(s listing.Sort) listing.Sort { s.Desc = true; return s }
	for _, c := range []struct {
		name  string
		order listing.Order
		want  string
	}{
		{"by number without an order", nil, "[1 2 3]"},
		{"the second key decides between equal first ones", listing.Order{byLast, down(byFirst)}, "[3 1 2]"},
		{"the number goes the way of the first key", listing.Order{down(byLast), byFirst}, "[2 1 3]"},
	} {
		sorted := []person.Person{second, last, first}
		slices.SortFunc(sorted, func(a, b person.Person) int { return person.Compare(c.order, &a, &b, asOf) })
		if got := fmt.Sprint([]person.ID{sorted[0].ID, sorted[1].ID, sorted[2].ID}); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
