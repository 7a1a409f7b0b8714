package rest_test

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/acf"
)

// object is JSON as a test writes it.
type object = apitest.Object

// oddBodies are those that no client of ours sends.
var oddBodies = map[string]string{
	"nothing": "", "an empty object": "{}", "an empty list": "[]", "null": "null", "a number": "1", "a text": `"x"`, "true": "true",
	"a list of objects": `[{"title":"x","name":"x","acf":{"first_name":"x"}}]`,
	"NaN":               `{"ids":[NaN],"title":NaN,"acf":{"first_name":NaN}}`,
	"a half":            `{"acf":{"first_name":"x"`, "two": `{"acf":{}}{"acf":{}}`, "no JSON": "first_name=Jan&ids=1",
	"the same key twice": `{"title":"a","title":7,"name":"a","name":7,"acf":{"first_name":"Jan","first_name":7},` +
		`"acf":{"first_name":[]},"ids":[1],"ids":"x","media_id":1,"media_id":"x"}`,
	"huge numbers": `{"ids":[1e400,99999999999999999999],"title":1e999,"parent":1e30,"media_id":1e30,"acf":{"first_name":1e999,` +
		`"work_history":[{"team":1e30}]}}`,
	"fractions": `{"ids":[1.5],"parent":1.5,"media_id":1.5,"person_label":[1.5],"acf":{"work_history":[{"team":1.5}]}}`,
	"everything an object": `{"ids":{},"updates":{},"title":{},"content":{},"parent":{},"name":{},"slug":{},"media_id":{},` +
		`"people":{},"searchable_fields":{},"player_roles":{},"acf":{"first_name":{},"contact_info":{},"relationships":{}},` +
		`"meta":{},"person_label":{},"username":{},"password":{}}`,
	"everything a list": `{"ids":[],"updates":[],"title":[],"content":[],"parent":[],"name":[],"slug":[],"media_id":[],` +
		`"people":[],"searchable_fields":[],"player_roles":[],"acf":[],"meta":[],"person_label":[],"username":[],"password":[]}`,
	"everything null": `{"ids":null,"updates":null,"title":null,"content":null,"parent":null,"name":null,"slug":null,` +
		`"media_id":null,"people":null,"searchable_fields":null,"acf":null,"meta":null,"person_label":null}`,
	"rows of nulls": `{"ids":[null],"searchable_fields":[null],"person_label":[null],"acf":{"contact_info":[null],` +
		`"relationships":[null],"work_history":[null],"_assigned_workspaces":[null]}}`,
	"zero characters": `{"title":"\u0000","name":"\u0000","slug":"\u0000","acf":{"\u0000":1,"first_name":"\u0000"},` +
		`"meta":{"\u0000":"\u0000"},"searchable_fields":["\u0000"],"people":{"columns":["\u0000"]}}`,
	"half characters": "{\"title\":\"\\ud800\",\"name\":\"\xff\",\"acf\":{\"first_name\":\"\\udc00\",\"\xff\":\"\xff\"}}",
	"a megabyte of text": `{"title":"` + strings.Repeat("x", 1<<20) + `","name":"` + strings.Repeat("y", 1<<10) + `",` +
		`"acf":{"first_name":"x"}}`,
	"a megabyte in fields": `{"title":"x","name":"x","acf":{"first_name":"x","eigen":"` + strings.Repeat("x", 1<<20) + `"}}`,
	"too much":             `{"title":"` + strings.Repeat("x", 3<<20) + `"}`,
	"deep lists":           `{"title":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`,
	"deep objects": `{"acf":{"first_name":"x","eigen":` + strings.Repeat(`{"a":`, 9_000) + "1" +
		strings.Repeat("}", 9_000) + `}}`,
	"many keys": `{"acf":{"first_name":"x"` + manyKeys(2_000) + `}}`,
	"many ids": `{"ids":[` + strings.Repeat("1,", 100_000) + `1],"updates":{"visibility":"shared"},` +
		`"person_label":[` + strings.Repeat("1,", 100_000) + `1]}`,
	"keys in capitals": `{"TITLE":"x","Name":"x","ACF":{"FIRST_NAME":"x"},"IDS":[1]}`,
	"prototypes":       `{"__proto__":{"title":"x"},"constructor":{},"acf":{"first_name":"x","__proto__":{"x":1}}}`,
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`,"k` + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i%97) + `":1`)
	}
	return b.String()
}

