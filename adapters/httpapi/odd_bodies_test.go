package httpapi_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fields"
)

// oddBodies are those that no client of ours sends.
var oddBodies = map[string]string{
	"nothing": "", "an empty object": "{}", "an empty list": "[]", "null": "null", "a number": "1", "a text": `"x"`, "true": "true",
	"a list of objects": `[{"title":"x","name":"x","acf":{"first_name":"x"}}]`, "NaN": `{"ids":[NaN],"title":NaN,"acf":{"first_name":NaN}}`,
	"a half": `{"acf":{"first_name":"x"`, "two": `{"acf":{}}{"acf":{}}`, "no JSON": "first_name=Jan&ids=1",
	"the same key twice":   `{"title":"a","title":7,"name":"a","name":7,"acf":{"first_name":"Jan","first_name":7},"acf":{"first_name":[]},"ids":[1],"ids":"x","media_id":1,"media_id":"x"}`,
	"huge numbers":         `{"ids":[1e400,99999999999999999999],"title":1e999,"parent":1e30,"media_id":1e30,"acf":{"first_name":1e999,"work_history":[{"team":1e30}]}}`,
	"fractions":            `{"ids":[1.5],"parent":1.5,"media_id":1.5,"person_label":[1.5],"acf":{"work_history":[{"team":1.5}]}}`,
	"everything an object": `{"ids":{},"updates":{},"title":{},"content":{},"parent":{},"name":{},"slug":{},"media_id":{},"people":{},"searchable_fields":{},"player_roles":{},"acf":{"first_name":{},"contact_info":{},"relationships":{}},"meta":{},"person_label":{},"username":{},"password":{}}`,
	"everything a list":    `{"ids":[],"updates":[],"title":[],"content":[],"parent":[],"name":[],"slug":[],"media_id":[],"people":[],"searchable_fields":[],"player_roles":[],"acf":[],"meta":[],"person_label":[],"username":[],"password":[]}`,
	"everything null":      `{"ids":null,"updates":null,"title":null,"content":null,"parent":null,"name":null,"slug":null,"media_id":null,"people":null,"searchable_fields":null,"acf":null,"meta":null,"person_label":null}`,
	"rows of nulls":        `{"ids":[null],"searchable_fields":[null],"person_label":[null],"acf":{"contact_info":[null],"relationships":[null],"work_history":[null],"_assigned_workspaces":[null]}}`,
	"zero characters":      `{"title":"\u0000","name":"\u0000","slug":"\u0000","acf":{"\u0000":1,"first_name":"\u0000"},"meta":{"\u0000":"\u0000"},"searchable_fields":["\u0000"],"people":{"columns":["\u0000"]}}`,
	"half characters":      "{\"title\":\"\\ud800\",\"name\":\"\xff\",\"acf\":{\"first_name\":\"\\udc00\",\"\xff\":\"\xff\"}}",
	"a megabyte of text":   `{"title":"` + strings.Repeat("x", 1<<20) + `","name":"` + strings.Repeat("y", 1<<10) + `","acf":{"first_name":"x"}}`,
	"a megabyte in fields": `{"title":"x","name":"x","acf":{"first_name":"x","eigen":"` + strings.Repeat("x", 1<<20) + `"}}`,
	"too much":             `{"title":"` + strings.Repeat("x", 3<<20) + `"}`,
	"deep lists":           `{"title":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`,
	"deep objects":         `{"acf":{"first_name":"x","eigen":` + strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000) + `}}`,
	"many keys":            `{"acf":{"first_name":"x"` + manyKeys(2_000) + `}}`,
	"many ids":             `{"ids":[` + strings.Repeat("1,", 100_000) + `1],"updates":{"visibility":"shared"},"person_label":[` + strings.Repeat("1,", 100_000) + `1]}`,
	"keys in capitals":     `{"TITLE":"x","Name":"x","ACF":{"FIRST_NAME":"x"},"IDS":[1]}`,
	"prototypes":           `{"__proto__":{"title":"x"},"constructor":{},"acf":{"first_name":"x","__proto__":{"x":1}}}`,
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`,"k` + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i%97) + `":1`)
	}
	return b.String()
}

