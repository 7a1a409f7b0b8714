package httpapi_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/page"
	"github.com/clubhuis/clubhuis/core/usecase"
)

func TestAnAddressBelowApiIsNeverThePage(t *testing.T) {
	t.Parallel()
	for _, root := range []string{"wp-json", "api/club"} {
		handler, err := httpapi.Server{
			Club: usecase.New(usecase.Adapters{}), RestRoot: root, BaseURL: "http://club.example", Log: slog.New(slog.DiscardHandler),
			Page: page.Page{Fallback: []byte("<p>page</p>")},
		}.Handler()
		if err != nil {
			t.Fatal(err)
		}
		for _, method := range []string{http.MethodGet, http.MethodPost, "PROPFIND"} {
			for _, path := range []string{"/api/", "/api/cms/v2/people", "/api/nowhere/at/all", "/api//x"} {
				answer := httptest.NewRecorder()
				handler.ServeHTTP(answer, httptest.NewRequest(method, path, nil))
				var body struct{ Code string }
				err := json.Unmarshal(answer.Body.Bytes(), &body)
				if answer.Code != http.StatusNotFound || err != nil || body.Code != "rest_no_route" ||
					answer.Header().Get("Cache-Control") != "no-store, private" {
					t.Errorf("root %s: %s %s: %d %s", root, method, path, answer.Code, answer.Body)
				}
			}
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/apiary", nil))
		if answer.Body.String() != "<p>page</p>" {
			t.Errorf("root %s: the page's own address: %d %s", root, answer.Code, answer.Body)
		}
	}
}
