package jubileesapi_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

type object = apitest.Object

const list = "/api/club/v1/anniversaries"

// contract: club §2.11-5
func TestAnniversaries(t *testing.T) {
	t.Parallel()
	s := apitest.New(t) // on 15 June 2026
	admin := s.Admin()
	s.User("jub", access.SectionRole(access.Anniversaries))
	s.User("jan", access.SectionRole(access.Volunteers))
	keeper, other := s.Program("jub"), s.Program("jan")
	for _, acf := range []object{
		{"first_name": "Goud", "lid-sinds": "19760701"}, {"first_name": "Zilver", "lid-sinds": "2001-06-30"},
		{"first_name": "Schrikkel", "lid-sinds": "1984-02-29"}, {"first_name": "Oud", "lid-sinds": "1976-07-01", "former_member": true},
		{"first_name": "Weg", "lid-sinds": "1976-07-01", "lid-tot": "2026-06-14"}, {"first_name": "Dood", "lid-sinds": "1976-07-01",
			"datum-overlijden": "2020-01-01"}, {"first_name": "Twaalf", "lid-sinds": "2013-12-20"},
	} {
		s.Person(admin, acf)
	}
	a := s.Get(list+"?from=2026-06-15&to=2026-09-12", keeper).Is(200).Has("total", 2.0)
	a.Has("anniversaries.0", object{"id": 0.0, "name": "Zilver", "thumbnail": "", "milestone_years": 25.0, "date": "2026-06-30",
		"lid_sinds": "2001-06-30", "days_until": 15.0}).Has("anniversaries.1.name", "Goud").Has("anniversaries.1.milestone_years", 50.0)
	s.Get(list+"?from=2009-01-01&to=2009-12-31", admin).Is(200).Has("anniversaries.0.date", "2009-03-01")
	s.Get(list, admin).Is(200).Has("total", 1.0).Has("anniversaries.0.name", "Zilver") // the season
	s.Get(list, other).Refuses(403, "rest_forbidden")
	s.Get(list).Refuses(401, "rest_not_logged_in")
	for field, query := range map[string]string{
		"from": "?from=x", "to": "?from=2026-01-01&to=2025-12-31",
	} {
		s.Get(list+query, keeper).Refuses(400, "rest_invalid_param", field)
	}
	s.Get(list+"?from=2020-01-01&to=2026-01-01", keeper).Refuses(400, "rest_invalid_param", "to")
	if file := s.Get(list+"/export?format=csv&from=2026-06-15&to=2026-09-12", keeper).Is(200); !strings.Contains(file.Text, "Goud") {
		t.Errorf("exported %s", file.Text)
	}
	s.Get("/api/club/v1/people/1/looks", admin).Is(200).Has("0.user_name", "Heet jub").Has("0.exported", "2026-06-15 14:30:45")
	s.Get("/api/club/v1/people/4/looks", admin).Is(200).Has("", []any{}) // stood in no row

	s.Get(list+"/settings", keeper).Is(200).Has("milestones", []any{25.0, 40.0, 50.0, 60.0, 65.0, 70.0, 75.0})
	s.Post(list+"/settings", object{"milestones": []float64{12.5}}, keeper).Refuses(403, "rest_forbidden")
	s.Post(list+"/settings", object{"milestones": []float64{12.25}}, admin).Refuses(400, "rest_invalid_param", "milestones")
	s.Post(list+"/settings", object{"milestones": []float64{50, 12.5}}, admin).Is(200).Has("milestones", []any{12.5, 50.0})
	s.Get(list+"?from=2026-06-15&to=2026-09-12", keeper).Is(200).Has("anniversaries.0.name", "Twaalf").
		Has("anniversaries.0.milestone_years", 12.5).Has("anniversaries.0.date", "2026-06-20")
}
