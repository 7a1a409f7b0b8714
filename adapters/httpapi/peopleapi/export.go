package peopleapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/core/usecase/people"
)

type exportInput struct {
	Format  string     `query:"format" enum:"csv,xlsx" default:"csv"`
	Columns columnKeys `query:"columns"`
	Include []int64    `query:"include" doc:"These people alone, of those whom the filters find."`
	Filters
	Sorting
}

// columnKeys name columns of the export.
type columnKeys []string

// Schema implements huma.SchemaProvider: it names the columns that there are.
func (columnKeys) Schema(huma.Registry) *huma.Schema {
	names, most := "", 100
	for i, column := range person.Columns {
		switch i {
		case 0:
		case len(person.Columns) - 1:
			names += " or "
		default:
			names += ", "
		}
		names += column.Key
	}
	return &huma.Schema{
		Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}, MaxItems: &most,
		Description: names + ": at least one, in the order of the file.",
	}
}

// Resolve implements huma.Resolver: columns may come as a list or repeated.
func (in *exportInput) Resolve(ctx huma.Context) (errs []error) {
	in.Columns, errs = rest.Texts(ctx, "columns")
	var wrong []error
	in.Include, wrong = rest.IDs(ctx, "include")
	return append(append(errs, wrong...), in.lists(ctx)...)
}

type exportOutput struct {
	Type string `header:"Content-Type" hidden:"true"`
	Name string `header:"Content-Disposition" doc:"attachment, with the file's name."`
	Body []byte
}

// The types of the file, as its format asks for.
const (
	typeCSV      = "text/csv; charset=utf-8"
	typeWorkbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

func (h *Handler) export(ctx context.Context, in *exportInput) (*exportOutput, error) {
	viewer, today := session.Viewer(ctx), h.people.Today().String()
	order, err := in.order(today)
	if err != nil {
		return nil, err
	}
	filter, err := in.filter(h, viewer.User)
	if err != nil {
		return nil, err
	}
	filter.Include = in.Include
	export := people.Export{Filter: filter, Former: in.former(), Order: order, Columns: in.Columns}
	output := &exportOutput{Type: typeCSV, Name: `attachment; filename="leden-` + today + "." + in.Format + `"`}
	if in.Format == "xlsx" {
		output.Type = typeWorkbook
		output.Body, err = h.people.Workbook(ctx, viewer, export)
		return output, err
	}
	table, err := h.people.Table(ctx, viewer, export)
	output.Body = sheet.CSV(table)
	return output, err
}
