package peopleapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/ports"
)

// contract: club §2.1-1, §4.1
func TestAChangeIsPartialAndRepeatersAreReplacedWhole(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Workspaces(admin, "Een", "Twee", "Drie", "Vier")
	s.Person(admin, object{
		"first_name": "Jan", "last_name": "Kok", "gender": "male", "birthdate": "1980-02-29", "lid-sinds": "2001-01-01",
		"contact_info": []object{{"contact_type": "email", "contact_value": " Jan@Club.Example "},
			{"contact_type": "mobile", "contact_label": "2", "contact_value": "06"}},
		"addresses": []object{{"street": "Dorpsstraat 1", "city": "Ons Dorp"}}, "_visibility": "shared",
		"_assigned_workspaces": []int{4, 2, 4},
	}).Has("acf.contact_info.0.contact_value", "jan@club.example").Has("acf.birth_year", "1980").
		Has("acf._assigned_workspaces", []any{4.0, 2.0})

	a := s.Send("PUT", apitest.Person(1), object{"acf": object{"contact_info": []object{{"contact_type": "phone",
		"contact_value": "020"}}}}, admin).Is(200)
	a.Has("acf.contact_info", []any{object{"contact_type": "phone", "contact_label": "", "contact_value": "020"}})
	a.Has("acf.last_name", "Kok").Has("acf.addresses.0.city", "Ons Dorp").Has("acf.gender", "male").Has("acf._visibility", "shared")

	a = s.Send("PUT", apitest.Person(1), object{"acf": object{
		"gender": "", "birthdate": nil, "last_name": nil, "lid-sinds": "", "addresses": []any{}, "contact_info": false,
		"_visibility": nil,
	}}, admin).Is(200)
	a.Has("acf.gender", "").Has("acf.birthdate", "").Has("acf.birth_year", nil).Has("acf.last_name", "").Has("acf.lid-sinds", "")
	a.Has("acf.addresses", []any{}).Has("acf.contact_info", []any{}).Has("acf._visibility", "private").Has("title.rendered", "Jan")
}

// contract: club §2.1-1
func TestEmptyRepeatersAreLists(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	a := s.Person(s.Admin(), object{"first_name": "Jan", "contact_info": nil, "addresses": "", "work_history": false})
	for _, repeater := range []string{"contact_info", "addresses", "work_history", "relationships", "photo_gallery",
		"_assigned_workspaces"} {
		a.Has("acf."+repeater, []any{})
	}
}

func TestFlagsAndNumbersComeInManyForms(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan")
	for form, want := range map[string]bool{
		`true`: true, `"1"`: true, `1`: true, `"true"`: true, `"Ja"`: true,
		`false`: false, `"0"`: false, `0`: false, `""`: false, `null`: false, `"Nee"`: false,
	} {
		for _, field := range []string{"former_member", "financiele-blokkade"} {
			s.Send("PUT", apitest.Person(1), object{"acf": object{field: !want}}, admin).Is(200).Has("acf."+field, !want)
			s.Send("PUT", apitest.Person(1), fmt.Sprintf(`{"acf":{%q:%s}}`, field, form), admin).Is(200).Has("acf."+field, want)
		}
	}
	first, second := s.Team(admin, "JO9-1"), s.Team(admin, "JO9-2")
	a := s.Send("PUT", apitest.Person(1), fmt.Sprintf(`{"acf":{
		"assoc-id":12345,"helpdesk-id":"7","lid-sinds":"20010203","infix":true,"nickname":1.50,
		"work_history":[{"team":"%d","is_current":"1","start_date":"20200101"},{"team":[%d],"is_current":0},{"team":false}]
	}}`, first, second), admin).Is(200)
	a.Has("acf.assoc-id", "12345").Has("acf.helpdesk-id", "7").Has("acf.lid-sinds", "2001-02-03").Has("acf.infix", "1").
		Has("acf.nickname", "1.50")
	a.Has("acf.work_history.0.team", int(first)).Has("acf.work_history.0.is_current", true).
		Has("acf.work_history.0.start_date", "2020-01-01")
	a.Has("acf.work_history.1.team", int(second)).Has("acf.work_history.1.is_current", false).Has("acf.work_history.2.team", 0)
}

