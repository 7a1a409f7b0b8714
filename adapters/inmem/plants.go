package inmem

import (
	"strings"

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
	Kind   work.Kind // "" for a person
	Change payload.Payload
}

// PlantAbout makes one of the plants that look like what is known. pick chooses from so many, and every value that the stranger
// made up holds the mark.
func PlantAbout(known Known, pick func(choices int) int, mark string) Plant {
	first, rest, _ := strings.Cut(known.ParentName, " ")
	plants := []Plant{
		{"a member by code", "", somebody("Plant", mark, known.Code, "")},
		{"a member by code and name", "", somebody(known.First, known.Last, known.Code, "")},
		{"a member by code and address", "", somebody("Plant", mark, strings.ToLower(known.Code), known.Email)},
		{"a member by name and address", "", somebody(known.First, known.Last, "", known.Email)},
		{"a parent by address and name", "", somebody(first, rest, "", known.ParentEmail)},
		{"a parent by address", "", somebody("Plant", mark, "", known.ParentEmail)},
		{"a parent with a code", "", somebody(first, rest, known.Code, known.ParentEmail)},
		{"a team by title", work.Team, payload.Payload{Title: known.Team}},
		{"a team by id", work.Team, payload.Payload{Title: "Plant " + mark, ACF: map[string]any{payload.TeamKey: known.TeamID}}},
		{"a committee by title", work.Committee, payload.Payload{Title: known.Committee}},
		{"a committee by id", work.Committee,
			payload.Payload{Title: known.Committee, ACF: map[string]any{payload.CommitteeKey: known.CommitteeID}}},
		{"the committee of the whole club", work.Committee, payload.Payload{Title: "Verenigingsbreed"}},
	}
	plant := plants[pick(len(plants))]
	if plant.Kind == "" && pick(2) == 0 {
		for key, value := range PlantedValues(mark, pick) {
			if _, set := plant.Change.ACF[key]; !set || key != "contact_info" {
				plant.Change.ACF[key] = value
			}
		}
	}
	return plant
}

func somebody(first, last, code, email string) payload.Payload {
	acf := map[string]any{"first_name": first, "last_name": last}
	if code != "" {
		acf["assoc-id"] = code
	}
	if email != "" {
		acf["contact_info"] = []map[string]any{contactOf("email", email)}
	}
	return payload.Payload{ACF: acf}
}

func contactOf(kind, value string) map[string]any {
	return map[string]any{"contact_type": kind, "contact_label": "", "contact_value": value}
}

// PlantedValues returns values that a stranger types into a record and wants to see on the site: each by itself, or all of them.
func PlantedValues(mark string, pick func(choices int) int) map[string]any {
	all := []map[string]any{
		{"contact_info": []map[string]any{contactOf("email", mark+"@plant.example"), contactOf("mobile", "+31687654321")}},
		{"addresses": []map[string]any{
			{"address_label": "", "street": "Plantstraat " + mark, "postal_code": "9999 ZZ", "city": mark, "country": "Nederland"},
		}},
		{"datum-vog": "2033-03-03", "helpdesk-id": mark},
		{"financiele-blokkade": true, "former_member": true},
	}
	chosen := pick(len(all) + 1)
	values := map[string]any{}
	for i, some := range all {
		for key, value := range some {
			if chosen == i || chosen == len(all) {
				values[key] = value
			}
		}
	}
	return values
}
