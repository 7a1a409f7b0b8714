package peopleapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/core/usecase/people"
)

type exportInput struct {
	Format  string   `query:"format" enum:"csv,xlsx" default:"csv"`
	Columns []string `query:"columns" maxItems:"100" doc:"name, first_name, infix, last_name, email, phone, team, labels, modified, age, birthdate, gender, street, postal_code, city, assoc-id, type-lid, leeftijdsgroep, lid-sinds, lid-tot, datum-vog, datum-foto, huidig-vrijwilliger, financiele-blokkade, helpdesk-id, isparent or former_member: at least one, in the order of the file."`
	Filters
}

// Resolve implements huma.Resolver: columns may come as a list or repeated.
func (in *exportInput) Resolve(ctx huma.Context) (errs []error) {
	in.Columns, errs = rest.Texts(ctx, "columns")
	return errs
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
	export := people.Export{Filter: filter, Former: in.IncludeFormer == "1", Order: order, Columns: in.Columns}
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
