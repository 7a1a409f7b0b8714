package feesapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
)

// object is JSON as a test writes it.
type object = apitest.Object

const (
	club  = "/api/club/v1"
	fees  = club + "/fees"
	rules = club + "/membership-fees/settings"
)

func one(id int64) string { return fmt.Sprintf("%s/person/%d", fees, id) }

// town is a club on 15 June 2026 with a family, an adult who joined late, a former member, a donor and somebody without a fee.
func town(t *testing.T) (s *apitest.Site, admin, treasurer, other apitest.Call, people map[string]int64) {
	t.Helper()
	s = apitest.New(t)
	admin = s.Admin()
	s.User("penning", access.SectionRole(access.Finance))
	s.User("jan")
	treasurer, other = s.Program("penning"), s.Program("jan")
	home := []object{{"street": "Dorpsstraat 12 a", "postal_code": "1234 ab"}}
	people = map[string]int64{}
	for _, acf := range []object{
		{"first_name": "Zus", "last_name": "Berg", "leeftijdsgroep": "Onder 15 Meiden", "addresses": home, "assoc-id": "ZUSS11"},
		{"first_name": "Broer", "last_name": "Berg", "leeftijdsgroep": "Onder 10", "lid-sinds": "2025-10-03",
			"addresses":         []object{{"street": "Dorpsstraat 12A", "postal_code": "1234AB"}},
			"_nikki_2025_total": 180.5, "_nikki_2025_saldo": "20"},
		{"first_name": "Laat", "leeftijdsgroep": "Senioren", "lid-sinds": "20260102"},
		{"first_name": "Oud", "leeftijdsgroep": "Senioren", "former_member": true, "lid-sinds": "2010-01-01", "lid-tot": "2026-01-01"},
		{"first_name": "Weg", "leeftijdsgroep": "Senioren", "former_member": true, "lid-sinds": "2010-01-01", "lid-tot": "2025-06-30"},
		{"first_name": "Gever", "work_history": []object{{"job_title": "donateur", "is_current": true}}},
		{"first_name": "Ouder"},
	} {
		people[acf["first_name"].(string)] = s.Person(admin, acf).ID()
	}
	return s, admin, treasurer, other, people
}

func names(a apitest.Answer, at string) string {
	a.T.Helper()
	var list []string
	for _, m := range a.Is(200).List(at) {
		list = append(list, strings.Fields(m.(object)["name"].(string))[0])
	}
	return strings.Join(list, " ")
}

