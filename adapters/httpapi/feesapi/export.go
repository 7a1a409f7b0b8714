package feesapi

import (
	"context"
	"net/url"

	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/core/usecase/fees"
)

// The types of the file, as its format asks for.
const (
	typeCSV      = "text/csv; charset=utf-8"
	typeWorkbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

type feeExportInput struct {
	Format string `query:"format" enum:"xlsx,csv" default:"xlsx"`
	Filters
	Sorting
}

type feeExportOutput struct {
	Type string `header:"Content-Type" hidden:"true"`
	Name string `header:"Content-Disposition" doc:"attachment, with the file's name."`
	Body []byte
}

func (h *Handler) export(ctx context.Context, in *feeExportInput) (*feeExportOutput, error) {
	q, err := query(&in.Filters, &in.Sorting)
	if err != nil {
		return nil, err
	}
	output := &feeExportOutput{Type: typeCSV}
	if in.Format == "xlsx" {
		output.Type = typeWorkbook
		output.Body, _, err = h.fees.Workbook(ctx, session.Viewer(ctx), q)
	} else {
		var table sheet.Table
		table, err = h.fees.Table(ctx, session.Viewer(ctx), q)
		output.Body = sheet.CSV(table)
	}
	output.Name = `attachment; filename="` + h.file(&q) + "." + in.Format + `"`
	return output, err
}

func (h *Handler) file(q *fees.Query) string {
	of := q.Season
	switch {
	case q.Forecast:
		return "contributie-" + h.fees.Current().Next().String() + "-prognose-" + h.fees.Today().String()
	case of == 0:
		of = h.fees.Current()
	}
	return "contributie-" + of.String() + "-" + h.fees.Today().String()
}

type feeSyncInput struct {
	Body *struct {
		SortField     string `json:"sort_field,omitempty" enum:"name,category,base_fee,final_fee"`
		SortOrder     string `json:"sort_order,omitempty" enum:"asc,desc"`
		Forecast      bool   `json:"forecast,omitempty"`
		IncludeFormer *bool  `json:"include_former,omitempty" doc:"True without."`
		Season        string `json:"season,omitempty"`
	}
}

type feeSyncOutput struct {
	Body struct {
		Success      bool    `json:"success"`
		URL          *string `json:"spreadsheet_url" doc:"Null: no sheet is kept anywhere else."`
		ID           *string `json:"spreadsheet_id" doc:"Null likewise."`
		RowsExported int     `json:"rows_exported"`
		DownloadURL  string  `json:"download_url" doc:"Where the same rows are a workbook, below the root of the API."`
	}
}

func (h *Handler) sync(ctx context.Context, in *feeSyncInput) (*feeSyncOutput, error) {
	q, address := fees.Query{}, url.Values{"format": {"xlsx"}}
	if b := in.Body; b != nil {
		of, err := seasonOf(b.Season)
		if err != nil {
			return nil, err
		}
		q = fees.Query{Season: of, Forecast: b.Forecast, Order: b.SortField, Desc: b.SortOrder == "desc"}
		q.Filter = fee.Filter{WithoutFormer: b.IncludeFormer != nil && !*b.IncludeFormer}
		for name, value := range map[string]string{"season": b.Season, "orderby": b.SortField, "order": b.SortOrder} {
			if value != "" {
				address.Set(name, value)
			}
		}
		if b.Forecast {
			address.Set("forecast", "true")
		}
		if q.Filter.WithoutFormer {
			address.Set("include_former", "false")
		}
	}
	count, err := h.fees.Exportable(ctx, session.Viewer(ctx), q)
	if err != nil {
		return nil, err
	}
	output := &feeSyncOutput{}
	output.Body.Success, output.Body.RowsExported = true, count
	output.Body.DownloadURL = "/club/v1/fees/export?" + address.Encode()
	return output, nil
}
