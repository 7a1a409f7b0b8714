package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
)

const (
	types   = "/api/cms/v2/relationship_type"
	labels  = "/api/cms/v2/person_label"
	restore = "/api/club/v1/relationship-types/restore-defaults"
)

// slugs are the slugs of a list, in order.
func (a answer) slugs() string {
	a.t.Helper()
	slugs := []string{}
	for _, term := range a.is(200).list("") {
		slugs = append(slugs, term.(object)["slug"].(string))
	}
	return strings.Join(slugs, " ")
}

func TestTheDefaultTypesOfRelationship(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	jan := s.program("jan")
	a := s.get(types+"?per_page=100&orderby=id", jan).is(200)
	a.has("0.id", 2).has("0.slug", "parent").has("0.name", "Ouder").has("0.taxonomy", "relationship_type").
		has("0.acf", object{"inverse_relationship_type": 3., "is_gender_dependent": false, "gender_dependent_group": ""})
	const inOrder = "parent child sibling spouse partner friend colleague acquaintance cousin grandparent grandchild stepparent stepchild godparent " +
		"godchild boss subordinate mentor mentee aunt uncle niece nephew ex stepsibling inlaw"
	if got := a.slugs(); got != inOrder {
		t.Errorf("got %s", got)
	}
	s.get(types+"/3", jan).is(200).has("slug", "child").has("acf.inverse_relationship_type", 2)
	s.get(types+"/3?_fields=id,acf.is_gender_dependent", jan).is(200).has("", object{"id": 3., "acf": object{"is_gender_dependent": false}})
	if got := s.get(types+"?slug=aunt", jan).has("0.acf.gender_dependent_group", "aunt_uncle").has("0.acf.is_gender_dependent", true).slugs(); got != "aunt" {
		t.Errorf("got %s", got)
	}
}

func TestTheListOfTerms(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for _, name := range []string{"Kassa", "bar", "Ärztin 100%", "Bar & Kantine"} {
		s.post(labels, object{"name": name}, admin).is(201)
	}
	for parameters, want := range map[string]string{
		"": "arztin-100 bar bar-kantine kassa", "order=desc": "kassa bar-kantine bar arztin-100", "orderby=id": "kassa bar arztin-100 bar-kantine",
		"orderby=id&order=desc": "bar-kantine arztin-100 bar kassa", "orderby=slug": "arztin-100 bar bar-kantine kassa", "search=BAR": "bar bar-kantine",
		"search=%25": "arztin-100", "search=_": "", "search=kantine bar": "bar-kantine", "slug=bar": "bar", "slug=bar,kassa": "bar kassa", "include=1,3": "arztin-100 kassa",
		"exclude=1,3": "bar bar-kantine", "include=99": "", "per_page=3": "arztin-100 bar bar-kantine", "per_page=3&page=2": "kassa",
		"page=2": "", "page=99": "", "page=9223372036854775807&per_page=100": "",
	} {
		parameters = strings.ReplaceAll(parameters, " ", "+")
		if got := s.get(labels+"?"+parameters, admin).slugs(); got != want {
			t.Errorf("%s: got %q, want %q", parameters, got, want)
		}
	}
	a := s.get(labels+"?per_page=3&page=9", admin).is(200)
	if a.text != "[]" || a.Header.Get("X-WP-Total") != "4" || a.Header.Get("X-WP-TotalPages") != "2" {
		t.Errorf("got %s, %v", a.text, a.Header)
	}
	for wrong, field := range map[string]string{
		"per_page=101": "per_page", "per_page=0": "per_page", "page=0": "page", "orderby=count": "orderby", "order=x": "order", "include=x": "include",
		"search=" + strings.Repeat("x", 201): "search",
	} {
		s.get(labels+"?"+wrong, admin).refuses(400, "rest_invalid_param", field)
	}
	s.get(labels).refuses(401, "rest_not_logged_in")
}

