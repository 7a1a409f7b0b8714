package inmem

import (
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
)

// Known is what a stranger may know of somebody in the club, and of a group: enough to make a record that looks like theirs.
type Known struct {
	Code, First, Last, Email string // of a member
	ParentName, ParentEmail  string
	Team, TeamID             string // title, and id on the site
	Committee, CommitteeID   string
}

// Plant is a record that a stranger makes so that it is taken for somebody's, or for a group: tests plant it before and between
// runs.
type Plant struct {
	What   string
	Person payload.Person
	Group  payload.Group // of the kind "" when it is a person
}

// PlantAbout makes one of the plants that look like what is known. pick chooses from so many, and every value that the stranger
// made up holds the mark.
func PlantAbout(known Known, pick func(choices int) int, mark string) Plant {
	first, rest, _ := strings.Cut(known.ParentName, " ")
	team := titled(work.Team, "Plant "+mark)
	team.PublicID, team.Told = known.TeamID, []string{payload.TeamKey}
	committee := payload.Committee(known.CommitteeID, known.Committee)
	plants := []Plant{
		{What: "a member by code", Person: somebody("Plant", mark, known.Code, "")},
		{What: "a member by code and name", Person: somebody(known.First, known.Last, known.Code, "")},
		{What: "a member by code and address", Person: somebody("Plant", mark, strings.ToLower(known.Code), known.Email)},
		{What: "a member by name and address", Person: somebody(known.First, known.Last, "", known.Email)},
		{What: "a parent by address and name", Person: somebody(first, rest, "", known.ParentEmail)},
		{What: "a parent by address", Person: somebody("Plant", mark, "", known.ParentEmail)},
		{What: "a parent with a code", Person: somebody(first, rest, known.Code, known.ParentEmail)},
		{What: "a team by title", Group: titled(work.Team, known.Team)},
		{What: "a team by id", Group: team},
		{What: "a committee by title", Group: titled(work.Committee, known.Committee)},
		{What: "a committee by id", Group: committee},
		{What: "the committee of the whole club", Group: titled(work.Committee, "Verenigingsbreed")},
	}
	plant := plants[pick(len(plants))]
	if plant.Group.Kind == "" && pick(2) == 0 {
		plantValues(&plant.Person, mark, pick)
	}
	return plant
}

func titled(kind work.Kind, title string) payload.Group {
	return payload.Group{Group: group.Group{Kind: kind, Title: title}}
}

func somebody(first, last, code, email string) payload.Person {
	p := payload.Person{
		Person: person.Person{Name: person.Name{First: first, Last: last}, Membership: person.Membership{Code: code}},
		Told:   []string{"first_name", "last_name"},
	}
	if code != "" {
		p.Told = append(p.Told, "assoc-id")
	}
	if email != "" {
		p.Contacts, p.Told = []person.Contact{{Type: person.Email, Value: email}}, append(p.Told, "contact_info")
	}
	return p
}

// PlantedValues returns values that a stranger types into a record and wants to see on the site: each by itself, or all of them.
func PlantedValues(mark string, pick func(choices int) int) (p payload.Person) {
	plantValues(&p, mark, pick)
	return p
}

// plantValues adds them to a person, who keeps the contact rows that are told.
func plantValues(p *payload.Person, mark string, pick func(choices int) int) {
	all := []struct {
		told []string
		set  func()
	}{
		{[]string{"contact_info"}, func() {
			p.Contacts = []person.Contact{{Type: person.Email, Value: mark + "@plant.example"}, {Type: "mobile", Value: "+31687654321"}}
		}},
		{[]string{"addresses"}, func() {
			p.Addresses = []person.Address{
				{Street: "Plantstraat " + mark, PostalCode: "9999 ZZ", City: mark, Country: "Nederland"},
			}
		}},
		{[]string{"datum-vog", "helpdesk-id"}, func() {
			p.Membership.CertificateOn, p.Membership.HelpdeskID = civil.Date{Year: 2033, Month: time.March, Day: 3}, mark
		}},
		{[]string{"financiele-blokkade", "former_member"}, func() { p.Membership.FinancialBlock, p.Membership.Former = true, true }},
	}
	chosen := pick(len(all) + 1)
	for i, some := range all {
		if (chosen == i || chosen == len(all)) && !p.Tells(some.told[0]) {
			some.set()
			p.Told = append(p.Told, some.told...)
		}
	}
}
