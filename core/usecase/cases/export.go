package cases

import (
	"context"
	"math"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/ports"
)

// Table returns the cases of a query as a table with a total, whatever part of them it asks for.
func (s *Service) Table(ctx context.Context, viewer access.Viewer, q discipline.Query) (sheet.Table, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return sheet.Table{}, err
	}
	q.Offset, q.Limit = 0, math.MaxInt32
	list, err := s.List(ctx, viewer, q)
	if err != nil {
		return sheet.Table{}, err
	}
	table := sheet.Table{Title: sheetTitle, Header: columns}
	var people []person.ID
	for i := range list.Shown {
		c := &list.Shown[i]
		if c.Person != 0 {
			people = append(people, c.Person)
		}
		fee := sheet.Cell{}
		if c.Fee != nil {
			fee = sheet.Money(*c.Fee)
		}
		table.Rows = append(table.Rows, []sheet.Cell{
			sheet.Text(c.Name), sheet.Text(c.Match), sheet.Date(c.MatchOn), sheet.Text(c.Team), sheet.Text(cards[c.Card()]),
			sheet.Text(c.Codes), sheet.Text(c.Charge), sheet.Text(c.Sanction), sheet.Text(c.Dossier), sheet.Date(c.ProcessedOn),
			sheet.Text(charged[c.Charged]), fee,
		})
	}
	table.Totals = make([]sheet.Cell, len(columns))
	table.Totals[0], table.Totals[len(columns)-1] = sheet.Text(total), sheet.Money(list.Fees)
	entry := audit.New(audit.CasesExported, audit.By(viewer), s.Now(), audit.Object{}).With(audit.Values{"count": len(table.Rows)})
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error { return stores.Audit.Append(ctx, entry) })
	if err == nil && s.Looked != nil {
		s.Looked(viewer, true, people...)
	}
	return table, err
}

// Workbook is Table as an Excel workbook.
func (s *Service) Workbook(ctx context.Context, viewer access.Viewer, q discipline.Query) ([]byte, error) {
	table, err := s.Table(ctx, viewer, q)
	if err != nil {
		return nil, err
	}
	return s.Spreadsheets.Workbook(ctx, table)
}
