package timelineapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/task"
)

const todos = club + "/todos"

// contents are those of a list, in order.
func contents(a apitest.Answer) string {
	a.T.Helper()
	all := []string{}
	for _, one := range a.Is(200).List("") {
		all = append(all, one.(object)["content"].(string))
	}
	return strings.Join(all, " ")
}

// contract: club §2.10
func TestATodoIsMadeChangedAndDeleted(t *testing.T) {
	t.Parallel()
	s, _, jan, _, anna, _ := town(t)
	s.Post(of(anna, "todos"), object{"content": " Bel terug ", "due_date": "2026-06-20", "notes": "over <b>VOG</b><script>x</script>"}, jan).
		Is(200).
		Has("", object{
			"id":               1.,
			"type":             "todo",
			"content":          "Bel terug",
			"person_id":        float64(anna),
			"person_name":      "Anna",
			"person_thumbnail": "",
			"persons": []any{
				object{"id": float64(anna), "name": "Anna", "thumbnail": ""},
			},
			"notes":          "<p>over <b>VOG</b></p>",
			"author_id":      2.,
			"author":         "Heet jan",
			"created":        "2026-06-15 14:32:45",
			"modified":       "2026-06-15 14:32:45",
			"status":         "open",
			"is_completed":   false,
			"due_date":       "2026-06-20",
			"awaiting_since": nil,
			"assignee_id":    0.,
			"assignee_name":  "",
			"etag":           `"1"`,
		})
	s.Later(time.Minute)
	s.Send("PUT", at("todos", 1), object{"status": "awaiting"}, jan).Is(200).Has("awaiting_since", "2026-06-15 12:33:45").
		Has("content", "Bel terug").Has("due_date", "2026-06-20").Has("modified", "2026-06-15 14:33:45")
	s.Later(time.Minute)
	s.Send("PATCH", at("todos", 1), object{"status": "awaiting", "due_date": "", "notes": ""}, jan).
		Is(200).
		Has("due_date", nil).
		Has("notes", nil).
		Has("awaiting_since", "2026-06-15 12:33:45")
	s.Send("PUT", at("todos", 1), object{"status": "completed"}, jan).Is(200).Has("awaiting_since", nil).Has("is_completed", true)
	s.Get(at("todos", 1), jan).Is(200).Has("status", "completed").Has("etag", `"4"`)
	s.Post(todos, object{"content": "zonder iemand"}, jan).Is(200).Has("persons", []any{}).Has("person_id", 0).Has("person_name", "")
	s.Send("PUT", at("todos", 2), object{"person_ids": []int64{anna}}, jan).Is(200).Has("person_id", int(anna))
	s.Send("PUT", at("todos", 2), object{"person_ids": []int64{}}, jan).Is(200).Has("person_id", 0)
	s.Send("DELETE", at("todos", 2), nil, jan).Is(200).Has("", object{"deleted": true})
	s.Send("DELETE", "/api/cms/v2/todos/1?force=true", nil, jan).Is(200).Has("deleted", true)
	for _, method := range []string{"GET", "PUT", "PATCH", "DELETE"} {
		s.Send(method, at("todos", 1), apitest.Body(method), jan).Refuses(404, "not_found")
	}
}

func TestWhatIsWrongWithATodo(t *testing.T) {
	t.Parallel()
	s, _, jan, _, anna, bas := town(t)
	blocked := s.User("blocked")
	if err := s.Server.Accounts.Users.Update(
		t.Context(),
		blocked.ID,
		func(u *account.User) error { u.Blocked = s.Now; return nil },
	); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		body   object
		code   string
		fields []string
	}{
		"nothing":             {object{}, "empty_content", nil},
		"blanks":              {object{"content": "  "}, "empty_content", nil},
		"a status":            {object{"content": "x", "status": "done"}, "invalid_status", nil},
		"a day":               {object{"content": "x", "due_date": "morgen"}, "rest_invalid_param", []string{"due_date"}},
		"too long":            {object{"content": strings.Repeat("x", 10_001)}, "rest_invalid_param", []string{"content"}},
		"somebody else's":     {object{"content": "x", "person_ids": []int64{bas}}, "rest_invalid_param", []string{"person_ids"}},
		"nobody":              {object{"content": "x", "person_ids": []int64{0}}, "rest_invalid_param", []string{"person_ids"}},
		"to nobody":           {object{"content": "x", "assignee_id": 99}, "rest_invalid_param", []string{"assignee_id"}},
		"to a blocked one":    {object{"content": "x", "assignee_id": blocked.ID}, "rest_invalid_param", []string{"assignee_id"}},
		"to two":              {object{"content": "x", "assignee_id": 1, "assignee_function": "x"}, "rest_invalid_param", []string{"assignee_function"}},
		"to no function":      {object{"content": "x", "assignee_function": " \u00a0 "}, "rest_invalid_param", []string{"assignee_function"}},
		"people of no number": {object{"content": "x", "person_ids": []string{"x"}}, "rest_invalid_param", []string{"person_ids[0]"}},
	} {
		for _, path := range []string{todos, of(anna, "todos")} {
			a := s.Post(path, c.body, jan)
			a.What = name + ": " + a.What
			a.Refuses(400, c.code, c.fields...)
		}
	}
	s.Get(todos+"?status=all", jan).Is(200).Has("", []any{})
	s.Get(todos+"?status=done", jan).Refuses(400, "invalid_status")
	s.Post(todos, object{"content": "x"}).Refuses(401, "rest_not_logged_in")
	s.Get(todos).Refuses(401, "rest_not_logged_in")
}

