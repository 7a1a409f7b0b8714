package rest_test

import (
	"net/http"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

func TestJSONIsKnownInAnySpellingOfItsType(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for kind, status := range map[string]int{
		"application/json": 201, "APPLICATION/JSON": 201, "application/json ;charset=UTF-8": 201,
		"application/json; charset=\"utf-8\"": 201, "": 415, "+": 415, "; x": 415, "a+application/json": 415, "text/json": 415,
		"application/json, text/plain": 415,
	} {
		if a := s.Post(apitest.People, `{"acf":{"first_name":"Jan"}}`, admin,
			func(r *http.Request) { r.Header.Set("Content-Type", kind) }); a.StatusCode != status {
			t.Errorf("%q: %d %s", kind, a.StatusCode, a.Text)
		}
	}
}
