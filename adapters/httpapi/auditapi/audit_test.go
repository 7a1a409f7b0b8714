package auditapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
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
	s.Send(
		"PUT",
		one,
		object{"acf": object{"relationships": []object{{"related_person": 1, "relationship_type": 2}}}},
		admin,
	).Is(200)
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
	s.Send(
		"PUT",
		one,
		object{"acf": object{"_visibility": "workspace", "_assigned_workspaces": []int64{s.Workspaces(jan, "Jeugd")}}},
		jan,
	).Is(200)
	s.Get(changes+"?per_page=1", jan).Has("0.fields.1.to.0", object{"id": 1.0, "name": "Jeugd"})
	s.Get(changes+"?per_page=1&page=4", jan).Is(200).Has("0.kind", "created")
	s.Get(changes, els).Refuses(403, "rest_forbidden")
	s.Get("/api/club/v1/people/99/changes", els).Refuses(404, "rest_post_invalid_id")
	s.Send("DELETE", one, nil, jan).Is(200)
	s.Get(changes, jan).Refuses(404, "rest_post_invalid_id")
	s.Post("/api/club/v1/people/2/restore", object{}, jan).Is(200)
	s.Get(changes, jan).Is(200).Has("0.kind", "restored").Has("1.kind", "removed")
	s.Get(changes).Refuses(401, "rest_not_logged_in")
}

// What the treasurer knows of somebody is told by the changes to nobody else than by the record.
func TestChangesTellWhatTheTreasurerKnowsToWhoReadsIt(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	id := s.Person(admin, object{"first_name": "Jan", "factuur-email": "oud@club.example"}).ID()
	for _, username := range []string{"editor", "self", "treasurer"} {
		user := s.User(username)
		s.Post(fmt.Sprintf("/api/club/v1/people/%d/shares", id), object{"user_id": user.ID, "permission": "edit"}, admin).Is(200)
	}
	s.Roles("treasurer", access.SectionRole(access.Finance))
	s.Post("/api/club/v1/user/linked-person", object{"person_id": id, "user_id": s.Viewer("self").User}, admin).Is(200)
	money := object{"_nikki_2026_saldo": 12.5, "factuur-email": "nieuw@club.example", "_exclude_from_contributie": true}
	s.Send("PUT", apitest.Person(id), object{"acf": money}, admin).Is(200)
	s.Later(time.Minute)
	both := object{"nickname": "J", "factuur-email": "later@club.example"}
	s.Send("PUT", apitest.Person(id), object{"acf": both}, admin).Is(200)
	changes := fmt.Sprintf("/api/club/v1/people/%d/changes", id)
	for _, username := range []string{"beheer", "treasurer", "self"} {
		s.Get(changes, s.Program(username)).Is(200).Has("0.fields.1.from", "nieuw@club.example").
			Has("1.fields.0.field", "_exclude_from_contributie").Has("1.fields.1.to", 12.5)
	}
	editor := s.Program("editor")
	a := s.Get(changes, editor).Is(200).Has("0.fields", []any{object{"field": "nickname", "from": "", "to": "J"}}).
		Has("1.kind", "changed").Has("1.user_name", "Heet beheer").Has("1.fields", []any{}).Has("2.kind", "created")
	if a.Header.Get("X-WP-Total") != "3" {
		t.Errorf("headers %v", a.Header)
	}
	for _, told := range []string{"factuur", "nikki", "contributie", "@club.example", "12.5"} {
		if strings.Contains(a.Text, told) {
			t.Errorf("it tells %s: %s", told, a.Text)
		}
	}
	s.Get(changes+"?per_page=1&page=2", editor).Is(200).Has("0.fields", []any{})
}

// told returns the kinds of the log, the oldest first, but for what every test does.
func told(s *apitest.Site, admin apitest.Call) string {
	list := s.Get(log+"?per_page=100", admin).Is(200).List("")
	var kinds []string
	for i := len(list) - 1; i >= 0; i-- {
		kinds = append(kinds, list[i].(map[string]any)["kind"].(string))
	}
	return strings.Join(kinds, " ")
}

