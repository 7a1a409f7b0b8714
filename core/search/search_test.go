package search_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/search"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string // the sentence about q
	}{
		{"", fault.TooShortQuery}, {"a", fault.TooShortQuery}, {"  é  ", fault.TooShortQuery}, {"\u0301\u0301", fault.TooShortQuery},
		{"ab", ""}, {"a b", ""}, {"李明", ""}, {" ÉÉ ", ""},
		{"ab\x00", fault.BadCharacter}, {"\xff\xff\xff", fault.BadCharacter}, {strings.Repeat("x", 10_001), fault.TooLong},
	} {
		_, err := search.Parse(c.text)
		want := map[string]string{"q": c.want}
		if c.want == "" && err != nil || c.want != "" && !maps.Equal(fault.As(err).Params, want) {
			t.Errorf("%.20q: got %v", c.text, err)
		}
	}
}

func TestAtMostTwelveWordsAreLookedFor(t *testing.T) {
	t.Parallel()
	q, err := search.Parse(strings.Repeat("jan ", 12) + "kees")
	if err != nil || len(q.People()) != 12 || len(q.Teams()) != 12 {
		t.Errorf("%d and %d tests, %v", len(q.People()), len(q.Teams()), err)
	}
	if p := named("Jan", "", "Kok"); !finds(q, p) {
		t.Error("the thirteenth word counts")
	}
}

var club = &person.Club{}

func named(first, infix, last string) person.Person {
	return person.Person{Name: person.Name{First: first, Infix: infix, Last: last}}
}

func finds(q search.Query, p person.Person) bool {
	return person.Keys.MatchAll(q.People(), &person.Indexed{Person: &p, Club: club})
}

func points(q search.Query, p person.Person) int {
	return person.Keys.Points(q.PeopleFirst(), &person.Indexed{Person: &p, Club: club})
}

