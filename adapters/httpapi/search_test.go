package httpapi_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
)

const search = "/api/club/v1/search"

// hits are the names of what a search found: people / teams.
func (a answer) hits() string {
	a.t.Helper()
	a.is(200)
	names := []string{}
	for _, kind := range []string{"people", "teams"} {
		for _, hit := range a.list(kind) {
			names = append(names, hit.(object)["name"].(string))
		}
		if kind == "people" {
			names = append(names, "/")
		}
	}
	return strings.Join(names, " ")
}

func (s *site) finds(as call, text string) string {
	s.t.Helper()
	return s.get(search+"?q="+url.QueryEscape(text), as).hits()
}

func TestASearchAnswersTheBestFirst(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for _, p := range []object{
		{"first_name": "Piet", "last_name": "Jansen"}, {"first_name": "Arjan"}, {"first_name": "Janneke"}, {"first_name": "Jan", "infix": "de", "last_name": "Wit"},
		{"first_name": "Jan", "last_name": "Oud", "former_member": true}, {"first_name": "Per", "contact_info": []object{{"contact_type": "email", "contact_value": "jan@club.example"}}},
		{"first_name": "Code", "assoc-id": "JAN77"}, {"first_name": "Niemand"},
	} {
		s.person(admin, p)
	}
	s.team(admin, "JO9 Jan")
	s.team(admin, "Ander", object{"content": "van Jan", "acf": object{"website": "https://club.example/x"}})
	s.post(committees, object{"title": "Jancommissie"}, admin).is(201)
	if got := s.finds(admin, "jan"); got != "Jan de Wit Janneke Arjan Jan Oud Piet Jansen Code Per / JO9 Jan Ander" {
		t.Errorf("got %q", got)
	}
	for text, want := range map[string]string{
		"JAN": "Jan de Wit Janneke Arjan Jan Oud Piet Jansen Code Per / JO9 Jan Ander", "jan de wit": "Jan de Wit /", "wit jan": "Jan de Wit /", "jan77": "Code /",
		"jan@club.example": "Per /", "jan  ander": "/ Ander", "zz": "/",
	} {
		if got := s.finds(admin, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	s.get(search+"?q=wit", admin).is(200).has("", object{"teams": []any{}, "people": []any{object{
		"id": 4., "name": "Jan de Wit", "first_name": "Jan", "last_name": "Wit", "thumbnail": "", "labels": []any{}, "is_favorite": false, "former_member": false,
	}}})
	s.get(search+"?q=ander", admin).is(200).has("teams.0", object{"id": 1002., "name": "Ander", "thumbnail": "", "website": "https://club.example/x", "is_favorite": false})
	for i := range 12 {
		s.person(admin, object{"first_name": fmt.Sprint("Jan", i)})
		s.team(admin, fmt.Sprint("Jan", i))
	}
	a := s.get(search+"?q=jan", admin)
	if people, teams := len(a.list("people")), len(a.list("teams")); people != 10 || teams != 10 {
		t.Errorf("%d people, %d teams", people, teams)
	}
}

// What a database, a pattern or a search engine would read as more than a text is a text.
func TestASearchIsPlainText(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	odd := []string{
		`100%`, `a_b`, `it's`, `say "hi"`, `back\slash`, `a*b*`, `^start`, `x-y`, `(a)`, `a OR b`, `"a" OR b*`, `NEAR(a b)`, `{col}: x`, `a:b`, `<b>x</b>`, `a;b--`, `[0]`,
		`Ærø Çelik`, `日本`, `a/b`, `+31`, `#7`, `$1`, `%s`, `NULL`, `👋🏽 x`, `.*`,
	}
	for _, name := range odd {
		s.person(admin, object{"first_name": name})
		s.team(admin, name)
	}
	for _, name := range odd {
		if got := s.finds(admin, name); !strings.HasPrefix(got, name) || !strings.Contains(got, "/ ") || strings.Count(got, "100%") > 2 {
			t.Errorf("%q: got %q", name, got)
		}
	}
	for text, want := range map[string]string{
		"%%": "/", "__": "/", "''": "/", `""`: "/", "a%b": "/", `\\`: "/", "-x": "/", "**": "/", "a b c d e f g h i j k l m n o": "/", "100_": "/", "x_y": "/",
		"NEAR": "NEAR(a b) / NEAR(a b)", `"a"`: `"a" OR b* / "a" OR b*`, "zzz OR 100": "/", "100 NOT zzz": "/", "' OR 1=1 --": "/", "; DROP TABLE people": "/", "^^": "/",
	} {
		if got := s.finds(admin, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestWhatIsNoSearch(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for _, short := range []string{"", "?q=", "?q=a", "?q=%20a%20", "?q=" + strings.Repeat("x", 201), "?q=%CC%81", "?q=%20%20", "?query=jan"} {
		s.get(search+short, admin).refuses(400, "rest_invalid_param", "q")
	}
	s.get(search+"?q=a%00", admin).is(400)
	s.get(search+"?q=%ff%fe", admin).is(400)
	s.get(search+"?q="+strings.Repeat("%20x", 100), admin).is(200)
	s.get(search+"?q="+url.QueryEscape(strings.Repeat("é", 200)), admin).is(200)
	s.get(search+"?q=x").refuses(401, "rest_not_logged_in")
}

func TestASearchAndFavouritesKeepToWhatOneMaySee(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	jan := s.program("jan")
	s.person(admin, object{"first_name": "Geheim"})
	s.person(jan, object{"first_name": "Geheimpje"})
	hidden, own := s.team(admin, "Geheim team"), s.team(jan, "Geheim eigen")
	if got := s.finds(jan, "geheim"); got != "Geheimpje / Geheim eigen" {
		t.Errorf("got %q", got)
	}
	favorite := func(kind string, id any) string { return fmt.Sprintf("/api/club/v1/favorites/%s/%v", kind, id) }
	s.send("PUT", favorite("people", 1), nil, jan).refuses(403, "rest_forbidden")
	s.send("PUT", favorite("teams", hidden), nil, jan).refuses(403, "rest_forbidden")
	s.send("PUT", favorite("people", 99), nil, jan).refuses(404, "rest_post_invalid_id")
	s.send("PUT", favorite("teams", 99), nil, jan).refuses(404, "rest_post_invalid_id")
	s.send("PUT", favorite("teams", 1000), nil, admin).refuses(404, "rest_post_invalid_id") // a committee
	for _, any := range []string{favorite("people", 1), favorite("teams", hidden), favorite("people", 99), favorite("teams", 99), favorite("teams", 1000)} {
		s.send("DELETE", any, nil, jan).is(200).has("", object{"success": true, "is_favorite": false})
	}
	for _, method := range []string{"PUT", "DELETE"} {
		s.send(method, favorite("people", 2), nil).refuses(401, "rest_not_logged_in")
		s.send(method, favorite("people", "x"), nil, jan).refuses(404, "rest_no_route")
		s.send(method, favorite("commissies", 1000), nil, admin).refuses(404, "rest_no_route")
	}
	for range 2 {
		s.send("PUT", favorite("people", 2), nil, jan).is(200).has("", object{"success": true, "is_favorite": true})
		s.send("PUT", favorite("teams", own), nil, jan).is(200).has("is_favorite", true)
	}
	s.get(search+"?q=geheim", jan).has("people.0.is_favorite", true).has("teams.0.is_favorite", true)
	s.get(search+"?q=geheimpje", admin).has("people.0.is_favorite", false)
	for range 2 {
		s.send("DELETE", favorite("people", 2), nil, jan).is(200).has("", object{"success": true, "is_favorite": false})
	}
	s.get(search+"?q=geheim", jan).has("people.0.is_favorite", false).has("teams.0.is_favorite", true)
}

func TestTheSettingsOfTheSearchOverHTTP(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("bestuur", access.Board)
	board := s.program("bestuur")
	const settings = "/api/club/v1/search/settings"
	s.person(admin, object{"first_name": "Piet", "shirt": "Reus", "nummer": 4711})
	s.get(settings, board).is(200).has("", object{"searchable_fields": []any{}})
	s.post(settings, object{"searchable_fields": []string{"shirt"}}, board).refuses(403, "rest_forbidden")
	s.post(settings, object{"searchable_fields": []string{"shirt"}}).refuses(401, "rest_not_logged_in")
	s.get(settings).refuses(401, "rest_not_logged_in")
	if got := s.finds(admin, "reus"); got != "/" {
		t.Errorf("before: %q", got)
	}
	s.post(settings, object{"searchable_fields": []string{" shirt", "nummer", "shirt", ""}}, admin).is(200).has("searchable_fields", []any{"shirt", "nummer"})
	if got := s.finds(admin, "reus") + s.finds(admin, "4711"); got != "Piet /Piet /" {
		t.Errorf("after: %q", got)
	}
	for _, wrong := range []any{"x", []int{1}, object{}, nil, []any{nil}} {
		if a := s.post(settings, object{"searchable_fields": wrong}, admin).is(400); a.at("code") != "rest_invalid_param" {
			t.Errorf("%v: %s", wrong, a.text)
		}
	}
	s.post(settings, object{"searchable_fields": strings.Fields(strings.Repeat("x ", 10) + fmt.Sprint(make([]int, 60)))}, admin).is(200)
	many := []string{}
	for i := range 51 {
		many = append(many, fmt.Sprint("f", i))
	}
	s.post(settings, object{"searchable_fields": many}, admin).refuses(400, "rest_invalid_param", "searchable_fields")
	s.post(settings, object{"searchable_fields": []string{}}, admin).is(200).has("searchable_fields", []any{})
	if got := s.finds(admin, "reus"); got != "/" {
		t.Errorf("at last: %q", got)
	}
}
