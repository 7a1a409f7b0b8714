package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/ports"
)

func TestAChangeIsPartialAndRepeatersAreReplacedWhole(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.person(admin, object{
		"first_name": "Jan", "last_name": "Kok", "gender": "male", "birthdate": "1980-02-29", "lid-sinds": "2001-01-01",
		"contact_info": []object{{"contact_type": "email", "contact_value": " Jan@Club.Example "}, {"contact_type": "mobile", "contact_label": "2", "contact_value": "06"}},
		"addresses":    []object{{"street": "Dorpsstraat 1", "city": "Ons Dorp"}}, "_visibility": "shared", "_assigned_workspaces": []int{4, 2, 4},
	}).has("acf.contact_info.0.contact_value", "jan@club.example").has("acf.birth_year", "1980").has("acf._assigned_workspaces", []any{4.0, 2.0})

	a := s.send("PUT", one(1), object{"acf": object{"contact_info": []object{{"contact_type": "phone", "contact_value": "020"}}}}, admin).is(200)
	a.has("acf.contact_info", []any{object{"contact_type": "phone", "contact_label": "", "contact_value": "020"}})
	a.has("acf.last_name", "Kok").has("acf.addresses.0.city", "Ons Dorp").has("acf.gender", "male").has("acf._visibility", "shared")

	a = s.send("PUT", one(1), object{"acf": object{
		"gender": "", "birthdate": nil, "last_name": nil, "lid-sinds": "", "addresses": []any{}, "contact_info": false, "_visibility": nil,
	}}, admin).is(200)
	a.has("acf.gender", "").has("acf.birthdate", "").has("acf.birth_year", nil).has("acf.last_name", "").has("acf.lid-sinds", "")
	a.has("acf.addresses", []any{}).has("acf.contact_info", []any{}).has("acf._visibility", "private").has("title.rendered", "Jan")
}

func TestEmptyRepeatersAreLists(t *testing.T) {
	s := newSite(t)
	a := s.person(s.admin(), object{"first_name": "Jan", "contact_info": nil, "addresses": "", "work_history": false})
	for _, repeater := range []string{"contact_info", "addresses", "work_history", "relationships", "photo_gallery", "_assigned_workspaces"} {
		a.has("acf."+repeater, []any{})
	}
}

func TestFlagsAndNumbersComeInManyForms(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "Jan")
	for form, want := range map[string]bool{
		`true`: true, `"1"`: true, `1`: true, `"true"`: true, `"Ja"`: true,
		`false`: false, `"0"`: false, `0`: false, `""`: false, `null`: false, `"Nee"`: false,
	} {
		for _, field := range []string{"former_member", "financiele-blokkade"} {
			s.send("PUT", one(1), object{"acf": object{field: !want}}, admin).is(200).has("acf."+field, !want)
			s.send("PUT", one(1), fmt.Sprintf(`{"acf":{%q:%s}}`, field, form), admin).is(200).has("acf."+field, want)
		}
	}
	first, second := s.team(admin, "JO9-1"), s.team(admin, "JO9-2")
	a := s.send("PUT", one(1), fmt.Sprintf(`{"acf":{"assoc-id":12345,"helpdesk-id":"7","lid-sinds":"20010203","infix":true,"nickname":1.50,
		"work_history":[{"team":"%d","is_current":"1","start_date":"20200101"},{"team":[%d],"is_current":0},{"team":false}]}}`, first, second), admin).is(200)
	a.has("acf.assoc-id", "12345").has("acf.helpdesk-id", "7").has("acf.lid-sinds", "2001-02-03").has("acf.infix", "1").has("acf.nickname", "1.50")
	a.has("acf.work_history.0.team", int(first)).has("acf.work_history.0.is_current", true).has("acf.work_history.0.start_date", "2020-01-01")
	a.has("acf.work_history.1.team", int(second)).has("acf.work_history.1.is_current", false).has("acf.work_history.2.team", 0)
}

func TestUnknownKeysAreKeptAndReturned(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.post(collection, `{"acf":{"first_name":"Jan","_nikki_2025_total":12.50,"factuur-email":"a@b.nl","deep":{"list":[1,null,"<é>"]},"flag":false,
		"addresses":[{"street":"A","house_number":12}],"contact_info":[{"contact_type":"email","contact_value":"","x":{}}]},"meta":{"vog_email_sent_date":"2026-01-01","n":0}}`, admin).is(201)
	a := s.get(one(1), admin).is(200)
	a.has("acf._nikki_2025_total", 12.5).has("acf.factuur-email", "a@b.nl").has("acf.flag", false)
	a.has("acf.deep", object{"list": []any{1.0, nil, "<é>"}}).has("acf.addresses.0.house_number", 12).has("acf.contact_info.0.x", object{})
	a.has("meta", noScreening("vog_email_sent_date", "2026-01-01", "n", 0.0))
	if !strings.Contains(a.text, `12.50`) {
		t.Errorf("a number is not as it was written: %s", a.text)
	}
	a = s.send("PUT", one(1), `{"acf":{"flag":null,"new":[]},"meta":{"n":null,"m":"x"}}`, admin).is(200)
	a.has("acf.new", []any{}).has("acf.deep.list.0", 1).has("meta", noScreening("vog_email_sent_date", "2026-01-01", "m", "x"))
	if _, there := a.object("acf")["flag"]; there {
		t.Error("null does not remove an unknown key")
	}
	a = s.send("PUT", one(1), object{"acf": object{"datum-vog": "2026-02-02"}}, admin).is(200)
	a.has("meta", noScreening("m", "x")).has("acf.datum-vog", "2026-02-02")
}

