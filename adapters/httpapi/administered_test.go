package httpapi_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
)

// The review's first finding, the application's half: a plain user planted a member code, and the synchronization took the record
// for the member's.
func TestAPlainUserPlantsNothing(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("mallory")
	s.user("sync", access.Synchronizer)
	mallory, sync := s.program("mallory"), s.program("sync")
	s.post(collection, object{"acf": object{"first_name": "Plant", "assoc-id": "QPND49Q"}}, mallory).refuses(400, "rest_invalid_param", "acf.assoc-id")
	own := s.person(mallory, object{"first_name": "Plant", "assoc-id": "", "lid-sinds": nil, "former_member": "0"}).has("administered", false).id()
	s.send("PUT", one(own), object{"acf": object{"assoc-id": "QPND49Q"}}, mallory).refuses(400, "rest_invalid_param", "acf.assoc-id")
	for _, forged := range []object{{"datum-vog": "2026-11-01"}, {"financiele-blokkade": true}, {"former_member": "1"}, {"_nikki_2026_saldo": 0.5}} {
		s.send("PUT", one(own), object{"acf": forged}, mallory).is(400)
	}
	s.post(collection, object{"administered": true, "acf": object{"first_name": "Plant"}}, mallory).is(201).has("administered", false)

	member := s.person(sync, object{"first_name": "Katarzyna", "assoc-id": "QPND49Q", "lid-sinds": "2020-01-01"}).has("administered", true).id()
	s.get(one(member), mallory).refuses(403, "rest_forbidden")
	s.post(collection, object{"acf": object{"first_name": "Nog een", "assoc-id": "qpnd49q"}}, admin).refuses(400, "rest_invalid_param", "acf.assoc-id")

	team := s.post(teams, object{"title": "JO9-1"}, mallory).is(201).has("administered", false).id()
	s.send("PUT", at(teams, team), object{"acf": object{"publicteamid": "190021"}}, mallory).refuses(400, "rest_invalid_param", "acf.publicteamid")
	s.send("PUT", at(teams, team), object{"acf": object{"publicteamid": "190021", "gender": "male"}}, sync).is(200)
	s.send("PUT", at(teams, team), object{"acf": object{"gender": "female", "website": "https://x.example"}}, mallory).is(200).
		has("acf.gender", "male").has("acf.website", "https://x.example")
}

func TestARecordIsAdopted(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("mallory")
	s.user("sync", access.Synchronizer)
	mallory, sync := s.program("mallory"), s.program("sync")
	for path, id := range map[string]int64{
		"people": s.person(mallory, object{"first_name": "Jan"}).id(), "teams": s.team(mallory, "JO9-1"),
		"commissies": s.post(committees, object{"title": "Bar"}, mallory).is(201).id(),
	} {
		record := at("/api/cms/v2/"+path, id)
		adopt := fmt.Sprintf("/api/club/v1/%s/%d/adopt", path, id)
		s.post(adopt, nil).refuses(401, "rest_not_logged_in")
		s.post(adopt, nil, mallory).refuses(403, "rest_forbidden")
		s.get(record, mallory).is(200).has("administered", false)
		s.post(adopt, nil, map[string]call{"people": admin, "teams": sync, "commissies": admin}[path]).is(200).has("id", int(id)).has("administered", true)
		s.get(record, mallory).is(200).has("administered", true)
		s.get("/api/cms/v2/"+path+fmt.Sprintf("?include=%d&_fields=id,administered", id), admin).has("", []any{object{"id": float64(id), "administered": true}})
		s.post(fmt.Sprintf("/api/club/v1/%s/99/adopt", path), nil, admin).refuses(404, "rest_post_invalid_id")
	}
}

// The account of the synchronization keeps records, and nothing else.
func TestWhatTheSynchronizationMayDo(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("sync", access.Synchronizer)
	s.user("jan")
	sync, jan := s.program("sync"), s.program("jan")
	id := s.person(jan, object{"first_name": "Jan", "contact_info": []object{{"contact_type": "email", "contact_value": "jan@club.example"}}}).id()
	s.send("PUT", one(id), object{"acf": object{"nickname": "J"}}, sync).is(200)
	s.get(collection, sync).is(200)
	s.get("/api/club/v1/people/find-by-email?email=jan@club.example", sync).is(200).has("id", int(id))
	s.get(filtered+"?vog_missing=1", sync).is(200)
	s.get("/api/cms/v2/relationship_type", sync).is(200)
	s.send("DELETE", at(teams, s.team(sync, "JO9-1")), nil, sync).is(200)
	s.get("/api/club/v1/user/me", sync).is(200).has("is_admin", false).has("capabilities", []any{"synchronisatie"})
	label := s.post("/api/cms/v2/person_label", object{"name": "Bar"}, sync).is(201).id()
	s.send("PUT", one(id), object{"person_label": []int64{label}}, sync).is(200)

	for _, refused := range []string{"/api/club/v1/people/export?columns=name", "/api/club/v1/users"} {
		s.get(refused, sync).refuses(403, "rest_forbidden")
	}
	s.post("/api/club/v1/volunteer-roles/settings", object{"player_roles": []string{"x"}}, sync).refuses(403, "rest_forbidden")
	s.post("/api/cms/v2/relationship_type", object{"name": "Buur"}, sync).refuses(403, "rest_forbidden")
	s.get(at("/api/cms/v2/users", 1)+"/application-passwords", sync).refuses(403, "rest_forbidden")
	s.get("/api/club/v1/people/export?columns=name", admin).is(200)
}
