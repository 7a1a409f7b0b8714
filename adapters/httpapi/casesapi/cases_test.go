package casesapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// object is JSON as a test writes it.
type object = apitest.Object

const (
	all     = "/api/cms/v2/discipline-cases"
	seasons = "/api/cms/v2/seizoen"
)

func one(id int64) string { return fmt.Sprintf("%s/%d", all, id) }

// court is a club with a reader of cases, the synchronization, and somebody whom the reader may not see.
func court(t *testing.T) (s *apitest.Site, admin, reader, program, other apitest.Call, jan int64) {
	t.Helper()
	s = apitest.New(t)
	admin = s.Admin()
	s.User("tucht", access.SectionRole(access.FairPlay))
	s.User("sync", access.Synchronizer)
	s.User("piet")
	return s, admin, s.Program("tucht"), s.Program("sync"), s.Program("piet"),
		s.Person(admin, object{"first_name": "Jan", "last_name": "Kok"}).ID()
}

func names(a apitest.Answer) string {
	a.T.Helper()
	var list []string
	for _, one := range a.Is(200).List("") {
		list = append(list, one.(object)["acf"].(object)["dossier_id"].(string))
	}
	return strings.Join(list, " ")
}

// contract: facts §3
func TestACaseIsFiledReadChangedAndRemoved(t *testing.T) {
	t.Parallel()
	s, admin, reader, program, other, jan := court(t)
	s.Get(apitest.Person(jan), reader).Refuses(403, "rest_forbidden")
	a := s.Post(all, object{"title": "Jan - A tegen B", "status": "publish", "seizoen": []int{2025}, "acf": object{
		"dossier_id": " T-1 ", "person": jan, "match_date": "20260314", "processing_date": "2026-03-17", "match_description": "A - B",
		"team_name": "1", "charge_codes": "R2.3-1", "charge_description": "Praten", "sanction_description": "Geel",
		"administrative_fee": "16.5", "is_charged": "sportlink", "home_team": "", "away_team": 7,
	}}, program).Is(201)
	id := a.ID()
	a.Has("acf", object{
		"dossier_id":           "T-1",
		"person":               float64(jan),
		"match_date":           "2026-03-14",
		"processing_date":      "2026-03-17",
		"match_description":    "A - B",
		"team_name":            "1",
		"charge_codes":         "R2.3-1",
		"charge_description":   "Praten",
		"sanction_description": "Geel",
		"administrative_fee":   16.5,
		"is_charged":           "federation",
		"home_team":            0.,
		"away_team":            7.,
	}).Has("person_name", "Jan Kok").Has("card", "yellow").Has("seizoen", []any{2025.}).Has("type", "discipline_case")
	s.Get(one(id), reader).Is(200).Has("person_name", "Jan Kok")
	for _, who := range []apitest.Call{other} {
		s.Get(all, who).Refuses(403, "rest_forbidden")
		s.Get(one(id), who).Refuses(403, "rest_forbidden")
	}
	s.Get(all).Refuses(401, "rest_not_logged_in")
	for _, who := range []apitest.Call{other, reader} {
		s.Post(all, object{"acf": object{"dossier_id": "T-9"}}, who).Refuses(403, "rest_forbidden")
		s.Send("PUT", one(id), object{"acf": object{"team_name": "x"}}, who).Refuses(403, "rest_forbidden")
		s.Send("DELETE", one(id), nil, who).Refuses(403, "rest_forbidden")
	}
	s.Post(all, object{"acf": object{"dossier_id": "T-1"}}, admin).Refuses(400, "dossier_taken")
	s.Post(all, object{"acf": object{"team_name": "x"}}, admin).Refuses(400, "rest_invalid_param", "acf.dossier_id")
	for field, value := range map[string]any{
		"person": 999, "match_date": "x", "administrative_fee": -1, "is_charged": "iets",
	} {
		s.Post(all, object{"acf": object{"dossier_id": "T-2", field: value}}, admin).Refuses(400, "rest_invalid_param", "acf."+field)
	}
	s.Send(
		"PATCH",
		one(id),
		object{"acf": object{"is_charged": "rondo", "administrative_fee": nil, "charge_codes": "R2.3"}},
		program,
	).
		Is(200).
		Has("acf.is_charged", "club").Has(
		"acf.administrative_fee",
		nil,
	).Has("card", "red").Has("acf.match_date", "2026-03-14").
		Has(
			"etag",
			`"2"`,
		)
	s.Send("PUT", one(id), object{"acf": object{"is_charged": ""}}, program, apitest.With("If-Match", `"1"`)).Is(412)
	s.Send("PUT", one(id), object{"seizoen": []int{1}}, program).Refuses(400, "rest_invalid_param", "seizoen")
	s.Send("DELETE", one(id)+"?force=true", nil, program).Is(200).Has("deleted", true).Has("previous.id", float64(id))
	s.Get(one(id), reader).Refuses(404, "rest_post_invalid_id")
	if got := s.Get("/api/club/v1/audit?object=case", admin).List(""); len(got) != 3 {
		t.Errorf("the log tells %v", got)
	}
}

