// Package searchapi is the HTTP area of what a user finds by typing (contract §4.2), and of favourites.
package searchapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/usecase/searches"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	searches *searches.Service
	format   rest.Format
}

// New makes the area.
func New(service *searches.Service, format rest.Format) *Handler {
	return &Handler{searches: service, format: format}
}

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const settings, favorite, tag = "/club/v1/search/settings", "/club/v1/favorites/{kind}/{id}", "search"
	rest.Handle(api, rest.Operation{Name: "search", Method: http.MethodGet, Path: "/club/v1/search", Tag: tag,
		Summary: "Find people, teams and committees, the best first"}, h.search)
	rest.Handle(api, rest.Operation{Name: "search.start", Method: http.MethodGet, Path: "/club/v1/search/start", Tag: tag,
		Summary: "Whom the caller opened last, and the caller's favourites"}, h.start)
	rest.Handle(api, rest.Operation{Name: "recent-people.open", Method: http.MethodPut, Path: "/club/v1/recent-people/{id}", Tag: tag,
		Summary: "Note that the caller opened somebody"}, h.open)
	rest.Handle(api, rest.Operation{Name: "search.settings", Method: http.MethodGet, Path: settings, Tag: tag,
		Summary: "Which further fields a search looks in"}, h.settings)
	rest.Handle(api, rest.Operation{Name: "search.change-settings", Method: http.MethodPost, Path: settings, Tag: tag,
		Summary: "Change which further fields a search looks in, for administrators"}, h.changeSettings)
	rest.Handle(api, rest.Operation{Name: "favorites.add", Method: http.MethodPut, Path: favorite, Tag: tag,
		Summary: "Mark a person or a team as a favourite"}, h.mark(true))
	rest.Handle(api, rest.Operation{Name: "favorites.remove", Method: http.MethodDelete, Path: favorite, Tag: tag,
		Summary: "Take the mark away"}, h.mark(false))
}

type searchInput struct {
	Query string `query:"q" required:"true" maxLength:"200" doc:"At least 2 characters. Several words must all be found."`
}

type settingsOutput struct{ Body SearchSettings }

// SearchSettings are which fields a search looks in besides names, member codes and e-mail addresses.
type SearchSettings struct {
	Fields []string `json:"searchable_fields" doc:"Keys of the acf object."`
}

func body(settings search.Settings, err error) (*settingsOutput, error) {
	if err != nil {
		return nil, err
	}
	return &settingsOutput{SearchSettings{append([]string{}, settings.Fields...)}}, nil
}

func (h *Handler) settings(ctx context.Context, _ *struct{}) (*settingsOutput, error) {
	return body(h.searches.Settings(ctx, session.Viewer(ctx)))
}

type settingsInput struct{ Body SearchSettings }

func (h *Handler) changeSettings(ctx context.Context, in *settingsInput) (*settingsOutput, error) {
	return body(h.searches.ChangeSettings(ctx, session.Viewer(ctx), func(s *search.Settings) { s.Fields = in.Body.Fields }))
}

type favoriteInput struct {
	Kind string `path:"kind" enum:"people,teams"`
	ID   int64  `path:"id" doc:"Number of the person or team."`
}

type favoriteOutput struct{ Body FavoriteState }

// FavoriteState says whether a record is marked now.
type FavoriteState struct {
	Success  bool `json:"success"`
	Favorite bool `json:"is_favorite"`
}

func (h *Handler) mark(marked bool) func(context.Context, *favoriteInput) (*favoriteOutput, error) {
	return func(ctx context.Context, in *favoriteInput) (*favoriteOutput, error) {
		favorite := account.Favorite{Kind: account.FavoriteKind(in.Kind), ID: in.ID}
		if err := h.searches.Mark(ctx, session.Viewer(ctx), favorite, marked); err != nil {
			return nil, err
		}
		return &favoriteOutput{FavoriteState{Success: true, Favorite: marked}}, nil
	}
}
