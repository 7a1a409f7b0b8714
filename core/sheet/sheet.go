// Package sheet owns tables that leave the club for a spreadsheet program, and how one is written as CSV.
//
// It does not own what stands in them (the nouns do) and makes no workbook (ports.Spreadsheets).
package sheet

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/money"
)

// Table is rows of as many cells as the header has.
type Table struct {
	Title  string // what a workbook is called
	Sheet  string // what its sheet is called, "" for the Title; names of sheets are cut at 31 characters
	Header []string
	Rows   [][]Cell
	Totals []Cell // a last row in bold; none for a table without
}

// Cell is one value. The zero Cell is an empty text.
type Cell struct {
	Kind   Kind
	Text   string
	Number int64
	Date   civil.Date
}

// Kind says which of a cell's values counts.
type Kind int

// The kinds.
const (
	IsText Kind = iota
	IsNumber
	IsDate
	IsMoney   // Number is cents
	IsPercent // Number is hundredths of a percent
)

// Text returns a cell of text.
func Text(text string) Cell { return Cell{Text: text} }

// Number returns a cell of a whole number.
func Number(number int64) Cell { return Cell{Kind: IsNumber, Number: number} }

// Money returns a cell of an amount in cents.
func Money(amount money.Cents) Cell { return Cell{Kind: IsMoney, Number: int64(amount)} }

// Percent returns a cell of a part of a whole, in hundredths of a percent.
func Percent(hundredths int64) Cell { return Cell{Kind: IsPercent, Number: hundredths} }

// Date returns a cell of a date: an empty one for the zero Date.
func Date(date civil.Date) Cell {
	if date.IsZero() {
		return Cell{}
	}
	return Cell{Kind: IsDate, Date: date}
}

// String returns the cell as text: a date as Y-m-d, an amount in euros and a percentage with a decimal comma.
func (c Cell) String() string {
	switch c.Kind {
	case IsNumber:
		return strconv.FormatInt(c.Number, 10)
	case IsDate:
		return c.Date.String()
	case IsMoney:
		return strings.ReplaceAll(money.Cents(c.Number).String(), ".", ",")
	case IsPercent:
		return strings.TrimSuffix(strings.ReplaceAll(money.Cents(c.Number).String(), ".", ","), ",00")
	}
	return c.Text
}

func (t *Table) totals() [][]Cell {
	if t.Totals == nil {
		return nil
	}
	return [][]Cell{t.Totals}
}

// byteOrderMark tells Excel that the text is UTF-8.
const byteOrderMark = "\uFEFF"

// CSV returns the table as a Dutch Excel opens it: UTF-8, semicolons, CRLF at the end of a line. No text in it is a formula; see
// harmless.
func CSV(t Table) []byte {
	var b bytes.Buffer
	b.WriteString(byteOrderMark)
	w := csv.NewWriter(&b)
	w.Comma, w.UseCRLF = ';', true
	line := make([]string, len(t.Header))
	for i, heading := range t.Header {
		line[i] = harmless(heading)
	}
	_ = w.Write(line) // a bytes.Buffer takes everything
	for _, row := range slices.Concat(t.Rows, t.totals()) {
		line = line[:0]
		for _, cell := range row {
			text := cell.String()
			if cell.Kind == IsText {
				text = harmless(text)
			}
			line = append(line, text)
		}
		_ = w.Write(line)
	}
	w.Flush()
	return b.Bytes()
}

// harmless puts an apostrophe before a text that a spreadsheet program would take for a formula. Telephone numbers that begin
// with + get one too: without it they would lose the +.
func harmless(text string) string {
	if first := strings.TrimLeft(text, " \u00a0"); first != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(first)[0]) {
		return "'" + text
	}
	return text
}
