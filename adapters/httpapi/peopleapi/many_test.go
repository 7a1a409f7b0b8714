package peopleapi_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

const bulk = "/api/club/v1/people/bulk-update"

const byEmail = "/api/club/v1/people/find-by-email"

// contract: club §4.3
func TestABulkUpdateChangesEverybody(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Workspaces(admin, "Een", "Twee", "Drie", "Vier")
	s.Names(admin, "Jan", "Piet", "Kees")
	s.Post(apitest.Labels, object{"name": "Bar"}, admin).Is(201)
	team := s.Team(admin, "JO9")
	s.Send("PUT", apitest.Person(1), object{"acf": object{"work_history": []object{{"team": 1000, "is_current": true}}}}, admin).
		Is(200)
	for _, updates := range []object{
		{"visibility": "shared"}, {"assigned_workspaces": []int{3, 4}}, {"person_label": []int{1}}, {"organization_id": team},
		{"visibility": "workspace", "assigned_workspaces": []int{}, "person_label": []int{}, "organization_id": nil},
	} {
		s.Later(time.Minute)
		s.Post(bulk, object{"ids": []int{2, 1, 2}, "updates": updates}, admin).Is(200).
			Has("", object{"success": true, "updated": []any{1., 2.}, "failed": []any{}})
		for _, id := range []int64{1, 2} {
			a := s.Get(apitest.Person(id), admin)
			if value, sent := updates["visibility"]; sent {
				a.Has("acf._visibility", value)
			}
			switch updates["organization_id"] {
			case team:
				rows := a.List("acf.work_history")
				if last := rows[len(rows)-1].(object); last["team"] != float64(team) || last["is_current"] != true ||
					last["entity_type"] != "team" {
					t.Errorf("%d: %v", id, rows)
				}
			case nil:
				if _, sent := updates["organization_id"]; sent && strings.Contains(a.Text, `"is_current":true`) {
					t.Errorf("%d is still somewhere: %s", id, a.Text)
				}
			}
		}
	}
	s.Get(apitest.Person(1), admin).Has("acf._assigned_workspaces", []any{}).Has("person_label", []any{}).
		Has("acf.work_history.0.end_date", "2026-06-15")
	s.Get(apitest.Person(3), admin).Has("acf._visibility", "private").Has("modified", "2026-06-15 14:32:45")
	before := s.Get(apitest.Person(1), admin).Text
	s.Post(bulk, object{"ids": []int{1, 2}, "updates": object{"person_label": []int{1, 99}, "visibility": "shared"}}, admin).
		Refuses(400, "rest_invalid_param", "updates.person_label")
	gone := s.Team(admin, "Weg")
	s.Send("DELETE", apitest.At(apitest.Teams, gone), nil, admin).Is(200)
	s.User("jan")
	own := s.Names(s.Program("jan"), "Eigen")[0]
	for _, group := range []int64{gone, 99} {
		s.Post(bulk, object{"ids": []int{1, 2}, "updates": object{"organization_id": group, "visibility": "shared"}}, admin).
			Refuses(400, "rest_invalid_param", "updates.organization_id")
	}
	// A team that jan may not see:
	s.Post(bulk, object{"ids": []int64{own}, "updates": object{"organization_id": team}}, s.Program("jan")).
		Refuses(400, "rest_invalid_param", "updates.organization_id")
	s.Get(apitest.Person(own), admin).Has("acf.work_history", []any{})
	if after := s.Get(apitest.Person(1), admin).Text; after != before {
		t.Errorf("changed by a refused call: %s", after)
	}
}

