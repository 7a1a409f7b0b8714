// Package jubileesapi is the HTTP area of anniversaries: /club/v1/anniversaries.
package jubileesapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/jubilee"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/core/usecase/jubilees"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	jubilees *jubilees.Service
	format   rest.Format
}

// New makes the area.
func New(service *jubilees.Service, format rest.Format) *Handler { return &Handler{service, format} }

const typeWorkbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const root, tag = "/club/v1/anniversaries", "anniversaries"
	rest.Handle(api, rest.Operation{Name: "anniversaries.list", Method: http.MethodGet, Path: root, Tag: tag,
		Needs:   access.Anniversaries,
		Summary: "Anniversaries of members, the first one first; without days those of the season"}, h.list)
	rest.Handle(api, rest.Operation{Name: "anniversaries.export", Method: http.MethodGet, Path: root + "/export", Tag: tag,
		Needs: access.Anniversaries, Patience: time.Minute, Audit: true, Types: []string{"text/csv", typeWorkbook},
		Summary: "Anniversaries as a file"}, h.export)
	rest.Handle(api, rest.Operation{Name: "anniversaries.settings.show", Method: http.MethodGet, Path: root + "/settings", Tag: tag,
		Needs: access.Anniversaries, Summary: "Which anniversaries the club celebrates"}, h.settings)
	rest.Handle(api, rest.Operation{Name: "anniversaries.settings.change", Method: http.MethodPost, Path: root + "/settings",
		Tag: tag, Needs: access.Manage, Audit: true,
		Summary: "Decide which anniversaries the club celebrates, for administrators"}, h.change)
}

// Between are the days that are asked for.
type Between struct {
	From string `query:"from" doc:"The first day, YYYY-MM-DD; without, that of the season."`
	To   string `query:"to" doc:"The last day, at most three years later; without, that of the season."`
}

func (b *Between) days() (from, to civil.Date, err error) {
	var problems fault.Problems
	for _, d := range []struct {
		name, text string
		into       *civil.Date
	}{{"from", b.From, &from}, {"to", b.To, &to}} {
		parsed, ok := civil.Parse(d.text)
		if !ok || !parsed.IsZero() && (parsed.Year < 1900 || parsed.Year > 2200) {
			problems.Add(d.name, fault.NotADate)
		}
		*d.into = parsed
	}
	return from, to, problems.Fault()
}

// Anniversary is one of a member.
type Anniversary struct {
	ID        int64   `json:"id" doc:"The person's number; 0 for somebody whom the caller may not see."`
	Name      string  `json:"name"`
	Thumbnail string  `json:"thumbnail" doc:"Empty for none, and for somebody whom the caller may not see."`
	Years     float64 `json:"milestone_years" doc:"12.5 for twelve and a half."`
	Date      string  `json:"date"`
	Since     string  `json:"lid_sinds"`
	DaysUntil int     `json:"days_until" doc:"From today; less than 0 when it has been."`
}

type jubileeListInput struct{ Between }

type jubileeListOutput struct {
	Body struct {
		Anniversaries []Anniversary `json:"anniversaries"`
		Total         int           `json:"total"`
	}
}

func (h *Handler) list(ctx context.Context, in *jubileeListInput) (*jubileeListOutput, error) {
	from, to, err := in.days()
	if err != nil {
		return nil, err
	}
	found, err := h.jubilees.List(ctx, session.Viewer(ctx), from, to)
	if err != nil {
		return nil, err
	}
	output, today := &jubileeListOutput{}, h.jubilees.Today()
	output.Body.Total, output.Body.Anniversaries = len(found), make([]Anniversary, len(found))
	for i := range found {
		one := &found[i]
		shown := Anniversary{
			Name: one.Name, Thumbnail: h.format.Picture(one.Photo, media.Thumbnail), Years: one.Years(), Date: one.Date.String(),
			Since: one.Since.String(), DaysUntil: today.DaysUntil(one.Date),
		}
		if one.Open {
			shown.ID = one.ID
		}
		output.Body.Anniversaries[i] = shown
	}
	return output, nil
}

type jubileeExportInput struct {
	Format string `query:"format" enum:"xlsx,csv" default:"xlsx"`
	Between
}

type jubileeExportOutput struct {
	Type string `header:"Content-Type" hidden:"true"`
	Name string `header:"Content-Disposition" doc:"attachment, with the file's name."`
	Body []byte
}

func (h *Handler) export(ctx context.Context, in *jubileeExportInput) (output *jubileeExportOutput, err error) {
	from, to, err := in.days()
	if err != nil {
		return nil, err
	}
	viewer := session.Viewer(ctx)
	output = &jubileeExportOutput{Type: typeWorkbook, Name: `attachment; filename="jubilarissen.` + in.Format + `"`}
	if in.Format == "xlsx" {
		output.Body, err = h.jubilees.Workbook(ctx, viewer, from, to)
		return output, err
	}
	table, err := h.jubilees.Table(ctx, viewer, from, to)
	output.Type, output.Body = "text/csv; charset=utf-8", sheet.CSV(table)
	return output, err
}

// AnniversarySettings are what the club celebrates.
type AnniversarySettings struct {
	Milestones []float64 `json:"milestones" maxItems:"50" doc:"Years, whole or half: 12.5. In order, each once."`
}

type settingsOutput struct{ Body AnniversarySettings }

func (h *Handler) settings(ctx context.Context, _ *struct{}) (*settingsOutput, error) {
	s, err := h.jubilees.Settings(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &settingsOutput{AnniversarySettings{s.Years()}}, nil
}

type settingsInput struct{ Body AnniversarySettings }

func (h *Handler) change(ctx context.Context, in *settingsInput) (*settingsOutput, error) {
	s, err := jubilee.FromYears(in.Body.Milestones)
	if err != nil {
		return nil, err
	}
	if s, err = h.jubilees.Change(ctx, session.Viewer(ctx), s); err != nil {
		return nil, err
	}
	return &settingsOutput{AnniversarySettings{s.Years()}}, nil
}