func TestUnknownKeysAreKeptAndReturned(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Post(apitest.People, `{"acf":{
		"first_name":"Jan","_nikki_2025_total":12.50,"factuur-email":"a@b.nl","deep":{"list":[1,null,"<é>"]},"flag":false,
		"addresses":[{"street":"A","house_number":12}],"contact_info":[{"contact_type":"email","contact_value":"","x":{}}]
	},"meta":{"vog_email_sent_date":"2026-01-01","n":0}}`, admin).Is(201)
	a := s.Get(apitest.Person(1), admin).Is(200)
	a.Has("acf._nikki_2025_total", 12.5).Has("acf.factuur-email", "a@b.nl").Has("acf.flag", false)
	a.Has("acf.deep", object{"list": []any{1.0, nil, "<é>"}}).Has("acf.addresses.0.house_number", 12).
		Has("acf.contact_info.0.x", object{})
	a.Has("meta", noScreening("vog_email_sent_date", "2026-01-01", "n", 0.0))
	if !strings.Contains(a.Text, `12.50`) {
		t.Errorf("a number is not as it was written: %s", a.Text)
	}
	a = s.Send("PUT", apitest.Person(1), `{"acf":{"flag":null,"new":[]},"meta":{"n":null,"m":"x"}}`, admin).Is(200)
	a.Has("acf.new", []any{}).Has("acf.deep.list.0", 1).Has("meta", noScreening("vog_email_sent_date", "2026-01-01", "m", "x"))
	if _, there := a.Object("acf")["flag"]; there {
		t.Error("null does not remove an unknown key")
	}
	a = s.Send("PUT", apitest.Person(1), object{"acf": object{"datum-vog": "2026-02-02"}}, admin).Is(200)
	a.Has("meta", noScreening("m", "x")).Has("acf.datum-vog", "2026-02-02")
}

// Who may change somebody without reading what the treasurer knows can't find it out by trying.
func TestNoGuessTellsWhatTheTreasurerKnows(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	stored := object{"first_name": "Jan", "_exclude_from_contributie": true, "factuur-email": "a@b.nl", "_nikki_2026_saldo": 12.5}
	s.Person(admin, stored)
	s.Person(admin, object{"first_name": "Jan"})
	for _, username := range []string{"editor", "vog", "self"} {
		user := s.User(username)
		for id := range 2 {
			s.Post(fmt.Sprintf("/api/club/v1/people/%d/shares", id+1), object{"user_id": user.ID, "permission": "edit"}, admin).Is(200)
		}
	}
	s.Roles("vog", access.SectionRole(access.Certificates))
	for _, username := range []string{"editor", "vog"} {
		as := s.Program(username)
		for _, guess := range []object{
			{"_exclude_from_contributie": true}, {"_exclude_from_contributie": false}, {"factuur-email": "a@b.nl"},
			{"factuur-email": "x@b.nl"}, {"factuur-email": nil}, {"_nikki_2026_saldo": 12.5}, {"_nikki_2026_saldo": "12.5"},
			{"_nikki_2026_saldo": 0},
		} {
			for id := range 2 {
				at := apitest.Person(int64(id + 1))
				before := s.Get(at, as).Is(200)
				if a := s.Send("PUT", at, object{"acf": guess}, as).Is(200); a.Text != before.Text {
					t.Errorf("%s guesses %v of %s:\n%s\nwas\n%s", username, guess, at, a.Text, before.Text)
				}
			}
		}
	}
	a := s.Get(apitest.Person(1), admin).Is(200)
	for key, value := range stored {
		a.Has("acf."+key, value)
	}
	// Who reads it is refused, as of everything that is not theirs to change.
	s.Post("/api/club/v1/user/linked-person", object{"person_id": 1, "user_id": s.Viewer("self").User}, admin).Is(200)
	self := s.Program("self")
	s.Send("PUT", apitest.Person(1), object{"acf": object{"factuur-email": "a@b.nl"}}, self).Is(200)
	s.Send("PUT", apitest.Person(1), object{"acf": object{"factuur-email": "x@b.nl"}}, self).
		Refuses(400, "rest_invalid_param", "acf.factuur-email")
}

