package peopleapi_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/relation"
)

const addresses = "/api/club/v1/people/addresses"

func TestAddresses(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	register := func(first, born, email, mobile string, parents ...int64) int64 {
		contacts, rows := []object{}, []object{}
		for kind, value := range map[string]string{"email": email, "mobile": mobile} {
			if value != "" {
				contacts = append(contacts, object{"contact_type": kind, "contact_value": value})
			}
		}
		for _, parent := range parents {
			rows = append(rows, object{"related_person": parent, "relationship_type": relation.Parent})
		}
		return s.Post(apitest.People, object{"acf": object{
			"first_name": first, "last_name": "Vries", "birthdate": born, "contact_info": contacts, "relationships": rows,
		}}, admin).Is(201).ID()
	}
	mother := register("Els", "1984-01-01", "els@club.example", "0611111111")
	child := register("Bo", "2015-01-01", "bo@club.example", "", mother)
	brother := register("Cas", "2017-01-01", "", "", mother)
	alone := register("Dirk", "1950-01-01", "", "")
	gone := register("Emma", "1980-01-01", "emma@club.example", "")
	s.Send("PUT", apitest.At(apitest.People, gone), object{"acf": object{"former_member": true}}, admin).Is(200)

	everybody, none := object{"filter": object{}, "expected": 4}, []string{""}
	ids := func(ids ...int64) object { return object{"ids": ids} }
	with := func(body object, key, value string) object {
		changed := object{key: value}
		for k, v := range body {
			changed[k] = v
		}
		return changed
	}
	for name, c := range map[string]struct {
		body            object
		addresses       []any
		parents, people float64
		without         []any
	}{
		"children through their mother, once": {ids(child, brother), []any{"els@club.example"}, 1, 2, []any{}},
		"themselves": {with(ids(child, brother), "to", "self"), []any{"bo@club.example"}, 0, 2,
			[]any{object{"id": float64(brother), "name": "Cas Vries"}}},
		"both":    {with(ids(child), "to", "both"), []any{"els@club.example", "bo@club.example"}, 1, 1, []any{}},
		"numbers": {with(ids(child, mother), "by", "phone"), []any{"0611111111"}, 1, 2, []any{}},
		"everybody whom the list shows": {everybody, []any{"els@club.example"}, 1, 4,
			[]any{object{"id": float64(alone), "name": "Dirk Vries"}}},
		"an empty value asks for nothing": {object{"filter": object{
			"type_lid": none, "leeftijdsgroep": none, "functie": none, "woonplaats": none, "gender": none,
		}, "expected": 4}, []any{"els@club.example"}, 1, 4, []any{object{"id": float64(alone), "name": "Dirk Vries"}}},
		"former members too": {object{"filter": object{"include_former": "1", "search": "emma"}, "expected": 1},
			[]any{"emma@club.example"}, 0, 1, []any{}},
		"whom nobody is": {object{"filter": object{"search": "xqz"}, "expected": 0}, []any{}, 0, 0, []any{}},
	} {
		t.Run(name, func(t *testing.T) {
			s.Post(addresses, c.body, admin).Is(200).
				Has("", object{"addresses": c.addresses, "parents": c.parents, "people": c.people, "without": c.without})
		})
	}

	whole := s.Person(admin, object{"first_name": "Gerrit", "birthdate": "1980-01-01"}).ID() // in no list so far
	looks := func(id int64) string { return fmt.Sprintf("/api/club/v1/people/%d/looks", id) }
	s.Get(looks(whole), admin).Is(200).Has("", []any{})
	for _, id := range []int64{child, alone} {
		s.Get(looks(id), admin).Is(200).Has("0.user_name", "Heet beheer").Has("0.exported", "2026-06-15 14:30:45").Has("0.opened", nil)
	}

	many := make([]int64, 1_001)
	for name, wrong := range map[string]any{
		"nobody": object{}, "an empty list": ids(), "both ways": object{"ids": []int64{child}, "filter": object{}}, "too many": ids(many...),
		"a word": object{"ids": "all"}, "an unknown way": with(ids(child), "by", "pigeon"), "to nobody": with(ids(child), "to", "uncle"),
		"a filter that is none": object{"filter": object{"birth_month": "13"}, "expected": 1},
		"an unknown filter":     object{"filter": object{"x": "1"}, "expected": 4}, "nothing expected": object{"filter": object{}},
	} {
		if a := s.Post(addresses, wrong, admin).Is(400); a.At("code") != "rest_invalid_param" {
			t.Errorf("%s: %s", name, a.Text)
		}
	}
	s.Post(addresses, object{"filter": object{}, "expected": 3}, admin).Is(409).Has("code", "selection_changed")
	s.Post(addresses, ids(child, 9_999), admin).Refuses(404, "rest_invalid_id")
	s.Post(addresses, ids(child)).Refuses(401, "rest_not_logged_in")
	s.User("jan", access.Member)
	s.Post(addresses, ids(child), s.Program("jan")).Refuses(403, "rest_forbidden")
	s.Post(addresses, object{"filter": object{}, "expected": 0}, s.Program("jan")).Is(200).Has("people", 0.0)
}