// contract: club §4.7, facts §2.6
func TestTheListOfFees(t *testing.T) {
	t.Parallel()
	s, _, treasurer, other, people := town(t)
	a := s.Get(fees, treasurer).Is(200).Has("season", "2025-2026").Has("forecast", false).Has("borrowed_from", nil).Has("total", 5.)
	a.Has("members.0", object{
		"id":                     float64(people["Broer"]),
		"name":                   "Broer Berg",
		"first_name":             "Broer",
		"infix":                  "",
		"last_name":              "Berg",
		"category":               "pupil",
		"leeftijdsgroep":         "Onder 10",
		"base_fee":               180.,
		"family_discount_rate":   .25,
		"family_discount_amount": 45.,
		"fee_after_discount":     135.,
		"prorata_percentage":     .75,
		"final_fee":              101.25,
		"family_key":             "1234AB-12A",
		"family_size":            2.,
		"family_position":        2.,
		"lid_sinds":              "2025-10-03",
		"from_cache":             false,
		"calculated_at":          nil,
		"is_former_member":       false,
		"excluded":               false,
		"nikki_total":            180.5,
		"nikki_saldo":            20.,
		"invoice_id":             nil,
		"invoice_status":         nil,
	})
	a.Has("categories.mini", object{"label": "Mini", "sort_order": 10., "is_youth": true})
	if !strings.Contains(a.Text, `"final_fee":101.25`) || !strings.Contains(a.Text, `"base_fee":180.00`) {
		t.Errorf("amounts are not written with two decimals: %s", a.Text)
	}
	for query, want := range map[string]string{
		"": "Broer Zus Laat Oud Gever", "?orderby=final_fee&order=desc": "Oud Zus Laat Broer Gever",
		"?include_former=false": "Broer Zus Laat Gever",
		"?category=senior":      "Laat Oud", "?search=berg": "Broer Zus", "?invoice_status=none&search=zus": "Zus",
		"?invoice_status=paid": "", "?nikki=mismatch": "Broer", "?nikki=missing": "Zus Laat Oud Gever",
		"?per_page=2&page=2": "Laat Oud", "?per_page=2&page=9": "", "?season=2024-2025": "Broer Zus Laat Oud Weg Gever",
		"?forecast=true": "Broer Zus Laat Gever",
	} {
		if query == "?season=2024-2025" { // who joins after a season is not in it
			want = "Zus Oud Weg Gever"
		}
		if got := names(s.Get(fees+query, treasurer), "members"); got != want {
			t.Errorf("%s lists %s, want %s", query, got, want)
		}
	}
	if h := s.Get(fees+"?per_page=2", treasurer).Header; h.Get("X-WP-Total") != "5" || h.Get("X-WP-TotalPages") != "3" {
		t.Errorf("the headers are %v", h)
	}
	s.Get(fees+"?forecast=true&search=broer", treasurer).Has("season", "2026-2027").Has("members.0.leeftijdsgroep", "Onder 11").
		Has("members.0.final_fee", 135.).Has("members.0.nikki_total", nil)
	s.Get(fees+"?season=2025-2027", treasurer).Refuses(400, "rest_invalid_param", "season")
	s.Get(fees+"?orderby=x", treasurer).Refuses(400, "rest_invalid_param", "orderby")
	s.Get(fees+"?nikki=x", treasurer).Is(400)
	for _, address := range []string{
		fees, fees + "/summary", one(people["Zus"]), rules, fees + "/export", club + "/werkfuncties/available",
	} {
		s.Get(address, other).Refuses(403, "rest_forbidden")
		s.Get(address).Refuses(401, "rest_not_logged_in")
	}
}

// contract: club §4.7, facts §2.7
func TestTheSummaryIsThatOfTheList(t *testing.T) {
	t.Parallel()
	s, _, treasurer, _, people := town(t)
	s.Post(one(people["Oud"]), object{"excluded": true}, treasurer).Is(200)
	a := s.Get(fees+"/summary", treasurer).Is(200).Has("total", 4.).Has("season", "2025-2026")
	a.Has("aggregates.pupil", object{
		"count": 1., "base_fee": 180., "family_discount": 45., "fee_after_discount": 135., "prorata_amount": 33.75, "final_fee": 101.25,
		"invoices": object{"none": 1.},
	})
	a.Has("totals.final_fee", 101.25+230+127.5+55).Has("aggregates.senior.count", 1.)
	s.Get(fees, treasurer).Has("totals", a.Object("totals")).Has("total", 5.)
	s.Get(fees+"/summary?forecast=true", treasurer).Has("forecast", true).Has("season", "2026-2027")
}

// contract: club §2.8
func TestOnePersonsFeeWithTheReasonForEachEuro(t *testing.T) {
	t.Parallel()
	s, admin, treasurer, _, people := town(t)
	s.Get(one(people["Broer"]), treasurer).Is(200).Has("calculable", true).Has("final_fee", 101.25).Has("category_label", "Pupil").
		Has("family_members", []any{object{"id": float64(people["Zus"]), "name": "Zus Berg"}}).
		Has("trace", object{
			"season": "2025-2026", "forecast": false, "total": 101.25,
			"category": object{"slug": "pupil", "label": "Pupil", "rule": "youth_age_class", "match": "Onder 10", "age_class": "Onder 10",
				"moved_up": "", "amount": 180.},
			"family": object{"key": "1234AB-12A", "size": 2., "position": 2., "percent": 25., "amount": -45., "before": []any{
				object{"id": float64(people["Zus"]), "name": "Zus Berg", "base_fee": 230.}}},
			"prorata": object{"since": "2025-10-03", "quarter": 2., "percent": 75., "amount": -33.75},
		}).
		Has("lines.1", object{"kind": "family_discount", "description": "Gezinskorting 2e kind (25%)", "amount": -45.})
	s.Get(one(people["Weg"]), treasurer).Is(200).Has("", object{
		"person_id": float64(people["Weg"]), "season": "2025-2026", "calculable": false, "is_former_member": true,
		"message": "Oud-lid valt niet binnen dit seizoen.", "reason": "former_member_not_in_season", "former_member_in_season": false,
		"borrowed_from": nil, "excluded": false, "financiele_blokkade": false, "invoice_id": nil, "invoice_status": nil,
	})
	resigned := s.Person(admin, object{ // no former member yet
		"first_name": "Opgezegd", "leeftijdsgroep": "Onder 10", "lid-sinds": "2019-01-01", "lid-tot": "2025-06-30",
	}).ID()
	s.Get(one(resigned), treasurer).Is(200).Has("calculable", false).Has("is_former_member", false).
		Has("former_member_in_season", false).Has("reason", "left_before_season").
		Has("message", "Dit lid is voor dit seizoen vertrokken.")
	s.Get(one(people["Ouder"]), treasurer).Has("reason", "no_age_group_no_team_not_donateur").Has("calculable", false)
	s.Get(one(99), treasurer).Refuses(404, "rest_post_invalid_id")
}

