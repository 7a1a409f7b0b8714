// Package feesapi is the HTTP area of what members pay for a season: lists, one person, sums, settings, the preview of other
// settings, and files.
package feesapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/fees"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct{ fees *fees.Service }

// New makes the area.
func New(service *fees.Service) *Handler { return &Handler{service} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const patience = time.Minute // for the file of a large club
	const root, settings, tag = "/club/v1/fees", "/club/v1/membership-fees/", "fees"
	const one = root + "/person/{id}"
	rest.Handle(api, rest.Operation{Name: "fees.list", Method: http.MethodGet, Path: root, Tag: tag, Needs: access.Finance,
		Summary: "What members pay for a season, or a forecast of the next one, for who keeps the money"}, h.list)
	rest.Handle(
		api,
		rest.Operation{Name: "fees.summary", Method: http.MethodGet, Path: root + "/summary", Tag: tag, Needs: access.Finance,
			Summary: "What the fees of a season come to, by category"},
		h.summary,
	)
	rest.Handle(api, rest.Operation{Name: "fees.person", Method: http.MethodGet, Path: one, Tag: tag, Needs: access.Finance,
		Summary: "What one person pays for a season, with the reason for each euro"}, h.person)
	rest.Handle(api, rest.Operation{Name: "fees.exclude", Method: http.MethodPost, Path: one, Tag: tag, Needs: access.Finance,
		Summary: "Leave somebody out of fees, or take them in again"}, h.exclude)
	rest.Handle(api, rest.Operation{Name: "fees.recalculate", Method: http.MethodPost, Path: root + "/recalculate", Tag: tag,
		Needs:   access.Manage,
		Summary: "Does nothing, for administrators: fees are computed anew for every answer"}, h.recalculate)
	rest.Handle(api, rest.Operation{Name: "fees.export", Method: http.MethodGet, Path: root + "/export", Tag: tag,
		Needs: access.Finance, Patience: patience, Audit: true, Types: []string{"text/csv", typeWorkbook},
		Summary: "The list of fees as a file"}, h.export)
	rest.Handle(api, rest.Operation{Name: "fees.sheet", Method: http.MethodPost, Path: "/club/v1/google-sheets/sync", Tag: tag,
		Needs: access.Finance, Summary: "Where to fetch the list of fees as a workbook"}, h.sync)
	rest.Handle(api, rest.Operation{Name: "membership-fees.show", Method: http.MethodGet, Path: settings + "settings", Tag: tag,
		Needs: access.Finance, Summary: "The settings that fees are computed by, of this season and the next"}, h.settings)
	rest.Handle(api, rest.Operation{Name: "membership-fees.change", Method: http.MethodPost, Path: settings + "settings", Tag: tag,
		Needs: access.Finance, OwnBody: true, Audit: true, Summary: "Change the settings of this season or the next"}, h.change)
	rest.Handle(api, rest.Operation{Name: "membership-fees.preview", Method: http.MethodPost, Path: settings + "preview", Tag: tag,
		Needs: access.Finance, OwnBody: true, Summary: "What a change of the settings would do to fees"}, h.preview)
	rest.Handle(api, rest.Operation{Name: "membership-fees.copy", Method: http.MethodPost, Path: settings + "copy-season", Tag: tag,
		Needs: access.Finance, Audit: true, Summary: "Give a season the settings of another one"}, h.copy)
	rest.Handle(api, rest.Operation{Name: "werkfuncties.available", Method: http.MethodGet, Path: "/club/v1/werkfuncties/available",
		Tag: tag, Needs: access.Finance, Summary: "Which functions people have or had, for the settings of fees"}, h.functions)
}

// Filters say which fees are asked for.
type Filters struct {
	Season        string `query:"season" pattern:"^\\d{4}-\\d{4}$" doc:"Two consecutive years; the current season without."`
	Forecast      bool   `query:"forecast" doc:"The season after the current one as it can be foreseen, whatever season says."`
	IncludeFormer bool   `query:"include_former" default:"true" doc:"With former members who are in the season."`
	Category      string `query:"category" maxLength:"60" doc:"Only this category, by its code."`
	Search        string `query:"search" maxLength:"200" doc:"Words of the name."`
	InvoiceStatus string `query:"invoice_status" enum:"none,draft,sent,paid,overdue" doc:"Only those whose invoice has it; none for those without one."`
	Nikki         string `query:"nikki" enum:"missing,mismatch" doc:"Only those of whom the provider of contributions tells nothing, or charged a euro or more beside the fee."`
}

func (f *Filters) filter() fee.Filter {
	return fee.Filter{WithoutFormer: !f.IncludeFormer, Category: f.Category, Search: f.Search, Bill: f.InvoiceStatus, Dues: f.Nikki}
}

// Sorting is the order of the list.
type Sorting struct {
	OrderBy string `query:"orderby" enum:"category,name,last_name,first_name,leeftijdsgroep,base_fee,family_discount_rate,prorata_percentage,final_fee,nikki_total,nikki_saldo,lid_sinds,invoice_status" default:"category" doc:"All go on by name."`
	Order   string `query:"order" enum:"asc,desc" default:"asc"`
}

