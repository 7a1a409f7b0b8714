package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
)

const collection = "/api/cms/v2/people"

func TestAnEmptyListHasAnEmptyFirstPage(t *testing.T) {
	s := newSite(t)
	a := s.get(collection, s.admin()).is(200)
	if a.text != "[]" || a.Header.Get("X-WP-Total") != "0" || a.Header.Get("X-WP-TotalPages") != "0" {
		t.Errorf("got %s, headers %v", a.text, a.Header)
	}
	s.get(query("page", "2"), s.program("beheer")).refuses(400, "rest_post_invalid_page_number")
}

func TestAPathMayEndInASlash(t *testing.T) {
	s := newSite(t)
	s.get(collection+"/", s.admin()).is(200)
	s.get(collection+"//", s.program("beheer")).refuses(404, "rest_no_route")
}

func TestAListIsPaged(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for i := range 12 {
		s.names(admin, fmt.Sprintf("P%02d", i))
	}
	for _, page := range []struct{ query, total, pages, names string }{
		{"", "12", "2", "P11 P10 P09 P08 P07 P06 P05 P04 P03 P02"},
		{"page=2", "12", "2", "P01 P00"},
		{"per_page=5&page=3", "12", "3", "P01 P00"},
		{"per_page=100", "12", "1", "P11 P10 P09 P08 P07 P06 P05 P04 P03 P02 P01 P00"},
		{"per_page=1&page=12", "12", "12", "P00"},
		{"page=&per_page=", "12", "2", "P11 P10 P09 P08 P07 P06 P05 P04 P03 P02"},
	} {
		a := s.get(collection+"?"+page.query, admin)
		if got := a.listed(""); got != page.names {
			t.Errorf("%s: got %s", page.query, got)
		}
		if total, pages := a.Header.Get("X-WP-Total"), a.Header.Get("X-WP-TotalPages"); total != page.total || pages != page.pages {
			t.Errorf("%s: X-WP-Total %s, X-WP-TotalPages %s", page.query, total, pages)
		}
	}
	for _, beyond := range []string{"page=3", "per_page=100&page=2", "page=9223372036854775807&per_page=100"} {
		s.get(collection+"?"+beyond, admin).refuses(400, "rest_post_invalid_page_number")
	}
}

func TestListParametersHaveLimits(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for wrong, field := range map[string]string{
		"per_page=0": "per_page", "per_page=101": "per_page", "per_page=-1": "per_page", "per_page=tien": "per_page",
		"per_page=1.5": "per_page", "page=0": "page", "page=-1": "page", "page=x": "page", "page=99999999999999999999": "page",
		"orderby=id": "orderby", "order=up": "order", "search=" + strings.Repeat("x", 201): "search",
		"include=1,x": "include", "exclude=-": "exclude", "include[]=x": "include", "modified_after=gisteren": "modified_after",
		"include=" + strings.Repeat("1,", 1001): "include",
	} {
		a := s.get(collection+"?"+wrong, admin).refuses(400, "rest_invalid_param", field)
		if sentence, _ := a.object("data.params")[field].(string); !strings.HasSuffix(sentence, ".") || strings.Contains(sentence, "invalid") {
			t.Errorf("%.40s: no Dutch sentence: %q", wrong, sentence)
		}
	}
	s.get(collection+"?per_page=0&page=x&order=up", admin).refuses(400, "rest_invalid_param", "per_page", "page", "order")
}

func TestIdsComeInThreeSpellings(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "A", "B", "C", "D")
	for query, names := range map[string]string{
		"include=1,3": "C A", "include=1&include=3": "C A", "include[]=1&include[]=3": "C A", "include%5B%5D=1&include=3": "C A",
		"include=": "D C B A", "include=99": "", "include=0": "", "include=1,1": "A",
		"exclude=1,3": "D B", "exclude=1&exclude=3": "D B", "exclude[]=1&exclude[]=3": "D B", "exclude=": "D C B A",
		"include=1,2,3&exclude=2": "C A", "include=-1": "",
	} {
		if got := s.get(collection+"?"+query, admin).listed(""); got != names {
			t.Errorf("%s: got %q, want %q", query, got, names)
		}
	}
}