func TestWhateverMattersIsToldOnce(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	before := told(s, admin)
	const workspaces, settings = "/api/club/v1/workspaces", "/api/club/v1/search/settings"
	s.Post(workspaces, object{"name": "Jeugd"}, admin).Is(200)
	s.Send("PUT", workspaces+"/1", object{"name": "Jeugd O9"}, admin).Is(200)
	s.Send("PUT", workspaces+"/1", object{"name": "Jeugd O9"}, admin).Is(200) // as it was
	s.Post(workspaces+"/1/members", object{"user_id": 2, "role": "member"}, admin).Is(200)
	s.Send("PUT", workspaces+"/1/members/2", object{"role": "owner"}, admin).Is(200)
	s.Send("DELETE", workspaces+"/1/members/1", nil, admin).Is(200)
	s.Send("DELETE", workspaces+"/1", nil, admin).Is(200)
	s.Post(apitest.Labels, object{"name": "Bar"}, admin).Is(201)
	s.Post(apitest.Labels, object{"name": "bar"}, admin).Is(400) // another one has the name: nothing happened
	s.Send("PUT", apitest.Labels+"/1", object{"name": "Kantine"}, admin).Is(200)
	s.Post(settings, object{"searchable_fields": []string{"nickname"}}, admin).Is(200)
	s.Send("PUT", "/api/club/v1/users/1/roles", object{"roles": []string{"club_user"}}, admin).Is(409) // the last administrator
	want := "workspace-created workspace-changed member-added member-changed member-removed workspace-deleted term-created " +
		"term-changed settings-changed"
	if got := strings.TrimSpace(strings.TrimPrefix(told(s, admin), before)); got != want {
		t.Errorf("got %s", got)
	}
	s.Get(log+"?kind=workspace-changed", admin).Has("0.before", object{"name": "Jeugd"}).Has("0.after", object{"name": "Jeugd O9"})
	s.Get(log+"?kind=member-changed", admin).Has("0.before", object{"role": "member"}).
		Has("0.after", object{"role": "owner", "user": 2.0})
	s.Get(log+"?kind=term-changed", admin).Has("0.object", "label:1").Has("0.before.name", "Bar").Has("0.after.name", "Kantine")
	s.Later(2*365*24*time.Hour + time.Second)
	if n, err := s.Server.Audits.Purge(t.Context()); err != nil || n == 0 {
		t.Fatalf("purged %d, %v", n, err)
	}
	if got := told(s, admin); got != "log-purged" {
		t.Errorf("after the purge: %s", got)
	}
	s.Get(log, admin).Has("0.way", "job").Has("0.way_name", "purge-log")
}

// Whoever may see a record, and whose it is, is told of people, teams and committees alike.
func TestVisibilityAndAuthorsAreTold(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	youth := s.Workspaces(admin, "Jeugd")
	person, team := s.Person(admin, object{"first_name": "Jan"}).Is(201).ID(), s.Team(admin, "JO9-1")
	on := apitest.At("/api/cms/v2/teams", team)
	before := told(s, admin)
	for path, about := range map[string]string{
		apitest.Person(person): fmt.Sprint("person:", person), on: fmt.Sprint("group:", team),
	} {
		shown := object{"acf": object{"_visibility": "workspace", "_assigned_workspaces": []int64{youth}}}
		s.Send("PUT", path, shown, admin).Is(200)
		s.Send("PUT", path, shown, admin).Is(200) // as it was
		s.Send("PUT", path, object{"author": 2}, admin).Is(200)
		s.Get(log+"?kind=visibility-changed&object="+about, admin).Is(200).Has("0.after", object{"workspaces": []any{float64(youth)}})
		s.Get(log+"?kind=author-changed&object="+about, admin).Is(200).Has("0.before", object{"author": 1.0}).
			Has("0.after", object{"author": 2.0})
	}
	want := "visibility-changed author-changed visibility-changed author-changed"
	if got := strings.TrimSpace(strings.TrimPrefix(told(s, admin), before)); got != want {
		t.Errorf("got %s", got)
	}
}

func TestRefusalsAreToldAsFarAsALoopDoesNotFillTheLog(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Person(admin, object{"first_name": "Jan", "last_name": "Geheim"})
	s.User("jan")
	jan, browser := s.Program("jan"), s.SignIn("jan")
	s.Get(apitest.Person(1), browser.Reads).Refuses(403, "rest_forbidden")
	s.Post(apitest.People, object{}, browser.Reads).Refuses(403, "rest_cookie_invalid_nonce") // the page asks for another one
	s.Get(log+"?kind=refused", admin).Is(200).Has("0.object", "operation:1").Has("0.actor_name", "Heet jan").Has("0.way", "session").
		Has("0.after", object{"code": "rest_forbidden"})
	wrong := apitest.Basic("jan", "geheim geheim")
	for range 30 {
		s.Get(log, jan).Refuses(403, "rest_forbidden")
		s.Get(log, wrong).Refuses(401, "rest_not_logged_in")
		s.Get(log).Refuses(401, "rest_not_logged_in")
	}
	for kind, most := range map[string]string{"refused": "20", "application-password-refused": "20"} {
		a := s.Get(log+"?kind="+kind, admin).Is(200)
		if got := a.Header.Get("X-WP-Total"); got != most || strings.Contains(a.Text, "geheim") || strings.Contains(a.Text, "Geheim") {
			t.Errorf("%s: %s of %s: %s", kind, got, most, a.Text)
		}
	}
	s.Get(log+"?kind=application-password-refused", admin).Has("0.object_name", "Heet jan").Has("0.actor_name", "").Has(
		"0.way",
		"visitor",
	)
	s.Later(time.Hour)
	s.Get(log, jan).Refuses(403, "rest_forbidden")
	s.Get(log+"?kind=refused", admin).Has("0.way", "application_password").Has("20.way", "session")
}