func TestWhoIsLeftOutPaysNothingAndCountsInTheFamily(t *testing.T) {
	t.Parallel()
	s, admin, treasurer, other, people := town(t)
	s.Get(apitest.Person(people["Zus"]), treasurer).Refuses(403, "rest_forbidden") // no right on the record is needed
	s.Post(one(people["Zus"]), object{"excluded": true}, other).Refuses(403, "rest_forbidden")
	s.Post(one(people["Zus"]), object{"excluded": true}, treasurer).Is(200).Has("excluded", true).Has("calculable", true)
	s.Get(apitest.Person(people["Zus"]), admin).Has("acf._exclude_from_contributie", true)
	s.Get(one(people["Broer"]), treasurer).Has("final_fee", 101.25)
	s.Get(fees+"?search=zus", treasurer).Has("members.0.excluded", true).Has("totals.final_fee", 0.)
	s.Post(one(people["Zus"]), object{"excluded": false}, treasurer).Is(200).Has("excluded", false)
	s.Post(one(99), object{"excluded": true}, treasurer).Refuses(404, "rest_post_invalid_id")
	if got := s.Get(club+"/audit?kind="+string(audit.FeeExclusionChanged), admin).List(""); len(got) != 2 {
		t.Errorf("the log tells %v", got)
	}
}

func TestToRecalculateDoesNothingAndSaysSo(t *testing.T) {
	t.Parallel()
	s, admin, treasurer, _, _ := town(t)
	s.Post(fees+"/recalculate", object{}, treasurer).Refuses(403, "rest_forbidden")
	s.Post(fees+"/recalculate", nil, admin).Is(200).Has("success", true).Has("cleared_count", 0.).Has("season", "2025-2026")
	s.Post(fees+"/recalculate", object{"season": "2026-2027"}, admin).Is(200).Has("season", "2026-2027")
}