func TestASlugFindsItsPerson(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.person(admin, object{"first_name": "Joël", "infix": "de", "last_name": "Kok & Zn"}).has("slug", "joel-de-kok-zn-1")
	s.names(admin, "Jan")
	for slug, names := range map[string]string{
		"joel-de-kok-zn-1": "Joël", "jan-2": "Jan", "joel-de-kok-zn-1,jan-2": "Jan Joël", "jan-1": "", "jan": "", "1": "", "-": "", "x--2": "",
	} {
		if got := s.get(query("slug", slug), admin).listed(""); got != names {
			t.Errorf("%s: got %q, want %q", slug, got, names)
		}
	}
}

func TestModifiedAfterIsStrictAndKnowsZones(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.now = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	s.names(admin, "Noon", "Later")
	for after, names := range map[string]string{
		"2026-06-15T11:59:59Z": "Later Noon", "2026-06-15T12:00:00Z": "Later", "2026-06-15T12:00:59.999999Z": "Later",
		"2026-06-15T12:01:00Z": "", "2026-06-15T14:00:00+02:00": "Later", "2026-06-15T13:59:59": "Later Noon",
		"2026-06-15T14:00:00": "Later", "2026-06-15 14:00:00": "Later", "2026-06-15 14:01:00": "", "2026-06-15": "Later Noon",
		"2026-06-16": "", "1970-01-01T00:00:00Z": "Later Noon", "0001-01-01T00:00:00Z": "Later Noon",
	} {
		if got := s.get(query("modified_after", after), admin).listed(""); got != names {
			t.Errorf("%s: got %q, want %q", after, got, names)
		}
	}
}

func TestListsAreSorted(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "bert", "Anna", "Carla")
	s.send("PUT", one(2), object{"acf": object{"nickname": "An"}}, admin).is(200)
	for order, names := range map[string]string{
		"": "Carla Anna bert", "orderby=date&order=asc": "bert Anna Carla", "orderby=title": "Carla bert Anna",
		"orderby=title&order=asc": "Anna bert Carla", "orderby=modified": "Anna Carla bert",
		"orderby=modified&order=asc": "bert Carla Anna", "order=asc": "bert Anna Carla",
	} {
		if got := s.get(collection+"?"+order, admin).listed(""); got != names {
			t.Errorf("%s: got %q, want %q", order, got, names)
		}
	}
}

func TestASearchLooksInNames(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for _, name := range [][3]string{{"Joël", "van der", "Meer"}, {"Jan", "", "Meerman"}, {"100%", "", "Kok_"}} {
		s.person(admin, object{"first_name": name[0], "infix": name[1], "last_name": name[2], "nickname": "Zzz"})
	}
	for search, names := range map[string]string{
		"joel": "Joël", "MEER": "Jan Joël", "van der meer": "Joël", "meer  jan": "Jan", "%": "100%", "_": "100%", "zzz": "", " ": "100% Jan Joël",
	} {
		if got := s.get(query("search", search), admin).listed(""); got != names {
			t.Errorf("%q: got %q, want %q", search, got, names)
		}
	}
}

func TestTheRawCollectionHoldsFormerMembersAndThePeopleListDoesNot(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.person(admin, object{"first_name": "Oud", "former_member": true})
	s.person(admin, object{"first_name": "Nieuw"})
	const list = "/api/club/v1/people/filtered"
	if got := s.get(collection, admin).listed(""); got != "Nieuw Oud" {
		t.Errorf("collection: got %q", got)
	}
	if got := s.get(list, admin).has("total", 1).listed("people"); got != "Nieuw" {
		t.Errorf("list: got %q", got)
	}
	if got := s.get(list+"?include_former=1", admin).has("total", 2).has("people.1.former_member", true).listed("people"); got != "Nieuw Oud" {
		t.Errorf("list with former members: got %q", got)
	}
	s.get(one(1), admin).is(200).has("acf.former_member", true)
}

func TestThePeopleListSortsByLastNameWithoutInfix(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for _, name := range [][3]string{{"Vera", "", "Visser"}, {"Leo", "de", "Leeuw"}, {"Kim", "", "Kok"}, {"Kas", "", "Kok"}} {
		s.person(admin, object{"first_name": name[0], "infix": name[1], "last_name": name[2]})
	}
	const list = "/api/club/v1/people/filtered"
	for parameters, names := range map[string]string{
		"": "Kas Kim Leo Vera", "?orderby=last_name": "Kas Kim Leo Vera", "?orderby=last_name&order=desc": "Vera Leo Kim Kas",
		"?per_page=2&page=2": "Leo Vera", "?per_page=2&page=9": "", "?search=kok": "Kas Kim",
	} {
		if got := s.get(list+parameters, admin).listed("people"); got != names {
			t.Errorf("%s: got %q, want %q", parameters, got, names)
		}
	}
	s.get(list+"?per_page=3", admin).is(200).has("total", 4).has("page", 1).has("total_pages", 2)
	for wrong, field := range map[string]string{
		"per_page=101": "per_page", "page=0": "page", "orderby=custom_x": "orderby", "order=x": "order",
		"huidig_vrijwilliger=2": "huidig_vrijwilliger", "include_former=ja": "include_former",
	} {
		s.get(list+"?"+wrong, admin).refuses(400, "rest_invalid_param", field)
	}
	s.get(list+"?huidig_vrijwilliger=&include_former=", admin).is(200).has("total", 4)
}

