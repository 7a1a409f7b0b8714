package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sheet"
)

// Spreadsheets writes tables in the format of a spreadsheet program.
type Spreadsheets interface {
	// Workbook is an Excel workbook (Office Open XML) with the table as its only sheet: the header in bold, staying in view and
	// with filters, the rows below it. Numbers are numbers, dates are dates where the program knows them (from 1900), and a
	// text is a text whatever it looks like: nothing in the workbook is a formula.
	Workbook(ctx context.Context, table sheet.Table) ([]byte, error)
}
