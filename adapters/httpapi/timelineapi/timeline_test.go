package timelineapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// object is JSON as a test writes it.
type object = apitest.Object

const club = "/api/club/v1"

func of(person int64, what string) string { return fmt.Sprintf("%s/people/%d/%s", club, person, what) }

func at(what string, id int64) string { return fmt.Sprintf("%s/%s/%d", club, what, id) }

func ifMatch(tag string) apitest.Call { return apitest.With("If-Match", tag) }

// town is a club of an administrator and two users of whom each registered somebody.
func town(t *testing.T) (s *apitest.Site, admin, jan, piet apitest.Call, jans, piets int64) {
	t.Helper()
	s = apitest.New(t)
	admin = s.Admin()
	s.User("jan")
	s.User("piet")
	jan, piet = s.Program("jan"), s.Program("piet")
	return s, admin, jan, piet, s.Names(jan, "Anna")[0], s.Names(piet, "Bas")[0]
}

// contract: club §2.5, §4.4
func TestAnActivityIsLoggedChangedAndDeleted(t *testing.T) {
	t.Parallel()
	s, admin, jan, _, anna, _ := town(t)
	bas := s.Names(jan, "Cor")[0]
	a := s.Post(of(anna, "activities"), object{
		"content":       "Gebeld:\n<script>x</script><b>ja</b>",
		"activity_type": "call",
		"activity_date": "2026-06-14",
		"activity_time": "20:15",
		"participants":  []int64{bas, bas},
	}, jan).Is(200)
	a.Has("", object{
		"id":            1.,
		"type":          "activity",
		"content":       "<p>Gebeld:<br><b>ja</b></p>",
		"person_id":     float64(anna),
		"author_id":     2.,
		"author":        "Heet jan",
		"created":       "2026-06-15 14:33:45",
		"modified":      "2026-06-15 14:33:45",
		"activity_type": "call",
		"activity_date": "2026-06-14",
		"activity_time": "20:15",
		"participants":  []any{float64(bas)},
		"etag":          `"1"`,
	})
	if got := a.Header.Get("ETag"); got != `"1"` {
		t.Errorf("ETag %s", got)
	}
	s.Later(time.Minute)
	s.Send("PUT", at("activities", 1), object{"activity_type": "lunch"}, jan).Is(200).Has("activity_type", "lunch").
		Has("content", "<p>Gebeld:<br><b>ja</b></p>").Has("activity_date", "2026-06-14").Has("activity_time", "20:15").
		Has("modified", "2026-06-15 14:34:45").Has("created", "2026-06-15 14:33:45").Has("etag", `"2"`)
	s.Send("PATCH", at("activities", 1), object{"activity_date": "", "activity_time": "", "participants": []int64{}}, admin).Is(200).
		Has("activity_date", "").Has("activity_time", "").Has("participants", []any{}).Has("author", "Heet jan")
	s.Later(time.Minute)
	s.Send("PUT", at("activities", 1), object{"activity_type": "lunch"}, jan).
		Is(200).
		Has("modified", "2026-06-15 14:34:45").
		Has("etag", `"3"`)
	s.Post(of(anna, "activities"), object{"content": "kort"}, jan).Is(200).Has("activity_type", "note").Has("activity_date", "").
		Has("activity_time", "").Has("participants", []any{})
	list := s.Get(of(anna, "activities"), jan).Is(200).Has("0.content", "<p>kort</p>").Has("1.activity_type", "lunch")
	if got := list.Header.Get("X-WP-Total") + " " + list.Header.Get("X-WP-TotalPages"); got != "2 1" {
		t.Errorf("%s in all", got)
	}
	s.Send("DELETE", at("activities", 1), nil, jan).Is(200).Has("", object{"deleted": true})
	for _, method := range []string{"PUT", "DELETE"} {
		s.Send(method, at("activities", 1), apitest.Body(method), jan).Refuses(404, "rest_not_found")
	}
}