func parse(t interface{ Fatal(...any) }, text string) search.Query {
	q, err := search.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestHowWellSomebodyFits(t *testing.T) {
	t.Parallel()
	former := named("Jan", "", "Kok")
	former.Membership.Former = true
	mailed, nicked, living := named("Piet", "", "Kok"), named("Piet", "", "Kok"), named("Piet", "", "Kok")
	living.Addresses = []person.Address{{Street: "Jansstraat 12", PostalCode: "1234 AB", City: "Ons Dorp"}}
	mailed.Contacts = []person.Contact{{Type: person.Email, Value: "jan@club.example"}}
	nicked.Name.Nick = "Jan"
	for _, c := range []struct {
		name, text string
		who        person.Person
		want       int // 0 for not found
	}{
		{"the first name", "jan", named("Jan", "", "Kok"), 100},
		{"in another case, with accents", "JOËL", named("Joel", "", "Kok"), 100},
		{"accents in the name", "joel", named("Joël", "", "Kok"), 100},
		{"the first name's beginning", "ja", named("Jan", "", "Kok"), 80},
		{"inside it", "an", named("Jan", "", "Kok"), 60},
		{"the infix", "van", named("Kees", "van der", "Kok"), 50},
		{"the last name", "kok", named("Jan", "", "Kok"), 90},
		{"the last name without its infix", "leeuw", named("Jan", "de", "Leeuw"), 90},
		{"the last name's beginning", "ko", named("Jan", "", "Kok"), 70},
		{"inside the last name", "ok", named("Jan", "", "Kok"), 40},
		{"an address", "jansstr", living, 20},
		{"an address and a name", "kok jansstr", living, 90},
		{"an e-mail address", "jan@club", mailed, 30},
		{"the nickname", "jan", nicked, 30},
		{"the best of two counts", "van", named("Ivan", "van", "Kok"), 60},
		{"nobody's", "kees", named("Jan", "", "Kok"), 0},
		{"one of two words only", "jan kees", named("Jan", "", "Kok"), 0},
		{"of two words the better", "kok ja", named("Jan", "", "Kok"), 90},
		{"the first name among two words", "kok jan", named("Jan", "", "Kok"), 100},
		{"a whole name", "jan de vries", named("Jan", "de", "Vries"), 100},
		{"a first name of two words", "jan peter", named("Jan Peter", "", "Kok"), 80},
		{"the beginning of a name", "jan-peter de", named("Jan-Peter", "de", "Wit"), 100},
		{"a former member", "jan", former, 100},
	} {
		q := parse(t, c.text)
		if found := finds(q, c.who); found != (c.want != 0) {
			t.Errorf("%s: found is %v", c.name, found)
		} else if got := points(q, c.who); found && got != c.want {
			t.Errorf("%s: got %d points, want %d", c.name, got, c.want)
		}
	}
}

// inOrder returns those found of the people, the best first, and by last name when they fit alike.
func inOrder(t *testing.T, text string, people ...person.Person) (names []string) {
	q := parse(t, text)
	order := listing.Order{Best: q.PeopleFirst(), By: search.FirstHits}
	slices.SortFunc(people, func(a, b person.Person) int {
		return person.Keys.Compare(order, &person.Indexed{Person: &a, Club: club}, &person.Indexed{Person: &b, Club: club})
	})
	for _, p := range people {
		if finds(q, p) {
			names = append(names, p.Name.Full())
		}
	}
	return names
}

func TestWhoComesFirst(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		who  []person.Person
		want []string
	}{
		{"jan", []person.Person{
			named("Piet", "", "Jansen"), named("Marjan", "", "Bos"), named("Janneke", "", "Bos"), named("Jan", "", "Zwart"),
		}, []string{"Jan Zwart", "Janneke Bos", "Piet Jansen", "Marjan Bos"}},
		{"jans", []person.Person{named("Adriaan", "", "Janssen"), named("Zoë", "", "Jansen"), named("Bo", "", "Verjans"), named("Jans", "", "Vos")},
			[]string{"Jans Vos", "Zoë Jansen", "Adriaan Janssen", "Bo Verjans"}},
		{"jan de vr", []person.Person{
			named("Vreni", "de", "Jan"), named("Adevra", "", "Jansen"), named("Jan", "de", "Vries"), named("Jande", "", "Vries"),
		}, []string{"Jan de Vries", "Vreni de Jan", "Jande Vries", "Adevra Jansen"}},
		{"anna de wit", []person.Person{named("Joanna", "de", "Witte"), named("Annabel", "de", "Wit"), named("Anna", "de", "Wit")},
			[]string{
				"Anna de Wit", "Annabel de Wit", "Joanna de Witte",
			}},
		{"joel", []person.Person{named("Joelle", "", "A"), named("Joël", "", "Z")}, []string{"Joël Z", "Joelle A"}},
	} {
		if got := inOrder(t, c.text, c.who...); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestHowWellAGroupFits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		group      group.Group
		want       int
	}{
		{"by its title", "jo9-1", group.Group{Title: "JO9-1"}, 100},
		{"by how its title begins", "jo9", group.Group{Title: "JO9-1"}, 80},
		{"by its title's end", "9-1", group.Group{Title: "JO9-1"}, 60},
		{"by what it says of itself", "veld", group.Group{Title: "JO9-1", Content: "Op veld 3"}, 20},
		{"by a word in each", "jo9 veld", group.Group{Title: "JO9-1", Content: "Op veld 3"}, 80},
		{"by its number", "19002", group.Group{Title: "JO9-1", PublicID: "190021"}, 20},
		{"not at all", "mo9", group.Group{Title: "JO9-1"}, 0},
	} {
		q := parse(t, c.text)
		if found := group.Keys.MatchAll(q.Teams(), &c.group); found != (c.want != 0) {
			t.Errorf("%s: found is %v", c.name, found)
		} else if got := group.Keys.Points(q.TeamsFirst(), &c.group); found && got != c.want {
			t.Errorf("%s: got %d points, want %d", c.name, got, c.want)
		}
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	many := make([]string, 51)
	for i := range many {
		many[i] = fmt.Sprint("field", i)
	}
	for _, c := range []struct {
		name        string
		fields      []string
		want        []string
		wantProblem string
	}{
		{"none", nil, []string{}, ""},
		{"each once, in their order, without blanks", []string{" b", "a", "", "b", "  "}, []string{"b", "a"}, ""},
		{"as many as there may be", many[:50], many[:50], ""},
		{"one more, but said twice", append(slices.Clone(many[:50]), many[0]), many[:50], ""},
		{"one too many", many, many, search.TooManyFields},
		{"contributions", []string{"a", " _nikki_2026_saldo "}, []string{"a", "_nikki_2026_saldo"}, search.EntrustedField},
		{"where invoices go", []string{"factuur-email"}, []string{"factuur-email"}, search.EntrustedField},
		{"whom no contribution is asked of", []string{"_exclude_from_contributie"}, []string{"_exclude_from_contributie"},
			search.EntrustedField},
		{"a NUL", []string{"a\x00"}, []string{"a\x00"}, fault.BadCharacter},
	} {
		s := search.Settings{Fields: c.fields}
		err := s.Validate()
		if !slices.Equal(s.Fields, c.want) || s.Fields == nil {
			t.Errorf("%s: got %q", c.name, s.Fields)
		}
		if got := ""; err != nil {
			if got = fault.As(err).Params["searchable_fields"]; got != c.wantProblem {
				t.Errorf("%s: got %v", c.name, err)
			}
		} else if c.wantProblem != "" {
			t.Errorf("%s: accepted", c.name)
		}
	}
}