func TestEverythingWrongIsNamedByItsField(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "Jan")
	long := strings.Repeat("é", 10001)
	for name, refused := range map[string]struct {
		fields object
		names  []string
	}{
		"no first name":   {object{"last_name": "Kok"}, []string{"acf.first_name"}},
		"blank name":      {object{"first_name": "  "}, []string{"acf.first_name"}},
		"dates":           {object{"first_name": "J", "birthdate": "2023-02-29", "lid-tot": "31-12-2020", "datum-vog": "gisteren"}, []string{"acf.birthdate", "acf.lid-tot", "acf.datum-vog"}},
		"choices":         {object{"first_name": "J", "gender": "m", "_visibility": "public"}, []string{"acf.gender", "acf._visibility"}},
		"contact":         {object{"first_name": "J", "contact_info": []any{object{"contact_type": "fax"}, object{}}}, []string{"acf.contact_info[0].contact_type", "acf.contact_info[1].contact_type"}},
		"shapes":          {object{"first_name": object{}, "addresses": "x", "contact_info": object{}, "work_history": []any{1}}, []string{"acf.first_name", "acf.addresses", "acf.contact_info", "acf.work_history[0]"}},
		"flags":           {object{"first_name": "J", "former_member": "misschien", "financiele-blokkade": 2}, []string{"acf.former_member", "acf.financiele-blokkade"}},
		"long texts":      {object{"first_name": "J", "nickname": long, "free": object{"x": long}}, []string{"acf.nickname", "acf.free.x"}},
		"unknown person":  {object{"first_name": "J", "relationships": []object{{"related_person": 99, "relationship_type": 2}}}, []string{"acf.relationships[0].related_person"}},
		"unknown type":    {object{"first_name": "J", "relationships": []object{{"related_person": 1, "relationship_type": 99}}}, []string{"acf.relationships[0].relationship_type"}},
		"relation":        {object{"first_name": "J", "relationships": []object{{"related_person": -1}}}, []string{"acf.relationships[0].related_person", "acf.relationships[0].relationship_type"}},
		"zero characters": {object{"first_name": "J\x00"}, []string{"acf.first_name"}},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.post(collection, object{"acf": refused.fields}, admin).refuses(400, "rest_invalid_param", refused.names...)
			for field, sentence := range a.object("data")["params"].(object) {
				if text, _ := sentence.(string); !strings.HasSuffix(text, ".") || strings.Contains(text, "json") {
					t.Errorf("%s: no sentence: %v", field, sentence)
				}
			}
		})
	}
	s.send("PUT", one(1), object{"acf": object{"first_name": ""}}, admin).refuses(400, "rest_invalid_param", "acf.first_name")
	s.send("PUT", one(1), object{"acf": object{"nickname": strings.Repeat("é", 10000)}}, admin).is(200)
	s.get(collection, admin).is(200).listed("")
	if total := s.get(collection, admin).Header.Get("X-WP-Total"); total != "1" {
		t.Errorf("%s people after refusals", total)
	}
}

func TestBadBodiesAreRefused(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "Jan")
	for _, body := range []struct {
		name, text string
		status     int
		code       string
		fields     []string
	}{
		{"empty", "", 400, "rest_invalid_param", nil},
		{"not JSON", "first_name=Jan", 400, "rest_invalid_param", []string{"body"}},
		{"half", `{"acf":`, 400, "rest_invalid_param", []string{"body"}},
		{"array", `[]`, 400, "rest_invalid_param", []string{"body"}},
		{"text", `"acf"`, 400, "rest_invalid_param", []string{"body"}},
		{"acf as text", `{"acf":"first_name"}`, 400, "rest_invalid_param", []string{"acf"}},
		{"acf as list", `{"acf":[1]}`, 400, "rest_invalid_param", []string{"acf"}},
		{"meta as number", `{"acf":{"first_name":"J"},"meta":1}`, 400, "rest_invalid_param", []string{"meta"}},
		{"status", `{"acf":{"first_name":"J"},"status":"draft"}`, 400, "rest_invalid_param", []string{"status"}},
		{"too large", `{"acf":{"first_name":"` + strings.Repeat("x", 2<<20) + `"}}`, 413, "rest_too_large", nil},
	} {
		t.Run(body.name, func(t *testing.T) {
			s.post(collection, body.text, admin).refuses(body.status, body.code, body.fields...)
			s.send("PUT", one(1), body.text, admin).refuses(body.status, body.code, body.fields...)
		})
	}
	for _, kind := range []string{
		"text/plain", "application/x-www-form-urlencoded", "application/xml", "", "+", "; x", "a+application/json", "application/json; x", "*/*",
		"multipart/form-data; boundary=x", "application/json, text/plain",
	} {
		text := func(path string, body string) answer {
			return s.post(path, body, admin, func(r *http.Request) { r.Header.Set("Content-Type", kind) })
		}
		text(collection, `{"acf":{"first_name":"J"}}`).refuses(415, "rest_invalid_body")
		text("/api/club/v1/session", `{"username":"beheer","password":"`+password+`"}`).refuses(415, "rest_invalid_body")
	}
	s.post(collection, `{"acf":{"first_name":"J"}}`, admin, func(r *http.Request) { r.Header.Set("Content-Type", "application/json; charset=utf-8") }).is(201)
	s.post(collection, `{"acf":{"first_name":"J"}}`, admin, func(r *http.Request) { r.Header.Del("Content-Type") }).refuses(415, "rest_invalid_body")
}

