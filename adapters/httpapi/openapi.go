package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/usecase"
)

//go:generate go run ./internal/openapi ../../docs/api/openapi.json

// describe writes the description of the API, for which everything is mounted once more: see operation.Serving.
func (s Server) describe(root string) ([]byte, error) {
	api, _ := s.API()
	s.mount(api)
	document := *api.OpenAPI()
	document.Servers = []*huma.Server{{URL: root, Description: "The REST root."}}
	compact, err := json.Marshal(&document)
	if err != nil {
		return nil, err
	}
	var indented bytes.Buffer
	err = json.Indent(&indented, compact, "", "  ")
	return append(indented.Bytes(), '\n'), err
}

// serveOpenAPI serves the description at openapi.json below the REST root; the page's reference reads it. It is written when
// it is first asked for: that takes longer than everything else of a handler.
func (s Server) serveOpenAPI(routes *mux.Router, root string) {
	describe := sync.OnceValues(func() ([]byte, error) { return s.describe(root) })
	routes.Path("/openapi.json").Methods(http.MethodGet).HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		document, err := describe()
		if err != nil {
			rest.EventOf(r.Context()).Fail(fmt.Errorf("describe the API: %w", err))
			http.Error(w, "internal error", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document)
	})
}

// OpenAPI is the description of the API, as committed in docs/api/openapi.json: its paths are relative to the REST root.
func OpenAPI() ([]byte, error) {
	return Server{Club: usecase.New(usecase.Adapters{}), Version: "2"}.describe("/api")
}