// contract: club §4.7, facts §2.1
func TestSettingsOfASeason(t *testing.T) {
	t.Parallel()
	s, admin, treasurer, other, _ := town(t)
	a := s.Get(rules, treasurer).Is(200).Has("current_season.key", "2025-2026").Has("next_season.key", "2026-2027").
		Has("current_season.family_discount", object{"second_child_percent": 25., "third_child_percent": 50.}).
		Has("current_season.installment_plan_3_enabled", true).Has("next_season.borrowed_from", nil)
	a.Has("current_season.categories.mini", object{
		"label":                 "Mini",
		"amount":                130.,
		"age_classes":           []any{"Onder 5", "Onder 6", "Onder 7", "Onder 8"},
		"is_youth":              true,
		"sort_order":            10.,
		"matching_teams":        []any{},
		"matching_werkfuncties": []any{},
	})
	s.Post(rules, object{"installment_plan_3_enabled": false}, other).Refuses(403, "rest_forbidden")
	s.Post(rules, object{"installment_plan_3_enabled": false}, treasurer).Is(200).
		Has("current_season.installment_plan_3_enabled", false).Has("current_season.installment_plan_8_enabled", true).
		Has(
			"current_season.own",
			true,
		).Has("next_season.borrowed_from", "2025-2026").Has("next_season.installment_plan_3_enabled", false)
	s.Get(fees+"?forecast=true", treasurer).Has("borrowed_from", "2025-2026")
	categories := object{
		"jeugd": object{
			"label":       "Jeugd",
			"amount":      "99.5",
			"age_classes": []string{"Onder 10", "Onder 15"},
			"is_youth":    true,
			"sort_order":  1,
		},
		"rest": object{
			"label":                 "Rest",
			"amount":                200,
			"sort_order":            2,
			"matching_teams":        []int{},
			"matching_werkfuncties": []string{},
		},
	}
	s.Post(
		rules,
		object{"season": "2026-2027", "categories": categories, "family_discount": object{"second_child_percent": 60}},
		treasurer,
	).Is(200).Has("next_season.categories.jeugd.amount", 99.5).Has("next_season.borrowed_from", nil).
		Has("current_season.categories.mini.amount", 130.).
		Has("warnings.0.field", "family_discount.second_child_percent")
	s.Get(fees+"?forecast=true&search=broer", treasurer).Has("members.0.category", "rest") // Onder 11 is in no class: the catch-all
	for name, c := range map[string]struct {
		body   object
		fields []string
	}{
		"slug":    {object{"categories": object{"A b": object{"label": "x", "amount": 1}}}, []string{"categories.A b"}},
		"label":   {object{"categories": object{"a": object{"amount": 1}}}, []string{"categories.a.label"}},
		"amount":  {object{"categories": object{"a": object{"label": "x"}}}, []string{"categories.a.amount"}},
		"minus":   {object{"categories": object{"a": object{"label": "x", "amount": -1}}}, []string{"categories.a.amount"}},
		"text":    {object{"categories": object{"a": object{"label": "x", "amount": "veel"}}}, []string{"categories.a.amount"}},
		"types":   {object{"categories": object{"a": object{"label": 5, "amount": 1, "age_classes": "x"}}}, []string{"categories.a.age_classes", "categories.a.label"}},
		"list":    {object{"categories": []int{1}}, []string{"categories"}},
		"percent": {object{"family_discount": object{"third_child_percent": 101}}, []string{"family_discount.third_child_percent"}},
		"flag":    {object{"installment_plan_8_enabled": "ja"}, []string{"installment_plan_8_enabled"}},
	} {
		a := s.Post(rules, c.body, treasurer).Is(400).Has("code", "invalid_settings")
		s.Post(club+"/membership-fees/preview", c.body, treasurer).Is(400).Has("code", "invalid_settings")
		var fields []string
		for _, e := range a.List("data.errors") {
			fields = append(fields, e.(object)["field"].(string))
		}
		if fmt.Sprint(fields) != fmt.Sprint(c.fields) {
			t.Errorf("%s is refused for %v", name, fields)
		}
	}
	s.Post(rules, object{"season": "2027-2028"}, treasurer).Refuses(400, "rest_invalid_param")
	s.Post(rules, object{"season": "2025"}, treasurer).Refuses(400, "rest_invalid_param", "season")
	if got := s.Get(club+"/audit?kind=settings-changed&object=settings", admin).List(""); len(got) != 2 {
		t.Errorf("the log tells %v", got)
	}
}

// contract: facts §2.1
func TestCopyingASeason(t *testing.T) {
	t.Parallel()
	s, _, treasurer, _, _ := town(t)
	to := func(from, to string) apitest.Answer {
		return s.Post(club+"/membership-fees/copy-season", object{"from_season": from, "to_season": to}, treasurer)
	}
	to("2025-2026", "2025-2026").Refuses(400, "invalid_copy")
	to("2024-2025", "2026-2027").Refuses(400, "source_empty")
	s.Post(rules, object{"installment_plan_8_enabled": false}, treasurer).Is(200)
	to("2025-2026", "2026-2027").Is(200).Has("next_season.installment_plan_8_enabled", false).Has("next_season.borrowed_from", nil)
	to("2025-2026", "2026-2027").Refuses(400, "destination_not_empty")
	to("2025-2026", "2030-2031").Refuses(400, "rest_invalid_param")
	to("x", "2026-2027").Refuses(400, "rest_invalid_param", "from_season")
}