// contract: club §7
func TestEverythingWrongIsNamedByItsField(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan")
	long := strings.Repeat("é", 10001)
	for name, refused := range map[string]struct {
		fields object
		names  []string
	}{
		"no first name": {object{"last_name": "Kok"}, []string{"acf.first_name"}},
		"blank name":    {object{"first_name": "  "}, []string{"acf.first_name"}},
		"dates": {object{"first_name": "J", "birthdate": "2023-02-29", "lid-tot": "31-12-2020", "datum-vog": "gisteren"},
			[]string{"acf.birthdate", "acf.lid-tot", "acf.datum-vog"}},
		"choices": {object{"first_name": "J", "gender": "m", "_visibility": "public"}, []string{"acf.gender", "acf._visibility"}},
		"contact": {object{"first_name": "J", "contact_info": []any{object{"contact_type": "fax"}, object{}}},
			[]string{"acf.contact_info[0].contact_type", "acf.contact_info[1].contact_type"}},
		"shapes": {object{"first_name": object{}, "addresses": "x", "contact_info": object{}, "work_history": []any{1}},
			[]string{"acf.first_name", "acf.addresses", "acf.contact_info", "acf.work_history[0]"}},
		"flags": {object{"first_name": "J", "former_member": "misschien", "financiele-blokkade": 2},
			[]string{"acf.former_member", "acf.financiele-blokkade"}},
		"long texts": {object{"first_name": "J", "nickname": long, "free": object{"x": long}}, []string{"acf.nickname", "acf.free.x"}},
		"unknown person": {object{"first_name": "J", "relationships": []object{{"related_person": 99, "relationship_type": 2}}},
			[]string{"acf.relationships[0].related_person"}},
		"unknown type": {object{"first_name": "J", "relationships": []object{{"related_person": 1, "relationship_type": 99}}},
			[]string{"acf.relationships[0].relationship_type"}},
		"relation": {object{"first_name": "J", "relationships": []object{{"related_person": -1}}},
			[]string{"acf.relationships[0].related_person", "acf.relationships[0].relationship_type"}},
		"zero characters": {object{"first_name": "J\x00"}, []string{"acf.first_name"}},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.Post(apitest.People, object{"acf": refused.fields}, admin).Refuses(400, "rest_invalid_param", refused.names...)
			for field, sentence := range a.Object("data")["params"].(object) {
				if text, _ := sentence.(string); !strings.HasSuffix(text, ".") || strings.Contains(text, "json") {
					t.Errorf("%s: no sentence: %v", field, sentence)
				}
			}
		})
	}
	s.Send("PUT", apitest.Person(1), object{"acf": object{"first_name": ""}}, admin).
		Refuses(400, "rest_invalid_param", "acf.first_name")
	s.Send("PUT", apitest.Person(1), object{"acf": object{"nickname": strings.Repeat("é", 10000)}}, admin).Is(200)
	s.Get(apitest.People, admin).Is(200).Listed("")
	if total := s.Get(apitest.People, admin).Header.Get("X-WP-Total"); total != "1" {
		t.Errorf("%s people after refusals", total)
	}
}

func TestBadBodiesAreRefused(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan")
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
			s.Post(apitest.People, body.text, admin).Refuses(body.status, body.code, body.fields...)
			s.Send("PUT", apitest.Person(1), body.text, admin).Refuses(body.status, body.code, body.fields...)
		})
	}
	for _, kind := range []string{
		"text/plain", "application/x-www-form-urlencoded", "application/xml", "", "+", "; x", "a+application/json",
		"application/json; x", "*/*", "multipart/form-data; boundary=x", "application/json, text/plain",
	} {
		text := func(path string, body string) apitest.Answer {
			return s.Post(path, body, admin, func(r *http.Request) { r.Header.Set("Content-Type", kind) })
		}
		text(apitest.People, `{"acf":{"first_name":"J"}}`).Refuses(415, "rest_invalid_body")
		text("/api/club/v1/session", `{"username":"beheer","password":"`+apitest.Password+`"}`).Refuses(415, "rest_invalid_body")
	}
	s.Post(apitest.People, `{"acf":{"first_name":"J"}}`, admin,
		func(r *http.Request) { r.Header.Set("Content-Type", "application/json; charset=utf-8") }).Is(201)
	s.Post(apitest.People, `{"acf":{"first_name":"J"}}`, admin, func(r *http.Request) { r.Header.Del("Content-Type") }).
		Refuses(415, "rest_invalid_body")
}

