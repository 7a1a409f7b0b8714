// Package calendarsapi is the HTTP area of calendars: /club/v1/user/ical-url, and the feeds that calendar programs read by the
// token in their address.
//
// It owns how a calendar is written (RFC 5545). What stands in one, and for whom, is core/usecase/calendars'.
package calendarsapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/usecase/calendars"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	calendars *calendars.Service
	baseURL   string
}

// New makes the area. baseURL is where members reach the page.
func New(service *calendars.Service, baseURL string) *Handler { return &Handler{service, baseURL} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const tag = "calendars"
	rest.Handle(api, rest.Operation{Name: "user.ical-url", Method: http.MethodGet, Path: "/club/v1/user/ical-url", Tag: tag,
		Secret: true, Summary: "Where calendar programs read one's calendars"}, h.address)
	rest.Handle(api, rest.Operation{Name: "user.regenerate-ical-token", Method: http.MethodPost,
		Path: "/club/v1/user/regenerate-ical-token", Tag: tag, Audit: true, Secret: true,
		Summary: "Get other addresses for one's calendars; the old ones stop working"}, h.renew)
}

// urls are the addresses of a token's calendar of birthdays.
func (h *Handler) urls(token string) (url, webcal string) {
	url = h.baseURL + "/calendar/" + token + ".ics"
	_, rest, _ := strings.Cut(url, "://")
	return url, "webcal://" + rest
}

type addressOutput struct {
	Body struct {
		URL    string `json:"url"`
		Webcal string `json:"webcal_url"`
		Token  string `json:"token" doc:"Stands in the addresses of all calendars, those of workspaces too."`
	}
}

func (h *Handler) address(ctx context.Context, _ *struct{}) (*addressOutput, error) {
	token, err := h.calendars.Token(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &addressOutput{}
	output.Body.URL, output.Body.Webcal = h.urls(token)
	output.Body.Token = token
	return output, nil
}

type renewOutput struct {
	Body struct {
		Success bool   `json:"success"`
		URL     string `json:"url"`
		Webcal  string `json:"webcal_url"`
		Message string `json:"message"`
	}
}

func (h *Handler) renew(ctx context.Context, _ *struct{}) (*renewOutput, error) {
	token, err := h.calendars.Renew(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &renewOutput{}
	output.Body.Success, output.Body.Message = true, renewed
	output.Body.URL, output.Body.Webcal = h.urls(token)
	return output, nil
}
