package httpapi_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// object is JSON as a test writes it.
type object = apitest.Object

// The review's first finding, the application's half: a plain user planted a member code, and the synchronization took the record
// for the member's.
func TestAPlainUserPlantsNothing(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("mallory")
	s.User("sync", access.Synchronizer)
	mallory, sync := s.Program("mallory"), s.Program("sync")
	s.Post(apitest.People, object{"acf": object{"first_name": "Plant", "assoc-id": "QPND49Q"}}, mallory).
		Refuses(400, "rest_invalid_param", "acf.assoc-id")
	own := s.Person(mallory, object{"first_name": "Plant", "assoc-id": "", "lid-sinds": nil, "former_member": "0"}).
		Has("administered", false).ID()
	s.Send("PUT", apitest.Person(own), object{"acf": object{"assoc-id": "QPND49Q"}}, mallory).
		Refuses(400, "rest_invalid_param", "acf.assoc-id")
	for _, forged := range []object{{"datum-vog": "2026-11-01"}, {"financiele-blokkade": true}, {"former_member": "1"}} {
		s.Send("PUT", apitest.Person(own), object{"acf": forged}, mallory).Is(400)
	}
	s.Send("PUT", apitest.Person(own), object{"acf": object{"_nikki_2026_saldo": 0.5}}, mallory).Is(200) // which mallory does not read
	if _, there := s.Get(apitest.Person(own), admin).Object("acf")["_nikki_2026_saldo"]; there {
		t.Error("mallory sets a contribution")
	}
	s.Post(apitest.People, object{"administered": true, "acf": object{"first_name": "Plant"}}, mallory).Is(201).
		Has("administered", false)

	member := s.Person(sync, object{"first_name": "Katarzyna", "assoc-id": "QPND49Q", "lid-sinds": "2020-01-01"}).
		Has("administered", true).ID()
	s.Get(apitest.Person(member), mallory).Refuses(403, "rest_forbidden")
	s.Post(apitest.People, object{"acf": object{"first_name": "Nog een", "assoc-id": "qpnd49q"}}, admin).
		Refuses(400, "rest_invalid_param", "acf.assoc-id")

	team := s.Post(apitest.Teams, object{"title": "JO9-1"}, mallory).Is(201).Has("administered", false).ID()
	s.Send("PUT", apitest.At(apitest.Teams, team), object{"acf": object{"publicteamid": "190021"}}, mallory).
		Refuses(400, "rest_invalid_param", "acf.publicteamid")
	s.Send("PUT", apitest.At(apitest.Teams, team), object{"acf": object{"publicteamid": "190021", "gender": "male"}}, sync).Is(200)
	s.Send("PUT", apitest.At(apitest.Teams, team), object{"acf": object{"gender": "female", "website": "https://x.example"}},
		mallory).Is(200).
		Has("acf.gender", "male").Has("acf.website", "https://x.example")
}

// contract: club §2.1, §5-4; synchronization §1-3
// Who keeps which of the fields that go back to the federation, of a member and of somebody whom it does not know.
func TestWhoKeepsWhatGoesBackToTheFederation(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	values := object{"datum-vog": "2026-05-01", "financiele-blokkade": true, "helpdesk-id": "77", "birthdate": "1980-02-03",
		"infix": "de", "type-lid": "Donateur"}
	always := []string{"birthdate", "infix"} // of those without a code
	for i, c := range []struct {
		role access.Role
		own  []string
	}{
		{access.Member, nil},
		{access.SectionRole(access.Certificates), []string{"datum-vog"}},
		{access.SectionRole(access.Finance), []string{"financiele-blokkade"}},
		{access.SectionRole(access.Administration), slices.Sorted(maps.Keys(values))},
		{access.Synchronizer, slices.Sorted(maps.Keys(values))},
		{access.Administrator, slices.Sorted(maps.Keys(values))},
	} {
		name := fmt.Sprint("user", i)
		s.User(name, c.role)
		who := s.Program(name)
		for _, code := range []string{"", fmt.Sprint("CODE", i)} {
			id := s.Person(who, object{"first_name": "Jan", "last_name": "Kok"}).ID()
			s.Send("PUT", apitest.Person(id), object{"acf": object{"assoc-id": code}}, admin).Is(200)
			for _, key := range slices.Sorted(maps.Keys(values)) {
				before := s.Get(apitest.Person(id), who).Is(200).At("acf." + key)
				whole := s.Get(apitest.Person(id), who).Object("acf") // as the predecessor's clients send it
				whole[key] = values[key]
				a := s.Send([]string{"PUT", "PATCH", "POST"}[i%3], apitest.Person(id), object{"acf": whole}, who)
				switch {
				case slices.Contains(c.own, key) || code == "" && slices.Contains(always, key):
					a.Is(200).Has("acf."+key, values[key])
				case code == "":
					a.Refuses(400, "rest_invalid_param", "acf."+key)
				default:
					a.Is(200).Has("acf."+key, before)
				}
			}
		}
	}
	s.User("vog", access.SectionRole(access.Certificates))
	hidden := s.Person(admin, object{"first_name": "Els"}).ID()
	s.Send("PUT", apitest.Person(hidden), object{"acf": object{"datum-vog": "2026-05-01"}}, s.Program("vog")).
		Refuses(403, "rest_forbidden")
}

