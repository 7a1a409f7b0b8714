package casesapi

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/cases"
)

func (h *Handler) mountSeasons(api huma.API) {
	const seasons, tag = "/cms/v2/seizoen", "seizoen"
	rest.Handle(api, rest.Operation{Name: "seizoen.list", Method: http.MethodGet, Path: seasons, Tag: tag,
		Summary: "List seasons: those with cases, the current one, and whatever one is asked for by its slug or number"}, h.listSeasons)
	rest.Handle(
		api,
		rest.Operation{Name: "seizoen.create", Method: http.MethodPost, Path: seasons, Tag: tag, Status: http.StatusCreated,
			Summary: "Name a season, for administrators and the synchronization: every pair of years is one"},
		h.createSeason,
	)
	rest.Handle(api, rest.Operation{Name: "seizoen.show", Method: http.MethodGet, Path: seasons + "/{id}", Tag: tag,
		Summary: "Show a season"}, h.showSeason)
	rest.Handle(api, rest.Operation{Name: "current-season", Method: http.MethodGet, Path: "/club/v1/current-season", Tag: tag,
		Summary: "The season of today, which begins on 1 July"}, h.currentSeason)
}

// Season is a season as clients read it.
type Season struct {
	ID          int64  `json:"id" doc:"The year in which it begins."`
	Count       int    `json:"count" doc:"Cases in it."`
	Description string `json:"description"`
	Name        string `json:"name" example:"2025-2026"`
	Slug        string `json:"slug"`
	Taxonomy    string `json:"taxonomy" enum:"seizoen"`
}

// AppendJSON implements rest.Appender.
func (s Season) AppendJSON(dst []byte) []byte { return rest.AppendTagged(dst, s) }

// Schema implements huma.SchemaProvider.
func (Season) Schema(r huma.Registry) *huma.Schema { return rest.TaggedComponent[Season](r, "Season") }

func seasonOf(l cases.Listed) Season {
	return Season{ID: int64(l.Season), Count: l.Cases, Name: l.String(), Slug: l.String(), Taxonomy: "seizoen"}
}

type seasonListInput struct {
	Page    int      `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int      `query:"per_page" minimum:"1" maximum:"100" default:"10" doc:"Seasons a page."`
	Search  string   `query:"search" maxLength:"200" doc:"A part of the name."`
	Order   string   `query:"order" enum:"asc,desc" default:"desc"`
	OrderBy string   `query:"orderby" enum:"name,title,slug,id,date,modified" default:"name" doc:"All the same: by year."`
	Include []int64  `query:"include" doc:"Only these ids."`
	Slug    []string `query:"slug" doc:"Only these slugs."`
	rest.Selection
}

// Resolve implements huma.Resolver.
func (in *seasonListInput) Resolve(ctx huma.Context) (errs []error) {
	var wrong []error
	in.Include, errs = rest.IDs(ctx, "include")
	in.Slug, wrong = rest.Texts(ctx, "slug")
	return slices.Concat(in.Selection.Resolve(ctx), errs, wrong)
}

type seasonListOutput struct {
	rest.Paged
	Body rest.Answers[rest.Chosen[Season]]
}

func (h *Handler) listSeasons(ctx context.Context, in *seasonListInput) (*seasonListOutput, error) {
	var named []season.Season
	for _, slug := range in.Slug {
		if of, err := season.Parse(slug); err == nil {
			named = append(named, of)
		}
	}
	for _, id := range in.Include {
		if known(id) {
			named = append(named, season.Season(id))
		}
	}
	all, err := h.cases.Seasons(ctx, session.Viewer(ctx), named...)
	if err != nil {
		return nil, err
	}
	if in.Order == "asc" {
		slices.Reverse(all)
	}
	found := rest.Answers[rest.Chosen[Season]]{}
	for _, l := range all {
		name := l.String()
		if in.Slug != nil && !slices.Contains(in.Slug, name) || in.Include != nil && !slices.Contains(in.Include, int64(l.Season)) ||
			!strings.Contains(name, fold.Key(in.Search)) {
			continue
		}
		found = append(found, rest.Chosen[Season]{Record: seasonOf(l), Selection: &in.Selection})
	}
	output := &seasonListOutput{Paged: rest.Paged{Total: len(found), TotalPages: rest.Pages(len(found), in.PerPage)}, Body: found}
	start := min(rest.Offset(in.Page, in.PerPage), len(found))
	output.Body = found[start:min(start+in.PerPage, len(found))]
	return output, nil
}

type seasonOutput struct{ Body Season }

type seasonInput struct {
	ID int64 `path:"id" doc:"The year in which the season begins."`
}

func (h *Handler) showSeason(ctx context.Context, in *seasonInput) (*seasonOutput, error) {
	if !known(in.ID) {
		return nil, term.ErrAbsent
	}
	of := season.Season(in.ID)
	all, err := h.cases.Seasons(ctx, session.Viewer(ctx), of)
	if err != nil {
		return nil, err
	}
	return &seasonOutput{seasonOf(all[slices.IndexFunc(all, func(l cases.Listed) bool { return l.Season == of })])}, nil
}

type seasonCreateInput struct {
	Body struct {
		Name string `json:"name"`
		Slug string `json:"slug,omitempty" doc:"The same as the name."`
	}
}

func (h *Handler) createSeason(ctx context.Context, in *seasonCreateInput) (*seasonOutput, error) {
	of, err := season.Parse(in.Body.Name)
	if err != nil || in.Body.Slug != "" && in.Body.Slug != in.Body.Name {
		return nil, fault.Param("name", season.ErrNotASeason.Message)
	}
	named, err := h.cases.Name(ctx, session.Viewer(ctx), of)
	if err != nil {
		return nil, err
	}
	return &seasonOutput{seasonOf(named)}, nil
}

type currentSeasonOutput struct {
	Body struct {
		ID   int64  `json:"id"`
		Name string `json:"name"`
		Slug string `json:"slug"`
	}
}

func (h *Handler) currentSeason(context.Context, *struct{}) (*currentSeasonOutput, error) {
	of := h.cases.Current()
	output := &currentSeasonOutput{}
	output.Body.ID, output.Body.Name, output.Body.Slug = int64(of), of.String(), of.String()
	return output, nil
}
