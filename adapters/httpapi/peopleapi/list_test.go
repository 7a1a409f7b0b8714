package peopleapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

func TestAnEmptyListHasAnEmptyFirstPage(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	a := s.Get(apitest.People, s.Admin()).Is(200)
	if a.Text != "[]" || a.Header.Get("X-WP-Total") != "0" || a.Header.Get("X-WP-TotalPages") != "0" {
		t.Errorf("got %s, headers %v", a.Text, a.Header)
	}
	s.Get(apitest.PeopleWith("page", "2"), s.Program("beheer")).Refuses(400, "rest_post_invalid_page_number")
}

func TestAPathMayEndInASlash(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.Get(apitest.People+"/", s.Admin()).Is(200)
	s.Get(apitest.People+"//", s.Program("beheer")).Refuses(404, "rest_no_route")
}

// contract: club §4, §8
func TestAListIsPaged(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for i := range 12 {
		s.Names(admin, fmt.Sprintf("P%02d", i))
	}
	for _, page := range []struct{ query, total, pages, names string }{
		{"", "12", "2", "P11 P10 P09 P08 P07 P06 P05 P04 P03 P02"},
		{"page=2", "12", "2", "P01 P00"},
		{"per_page=5&page=3", "12", "3", "P01 P00"},
		{"per_page=100", "12", "1", "P11 P10 P09 P08 P07 P06 P05 P04 P03 P02 P01 P00"},
		{"per_page=1&page=12", "12", "12", "P00"},
		{"page=&per_page=", "12", "2", "P11 P10 P09 P08 P07 P06 P05 P04 P03 P02"},
	} {
		a := s.Get(apitest.People+"?"+page.query, admin)
		if got := a.Listed(""); got != page.names {
			t.Errorf("%s: got %s", page.query, got)
		}
		if total, pages := a.Header.Get("X-WP-Total"), a.Header.Get("X-WP-TotalPages"); total != page.total || pages != page.pages {
			t.Errorf("%s: X-WP-Total %s, X-WP-TotalPages %s", page.query, total, pages)
		}
	}
	for _, beyond := range []string{"page=3", "per_page=100&page=2", "page=9223372036854775807&per_page=100"} {
		s.Get(apitest.People+"?"+beyond, admin).Refuses(400, "rest_post_invalid_page_number")
	}
}

// contract: club §4, §8
func TestListParametersHaveLimits(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for wrong, field := range map[string]string{
		"per_page=0": "per_page", "per_page=101": "per_page", "per_page=-1": "per_page", "per_page=tien": "per_page",
		"per_page=1.5": "per_page", "page=0": "page", "page=-1": "page", "page=x": "page", "page=99999999999999999999": "page",
		"orderby=id": "orderby", "order=up": "order", "search=" + strings.Repeat("x", 201): "search",
		"include=1,x": "include", "exclude=-": "exclude", "include[]=x": "include", "modified_after=gisteren": "modified_after",
		"include=" + strings.Repeat("1,", 1001): "include",
	} {
		a := s.Get(apitest.People+"?"+wrong, admin).Refuses(400, "rest_invalid_param", field)
		if sentence, _ := a.Object("data.params")[field].(string); !strings.HasSuffix(sentence, ".") ||
			strings.Contains(sentence, "invalid") {
			t.Errorf("%.40s: no Dutch sentence: %q", wrong, sentence)
		}
	}
	s.Get(apitest.People+"?per_page=0&page=x&order=up", admin).Refuses(400, "rest_invalid_param", "per_page", "page", "order")
}

func TestIdsComeInThreeSpellings(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "A", "B", "C", "D")
	for query, names := range map[string]string{
		"include=1,3": "C A", "include=1&include=3": "C A", "include[]=1&include[]=3": "C A", "include%5B%5D=1&include=3": "C A",
		"include=": "D C B A", "include=99": "", "include=0": "", "include=1,1": "A",
		"exclude=1,3": "D B", "exclude=1&exclude=3": "D B", "exclude[]=1&exclude[]=3": "D B", "exclude=": "D C B A",
		"include=1,2,3&exclude=2": "C A", "include=-1": "",
	} {
		if got := s.Get(apitest.People+"?"+query, admin).Listed(""); got != names {
			t.Errorf("%s: got %q, want %q", query, got, names)
		}
	}
}

