// Package countersapi is the HTTP area of the numbers behind the items of the menu.
package countersapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/usecase/counters"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct{ counters *counters.Service }

// New makes the area.
func New(service *counters.Service) *Handler { return &Handler{service} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	rest.Handle(api, rest.Operation{Name: "counters.show", Method: http.MethodGet, Path: "/club/v1/counters", Tag: "system",
		Summary: "The numbers behind the items of the menu"}, h.show)
}

// Counters are the numbers behind the items of the menu.
type Counters struct {
	People     int  `json:"people" doc:"Without former members."`
	Teams      int  `json:"teams"`
	Committees int  `json:"committees"`
	Todos      int  `json:"todos" doc:"Open ones that concern the caller."`
	Cases      *int `json:"cases" doc:"Of discipline, of this season; null for who may not read them."`

	VOG          *int `json:"vog" doc:"Who needs a certificate of conduct, has none that counts, and for whom the club requested none yet; null for who does not keep them."`
	VOGRequested *int `json:"vog_requested" doc:"Likewise those for whom it did."`
}

type output struct{ Body Counters }

func (h *Handler) show(ctx context.Context, _ *struct{}) (*output, error) {
	c, err := h.counters.Count(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	shown := Counters{People: c.People, Teams: c.Teams, Committees: c.Committees, Todos: c.Tasks, Cases: c.Cases}
	if v := c.Certificates; v != nil {
		shown.VOG, shown.VOGRequested = &v.NotRequested, &v.Requested
	}
	return &output{shown}, nil
}
