package peopleapi_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// crowd are people of whom every filter finds some. It is 15 June 2026.
func crowd(s *apitest.Site, admin apitest.Call) {
	s.T.Helper()
	s.Now = apitest.Start.AddDate(0, 0, -40)
	meta := func(fields, meta object) {
		s.T.Helper()
		s.Post(apitest.People, object{"acf": fields, "meta": meta}, admin).Is(201)
	}
	s.Person(admin, object{"first_name": "Oudste", "last_name": "A", "birthdate": "1950-06-15", "type-lid": "Senior",
		"leeftijdsgroep": "Senioren", "datum-vog": "2023-06-15",
		"datum-foto": "2020-01-01", "lid-tot": "2026-06-14", "assoc-id": "B2", "lid-sinds": "1970-01-01", "helpdesk-id": "2",
		"isparent": true})
	s.Now = apitest.Start
	s.Person(admin, object{"first_name": "Midden", "last_name": "B", "birthdate": "2000-12-31", "type-lid": "Senior",
		"leeftijdsgroep": "Senioren Vrouwen", "datum-vog": "2023-06-16",
		"lid-tot": "2026-06-15", "financiele-blokkade": true, "assoc-id": "A1", "lid-sinds": "2010-01-01", "helpdesk-id": "1",
		"work_history": []object{{"team": 1000, "is_current": true}}})
	s.Person(admin, object{"first_name": "Jongste", "last_name": "C", "birthdate": "2017-01-01", "type-lid": "Junior",
		"leeftijdsgroep": "Onder 9"})
	meta(object{"first_name": "Vrijwilliger", "last_name": "D", "datum-vog": "2025-01-01",
		"work_history": []object{{"team": 1000, "is_current": true}}, "lid-tot": "2030-01-01"},
		object{"vog_email_sent_date": "2026-06-01", "vog_justis_submitted_date": "2026-06-02", "vog_reminder_sent_date": "2026-06-03"})
	s.Person(admin, object{"first_name": "Oudlid", "last_name": "E", "former_member": true, "birthdate": "1980-06-01"})
}

// contract: club §4.3, §2.9-1
func TestEveryFilterOfThePeopleList(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan", access.SectionRole(access.Administration))
	crowd(s, admin)
	s.Person(s.Program("jan"), object{"first_name": "Van jan", "last_name": "F", "type-lid": "Ere & lid"})
	const everybody = "Jongste Midden Oudste Van jan Vrijwilliger"
	for parameters, want := range map[string]string{
		"": everybody, "include_former=1": "Jongste Midden Oudlid Oudste Van jan Vrijwilliger", "include_former=0": everybody,
		"include_former=": everybody, "search=oudste a": "Oudste", "search=OUD": "Oudste",
		"search=oud&include_former=1": "Oudlid Oudste", "search=%25": "", "search=_": "",
		"ownership=mine": "Jongste Midden Oudste Vrijwilliger", "ownership=shared": "Van jan", "ownership=all": everybody,
		"ownership=": everybody, "modified_days=39": "Jongste Midden Van jan Vrijwilliger", "modified_days=40": everybody,
		"modified_days=3650": everybody, "modified_days=": everybody, "birth_year_from=2000&birth_year_to=2017": "Jongste Midden",
		"birth_year_from=2000": "Midden", "birth_year_to=2017": "Jongste", "birth_year_from=2017&birth_year_to=2000": "",
		"birth_year_from=1900&birth_year_to=2100": "Jongste Midden Oudste", "birth_month=6": "Oudste", "birth_month=06": "Oudste",
		"birth_month=6&include_former=1": "Oudlid Oudste", "birth_month=12": "Midden", "huidig_vrijwilliger=1": "Midden Vrijwilliger",
		"huidig_vrijwilliger=0": "Jongste Oudste Van jan", "financiele_blokkade=1": "Midden",
		"financiele_blokkade=0": "Jongste Oudste Van jan Vrijwilliger", "type_lid=Senior": "Midden Oudste", "type_lid=senior": "",
		"type_lid=Sen": "", "type_lid=Ere & lid": "Van jan", "type_lid=": everybody, "leeftijdsgroep=Senioren": "Oudste",
		"leeftijdsgroep=Senioren Vrouwen": "Midden", "leeftijdsgroep=senioren": "",
		"foto_missing=1": "Jongste Midden Van jan Vrijwilliger", "foto_missing=0": everybody, "vog_missing=1": "Jongste Van jan",
		"vog_required=1": "Midden Vrijwilliger", "vog_required=0": "Jongste Oudste Van jan",
		"vog_required=1&vog_missing=1": "", "vog_required=1&vog_expiring_within_days=30": "Midden",
		"vog_older_than_years=3": "Oudste", "vog_older_than_years=1": "Midden Oudste Vrijwilliger",
		"vog_missing=1&vog_older_than_years=3": "Jongste Oudste Van jan", "vog_type=nieuw": "Jongste Van jan",
		"vog_type=vernieuwing": "Oudste", "vog_type=vernieuwing&vog_older_than_years=1": "Midden Oudste Vrijwilliger",
		"vog_type=nieuw&vog_older_than_years=1": "Jongste Van jan", "vog_expiring_within_days=1": "Midden",
		"vog_expiring_within_days=365": "Midden", "vog_email_status=sent": "Vrijwilliger",
		"vog_email_status=not_sent": "Jongste Midden Oudste Van jan", "vog_justis_status=submitted": "Vrijwilliger",
		"vog_justis_status=not_submitted": "Jongste Midden Oudste Van jan", "vog_reminder_status=sent": "Vrijwilliger",
		"vog_reminder_status=not_sent": "Jongste Midden Oudste Van jan", "lid_tot_future=1": "Midden Vrijwilliger",
		"lid_tot_future=0": everybody, "type_lid=Senior&huidig_vrijwilliger=1&financiele_blokkade=1&birth_month=12": "Midden",
		"type_lid=Senior&huidig_vrijwilliger=0&financiele_blokkade=1": "",
	} {
		a := s.Get(apitest.Filtered+"?"+strings.NewReplacer(" & ", "%20%26%20", " ", "%20").Replace(parameters), admin)
		if got := a.Listed("people"); got != want {
			t.Errorf("%s: got %q, want %q", parameters, got, want)
		}
	}
}

