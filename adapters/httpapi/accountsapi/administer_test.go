package accountsapi_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

type list = []any

const functionMap, capabilitySync = "/api/club/v1/functie-capability-map", "/api/club/v1/capability-sync"

const linkedPerson = "/api/club/v1/user/linked-person"

// provisioned makes a member with a code and an account, and returns the numbers of both.
func provisioned(s *apitest.Site, admin apitest.Call, name, code string) (person, user int64) {
	person = s.Person(admin, object{"first_name": name, "assoc-id": code, "contact_info": list{
		object{"contact_type": "email", "contact_value": name + "@club.example"},
	}}).Is(201).ID()
	answer := s.Post(fmt.Sprintf("/api/club/v1/people/%d/provision", person), object{}, admin).Is(200)
	return person, int64(answer.At("user_id").(float64))
}

// contract: club §4.5, §2.10
func TestRolesByFunctionComeAndGoAndThoseByHandStay(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("sync", access.Synchronizer)
	sync := s.Program("sync")
	_, anna := provisioned(s, admin, "anna", "AB12345")
	roles := fmt.Sprintf("/api/club/v1/users/%d/roles", anna)

	s.Get(functionMap, admin).Is(200).Has("map", object{})
	want := object{"Penningmeester": list{"financieel"}, "Voorzitter": list{"admin", "bestuur"}}
	s.Post(
		functionMap,
		`{"map":{"Penningmeester":["club_financieel"]," Voorzitter":["bestuur","administrator"]}}`,
		admin,
	).Is(200).Has("success", true).Has("map", want)
	s.Get(functionMap, admin).Is(200).Has("map", want)
	for body, param := range map[string]string{
		`{"map":{"A":["baas"]}}`: "map.A[0]", `{"map":{"A":["synchronisatie"]}}`: "map.A[0]", `{"map":{"A":true}}`: "map.A", `{}`: "map",
		`{"map":{" ":[]}}`: "map.",
	} {
		s.Post(functionMap, body, admin).Refuses(400, "rest_invalid_param", param)
	}

	tell := func(functions ...any) apitest.Answer {
		return s.Post(capabilitySync, object{"assoc_id": "ab12345", "functies": append(list{}, functions...)}, sync).Is(200)
	}
	s.Post(capabilitySync, object{"assoc_id": "ZZ99999", "functies": list{"Voorzitter"}}, sync).Is(200).
		Has("status", "no_user").Has("granted", list{}).Has("revoked", list{})
	tell("penningmeester", "Barhoofd").Has("status", "synced").Has("granted", list{"financieel"}).Has("revoked", list{})
	tell("Penningmeester").Has("granted", list{}).Has("revoked", list{})
	s.Get(roles, admin).Is(200).Has("roles", list{"club_user", "club_financieel"}).Has("by_hand", list{"club_user"}).
		Has("by_function", list{"club_financieel"}).Has("functions.club_financieel", list{"Penningmeester"})
	s.Send("PUT", roles, object{"roles": list{"vog", "club_user"}}, admin).Is(200).
		Has("by_hand", list{"club_user", "club_vog"}).Has("by_function", list{"club_financieel"})
	s.Send("PUT", roles, object{"roles": list{"vog", "baas"}}, admin).Refuses(400, "rest_invalid_param", "roles")
	tell("Voorzitter").Has("granted", list{"admin", "bestuur"}).Has("revoked", list{"financieel"})
	// The map changes, and so do the roles of those who have a function.
	s.Post(functionMap, object{"map": object{"Voorzitter": list{"vog", "teams"}}}, admin).Is(200)
	s.Get(roles, admin).Has("by_function", list{"club_teams", "club_vog"}).Has("by_hand", list{"club_user", "club_vog"})
	tell().Has("granted", list{}).Has("revoked", list{"teams"}) // vog is there by hand, too
	s.Get(roles, admin).Has("roles", list{"club_user", "club_vog"}).Has("by_function", list{})
	s.Send("PUT", roles, object{"roles": list{}}, admin).Is(200).Has("roles", list{})

	// What was told before somebody had an account counts when there is one.
	bert := s.Person(admin, object{"first_name": "Bert", "assoc-id": "CD12345"}).Is(201).ID()
	s.Post(capabilitySync, object{"assoc_id": "CD12345", "functies": list{"Voorzitter"}}, sync).Is(200).Has("status", "no_user")
	cor := s.User("cor", access.Member)
	s.Post(linkedPerson, object{"person_id": bert, "user_id": cor.ID}, admin).Is(200).Has("person_id", int(bert))
	s.Get(fmt.Sprintf("/api/club/v1/users/%d/roles", cor.ID), admin).Has("by_function", list{"club_teams", "club_vog"})
	s.Get(linkedPerson, s.Program("cor")).Is(200).Has("person_id", int(bert))
	s.Post(linkedPerson, object{"person_id": nil, "user_id": cor.ID}, admin).Is(200).Has("person_id", nil)
	s.Get(fmt.Sprintf("/api/club/v1/users/%d/roles", cor.ID), admin).Has("by_function", list{})
}

