package directory_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// clubOf is a club in which everybody has all that people usually have.
func clubOf(size int) directory.Changes {
	firsts := []string{"Jan", "Zoë", "Mohammed", "Sanne", "Piet", "Fatima", "Anne-Marie", "Bram"}
	lasts := []string{"Jansen", "Bakker", "Öztürk", "Visser", "Groot", "Kok", "Vermeulen", "Timmermans", "Dekker", "Smit"}
	c := directory.Changes{RelationTypes: &[]relation.Type{{Term: term.Term{ID: 1, Name: "Ouder", Slug: "ouder"}}}}
	for i := range size {
		id := int64(i + 1)
		p := person.Person{
			ID: id, Author: 1 + id%20, Administered: true, Created: at.Add(time.Duration(i) * time.Minute),
			Modified: at.Add(time.Duration(i) * time.Hour),
			Name: person.Name{First: firsts[i%len(firsts)], Infix: []string{"", "van der"}[i%2],
				Last: fmt.Sprint(lasts[i%len(lasts)], i/80)},
			Birthdate: day(1950+i%70, time.Month(1+i%12), 1+i%28),
			Contacts: []person.Contact{
				{Type: person.Email, Value: fmt.Sprintf("lid%d@club.example", i)}, {Type: "mobile", Value: fmt.Sprintf("06-%08d", i)},
			},
			Addresses: []person.Address{{Street: fmt.Sprintf("Dorpsstraat %d", i), PostalCode: "1234 AB", City: "Ons Dorp",
				Country: "Nederland"}},
			Work:       []work.Entry{{Group: 1 + id%40, Kind: work.Team, Title: "Speler", Start: day(2024, 7, 1), Current: true}},
			Relations:  []person.Relation{{To: 1 + (id % int64(size)), Type: 1}},
			Membership: person.Membership{Code: fmt.Sprintf("AB%05d", i), Type: "Senior", AgeGroup: "Senioren", Since: day(2010, 1, 1)},
		}
		c.People = append(c.People, p.Store())
	}
	return c
}

func BenchmarkLoad(b *testing.B) {
	everything := clubOf(10_000)
	for b.Loop() {
		if err := new(directory.Directory).Load(everything); err != nil {
			b.Fatal(err)
		}
	}
}

// reads are the reads whose allocations are counted, and how many there may be at most.
var reads = []struct {
	name string
	most float64
	read func(v *directory.View) int
}{
	{"one", 2, func(v *directory.View) int {
		record, _ := v.Person(77, everybody)
		return int(record.ID)
	}},
	{"list of 100", 40, func(v *directory.View) int {
		order := listing.Order{By: []listing.Sort{{By: person.KeyTitle}}}
		return len(v.People(record.Query{View: everybody, Window: record.Window{Order: order, Limit: 100}}).Records)
	}},
	{"filtered list of 100", 60, func(v *directory.View) int {
		filter := record.Filter{Tests: []listing.Test{{Key: person.KeyMemberType, Value: person.MemberTypeKey("Senior")}}}
		return len(v.People(record.Query{View: everybody, Filter: filter, Window: record.Window{Limit: 100}}).Records)
	}},
	{"search of two letters", 300, searchFor("ba")},
	{"search of a name", 300, searchFor("Dekker7")},
	{"search of a telephone number", 300, searchFor("+31 6 0000 0777")},
	{"search of an address", 1600, searchFor("dorpsstraat 777")},
}

func searchFor(text string) func(*directory.View) int {
	return func(v *directory.View) int {
		q, _ := search.Parse(text)
		return len(v.Search(q, everybody).List)
	}
}

var everybody = record.View{Day: day(2026, 3, 29), Reader: access.Everything}

func BenchmarkRead(b *testing.B) {
	d := loaded(b, 10_000)
	for _, r := range reads {
		b.Run(r.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if r.read(d.View()) == 0 {
					b.Fatal("nobody")
				}
			}
		})
	}
}

// BenchmarkNewOrder is a list in an order that nobody asked for before: everybody is put in it.
func BenchmarkNewOrder(b *testing.B) {
	d := loaded(b, 10_000)
	b.ReportAllocs()
	for number := 1; b.Loop(); number++ {
		order := listing.Order{By: []listing.Sort{
			{By: person.KeyBirthdate, AtLeast: fmt.Sprintf("%08d", number)}, {By: person.KeyLast, Desc: true}, {By: person.KeyFirst},
		}}
		if len(d.View().People(record.Query{View: everybody, Window: record.Window{Order: order, Limit: 100}}).Records) != 100 {
			b.Fatal("nobody")
		}
	}
}

// BenchmarkChange is one change of a person, with a list asked before and after it.
func BenchmarkChange(b *testing.B) {
	d := loaded(b, 10_000)
	everything := clubOf(100)
	b.ReportAllocs()
	for number := int64(1); b.Loop(); number++ {
		p := everything.People[number%100]
		p.Modified = p.Modified.Add(time.Duration(number) * time.Millisecond)
		if contained, err := d.Apply(directory.Changes{After: number - 1, Last: number, People: []person.Stored{p}}); !contained ||
			err != nil {
			b.Fatal(contained, err)
		}
	}
}

func loaded(t testing.TB, size int) *directory.Directory {
	d := new(directory.Directory)
	if err := d.Load(clubOf(size)); err != nil {
		t.Fatal(err)
	}
	return d
}

func BenchmarkUnpack(b *testing.B) {
	var d directory.Directory
	if err := d.Load(clubOf(10_000)); err != nil {
		b.Fatal(err)
	}
	parts, _ := d.View().Packed()
	var list []string
	for part := range parts {
		list = append(list, string(part))
	}
	b.ReportAllocs()
	for b.Loop() {
		n := directory.NewNewcomers(work.DefaultRules(), search.Settings{})
		for _, part := range list {
			if err := n.AddPacked(part); err != nil {
				b.Fatal(err)
			}
		}
	}
}