// contract: club §2.1
func TestATitleIsOptionalAndIgnored(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, title := range []any{nil, "x", object{"rendered": "x"}, 3} {
		s.Post(apitest.People, object{"title": title, "acf": object{"first_name": "Jan"}}, admin).Is(201).Has("title.rendered", "Jan")
	}
}

func TestMarkupStaysText(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	const name = `<b>Jan</b> & "O'Kok"`
	a := s.Person(admin, object{"first_name": name, "contact_info": []object{{"contact_type": "other", "contact_value": name}}})
	a.Has("title.rendered", `&lt;b&gt;Jan&lt;/b&gt; &amp; "O'Kok"`)
	a.Has("acf.first_name", name).Has("acf.contact_info.0.contact_value", name)
	for _, raw := range []string{"<b>", "</b>"} {
		if strings.Contains(a.Text, raw) {
			t.Errorf("%s stands in the body as it is: %s", raw, a.Text)
		}
	}
	s.Get("/api/club/v1/people/filtered", admin).Is(200).Has("people.0.name", name)
}

func TestOnlyTheAskedFieldsOfAChangeAreAnswered(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	a := s.Post(apitest.People+"?_fields=id,acf.first_name", object{"acf": object{"first_name": "Jan"}}, admin).Is(201)
	if a.Text != `{"id":1,"acf":{"first_name":"Jan"}}` {
		t.Errorf("create: got %s", a.Text)
	}
	if a = s.Send("PUT", apitest.Person(1)+"?_fields=acf.nickname", object{"acf": object{"nickname": "J"}}, admin).
		Is(200); a.Text != `{"acf":{"nickname":"J"}}` {
		t.Errorf("update: got %s", a.Text)
	}
}

// contract: club §2.1
func TestEveryFieldOfAPersonComesBack(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Workspaces(admin, "Een", "Twee")
	sent := object{
		"first_name": "Jan", "infix": "de", "last_name": "Vries", "nickname": "J", "gender": "other", "pronouns": "die/diens",
		"birthdate": "1980-01-02", "former_member": true, "assoc-id": "ABC123", "lid-sinds": "2000-01-01", "lid-tot": "2030-01-01",
		"leeftijdsgroep": "Senioren", "type-lid": "Bondslid", "spelactiviteit": "Veld", "helpdesk-id": "9", "datum-vog": "2025-01-01",
		"datum-foto": "2024-01-01", "datum-overlijden": "2026-01-01", "financiele-blokkade": true, "_visibility": "workspace",
		"_assigned_workspaces": []any{1.0, 2.0},
		"contact_info":         []any{object{"contact_type": "email2", "contact_label": "werk", "contact_value": "jan@club.example"}},
		"addresses": []any{object{"address_label": "thuis", "street": "A 1", "postal_code": "1234 AB", "city": "B",
			"state": "C", "country": "NL"}},
		"work_history": []any{object{"team": float64(s.Team(admin, "JO9-1")), "entity_type": "team", "job_title": "Trainer",
			"description": "D", "start_date": "2020-01-01",
			"end_date": "2027-01-01", "is_current": true}},
		"relationships": []any{object{"related_person": 1.0, "relationship_type": 3.0, "relationship_label": "broer"}},
	}
	s.Names(admin, "Piet")
	a := s.Person(admin, sent)
	sent["relationships"] = []any{object{"related_person": 1.0, "relationship_type": 3.0, "relationship_label": "broer",
		"person_name": "Piet", "person_thumbnail": "", "relationship_name": "Kind", "relationship_slug": "child"}}
	for key, want := range sent {
		a.Has("acf."+key, want)
	}
	a.Has("acf.is_deceased", true).Has("acf.birth_year", "1980").Has("acf.huidig-vrijwilliger", "1")
}

// fullDirectory has no room.
type fullDirectory struct{ ports.Directory }

func (fullDirectory) Room(int) error { return directory.ErrFull }

func TestNobodyIsRegisteredBeyondTheLimitOfTheServer(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Server.People.Directory = fullDirectory{s.Server.People.Directory}
	a := s.Post(apitest.People, object{"acf": object{"first_name": "Jan"}}, admin).Refuses(409, "directory_full")
	if a.At("message") != directory.ErrFull.Message {
		t.Errorf("got %s", a.Text)
	}
}
