package auditapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

type object = apitest.Object

const log = "/api/club/v1/audit"

func TestAnAdministratorReadsWhatHappened(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := s.User("jan")
	other := s.Program("jan")
	s.Later(time.Minute)
	s.Post("/api/club/v1/capability-matrix", object{"matrix": object{"club_user": object{"vog": true}}}, admin).Is(200)
	s.Later(time.Minute)
	s.Send("PUT", "/api/club/v1/users/2/scope", object{"teams": []int{}, "age_groups": []string{"Onder 9"}}, admin).Is(200)
	if jan.ID != 2 {
		t.Fatal("the user is another one")
	}
	a := s.Get(log+"?kind=scope-changed", admin).Is(200)
	a.Has("0.kind", "scope-changed").Has("0.actor_name", "Heet beheer").Has("0.way", "application_password").
		Has("0.object", "user:2").Has("0.object_name", "Heet jan").Has("0.before", object{"age_groups": nil}).
		Has("0.after", object{"age_groups": []any{"Onder 9"}})
	if a.Header.Get("X-WP-Total") != "1" || a.Header.Get("X-WP-TotalPages") != "1" {
		t.Errorf("headers %v", a.Header)
	}
	s.Get(log+"?per_page=1&page=2&actor=1", admin).Is(200).Has("0.kind", "matrix-changed").
		Has("0.after", object{"club_user.vog": true})
	s.Get(log+"?object=user:2&kind=scope-changed", admin).Has("0.object", "user:2")
	s.Get(log+"?object=user:1&kind=scope-changed", admin).Has("", []any{})
	for filter, want := range map[string]int{
		"to=2026-06-14": 0, "from=2026-06-15&to=2026-06-15": 2, "from=2026-06-16": 0, "from=2026-06-15T14:32:00": 1,
	} {
		if got := len(s.Get(log+"?actor=1&"+filter, admin).Is(200).List("")); got != want {
			t.Errorf("%s: %d entries, want %d", filter, got, want)
		}
	}
	for filter, param := range map[string]string{"object=dog:1": "object", "from=x": "from", "to=x": "to", "kind=x": "kind"} {
		s.Get(log+"?"+filter, admin).Refuses(400, "rest_invalid_param", param)
	}
	s.Get(log+"?object=dog:1", other).Refuses(403, "rest_forbidden")
	s.Get(log).Refuses(401, "rest_not_logged_in")
}

func TestWhoMayChangeAPersonReadsItsChanges(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	s.User("els")
	jan, els := s.Program("jan"), s.Program("els")
	s.Person(admin, object{"first_name": "Vader", "last_name": "Geheim"})
	s.Person(jan, object{"first_name": "Jan", "work_history": []object{{"team": s.Team(jan, "JO9-1"), "job_title": "Trainer"}}})
	one, changes := apitest.Person(2), "/api/club/v1/people/2/changes"
	s.Get(changes, jan).Is(200).Has("0.kind", "created").Has("0.user_name", "Heet jan").Has("0.fields", []any{})
	s.Send("PUT", one, object{"acf": object{"first_name": "Johan", "work_history": []object{}}}, jan).Is(200)
	s.Send("PUT", one, object{"acf": object{"first_name": "Johan"}}, jan).Is(200) // as it was
	s.Later(time.Minute)
	s.Send("PUT", one, object{"acf": object{"relationships": []object{{"related_person": 1, "relationship_type": 2}}}}, admin).Is(200)
	a := s.Get(changes, jan).Is(200)
	if a.Header.Get("X-WP-Total") != "3" {
		t.Errorf("headers %v", a.Header)
	}
	a.Has("0.user_name", "Heet beheer").Has("0.fields.0.field", "relationships").Has("0.fields.0.to.0.related_person", 1.0).
		Has("0.fields.0.to.0.person_name", "").
		Has("1.fields.0", object{"field": "first_name", "from": "Jan", "to": "Johan"}).
		Has("1.fields.1.from.0.team_name", "JO9-1").Has("1.fields.1.to", []any{})
	if strings.Contains(a.Text, "Geheim") {
		t.Errorf("it tells who is hidden: %s", a.Text)
	}
	s.Get(changes, admin).Has("0.fields.0.to.0.person_name", "Vader Geheim")
	s.Get(changes+"?per_page=1&page=3", jan).Is(200).Has("0.kind", "created")
	s.Get(changes, els).Refuses(403, "rest_forbidden")
	s.Get("/api/club/v1/people/99/changes", els).Refuses(404, "rest_post_invalid_id")
	s.Send("DELETE", one, nil, jan).Is(200)
	s.Get(changes, jan).Refuses(404, "rest_post_invalid_id")
	s.Post("/api/club/v1/people/2/restore", object{}, jan).Is(200)
	s.Get(changes, jan).Is(200).Has("0.kind", "restored").Has("1.kind", "removed")
	s.Get(changes).Refuses(401, "rest_not_logged_in")
}