// contract: club §2.11-10
func TestATodoIsItsAuthorsAndWhomItIsGivenTo(t *testing.T) {
	t.Parallel()
	s, admin, jan, piet, anna, _ := town(t)
	s.Post(of(anna, "todos"), object{"content": "x"}, jan).Is(200)
	for _, method := range []string{"GET", "PUT", "PATCH", "DELETE"} {
		s.Send(method, at("todos", 1), apitest.Body(method), admin).Refuses(403, "rest_forbidden")
	}
	s.Get(todos, admin).Has("", []any{})
	s.Get(of(anna, "todos"), admin).Is(200).Has("", []any{})
	s.Send("PUT", "/api/cms/v2/todos/1", object{"author": 3}, jan).
		Is(200).
		Has("author_id", 2).
		Has("assignee_id", 3).
		Has("assignee_name", "Heet piet")
	s.Get(todos, piet).Is(200).Has("0.content", "x").Has("0.persons", []any{}) // whom piet may not see
	s.Get(of(anna, "todos"), piet).Refuses(403, "rest_forbidden")
	s.Get(of(anna, "todos"), jan).Is(200).Has("0.assignee_id", 3)
	s.Send("PUT", at("todos", 1), object{"status": "completed"}, piet).Is(200).Has("status", "completed")
	for _, change := range []object{{"content": "y"}, {"notes": "y"}, {"due_date": "2026-01-01"}, {"assignee_id": 1}, {"status": "open", "content": "y"}} {
		s.Send("PUT", at("todos", 1), change, piet).Refuses(403, "rest_forbidden")
	}
	s.Send("PUT", at("todos", 1), object{"content": "x", "status": "open", "person_ids": []int64{}}, piet).
		Is(200).
		Has("status", "open")
	s.Get(at("todos", 1), jan).Is(200).Has("person_id", int(anna))
	s.Send("DELETE", at("todos", 1), nil, piet).Refuses(403, "rest_forbidden")
	s.Send("DELETE", at("todos", 1), nil, jan).Is(200)
}

func TestWhomATodoIsGivenToDoesNotGuessWhomItIsAbout(t *testing.T) {
	t.Parallel()
	s, admin, jan, piet, anna, _ := town(t)
	other := s.Person(admin, object{"first_name": "Onbekend"}).ID()
	s.Post(of(anna, "todos"), object{"content": "x", "assignee_id": 3}, jan).Is(200)
	for _, guess := range []int64{int64(anna), int64(other), 4711} {
		s.Send("PUT", at("todos", 1), object{"person_ids": []int64{guess}}, piet).Refuses(403, "rest_forbidden")
	}
}

func TestWhomATodoIsGivenToSendsItBackAsItWasShown(t *testing.T) {
	t.Parallel()
	s, _, jan, piet, _, _ := town(t)
	people := s.Names(jan, "Cor", "Dirk", "Els")
	shared := fmt.Sprintf("/api/club/v1/people/%d/shares", people[1])
	s.Post(shared, object{"user_id": 3, "permission": "view"}, s.SignIn("jan").Writes).Is(200)
	s.Post(todos, object{"content": "x", "person_ids": people, "assignee_id": 3}, jan).Is(200)
	s.Get(at("todos", 1), piet).Is(200).Has("person_id", int(people[1]))
	back := object{"content": "x", "person_ids": people[1:2], "status": "completed"}
	s.Send("PUT", at("todos", 1), back, piet).Is(200).Has("status", "completed")
	shown := s.Get(at("todos", 1), jan).Is(200)
	for i, id := range people {
		shown.Has(fmt.Sprintf("persons.%d.id", i), int(id))
	}
}

