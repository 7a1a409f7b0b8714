package peopleapi_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// sorted makes a club of two teams and two labels, and returns their numbers as texts.
func sorted(s *apitest.Site, admin apitest.Call) (team, other, label, mark string) {
	s.T.Helper()
	first, second := s.Team(admin, "JO9-1"), s.Team(admin, "JO10-1")
	one := s.Post("/api/cms/v2/person_label", object{"name": "Nieuwsbrief"}, admin).Is(201).ID()
	two := s.Post("/api/cms/v2/person_label", object{"name": "Kamp"}, admin).Is(201).ID()
	add := func(fields object, labels ...int64) {
		s.T.Helper()
		s.Post(apitest.People, object{"acf": fields, "person_label": labels}, admin).Is(201)
	}
	email := []object{{"contact_type": "email", "contact_value": "a@club.example"}}
	add(object{"first_name": "An", "gender": "female", "birthdate": "2018-06-15", "lid-sinds": "2026-06-01", "contact_info": email,
		"addresses": []object{{"city": "Elzendam"}}, "type-lid": "Junior",
		"work_history": []object{{"team": first, "job_title": "Speler", "is_current": true}}}, one)
	add(
		object{
			"first_name":   "Bo",
			"gender":       "male",
			"lid-sinds":    "2025-07-01",
			"lid-tot":      "2026-06-30",
			"type-lid":     "Senior, recreatief",
			"addresses":    []object{{"city": "ELZENDAM"}, {"city": "Utrecht"}},
			"contact_info": []object{{"contact_type": "mobile", "contact_value": "06"}},
			"work_history": []object{{"team": second, "job_title": "Trainer", "is_current": true},
				{"team": first, "job_title": "Speler", "is_current": true, "end_date": "2026-06-14"}},
		},
		one,
		two,
	)
	add(
		object{"first_name": "Cas", "lid-sinds": "2025-06-30", "datum-overlijden": "2026-01-01", "isparent": true, "type-lid": "Senior",
			"work_history": []object{{"team": 1000, "entity_type": "commissie", "job_title": "trainer", "is_current": true}}},
	)
	add(object{"first_name": "Oud", "former_member": true, "lid-tot": "2025-12-31"}, two)
	text := func(id int64) string { return fmt.Sprint(id) }
	return text(first), text(second), text(one), text(two)
}

func TestFiltersOfSeveralValues(t *testing.T) {
	t.Parallel()
	s := apitest.New(t) // it is 15 June 2026
	admin := s.Admin()
	team, other, label, mark := sorted(s, admin)
	for parameters, want := range map[string]string{
		"team=" + team: "An", "team=" + team + "," + other: "An Bo", "team=" + team + "&team=" + other: "An Bo",
		"team[]=" + team + "&team[]=" + other: "An Bo", "team=": "An Bo Cas", "team=77": "", "commissie=1000": "Cas",
		"team=" + team + "&commissie=1000": "", "functie=TRAINER": "Bo Cas", "functie=Speler,trainer": "An Bo Cas",
		"label=" + label: "An Bo", "label=" + label + "," + mark + "&label_mode=any": "An Bo",
		"label=" + label + "," + mark + "&label_mode=all": "Bo", "label_mode=none": "An Bo Cas",
		"label=" + mark + "&label_mode=none": "An Cas",
		"label_all=" + label + "," + mark:    "Bo", "label_none=" + label + "," + mark: "Cas",
		"label=" + label + "&label_none=" + mark: "An",
		"label_all=" + label + "&label=" + mark:  "Bo", "label_all=" + mark + "&label_none=" + mark: "", "label_none=77": "An Bo Cas",
		"woonplaats=elzendam": "An Bo", "woonplaats=Utrecht": "", "woonplaats=Utrecht,Elzendam": "An Bo",
		"gender=female": "An", "gender=female,male": "An Bo", "age_from=8": "An", "age_from=9": "", "age_to=8": "An", "age_to=7": "",
		"type_lid=Junior,Senior": "An Cas", "type_lid=Junior&type_lid=Senior": "An Cas", "type_lid=Senior, recreatief": "Bo Cas",
		"type_lid[]=Senior, recreatief": "Bo", "type_lid[]=Senior, recreatief&type_lid[]=Junior": "An Bo",
		"type_lid[]=Junior,Senior": "",
		"functie[]=Speler,trainer": "", "functie[]=speler&functie[]=Trainer": "An Bo Cas", "woonplaats[]=Utrecht,Elzendam": "",
		"leeftijdsgroep[]=x,y": "", "type_lid[]=": "An Bo Cas",
		"lid_sinds_from=2026-06-01": "An", "lid_sinds_from=season": "An Bo", "lid_sinds_to=2025-06-30": "Cas",
		"lid_sinds_from=20250630&lid_sinds_to=2025-07-01": "Bo Cas", "lid_tot_from=season&lid_tot_to=season": "Bo",
		"lid_tot_from=season&lid_tot_to=season&include_former=1": "Bo Oud", "email_missing=1": "Bo Cas", "telefoon_missing=1": "An Cas",
		"photo_missing=1": "An Bo Cas", "email_missing=1&telefoon_missing=1": "Cas", "former_member=1": "Oud",
		"former_member=1&include_former=1": "Oud", "former_member=0&include_former=1": "An Bo Cas", "is_deceased=1": "Cas",
		"is_deceased=0": "An Bo", "isparent=1": "Cas", "isparent=0&label=" + label: "An Bo",
	} {
		query := strings.ReplaceAll(parameters, " ", "%20")
		if got := s.Get(apitest.Filtered+"?"+query, admin).Is(200).Listed("people"); got != want {
			t.Errorf("%s: got %q, want %q", parameters, got, want)
		}
		exported := s.Get("/api/club/v1/people/export?columns=first_name&"+query, admin).Is(200).Text
		lines := strings.Fields(strings.TrimPrefix(exported, "\uFEFF"))
		if got := strings.Join(lines[1:], " "); got != want {
			t.Errorf("export of %s: got %q, want %q", parameters, got, want)
		}
	}
	for field, wrong := range map[string][]string{
		"team": {"x", "1,x", strings.Repeat("1,", 101)}, "commissie": {"1.5"}, "label": {"-"}, "label_mode": {"some"},
		"label_all": {"x", strings.Repeat("1,", 101)}, "label_none": {"1.5"},
		"gender":  {"x", "male,x"},
		"functie": {strings.Repeat("x", 201), strings.Repeat("x,", 101)}, "woonplaats": {strings.Repeat("x", 201)},
		"age_from": {"-1", "151", "x"},
		"age_to":   {"200"}, "lid_sinds_from": {"x", "2026-02-30"}, "lid_sinds_to": {"1-1-2026"}, "lid_tot_from": {"Season"}, "lid_tot_to": {"0"},
		"email_missing": {"ja"}, "telefoon_missing": {"2"}, "photo_missing": {"x"}, "former_member": {"x"}, "is_deceased": {"true"},
		"isparent": {"Ja"},
	} {
		for _, value := range wrong {
			for _, path := range []string{apitest.Filtered + "?", "/api/club/v1/people/export?columns=name&"} {
				a := s.Get(path+field+"="+url.QueryEscape(value), admin).Refuses(400, "rest_invalid_param", field)
				if sentence, _ := a.Object("data.params")[field].(string); !strings.HasSuffix(sentence, ".") {
					t.Errorf("%s=%s: no Dutch sentence: %q", field, value, sentence)
				}
			}
		}
	}
	s.Get(apitest.Filtered+"?gender=male&gender=x", admin).Refuses(400, "rest_invalid_param", "gender")
}

