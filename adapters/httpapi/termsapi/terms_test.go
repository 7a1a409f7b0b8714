package termsapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// object is JSON as a test writes it.
type object = apitest.Object

const restore = "/api/club/v1/relationship-types/restore-defaults"

// slugs are the slugs of a list, in order.
func slugs(a apitest.Answer) string {
	a.T.Helper()
	slugs := []string{}
	for _, term := range a.Is(200).List("") {
		slugs = append(slugs, term.(object)["slug"].(string))
	}
	return strings.Join(slugs, " ")
}

// contract: club §2.4
func TestTheDefaultTypesOfRelationship(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	jan := s.Program("jan")
	a := s.Get(apitest.RelationshipTypes+"?per_page=100&orderby=id", jan).Is(200)
	a.Has("0.id", 2).Has("0.slug", "parent").Has("0.name", "Ouder").Has("0.taxonomy", "relationship_type").
		Has("0.acf", object{"inverse_relationship_type": 3., "is_gender_dependent": false, "gender_dependent_group": ""})
	const inOrder = "parent child sibling spouse partner friend colleague acquaintance cousin grandparent grandchild " +
		"stepparent stepchild godparent godchild boss subordinate mentor mentee aunt uncle niece nephew ex stepsibling inlaw"
	if got := slugs(a); got != inOrder {
		t.Errorf("got %s", got)
	}
	s.Get(apitest.RelationshipTypes+"/3", jan).Is(200).Has("slug", "child").Has("acf.inverse_relationship_type", 2)
	s.Get(apitest.RelationshipTypes+"/3?_fields=id,acf.is_gender_dependent", jan).Is(200).
		Has("", object{"id": 3., "acf": object{"is_gender_dependent": false}})
	if got := slugs(s.Get(apitest.RelationshipTypes+"?slug=aunt", jan).Has("0.acf.gender_dependent_group", "aunt_uncle").
		Has("0.acf.is_gender_dependent", true)); got != "aunt" {
		t.Errorf("got %s", got)
	}
}

// contract: club §4.1
func TestTheListOfTerms(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, name := range []string{"Kassa", "bar", "Ärztin 100%", "Bar & Kantine"} {
		s.Post(apitest.Labels, object{"name": name}, admin).Is(201)
	}
	for parameters, want := range map[string]string{
		"": "arztin-100 bar bar-kantine kassa", "order=desc": "kassa bar-kantine bar arztin-100",
		"orderby=id": "kassa bar arztin-100 bar-kantine", "orderby=id&order=desc": "bar-kantine arztin-100 bar kassa",
		"orderby=title": "arztin-100 bar bar-kantine kassa", "orderby=title&order=desc": "kassa bar-kantine bar arztin-100",
		"orderby=date": "kassa bar arztin-100 bar-kantine", "orderby=date&order=desc": "bar-kantine arztin-100 bar kassa",
		"orderby=modified": "kassa bar arztin-100 bar-kantine", "orderby=slug": "arztin-100 bar bar-kantine kassa",
		"search=BAR": "bar bar-kantine", "search=%25": "arztin-100", "search=_": "",
		"search=kantine bar": "bar-kantine", "slug=bar": "bar", "slug=bar,kassa": "bar kassa", "include=1,3": "arztin-100 kassa",
		"exclude=1,3": "bar bar-kantine", "include=99": "", "per_page=3": "arztin-100 bar bar-kantine", "per_page=3&page=2": "kassa",
		"page=2": "", "page=99": "", "page=9223372036854775807&per_page=100": "",
	} {
		parameters = strings.ReplaceAll(parameters, " ", "+")
		if got := slugs(s.Get(apitest.Labels+"?"+parameters, admin)); got != want {
			t.Errorf("%s: got %q, want %q", parameters, got, want)
		}
	}
	a := s.Get(apitest.Labels+"?per_page=3&page=9", admin).Is(200)
	if a.Text != "[]" || a.Header.Get("X-WP-Total") != "4" || a.Header.Get("X-WP-TotalPages") != "2" {
		t.Errorf("got %s, %v", a.Text, a.Header)
	}
	s.Get(apitest.RelationshipTypes+"?orderby=date&order=desc&per_page=1&_fields=id", admin).Is(200) // what every collection takes
	for wrong, field := range map[string]string{
		"per_page=101": "per_page", "per_page=0": "per_page", "page=0": "page", "orderby=count": "orderby", "order=x": "order",
		"include=x": "include", "search=" + strings.Repeat("x", 201): "search",
	} {
		s.Get(apitest.Labels+"?"+wrong, admin).Refuses(400, "rest_invalid_param", field)
	}
	s.Get(apitest.Labels).Refuses(401, "rest_not_logged_in")
}