func TestATermIsForAdministratorsToChange(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("bestuur", access.Board, access.SectionRole(access.Administration))
	board := s.program("bestuur")
	for _, path := range []string{types, labels} {
		a := s.post(path, object{"name": " Buurman & -vrouw ", "slug": "Buren!"}, admin).is(201).has("name", "Buurman & -vrouw").has("slug", "buren")
		id := a.id()
		if got := a.Header.Get("Location"); got != "http://club.example"+at(path, id) {
			t.Errorf("Location %q", got)
		}
		s.post(path, object{"name": "buurman & -VROUW"}, admin).refuses(400, "term_exists")
		s.post(path, object{}, admin).refuses(400, "rest_invalid_param", "name")
		s.post(path, object{"name": " "}, admin).refuses(400, "rest_invalid_param", "name")
		s.post(path, object{"name": []int{}}, admin).refuses(400, "rest_invalid_param", "name")
		s.post(path, object{"name": strings.Repeat("é", 201)}, admin).refuses(400, "rest_invalid_param", "name")
		s.post(path, object{"name": "a\x00"}, admin).refuses(400, "rest_invalid_param", "name")
		for _, method := range []string{"PUT", "PATCH", "POST"} {
			s.send(method, at(path, id), object{"name": "Buur"}, admin).is(200).has("name", "Buur").has("id", float64(id))
			s.send(method, at(path, id), object{"name": "X"}, board).refuses(403, "rest_forbidden")
			s.send(method, at(path, 99), object{"name": "X"}, admin).refuses(404, "rest_term_invalid")
		}
		s.get(at(path, id), board).is(200).has("name", "Buur")
		s.get(at(path, 99), board).refuses(404, "rest_term_invalid")
		s.post(path, object{"name": "X"}, board).refuses(403, "rest_forbidden")
		s.send("DELETE", at(path, id), nil, board).refuses(403, "rest_forbidden")
		s.send("DELETE", at(path, id)+"?force=true", nil, admin).is(200).has("deleted", true).has("previous.name", "Buur")
		s.send("DELETE", at(path, id), nil, admin).refuses(404, "rest_term_invalid")
		for _, method := range []string{"GET", "PUT", "DELETE"} {
			s.send(method, at(path, id), body(method)).refuses(401, "rest_not_logged_in")
			s.send(method, path+"/abc", body(method), admin).is(404)
		}
	}
	s.send("PUT", types+"/3", object{"slug": "kind"}, admin).refuses(400, "rest_invalid_param", "slug")
	s.send("PUT", types+"/3", object{"name": "Zoon of dochter", "slug": "child"}, admin).is(200).has("name", "Zoon of dochter").has("slug", "child")
	s.post(types, object{"name": "X", "acf": object{"inverse_relationship_type": 99}}, admin).refuses(400, "rest_invalid_param", "acf.inverse_relationship_type")
	s.post(types, object{"name": "X", "acf": object{"inverse_relationship_type": "x", "is_gender_dependent": "x"}}, admin).
		refuses(400, "rest_invalid_param", "acf.inverse_relationship_type", "acf.is_gender_dependent")
	for _, inverse := range []any{2, "2", []int{2}} {
		s.send("PUT", types+"/4", object{"acf": object{"inverse_relationship_type": inverse, "unknown": 1}}, admin).is(200).has("acf.inverse_relationship_type", 2)
	}
	for _, none := range []any{nil, 0, "", false} {
		s.send("PUT", types+"/4", object{"acf": object{"inverse_relationship_type": none}}, admin).is(200).has("acf.inverse_relationship_type", 0)
	}
}

func TestRestoreDefaultsOverHTTP(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("bestuur", access.Board)
	board := s.program("bestuur")
	before := s.get(types+"?per_page=100", board).is(200).text
	s.send("DELETE", types+"/3", nil, admin).is(200)
	s.send("PUT", types+"/4", object{"acf": object{"inverse_relationship_type": 2}}, admin).is(200)
	s.post(restore, nil).refuses(401, "rest_not_logged_in")
	s.post(restore, nil, board).refuses(403, "rest_forbidden")
	s.get(types+"/3", board).refuses(404, "rest_term_invalid")
	for _, sent := range []any{nil, object{}, object{"x": 1}} {
		if a := s.post(restore, sent, admin).is(200).has("success", true); a.at("message") == "" {
			t.Errorf("no message: %s", a.text)
		}
	}
	if after := s.get(types+"?per_page=100", board).text; after != before {
		t.Errorf("restored as %s, was %s", after, before)
	}
}

func TestLabelsOfAPerson(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.post(labels, object{"name": "Bar"}, admin).is(201)
	s.post(labels, object{"name": "Kas"}, admin).is(201)
	a := s.post(collection, object{"acf": object{"first_name": "Jan"}, "person_label": []any{2, "1", 2}}, admin).is(201)
	a.has("person_label", []any{2., 1.})
	s.get("/api/club/v1/people/filtered", admin).has("people.0.labels", []any{"Kas", "Bar"})
	embedded := s.get(one(1)+"?_embed", admin).is(200).list("_embedded.wp:term")
	if got := fmt.Sprint(embedded); got != "[[map[id:2 name:Kas slug:kas taxonomy:person_label] map[id:1 name:Bar slug:bar taxonomy:person_label]]]" {
		t.Errorf("embedded %s", got)
	}
	s.send("PUT", one(1), object{"acf": object{"nickname": "J"}}, admin).is(200).has("person_label", []any{2., 1.}).has("labels", []any{"Kas", "Bar"})
	s.get(one(1), admin).has("labels", []any{"Kas", "Bar"})
	s.get(collection, admin).has("0.labels", []any{"Kas", "Bar"}).has("0.person_label", []any{2., 1.})
	s.get(one(1)+"?_fields=id,labels", admin).has("", object{"id": 1., "labels": []any{"Kas", "Bar"}})
	s.send("PUT", one(1), object{"person_label": []int{1, 99}}, admin).refuses(400, "rest_invalid_param", "person_label[1]")
	for _, wrong := range []any{"x", 1.5, []any{"x"}, object{}, []any{-1}} {
		if a := s.send("PUT", one(1), object{"person_label": wrong}, admin).is(400); a.at("code") != "rest_invalid_param" {
			t.Errorf("%v: %s", wrong, a.text)
		}
	}
	s.send("DELETE", labels+"/2", nil, admin).is(200)
	s.get(one(1), admin).is(200).has("person_label", []any{1.}).has("labels", []any{"Bar"})
	s.send("PUT", one(1), object{"person_label": []int{}}, admin).is(200).has("person_label", []any{}).has("labels", []any{})
}
