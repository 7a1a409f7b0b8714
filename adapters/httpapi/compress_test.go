package httpapi_test

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
)

// ask sends a request as a browser does, which takes compressed responses.
func ask(s *apitest.Site, method, path, encodings string, calls ...apitest.Call) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://club.example"+path, nil)
	r.Header.Set("Accept-Encoding", encodings)
	for _, call := range calls {
		call(r)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

func TestTextIsCompressedForWhoAsks(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for range 12 {
		s.Post("/api/cms/v2/people", map[string]any{"status": "publish", "acf": map[string]any{
			"first_name": "Anna", "last_name": "Jansen", "nickname": strings.Repeat("n", 90),
		}}, admin).Is(http.StatusCreated)
	}
	plain := ask(s, http.MethodGet, "/api/cms/v2/people", "", admin)
	text := plain.Body.String()
	for name, want := range map[string]struct{ path, encodings, encoding string }{
		"a list":                   {"/api/cms/v2/people", "gzip, deflate", "gzip"},
		"a list, with zstd":        {"/api/cms/v2/people", "gzip, zstd", "zstd"},
		"what nobody asked for":    {"/api/cms/v2/people", "br", ""},
		"what was refused":         {"/api/cms/v2/people", "gzip;q=0", ""},
		"less than it is worth":    {"/api/cms/v2/people?per_page=1&_fields=id", "gzip", ""},
		"the API's description":    {"/api/openapi.json", "gzip", "gzip"},
		"a workbook, which is one": {"/api/club/v1/people/export?format=xlsx&columns=first_name", "gzip", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := ask(s, http.MethodGet, want.path, want.encodings, admin)
			if got.Code != http.StatusOK || got.Header().Get("Content-Encoding") != want.encoding {
				t.Errorf("%d, Content-Encoding %q, want %q", got.Code, got.Header().Get("Content-Encoding"), want.encoding)
			}
			if !strings.Contains(strings.Join(got.Header().Values("Vary"), ","), "Accept-Encoding") {
				t.Errorf("Vary is %q", got.Header().Values("Vary"))
			}
		})
	}
	t.Run("it is the same text", func(t *testing.T) {
		got := ask(s, http.MethodGet, "/api/cms/v2/people", "gzip", admin)
		reader, err := gzip.NewReader(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		if unpacked, err := io.ReadAll(reader); err != nil || string(unpacked) != text {
			t.Errorf("%d bytes, %v; want %d", len(unpacked), err, len(text))
		}
		if got.Header().Get("X-WP-Total") != "12" || got.Header().Get("No-Gzip-Compression") != "" {
			t.Errorf("headers are %v", got.Header())
		}
	})
}

func TestWhatHoldsASecretIsNotCompressed(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	paths, schemas := httpapi.Operations(s.Server)
	secrets := 0
	for path, item := range paths {
		for method, op := range map[string]*huma.Operation{
			http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodPatch: item.Patch,
		} {
			if op == nil || !returnsSecret(op, schemas) {
				continue
			}
			secrets++
			if !rest.IsSecret(op) {
				t.Errorf("%s %s returns a secret and does not say so", method, path)
			}
		}
	}
	if secrets < 3 {
		t.Errorf("%d operations return a secret: the test does not see them", secrets)
	}

	router := mux.NewRouter()
	api := rest.New(router, "a text that would be compressed", "1", nil)
	for path, secret := range map[string]bool{"/secret": true, "/open": false} {
		rest.Handle(api, rest.Operation{Name: path, Method: http.MethodGet, Path: path, Secret: secret},
			func(context.Context, *struct{}) (*long, error) { return &long{strings.Repeat("a", 5000)}, nil })
	}
	handler, err := rest.Compress(router)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/secret": "", "/open": "gzip"} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if h := w.Result().Header; h.Get("Content-Encoding") != want || h.Get("No-Gzip-Compression") != "" {
			t.Errorf("%s: %v", path, h)
		}
	}
}

type long struct{ Body string }

// returnsSecret reports whether the response of an operation has a member whose name is that of a secret.
func returnsSecret(op *huma.Operation, schemas huma.Registry) bool {
	for status, response := range op.Responses {
		content := response.Content["application/json"]
		if !strings.HasPrefix(status, "2") || content == nil {
			continue
		}
		schema := content.Schema
		if schema.Ref != "" {
			schema = schemas.SchemaFromRef(schema.Ref)
		}
		for name := range schema.Properties {
			if slices.Contains([]string{"nonce", "password", "token", "secret"}, name) {
				return true
			}
		}
	}
	return false
}