func TestThePreviewTellsWhatBecomesOfFeesAndChangesNothing(t *testing.T) {
	t.Parallel()
	s, _, treasurer, _, people := town(t)
	before := s.Get(fees, treasurer).Text
	s.Post(club+"/membership-fees/preview", object{"family_discount": object{"second_child_percent": 50}}, treasurer).Is(200).
		Has("season", "2025-2026").Has("total_from", 101.25+230+127.5+255+55).Has("total_to", 67.5+230+127.5+255+55).
		Has("changed", []any{object{
			"person_id": float64(people["Broer"]), "name": "Broer Berg", "from": 101.25, "to": 67.5, "reason": "family_discount",
		}}).
		Has("warnings.0.field", "family_discount.second_child_percent")
	s.Post(
		club+"/membership-fees/preview",
		object{"categories": []int{}},
		treasurer,
	).Is(200).Has("total_to", 0.).Has("changed.0.to", nil)
	if after := s.Get(fees, treasurer).Text; after != before {
		t.Errorf("the preview changed fees: %s", after)
	}
}

// contract: facts §2.9
func TestTheExport(t *testing.T) {
	t.Parallel()
	s, admin, treasurer, _, people := town(t)
	s.Post(one(people["Oud"]), object{"excluded": true}, treasurer).Is(200)
	looks := fmt.Sprintf("/api/club/v1/people/%d/looks", people["Broer"])
	s.Get(looks, admin).Is(200).Has("", []any{})
	a := s.Get(fees+"/export?format=csv&orderby=name", treasurer).Is(200)
	want := "\uFEFFNaam;Relatiecode;Categorie;Leeftijdsgroep;Basis;Gezinskorting;Pro-rata %;Bedrag;Nikki Total;Saldo\r\n" +
		"Broer Berg;;Pupil;Onder 10;180,00;25;75;101,25;180,50;20,00\r\n" +
		"Gever;;Donateur;;55,00;0;100;55,00;;\r\n" +
		"Laat;;Senior;Senioren;255,00;0;50;127,50;;\r\n" +
		"Oud;;Senior;Senioren;;0;100;0,00;;\r\n" +
		"Zus Berg;ZUSS11;Junior;Onder 15 Meiden;230,00;0;100;230,00;;\r\n" +
		"Totaal;;;;720,00;;;513,75;;\r\n"
	if a.Text != want {
		t.Errorf("the file is %q", a.Text)
	}
	s.Get(looks, admin).Is(200).Has("0.exported", "2026-06-15 14:30:45")
	if disposition := a.Header.Get(
		"Content-Disposition",
	); disposition != `attachment; filename="contributie-2025-2026-2026-06-15.csv"` {
		t.Errorf("it is called %q", disposition)
	}
	if header := strings.SplitN(s.Get(fees+"/export?format=csv&forecast=true", treasurer).Text, "\r\n", 2)[0]; strings.Contains(
		header,
		"Nikki",
	) {
		t.Errorf("a forecast has the columns %q", header)
	}
	if book := s.Get(fees+"/export", treasurer).Is(200); !strings.Contains(book.Text, "Broer Berg") {
		t.Errorf("the workbook begins with %.10q", book.Text)
	}
	sheet := s.Post(
		club+"/google-sheets/sync",
		object{"sort_field": "name", "sort_order": "desc", "include_former": false},
		treasurer,
	).Is(200).Has("success", true).Has("spreadsheet_url", nil).Has("spreadsheet_id", nil).Has("rows_exported", 4.)
	if book := s.Get("/api"+sheet.At("download_url").(string), treasurer).Is(200); !strings.Contains(book.Text, "Broer Berg") {
		t.Errorf("the workbook begins with %.10q", book.Text)
	}
	s.Post(club+"/google-sheets/sync", nil, treasurer).Is(200).Has("rows_exported", 5.)
}

func TestFunctionsToChooseFrom(t *testing.T) {
	t.Parallel()
	s, admin, treasurer, _, _ := town(t)
	s.Person(admin, object{"first_name": "Tom", "work_history": []object{
		{
			"team":       s.Team(admin, "JO9-1"),
			"job_title":  "Trainer",
			"is_current": false,
			"end_date":   "2020-01-01",
		},
		{"job_title": "Donateur", "is_current": true},
	}})
	s.Get(club+"/werkfuncties/available", treasurer).Is(200).Has("", []any{"Donateur", "Trainer"})
}