// contract: club §4.4, §7
func TestWhatIsWrongWithAnActivity(t *testing.T) {
	t.Parallel()
	s, _, jan, _, anna, bas := town(t)
	s.User("sync", access.Synchronizer)
	for name, c := range map[string]struct {
		body   object
		code   string
		fields []string
	}{
		"nothing":               {object{}, "empty_content", nil},
		"an empty text":         {object{"content": " \n"}, "empty_content", nil},
		"no words":              {object{"content": "<p><br></p><script>x</script>"}, "empty_content", nil},
		"too long":              {object{"content": strings.Repeat("x", 10_001)}, "rest_invalid_param", []string{"content"}},
		"no text":               {object{"content": 7}, "rest_invalid_param", []string{"content"}},
		"a zero byte":           {object{"content": "a\x00b"}, "rest_invalid_param", []string{"content"}},
		"an unknown type":       {object{"content": "x", "activity_type": "fax"}, "rest_invalid_param", []string{"activity_type"}},
		"a type of a program":   {object{"content": "x", "activity_type": "financial_block_change"}, "rest_invalid_param", []string{"activity_type"}},
		"no date":               {object{"content": "x", "activity_date": "2026-02-30"}, "rest_invalid_param", []string{"activity_date"}},
		"no time":               {object{"content": "x", "activity_time": "24:00"}, "rest_invalid_param", []string{"activity_time"}},
		"somebody else's":       {object{"content": "x", "participants": []int64{bas}}, "rest_invalid_param", []string{"participants"}},
		"nobody":                {object{"content": "x", "participants": []int64{999}}, "rest_invalid_param", []string{"participants"}},
		"people that are texts": {object{"content": "x", "participants": "jan"}, "rest_invalid_param", []string{"participants"}},
	} {
		a := s.Post(of(anna, "activities"), c.body, jan)
		a.What = name + ": " + a.What
		a.Refuses(400, c.code, c.fields...)
	}
	s.Get(of(anna, "activities"), jan).Is(200).Has("", []any{})
	s.Post(of(anna, "activities"), object{"content": "Blokkade aan", "activity_type": "financial_block_change"}, s.Program("sync")).
		Is(200).
		Has("activity_type", "financial_block_change")
	s.Post(of(999, "activities"), object{"content": "x"}, jan).Refuses(404, "rest_post_invalid_id")
	s.Post(of(anna, "activities"), object{"content": "x"}).Refuses(401, "rest_not_logged_in")
}

// contract: club §2.5, §4.4, §5-5
func TestWhoReadsAndEditsActivities(t *testing.T) {
	t.Parallel()
	s, admin, jan, piet, anna, bas := town(t)
	s.Post(of(anna, "activities"), object{"content": "van jan"}, jan).Is(200)
	s.Post(of(anna, "activities"), object{"content": "van admin", "participants": []int64{bas, anna}}, admin).Is(200)
	for _, what := range []string{"activities", "notes", "todos", "timeline"} {
		s.Get(of(anna, what), piet).Refuses(403, "rest_forbidden")
		s.Get(of(anna, what)).Refuses(401, "rest_not_logged_in")
		s.Get(of(999, what), piet).Refuses(404, "rest_post_invalid_id")
	}
	s.Get(of(anna, "activities"), jan).Has("0.participants", []any{float64(anna)})
	s.Get(of(anna, "activities"), admin).Has("0.participants", []any{float64(bas), float64(anna)})
	for _, method := range []string{"PUT", "PATCH", "DELETE"} {
		for id := range int64(2) {
			s.Send(method, at("activities", id+1), apitest.Body(method), piet).Refuses(403, "rest_forbidden")
		}
		s.Send(method, at("activities", 2), apitest.Body(method), jan).Refuses(403, "rest_forbidden")
		s.Send(method, at("activities", 2), apitest.Body(method), jan, ifMatch(`"7"`)).Refuses(403, "rest_forbidden")
		s.Send(method, at("activities", 9), apitest.Body(method), jan).Refuses(404, "rest_not_found")
	}
	// Who takes part and is hidden from who edits goes on to take part.
	s.Send("DELETE", at("activities", 2), nil, admin).Is(200)
	cor := s.Names(jan, "Cor")[0]
	s.Send("PUT", at("activities", 1), object{"participants": []int64{bas}}, admin).Is(200)
	s.Send("PUT", at("activities", 1), object{"participants": []int64{cor}}, jan).Is(200).Has("participants", []any{float64(cor)})
	s.Send("PUT", at("activities", 1), object{"participants": []int64{}}, jan).Is(200).Has("participants", []any{})
	s.Get(of(anna, "activities"), admin).Has("0.participants", []any{float64(bas)})
}

