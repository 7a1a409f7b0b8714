// Package systemapi is the HTTP area of the application itself: its root index and its version.
package systemapi

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/identity"
)

// About is what everybody may know about this installation.
type About struct {
	Club     func(context.Context) identity.Club
	Version  string
	BaseURL  string // where members reach the page
	Timezone string
}

// Handler is the area. Mount adds its routes to the API.
type Handler struct{ about About }

// New makes the area.
func New(about About) *Handler { return &Handler{about} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const tag = "system"
	rest.Handle(api, rest.Operation{Name: "index", Method: http.MethodGet, Path: "/", Tag: tag, Public: true,
		Summary: "Index of the REST root"}, func(ctx context.Context, _ *struct{}) (*indexOutput, error) {
		return &indexOutput{h.index(api, h.about.Club(ctx).Name)}, nil
	})
	rest.Handle(api, rest.Operation{Name: "version", Method: http.MethodGet, Path: "/club/v1/version", Tag: tag, Public: true,
		Summary: "Version of the application"}, func(context.Context, *struct{}) (*versionOutput, error) {
		return &versionOutput{Version{h.about.Version}}, nil
	})
}

// Version is polled by the page, which reloads after a deployment (contract §9).
type Version struct {
	Version string `json:"version"`
}

type versionOutput struct{ Body Version }

// Index is what a client reads to test its connection.
type Index struct {
	Name        string           `json:"name" doc:"Name of the club."`
	Description string           `json:"description"`
	URL         string           `json:"url" doc:"Where members reach the page."`
	Home        string           `json:"home"`
	Timezone    string           `json:"timezone_string"`
	Namespaces  []string         `json:"namespaces"`
	Routes      map[string]Route `json:"routes"`
}

// Route is one path of the API.
type Route struct {
	Methods []string `json:"methods"`
}

type indexOutput struct{ Body Index }

func (h *Handler) index(api huma.API, club string) Index {
	index := Index{
		Name: club, Description: "Clubadministratie", URL: h.about.BaseURL, Home: h.about.BaseURL,
		Timezone: h.about.Timezone, Namespaces: []string{"cms/v2", "club/v1"}, Routes: map[string]Route{},
	}
	for path, item := range api.OpenAPI().Paths {
		methods := []string{}
		for method, there := range map[string]bool{
			"GET": item.Get != nil, "POST": item.Post != nil, "PUT": item.Put != nil, "PATCH": item.Patch != nil,
			"DELETE": item.Delete != nil,
		} {
			if there {
				methods = append(methods, method)
			}
		}
		index.Routes[path] = Route{slices.Sorted(slices.Values(methods))}
	}
	return index
}
