// Package excel writes tables as Excel workbooks.
//
// It does not own what stands in them (core/sheet) and reads none.
package excel

import (
	"context"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/ports"
)

// Writer makes workbooks. It has no settings.
type Writer struct{}

var _ ports.Spreadsheets = Writer{}

// Workbook implements ports.Spreadsheets. A table of many megabytes passes through a file in the system's temporary folder,
// which is gone when Workbook returns.
func (Writer) Workbook(ctx context.Context, table sheet.Table) (data []byte, err error) {
	file := excelize.NewFile()
	defer file.Close() //nolint:errcheck // it removes what is left of a temporary file
	properties := excelize.DocProperties{Creator: "Clubhuis", LastModifiedBy: "Clubhuis", Title: table.Title}
	if err := file.SetDocProps(&properties); err != nil {
		return nil, err
	}
	title := titled(table.Title)
	if err := file.SetSheetName("Sheet1", title); err != nil {
		return nil, err
	}
	if err := write(ctx, file, title, table); err != nil {
		return nil, err
	}
	buffer, err := file.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}

func write(ctx context.Context, file *excelize.File, title string, table sheet.Table) error {
	bold, err := file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	day, err := file.NewStyle(&excelize.Style{NumFmt: shortDate})
	if err != nil {
		return err
	}
	rows, err := file.NewStreamWriter(title)
	if err != nil {
		return err
	}
	if err := furnish(file, rows, title, len(table.Header), len(table.Rows)); err != nil {
		return err
	}
	line := make([]any, len(table.Header))
	for i, heading := range table.Header {
		line[i] = excelize.Cell{StyleID: bold, Value: heading}
	}
	if err := rows.SetRow("A1", line); err != nil {
		return err
	}
	for i, row := range table.Rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		line = line[:0]
		for _, cell := range row {
			line = append(line, value(cell, day))
		}
		first, err := excelize.CoordinatesToCellName(1, i+2)
		if err == nil {
			err = rows.SetRow(first, line)
		}
		if err != nil {
			return err
		}
	}
	return rows.Flush()
}

// shortDate is the format that shows a date as the reader's own country writes it.
const shortDate = 14

const columnWidth = 18

// furnish returns what the sheet has around its rows. The library wants it before them.
func furnish(file *excelize.File, rows *excelize.StreamWriter, title string, columns, count int) error {
	if columns == 0 {
		return nil
	}
	if err := rows.SetColWidth(1, columns, columnWidth); err != nil {
		return err
	}
	if err := rows.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	last, err := excelize.CoordinatesToCellName(columns, count+1)
	if err != nil {
		return err
	}
	return file.AutoFilter(title, "A1:"+last, nil)
}

// value returns a cell as the library takes it: a Go string is never a formula to it.
func value(cell sheet.Cell, day int) any {
	switch {
	case cell.Kind == sheet.IsNumber:
		return cell.Number
	case cell.Kind == sheet.IsDate && !cell.Date.Before(firstDay):
		return excelize.Cell{StyleID: day, Value: time.Date(cell.Date.Year, cell.Date.Month, cell.Date.Day, 0, 0, 0, 0, time.UTC)}
	case cell == sheet.Cell{}:
		return nil
	}
	return cell.String()
}

// firstDay is the first that Excel knows.
var firstDay = civil.Date{Year: 1900, Month: time.January, Day: 1}

// longestTitle is the length of a sheet's name, in characters.
const longestTitle = 31

// titled returns the name of the sheet, without what Excel refuses there.
func titled(title string) string {
	name := []rune(strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`:\/?*[]`, r) {
			return ' '
		}
		return r
	}, title), "' "))
	if len(name) > longestTitle {
		name = name[:longestTitle]
	}
	if trimmed := strings.Trim(string(name), "' "); trimmed != "" {
		return trimmed
	}
	return "Blad1"
}