func TestATodoStaysWithSomebodyWhoIsKeptOut(t *testing.T) {
	t.Parallel()
	s, _, jan, _, _, _ := town(t)
	s.Post(todos, object{"content": "x", "assignee_id": 3}, jan).Is(200)
	if _, _, err := s.Operator().Block(t.Context(), "piet", false); err != nil {
		t.Fatal(err)
	}
	s.Send("PUT", at("todos", 1), object{"content": "y", "assignee_id": 3}, jan).Is(200).Has("content", "y").Has("assignee_id", 3)
	s.Post(todos, object{"content": "x", "assignee_id": 3}, jan).Is(400)
}

func TestTheListOfTodos(t *testing.T) {
	t.Parallel()
	s, _, jan, piet, _, _ := town(t)
	for _, body := range []object{
		{"content": "g", "status": "completed"}, {"content": "c"}, {"content": "e", "status": "awaiting"}, {"content": "b", "due_date": "2026-07-01"},
		{"content": "a", "due_date": "2026-06-01"}, {"content": "d", "status": "open"}, {"content": "f", "status": "awaiting"},
	} {
		s.Post(todos, body, jan).Is(200)
		s.Later(time.Second)
	}
	s.Post(todos, object{"content": "p", "assignee_id": 2}, piet).Is(200)
	for query, want := range map[string]string{
		"": "a b p d c", "?status=open": "a b p d c", "?status=awaiting": "e f", "?status=completed": "g",
		"?status=all":                   "a b p d c e f g",
		"?status=all&per_page=3&page=2": "d c e", "?per_page=2&page=9": "",
	} {
		if got := contents(s.Get(todos+query, jan)); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if got := s.Get(todos+"?per_page=1", jan).Is(200).Header.Get("X-WP-Total"); got != "5" {
		t.Errorf("%s in all", got)
	}
	if got := contents(s.Get(todos, piet)); got != "p" {
		t.Errorf("piet's are %s", got)
	}
}

func TestATodoForAFunctionGoesToWhoHasItElseToTheAdministrators(t *testing.T) {
	t.Parallel()
	s, admin, jan, piet, anna, _ := town(t)
	s.Post(todos, object{"content": "aan het beheer", "assignee_function": "Secretaris"}, jan).Is(200).Has("assignee_id", 1)
	s.Send("PATCH", apitest.Person(anna), object{"acf": object{"work_history": []object{
		{"team": 1000, "entity_type": "commissie", "job_title": "Secretaris", "is_current": true, "start_date": "2020-01-01"},
	}}}, admin).Is(200)
	s.Post(todos, object{"content": "wie is niet gekoppeld", "assignee_function": "Secretaris"}, jan).Is(200).Has("assignee_id", 1)
	if err := s.Server.Accounts.Users.Update(
		t.Context(),
		3,
		func(u *account.User) error { u.Person = anna; return nil },
	); err != nil {
		t.Fatal(err)
	}
	s.Post(todos, object{"content": "aan piet", "assignee_function": "secretaris"}, jan).
		Is(200).
		Has("assignee_id", 3).
		Has("author_id", 2)
	if got := contents(s.Get(todos, piet)); got != "aan piet" {
		t.Errorf("piet's are %s", got)
	}
	s.Post(todos, object{"content": "aan de leden", "assignee_function": "Penningmeester"}, jan).Is(200).Has("assignee_id", 1)
	if got := contents(s.Get(todos, admin)); got != "aan de leden wie is niet gekoppeld aan het beheer" {
		t.Errorf("the administrator's are %s", got)
	}
	for n := range task.MostHolders + 1 {
		p := s.Person(admin, object{"first_name": "Bar", "work_history": []object{
			{"team": 1000, "entity_type": "commissie", "job_title": "Bardienst", "is_current": true, "start_date": "2020-01-01"},
		}})
		name := fmt.Sprint("bar", n)
		s.Add(account.User{Username: name, Email: name + "@club.example", DisplayName: name, Roles: []access.Role{access.Member},
			Person: p.ID()})
	}
	s.Post(todos, object{"content": "aan de bar", "assignee_function": "Bardienst"}, jan).
		Refuses(400, "rest_invalid_param", "assignee_function")
}