// contract: club §2.4, §4.1
func TestATermIsForAdministratorsToChange(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("bestuur", access.Board, access.SectionRole(access.Administration))
	board := s.Program("bestuur")
	for _, path := range []string{apitest.RelationshipTypes, apitest.Labels} {
		a := s.Post(path, object{"name": " Buurman & -vrouw ", "slug": "Buren!"}, admin).Is(201).Has("name", "Buurman & -vrouw").
			Has("slug", "buren")
		id := a.ID()
		if got := a.Header.Get("Location"); got != "http://club.example"+apitest.At(path, id) {
			t.Errorf("Location %q", got)
		}
		s.Post(path, object{"name": "buurman & -VROUW"}, admin).Refuses(400, "term_exists")
		s.Post(path, object{}, admin).Refuses(400, "rest_invalid_param", "name")
		s.Post(path, object{"name": " "}, admin).Refuses(400, "rest_invalid_param", "name")
		s.Post(path, object{"name": []int{}}, admin).Refuses(400, "rest_invalid_param", "name")
		s.Post(path, object{"name": strings.Repeat("é", 201)}, admin).Refuses(400, "rest_invalid_param", "name")
		s.Post(path, object{"name": "a\x00"}, admin).Refuses(400, "rest_invalid_param", "name")
		for _, method := range []string{"PUT", "PATCH", "POST"} {
			s.Send(method, apitest.At(path, id), object{"name": "Buur"}, admin).Is(200).Has("name", "Buur").Has("id", float64(id))
			s.Send(method, apitest.At(path, id), object{"name": "X"}, board).Refuses(403, "rest_forbidden")
			s.Send(method, apitest.At(path, 99), object{"name": "X"}, admin).Refuses(404, "rest_term_invalid")
		}
		s.Get(apitest.At(path, id), board).Is(200).Has("name", "Buur")
		s.Get(apitest.At(path, 99), board).Refuses(404, "rest_term_invalid")
		s.Post(path, object{"name": "X"}, board).Refuses(403, "rest_forbidden")
		s.Send("DELETE", apitest.At(path, id), nil, board).Refuses(403, "rest_forbidden")
		s.Send("DELETE", apitest.At(path, id)+"?force=true", nil, admin).Is(200).Has("deleted", true).Has("previous.name", "Buur")
		s.Send("DELETE", apitest.At(path, id), nil, admin).Refuses(404, "rest_term_invalid")
		for _, method := range []string{"GET", "PUT", "DELETE"} {
			s.Send(method, apitest.At(path, id), apitest.Body(method)).Refuses(401, "rest_not_logged_in")
			s.Send(method, path+"/abc", apitest.Body(method), admin).Is(404)
		}
	}
	s.Send("PUT", apitest.RelationshipTypes+"/3", object{"slug": "kind"}, admin).Refuses(400, "rest_invalid_param", "slug")
	s.Send("PUT", apitest.RelationshipTypes+"/3", object{"name": "Zoon of dochter", "slug": "child"}, admin).Is(200).
		Has("name", "Zoon of dochter").Has("slug", "child")
	s.Post(apitest.RelationshipTypes, object{"name": "X", "acf": object{"inverse_relationship_type": 99}}, admin).
		Refuses(400, "rest_invalid_param", "acf.inverse_relationship_type")
	s.Post(apitest.RelationshipTypes, object{"name": "X",
		"acf": object{"inverse_relationship_type": "x", "is_gender_dependent": "x"}}, admin).
		Refuses(400, "rest_invalid_param", "acf.inverse_relationship_type", "acf.is_gender_dependent")
	for _, inverse := range []any{2, "2", []int{2}} {
		s.Send("PUT", apitest.RelationshipTypes+"/4", object{"acf": object{"inverse_relationship_type": inverse, "unknown": 1}}, admin).
			Is(200).Has("acf.inverse_relationship_type", 2)
	}
	for _, none := range []any{nil, 0, "", false} {
		s.Send("PUT", apitest.RelationshipTypes+"/4", object{"acf": object{"inverse_relationship_type": none}}, admin).Is(200).
			Has("acf.inverse_relationship_type", 0)
	}
}

