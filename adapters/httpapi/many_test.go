package httpapi_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
)

const (
	bulk        = "/api/club/v1/people/bulk-update"
	byEmail     = "/api/club/v1/people/find-by-email"
	preferences = "/api/club/v1/user/list-preferences"
)

func TestABulkUpdateChangesEverybody(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "Jan", "Piet", "Kees")
	s.post(labels, object{"name": "Bar"}, admin).is(201)
	team := s.team(admin, "JO9")
	s.send("PUT", one(1), object{"acf": object{"work_history": []object{{"team": 1000, "is_current": true}}}}, admin).is(200)
	for _, updates := range []object{
		{"visibility": "shared"}, {"assigned_workspaces": []int{3, 4}}, {"person_label": []int{1}}, {"organization_id": team},
		{"visibility": "workspace", "assigned_workspaces": []int{}, "person_label": []int{}, "organization_id": nil},
	} {
		s.later(time.Minute)
		s.post(bulk, object{"ids": []int{2, 1, 2}, "updates": updates}, admin).is(200).has("", object{"success": true, "updated": []any{1., 2.}, "failed": []any{}})
		for _, id := range []int64{1, 2} {
			a := s.get(one(id), admin)
			if value, sent := updates["visibility"]; sent {
				a.has("acf._visibility", value)
			}
			switch updates["organization_id"] {
			case team:
				rows := a.list("acf.work_history")
				if last := rows[len(rows)-1].(object); last["team"] != float64(team) || last["is_current"] != true || last["entity_type"] != "team" {
					t.Errorf("%d: %v", id, rows)
				}
			case nil:
				if _, sent := updates["organization_id"]; sent && strings.Contains(a.text, `"is_current":true`) {
					t.Errorf("%d is still somewhere: %s", id, a.text)
				}
			}
		}
	}
	s.get(one(1), admin).has("acf._assigned_workspaces", []any{}).has("person_label", []any{}).has("acf.work_history.0.end_date", "2026-06-15")
	s.get(one(3), admin).has("acf._visibility", "private").has("modified", "2026-06-15 14:32:45")
	before := s.get(one(1), admin).text
	s.post(bulk, object{"ids": []int{1, 2}, "updates": object{"person_label": []int{1, 99}, "visibility": "shared"}}, admin).
		refuses(400, "rest_invalid_param", "updates.person_label")
	gone := s.team(admin, "Weg")
	s.send("DELETE", at(teams, gone), nil, admin).is(200)
	s.user("jan")
	own := s.names(s.program("jan"), "Eigen")[0]
	for _, group := range []int64{gone, 99} {
		s.post(bulk, object{"ids": []int{1, 2}, "updates": object{"organization_id": group, "visibility": "shared"}}, admin).
			refuses(400, "rest_invalid_param", "updates.organization_id")
	}
	// A team that jan may not see:
	s.post(bulk, object{"ids": []int64{own}, "updates": object{"organization_id": team}}, s.program("jan")).
		refuses(400, "rest_invalid_param", "updates.organization_id")
	s.get(one(own), admin).has("acf.work_history", []any{})
	if after := s.get(one(1), admin).text; after != before {
		t.Errorf("changed by a refused call: %s", after)
	}
}

func TestWhatABulkUpdateRefuses(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	jan := s.program("jan")
	s.names(jan, "Jan")
	s.names(admin, "Geheim")
	before := s.get(one(1), admin).text
	shared := object{"visibility": "shared"}
	many := make([]int, 1001)
	for i := range many {
		many[i] = i + 1
	}
	for name, c := range map[string]struct {
		body   any
		fields []string
	}{
		"no ids":                {object{"ids": []int{}, "updates": shared}, []string{"ids"}},
		"no updates":            {object{"ids": []int{1}, "updates": object{}}, []string{"updates"}},
		"neither":               {object{"ids": []int{}, "updates": object{}}, []string{"ids", "updates"}},
		"unknown updates":       {object{"ids": []int{1}, "updates": object{"first_name": "X"}}, []string{"updates"}},
		"too many":              {object{"ids": many, "updates": shared}, []string{"ids"}},
		"texts":                 {object{"ids": []string{"x"}, "updates": shared}, []string{"ids[0]"}},
		"visibility":            {object{"ids": []int{1}, "updates": object{"visibility": "public"}}, []string{"updates.visibility"}},
		"workspaces":            {object{"ids": []int{1}, "updates": object{"assigned_workspaces": "x"}}, []string{"updates.assigned_workspaces"}},
		"group":                 {object{"ids": []int{1}, "updates": object{"organization_id": 99}}, []string{"updates.organization_id"}},
		"a negative group":      {object{"ids": []int{1}, "updates": object{"organization_id": -1}}, []string{"updates.organization_id"}},
		"an odd group":          {object{"ids": []int{1}, "updates": object{"organization_id": object{}}}, []string{"updates.organization_id"}},
		"ids that are none":     {object{"ids": 1, "updates": shared}, []string{"ids"}},
		"updates that are none": {object{"ids": []int{1}, "updates": []int{}}, []string{"updates"}},
		"no members":            {object{}, []string{"ids", "updates"}},
	} {
		a := s.post(bulk, c.body, jan)
		a.what = name
		if a.is(400).at("code") != "rest_invalid_param" {
			t.Errorf("%s: %s", name, a.text)
		}
		params := a.object("data.params")
		for _, field := range c.fields {
			if params[field] == nil {
				t.Errorf("%s: params %v, want %v", name, params, c.fields)
			}
		}
	}
	for _, text := range []string{"", "[]", "null", "{", `{"ids":[1],"updates":{"visibility":"shared"}`, `"x"`} {
		s.post(bulk, text, jan).is(400)
	}
	s.post(bulk, object{"ids": []int{1, 99}, "updates": shared}, jan).refuses(404, "rest_invalid_id")
	s.post(bulk, object{"ids": []int{1, 0}, "updates": shared}, jan).refuses(404, "rest_invalid_id")
	s.post(bulk, object{"ids": []int{1, -5}, "updates": shared}, jan).refuses(404, "rest_invalid_id")
	s.post(bulk, object{"ids": []int{1, 2}, "updates": shared}, jan).refuses(403, "rest_forbidden")
	s.post(bulk, object{"ids": []int{1}, "updates": shared}).refuses(401, "rest_not_logged_in")
	if after := s.get(one(1), admin).text; after != before {
		t.Errorf("changed by a refused call: %s", after)
	}
}