// Whatever comes, every operation answers in the contract's shape (which send checks), and nothing of it is our own fault.
func TestOddBodiesAreNobodysFault(t *testing.T) {
	log := defaultLog(t)
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "Jan")
	s.team(admin, "JO9")
	s.post(labels, object{"name": "Bar"}, admin).is(201)
	b := s.signIn("beheer") // a browser may ask everything: some operations refuse programs
	parameter := regexp.MustCompile(`\{[a-z]+\}`)
	for _, operation := range documented() {
		method, path, _ := strings.Cut(operation, " ")
		if method != http.MethodPost && method != http.MethodPut && method != http.MethodPatch || path == "/club/v1/session" {
			continue
		}
		id := "1"
		if strings.Contains(path, "/teams/") {
			id = "1001"
		} else if strings.Contains(path, "/commissies/") {
			id = "1000"
		}
		address := "/api" + parameter.ReplaceAllString(strings.ReplaceAll(path, "{kind}", "people"), id)
		for name, text := range oddBodies {
			a := s.send(method, address, text, b.writes)
			if a.StatusCode >= 500 || a.StatusCode == http.StatusUnauthorized || a.StatusCode == http.StatusForbidden {
				t.Errorf("%s, %s: status %d: %.300s", operation, name, a.StatusCode, a.text)
			}
			if a.StatusCode >= 400 && (a.at("code") == "" || a.at("message") == "") {
				t.Errorf("%s, %s: %.300s", operation, name, a.text)
			}
		}
	}
	if strings.Contains(log.String(), "request failed") || strings.Contains(s.log.String(), "panic") {
		t.Errorf("logged: %.1000s", log.String())
	}
	for _, path := range []string{collection, teams, committees, types, labels, filtered, "/api/club/v1/users"} {
		s.get(path, admin).is(200)
	}
}

func TestOddBodiesAreRefusedAsWhatTheyAre(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for _, path := range []string{collection, teams, labels} {
		for name, want := range map[string]struct {
			status int
			code   string
		}{
			"an empty list": {400, "rest_invalid_param"}, "a text": {400, "rest_invalid_param"}, "NaN": {400, "rest_invalid_param"}, "a half": {400, "rest_invalid_param"},
			"two": {400, "rest_invalid_param"}, "an empty object": {400, "rest_invalid_param"}, "too much": {413, "rest_too_large"},
			"a megabyte of text": {map[string]int{collection: 201}[path], ""}, "deep lists": {400, "rest_invalid_param"}, "many ids": {400, "rest_invalid_param"},
		} {
			a := s.post(path, oddBodies[name], admin)
			if want.code == "" && want.status == 0 {
				want.status, want.code = 400, "rest_invalid_param"
			}
			if a.StatusCode != want.status || want.code != "" && a.at("code") != want.code {
				t.Errorf("%s, %s: %d %.200s", path, name, a.StatusCode, a.text)
			}
		}
	}
	if got := s.get(filtered, admin).has("total", 1); got.StatusCode != 200 {
		t.Errorf("got %s", got.text)
	}
	s.post(teams, "title=x", admin, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }).refuses(415, "rest_invalid_body")
}

// What takes the square of its size to read is refused or read otherwise: a request costs what it weighs.
func TestDeepAndWideThingsAreAnswered(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	const depth = fields.MaxDepth - 1
	deep := strings.Repeat(`{"a":`, depth) + "[" + strings.Repeat("1,", 80_000) + "1]" + strings.Repeat("}", depth)
	s.post(collection, `{"acf":{"first_name":"x","eigen":`+deep+`}}`, admin).is(201)
	s.get(one(1)+"?_fields=acf.eigen"+strings.Repeat(".a", depth), admin).is(200)
	for _, tooDeep := range []string{`{"a":` + deep + `}`, strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000)} {
		s.post(collection, `{"acf":{"first_name":"x","eigen":`+tooDeep+`}}`, admin).refuses(400, "rest_invalid_param", "acf.eigen")
		s.send("PUT", one(1), `{"meta":{"eigen":`+tooDeep+`}}`, admin).refuses(400, "rest_invalid_param", "meta.eigen")
	}
	s.post(collection, `{"acf":{"first_name":"x","getal":[`+strings.Repeat("9", 41)+`]}}`, admin).refuses(400, "rest_invalid_param", "acf.getal")
	s.post(collection, `{"acf":{"first_name":"x","eigen":`+strings.Replace(deep, "1]", `"\u0000","\u0000"]`, 1)+`}}`, admin).is(400)
	tooHeavy := strings.Replace(deep, "[1,", "["+strings.Repeat("1,", 60_000), 1)
	s.post(collection, `{"acf":{"first_name":"x","eigen":`+tooHeavy+`}}`, admin).refuses(400, "rest_invalid_param", "acf")
	s.get(one(1)+"?_fields="+strings.Repeat("id,", 500)+"id", admin).refuses(400, "rest_invalid_param", "_fields")
	s.get(one(1)+"?_fields="+strings.Repeat("id,", 499)+"id", admin).is(200).has("", object{"id": 1.})
	s.get(one(1)+"?_fields=acf.eigen.a.a.a", admin).is(200)
}
