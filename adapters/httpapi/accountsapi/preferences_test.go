package accountsapi_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

const preferences = "/api/club/v1/user/list-preferences"

func TestListPreferences(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan", access.Member)
	s.User("piet", access.Member)
	jan, piet := s.SignIn("jan"), s.Program("piet")
	s.Get(preferences, jan.Reads).Is(200).Has("people.columns", []any{})
	s.Post(preferences, object{"people": object{"columns": []string{"team", "", "modified", "team"}}}, jan.Writes).Is(200).
		Has("", object{"density": "compact", "shortcuts": true, "people": object{"columns": []any{"team", "modified"}, "widths": object{}}})
	s.Get(preferences, jan.Reads).Has("people.columns", []any{"team", "modified"})
	s.Get("/api/club/v1/user/me", jan.Reads).Has("list_preferences.people.columns", []any{"team", "modified"})
	s.Get(preferences, piet).Has("people.columns", []any{})
	for _, nothing := range []any{object{}, object{"people": object{}}, object{"teams": object{"columns": []string{"x"}}}} {
		s.Post(preferences, nothing, jan.Writes).Is(200).Has("people.columns", []any{"team", "modified"})
	}
	many := strings.Fields(strings.Repeat("x ", 101))
	for _, wrong := range []any{
		object{"people": "x"}, object{"people": object{"columns": "x"}}, object{"people": object{"columns": []int{1}}},
		object{"people": object{"columns": []any{nil}}},
		object{"people": object{"columns": many}}, object{"people": object{"columns": []string{"a\x00"}}},
		object{"people": object{"columns": []string{strings.Repeat("x", 10_001)}}},
		object{"people": object{"widths": []int{1}}}, object{"people": object{"widths": object{"team": 1}}},
		object{"people": object{"widths": object{"team": "100"}}}, object{"people": object{"widths": object{"team": nil}}},
		object{"density": "dense"}, object{"shortcuts": "no"},
	} {
		if a := s.Post(preferences, wrong, jan.Writes).Is(400); a.At("code") != "rest_invalid_param" {
			t.Errorf("%v: %s", wrong, a.Text)
		}
	}
	s.Get(preferences, jan.Reads).Has("people.columns", []any{"team", "modified"})
	s.Post(preferences, object{"density": "roomy", "shortcuts": false, "people": object{"widths": object{"team": 120}}}, jan.Writes).Is(200).
		Has("", object{"density": "roomy", "shortcuts": false,
			"people": object{"columns": []any{"team", "modified"}, "widths": object{"team": 120.0}}})
	s.Post(preferences, object{"density": "compact", "shortcuts": true, "people": object{"widths": object{}}}, jan.Writes).Is(200).
		Has("", object{"density": "compact", "shortcuts": true, "people": object{"columns": []any{"team", "modified"}, "widths": object{}}})
	s.Post(preferences, object{"people": object{"columns": []string{}}}, jan.Writes).Is(200).Has("people.columns", []any{})
	s.Get(preferences).Refuses(401, "rest_not_logged_in")
	s.Post(preferences, object{}).Refuses(401, "rest_not_logged_in")
	s.Post(preferences, object{}, jan.Reads).Refuses(403, "rest_cookie_invalid_nonce")
}
