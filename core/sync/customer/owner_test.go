package customer_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/customer"
)

func TestWhoseACustomerIsWhenNumbersBecameOthers(t *testing.T) {
	t.Parallel()
	daan := customer.Person{Number: 812, Code: "DDDD44", First: "Daan", Last: "Eik", Emails: []string{"daan@eik.example"}}
	eva := customer.Person{Number: 813, Code: "EEEE55", First: "Eva", Last: "Els", Emails: []string{"eva@els.example"}}
	els := customer.Person{Number: 814, First: "Els", Last: "Eik", Emails: []string{"els@eik.example", "thuis@eik.example"}}
	jan := customer.Person{Number: 815, First: "Jan", Last: "Eik", Emails: []string{"jan@eik.example", "thuis@eik.example"}}
	at := func(number int64, p customer.Person) customer.Person { p.Number = number; return p }
	is := func(customer int64, p customer.Person) customer.Person { p.Customer = customer; return p }
	of := func(id int64, p customer.Person, emails ...string) customer.Remembered {
		return customer.Remembered{Owner: p.Owner(), Customer: id, Emails: emails}
	}
	type remembered = map[int64]customer.Remembered
	type owners = map[int64]int64
	before := func(id int64, emails ...string) customer.Remembered { // of before it was noted
		return customer.Remembered{Customer: id, Emails: emails}
	}
	renamed := els
	renamed.First = "Elsje"
	joined := els
	joined.Code = "HHHH88"
	namesake := els
	namesake.Emails = []string{"ander@elders.example"}
	lower := at(820, daan)
	lower.Code = "dddd44"
	noAddress := at(813, daan)
	noAddress.Emails = nil
	for name, c := range map[string]struct {
		people     []customer.Person
		remembered remembered
		want       owners
	}{
		"everybody has their number": {
			[]customer.Person{daan, eva, els}, remembered{812: of(50, daan), 813: of(51, eva), 814: of(52, els)},
			owners{812: 812, 813: 813, 814: 814},
		},
		"two members changed places": {
			[]customer.Person{at(812, eva), at(813, daan)}, remembered{812: of(50, daan), 813: of(51, eva)}, owners{812: 813, 813: 812},
		},
		"a member has another one's, who has no customer yet": {
			[]customer.Person{at(812, eva), at(813, daan)}, remembered{812: of(50, daan)}, owners{812: 813},
		},
		"without an address, too": {
			[]customer.Person{at(812, eva), noAddress}, remembered{812: of(50, daan, "daan@eik.example")}, owners{812: 813},
		},
		"whatever the record says, a code is another's": {
			[]customer.Person{is(50, at(812, eva)), at(813, daan)}, remembered{812: of(50, daan)}, owners{812: 813},
		},
		"who is not there":      {[]customer.Person{at(812, eva)}, remembered{812: of(50, daan, "daan@eik.example")}, owners{812: 0}},
		"nobody has the number": {[]customer.Person{lower}, remembered{812: of(50, daan)}, owners{812: 820}},
		"a parent has a member's number": {
			[]customer.Person{at(812, els), at(814, daan)}, remembered{812: of(50, daan), 814: of(52, els, "els@eik.example")},
			owners{812: 814, 814: 812},
		},
		"one parent has another one's": {
			[]customer.Person{at(814, jan), at(815, els)}, remembered{814: of(52, els, "THUIS@eik.example")}, owners{814: 815},
		},
		"a name alone finds nobody": {
			[]customer.Person{at(814, jan), at(815, namesake)}, remembered{814: of(52, els, "x@y.example")}, owners{814: 0},
		},
		"of two it could be either": {
			[]customer.Person{at(814, jan), at(815, els), at(816, els)}, remembered{814: of(52, els, "els@eik.example")}, owners{814: 0},
		},
		"a parent who was renamed":             {[]customer.Person{is(52, renamed)}, remembered{814: of(52, els)}, owners{814: 814}},
		"a parent who became a member":         {[]customer.Person{is(52, joined)}, remembered{814: of(52, els)}, owners{814: 814}},
		"and who is none any more":             {[]customer.Person{is(52, els)}, remembered{814: of(52, joined)}, owners{814: 814}},
		"of a member and a parent of one name": {[]customer.Person{joined}, remembered{814: of(52, els)}, owners{814: 0}},
		"who is remembered twice": {
			[]customer.Person{at(812, eva), at(813, daan)}, remembered{812: of(50, daan), 813: of(50, daan)}, owners{812: 0, 813: 813},
		},
		"of before, with the number":  {[]customer.Person{is(50, daan)}, remembered{812: before(50)}, owners{812: 812}},
		"of before, with an address":  {[]customer.Person{daan}, remembered{812: before(50, "Daan@eik.example")}, owners{812: 812}},
		"of before, without customer": {[]customer.Person{daan}, remembered{812: before(0)}, owners{812: 812}},
		"of before, and another's": {
			[]customer.Person{at(812, eva), at(813, daan)}, remembered{812: before(50, "daan@eik.example")}, owners{812: 0},
		},
	} {
		if got := customer.Owners(c.people, c.remembered); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}