// A code that is moved to another person's record takes no roles along. Those that are there end as all do, and an administrator
// who links the account again gives the others.
func TestAMovedCodeEndsRolesAndGivesNone(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("sync", access.Synchronizer)
	sync := s.Program("sync")
	person, user := provisioned(s, admin, "anna", "AB12345")
	decide := func(m object) { s.Post(functionMap, object{"map": m}, admin).Is(200) }
	decide(object{"Penningmeester": list{"financieel"}, "Voorzitter": list{"admin"}})
	tell := func(code, status string, functions ...any) apitest.Answer {
		t.Helper()
		return s.Post(capabilitySync, object{"assoc_id": code, "functies": append(list{}, functions...)}, sync).Is(200).
			Has("status", status)
	}
	move := func(code string) {
		s.Send("PUT", apitest.Person(person), object{"acf": object{"assoc-id": code}}, admin).Is(200)
	}
	brought := func(roles ...any) {
		t.Helper()
		s.Get(fmt.Sprintf("/api/club/v1/users/%d/roles", user), admin).Is(200).Has("by_function", append(list{}, roles...))
	}
	tell("AB12345", "synced", "Penningmeester")
	move("EF12345")
	tell("EF12345", "withheld", "Penningmeester", "Voorzitter").Has("granted", list{}).Has("revoked", list{})
	brought("club_financieel")
	decide(object{"Penningmeester": list{"financieel", "vog"}, "Voorzitter": list{"admin"}})
	brought("club_financieel") // nor does another map give roles
	move("AB12345")
	decide(object{"Penningmeester": list{"financieel"}, "Voorzitter": list{"admin"}})
	brought("club_financieel") // and what was withheld does not come once the code is back
	move("EF12345")
	tell("EF12345", "withheld", "Voorzitter").Has("granted", list{}).Has("revoked", list{"financieel"})
	brought()
	s.Post(linkedPerson, object{"person_id": person, "user_id": user}, admin).Is(200)
	brought()
	tell("EF12345", "synced", "Voorzitter").Has("granted", list{"admin"})
}

func TestNobodyElseAdministersUsers(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	person, user := provisioned(s, admin, "anna", "AB12345")
	s.User("bert", access.Member, access.Board, access.SectionRole(access.AccessControl), access.SectionRole(access.Administration))
	bert := s.Program("bert")
	s.User("sync", access.Synchronizer)
	sync := s.Program("sync")
	of, on := fmt.Sprintf("/api/club/v1/users/%d", user), fmt.Sprintf("/api/club/v1/people/%d", person)
	for _, call := range []struct {
		method, path string
		body         any
	}{
		{"GET", of + "/roles", nil}, {"PUT", of + "/roles", object{"roles": list{"admin"}}}, {"DELETE", of, nil},
		{"POST", of + "/block", nil}, {"POST", of + "/unblock", nil}, {"POST", of + "/reset", nil},
		{"GET", functionMap, nil}, {"POST", functionMap, object{"map": object{}}},
		{"POST", on + "/provision", object{"role": "admin"}}, {"POST", on + "/welcome-email", nil},
		{"GET", "/api/club/v1/provisioning/settings", nil}, {"POST", "/api/club/v1/provisioning/settings", object{}},
		{"POST", linkedPerson, object{"person_id": person}}, {"PUT", of + "/email", object{"email": "x@club.example"}},
		{"PUT", "/api/club/v1/users/9999/roles", object{"roles": list{}}},
	} {
		s.Send(call.method, call.path, call.body).Refuses(401, "rest_not_logged_in")
		for _, who := range []apitest.Call{bert, sync} {
			s.Send(call.method, call.path, call.body, who).Refuses(403, "rest_forbidden")
		}
	}
	s.Post(capabilitySync, object{"assoc_id": "AB12345", "functies": list{}}, bert).Refuses(403, "rest_forbidden")
	s.Get(linkedPerson, bert).Is(200).Has("person_id", nil)
	for path, method := range map[string]string{"/roles": "PUT", "/block": "POST", "/reset": "POST", "": "DELETE"} {
		s.Send(method, "/api/club/v1/users/9999"+path, object{"roles": list{}}, admin).Refuses(404, "rest_user_invalid_id")
	}
	s.Send("PUT", "/api/club/v1/users/9999/email", object{"email": "x@club.example"}, admin).Refuses(404, "rest_user_invalid_id")
}