// contract: club §4.3, §8
func TestWhatNoFilterTakes(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for field, wrong := range map[string][]string{
		"modified_days": {"0", "3651", "-1", "x", "1.5", "99999999999"}, "birth_year_from": {"1899", "2101", "x", "-2000", "20000"},
		"birth_year_to": {"1899", "2101"}, "birth_month": {"0", "13", "juni"}, "vog_older_than_years": {"0", "11"},
		"vog_expiring_within_days": {"0", "366"}, "huidig_vrijwilliger": {"2", "ja", "true"}, "financiele_blokkade": {"2", "x"},
		"foto_missing": {"x", "true"}, "vog_missing": {"2"}, "vog_required": {"2", "ja"}, "vog_type": {"oud"}, "vog_email_status": {"1", "Sent"},
		"vog_justis_status": {"sent"}, "vog_reminder_status": {"x"}, "ownership": {"his"}, "lid_tot_future": {"x"},
		"include_former": {"x"}, "order": {"up"}, "orderby": {"id", "custom_", "custom_x", "last_name,id", "birthdate"},
		"page": {"0", "-1", "x"}, "per_page": {"0", "101", "x"}, "type_lid": {strings.Repeat("x", 201)},
		"leeftijdsgroep": {strings.Repeat("x", 201)}, "search": {strings.Repeat("x", 201)},
	} {
		for _, value := range wrong {
			a := s.Get(apitest.Filtered+"?"+field+"="+url.QueryEscape(value), admin)
			a.Refuses(400, "rest_invalid_param", field)
			if sentence, _ := a.Object("data.params")[field].(string); !strings.HasSuffix(sentence, ".") ||
				strings.Contains(sentence, "expected") {
				t.Errorf("%s=%s: no Dutch sentence: %q", field, value, sentence)
			}
		}
	}
	s.Get(apitest.Filtered+"?birth_month=13&modified_days=0", admin).
		Refuses(400, "rest_invalid_param", "birth_month", "modified_days")
	s.Get(apitest.Filtered+"?birth_month=13").Refuses(401, "rest_not_logged_in")
}

