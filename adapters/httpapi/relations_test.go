package httpapi_test

import (
	"strings"
	"testing"
)

func TestARelationIsSentInThreeSpellingsAndAnsweredOnBothSides(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "Jan", "Piet")
	answered := func(to float64, name string, kind float64, kindName, slug string) []any {
		return []any{object{"related_person": to, "relationship_type": kind, "relationship_label": "oudste", "person_name": name, "person_thumbnail": "",
			"relationship_name": kindName, "relationship_slug": slug}}
	}
	for _, kind := range []any{3, "3", []int{3}, []string{"3"}} {
		for _, to := range []any{2, "2", []int{2}} {
			row := object{"related_person": to, "relationship_type": kind, "relationship_label": "oudste", "person_name": "Iemand anders", "relationship_slug": "x"}
			s.send("PUT", one(1), object{"acf": object{"relationships": []object{row}}}, admin).is(200).
				has("acf.relationships", answered(2, "Piet", 3, "Kind", "child"))
			s.get(one(2), admin).is(200).has("acf.relationships", answered(1, "Jan", 2, "Ouder", "parent"))
		}
		s.send("PUT", one(1), object{"acf": object{"relationships": nil}}, admin).is(200).has("acf.relationships", []any{})
		s.get(one(2), admin).has("acf.relationships", []any{})
	}
	// What a reader got can be sent back.
	s.send("PUT", one(1), object{"acf": object{"relationships": []object{{"related_person": 2, "relationship_type": 3}}}}, admin).is(200)
	read := s.get(one(1), admin).object("acf")
	s.send("PUT", one(1), object{"acf": read}, admin).is(200).has("acf.relationships", read["relationships"])
	s.get("/api/club/v1/people/filtered", admin).is(200).has("people.0.acf.relationships", read["relationships"])
	s.send("DELETE", one(2), nil, admin).is(200)
	s.get(one(1), admin).has("acf.relationships", []any{})
}

func TestRowsThatSayNothingAreDropped(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "Jan", "Piet")
	rows := []object{{"related_person": 1, "relationship_type": 3}, {"related_person": 2, "relationship_type": 3}, {"related_person": 2, "relationship_type": 3, "relationship_label": "x"}}
	a := s.send("PUT", one(1), object{"acf": object{"relationships": rows}}, admin).is(200)
	if got := a.list("acf.relationships"); len(got) != 1 {
		t.Errorf("got %v", got)
	}
	for name, c := range map[string]struct {
		rows   any
		fields []string
	}{
		"no person":         {[]object{{"relationship_type": 3}}, []string{"acf.relationships[0].related_person"}},
		"no type":           {[]object{{"related_person": 2}}, []string{"acf.relationships[0].relationship_type"}},
		"an empty row":      {[]object{{}}, []string{"acf.relationships[0].related_person", "acf.relationships[0].relationship_type"}},
		"unknown ones":      {[]object{{"related_person": 99, "relationship_type": 99}}, []string{"acf.relationships[0].related_person", "acf.relationships[0].relationship_type"}},
		"of the second row": {[]object{{"related_person": 2, "relationship_type": 3}, {"related_person": 2, "relationship_type": 99}}, []string{"acf.relationships[1].relationship_type"}},
		"no number":         {[]object{{"related_person": "x", "relationship_type": object{}}}, []string{"acf.relationships[0].related_person", "acf.relationships[0].relationship_type"}},
		"two types":         {[]object{{"related_person": 2, "relationship_type": []int{2, 3}}}, []string{"acf.relationships[0].relationship_type"}},
		"a text":            {"x", []string{"acf.relationships"}},
		"rows of numbers":   {[]int{2}, []string{"acf.relationships[0]", "acf.relationships[0].related_person", "acf.relationships[0].relationship_type"}},
	} {
		a := s.send("PUT", one(1), object{"acf": object{"relationships": c.rows}}, admin)
		a.what = name
		a.refuses(400, "rest_invalid_param", c.fields...)
	}
	s.get(one(2), admin).has("acf.relationships.0.related_person", 1)
}

func TestARelatedPersonWhomTheReaderMayNotSeeHasNoName(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	jan := s.program("jan")
	s.names(jan, "Eigen")
	s.names(admin, "Geheim")
	b, multi := form(t, "file:x.jpg", "jpeg")
	s.post("/api/club/v1/people/2/photo", b, multi, admin).is(200)
	s.send("PUT", one(1), object{"acf": object{"relationships": []object{{"related_person": 2, "relationship_type": 3}}}}, admin).is(200).
		has("acf.relationships.0.person_name", "Geheim").has("acf.relationships.0.person_thumbnail", "http://club.example"+file(1, "thumbnail"))
	for _, path := range []string{one(1), collection, "/api/club/v1/people/filtered", one(1) + "?_fields=acf.relationships"} {
		a := s.get(path, jan).is(200)
		if strings.Contains(a.text, "Geheim") || strings.Contains(a.text, "/media/") || !strings.Contains(a.text, `"person_name":""`) ||
			!strings.Contains(a.text, `"related_person":2`) || !strings.Contains(a.text, `"relationship_name":"Kind"`) {
			t.Errorf("%s: %s", path, a.text)
		}
	}
	s.send("PUT", one(1), object{"acf": object{"relationships": s.get(one(1), jan).at("acf.relationships"), "nickname": "E"}}, jan).is(200)
	s.get(one(2), admin).has("acf.relationships.0.related_person", 1).has("acf.relationships.0.relationship_slug", "parent")
}