func TestATitleIsOptionalAndIgnored(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for _, title := range []any{nil, "x", object{"rendered": "x"}, 3} {
		s.post(collection, object{"title": title, "acf": object{"first_name": "Jan"}}, admin).is(201).has("title.rendered", "Jan")
	}
}

func TestMarkupStaysText(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	const name = `<b>Jan</b> & "O'Kok"`
	a := s.person(admin, object{"first_name": name, "contact_info": []object{{"contact_type": "other", "contact_value": name}}})
	a.has("title.rendered", `&lt;b&gt;Jan&lt;/b&gt; &amp; "O'Kok"`)
	a.has("acf.first_name", name).has("acf.contact_info.0.contact_value", name)
	for _, raw := range []string{"<b>", "</b>"} {
		if strings.Contains(a.text, raw) {
			t.Errorf("%s stands in the body as it is: %s", raw, a.text)
		}
	}
	s.get("/api/club/v1/people/filtered", admin).is(200).has("people.0.name", name)
}

func TestOnlyTheAskedFieldsOfAChangeAreAnswered(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	a := s.post(collection+"?_fields=id,acf.first_name", object{"acf": object{"first_name": "Jan"}}, admin).is(201)
	if a.text != `{"id":1,"acf":{"first_name":"Jan"}}` {
		t.Errorf("create: got %s", a.text)
	}
	if a = s.send("PUT", one(1)+"?_fields=acf.nickname", object{"acf": object{"nickname": "J"}}, admin).is(200); a.text != `{"acf":{"nickname":"J"}}` {
		t.Errorf("update: got %s", a.text)
	}
}

func TestEveryFieldOfAPersonComesBack(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	sent := object{
		"first_name": "Jan", "infix": "de", "last_name": "Vries", "nickname": "J", "gender": "other", "pronouns": "die/diens",
		"birthdate": "1980-01-02", "former_member": true, "assoc-id": "ABC123", "lid-sinds": "2000-01-01", "lid-tot": "2030-01-01",
		"leeftijdsgroep": "Senioren", "type-lid": "Bondslid", "spelactiviteit": "Veld", "helpdesk-id": "9", "datum-vog": "2025-01-01",
		"datum-foto": "2024-01-01", "datum-overlijden": "2026-01-01", "financiele-blokkade": true, "_visibility": "workspace",
		"_assigned_workspaces": []any{1.0, 2.0},
		"contact_info":         []any{object{"contact_type": "email2", "contact_label": "werk", "contact_value": "jan@club.example"}},
		"addresses":            []any{object{"address_label": "thuis", "street": "A 1", "postal_code": "1234 AB", "city": "B", "state": "C", "country": "NL"}},
		"work_history": []any{object{"team": float64(s.team(admin, "JO9-1")), "entity_type": "team", "job_title": "Trainer", "description": "D", "start_date": "2020-01-01",
			"end_date": "2027-01-01", "is_current": true}},
		"relationships": []any{object{"related_person": 1.0, "relationship_type": 3.0, "relationship_label": "broer"}},
	}
	s.names(admin, "Piet")
	a := s.person(admin, sent)
	sent["relationships"] = []any{object{"related_person": 1.0, "relationship_type": 3.0, "relationship_label": "broer",
		"person_name": "Piet", "person_thumbnail": "", "relationship_name": "Kind", "relationship_slug": "child"}}
	for key, want := range sent {
		a.has("acf."+key, want)
	}
	a.has("acf.is_deceased", true).has("acf.birth_year", "1980").has("acf.huidig-vrijwilliger", "1")
}

// fullDirectory has no room.
type fullDirectory struct{ ports.Directory }

func (fullDirectory) Room() error { return directory.ErrFull }

func TestNobodyIsRegisteredBeyondTheLimitOfTheServer(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.server.People.Directory = fullDirectory{s.server.People.Directory}
	a := s.post(collection, object{"acf": object{"first_name": "Jan"}}, admin).refuses(409, "directory_full")
	if a.at("message") != directory.ErrFull.Message {
		t.Errorf("got %s", a.text)
	}
}