func TestEveryOrderOfThePeopleList(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	crowd(s, admin)
	s.Now = apitest.Start.Add(time.Minute)
	s.Send("PUT", apitest.Person(3), object{"acf": object{
		"contact_info": []object{{"contact_type": "email", "contact_value": "x@club.example"}}, "addresses": []object{{"city": "Assen"}},
	}}, admin).Is(200)
	for orderby, want := range map[string]string{
		"first_name": "Jongste Midden Oudste Vrijwilliger", "last_name": "Oudste Midden Jongste Vrijwilliger",
		"modified": "Oudste Midden Vrijwilliger Jongste", "custom_assoc-id": "Jongste Vrijwilliger Midden Oudste",
		"custom_knvb-id": "Jongste Vrijwilliger Midden Oudste", "custom_type-lid": "Vrijwilliger Jongste Midden Oudste",
		"custom_leeftijdsgroep": "Vrijwilliger Jongste Oudste Midden", "custom_lid-sinds": "Jongste Vrijwilliger Oudste Midden",
		"custom_lid-tot": "Jongste Oudste Midden Vrijwilliger", "custom_datum-foto": "Jongste Midden Vrijwilliger Oudste",
		"custom_datum-vog": "Jongste Oudste Midden Vrijwilliger", "custom_isparent": "Jongste Midden Vrijwilliger Oudste",
		"custom_huidig-vrijwilliger": "Jongste Oudste Midden Vrijwilliger",
		"custom_financiele-blokkade": "Jongste Oudste Vrijwilliger Midden", "custom_helpdesk-id": "Jongste Vrijwilliger Midden Oudste",
		"custom_freescout-id": "Jongste Vrijwilliger Midden Oudste", "custom_birthdate": "Vrijwilliger Oudste Midden Jongste",
		"custom_former_member": "Jongste Midden Oudste Vrijwilliger", "age": "Jongste Midden Oudste Vrijwilliger",
		"email": "Midden Oudste Vrijwilliger Jongste", "city": "Midden Oudste Vrijwilliger Jongste",
		"team": "Midden Vrijwilliger Jongste Oudste",
	} {
		if got := s.Get(apitest.Filtered+"?orderby="+orderby, admin).Listed("people"); got != want {
			t.Errorf("%s: got %q, want %q", orderby, got, want)
		}
		last := strings.Fields(want)[3]
		switch orderby { // of equal ones the first name runs from A to Z all the same
		case "custom_former_member":
			last = "Jongste"
		case "custom_type-lid", "custom_huidig-vrijwilliger":
			last = "Midden"
		case "team": // and who has none stays last
			last = "Midden"
		}
		if got := s.Get(apitest.Filtered+"?order=desc&per_page=1&orderby="+orderby, admin).Listed("people"); got != last {
			t.Errorf("%s, from the last: got %q, want %q", orderby, got, last)
		}
	}
	a := s.Get(apitest.Filtered+"?orderby=last_name&per_page=3&page=2", admin).Has("total", 4).Has("page", 2).Has("total_pages", 2)
	if got := a.Listed("people"); got != "Vrijwilliger" {
		t.Errorf("the second page: %q", got)
	}
	for _, beyond := range []string{"per_page=3&page=3", "page=9223372036854775807"} {
		s.Get(apitest.Filtered+"?"+beyond, admin).Is(200).Has("people", []any{}).Has("total", 4)
	}
}

// contract: club §4.3
func TestARowOfThePeopleList(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	crowd(s, admin)
	a := s.Get(apitest.Filtered+"?search=vrijwilliger", admin).Is(200)
	a.Has("people.0.name", "Vrijwilliger D").Has("people.0.infix", "").Has("people.0.labels", []any{}).Has("people.0.thumbnail", "").
		Has("people.0.former_member", false).
		Has("people.0.modified", "2026-06-15 14:30:45").Has("people.0.modified_gmt", "2026-06-15 12:30:45").
		Has("people.0.acf.vog_email_sent_date", "2026-06-01").
		Has("people.0.acf.vog_justis_submitted_date", "2026-06-02").Has("people.0.acf.vog_reminder_sent_date", "2026-06-03").
		Has("people.0.acf.huidig-vrijwilliger", "1").
		Has("people.0.acf.relationships", []any{}).Has("people.0.acf.photo_gallery", []any{})
}

// contract: club §4.3
func TestTheOptionsOfThePeopleList(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan", access.SectionRole(access.Administration))
	jan := s.Program("jan")
	crowd(s, admin)
	s.Person(jan, object{"first_name": "J", "type-lid": "Junior", "former_member": true})
	const options = "/api/club/v1/people/filter-options"
	count := func(value string, n float64) any { return object{"value": value, "count": n} }
	s.Get(options, admin).Is(200).Has("", object{
		"total": 4., "age_groups": []any{count("Onder 9", 1), count("Senioren", 1), count("Senioren Vrouwen", 1)},
		"member_types": []any{count("Junior", 1), count("Senior", 2)}, "genders": []any{}, "functions": []any{}, "cities": []any{},
		"teams": []any{}, "committees": []any{object{"id": 1000., "name": "Verenigingsbreed", "count": 2.}}, "labels": []any{},
	})
	s.Get(options+"?include_former=1", admin).Is(200).Has("total", 6).Has("member_types.0.count", 2)
	s.Get(options, jan).Is(200).Has("total", 4)
	s.Roles("jan", access.Member) // who keeps the members sees them all
	s.Get(options, jan).Is(200).Has("total", 0).Has("member_types", []any{}).Has("committees", []any{})
	s.Get(options+"?include_former=1", jan).Is(200).Has("total", 1)
	s.Get(options+"?include_former=x", jan).Refuses(400, "rest_invalid_param", "include_former")
	s.Get(options).Refuses(401, "rest_not_logged_in")
}