// contract: club §4.3
func TestNotesAreTheirAuthorsAloneUntilTheyAreShared(t *testing.T) {
	t.Parallel()
	s, admin, jan, _, anna, _ := town(t)
	s.Post(of(anna, "notes"), object{"content": "van jan & <i>mij</i>"}, jan).Is(200).Has("", object{
		"id":         1.,
		"type":       "note",
		"content":    "<p>van jan &amp; <i>mij</i></p>",
		"person_id":  float64(anna),
		"author_id":  2.,
		"author":     "Heet jan",
		"created":    "2026-06-15 14:32:45",
		"modified":   "2026-06-15 14:32:45",
		"visibility": "private",
		"etag":       `"1"`,
	})
	for _, list := range []string{"notes", "timeline"} {
		s.Get(of(anna, list), admin).Is(200).Has("", []any{})
		s.Get(of(anna, list), jan).Is(200).Has("0.id", 1)
	}
	for _, method := range []string{"PUT", "PATCH", "DELETE"} {
		s.Send(method, at("notes", 1), apitest.Body(method), admin).Refuses(403, "rest_forbidden")
		s.Send(method, at("notes", 2), apitest.Body(method), admin).Refuses(404, "rest_not_found")
	}
	s.Send("PUT", at("notes", 1), object{"visibility": "shared"}, jan).
		Is(200).
		Has("visibility", "shared").
		Has("content", "<p>van jan &amp; <i>mij</i></p>")
	s.Get(of(anna, "notes"), admin).Is(200).Has("0.author", "Heet jan")
	s.Send("PUT", at("notes", 1), object{"content": "van admin"}, admin).
		Is(200).
		Has("content", "<p>van admin</p>").
		Has("author", "Heet jan")
	s.Send("PUT", at("notes", 1), object{"visibility": "private"}, admin).
		Refuses(403, "rest_forbidden")
		// it would be gone for who does it
	s.Send("PATCH", at("notes", 1), object{"visibility": "private"}, jan).Is(200)
	s.Get(of(anna, "timeline"), admin).Is(200).Has("", []any{})
	s.Send("PUT", at("notes", 1), object{"content": ""}, jan).Refuses(400, "empty_content")
	s.Send("PUT", at("notes", 1), object{"visibility": "public"}, jan).Refuses(400, "rest_invalid_param", "visibility")
	s.Send("DELETE", at("notes", 1), nil, jan).Is(200).Has("deleted", true)
}

func TestOfTwoWhoChangeARecordTheSecondIsTold(t *testing.T) {
	t.Parallel()
	s, admin, jan, _, anna, _ := town(t)
	s.Post(of(anna, "activities"), object{"content": "x"}, jan).Is(200)
	s.Post(of(anna, "notes"), object{"content": "x", "visibility": "shared"}, jan).Is(200)
	s.Post(of(anna, "todos"), object{"content": "x", "assignee_id": 1}, jan).Is(200)
	for _, path := range []string{at("activities", 1), at("notes", 1), at("todos", 1)} {
		change := object{"content": "y"}
		if strings.Contains(path, "todos") {
			change = object{"status": "completed"}
		}
		s.Send("PUT", path, change, admin, ifMatch(`"1"`)).Is(200).Has("etag", `"2"`)
		for _, method := range []string{"PUT", "PATCH", "DELETE"} {
			a := s.Send(method, path, apitest.Body(method), jan, ifMatch(`"1"`)).Is(412).Has("code", "rest_precondition_failed")
			a.Has("data.etag", `"2"`).Has("data.modified_by", "Heet beheer").Has("data.modified", "2026-06-15 14:32:45")
		}
		s.Send("PUT", path, object{"content": "z"}, jan, ifMatch(`"2"`)).Is(200).Has("etag", `"3"`)
		s.Send("DELETE", path, nil, jan, ifMatch(`"1", "3"`)).Is(200)
	}
}

