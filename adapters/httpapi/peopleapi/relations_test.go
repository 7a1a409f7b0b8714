package peopleapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

// contract: club §2.1-3, §2.4-1
func TestARelationIsSentInThreeSpellingsAndAnsweredOnBothSides(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan", "Piet")
	answered := func(to float64, name string, kind float64, kindName, slug string) []any {
		return []any{object{"related_person": to, "relationship_type": kind, "relationship_label": "oudste", "person_name": name,
			"person_thumbnail":  "",
			"relationship_name": kindName, "relationship_slug": slug}}
	}
	for _, kind := range []any{3, "3", []int{3}, []string{"3"}} {
		for _, to := range []any{2, "2", []int{2}} {
			row := object{"related_person": to, "relationship_type": kind, "relationship_label": "oudste", "person_name": "Iemand anders",
				"relationship_slug": "x"}
			s.Send("PUT", apitest.Person(1), object{"acf": object{"relationships": []object{row}}}, admin).Is(200).
				Has("acf.relationships", answered(2, "Piet", 3, "Kind", "child"))
			s.Get(apitest.Person(2), admin).Is(200).Has("acf.relationships", answered(1, "Jan", 2, "Ouder", "parent"))
		}
		s.Send("PUT", apitest.Person(1), object{"acf": object{"relationships": nil}}, admin).Is(200).Has("acf.relationships", []any{})
		s.Get(apitest.Person(2), admin).Has("acf.relationships", []any{})
	}
	// What a reader got can be sent back.
	s.Send("PUT", apitest.Person(1), object{"acf": object{"relationships": []object{{"related_person": 2, "relationship_type": 3}}}},
		admin).Is(200)
	read := s.Get(apitest.Person(1), admin).Object("acf")
	s.Send("PUT", apitest.Person(1), object{"acf": read}, admin).Is(200).Has("acf.relationships", read["relationships"])
	s.Get("/api/club/v1/people/filtered", admin).Is(200).Has("people.0.acf.relationships", read["relationships"])
	s.Send("DELETE", apitest.Person(2), nil, admin).Is(200)
	s.Get(apitest.Person(1), admin).Has("acf.relationships", []any{})
}

func TestRowsThatSayNothingAreDropped(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan", "Piet")
	rows := []object{{"related_person": 1, "relationship_type": 3}, {"related_person": 2, "relationship_type": 3},
		{"related_person": 2, "relationship_type": 3, "relationship_label": "x"}}
	a := s.Send("PUT", apitest.Person(1), object{"acf": object{"relationships": rows}}, admin).Is(200)
	if got := a.List("acf.relationships"); len(got) != 1 {
		t.Errorf("got %v", got)
	}
	for name, c := range map[string]struct {
		rows   any
		fields []string
	}{
		"no person":    {[]object{{"relationship_type": 3}}, []string{"acf.relationships[0].related_person"}},
		"no type":      {[]object{{"related_person": 2}}, []string{"acf.relationships[0].relationship_type"}},
		"an empty row": {[]object{{}}, []string{"acf.relationships[0].related_person", "acf.relationships[0].relationship_type"}},
		"unknown ones": {[]object{{"related_person": 99, "relationship_type": 99}},
			[]string{"acf.relationships[0].related_person", "acf.relationships[0].relationship_type"}},
		"of the second row": {[]object{{"related_person": 2, "relationship_type": 3}, {"related_person": 2, "relationship_type": 99}},
			[]string{"acf.relationships[1].relationship_type"}},
		"no number": {[]object{{"related_person": "x", "relationship_type": object{}}},
			[]string{"acf.relationships[0].related_person", "acf.relationships[0].relationship_type"}},
		"two types": {[]object{{"related_person": 2, "relationship_type": []int{2, 3}}},
			[]string{"acf.relationships[0].relationship_type"}}, "a text": {"x", []string{"acf.relationships"}},
		"rows of numbers": {[]int{2}, []string{"acf.relationships[0]", "acf.relationships[0].related_person",
			"acf.relationships[0].relationship_type"}},
	} {
		a := s.Send("PUT", apitest.Person(1), object{"acf": object{"relationships": c.rows}}, admin)
		a.What = name
		a.Refuses(400, "rest_invalid_param", c.fields...)
	}
	s.Get(apitest.Person(2), admin).Has("acf.relationships.0.related_person", 1)
}

// contract: club §2.1-3
func TestARelatedPersonWhomTheReaderMayNotSeeHasNoName(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	s.Names(jan, "Eigen")
	s.Names(admin, "Geheim")
	b, multi := apitest.Form(t, "file:x.jpg", "jpeg")
	s.Post("/api/club/v1/people/2/photo", b, multi, admin).Is(200)
	s.Send("PUT", apitest.Person(1), object{"acf": object{"relationships": []object{{"related_person": 2, "relationship_type": 3}}}},
		admin).Is(200).
		Has("acf.relationships.0.person_name", "Geheim").
		Has("acf.relationships.0.person_thumbnail", "http://club.example"+apitest.PictureFile(1, "thumbnail"))
	for _, path := range []string{apitest.Person(1), apitest.People, "/api/club/v1/people/filtered",
		apitest.Person(1) + "?_fields=acf.relationships"} {
		a := s.Get(path, jan).Is(200)
		if strings.Contains(a.Text, "Geheim") || strings.Contains(a.Text, "/media/") || !strings.Contains(a.Text, `"person_name":""`) ||
			!strings.Contains(a.Text, `"related_person":2`) || !strings.Contains(a.Text, `"relationship_name":"Kind"`) {
			t.Errorf("%s: %s", path, a.Text)
		}
	}
	s.Send("PUT", apitest.Person(1), object{"acf": object{"relationships": s.Get(apitest.Person(1), jan).At("acf.relationships"),
		"nickname": "E"}}, jan).Is(200)
	s.Get(apitest.Person(2), admin).Has("acf.relationships.0.related_person", 1).
		Has("acf.relationships.0.relationship_slug", "parent")
}

// The club writes about a child to its parents: whoever may only look at it makes nobody one of them.
func TestWhoMayOnlyLookAtAChildGivesItNoParent(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	child := s.Person(admin, object{"first_name": "Kind"}).Is(201).ID()
	user := s.User("jan")
	jan := s.Program("jan")
	shares := fmt.Sprintf("/api/club/v1/people/%d/shares", child)
	s.Post(shares, object{"user_id": user.ID, "permission": "view"}, admin).Is(200)
	related := func(kind int) object {
		return object{"acf": object{"first_name": "Vals", "relationships": []object{{"related_person": child, "relationship_type": kind}}}}
	}
	const field = "acf.relationships[0].related_person"
	s.Post(apitest.People, related(3), jan).Refuses(400, "rest_invalid_param", field)
	own := s.Post(apitest.People, related(4), jan).Is(201) // a sibling
	at := apitest.Person(own.ID())
	stands := s.Get(at, jan).Header.Get("ETag")
	match := func(r *http.Request) { r.Header.Set("If-Match", stands) }
	s.Send("PUT", at, related(3), jan, match).Refuses(400, "rest_invalid_param", field)
	s.Post(apitest.People, related(2), jan).Is(201) // whose parent the child would be
	s.Get(apitest.Person(child), admin).Is(200).Has("acf.relationships.0.relationship_type", 4.0)
	s.Post(shares, object{"user_id": user.ID, "permission": "edit"}, admin).Is(200)
	s.Post(apitest.People, related(3), jan).Is(201)
}