// contract: club §4.5
func TestADeletedUserLeavesEverythingToTheHeir(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin, me := s.Admin(), s.Viewer("beheer").User
	s.User("anna", access.Member)
	s.User("bert", access.Member)
	anna, bert, heir := s.Program("anna"), s.Program("bert"), s.Viewer("bert").User
	jan := s.Person(anna, object{"first_name": "Jan"}).Is(201).ID()
	team := s.Team(anna, "JO9-1")
	todo := s.Post("/api/club/v1/todos", object{"content": "Bellen", "person_ids": list{jan}}, anna).Is(200).ID()
	on := fmt.Sprintf("/api/club/v1/people/%d", jan)
	s.Post(on+"/activities", object{"content": "Gebeld"}, anna).Is(200)
	s.Post(on+"/notes", object{"content": "Voor mij", "visibility": "private"}, anna).Is(200)
	s.Post(on+"/notes", object{"content": "Voor allen", "visibility": "shared"}, anna).Is(200)
	wish := s.Post("/api/club/v1/feedback", object{"title": "Wens", "feedback_type": "feature_request"}, anna).Is(200).ID()
	s.Get(apitest.At("/api/club/v1/feedback", wish), bert).Refuses(403, "rest_forbidden")
	s.Workspaces(anna, "Jeugd")
	joined := s.Workspaces(admin, "Bestuur")
	s.Post(fmt.Sprintf("/api/club/v1/workspaces/%d/members", joined), object{"user_id": s.Viewer("anna").User}, admin).Is(200)
	of := fmt.Sprintf("/api/club/v1/users/%d", s.Viewer("anna").User)
	s.Post("/api/club/v1/views", object{"name": "Alle leden", "roles": list{access.Member}}, anna).Is(201)
	s.Post("/api/club/v1/views", object{"name": "Van mij alleen"}, anna).Is(201)

	s.Send("DELETE", fmt.Sprintf("/api/club/v1/users/%d", me), nil, admin).Refuses(400, "cannot_delete_self")
	s.Send("DELETE", of+"?reassign=9999", nil, admin).Refuses(400, "rest_invalid_param", "reassign")
	s.Send("DELETE", of+"?reassign="+of[len("/api/club/v1/users/"):], nil, admin).Refuses(400, "rest_invalid_param", "reassign")
	blocked := fmt.Sprintf("/api/club/v1/users/%d", s.User("cor", access.Member).ID)
	s.Post(blocked+"/block", nil, admin).Is(200)
	s.Send("DELETE", of+"?reassign="+blocked[len("/api/club/v1/users/"):], nil, admin).Refuses(400, "rest_invalid_param", "reassign")
	s.Get(apitest.Person(jan), bert).Refuses(403, "rest_forbidden")
	s.Send("DELETE", of+fmt.Sprintf("?reassign=%d", heir), nil, admin).Is(200).
		Has("deleted", true).Has("reassigned_to", int(heir)).Has("previous.username", "anna")

	s.Get("/api/club/v1/user/me", anna).Refuses(401, "rest_not_logged_in")
	s.Get(apitest.Person(jan), bert).Is(200).Has("author", int(heir))
	s.Get(apitest.At("/api/cms/v2/teams", team), bert).Is(200).Has("author", int(heir))
	s.Get(apitest.At("/api/club/v1/feedback", wish), bert).Is(200).Has("author.id", int(heir)).Has("author.name", "Heet anna")
	s.Get(apitest.At("/api/club/v1/todos", todo), bert).Is(200).Has("author_id", int(heir))
	for _, entry := range s.Get(on+"/timeline", bert).Is(200).List("") {
		one := entry.(map[string]any)
		if one["type"] == "activity" && one["author"] != "Heet anna" || one["content"] == "Voor mij" {
			t.Errorf("on the timeline: %v", one)
		}
	}
	s.Send("DELETE", of, nil, admin).Refuses(404, "rest_user_invalid_id")
	s.Get(on+"/notes", bert).Is(200).Has("0.content", "<p>Voor allen</p>").Has("0.author", "Heet anna")
	if views := s.Get("/api/club/v1/views", bert).Is(200).Has("0.name", "Alle leden").List(""); len(views) != 1 {
		t.Errorf("the heir has %d views", len(views))
	}
	s.Get("/api/club/v1/workspaces", bert).Has("0.name", "Jeugd").Has("0.is_owner", true).Has("0.member_count", 1)
	s.Get("/api/club/v1/workspaces", admin).Has("0.name", "Bestuur").Has("0.member_count", 1)
}