// contract: club §4.3
func TestWhatABulkUpdateRefuses(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	s.Names(jan, "Jan")
	s.Names(admin, "Geheim")
	before := s.Get(apitest.Person(1), admin).Text
	shared := object{"visibility": "shared"}
	many := make([]int, 1001)
	for i := range many {
		many[i] = i + 1
	}
	for name, c := range map[string]struct {
		body   any
		fields []string
	}{
		"no ids":          {object{"ids": []int{}, "updates": shared}, []string{"ids"}},
		"no updates":      {object{"ids": []int{1}, "updates": object{}}, []string{"updates"}},
		"neither":         {object{"ids": []int{}, "updates": object{}}, []string{"ids", "updates"}},
		"unknown updates": {object{"ids": []int{1}, "updates": object{"first_name": "X"}}, []string{"updates"}},
		"too many":        {object{"ids": many, "updates": shared}, []string{"ids"}},
		"texts":           {object{"ids": []string{"x"}, "updates": shared}, []string{"ids[0]"}},
		"visibility":      {object{"ids": []int{1}, "updates": object{"visibility": "public"}}, []string{"updates.visibility"}},
		"workspaces": {object{"ids": []int{1}, "updates": object{"assigned_workspaces": "x"}},
			[]string{"updates.assigned_workspaces"}}, "group": {object{"ids": []int{1},
			"updates": object{"organization_id": 99}}, []string{"updates.organization_id"}},
		"a negative group": {object{"ids": []int{1}, "updates": object{"organization_id": -1}},
			[]string{"updates.organization_id"}}, "an odd group": {object{"ids": []int{1},
			"updates": object{"organization_id": object{}}}, []string{"updates.organization_id"}},
		"ids that are none":     {object{"ids": 1, "updates": shared}, []string{"ids"}},
		"updates that are none": {object{"ids": []int{1}, "updates": []int{}}, []string{"updates"}},
		"no members":            {object{}, []string{"updates"}},
	} {
		a := s.Post(bulk, c.body, jan)
		a.What = name
		if a.Is(400).At("code") != "rest_invalid_param" {
			t.Errorf("%s: %s", name, a.Text)
		}
		params := a.Object("data.params")
		for _, field := range c.fields {
			if params[field] == nil {
				t.Errorf("%s: params %v, want %v", name, params, c.fields)
			}
		}
	}
	for _, text := range []string{"", "[]", "null", "{", `{"ids":[1],"updates":{"visibility":"shared"}`, `"x"`} {
		s.Post(bulk, text, jan).Is(400)
	}
	s.Post(bulk, object{"ids": []int{1, 99}, "updates": shared}, jan).Refuses(404, "rest_invalid_id")
	s.Post(bulk, object{"ids": []int{1, 0}, "updates": shared}, jan).Refuses(404, "rest_invalid_id")
	s.Post(bulk, object{"ids": []int{1, -5}, "updates": shared}, jan).Refuses(404, "rest_invalid_id")
	s.Post(bulk, object{"ids": []int{1, 2}, "updates": shared}, jan).Refuses(403, "rest_forbidden")
	s.Post(bulk, object{"ids": []int{1}, "updates": shared}).Refuses(401, "rest_not_logged_in")
	if after := s.Get(apitest.Person(1), admin).Text; after != before {
		t.Errorf("changed by a refused call: %s", after)
	}
}

func TestFindByEmailOverHTTP(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	email := func(as apitest.Call, kind, value string) {
		s.T.Helper()
		s.Person(as, object{"first_name": "X", "contact_info": []object{{"contact_type": kind, "contact_value": value}}})
	}
	email(admin, "email", "familie@club.example")
	email(jan, "email2", "Familie@Club.example")
	email(jan, "email", "familie@club.example")
	for address, want := range map[string]any{"familie@club.example": 2., "FAMILIE@club.example": 2., "x@club.example": nil,
		"%": nil, " ": nil, "familie@club.example' OR '1'='1": nil} {
		s.Get(byEmail+"?email="+url.QueryEscape(address), jan).Is(200).Has("", object{"id": want})
	}
	s.Get(byEmail+"?email=familie@club.example", admin).Is(200).Has("id", 1)
	for _, wrong := range []string{"", "?email=", "?email=" + strings.Repeat("x", 255), "?mail=x"} {
		if a := s.Get(byEmail+wrong, jan); wrong != "?email=" || a.StatusCode != 200 {
			a.Refuses(400, "rest_invalid_param", "email")
		}
	}
	s.Get(byEmail+"?email=x").Refuses(401, "rest_not_logged_in")
}
