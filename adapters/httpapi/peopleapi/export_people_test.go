package peopleapi_test

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/person"
)

const exported = "/api/club/v1/people/export"

// rows are the lines of a CSV answer, cells joined with |.
func rows(a apitest.Answer) string {
	a.T.Helper()
	text, marked := strings.CutPrefix(a.Is(200).Text, "\uFEFF")
	if !marked {
		a.T.Errorf("%s: no byte order mark", a.What)
	}
	if strings.Count(text, "\n") != strings.Count(text, "\r\n") {
		a.T.Errorf("%s: lines end in \\n alone", a.What)
	}
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma = ';'
	all, err := reader.ReadAll()
	if err != nil {
		a.T.Fatalf("%s: %v", a.What, err)
	}
	lines := []string{}
	for _, row := range all {
		lines = append(lines, strings.Join(row, "|"))
	}
	return strings.Join(lines, "\n")
}

func TestEveryColumnOfTheExport(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	team := s.Post("/api/cms/v2/teams", object{"title": "JO9-1"}, admin).Is(201).ID()
	gone := s.Team(admin, "Weg")
	s.Post("/api/cms/v2/person_label", object{"name": "Vrijwilliger; bar"}, admin).Is(201)
	s.Post(apitest.People, object{"person_label": []int{1}, "acf": object{
		"first_name": "Jan", "infix": "de", "last_name": "Vries", "birthdate": "2010-06-16", "gender": "male", "assoc-id": "007",
		"type-lid": "Junior", "leeftijdsgroep": "Onder 17", "lid-sinds": "2015-01-01", "lid-tot": "2030-12-31",
		"datum-vog": "2025-02-03", "datum-foto": "2024-04-05", "financiele-blokkade": true, "helpdesk-id": "=1+1",
		"former_member": false, "isparent": true,
		"contact_info": []object{{"contact_type": "website", "contact_value": "x"},
			{"contact_type": "mobile", "contact_value": "+31612345678"},
			{"contact_type": "email", "contact_value": "jan@club.example"}, {"contact_type": "email", "contact_value": "b@club.example"}},
		"addresses": []object{{"street": "Dorpsstraat 1\n2e etage", "postal_code": "1234 AB", "city": "'s-Graveland"}},
		"work_history": []object{
			{"team": team, "job_title": "Trainer", "is_current": true}, {"team": team, "job_title": "Keeper", "is_current": true},
			{"team": 1000, "job_title": "Voorzitter", "is_current": true, "end_date": "2026-06-15"},
			{"team": 1000, "job_title": "Lid", "is_current": true, "end_date": "2026-06-14", "description": "Weg"},
			{"team": gone, "is_current": true, "description": " Oude groep "},
		},
	}}, admin).Is(201)
	s.Send("DELETE", apitest.At(apitest.Teams, gone), nil, admin).Is(200)
	want := map[string]string{
		"name": "Naam|Jan de Vries", "first_name": "Voornaam|Jan", "infix": "Tussenvoegsel|de", "last_name": "Achternaam|Vries",
		"email": "E-mail|jan@club.example", "phone": "Telefoon|'+31612345678", "team": "Team|JO9-1, Verenigingsbreed, Oude groep",
		"labels": "Labels|Vrijwilliger; bar", "modified": "Laatst gewijzigd|2026-06-15", "age": "Leeftijd|15",
		"birthdate": "Geboortedatum|2010-06-16", "gender": "Geslacht|Man", "street": "Straat|Dorpsstraat 1\n2e etage",
		"postal_code": "Postcode|1234 AB", "city": "Woonplaats|'s-Graveland", "assoc-id": "Lidnummer|007",
		"type-lid": "Type lid|Junior", "leeftijdsgroep": "Leeftijdsgroep|Onder 17", "lid-sinds": "Lid sinds|2015-01-01",
		"lid-tot": "Lid tot|2030-12-31", "datum-vog": "VOG-datum|2025-02-03", "datum-foto": "Datum foto|2024-04-05",
		"huidig-vrijwilliger": "Vrijwilliger|Ja", "financiele-blokkade": "Financiële blokkade|Ja",
		"helpdesk-id": "Helpdesknummer|'=1+1", "former_member": "Oud-lid|Nee", "isparent": "Ouder|Ja",
	}
	if len(want) != len(person.Columns) {
		t.Errorf("%d of %d columns", len(want), len(person.Columns))
	}
	for column, cells := range want {
		heading, cell, _ := strings.Cut(cells, "|")
		if got := rows(s.Get(exported+"?columns="+column, admin)); got != heading+"\n"+cell {
			t.Errorf("%s: got %q", column, got)
		}
	}
	all := rows(s.Get(exported+"?columns="+strings.Join(mapKeys(want), ","), admin))
	if got := strings.Count(strings.SplitN(all, "\n", 2)[0], "|"); got != len(want)-1 {
		t.Errorf("%d columns of %d", got+1, len(want))
	}
}

