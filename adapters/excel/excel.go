// Package excel writes tables as Excel workbooks, and reads workbooks of people.
//
// It does not own what stands in them (core/sheet, core/peoplefile).
package excel

import (
	"cmp"
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
	title := titled(cmp.Or(table.Sheet, table.Title))
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
	styles, err := newStyles(file)
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
			line = append(line, value(cell, styles.plain[look(cell)], 0))
		}
		first, err := excelize.CoordinatesToCellName(1, i+2)
		if err == nil {
			err = rows.SetRow(first, line)
		}
		if err != nil {
			return err
		}
	}
	return finish(rows, table, styles)
}

// finish writes the totals below the rows.
func finish(rows *excelize.StreamWriter, table sheet.Table, styles *styles) error {
	if table.Totals != nil {
		line := make([]any, len(table.Totals))
		for i, cell := range table.Totals {
			line[i] = value(cell, styles.bold[look(cell)], styles.bold[sheet.IsText])
		}
		first, err := excelize.CoordinatesToCellName(1, len(table.Rows)+2)
		if err == nil {
			err = rows.SetRow(first, line)
		}
		if err != nil {
			return err
		}
	}
	return rows.Flush()
}

// styles are how cells look, by kind, and how in bold.
type styles struct{ plain, bold map[sheet.Kind]int }

// look returns the kind by which a cell looks.
func look(cell sheet.Cell) sheet.Kind {
	if cell.Kind == sheet.IsPercent && cell.Number%100 == 0 {
		return wholePercent
	}
	return cell.Kind
}

// wholePercent is how a percentage without decimals looks: one format for both would leave it a decimal sign.
const wholePercent sheet.Kind = -1

// formats are those of the kinds that have one. An amount of euros and a percentage look as the reader's own country writes them.
var formats = map[sheet.Kind]excelize.Style{
	sheet.IsText: {}, sheet.IsNumber: {}, sheet.IsDate: {NumFmt: shortDate},
	sheet.IsMoney:   {CustomNumFmt: pointer(`"€"\ #,##0.00;-"€"\ #,##0.00`)},
	sheet.IsPercent: {NumFmt: hundredths}, wholePercent: {NumFmt: wholes},
}

func pointer(text string) *string { return &text }

func newStyles(file *excelize.File) (*styles, error) {
	s := &styles{map[sheet.Kind]int{}, map[sheet.Kind]int{}}
	for kind, style := range formats {
		var err error
		if s.plain[kind], err = file.NewStyle(&style); err != nil {
			return nil, err
		}
		style.Font = &excelize.Font{Bold: true}
		if s.bold[kind], err = file.NewStyle(&style); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// shortDate is the format that shows a date as the reader's own country writes it.
const shortDate = 14

// The formats 0% and 0.00%.
const wholes, hundredths = 9, 10

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

// value returns a cell as the library takes it: a Go string is never a formula to it. The style is that of its kind; of plain
// numbers and texts it is the other one, 0 for none.
func value(cell sheet.Cell, style, plain int) any {
	var content any = cell.String()
	switch {
	case cell.Kind == sheet.IsNumber:
		content, style = cell.Number, plain
	case cell.Kind == sheet.IsMoney:
		content = float64(cell.Number) / 100
	case cell.Kind == sheet.IsPercent:
		content = float64(cell.Number) / 10_000
	case cell.Kind == sheet.IsDate && !cell.Date.Before(firstDay):
		content = time.Date(cell.Date.Year, cell.Date.Month, cell.Date.Day, 0, 0, 0, 0, time.UTC)
	case cell == sheet.Cell{}:
		return nil
	default:
		style = plain
	}
	if style == 0 {
		return content
	}
	return excelize.Cell{StyleID: style, Value: content}
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