func TestFindByEmailOverHTTP(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	jan := s.program("jan")
	email := func(as call, kind, value string) {
		s.t.Helper()
		s.person(as, object{"first_name": "X", "contact_info": []object{{"contact_type": kind, "contact_value": value}}})
	}
	email(admin, "email", "familie@club.example")
	email(jan, "email2", "Familie@Club.example")
	email(jan, "email", "familie@club.example")
	for address, want := range map[string]any{"familie@club.example": 2., "FAMILIE@club.example": 2., "x@club.example": nil, "%": nil, " ": nil, "familie@club.example' OR '1'='1": nil} {
		s.get(byEmail+"?email="+url.QueryEscape(address), jan).is(200).has("", object{"id": want})
	}
	s.get(byEmail+"?email=familie@club.example", admin).is(200).has("id", 1)
	for _, wrong := range []string{"", "?email=", "?email=" + strings.Repeat("x", 255), "?mail=x"} {
		if a := s.get(byEmail+wrong, jan); wrong != "?email=" || a.StatusCode != 200 {
			a.refuses(400, "rest_invalid_param", "email")
		}
	}
	s.get(byEmail+"?email=x").refuses(401, "rest_not_logged_in")
}

func TestListPreferences(t *testing.T) {
	s := newSite(t)
	s.user("jan", access.Member)
	s.user("piet", access.Member)
	jan, piet := s.signIn("jan"), s.program("piet")
	s.get(preferences, jan.reads).is(200).has("people.columns", []any{})
	s.post(preferences, object{"people": object{"columns": []string{"team", "", "modified", "team"}}}, jan.writes).is(200).
		has("", object{"people": object{"columns": []any{"team", "modified"}}})
	s.get(preferences, jan.reads).has("people.columns", []any{"team", "modified"})
	s.get("/api/club/v1/user/me", jan.reads).has("list_preferences.people.columns", []any{"team", "modified"})
	s.get(preferences, piet).has("people.columns", []any{})
	for _, nothing := range []any{object{}, object{"people": object{}}, object{"teams": object{"columns": []string{"x"}}}} {
		s.post(preferences, nothing, jan.writes).is(200).has("people.columns", []any{"team", "modified"})
	}
	many := strings.Fields(strings.Repeat("x ", 101))
	for _, wrong := range []any{
		object{"people": "x"}, object{"people": object{"columns": "x"}}, object{"people": object{"columns": []int{1}}}, object{"people": object{"columns": []any{nil}}},
		object{"people": object{"columns": many}}, object{"people": object{"columns": []string{"a\x00"}}}, object{"people": object{"columns": []string{strings.Repeat("x", 10_001)}}},
	} {
		if a := s.post(preferences, wrong, jan.writes).is(400); a.at("code") != "rest_invalid_param" {
			t.Errorf("%v: %s", wrong, a.text)
		}
	}
	s.get(preferences, jan.reads).has("people.columns", []any{"team", "modified"})
	s.post(preferences, object{"people": object{"columns": []string{}}}, jan.writes).is(200).has("people.columns", []any{})
	s.get(preferences).refuses(401, "rest_not_logged_in")
	s.post(preferences, object{}).refuses(401, "rest_not_logged_in")
	s.post(preferences, object{}, jan.reads).refuses(403, "rest_cookie_invalid_nonce")
}