func mapKeys[V any](m map[string]V) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	return keys
}

func TestTheExportIsAFileOfTheDay(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan")
	for format, kind := range map[string]string{
		"": "text/csv; charset=utf-8", "csv": "text/csv; charset=utf-8",
		"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	} {
		a := s.Get(exported+"?columns=name&format="+format, admin).Is(200)
		extension := format
		if format == "" {
			extension = "csv"
		}
		for header, value := range map[string]string{
			"Content-Type": kind, "Content-Disposition": `attachment; filename="leden-2026-06-15.` + extension + `"`,
			"Cache-Control": "no-store, private", "X-Content-Type-Options": "nosniff",
		} {
			if got := a.Header.Values(header); len(got) != 1 || got[0] != value {
				t.Errorf("%q: %s %q, want %q", format, header, got, value)
			}
		}
		if !strings.Contains(a.Text, "Jan") {
			t.Errorf("%q: %q", format, a.Text)
		}
	}
}

func TestTheExportIsTheListWithoutItsPages(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	s.Person(admin, object{"first_name": "Anna", "last_name": "Visser", "type-lid": "Senior"})
	s.Person(admin, object{"first_name": "Bert", "last_name": "Kok", "type-lid": "Junior"})
	s.Person(admin, object{"first_name": "Oud", "last_name": "Lid", "former_member": true})
	s.Person(jan, object{"first_name": "Eigen", "last_name": "Aap"})
	for parameters, want := range map[string]string{
		"": "Anna Bert Eigen", "&orderby=last_name": "Eigen Bert Anna", "&orderby=last_name&order=desc": "Anna Bert Eigen",
		"&include_former=1": "Anna Bert Eigen Oud", "&type_lid=Junior": "Bert", "&search=visser": "Anna", "&ownership=shared": "Eigen",
		"&page=7&per_page=1": "Anna Bert Eigen", "&search=niemand": "", "&include=2,3": "Bert",
		"&include=3&include=1&include_former=1": "Anna Oud",
	} {
		got := strings.Split(rows(s.Get(exported+"?columns=first_name"+parameters, admin)), "\n")[1:]
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %q, want %q", parameters, got, want)
		}
	}
	if got := rows(s.Get(exported+"?columns=name&include_former=1", jan)); got != "Naam\nEigen Aap" {
		t.Errorf("what jan may see: %q", got)
	}
	if got := rows(s.Get(exported+"?columns=last_name,,%20first_name,last_name&type_lid=Junior",
		admin)); got != "Achternaam|Voornaam\nKok|Bert" {
		t.Errorf("columns in their order, each once: %q", got)
	}
	for _, spelling := range []string{"columns=last_name&columns=first_name", "columns[]=last_name&columns[]=first_name",
		"columns%5B%5D=last_name,first_name", "columns=last_name&columns[]=first_name"} {
		if got := rows(s.Get(exported+"?type_lid=Junior&"+spelling, admin)); got != "Achternaam|Voornaam\nKok|Bert" {
			t.Errorf("%s: got %q", spelling, got)
		}
	}
}

// More than one page of the store, and no query a person.
func TestALongExport(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for i := range 1001 {
		s.Person(admin, object{"first_name": fmt.Sprintf("P%04d", i)})
	}
	lines := strings.Split(rows(s.Get(exported+"?columns=first_name", admin)), "\n")
	if len(lines) != 1002 || lines[1] != "P0000" || lines[500] != "P0499" || lines[501] != "P0500" || lines[1001] != "P1000" {
		t.Errorf("%d lines", len(lines))
	}
}

func TestWhatCanNotBeExported(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("bestuur", access.Board)
	board := s.Program("bestuur")
	for wrong, field := range map[string]string{
		"": "columns", "columns=": "columns", "columns=%20,": "columns", "columns=name,password": "columns", "columns=Name": "columns",
		"columns=name&columns=x": "columns", "columns[]=name&columns[]=x": "columns", "columns[]=": "columns",
		"columns=name&format=pdf": "format", "columns=name&orderby=x": "orderby", "columns=name&birth_month=13": "birth_month",
		"columns=name&type_lid=" + strings.Repeat("x", 201): "type_lid", "columns=" + strings.Repeat("name,", 101): "columns",
		"columns=name&order=x": "order", "columns=name&include_former=2": "include_former",
	} {
		s.Get(exported+"?"+wrong, admin).Refuses(400, "rest_invalid_param", field)
		s.Get(exported+"?"+wrong).Refuses(401, "rest_not_logged_in")
	}
	if got := rows(s.Get(exported+"?columns=name", board)); got != "Naam" {
		t.Errorf("who sees nobody gets %q", got)
	}
	s.Get(exported+"?columns=na%00me", admin).Is(400)
}