// What the list, the file and the count of a selection find for one value with a comma is the same people.
func TestAValueWithACommaIsOneValueEverywhere(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	sorted(s, admin)
	s.Post(apitest.People, object{"acf": object{"first_name": "Dee", "type-lid": "recreatief"}}, admin).Is(201)
	exact := "type_lid[]=" + url.QueryEscape("Senior, recreatief")
	if got := s.Get(apitest.Filtered+"?"+exact, admin).Is(200).Listed("people"); got != "Bo" {
		t.Errorf("the list has %q", got)
	}
	if got := s.Get("/api/club/v1/people/export?columns=first_name&"+exact, admin).Is(200).Text; strings.Count(got, "\n") != 2 ||
		!strings.Contains(got, "Bo") {
		t.Errorf("the file has %q", got)
	}
	selected := object{"filter": object{"type_lid": []string{"Senior, recreatief"}}, "expected": 1,
		"updates": object{"visibility": "private"}}
	s.Post(bulk, selected, admin).Is(200)
	s.Get(apitest.Filtered+"?type_lid="+url.QueryEscape("Senior, recreatief"), admin).Is(200).Has("total", 3)
}

func TestOptionsTellOfWhatTheReaderMaySee(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan", access.Member)
	jan := s.Program("jan")
	team, other, label, mark := sorted(s, admin)
	const options = "/api/club/v1/people/filter-options"
	number := func(id string) (n float64) { _, _ = fmt.Sscan(id, &n); return n }
	option := func(id, name string, n float64) any { return object{"id": number(id), "name": name, "count": n} }
	value := func(of string, n float64) any { return object{"value": of, "count": n} }
	s.Get(options, admin).Is(200).Has("teams", []any{option(team, "JO9-1", 1), option(other, "JO10-1", 1)}).
		Has("committees", []any{option("1000", "Verenigingsbreed", 1)}).
		Has("labels", []any{option(label, "Nieuwsbrief", 2), option(mark, "Kamp", 1)}).
		Has("functions", []any{value("Speler", 1), value("Trainer", 2)}).Has("cities", []any{value("ELZENDAM", 2)}).
		Has("genders", []any{value("male", 1), value("female", 1)})
	s.Get(options+"?include_former=1", admin).Is(200).Has("labels.1.count", 2)
	// A user's own people are in the administrator's team: its name is not the user's to know.
	own := s.Post(apitest.People, object{"acf": object{"first_name": "Eigen"}}, jan).Is(201).ID()
	s.Send("PUT", apitest.Person(own), object{"acf": object{"work_history": []object{{"team": number(team), "is_current": true}}}}, admin).
		Is(200)
	mine := s.Team(jan, "Mijn team")
	s.Get(options, jan).Is(200).Has("total", 1).Has("teams", []any{}).Has("labels", []any{}).
		Has("cities", []any{}).Has("functions", []any{})
	s.Send("PUT", apitest.Person(own), object{"acf": object{"work_history": []object{{"team": mine, "is_current": true}}}}, jan).
		Is(200)
	s.Get(options, jan).Is(200).Has("teams", []any{option(fmt.Sprint(mine), "Mijn team", 1)})
	for _, query := range []string{"team=" + other, "label=" + label, "functie=trainer"} {
		s.Get(apitest.Filtered+"?"+query, jan).Is(200).Has("total", 0)
	}
}