func TestARecordIsAdopted(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("mallory")
	s.User("sync", access.Synchronizer)
	mallory, sync := s.Program("mallory"), s.Program("sync")
	for path, id := range map[string]int64{
		"people": s.Person(mallory, object{"first_name": "Jan"}).ID(), "teams": s.Team(mallory, "JO9-1"),
		"commissies": s.Post(apitest.Committees, object{"title": "Bar"}, mallory).Is(201).ID(),
	} {
		record := apitest.At("/api/cms/v2/"+path, id)
		adopt := fmt.Sprintf("/api/club/v1/%s/%d/adopt", path, id)
		s.Post(adopt, nil).Refuses(401, "rest_not_logged_in")
		s.Post(adopt, nil, mallory).Refuses(403, "rest_forbidden")
		s.Get(record, mallory).Is(200).Has("administered", false)
		s.Post(adopt, nil, map[string]apitest.Call{"people": admin, "teams": sync, "commissies": admin}[path]).Is(200).
			Has("id", int(id)).Has("administered", true)
		s.Get(record, mallory).Is(200).Has("administered", true)
		s.Get("/api/cms/v2/"+path+fmt.Sprintf("?include=%d&_fields=id,administered", id), admin).
			Has("", []any{object{"id": float64(id), "administered": true}})
		s.Post(fmt.Sprintf("/api/club/v1/%s/99/adopt", path), nil, admin).Refuses(404, "rest_post_invalid_id")
	}
}

// The account of the synchronization keeps records, and nothing else.
func TestWhatTheSynchronizationMayDo(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("sync", access.Synchronizer)
	s.User("jan")
	sync, jan := s.Program("sync"), s.Program("jan")
	id := s.Person(jan, object{"first_name": "Jan", "contact_info": []object{{"contact_type": "email",
		"contact_value": "jan@club.example"}}}).ID()
	s.Send("PUT", apitest.Person(id), object{"acf": object{"nickname": "J"}}, sync).Is(200)
	s.Get(apitest.People, sync).Is(200)
	s.Get("/api/club/v1/people/find-by-email?email=jan@club.example", sync).Is(200).Has("id", int(id))
	s.Get(apitest.Filtered+"?vog_missing=1", sync).Is(200)
	s.Get("/api/cms/v2/relationship_type", sync).Is(200)
	s.Send("DELETE", apitest.At(apitest.Teams, s.Team(sync, "JO9-1")), nil, sync).Is(200)
	s.Get("/api/club/v1/user/me", sync).Is(200).Has("is_admin", false).Has("capabilities", []any{"synchronisatie"})
	label := s.Post("/api/cms/v2/person_label", object{"name": "Bar"}, sync).Is(201).ID()
	s.Send("PUT", apitest.Person(id), object{"person_label": []int64{label}}, sync).Is(200)

	for _, refused := range []string{"/api/club/v1/people/export?columns=name", "/api/club/v1/users"} {
		s.Get(refused, sync).Refuses(403, "rest_forbidden")
	}
	s.Post("/api/club/v1/volunteer-roles/settings", object{"player_roles": []string{"x"}}, sync).Refuses(403, "rest_forbidden")
	s.Post("/api/cms/v2/relationship_type", object{"name": "Buur"}, sync).Refuses(403, "rest_forbidden")
	s.Get(apitest.At("/api/cms/v2/users", 1)+"/application-passwords", sync).Refuses(403, "rest_forbidden")
	s.Get("/api/club/v1/people/export?columns=name", admin).Is(200)
}

// contract: club §2.1, §5-4
// What the treasurer knows of somebody is for who keeps the money, for who administers members, and for the person.
func TestWhoReadsWhatTheTreasurerKnowsOfSomebody(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("author")
	money := object{"_nikki_2026_saldo": 12.5, "_nikki_2026_total": 150.0, "factuur-email": "opa@example.nl", "_exclude_from_contributie": true}
	id := s.Person(s.Program("author"), object{"first_name": "Jan", "nickname": "J"}).ID()
	s.Send("PUT", apitest.Person(id), object{"acf": money}, admin).Is(200).Has("acf.factuur-email", "opa@example.nl")
	s.User("self")
	s.Post("/api/club/v1/user/linked-person", object{"person_id": id, "user_id": s.Viewer("self").User}, admin).Is(200)
	s.User("secretary", access.SectionRole(access.Administration))
	s.User("sync", access.Synchronizer)
	for username, reads := range map[string]bool{"beheer": true, "secretary": true, "sync": true, "self": true,
		"author": false} {
		as := s.Program(username)
		for _, acf := range []object{
			s.Get(apitest.Person(id), as).Is(200).Object("acf"),
			s.Get(apitest.People, as).Is(200).Object("0.acf"),
			s.Get("/api/club/v1/people/filtered", as).Is(200).Object("people.0.acf"),
		} {
			for key, value := range money {
				if got, there := acf[key]; there != reads || reads && got != value {
					t.Errorf("%s reads %s: %v", username, key, got)
				}
			}
			if acf["nickname"] != "J" || acf["financiele-blokkade"] != false {
				t.Errorf("%s reads %v", username, acf)
			}
		}
	}
	// Who sends back what was read changes nothing of it.
	s.Send("PUT", apitest.Person(id), object{"acf": object{"nickname": "JJ"}}, s.Program("author")).Is(200)
	s.Roles("author", access.SectionRole(access.Finance))
	s.Get(apitest.Person(id), s.Program("author")).Has("acf.factuur-email", "opa@example.nl").Has("acf._nikki_2026_saldo", 12.5)
}
