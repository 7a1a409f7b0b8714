package duplicatesapi_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

type object = apitest.Object

const root = "/api/club/v1/duplicates"

func TestAPairIsFoundComparedAndMerged(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("piet")
	add := func(first string, more object) int64 {
		fields := object{"first_name": first, "last_name": "Vries", "contact_info": []any{
			object{"contact_type": "email", "contact_value": "jan@club.example"},
		}}
		for key, value := range more {
			fields[key] = value
		}
		return s.Person(admin, fields).ID()
	}
	one, two, three := add("Jan", nil), add("J.", object{"nickname": "Jantje"}), add("Jan", object{"assoc-id": "A1"})
	pair := func(a, b int64) string { return fmt.Sprintf("%s/%d/%d", root, a, b) }
	s.Get(root, admin).Is(200).Has("0.people.0.id", float64(one)).Has("0.people.1.id", float64(two)).Has("0.reasons.0", "email")
	s.Get(root, s.Program("piet")).Is(200).Has("", []any{})
	s.Send("DELETE", pair(three, one), "", admin).Is(200)
	s.Get(root, admin).Is(200).Has("0.people.1.id", float64(two))
	s.Get(pair(one, two), admin).Is(200).Has("winner", "Jan Vries").Has("fields.0.field", "first_name").Has("fields.0.loser", "J.").
		Has("fields.1.winner", "")
	s.Post(pair(one, two), object{}, s.Program("piet")).Refuses(403, "rest_forbidden")
	s.Get(pair(one, two), s.Program("piet")).Refuses(403, "rest_forbidden")
	s.Post(pair(one, one), object{}, admin).Refuses(400, "duplicate_same")
	s.Post(pair(one, three), object{}, admin).Refuses(409, "duplicate_other_stays")
	s.Post(pair(one, 999), object{}, admin).Refuses(404, "rest_post_invalid_id")
	s.Post(pair(one, two), object{"take": []string{"first_name"}}, admin).Is(200).Has("id", float64(one))
	s.Get(apitest.Person(one), admin).Is(200).Has("acf.first_name", "J.").Has("acf.nickname", "Jantje")
	s.Get(apitest.Person(two), admin).Is(404)
	s.Get(fmt.Sprintf("/api/club/v1/people/%d/merged-into", two), admin).Is(200).Has("id", float64(one))
	s.Get(fmt.Sprintf("/api/club/v1/people/%d/merged-into", two), s.Program("piet")).Refuses(404, "duplicate_not_merged")
	s.Get(fmt.Sprintf("/api/club/v1/people/%d/merged-into", one), admin).Refuses(404, "duplicate_not_merged")
}