func TestABlockedUserIsOutAndAResetTakesThePasswordAway(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin, me := s.Admin(), s.Viewer("beheer").User
	s.User("anna", access.Member)
	anna := s.Program("anna")
	of, own := fmt.Sprintf("/api/club/v1/users/%d", s.Viewer("anna").User), fmt.Sprintf("/api/club/v1/users/%d", me)
	s.Post(own+"/block", nil, admin).Refuses(400, "cannot_block_self")
	s.Post(own+"/reset", nil, admin).Refuses(400, "cannot_reset_self")
	s.SignIn("anna")
	s.Post(of+"/block", nil, admin).Is(200).Has("sessions_ended", 1)
	s.Get("/api/club/v1/user/me", anna).Refuses(401, "rest_not_logged_in")
	s.Post(of+"/reset", nil, admin).Refuses(409, "user_blocked")
	s.Post(of+"/unblock", nil, admin).Is(200)
	s.Get("/api/club/v1/user/me", anna).Is(200)
	s.Post(of+"/reset", object{}, admin).Is(200).Has("application_passwords_revoked", 0)
	s.Post("/api/club/v1/session", object{"username": "anna", "password": apitest.Password}).Refuses(401, "invalid_credentials")
	s.Post(of+"/reset", object{"revoke_application_passwords": true}, admin).Is(200).Has("application_passwords_revoked", 1)
	s.Get("/api/club/v1/user/me", anna).Refuses(401, "rest_not_logged_in")
	s.Work()
	if mails := s.Mail.Sent(); len(mails) != 2 || mails[0].To[0].Email != "anna@club.example" {
		t.Errorf("mails %+v", mails)
	}
}

// A link that was mailed to a wrong address sets no password once the address is right, and the next one goes to that.
func TestAnAdministratorCorrectsAnEmailAddress(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin, anna := s.Admin(), s.User("anna", access.Member)
	of := fmt.Sprintf("/api/club/v1/users/%d", anna.ID)
	b := s.SignIn("anna")
	s.Send("PUT", of+"/email", object{"email": " Anne@Club.example "}, admin).Is(200).Has("email", "anne@club.example")
	s.Get("/api/club/v1/user/me", b.Reads).Is(200).Has("email", "anne@club.example")
	s.Get("/api/club/v1/users", admin).Is(200).Has("0.email", "anne@club.example")
	s.Send("PUT", of+"/email", object{"email": "beheer@club.example"}, admin).Refuses(409, "email_taken")
	for _, none := range []string{"", "anne", "a b@club.example"} {
		s.Send("PUT", of+"/email", object{"email": none}, admin).Refuses(400, "rest_invalid_param", "email")
	}
	s.Post(of+"/reset", nil, admin).Is(200)
	s.Work()
	mails := s.Mail.Sent()
	if len(mails) != 2 || mails[0].To[0].Email != "anna@club.example" || mails[1].To[0].Email != "anne@club.example" {
		t.Errorf("mails %+v", mails)
	}
}