func TestATypeThatPeopleHaveIsNotRemoved(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	els := s.Post(apitest.People, object{"acf": object{"first_name": "Els"}}, admin).Is(201).ID()
	s.Post(apitest.People, object{"acf": object{"first_name": "Bo", "relationships": []any{
		object{"related_person": els, "relationship_type": 2}}}}, admin).Is(201)
	s.Send("DELETE", apitest.RelationshipTypes+"/2?force=true", nil, admin).Refuses(409, "relationship_type_in_use").
		Has("message", "1 persoon heeft nog een relatie van deze soort. Pas die eerst aan.")
	s.Send("DELETE", apitest.RelationshipTypes+"/4", nil, admin).Is(200)
}

// contract: club §2.4-8
func TestRestoreDefaultsOverHTTP(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("bestuur", access.Board)
	board := s.Program("bestuur")
	before := s.Get(apitest.RelationshipTypes+"?per_page=100", board).Is(200).Text
	s.Send("DELETE", apitest.RelationshipTypes+"/3", nil, admin).Is(200)
	s.Send("PUT", apitest.RelationshipTypes+"/4", object{"acf": object{"inverse_relationship_type": 2}}, admin).Is(200)
	s.Post(restore, nil).Refuses(401, "rest_not_logged_in")
	s.Post(restore, nil, board).Refuses(403, "rest_forbidden")
	s.Get(apitest.RelationshipTypes+"/3", board).Refuses(404, "rest_term_invalid")
	for _, sent := range []any{nil, object{}, object{"x": 1}} {
		if a := s.Post(restore, sent, admin).Is(200).Has("success", true); a.At("message") == "" {
			t.Errorf("no message: %s", a.Text)
		}
	}
	if after := s.Get(apitest.RelationshipTypes+"?per_page=100", board).Text; after != before {
		t.Errorf("restored as %s, was %s", after, before)
	}
}

// contract: club §2.1-4
func TestLabelsOfAPerson(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Post(apitest.Labels, object{"name": "Bar"}, admin).Is(201)
	s.Post(apitest.Labels, object{"name": "Kas"}, admin).Is(201)
	a := s.Post(apitest.People, object{"acf": object{"first_name": "Jan"}, "person_label": []any{2, "1", 2}}, admin).Is(201)
	a.Has("person_label", []any{2., 1.})
	s.Get("/api/club/v1/people/filtered", admin).Has("people.0.labels", []any{"Kas", "Bar"})
	embedded := s.Get(apitest.Person(1)+"?_embed", admin).Is(200).List("_embedded.wp:term")
	const want = "[[map[id:2 name:Kas slug:kas taxonomy:person_label] map[id:1 name:Bar slug:bar taxonomy:person_label]]]"
	if got := fmt.Sprint(embedded); got != want {
		t.Errorf("embedded %s", got)
	}
	s.Send("PUT", apitest.Person(1), object{"acf": object{"nickname": "J"}}, admin).Is(200).Has("person_label", []any{2., 1.}).
		Has("labels", []any{"Kas", "Bar"})
	s.Get(apitest.Person(1), admin).Has("labels", []any{"Kas", "Bar"})
	s.Get(apitest.People, admin).Has("0.labels", []any{"Kas", "Bar"}).Has("0.person_label", []any{2., 1.})
	s.Get(apitest.Person(1)+"?_fields=id,labels", admin).Has("", object{"id": 1., "labels": []any{"Kas", "Bar"}})
	s.Send("PUT", apitest.Person(1), object{"person_label": []int{1, 99}}, admin).
		Refuses(400, "rest_invalid_param", "person_label[1]")
	for _, wrong := range []any{"x", 1.5, []any{"x"}, object{}, []any{-1}} {
		if a := s.Send("PUT", apitest.Person(1), object{"person_label": wrong}, admin).Is(400); a.At("code") != "rest_invalid_param" {
			t.Errorf("%v: %s", wrong, a.Text)
		}
	}
	s.Send("DELETE", apitest.Labels+"/2", nil, admin).Is(200)
	s.Get(apitest.Person(1), admin).Is(200).Has("person_label", []any{1.}).Has("labels", []any{"Bar"})
	s.Send("PUT", apitest.Person(1), object{"person_label": []int{}}, admin).Is(200).Has("person_label", []any{}).
		Has("labels", []any{})
}
