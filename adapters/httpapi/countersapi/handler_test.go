package countersapi_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

type object = apitest.Object

const counters = "/api/club/v1/counters"

func TestTheNumbersOfTheMenu(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan", access.Member)
	jan := s.Program("jan")
	s.Post("/api/cms/v2/people", object{"acf": object{"first_name": "Anna"}}, admin).Is(201)
	s.Post("/api/cms/v2/people", object{"acf": object{"first_name": "Bert", "former_member": true}}, admin).Is(201)
	s.Post("/api/cms/v2/teams", object{"title": "JO9-1"}, admin).Is(201)
	s.Post("/api/cms/v2/commissies", object{"title": "Kantine"}, admin).Is(201)
	s.Post("/api/club/v1/todos", object{"content": "Bellen"}, jan).Is(200)
	for dossier, season := range map[string]int{"1": 2025, "2": 2024} {
		s.Post("/api/cms/v2/discipline-cases", object{
			"title": dossier, "seizoen": []int{season}, "acf": object{"dossier_id": dossier, "match_date": "2026-03-01"},
		}, admin).Is(201)
	}
	// The whole club is a committee, too.
	s.Get(counters, admin).Is(200).
		Has("", object{"people": 1., "teams": 1., "committees": 2., "todos": 0., "cases": 1.,
			"vog": 0., "vog_requested": 0.})
	s.Get(counters, jan).Is(200).
		Has("", object{"people": 0., "teams": 0., "committees": 0., "todos": 1., "cases": nil, "vog": nil, "vog_requested": nil})
	s.Get(counters).Refuses(401, "rest_not_logged_in")
}

// contract: facts §10.2
func TestTheMenuCountsCertificates(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("vera", access.SectionRole(access.Certificates))
	vera := s.Program("vera")
	works := []object{{"team": 1000, "is_current": true}}
	for name, acf := range map[string]object{
		"Nieuw": {}, "Oud": {"datum-vog": "2023-06-15"}, "Geldig": {"datum-vog": "2025-07-01"},
	} {
		acf["first_name"], acf["work_history"] = name, works
		id := s.Person(admin, acf).ID()
		if name == "Oud" {
			s.Post("/api/club/v1/vog/bulk-mark-justis", object{"ids": []int64{id}}, admin).Is(200).Has("marked", 1.)
		}
	}
	s.Person(admin, object{"first_name": "Speler"}) // of whom none is asked
	s.Get(counters, vera).Is(200).Has("vog", 1.).Has("vog_requested", 1.)
}
