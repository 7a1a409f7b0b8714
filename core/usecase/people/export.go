package people

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sheet"
)

// Export is which people are taken along, and what of them.
type Export struct {
	Filter  person.Filter
	Former  bool // former members too
	Order   listing.Order
	Columns []string // keys of person.Columns
}

// exportPage is how many people, or groups, are read at a time.
const exportPage = 500

// Table answers everybody whom Browse lists, as a table. Columns that there are not are rest_invalid_param.
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
	listed := person.Listed{Today: s.Today(), Zone: s.Zone}
	if teams {
		titles, err := s.titles(ctx, viewer)
		if err != nil {
			return sheet.Table{}, err
		}
		listed.Groups = titles
	}
	for offset := 0; ; offset += exportPage {
		page, err := s.Browse(ctx, viewer, export.Filter, export.Former, Part{Order: export.Order, Offset: offset, Limit: exportPage})
		if err != nil {
			return sheet.Table{}, err
		}
		for i := range page.Records {
			p, err := page.Records[i].Person()
			if err != nil {
				return sheet.Table{}, err
			}
			listed.Person, listed.Record = &p, &page.Records[i]
			row := make([]sheet.Cell, len(columns))
			for c, column := range columns {
				row[c] = column.Cell(&listed)
			}
			table.Rows = append(table.Rows, row)
		}
		if offset+exportPage >= page.Total { // a page may lack somebody who was removed just now
			return table, nil
		}
	}
}

// titles are the names of the groups that the viewer may see.
func (s *Service) titles(ctx context.Context, viewer access.Viewer) (map[group.ID]string, error) {
	titles := map[group.ID]string{}
	for offset := 0; ; offset += exportPage {
		page, err := s.Stores.Groups.List(ctx, group.Query{
			AsOf: group.AsOf{Day: s.Today(), Reader: viewer.Records()}, Offset: offset, Limit: exportPage, Bare: true,
		})
		if err != nil {
			return nil, err
		}
		for _, record := range page.Records {
			titles[record.ID] = record.Title
		}
		if len(page.Records) < exportPage {
			return titles, nil
		}
	}
}

// Workbook is Table as an Excel workbook.
func (s *Service) Workbook(ctx context.Context, viewer access.Viewer, export Export) ([]byte, error) {
	table, err := s.Table(ctx, viewer, export)
	if err != nil {
		return nil, err
	}
	return s.Spreadsheets.Workbook(ctx, table)
}