// What a purge of people leaves in the log is how many, by which job, and no name.
func TestAPurgeOfPeopleIsTold(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, name := range []string{"Geheim", "Verborgen"} {
		id := s.Person(admin, object{"first_name": "Jan", "last_name": name}).Is(201).ID()
		s.Send("DELETE", apitest.Person(id), nil, admin).Is(200)
	}
	before := told(s, admin)
	purge := func(want int) {
		t.Helper()
		if n, err := s.Server.People.Purge(t.Context()); err != nil || n != want {
			t.Fatalf("destroyed %d, %v", n, err)
		}
	}
	purge(0)
	if got := told(s, admin); got != before {
		t.Errorf("a purge of nobody is told: %s", got)
	}
	s.Later(31 * 24 * time.Hour)
	purge(2)
	purge(0)
	if got := strings.TrimSpace(strings.TrimPrefix(told(s, admin), before)); got != "people-destroyed" {
		t.Errorf("told %s", got)
	}
	row := s.Get(log+"?kind=people-destroyed", admin).Is(200).Has("0.way", "job").Has("0.way_name", "purge-people").
		Has("0.after.count", 2.)
	if whole := s.Get(log, admin); strings.Contains(row.Text+whole.Text, "Geheim") || strings.Contains(whole.Text, "Verborgen") {
		t.Errorf("a name is told: %s", whole.Text)
	}
}

func TestWhoMayChangeAPersonReadsWhoLooked(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, name := range []string{"jan", "els", "sync"} {
		s.User(name)
	}
	s.Send("PUT", "/api/club/v1/users/4/roles", object{"roles": []string{"club_synchronisatie"}}, admin).Is(200)
	jan, els, sync := s.Program("jan"), s.Program("els"), s.Program("sync")
	s.Person(jan, object{"first_name": "Jan"})
	one, looks := apitest.Person(1), "/api/club/v1/people/1/looks"
	s.Get(looks, jan).Is(200).Has("", []any{})
	for range 2 {
		s.Get(one, admin).Is(200)
		s.Get(one, sync).Is(200)
		s.Get(one, els).Refuses(403, "rest_forbidden")
		s.Later(time.Hour)
	}
	s.Get("/api/club/v1/people/export?columns=first_name", admin).Is(200)
	s.Get("/api/cms/v2/people", admin).Is(200) // a list opens nobody
	s.Later(24 * time.Hour)
	s.Get(one, jan).Is(200)
	a := s.Get(looks, jan).Is(200)
	if a.Header.Get("X-WP-Total") != "2" {
		t.Errorf("headers %v: %s", a.Header, a.Text)
	}
	a.Has("0", object{"day": "2026-06-16", "user_id": 2.0, "user_name": "Heet jan", "opened": "2026-06-16 16:30:45", "exported": nil}).
		Has("1", object{"day": "2026-06-15", "user_id": 1.0, "user_name": "Heet beheer", "opened": "2026-06-15 14:30:45",
			"exported": "2026-06-15 16:30:45"})
	s.Get(looks+"?per_page=1&page=2", admin).Is(200).Has("0.user_id", 1.0)
	s.Get(looks+"?page=9", admin).Is(200).Has("", []any{})
	s.Get(looks+"?page=0", admin).Refuses(400, "rest_invalid_param", "page")
	s.Get(looks, els).Refuses(403, "rest_forbidden")
	s.Get("/api/club/v1/people/99/looks", els).Refuses(404, "rest_post_invalid_id")
	s.Get(looks).Refuses(401, "rest_not_logged_in")
}

// A list of those whom the caller names holds what opening each of them does.
func TestAListOfWhoIsNamedOpensThem(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("els")
	for _, name := range []string{"Jan", "Piet", "Kees"} {
		s.Person(admin, object{"first_name": name})
	}
	seen := func(id int64) any {
		return s.Get(fmt.Sprintf("/api/club/v1/people/%d/looks", id), admin).Is(200).At("")
	}
	for _, list := range []string{
		"", "?include=", "?search=piet", "?exclude=1", "?include=1,2&_fields=id,title", "?include=1,2&_fields=id,acf.first_name",
	} {
		s.Get("/api/cms/v2/people"+list, admin).Is(200)
	}
	s.Get("/api/cms/v2/people?include=1,2,3", s.Program("els")).Is(200).Has("", []any{}) // sees none of them
	for id := range int64(3) {
		if got := seen(id + 1).([]any); len(got) != 0 {
			t.Errorf("%d was opened by a list: %v", id+1, got)
		}
	}
	for id, list := range map[int64]string{1: "?include=1&_fields=id,acf", 2: "?include=2,99", 3: "?slug=kees-3"} {
		s.Get("/api/cms/v2/people"+list, admin).Is(200).Has("0.id", float64(id))
		if got := seen(id).([]any); len(got) != 1 || got[0].(object)["opened"] != "2026-06-15 14:30:45" {
			t.Errorf("after %s: %v", list, got)
		}
	}
}
