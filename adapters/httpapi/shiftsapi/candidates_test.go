package shiftsapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

// contract: club §2.11-7, §1: planning shifts is no permission to read people. A planner chooses by name from the volunteers of the
// club, and is told no more of those whom the planner may not see.
func TestAPlannerChoosesFromVolunteers(t *testing.T) {
	t.Parallel()
	s, admin, planner, as, ids := bar(t, "jan")
	committee := s.Post("/api/cms/v2/commissies", object{"title": "Barcommissie"}, admin).Is(201).ID()
	helper := func(first string, more object) int64 {
		fields := object{"first_name": first, "last_name": "Bakker", "work_history": []any{
			object{"team": committee, "job_title": "Barlid", "is_current": true, "entity_type": "commissie"},
		}, "contact_info": []any{object{"contact_type": "email", "contact_label": "", "contact_value": first + "@geheim.example"}}}
		for key, value := range more {
			fields[key] = value
		}
		return s.Person(admin, fields).ID()
	}
	anna, bert := helper("Anna", nil), helper("Bert", nil)
	old := helper("Oud", object{"former_member": true})
	helper("Dood", object{"datum-overlijden": "2026-01-01"})
	child := s.Person(admin, object{"first_name": "Kind", "last_name": "Bakker"}).ID()

	busy := s.Post(shifts, evening(object{"end": "23:00"}), planner).Is(201).ID()
	s.Post(one(busy)+"/assignments", object{"person_id": anna}, planner).Is(200).Has("assignments.0.can_open", false)
	id := s.Post(shifts, evening(object{"start": "22:00"}), planner).Is(201).ID()
	names := func(query string) string {
		t.Helper()
		var list []string
		for _, found := range s.Get(one(id)+"/candidates?q="+query, planner).Is(200).List("people") {
			p := found.(map[string]any)
			list = append(list, fmt.Sprint(p["name"], " ", p["busy"], " ", p["count"], " ", p["can_open"]))
		}
		return strings.Join(list, "|")
	}
	const annas, berts = "Anna Bakker true 0 false", "Bert Bakker false 0 false"
	for query, want := range map[string]string{
		"": berts + "|" + annas, "ker": berts + "|" + annas, "bakker+bert": berts, "BERT": berts, "geheim": "", "kind": "", "oud": "",
		"dood": "", "jan": "",
	} {
		if got := names(query); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	if answer := fmt.Sprint(s.Get(one(id)+"/candidates", planner).Is(200).List("people")); strings.Contains(answer, "geheim") {
		t.Error("tells more than the name")
	}
	s.Post(one(id)+"/assignments", object{"person_id": bert}, planner).Is(200).Has("assignments.0.name", "Bert Bakker")
	if got := names("bert"); got != "" {
		t.Errorf("somebody who comes is offered again: %q", got)
	}
	for _, hidden := range []int64{child, old, ids["jan"]} { // who is no volunteer is for who may see them
		s.Post(one(id)+"/assignments", object{"person_id": hidden}, planner).Refuses(403, "rest_forbidden")
		s.Get(apitest.Person(hidden), planner).Refuses(403, "rest_forbidden")
	}
	s.Get(apitest.Person(bert), planner).Refuses(403, "rest_forbidden")
	if got := s.Get(one(id)+"/candidates?q=kind", admin).Is(200).At("people.0.can_open"); got != true {
		t.Errorf("an administrator chooses from everybody: %v", got)
	}
	s.Get(one(id)+"/candidates", as["jan"]).Refuses(403, "rest_forbidden")
	s.Get(one(id)+"/candidates").Refuses(401, "rest_not_logged_in")
	s.Get(one(id+9)+"/candidates", planner).Refuses(404, "rest_post_invalid_id")
	s.Get(one(id)+"/candidates?q="+strings.Repeat("x", 101), planner).Refuses(400, "rest_invalid_param", "q")
}

// A planner writes to those who come, whoever they are, and is not told their addresses. Nobody else writes through a shift.
func TestAPlannerWritesToThoseWhoCome(t *testing.T) {
	t.Parallel()
	s, admin, planner, as, ids := bar(t, "jan", "eva")
	id := s.Post(shifts, evening(nil), planner).Is(201).ID()
	for name, address := range map[string]string{"jan": "jan@geheim.example", "eva": ""} {
		contacts := []any{}
		if address != "" {
			contacts = append(contacts, object{"contact_type": "email", "contact_label": "", "contact_value": address})
		}
		s.Send("PUT", apitest.Person(ids[name]), object{"acf": object{"contact_info": contacts}}, admin).Is(200)
		s.Post(one(id)+"/signup", object{}, as[name]).Is(200)
	}
	const messages = "/api/club/v1/messages"
	look := object{"shift": id, "dry_run": true}
	if answer := s.Post(messages, look, planner).Is(200).Has("addresses", 1.0).Has("people", 2.0).Has("without", []any{}); strings.Contains(
		fmt.Sprint(answer.At("")), "geheim") {
		t.Error("tells an address")
	}
	s.Post(messages, object{"shift": id, "subject": "Sleutel", "content": "Ligt achter de bar."}, planner).Is(200).Has("addresses", 1.0)
	s.Post(messages, object{"people": []int64{ids["jan"]}, "dry_run": true}, planner).Refuses(403, "rest_forbidden")
	s.Post("/api/club/v1/people/addresses", object{"shift": id, "ids": []int64{ids["jan"]}}, planner).Refuses(403, "rest_forbidden")
	s.Post(messages, look, as["jan"]).Refuses(403, "rest_forbidden")
	s.Post(messages, look).Refuses(401, "rest_not_logged_in")
	s.Post(messages, object{"shift": id + 9, "dry_run": true}, planner).Refuses(404, "rest_post_invalid_id")
	s.Post(messages, object{"shift": id, "people": []int64{ids["jan"]}, "dry_run": true}, planner).Refuses(400, "rest_invalid_param", "shift")
	s.Post(messages, object{"shift": -1, "dry_run": true}, planner).Refuses(400, "rest_invalid_param", "shift")
}