// Nobody tells of the functions of somebody who was destroyed: the roles that they brought go, those by hand stay.
func TestRolesByFunctionGoWithAPersonWhoIsDestroyed(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("sync", access.Synchronizer)
	person, user := provisioned(s, admin, "anna", "AB12345")
	s.Post(functionMap, object{"map": object{"Voorzitter": list{"vog"}}}, admin).Is(200)
	s.Post(capabilitySync, object{"assoc_id": "AB12345", "functies": list{"Voorzitter"}}, s.Program("sync")).Is(200)
	s.Send("DELETE", apitest.Person(person), nil, admin).Is(200)
	roles := fmt.Sprintf("/api/club/v1/users/%d/roles", user)
	drop := func(want int) {
		t.Helper()
		if n, err := s.Server.Accounts.DropFunctions(t.Context()); err != nil || n != want {
			t.Errorf("%d lost roles, %v", n, err)
		}
	}
	drop(0) // who is in the trash may come back
	s.Get(roles, admin).Is(200).Has("by_function", list{"club_vog"})
	s.Later(31 * 24 * time.Hour)
	if n, err := s.Server.People.Purge(t.Context()); err != nil || n != 1 {
		t.Fatalf("destroyed %d, %v", n, err)
	}
	drop(1)
	drop(0)
	s.Get(roles, admin).Is(200).Has("by_function", list{}).Has("by_hand", list{"club_user"})
}

// The administrator's role that the last one keeps when its function ends goes with the daily work once there is another one.
func TestTheLastAdministratorsRoleEndsWhenThereIsAnother(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("sync", access.Synchronizer)
	sync := s.Program("sync")
	_, chair := provisioned(s, admin, "anna", "AB12345")
	_, successor := provisioned(s, admin, "bert", "CD12345")
	s.Post(functionMap, object{"map": object{"Voorzitter": list{"admin", "vog"}}}, admin).Is(200)
	tell := func(code string, functions ...any) {
		s.Post(capabilitySync, object{"assoc_id": code, "functies": append(list{}, functions...)}, sync).Is(200)
	}
	tell("AB12345", "Voorzitter")
	me := s.Viewer("beheer").User
	if _, err := (accounts.Operator{Accounts: s.Server.Accounts}).SetRoles(t.Context(), "beheer",
		[]access.Role{access.Member}, false); err != nil {
		t.Fatal(err)
	}
	drops := func(want int, id int64, roles ...access.Role) {
		t.Helper()
		if n, err := s.Server.Accounts.DropFunctions(t.Context()); err != nil || n != want {
			t.Errorf("%d lost roles, not %d, %v", n, want, err)
		}
		viewer := access.Viewer{User: me, Roles: []access.Role{access.Administrator}}
		if u, err := s.Server.Accounts.RolesOf(t.Context(), viewer, id); err != nil || !slices.Equal(u.ByFunction, roles) {
			t.Errorf("%v, %v", u.ByFunction, err)
		}
	}
	drops(0, chair, access.Administrator, access.SectionRole(access.Certificates))
	tell("AB12345")
	drops(0, chair, access.Administrator) // nobody else administers
	tell("CD12345", "Voorzitter")
	drops(1, chair)
	drops(0, successor, access.Administrator, access.SectionRole(access.Certificates))
}

// Of many who make an account of one person at once one does; the others are told that it has one.
func TestParallelAccountsOfOnePerson(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	person := s.Person(admin, object{"first_name": "Anna", "contact_info": list{
		object{"contact_type": "email", "contact_value": "anna@club.example"},
	}}).Is(201).ID()
	s.Handler()
	var all sync.WaitGroup
	var made atomic.Int32
	for range 10 {
		all.Go(func() {
			a := s.Post(fmt.Sprintf("/api/club/v1/people/%d/provision", person), object{}, admin)
			if a.StatusCode == 200 {
				made.Add(1)
				return
			}
			a.Refuses(409, "already_provisioned")
		})
	}
	all.Wait()
	if made.Load() != 1 {
		t.Errorf("%d accounts", made.Load())
	}
}