// contract: club §4.3
func TestATimelineIsOneListNewestFirst(t *testing.T) {
	t.Parallel()
	s, admin, jan, _, anna, _ := town(t)
	for _, one := range []struct {
		what string
		by   apitest.Call
		body object
	}{
		{"todos", jan, object{"content": "t1"}}, {"notes", jan, object{"content": "n1"}}, {"activities", jan, object{"content": "a1"}},
		{"activities", admin, object{"content": "a2"}}, {"notes", admin, object{"content": "n2"}},
		{"notes", admin, object{"content": "n3", "visibility": "shared"}}, {"todos", admin, object{"content": "t2", "assignee_id": 2}},
	} {
		s.Post(of(anna, one.what), one.body, one.by).Is(200)
	}
	s.Later(time.Second)
	s.Post(of(anna, "activities"), object{"content": "a3"}, jan).Is(200)
	listed := func(by apitest.Call, query string) string {
		a := s.Get(of(anna, "timeline")+query, by).Is(200)
		all := []string{a.Header.Get("X-WP-Total"), a.Header.Get("X-WP-TotalPages")}
		for _, item := range a.List("") {
			item := item.(object)
			all = append(all, strings.NewReplacer("<p>", "", "</p>", "").Replace(item["content"].(string)))
			if item["type"].(string)[0] != all[len(all)-1][0] {
				t.Errorf("%v has the type %v", item["content"], item["type"])
			}
		}
		return strings.Join(all, " ")
	}
	for _, c := range []struct {
		by          apitest.Call
		query, want string
	}{
		{jan, "", "7 1 a3 a2 a1 n3 n1 t2 t1"}, {admin, "", "6 1 a3 a2 a1 n3 n2 t2"}, {jan, "?per_page=3", "7 3 a3 a2 a1"},
		{jan, "?per_page=3&page=2", "7 3 n3 n1 t2"}, {jan, "?per_page=3&page=9", "7 3"}, {jan, "?type=note", "2 1 n3 n1"},
		{jan, "?type=todo,activity", "5 1 a3 a2 a1 t2 t1"}, {jan, "?type[]=todo&type[]=note", "4 1 n3 n1 t2 t1"},
		{jan, "?type=email", "0 0"},
	} {
		if got := listed(c.by, c.query); got != c.want {
			t.Errorf("%s: %s, want %s", c.query, got, c.want)
		}
	}
	s.Get(of(anna, "timeline")+"?type=invoice", jan).Refuses(400, "rest_invalid_param", "type")
	s.Get(of(anna, "timeline")+"?per_page=101", jan).Refuses(400, "rest_invalid_param", "per_page")
	s.Get(of(anna, "timeline")+"?page=0", jan).Refuses(400, "rest_invalid_param", "page")
}

func TestWhatStandsOnATimelineGoesToTheTrashWithItsPersonAndComesBack(t *testing.T) {
	t.Parallel()
	s, _, jan, _, anna, _ := town(t)
	s.Post(of(anna, "activities"), object{"content": "x"}, jan).Is(200)
	s.Post(of(anna, "notes"), object{"content": "x"}, jan).Is(200)
	s.Post(of(anna, "todos"), object{"content": "x"}, jan).Is(200)
	s.Send("DELETE", apitest.Person(anna), nil, jan).Is(200)
	s.Get(of(anna, "timeline"), jan).Refuses(404, "rest_post_invalid_id")
	for _, method := range []string{"PUT", "DELETE"} {
		s.Send(method, at("activities", 1), apitest.Body(method), jan).Refuses(404, "rest_not_found")
		s.Send(method, at("notes", 1), apitest.Body(method), jan).Refuses(404, "rest_not_found")
	}
	s.Get(club+"/todos", jan).Is(200).Has("0.content", "x").Has("0.persons", []any{}).Has("0.person_id", 0) // it is still to be done
	s.Send("PUT", at("todos", 1), object{"person_ids": []int64{}}, jan).Is(200)
	s.Post(fmt.Sprintf("%s/people/%d/restore", club, anna), nil, jan).Is(200)
	if got := len(s.Get(of(anna, "timeline"), jan).Is(200).List("")); got != 3 {
		t.Errorf("%d items came back", got)
	}
	s.Send("DELETE", apitest.Person(anna), nil, jan).Is(200)
	s.Later(31 * 24 * time.Hour)
	if n, err := s.Server.People.Purge(t.Context()); n != 1 || err != nil {
		t.Errorf("%d destroyed, %v", n, err)
	}
	s.Get(club+"/todos", jan).Is(200).Has("", []any{})
	s.Get(at("todos", 1), jan).Refuses(404, "not_found")
}
