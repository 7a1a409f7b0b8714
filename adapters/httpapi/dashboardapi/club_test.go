package dashboardapi_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

// contract: club §2.1-4, §2.9-1, §2.9-4, §2.10, §4.2
func TestTheOverviewOfTheClub(t *testing.T) {
	t.Parallel()
	s := apitest.New(t) // 15 June 2026
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	born := func(as apitest.Call, first, birthdate, former string) int64 {
		s.Later(time.Minute) // who was changed last comes first
		id := s.Person(as, object{"first_name": first, "last_name": "Kok"}).Is(201).ID()
		s.Send("PUT", apitest.Person(id), object{"acf": object{
			"infix": "de", "birthdate": birthdate, "former_member": former,
		}}, admin).Is(200)
		return id
	}
	current, favorite := born(jan, "Anna", "2000-06-20", ""), born(jan, "Bert", "", "")
	former, hidden := born(jan, "Weg", "2000-06-21", "1"), born(admin, "Verborgen", "2000-06-22", "")
	s.Team(jan, "JO9-1")
	s.Team(admin, "JO9-2")
	for _, id := range []int64{former, favorite} {
		s.Send("PUT", fmt.Sprint("/api/club/v1/favorites/people/", id), nil, jan).Is(200)
	}
	for _, id := range []int64{current, former} {
		s.Later(time.Minute)
		s.Post(fmt.Sprintf("/api/club/v1/people/%d/activities", id), object{"content": "Gebeld."}, jan).Is(200)
	}
	s.Post("/api/club/v1/todos", object{"content": "Bellen."}, jan).Is(200)

	summary := func(id int64, first string, former, favorite bool) object {
		return object{"id": float64(id), "name": first + " de Kok", "first_name": first, "infix": "de", "last_name": "Kok",
			"thumbnail": "", "labels": []any{}, "former_member": former, "is_favorite": favorite}
	}
	contacted := func(of object) object {
		of["last_activity_date"] = "2026-06-15"
		return of
	}
	stats := func(people, teams, todos float64) object {
		return object{"total_people": people, "total_teams": teams, "total_commissies": 0., "total_volunteers": 0.,
			"open_todos_count": todos, "awaiting_todos_count": 0., "open_feedback_count": 0.}
	}
	reminder := func(id int64, first, birthdate, next string, days float64) object {
		return object{"id": float64(id), "title": first + " de Kok", "date_value": birthdate, "next_occurrence": next, "days_until": days,
			"is_recurring": true, "year_unknown": false,
			"related_people": []any{object{"id": float64(id), "name": first + " de Kok", "thumbnail": ""}}}
	}
	s.Get(overview, jan).Is(200).Has("", object{
		"stats":              stats(2, 1, 1),
		"recent_people":      []any{summary(favorite, "Bert", false, true), summary(current, "Anna", false, false)},
		"upcoming_reminders": []any{reminder(current, "Anna", "2000-06-20", "2026-06-20", 5)},
		"favorites":          []any{summary(favorite, "Bert", false, true), summary(former, "Weg", true, true)},
		"recently_contacted": []any{contacted(summary(former, "Weg", true, true)), contacted(summary(current, "Anna", false, false))},
	})
	s.Get(overview, admin).Is(200).Has("stats.total_people", 3.).Has("stats.total_teams", 2.).
		Has("recent_people.0", summary(hidden, "Verborgen", false, false)).Has("favorites", []any{}).Has("recently_contacted", []any{}).
		Has("upcoming_reminders.1", reminder(hidden, "Verborgen", "2000-06-22", "2026-06-22", 7))
}