func TestASlugFindsItsPerson(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Person(admin, object{"first_name": "Joël", "infix": "de", "last_name": "Kok & Zn"}).Has("slug", "joel-de-kok-zn-1")
	s.Names(admin, "Jan")
	for slug, names := range map[string]string{
		"joel-de-kok-zn-1": "Joël", "jan-2": "Jan", "joel-de-kok-zn-1,jan-2": "Jan Joël", "jan-1": "", "jan": "", "1": "", "-": "",
		"x--2": "",
	} {
		if got := s.Get(apitest.PeopleWith("slug", slug), admin).Listed(""); got != names {
			t.Errorf("%s: got %q, want %q", slug, got, names)
		}
	}
}

func TestModifiedAfterIsStrictAndKnowsZones(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Now = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	s.Names(admin, "Noon", "Later")
	for after, names := range map[string]string{
		"2026-06-15T11:59:59Z": "Later Noon", "2026-06-15T12:00:00Z": "Later", "2026-06-15T12:00:59.999999Z": "Later",
		"2026-06-15T12:01:00Z": "", "2026-06-15T14:00:00+02:00": "Later", "2026-06-15T13:59:59": "Later Noon",
		"2026-06-15T14:00:00": "Later", "2026-06-15 14:00:00": "Later", "2026-06-15 14:01:00": "", "2026-06-15": "Later Noon",
		"2026-06-16": "", "1970-01-01T00:00:00Z": "Later Noon", "0001-01-01T00:00:00Z": "Later Noon",
	} {
		if got := s.Get(apitest.PeopleWith("modified_after", after), admin).Listed(""); got != names {
			t.Errorf("%s: got %q, want %q", after, got, names)
		}
	}
}

// contract: club §4
func TestListsAreSorted(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "bert", "Anna", "Carla")
	s.Send("PUT", apitest.Person(2), object{"acf": object{"nickname": "An"}}, admin).Is(200)
	for order, names := range map[string]string{
		"": "Carla Anna bert", "orderby=date&order=asc": "bert Anna Carla", "orderby=title": "Carla bert Anna",
		"orderby=title&order=asc": "Anna bert Carla", "orderby=modified": "Anna Carla bert",
		"orderby=modified&order=asc": "bert Carla Anna", "order=asc": "bert Anna Carla",
	} {
		if got := s.Get(apitest.People+"?"+order, admin).Listed(""); got != names {
			t.Errorf("%s: got %q, want %q", order, got, names)
		}
	}
}

// contract: club §4
func TestASearchLooksInNames(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, name := range [][3]string{{"Joël", "van der", "Meer"}, {"Jan", "", "Meerman"}, {"100%", "", "Kok_"}} {
		s.Person(admin, object{"first_name": name[0], "infix": name[1], "last_name": name[2], "nickname": "Zzz"})
	}
	for search, names := range map[string]string{
		"joel": "Joël", "MEER": "Jan Joël", "van der meer": "Joël", "meer  jan": "Jan", "%": "100%", "_": "100%", "zzz": "",
		" ": "100% Jan Joël",
	} {
		if got := s.Get(apitest.PeopleWith("search", search), admin).Listed(""); got != names {
			t.Errorf("%q: got %q, want %q", search, got, names)
		}
	}
}

// contract: club §2.9-1, §2.9-3
func TestTheRawCollectionHoldsFormerMembersAndThePeopleListDoesNot(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Person(admin, object{"first_name": "Oud", "former_member": true})
	s.Person(admin, object{"first_name": "Nieuw"})
	const list = "/api/club/v1/people/filtered"
	if got := s.Get(apitest.People, admin).Listed(""); got != "Nieuw Oud" {
		t.Errorf("collection: got %q", got)
	}
	if got := s.Get(list, admin).Has("total", 1).Listed("people"); got != "Nieuw" {
		t.Errorf("list: got %q", got)
	}
	if got := s.Get(list+"?include_former=1", admin).Has("total", 2).Has("people.1.former_member", true).
		Listed("people"); got != "Nieuw Oud" {
		t.Errorf("list with former members: got %q", got)
	}
	s.Get(apitest.Person(1), admin).Is(200).Has("acf.former_member", true)
}