func seasonOf(key string) (season.Season, error) {
	if key == "" {
		return 0, nil
	}
	s, err := season.Parse(key)
	if err != nil {
		return 0, fault.Param("season", season.ErrNotASeason.Message)
	}
	return s, nil
}

func query(f *Filters, s *Sorting) (q fees.Query, err error) {
	q = fees.Query{Forecast: f.Forecast, Filter: f.filter(), Order: s.OrderBy, Desc: s.Order == "desc"}
	q.Season, err = seasonOf(f.Season)
	return q, err
}

type feeListInput struct {
	Filters
	Sorting
	Page    int `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int `query:"per_page" minimum:"0" maximum:"10000" default:"0" doc:"Fees a page; 0 for all on one."`
}

type feeListOutput struct {
	rest.Paged
	Body FeeList
}

func (h *Handler) list(ctx context.Context, in *feeListInput) (*feeListOutput, error) {
	q, err := query(&in.Filters, &in.Sorting)
	if err != nil {
		return nil, err
	}
	if q.Limit = in.PerPage; in.PerPage > 0 {
		q.Offset = rest.Offset(in.Page, in.PerPage)
	}
	list, err := h.fees.List(ctx, session.Viewer(ctx), q)
	if err != nil {
		return nil, err
	}
	output := &feeListOutput{Paged: rest.Paged{Total: list.Total, TotalPages: 1}, Body: FeeList{
		FeeAbout: about(&list.Computed), Total: list.Total, Totals: sumOf(&list.Sum), Members: make([]FeeMember, len(list.Rows)),
	}}
	if in.PerPage > 0 {
		output.TotalPages = rest.Pages(list.Total, in.PerPage)
	}
	for i := range list.Rows {
		output.Body.Members[i] = memberOf(&list.Rows[i])
	}
	return output, nil
}

type feeSummaryInput struct{ Filters }

type feeSummaryOutput struct{ Body FeeSummary }

func (h *Handler) summary(ctx context.Context, in *feeSummaryInput) (*feeSummaryOutput, error) {
	of, err := seasonOf(in.Season)
	if err != nil {
		return nil, err
	}
	sum, err := h.fees.Summary(ctx, session.Viewer(ctx), of, in.Forecast, in.filter())
	if err != nil {
		return nil, err
	}
	body := FeeSummary{
		FeeAbout:   about(&sum.Computed),
		Total:      sum.Total.Count,
		Totals:     sumOf(&sum.Total),
		Aggregates: map[string]FeeSum{},
	}
	for slug, part := range sum.Categories {
		body.Aggregates[slug] = sumOf(&part)
	}
	return &feeSummaryOutput{body}, nil
}

type feePersonInput struct {
	ID     int64  `path:"id"`
	Season string `query:"season" pattern:"^\\d{4}-\\d{4}$" doc:"Two consecutive years; the current season without."`

	Forecast bool `query:"forecast" doc:"The season after the current one as it can be foreseen, whatever season says."`
}

type feePersonOutput struct{ Body FeeOfPerson }

func (h *Handler) person(ctx context.Context, in *feePersonInput) (*feePersonOutput, error) {
	of, err := seasonOf(in.Season)
	if err != nil {
		return nil, err
	}
	return h.one(ctx, in.ID, of, in.Forecast)
}

func (h *Handler) one(ctx context.Context, id int64, of season.Season, forecast bool) (*feePersonOutput, error) {
	one, err := h.fees.Person(ctx, session.Viewer(ctx), id, of, forecast)
	if err != nil {
		return nil, err
	}
	return &feePersonOutput{personOf(&one)}, nil
}

type feeExcludeInput struct {
	ID   int64 `path:"id"`
	Body struct {
		Excluded bool `json:"excluded"`
	}
}

func (h *Handler) exclude(ctx context.Context, in *feeExcludeInput) (*feePersonOutput, error) {
	if err := h.fees.Exclude(ctx, session.Viewer(ctx), in.ID, in.Body.Excluded); err != nil {
		return nil, err
	}
	return h.one(ctx, in.ID, 0, false)
}

type feeRecalculateInput struct {
	Body *struct {
		Season string `json:"season,omitempty"`
	}
}

type feeRecalculateOutput struct {
	Body struct {
		Success bool   `json:"success"`
		Season  string `json:"season"`
		Cleared int    `json:"cleared_count" doc:"Always 0: no fee is kept anywhere."`
		Message string `json:"message"`
	}
}

func (h *Handler) recalculate(ctx context.Context, in *feeRecalculateInput) (*feeRecalculateOutput, error) {
	if err := session.Viewer(ctx).Require(access.Manage); err != nil {
		return nil, err
	}
	of := h.fees.Current()
	if in.Body != nil && in.Body.Season != "" {
		var err error
		if of, err = seasonOf(in.Body.Season); err != nil {
			return nil, err
		}
	}
	output := &feeRecalculateOutput{}
	output.Body.Success, output.Body.Season, output.Body.Message = true, of.String(), fees.Recalculated
	return output, nil
}

type feeFunctionsOutput struct{ Body []string }

func (h *Handler) functions(ctx context.Context, _ *struct{}) (*feeFunctionsOutput, error) {
	names, err := h.fees.Functions(ctx, session.Viewer(ctx))
	return &feeFunctionsOutput{names}, err
}
