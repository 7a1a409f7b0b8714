package timelineapi_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

// contract: club §4.3, §4.4: arrays of all; a part is only given to who asks for one.
func TestAListIsWholeUnlessAPartIsAskedFor(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	on := fmt.Sprintf("/api/club/v1/people/%d", s.Person(admin, object{"first_name": "Jan"}).ID())
	for range 101 {
		s.Post(on+"/activities", object{"content": "Gebeld"}, admin).Is(200)
	}
	for _, path := range []string{on + "/activities", on + "/timeline"} {
		for query, want := range map[string]int{"": 101, "?per_page=100": 100, "?page=2&per_page=100": 1, "?page=2": 0} {
			if got := len(s.Get(path+query, admin).Is(200).List("")); got != want {
				t.Errorf("%s: %d of 101, want %d", path+query, got, want)
			}
		}
		s.Get(path+"?per_page=101", admin).Is(400)
	}
}