func TestThePeopleListSortsByLastNameWithoutInfix(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, name := range [][3]string{{"Vera", "", "Visser"}, {"Leo", "de", "Leeuw"}, {"Kim", "", "Kok"}, {"Kas", "", "Kok"}} {
		s.Person(admin, object{"first_name": name[0], "infix": name[1], "last_name": name[2]})
	}
	const list = "/api/club/v1/people/filtered"
	for parameters, names := range map[string]string{
		"": "Kas Kim Leo Vera", "?orderby=last_name": "Kas Kim Leo Vera", "?orderby=last_name&order=desc": "Vera Leo Kim Kas",
		"?per_page=2&page=2": "Leo Vera", "?per_page=2&page=9": "", "?search=kok": "Kas Kim",
	} {
		if got := s.Get(list+parameters, admin).Listed("people"); got != names {
			t.Errorf("%s: got %q, want %q", parameters, got, names)
		}
	}
	s.Get(list+"?per_page=3", admin).Is(200).Has("total", 4).Has("page", 1).Has("total_pages", 2)
	for wrong, field := range map[string]string{
		"per_page=101": "per_page", "page=0": "page", "orderby=custom_x": "orderby", "order=x": "order",
		"huidig_vrijwilliger=2": "huidig_vrijwilliger", "include_former=ja": "include_former",
	} {
		s.Get(list+"?"+wrong, admin).Refuses(400, "rest_invalid_param", field)
	}
	s.Get(list+"?huidig_vrijwilliger=&include_former=", admin).Is(200).Has("total", 4)
}

// contract: club §4
func TestFieldsChoosePartsOfAnAnswer(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Person(admin, object{"first_name": "Jan", "last_name": "Kok",
		"contact_info": []object{{"contact_type": "email", "contact_value": "A@B.nl"}}})
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
		if got := s.Get(apitest.Person(1)+"?_fields="+strings.ReplaceAll(fields, " ", "%20"), admin).Is(200); got.Text != want {
			t.Errorf("%q: got %s, want %s", fields, got.Text, want)
		}
	}
	if got := s.Get(apitest.PeopleWith("_fields", "id,acf.birth_year"), admin).
		Is(200); got.Text != `[{"acf":{"birth_year":null},"id":1}]` &&
		got.Text != `[{"id":1,"acf":{"birth_year":null}}]` {
		t.Errorf("list: got %s", got.Text)
	}
	whole := s.Get(apitest.Person(1), admin).Is(200)
	if got := s.Get(apitest.Person(1)+"?_fields=", admin).Is(200); got.Text != whole.Text {
		t.Errorf("no fields are all fields: got %s", got.Text)
	}
	if got := s.Get(apitest.Person(1)+"?_fields=acf,acf.first_name", admin).Is(200); len(got.Object("acf")) < 20 {
		t.Errorf("a whole member stays whole: got %s", got.Text)
	}
}

func TestEmbedAddsAnEmbeddedMember(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan")
	for _, parameter := range []string{"_embed", "_embed=", "_embed=1", "_embed=wp:term"} {
		s.Get(apitest.Person(1)+"?"+parameter, admin).Is(200).Has("_embedded", object{"wp:featuredmedia": []any{}, "wp:term": []any{}})
		s.Get(apitest.People+"?"+parameter, admin).Is(200).Object("0._embedded")
	}
	if _, there := s.Get(apitest.Person(1), admin).Object("")["_embedded"]; there {
		t.Error("embedded without being asked")
	}
}

// contract: club §1
func TestEverybodySeesTheirOwnPeopleAndAdministratorsAll(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	s.User("bestuur", access.Board, access.SectionRole(access.Finance), access.SectionRole(access.Teams))
	jan, board := s.Program("jan"), s.Program("bestuur")
	s.Names(admin, "Secret")
	s.Names(jan, "Own")
	for _, reader := range []struct {
		name  string
		as    apitest.Call
		names string
	}{{"admin", admin, "Own Secret"}, {"jan", jan, "Own"}, {"board", board, ""}} {
		for path, list := range map[string]string{apitest.People: "",
			"/api/club/v1/people/filtered?orderby=modified&order=desc": "people"} {
			a := s.Get(path, reader.as)
			if got := a.Listed(list); got != reader.names {
				t.Errorf("%s: got %q, want %q", reader.name, got, reader.names)
			}
			if reader.name != "admin" && strings.Contains(a.Text, "Secret") {
				t.Errorf("%s learns of a secret: %s", reader.name, a.Text)
			}
		}
	}
	for _, parameters := range []string{"include=1", "slug=secret-1", "search=secret", "modified_after=2020-01-01&search=Secret"} {
		a := s.Get(apitest.People+"?"+parameters, jan)
		if a.Listed("") != "" || a.Header.Get("X-WP-Total") != "0" {
			t.Errorf("%s: got %s of %s", parameters, a.Text, a.Header.Get("X-WP-Total"))
		}
	}
}