func TestFieldsChoosePartsOfAnAnswer(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.person(admin, object{"first_name": "Jan", "last_name": "Kok", "contact_info": []object{{"contact_type": "email", "contact_value": "A@B.nl"}}})
	for fields, want := range map[string]string{
		"id":                       `{"id":1}`,
		"id,title":                 `{"id":1,"title":{"rendered":"Jan Kok"}}`,
		"title.rendered,id":        `{"id":1,"title":{"rendered":"Jan Kok"}}`,
		"acf.first_name":           `{"acf":{"first_name":"Jan"}}`,
		"acf.huidig-vrijwilliger":  `{"acf":{"huidig-vrijwilliger":"0"}}`,
		"acf.nothing":              `{"acf":{}}`,
		"id%20,%20status":          `{"id":1,"status":"publish"}`,
		"nothing":                  `{}`,
		"acf.first_name,acf.infix": `{"acf":{"first_name":"Jan","infix":""}}`,
	} {
		if got := s.get(one(1)+"?_fields="+strings.ReplaceAll(fields, " ", "%20"), admin).is(200); got.text != want {
			t.Errorf("%q: got %s, want %s", fields, got.text, want)
		}
	}
	if got := s.get(query("_fields", "id,acf.birth_year"), admin).is(200); got.text != `[{"acf":{"birth_year":null},"id":1}]` &&
		got.text != `[{"id":1,"acf":{"birth_year":null}}]` {
		t.Errorf("list: got %s", got.text)
	}
	whole := s.get(one(1), admin).is(200)
	if got := s.get(one(1)+"?_fields=", admin).is(200); got.text != whole.text {
		t.Errorf("no fields are all fields: got %s", got.text)
	}
	if got := s.get(one(1)+"?_fields=acf,acf.first_name", admin).is(200); len(got.object("acf")) < 20 {
		t.Errorf("a whole member stays whole: got %s", got.text)
	}
}

func TestEmbedAddsAnEmbeddedMember(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "Jan")
	for _, parameter := range []string{"_embed", "_embed=", "_embed=1", "_embed=wp:term"} {
		s.get(one(1)+"?"+parameter, admin).is(200).has("_embedded", object{"wp:featuredmedia": []any{}, "wp:term": []any{}})
		s.get(collection+"?"+parameter, admin).is(200).object("0._embedded")
	}
	if _, there := s.get(one(1), admin).object("")["_embedded"]; there {
		t.Error("embedded without being asked")
	}
}

func TestEverybodySeesTheirOwnPeopleAndAdministratorsAll(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	s.user("bestuur", access.Board, access.SectionRole(access.Administration))
	jan, board := s.program("jan"), s.program("bestuur")
	s.names(admin, "Secret")
	s.names(jan, "Own")
	for _, reader := range []struct {
		name  string
		as    call
		names string
	}{{"admin", admin, "Own Secret"}, {"jan", jan, "Own"}, {"board", board, ""}} {
		for path, list := range map[string]string{collection: "", "/api/club/v1/people/filtered?orderby=modified&order=desc": "people"} {
			a := s.get(path, reader.as)
			if got := a.listed(list); got != reader.names {
				t.Errorf("%s: got %q, want %q", reader.name, got, reader.names)
			}
			if reader.name != "admin" && strings.Contains(a.text, "Secret") {
				t.Errorf("%s learns of a secret: %s", reader.name, a.text)
			}
		}
	}
	for _, parameters := range []string{"include=1", "slug=secret-1", "search=secret", "modified_after=2020-01-01&search=Secret"} {
		a := s.get(collection+"?"+parameters, jan)
		if a.listed("") != "" || a.Header.Get("X-WP-Total") != "0" {
			t.Errorf("%s: got %s of %s", parameters, a.text, a.Header.Get("X-WP-Total"))
		}
	}
}
