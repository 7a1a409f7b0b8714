package fees

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/ports"
)

// Table returns the fees that are asked for as a table with a row of totals, to who keeps the money and is no program of the
// synchronization. Totals are the sums of their columns: who is excluded is in it, without the one of the category.
func (s *Service) Table(ctx context.Context, viewer access.Viewer, q Query) (sheet.Table, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return sheet.Table{}, err
	}
	q.Offset, q.Limit = 0, 0
	list, err := s.List(ctx, viewer, q)
	if err != nil {
		return sheet.Table{}, err
	}
	view := s.Directory.View()
	table := sheet.Table{
		Title:  title(&list, s.Today()),
		Sheet:  sheetName(&list),
		Header: []string{columnName, columnCode, columnCategory, columnAge, columnBase, columnFamily, columnProRata, columnAmount},
	}
	if !list.Forecast {
		table.Header = append(table.Header, columnDues, columnBalance)
	}
	var people []person.ID
	for i := range list.Rows {
		r := &list.Rows[i]
		code := ""
		if stored, there := view.Stored(r.Member.ID); there {
			code = stored.Code()
		}
		people = append(people, r.Member.ID)
		base := sheet.Money(r.Base)
		if r.Member.Excluded {
			base = sheet.Cell{}
		}
		row := []sheet.Cell{
			sheet.Text(r.Member.Name), sheet.Text(code), sheet.Text(r.Category.Label), sheet.Text(r.AgeClass),
			base, sheet.Percent(int64(r.Percent)), sheet.Percent(int64(r.Part)), sheet.Money(r.Due()),
		}
		if !list.Forecast {
			row = append(row, amount(r.Dues), amount(r.Balance))
		}
		table.Rows = append(table.Rows, row)
	}
	table.Totals = make([]sheet.Cell, len(table.Header))
	table.Totals[0], table.Totals[4], table.Totals[7] = sheet.Text(columnTotal), sheet.Money(
		list.Sum.Base,
	), sheet.Money(list.Sum.Final)
	entry := audit.New(audit.FeesExported, audit.By(viewer), s.Now(), audit.Object{})
	entry = entry.With(audit.Values{"season": list.Season.String(), "count": len(table.Rows)})
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error { return stores.Audit.Append(ctx, entry) })
	if err == nil && s.Looked != nil {
		s.Looked(viewer, true, people...)
	}
	return table, err
}

func amount(cents *money.Cents) sheet.Cell {
	if cents == nil {
		return sheet.Cell{}
	}
	return sheet.Money(*cents)
}

// Workbook is Table as an Excel workbook, and how many rows there are.
func (s *Service) Workbook(ctx context.Context, viewer access.Viewer, q Query) ([]byte, int, error) {
	table, err := s.Table(ctx, viewer, q)
	if err != nil {
		return nil, 0, err
	}
	book, err := s.Spreadsheets.Workbook(ctx, table)
	return book, len(table.Rows), err
}

// Exportable returns how many rows Table has for a query, and exports nothing.
func (s *Service) Exportable(ctx context.Context, viewer access.Viewer, q Query) (int, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return 0, err
	}
	list, err := s.List(ctx, viewer, q)
	return list.Total, err
}
