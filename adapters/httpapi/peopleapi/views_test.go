package peopleapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

const views = "/api/club/v1/views"

func TestSavedViews(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan", access.Member)
	s.User("piet", access.Member)
	jan, piet := s.SignIn("jan"), s.Program("piet")
	s.Get(views, jan.Reads).Is(200).Has("", []any{})
	filter := object{
		"label":        []any{3., 5.},
		"label_mode":   "none",
		"lid_tot_from": "season",
		"type_lid":     []any{"Senior, A"},
		"birth_month":  "2",
	}
	whole := object{"id": 1., "name": "Zonder nieuwsbrief", "filter": filter, "orderby": "custom_lid-tot", "order": "desc",
		"columns": []any{"email", "team"}, "roles": []any{}, "owner": float64(s.Viewer("jan").User), "owner_name": "", "count": 0.}
	s.Post(views, object{"name": " Zonder nieuwsbrief ", "filter": filter, "orderby": "custom_lid-tot", "order": "desc",
		"columns": []string{"email", "team", "email"}}, jan.Writes).Is(201).Has("", whole)
	s.Post(views, object{"name": "Alles"}, jan.Writes).Is(201).
		Has("", object{"id": 2., "name": "Alles", "filter": object{}, "orderby": "first_name", "order": "asc", "columns": []any{},
			"roles": []any{}, "owner": whole["owner"], "owner_name": "", "count": 0.})
	s.Get(views, jan.Reads).Is(200).Has("0.name", "Alles").Has("1", whole)
	s.Get(views, piet).Is(200).Has("", []any{})

	s.Send("PUT", views+"/1", object{"name": "Anders"}, jan.Writes).
		Is(200).
		Has("name", "Anders").
		Has("filter", filter).
		Has("order", "desc")
	s.Send("PUT", views+"/1", object{"filter": object{"team": []any{7.}}, "columns": []string{}}, jan.Writes).Is(200).
		Has("filter", object{"team": []any{7.}}).Has("columns", []any{}).Has("name", "Anders")
	s.Send("PUT", views+"/1", object{"name": "ÁLLES"}, jan.Writes).Refuses(409, "view_exists")
	s.Post(views, object{"name": "alles"}, jan.Writes).Refuses(409, "view_exists")
	for _, method := range []string{"PUT", "DELETE"} {
		s.Send(method, views+"/1", object{}, piet).Refuses(404, "view_not_found")
		s.Send(method, views+"/9", object{}, jan.Writes).Refuses(404, "view_not_found")
		s.Send(method, views+"/1", object{}).Refuses(401, "rest_not_logged_in")
	}
	s.Get(views).Refuses(401, "rest_not_logged_in")
	s.Send("DELETE", views+"/1", nil, jan.Writes).Is(200).Has("deleted", true)
	s.Get(views, jan.Reads).Is(200).Has("0.id", 2)
	s.Post(views, object{"name": "Nieuw"}, jan.Writes).Is(201).Has("id", 3)
	for i := range 48 {
		s.Post(views, object{"name": fmt.Sprint(i)}, jan.Writes).Is(201)
	}
	s.Post(views, object{"name": "te veel"}, jan.Writes).Refuses(409, "too_many_views")
}

func TestWhatNoViewCanBe(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Post(views, object{"name": "Goed"}, admin).Is(201)
	for field, wrong := range map[string][]object{
		"name":                       {{}, {"name": ""}, {"name": " "}, {"name": strings.Repeat("x", 81)}, {"name": "a\x00"}},
		"orderby":                    {{"name": "x", "orderby": "shoe_size"}, {"name": "x", "orderby": ""}},
		"order":                      {{"name": "x", "order": "up"}},
		"columns":                    {{"name": "x", "columns": strings.Fields(strings.Repeat("a", 1) + " a\x00")}},
		"filter.birth_month":         {{"name": "x", "filter": object{"birth_month": "13"}}},
		"filter.label_mode":          {{"name": "x", "filter": object{"label_mode": "some"}}},
		"filter.lid_sinds_from":      {{"name": "x", "filter": object{"lid_sinds_from": "gisteren"}}},
		"filter.gender":              {{"name": "x", "filter": object{"gender": []string{"x"}}}},
		"filter.huidig_vrijwilliger": {{"name": "x", "filter": object{"huidig_vrijwilliger": "ja"}}},
	} {
		for _, body := range wrong {
			s.Post(views, body, admin).Refuses(400, "rest_invalid_param", field)
			if _, named := body["name"]; named {
				s.Send("PUT", views+"/1", body, admin).Refuses(400, "rest_invalid_param", field)
			}
		}
	}
	for _, body := range []object{{"name": 1}, {"name": "x", "filter": "x"}, {"name": "x", "filter": object{"team": "x"}}} {
		s.Post(views, body, admin).Is(400)
	}
	s.Get(views, admin).Is(200).Has("0.name", "Goed").Has("0.filter", object{})
}

// contract: issue "The day" §6: saved views shared with a role, in the menu with their count
func TestAViewIsSharedWithARole(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan", access.Member, access.Board)
	s.User("piet", access.Member)
	s.User("kees", access.Board)
	jan, piet, kees := s.Program("jan"), s.Program("piet"), s.Program("kees")
	for _, name := range []string{"Anna", "Bert"} {
		s.Post("/api/cms/v2/people", object{"acf": object{"first_name": name, "last_name": "Kok", "gender": "male"}}, admin).Is(201)
	}
	s.Post("/api/cms/v2/people", object{"acf": object{"first_name": "Cor", "last_name": "Kok", "gender": "male"}}, kees).Is(201)

	shared := object{"name": "Heren", "filter": object{"gender": []any{"male"}}, "roles": []any{"club_bestuur", "club_bestuur"}}
	s.Post(views, shared, jan).Is(201).Has("roles", []any{"club_bestuur"}).Has("count", 0)
	s.Get(views, kees).
		Is(200).
		Has("0.name", "Heren").
		Has("0.count", 1).
		Has("0.owner_name", "Heet jan").
		Has("0.filter", shared["filter"])
	s.Get(views, admin).Is(200).Has("", []any{})
	s.Get(views, piet).Is(200).Has("", []any{})
	s.Post(views, object{"name": "Allen", "filter": shared["filter"]}, admin).Is(201).Has("count", 3)

	// Nobody else changes it, and nobody shares with a role that they do not hold.
	for _, method := range []string{"PUT", "DELETE"} {
		s.Send(method, views+"/1", object{"name": "x"}, kees).Refuses(404, "view_not_found")
	}
	s.Post(views, object{"name": "x", "roles": []any{"administrator"}}, jan).Refuses(400, "rest_invalid_param", "roles")
	s.Send("PUT", views+"/1", object{"roles": []any{"club_bestuur", "club_vog"}}, jan).Refuses(400, "rest_invalid_param", "roles")
	s.Post(views, object{"name": "x", "roles": []any{"koning"}}, admin).Refuses(400, "rest_invalid_param", "roles")
	s.Send("PUT", views+"/1", object{"roles": []any{}}, jan).Is(200).Has("roles", []any{})
	left := s.Get(views, kees).Is(200)
	if len(left.List("")) != 0 {
		t.Errorf("a view that is not shared any more is still seen: %s", left.Text)
	}
}
