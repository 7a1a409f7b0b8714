package systemapi_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

// object is JSON as a test writes it.
type object = apitest.Object

// contract: club §5-3, §9
func TestTheRootIndexAndTheVersionAreOpen(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	for _, address := range []string{"/api", "/api/"} {
		a := s.Get(address).Is(200).Has("name", "vv De Proef").Has("url", "http://club.example").
			Has("timezone_string", "Europe/Amsterdam")
		a.Has("namespaces", []any{"cms/v2", "club/v1"})
		a.Has("routes", a.Object("routes"))
		if methods := fmt.Sprint(a.Object("routes")["/cms/v2/people/{id}"]); methods != "map[methods:[DELETE GET PATCH POST PUT]]" {
			t.Errorf("got %s", methods)
		}
	}
	s.Get("/api/club/v1/version").Is(200).Has("", object{"version": "1.2.3"})
	s.Get("/api/club/v1/version", apitest.Basic("jan", "wrong")).Is(200)
}
