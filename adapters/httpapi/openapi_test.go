package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/gorilla/mux"
)

func TestEveryRouteIsDocumentedAndEveryDocumentedOperationIsARoute(t *testing.T) {
	t.Parallel()
	routes := []string{}
	err := httpapi.Routes(apitest.New(t).Server).Walk(func(route *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		path, err := route.GetPathTemplate()
		if err != nil {
			return err
		}
		methods, err := route.GetMethods()
		for _, method := range methods {
			routes = append(routes, method+" "+path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(routes)
	if got := apitest.Documented(); !slices.Equal(got, routes) {
		t.Errorf("documented:\n%s\nroutes:\n%s", strings.Join(got, "\n"), strings.Join(routes, "\n"))
	}
}

// contract: club §5-3, §5-7
func TestTheServerAnswersEveryDocumentedOperationAndNoOther(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	operations := apitest.Documented()
	// Of which an unknown one is a 404.
	const link, invite, photo = "/club/v1/password-reset/{token}", "/club/v1/invites/{token}", "/club/v1/photo-link/{token}"
	const first = "/club/v1/first-start/{token}"
	public := []string{
		"GET /", "GET /club/v1/version", "POST /club/v1/session", "POST /club/v1/session/passkey",
		"POST /club/v1/password-reset", "GET " + link, "POST " + link,
		"GET " + invite, "POST " + invite + "/register", "GET " + photo, "GET " + first,
		"POST " + first,
	}
	for _, operation := range operations {
		_, path, _ := strings.Cut(operation, " ")
		address := "/api" + strings.NewReplacer(
			"{id}", "1", "{uuid}", "x", "{size}", "full", "{user_id}", "1", "{invite_id}", "1",
		).Replace(path)
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			a := s.Send(method, address, nil)
			switch known := method + " " + path; {
			case slices.Contains([]string{
				"DELETE /club/v1/users/search", "DELETE /club/v1/invoices/invoiced-cases", "DELETE /club/v1/invoices/summary",
				"PUT /club/v1/shifts/served", "DELETE /club/v1/shifts/served", "GET /club/v1/shifts/series", "PUT /club/v1/shifts/series",
				"DELETE /club/v1/shifts/series",
			}, known): // of what there is not
				a.Refuses(http.StatusUnauthorized, "rest_not_logged_in")
			case known == "POST /club/v1/mailer/webhook": // the signature says who it is
				a.Refuses(http.StatusUnauthorized, "invalid_signature")
			case !slices.Contains(operations, known):
				a.Refuses(http.StatusMethodNotAllowed, "rest_no_route")
			case slices.Contains(public, known):
				unknown := (path == link || path == photo || path == first || strings.HasPrefix(path, invite)) &&
					a.StatusCode == http.StatusNotFound
				if a.StatusCode == http.StatusUnauthorized || a.StatusCode >= 404 && !unknown {
					t.Errorf("%s: status %d, but it is public", known, a.StatusCode)
				}
			default:
				a.Refuses(http.StatusUnauthorized, "rest_not_logged_in")
			}
		}
	}
}

func TestTheCommittedDescriptionIsTheGeneratedOne(t *testing.T) {
	t.Parallel()
	want, err := httpapi.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	committed, err := os.ReadFile("../../docs/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if string(committed) != string(want) {
		t.Error("docs/api/openapi.json is out of date: go generate ./adapters/httpapi")
	}
}

func TestListsAreNeverNull(t *testing.T) {
	t.Parallel()
	var description any
	text, err := httpapi.OpenAPI()
	if err == nil {
		err = json.Unmarshal(text, &description)
	}
	if err != nil {
		t.Fatal(err)
	}
	lists := 0
	var look func(at string, value any)
	look = func(at string, value any) {
		switch value := value.(type) {
		case map[string]any:
			if kinds, several := value["type"].([]any); several && slices.Contains(kinds, any("array")) {
				t.Errorf("%s: %v", at, kinds)
			}
			if value["type"] == "array" {
				lists++
			}
			for key, inner := range value {
				look(at+"/"+key, inner)
			}
		case []any:
			for i, inner := range value {
				look(fmt.Sprintf("%s/%d", at, i), inner)
			}
		}
	}
	look("", description)
	if lists < 20 {
		t.Errorf("only %d lists", lists)
	}
}

// contract: club §6-5: what is sent out of its own accord is mail. Nobody is called back.
func TestTheDescriptionHasNoCallbacks(t *testing.T) {
	t.Parallel()
	committed, err := os.ReadFile("../../docs/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, member := range []string{`"webhooks":`, `"callbacks":`} {
		if strings.Contains(string(committed), member) {
			t.Errorf("it has %s", member)
		}
	}
}

func TestTheDescriptionIsServedWithTheRestRoot(t *testing.T) {
	t.Parallel()
	a := apitest.New(t, func(s *httpapi.Server) { s.RestRoot = "wp-json" }).Get("/wp-json/openapi.json").Is(200)
	a.Has("servers.0.url", "/wp-json")
	paths := a.Object("paths")
	if len(paths) == 0 || paths["/cms/v2/people/{id}"] == nil {
		t.Errorf("got %d paths", len(paths))
	}
}

func TestThePathsOfAnotherRestRootAreThere(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) { s.RestRoot = "wp-json" })
	s.Get("/wp-json/").Is(200).Has("name", "vv De Proef")
	s.Get("/wp-json").Is(200).Has("url", "http://club.example")
	if got := s.Get("/wp-json2/club/v1/version"); !strings.Contains(got.Text, "page") {
		t.Errorf("what is no REST root belongs to the page: %.80q", got.Text)
	}
}