// Whatever comes, every operation returns the contract's shape (which Send checks), and nothing of it is our own fault.
func TestOddBodiesAreNobodysFault(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan")
	s.Team(admin, "JO9")
	s.Post(apitest.Labels, object{"name": "Bar"}, admin).Is(201)
	b := s.SignIn("beheer") // a browser may ask everything: some operations refuse programs
	parameter := regexp.MustCompile(`\{[a-z]+\}`)
	for asked, operation := range apitest.Documented() {
		method, path, _ := strings.Cut(operation, " ")
		if method != http.MethodPost && method != http.MethodPut && method != http.MethodPatch || path == "/club/v1/session" ||
			path == "/club/v1/invoices/{id}/reset-payment-state" || // no server but one for tests does that
			path == "/club/v1/mailer/webhook" { // nothing is read without the provider's signature
			continue
		}
		id := "1"
		if strings.Contains(path, "/teams/") {
			id = "1001"
		} else if strings.Contains(path, "/commissies/") {
			id = "1000"
		}
		address := "/api" + parameter.ReplaceAllString(strings.ReplaceAll(path, "{kind}", "people"), id)
		for n, name := range slices.Sorted(maps.Keys(oddBodies)) {
			if testing.Short() && (n+asked)%5 != 0 {
				continue // each operation gets another fifth
			}
			a := s.Send(method, address, oddBodies[name], b.Writes)
			if a.StatusCode >= 500 || a.StatusCode == http.StatusUnauthorized || a.StatusCode == http.StatusForbidden {
				t.Errorf("%s, %s: status %d: %.300s", operation, name, a.StatusCode, a.Text)
			}
			if a.StatusCode >= 400 && (a.At("code") == "" || a.At("message") == "") {
				t.Errorf("%s, %s: %.300s", operation, name, a.Text)
			}
		}
	}
	if log := s.Log.String(); strings.Contains(log, "request failed") || strings.Contains(log, "panic") {
		t.Errorf("logged: %.1000s", log)
	}
	for _, path := range []string{apitest.People, apitest.Teams, apitest.Committees, apitest.RelationshipTypes, apitest.Labels,
		apitest.Filtered, "/api/club/v1/users"} {
		s.Get(path, admin).Is(200)
	}
}

func TestOddBodiesAreRefusedAsWhatTheyAre(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, path := range []string{apitest.People, apitest.Teams, apitest.Labels} {
		for name, want := range map[string]struct {
			status int
			code   string
		}{
			"an empty list": {400, "rest_invalid_param"}, "a text": {400, "rest_invalid_param"}, "NaN": {400, "rest_invalid_param"},
			"a half": {400, "rest_invalid_param"}, "two": {400, "rest_invalid_param"}, "an empty object": {400, "rest_invalid_param"},
			"too much": {413, "rest_too_large"}, "a megabyte of text": {map[string]int{apitest.People: 201}[path], ""},
			"deep lists": {400, "rest_invalid_param"}, "many ids": {400, "rest_invalid_param"},
		} {
			a := s.Post(path, oddBodies[name], admin)
			if want.code == "" && want.status == 0 {
				want.status, want.code = 400, "rest_invalid_param"
			}
			if a.StatusCode != want.status || want.code != "" && a.At("code") != want.code {
				t.Errorf("%s, %s: %d %.200s", path, name, a.StatusCode, a.Text)
			}
		}
	}
	if got := s.Get(apitest.Filtered, admin).Has("total", 1); got.StatusCode != 200 {
		t.Errorf("got %s", got.Text)
	}
	s.Post(apitest.Teams, "title=x", admin, func(r *http.Request) {
		r.Header.Set("Content-Type",
			"application/x-www-form-urlencoded")
	}).Refuses(415, "rest_invalid_body")
}

// What takes the square of its size to read is refused or read otherwise: a request costs what it weighs.
func TestDeepAndWideThingsAreAnswered(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	const depth = acf.MaxDepth - 1
	deep := strings.Repeat(`{"a":`, depth) + "[" + strings.Repeat("1,", 80_000) + "1]" + strings.Repeat("}", depth)
	s.Post(apitest.People, `{"acf":{"first_name":"x","eigen":`+deep+`}}`, admin).Is(201)
	s.Get(apitest.Person(1)+"?_fields=acf.eigen"+strings.Repeat(".a", depth), admin).Is(200)
	for _, tooDeep := range []string{`{"a":` + deep + `}`, strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000)} {
		s.Post(apitest.People, `{"acf":{"first_name":"x","eigen":`+tooDeep+`}}`, admin).Refuses(400, "rest_invalid_param", "acf.eigen")
		s.Send("PUT", apitest.Person(1), `{"meta":{"eigen":`+tooDeep+`}}`, admin).Refuses(400, "rest_invalid_param", "meta.eigen")
	}
	s.Post(apitest.People, `{"acf":{"first_name":"x","getal":[`+strings.Repeat("9", 41)+`]}}`, admin).
		Refuses(400, "rest_invalid_param", "acf.getal")
	s.Post(apitest.People, `{"acf":{"first_name":"x","eigen":`+strings.Replace(deep, "1]", `"\u0000","\u0000"]`, 1)+`}}`, admin).
		Is(400)
	tooHeavy := strings.Replace(deep, "[1,", "["+strings.Repeat("1,", 60_000), 1)
	s.Post(apitest.People, `{"acf":{"first_name":"x","eigen":`+tooHeavy+`}}`, admin).Refuses(400, "rest_invalid_param", "acf")
	s.Get(apitest.Person(1)+"?_fields="+strings.Repeat("id,", 500)+"id", admin).Refuses(400, "rest_invalid_param", "_fields")
	s.Get(apitest.Person(1)+"?_fields="+strings.Repeat("id,", 499)+"id", admin).Is(200).Has("", object{"id": 1.})
	s.Get(apitest.Person(1)+"?_fields=acf.eigen.a.a.a", admin).Is(200)
}