func TestListsOfCases(t *testing.T) {
	t.Parallel()
	s, admin, reader, _, _, jan := court(t)
	for n := range 12 {
		acf := object{
			"dossier_id":         fmt.Sprintf("T-%02d", n),
			"match_description":  fmt.Sprint("Wedstrijd ", n),
			"administrative_fee": 10,
			"match_date":         []string{"2026-03-01", "2024-12-01"}[n%2],
		}
		if n%3 == 0 {
			acf["person"] = jan
		}
		s.Post(all, object{"title": fmt.Sprint("Zaak ", 99-n), "acf": acf}, admin).Is(201)
	}
	for query, want := range map[string]string{
		"?orderby=title&order=asc&per_page=2": "T-11 T-10", "?per_page=3&order=asc&page=2": "T-03 T-04 T-05",
		fmt.Sprint("?order=asc&person=", jan): "T-00 T-03 T-06 T-09", fmt.Sprint("?order=asc&seizoen=2024&person=", jan): "T-03 T-09",
		"?seizoen=2025,2024&per_page=1": "T-11", "?seizoen=2020": "",
		"?search=wedstrijd%2011": "T-11", "?include=1,3&order=asc": "T-00 T-02",
		"?workspace_access=1": "", "?slug=zaak-99-1": "T-00",
	} {
		if got := names(s.Get(all+query, reader)); got != want {
			t.Errorf("%s lists %s, want %s", query, got, want)
		}
	}
	a := s.Get(all+"?seizoen=2025&per_page=2&_fields=id", reader).Is(200)
	if a.Header.Get("X-WP-Total") != "6" || a.Header.Get("X-WP-TotalPages") != "3" || a.Header.Get("X-Total-Fees") != "60.00" {
		t.Errorf("the headers are %v", a.Header)
	}
	s.Get(all+"?page=9", reader).Refuses(400, "rest_post_invalid_page_number")
	file := s.Get("/api/club/v1/discipline-cases/export?format=csv&seizoen=2025&search=zaak", reader).Is(200).Text
	if lines := strings.Split(file, "\r\n"); len(lines) != 9 || !strings.HasPrefix(lines[7], "Totaal;") ||
		!strings.HasSuffix(lines[7], ";60,00") {
		t.Errorf("the file is %s", file)
	}
	s.Get(fmt.Sprintf("/api/club/v1/people/%d/looks", jan), admin).Is(200).Has("0.exported", "2026-06-15 14:30:45")
}

// contract: club §4.1, facts §3
func TestSeasons(t *testing.T) {
	t.Parallel()
	s, admin, reader, program, other, _ := court(t)
	s.Post(all, object{"acf": object{"dossier_id": "T-1", "match_date": "2023-10-01"}}, admin).Is(201).Has("seizoen", []any{2023.})
	s.Get(seasons, other).Is(200).Has("", []any{
		object{"id": 2025., "name": "2025-2026", "slug": "2025-2026", "count": 0., "description": "", "taxonomy": "seizoen"},
		object{"id": 2023., "name": "2023-2024", "slug": "2023-2024", "count": 0., "description": "", "taxonomy": "seizoen"},
	})
	s.Get(seasons, reader).Is(200).Has("1.id", 2023.).Has("1.count", 1.) // who may read the case
	s.Get(seasons+"?slug=2019-2020", other).Is(200).Has("0.id", 2019.)
	s.Get(seasons+"?_fields=id,slug", other).Is(200).Has("", []any{
		object{"id": 2025., "slug": "2025-2026"}, object{"id": 2023., "slug": "2023-2024"},
	})
	for _, by := range []string{"date", "title", "modified", "name", "id"} {
		s.Get(seasons+"?orderby="+by, other).Is(200).Has("0.id", 2025.)
		s.Get(seasons+"?order=asc&orderby="+by, other).Is(200).Has("0.id", 2023.)
	}
	s.Get(seasons+"?orderby=count", other).Refuses(400, "rest_invalid_param", "orderby")
	s.Get(seasons+"?_fields="+strings.Repeat(",", 500), other).Refuses(400, "rest_invalid_param", "_fields")
	s.Get(seasons+"?slug=x", other).Is(200).Has("", []any{})
	s.Get(seasons+"/2024", other).Is(200).Has("slug", "2024-2025")
	s.Get(seasons+"/5", other).Refuses(404, "rest_term_invalid")
	s.Post(seasons, object{"name": "2026-2027", "slug": "2026-2027"}, program).Is(201).Has("id", 2026.)
	s.Post(seasons, object{"name": "Voorjaar"}, program).Refuses(400, "rest_invalid_param", "name")
	s.Post(seasons, object{"name": "2026-2027"}, reader).Refuses(403, "rest_forbidden")
	s.Get("/api/club/v1/current-season", other).Is(200).Has("", object{"id": 2025., "name": "2025-2026", "slug": "2025-2026"})
	s.Get("/api/club/v1/current-season").Refuses(401, "rest_not_logged_in")
}

// contract: facts §1.3
func TestACaseThatAnInvoiceBillsIsNotRemoved(t *testing.T) {
	t.Parallel()
	s, admin, _, _, _, jan := court(t)
	id := s.Post(all, object{"acf": object{"dossier_id": "T-1", "person": jan, "match_description": "A - B"}}, admin).Is(201).ID()
	const invoices = "/api/club/v1/invoices"
	billed := s.Post(invoices, object{"person_id": jan, "line_items": []object{
		{"discipline_case_id": id, "description": "A - B", "amount": 16.5},
	}}, admin).Is(200).ID()
	s.Send("DELETE", one(id)+"?force=true", nil, admin).Refuses(409, "case_already_invoiced")
	s.Get(one(id), admin).Is(200)
	if told := s.Get("/api/club/v1/audit?kind=case-removed", admin).Is(200); len(told.List("")) != 0 {
		t.Errorf("the log tells %s", told.Text)
	}
	s.Send("DELETE", apitest.At(invoices, billed), nil, admin).Is(200)
	s.Send("DELETE", one(id)+"?force=true", nil, admin).Is(200)
}
