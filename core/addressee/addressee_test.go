package addressee_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
)

var today = civil.Date{Year: 2026, Month: 6, Day: 15}

// who reads "email a@b.example; mobile 0612".
func who(id person.ID, contacts string) person.Person {
	p := person.Person{ID: id}
	for _, contact := range strings.Split(contacts, "; ") {
		kind, value, _ := strings.Cut(contact, " ")
		p.Contacts = append(p.Contacts, person.Contact{Type: person.ContactType(kind), Value: value})
	}
	return p
}

func born(p person.Person, on string) person.Person {
	if _, err := fmt.Sscanf(on, "%d-%d-%d", &p.Birthdate.Year, &p.Birthdate.Month, &p.Birthdate.Day); err != nil {
		panic(err)
	}
	return p
}

func TestWhoIsReached(t *testing.T) {
	t.Parallel()
	child := born(who(1, "email kind@x.example"), "2014-01-01")
	mother, father, uncle := who(2, "email ma@x.example"), who(3, "email2 pa@x.example"), who(4, "mobile 0612345678")
	late := who(5, "email oma@x.example")
	late.DiedOn = today
	dead := child
	dead.DiedOn = today
	for _, c := range []struct {
		name    string
		about   person.Person
		parents []person.Person
		to      addressee.To
		want    string
	}{
		{"a child through both parents", child, []person.Person{mother, father}, addressee.Parents, "2 3"},
		{"themselves alone", child, []person.Person{mother, father}, addressee.Self, "1"},
		{"parents and child", child, []person.Person{mother, father}, addressee.Both, "2 3 1"},
		{"through the parent who has an address", child, []person.Person{uncle, father}, addressee.Parents, "3"},
		{"itself, when no parent has one", child, []person.Person{uncle}, addressee.Parents, "1"},
		{"itself, without parents", child, nil, addressee.Parents, "1"},
		{"never through somebody who has died", child, []person.Person{late}, addressee.Parents, "1"},
		{"who has died is not reached", late, nil, addressee.Parents, ""},
		{"nobody about a child that has died", dead, []person.Person{mother, father}, addressee.Both, ""},
		{"whose birthday nobody knows: themselves", mother, []person.Person{father}, addressee.Parents, "2"},
		{"the day before the sixteenth birthday", born(child, "2010-06-16"), []person.Person{mother}, addressee.Parents, "2"},
		{"on that birthday", born(child, "2010-06-15"), []person.Person{mother}, addressee.Parents, "1"},
		{"no address that is none", who(6, "email 0612345678"), nil, addressee.Self, ""},
	} {
		var got []string
		for _, p := range addressee.About(&c.about, c.parents, c.to, addressee.Email, today) {
			got = append(got, fmt.Sprint(p.ID))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestEachAddressOnce(t *testing.T) {
	t.Parallel()
	mother := who(9, "email Ma@x.example; mobile +31 6 12345678")
	sister, brother := born(who(1, "other x"), "2014-01-01"), born(who(2, "email ma@x.example"), "2015-01-01")
	alone := who(3, "website https://x.example")
	for by, want := range map[addressee.By]addressee.List{
		addressee.Email: {Values: []string{"Ma@x.example"}, Parents: 1, People: 4, Without: []person.ID{3}},
		addressee.Phone: {Values: []string{"+31 6 12345678"}, Parents: 1, People: 4, Without: []person.ID{3}},
	} {
		list := addressee.Gatherer{To: addressee.Both, By: by, On: today}
		list.Add(&sister, []person.Person{mother})
		list.Add(&brother, []person.Person{mother})
		list.Add(&alone, nil)
		grandmother := who(4, "email MA@x.example; phone 06-12345678")
		list.Add(&grandmother, nil)
		if !reflect.DeepEqual(list.List, want) {
			t.Errorf("%s: got %+v", by, list.List)
		}
	}
}

func TestParentsOf(t *testing.T) {
	t.Parallel()
	p := person.Person{Relations: []person.Relation{
		{To: 5, Type: relation.Sibling}, {To: 6, Type: relation.Parent}, {To: 7, Type: relation.Child}, {To: 8, Type: relation.Parent},
	}}
	if got := addressee.ParentsOf(&p); !slices.Equal(got, []person.ID{6, 8}) {
		t.Errorf("got %v", got)
	}
}
