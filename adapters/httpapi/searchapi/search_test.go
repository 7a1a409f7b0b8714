package searchapi_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// object is JSON as a test writes it.
type object = apitest.Object

// hits are the names of what a search found: people / teams / committees.
func hits(a apitest.Answer) string {
	a.T.Helper()
	a.Is(200)
	names := []string{}
	for i, kind := range []string{"people", "teams", "committees"} {
		if i == 1 || i == 2 && len(a.List(kind)) > 0 {
			names = append(names, "/")
		}
		for _, hit := range a.List(kind) {
			names = append(names, hit.(object)["name"].(string))
		}
	}
	return strings.Join(names, " ")
}

func finds(s *apitest.Site, as apitest.Call, text string) string {
	s.T.Helper()
	return hits(s.Get(apitest.Search+"?q="+url.QueryEscape(text), as))
}

// contract: club §4.2, §2.9-2
func TestASearchAnswersTheBestFirst(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, p := range []object{
		{"first_name": "Piet", "last_name": "Jansen"}, {"first_name": "Arjan"}, {"first_name": "Janneke"},
		{"first_name": "Jan", "infix": "de", "last_name": "Wit"},
		{"first_name": "Jan", "last_name": "Oud", "former_member": true},
		{"first_name": "Per", "contact_info": []object{{"contact_type": "email", "contact_value": "jan@club.example"}}},
		{"first_name": "Code", "assoc-id": "JAN77"}, {"first_name": "Niemand"},
	} {
		s.Person(admin, p)
	}
	s.Team(admin, "JO9 Jan")
	s.Team(admin, "Ander", object{"content": "van Jan", "acf": object{"website": "https://club.example/x"}})
	s.Post(apitest.Committees, object{"title": "Jancommissie"}, admin).Is(201)
	if got := finds(s, admin, "jan"); got != "Jan de Wit Janneke Piet Jansen Arjan Code Per Jan Oud / JO9 Jan Ander / Jancommissie" {
		t.Errorf("got %q", got)
	}
	for text, want := range map[string]string{
		"JAN": "Jan de Wit Janneke Piet Jansen Arjan Code Per Jan Oud / JO9 Jan Ander / Jancommissie", "jan de wit": "Jan de Wit /",
		"wit jan": "Jan de Wit /", "jan77": "Code /", "jan@club.example": "Per /", "jan  ander": "/ Ander", "zz": "/",
	} {
		if got := finds(s, admin, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	s.Get(apitest.Search+"?q=wit", admin).Is(200).Has("", object{
		"teams": []any{}, "committees": []any{}, "totals": object{"current": 1., "former": 0., "teams": 0., "committees": 0.},
		"people": []any{object{
			"id": 4., "name": "Jan de Wit", "first_name": "Jan", "last_name": "Wit", "thumbnail": "", "labels": []any{},
			"is_favorite": false, "former_member": false, "age": nil, "groups": []any{}, "city": "", "matches": []any{},
		}},
	})
	s.Get(apitest.Search+"?q=jancommissie", admin).Is(200).Has("committees.0",
		object{"id": 1003., "name": "Jancommissie", "thumbnail": "", "website": ""})
	s.Get(apitest.Search+"?q=ander", admin).Is(200).Has("teams.0",
		object{"id": 1002., "name": "Ander", "thumbnail": "", "website": "https://club.example/x", "is_favorite": false})
	for i := range 12 {
		s.Person(admin, object{"first_name": fmt.Sprint("Jan", i)})
		s.Team(admin, fmt.Sprint("Jan", i))
	}
	a := s.Get(apitest.Search+"?q=jan", admin)
	if people, teams := len(a.List("people")), len(a.List("teams")); people != 10 || teams != 10 {
		t.Errorf("%d people, %d teams", people, teams)
	}
	a.Has("totals", object{"current": 18., "former": 1., "teams": 14., "committees": 1.}).Has("people.9.name", "Jan Oud").
		Has("people.9.former_member", true)
}

// contract: club §4.2
func TestAHitTellsPeopleApartAndWhyTheyWereFound(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	team := s.Team(admin, "JO13-1")
	s.Person(admin, object{
		"first_name": "Hidde", "last_name": "Jansen", "birthdate": "2000-03-01",
		"contact_info": []object{{"contact_type": "mobile", "contact_value": "+31 6 55563484"}},
		"addresses":    []object{{"street": "Dorpsstraat 7", "postal_code": "6998 AB", "city": "Elzendam"}},
		"work_history": []object{{"team": team, "job_title": "Speler", "start_date": "2020-01-01", "is_current": true}},
	})
	s.Person(admin, object{"first_name": "Hidde", "last_name": "Jansen", "assoc-id": "HSTR10Q"})
	whole := s.Get(apitest.Search+"?q="+url.QueryEscape("06 5556 3484"), admin).Is(200)
	whole.Has("totals.current", 1).Has("people.0.groups", []any{"JO13-1"}).Has("people.0.city", "Elzendam").
		Has("people.0.matches", []any{object{"field": "mobile", "value": "+31 6 55563484"}})
	if age := whole.At("people.0.age").(float64); age < 20 || age > 99 {
		t.Errorf("the age is %v", age)
	}
	for text, want := range map[string]object{
		"dorpsstraat": {"field": "address", "value": "Dorpsstraat 7, 6998 AB Elzendam"}, "hstr10q jansen": {"field": "assoc-id", "value": "HSTR10Q"},
	} {
		s.Get(apitest.Search+"?q="+url.QueryEscape(text), admin).Is(200).Has("totals.current", 1).Has("people.0.matches", []any{want})
	}
	// The list finds the same people, the collection by name alone.
	for text, want := range map[string]string{"0655563484": "Hidde", "hstr10q": "Hidde", "6998ab": "Hidde", "jansen 5556": "Hidde", "j": "Hidde Hidde"} {
		if got := s.Get(apitest.Filtered+"?search="+url.QueryEscape(text), admin).Is(200).Listed("people"); got != want {
			t.Errorf("the list, %s: %q", text, got)
		}
	}
	if got := s.Get(apitest.PeopleWith("search", "hstr10q"), admin).Listed(""); got != "" {
		t.Errorf("the collection: %q", got)
	}
}

func TestWhatASearchBeginsWithOverHTTP(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	const start, opened = "/api/club/v1/search/start", "/api/club/v1/recent-people/"
	s.Person(admin, object{"first_name": "Geheim"})
	s.Person(jan, object{"first_name": "Open", "addresses": []object{{"city": "Elzendam"}}})
	s.Team(jan, "JO9-1")
	nothing := object{"recent_people": []any{}, "favorite_people": []any{}, "favorite_teams": []any{}}
	s.Get(start, jan).Is(200).Has("", nothing)
	s.Get(start).Refuses(401, "rest_not_logged_in")
	s.Send("PUT", opened+"2", nil).Refuses(401, "rest_not_logged_in")
	s.Send("PUT", opened+"1", nil, jan).Refuses(403, "rest_forbidden")
	s.Send("PUT", opened+"99", nil, jan).Refuses(404, "rest_post_invalid_id")
	s.Send("PUT", opened+"x", nil, jan).Refuses(404, "rest_no_route")
	for range 2 {
		s.Send("PUT", opened+"2", nil, jan).Is(200).Has("", object{"success": true})
	}
	s.Send("PUT", "/api/club/v1/favorites/people/2", nil, jan).Is(200)
	s.Send("PUT", "/api/club/v1/favorites/teams/1001", nil, jan).Is(200)
	a := s.Get(start, jan).Is(200).Has("favorite_people.0.city", "Elzendam").Has("favorite_teams.0.is_favorite", true).
		Has("recent_people.0.name", "Open").Has("recent_people.0.is_favorite", true)
	if len(a.List("recent_people")) != 1 {
		t.Errorf("got %s", a.Text)
	}
	s.Get(start, admin).Is(200).Has("", nothing)
}

// What a database, a pattern or a search engine would read as more than a text is a text.
func TestASearchIsPlainText(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	odd := []string{
		`100%`, `a_b`, `it's`, `say "hi"`, `back\slash`, `a*b*`, `^start`, `x-y`, `(a)`, `a OR b`, `"a" OR b*`, `NEAR(a b)`, `{col}: x`,
		`a:b`, `<b>x</b>`, `a;b--`, `[0]`, `Ærø Çelik`, `日本`, `a/b`, `+31`, `#7`, `$1`, `%s`, `NULL`, `👋🏽 x`, `.*`,
	}
	for _, name := range odd {
		s.Person(admin, object{"first_name": name})
		s.Team(admin, name)
	}
	for _, name := range odd {
		if got := finds(s, admin, name); !strings.HasPrefix(got, name) || !strings.Contains(got, "/ ") ||
			strings.Count(got, "100%") > 2 {
			t.Errorf("%q: got %q", name, got)
		}
	}
	for text, want := range map[string]string{
		"%%": "/", "__": "/", "''": "/", `""`: "/", "a%b": "/", `\\`: "/", "-x": "/", "**": "/", "a b c d e f g h i j k l m n o": "/",
		"100_": "/", "x_y": "/", "NEAR": "NEAR(a b) / NEAR(a b)", `"a"`: `"a" OR b* / "a" OR b*`, "zzz OR 100": "/", "100 NOT zzz": "/",
		"' OR 1=1 --": "/", "; DROP TABLE people": "/", "^^": "/",
	} {
		if got := finds(s, admin, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// contract: club §4.2, §8
func TestWhatIsNoSearch(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, short := range []string{"", "?q=", "?q=a", "?q=%20a%20", "?q=" + strings.Repeat("x", 201), "?q=%CC%81", "?q=%20%20",
		"?query=jan"} {
		s.Get(apitest.Search+short, admin).Refuses(400, "rest_invalid_param", "q")
	}
	s.Get(apitest.Search+"?q=a%00", admin).Is(400)
	s.Get(apitest.Search+"?q=%ff%fe", admin).Is(400)
	s.Get(apitest.Search+"?q="+strings.Repeat("%20x", 100), admin).Is(200)
	s.Get(apitest.Search+"?q="+url.QueryEscape(strings.Repeat("é", 200)), admin).Is(200)
	s.Get(apitest.Search+"?q=x").Refuses(401, "rest_not_logged_in")
}

// contract: club §4.2, §1
func TestASearchAndFavouritesKeepToWhatOneMaySee(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	s.Person(admin, object{"first_name": "Geheim"})
	s.Person(jan, object{"first_name": "Geheimpje"})
	hidden, own := s.Team(admin, "Geheim team"), s.Team(jan, "Geheim eigen")
	if got := finds(s, jan, "geheim"); got != "Geheimpje / Geheim eigen" {
		t.Errorf("got %q", got)
	}
	favorite := func(kind string, id any) string { return fmt.Sprintf("/api/club/v1/favorites/%s/%v", kind, id) }
	s.Send("PUT", favorite("people", 1), nil, jan).Refuses(403, "rest_forbidden")
	s.Send("PUT", favorite("teams", hidden), nil, jan).Refuses(403, "rest_forbidden")
	s.Send("PUT", favorite("people", 99), nil, jan).Refuses(404, "rest_post_invalid_id")
	s.Send("PUT", favorite("teams", 99), nil, jan).Refuses(404, "rest_post_invalid_id")
	s.Send("PUT", favorite("teams", 1000), nil, admin).Refuses(404, "rest_post_invalid_id") // a committee
	for _, any := range []string{favorite("people", 1), favorite("teams", hidden), favorite("people", 99), favorite("teams", 99),
		favorite("teams", 1000)} {
		s.Send("DELETE", any, nil, jan).Is(200).Has("", object{"success": true, "is_favorite": false})
	}
	for _, method := range []string{"PUT", "DELETE"} {
		s.Send(method, favorite("people", 2), nil).Refuses(401, "rest_not_logged_in")
		s.Send(method, favorite("people", "x"), nil, jan).Refuses(404, "rest_no_route")
		s.Send(method, favorite("commissies", 1000), nil, admin).Refuses(404, "rest_no_route")
	}
	for range 2 {
		s.Send("PUT", favorite("people", 2), nil, jan).Is(200).Has("", object{"success": true, "is_favorite": true})
		s.Send("PUT", favorite("teams", own), nil, jan).Is(200).Has("is_favorite", true)
	}
	s.Get(apitest.Search+"?q=geheim", jan).Has("people.0.is_favorite", true).Has("teams.0.is_favorite", true)
	s.Get(apitest.Search+"?q=geheimpje", admin).Has("people.0.is_favorite", false)
	for range 2 {
		s.Send("DELETE", favorite("people", 2), nil, jan).Is(200).Has("", object{"success": true, "is_favorite": false})
	}
	s.Get(apitest.Search+"?q=geheim", jan).Has("people.0.is_favorite", false).Has("teams.0.is_favorite", true)
}

func TestTheSettingsOfTheSearchOverHTTP(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("bestuur", access.Board)
	board := s.Program("bestuur")
	const settings = "/api/club/v1/search/settings"
	s.Person(admin, object{"first_name": "Piet", "shirt": "Reus", "nummer": 4711})
	s.Get(settings, board).Is(200).Has("", object{"searchable_fields": []any{}})
	s.Post(settings, object{"searchable_fields": []string{"shirt"}}, board).Refuses(403, "rest_forbidden")
	s.Post(settings, object{"searchable_fields": []string{"shirt"}}).Refuses(401, "rest_not_logged_in")
	s.Get(settings).Refuses(401, "rest_not_logged_in")
	if got := finds(s, admin, "reus"); got != "/" {
		t.Errorf("before: %q", got)
	}
	s.Post(settings, object{"searchable_fields": []string{" shirt", "nummer", "shirt", ""}}, admin).Is(200).
		Has("searchable_fields", []any{"shirt", "nummer"})
	if got := finds(s, admin, "reus") + finds(s, admin, "4711"); got != "Piet /Piet /" {
		t.Errorf("after: %q", got)
	}
	for _, entrusted := range []string{"factuur-email", "_nikki_2026_saldo", "_exclude_from_contributie"} { // not for everybody
		a := s.Post(settings, object{"searchable_fields": []string{"shirt", entrusted}}, admin).
			Refuses(400, "rest_invalid_param", "searchable_fields")
		if !strings.Contains(a.Text, "Contributies en gegevens") {
			t.Errorf("got %s", a.Text)
		}
	}
	s.Get(settings, board).Is(200).Has("searchable_fields", []any{"shirt", "nummer"})
	for _, wrong := range []any{"x", []int{1}, object{}, nil, []any{nil}} {
		if a := s.Post(settings, object{"searchable_fields": wrong}, admin).Is(400); a.At("code") != "rest_invalid_param" {
			t.Errorf("%v: %s", wrong, a.Text)
		}
	}
	s.Post(settings, object{"searchable_fields": strings.Fields(strings.Repeat("x ", 10) + fmt.Sprint(make([]int, 60)))}, admin).
		Is(200)
	many := []string{}
	for i := range 51 {
		many = append(many, fmt.Sprint("f", i))
	}
	s.Post(settings, object{"searchable_fields": many}, admin).Refuses(400, "rest_invalid_param", "searchable_fields")
	s.Post(settings, object{"searchable_fields": []string{}}, admin).Is(200).Has("searchable_fields", []any{})
	if got := finds(s, admin, "reus"); got != "/" {
		t.Errorf("at last: %q", got)
	}
}
