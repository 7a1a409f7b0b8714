package duplicatesapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

type object = apitest.Object

const root = "/api/club/v1/duplicates"

// Who made two people merges them, but is not told what the treasurer knows of them, and does not decide about it.
func TestAMergeTellsNobodyWhatTheTreasurerKnows(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("author")
	author := s.Program("author")
	pair := func() (string, int64, int64) {
		one := s.Person(author, object{"first_name": "Jan"}).ID()
		two := s.Person(author, object{"first_name": "Jan", "nickname": "Jantje"}).ID()
		return fmt.Sprintf("%s/%d/%d", root, one, two), one, two
	}
	for name, money := range map[string][2]object{
		"the loser has it":  {{}, {"factuur-email": "geheim@club.example"}},
		"the winner has it": {{"_nikki_2026_saldo": 12.5}, {}},
		"both have another": {{"factuur-email": "een@club.example"}, {"factuur-email": "twee@club.example"}},
		"a flag":            {{}, {"_exclude_from_contributie": true}},
	} {
		at, one, two := pair()
		s.Send("PUT", apitest.Person(one), object{"acf": money[0]}, admin).Is(200)
		s.Send("PUT", apitest.Person(two), object{"acf": money[1]}, admin).Is(200)
		s.Get(at, author).Is(200).Has("fields", []any{object{"field": "nickname", "winner": "", "loser": "Jantje"}})
		if got := len(s.Get(at, admin).Is(200).List("fields")); got != 2 {
			t.Errorf("%s: an administrator chooses among %d fields", name, got)
		}
		for _, take := range [][]string{nil, {"nickname"}, {"factuur-email"}} {
			a := s.Post(at, object{"take": take}, author).Refuses(409, "duplicate_entrusted")
			for _, told := range []string{"factuur", "nikki", "12.5", "club.example"} {
				if strings.Contains(a.Text, told) {
					t.Errorf("%s: it tells %s: %s", name, told, a.Text)
				}
			}
		}
		s.Get(apitest.Person(one), author).Is(200).Has("acf.nickname", "")
		s.Get(apitest.Person(two), author).Is(200)
		merged := s.Post(at, object{}, admin).Is(200).ID()
		for key, value := range money[1] {
			if money[0][key] == nil && key != "_exclude_from_contributie" {
				s.Get(apitest.Person(merged), admin).Has("acf."+key, value)
			}
		}
	}
	at, one, two := pair() // what is the same is nothing to decide about
	for _, id := range []int64{one, two} {
		s.Send("PUT", apitest.Person(id), object{"acf": object{"factuur-email": "een@club.example"}}, admin).Is(200)
	}
	s.Post(at, object{}, author).Is(200)
	s.Get(apitest.Person(one), admin).Has("acf.factuur-email", "een@club.example").Has("acf.nickname", "Jantje")
}

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
	for _, id := range []int64{one, two} {
		s.Get(fmt.Sprintf("/api/club/v1/people/%d/looks", id), admin).Is(200).Has("0.user_id", 1.0).
			Has("0.opened", "2026-06-15 14:30:45")
	}
	s.Get(fmt.Sprintf("/api/club/v1/people/%d/looks", three), admin).Is(200).Has("", []any{}) // the list of pairs opens nobody
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
