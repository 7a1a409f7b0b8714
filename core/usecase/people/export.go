package people

import (
	"context"
	"math"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/sheet"
)

// Export is which people are taken along, and what of them.
type Export struct {
	Filter  record.Filter
	Former  bool // former members too
	Order   listing.Order
	Columns []string // keys of person.Columns
}

// Table returns everybody whom Browse lists, as a table. Columns that there are not are rest_invalid_param.
func (s *Service) Table(ctx context.Context, viewer access.Viewer, export Export) (sheet.Table, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return sheet.Table{}, err
	}
	columns, known := person.ColumnsOf(export.Columns)
	switch {
	case !known:
		return sheet.Table{}, fault.Param("columns", fault.NotAChoice)
	case len(columns) == 0:
		return sheet.Table{}, fault.Param("columns", fault.Required)
	}
	table := sheet.Table{Title: "Leden"}
	teams := false
	for _, column := range columns {
		table.Header = append(table.Header, column.Heading)
		teams = teams || column.Key == person.ColumnTeam
	}
	view := s.Directory.View()
	listed := person.Listed{Today: s.Today(), Zone: s.Zone}
	if teams {
		for _, g := range groupsSeen(view, s.reader(viewer)) {
			listed.Groups = append(listed.Groups, person.Titled{ID: g.ID, Title: g.Title})
		}
	}
	found := view.People(record.Query{
		View: s.seenBy(viewer), Filter: browsed(export.Filter, export.Former),
		Window: record.Window{Order: s.ordered(view, viewer, export.Order), Limit: math.MaxInt},
	})
	for i := range found.Records {
		if err := ctx.Err(); err != nil {
			return sheet.Table{}, err
		}
		p, err := found.Records[i].Person()
		if err != nil {
			return sheet.Table{}, err
		}
		listed.Person, listed.Record = &p, &found.Records[i]
		row := make([]sheet.Cell, len(columns))
		for c, column := range columns {
			row[c] = column.Cell(&listed)
		}
		table.Rows = append(table.Rows, row)
	}
	taken := make([]person.ID, len(found.Records))
	for i := range found.Records {
		taken[i] = found.Records[i].ID
	}
	s.looked(viewer, true, taken...)
	told := s.entry(audit.PeopleExported, viewer, 0).Naming(export.Columns...).With(audit.Values{"count": len(table.Rows)})
	return table, s.tell(ctx, told)
}

// Workbook is Table as an Excel workbook.
func (s *Service) Workbook(ctx context.Context, viewer access.Viewer, export Export) ([]byte, error) {
	table, err := s.Table(ctx, viewer, export)
	if err != nil {
		return nil, err
	}
	return s.Spreadsheets.Workbook(ctx, table)
}
