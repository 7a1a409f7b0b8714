package porttest

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/ports"
)

// workbook is what a suite reads of one: the parts of the file by name.
type workbook struct {
	t     testing.TB
	parts map[string]string
	sheet worksheet
}

type worksheet struct {
	Panes []struct {
		State  string `xml:"state,attr"`
		YSplit string `xml:"ySplit,attr"`
	} `xml:"sheetViews>sheetView>pane"`
	Rows []struct {
		Cells []cellOfSheet `xml:"c"`
	} `xml:"sheetData>row"`
	Filter struct {
		Ref string `xml:"ref,attr"`
	} `xml:"autoFilter"`
}

type cellOfSheet struct {
	At      string  `xml:"r,attr"`
	Type    string  `xml:"t,attr"`
	Style   int     `xml:"s,attr"`
	Value   string  `xml:"v"`
	Inline  string  `xml:"is>t"`
	Formula *string `xml:"f"`
}

func readWorkbook(t testing.TB, data []byte) workbook {
	t.Helper()
	w := workbook{t: t, parts: map[string]string{}}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	ok(t, err)
	sheets := []string{}
	for _, file := range archive.File {
		reader, err := file.Open()
		ok(t, err)
		text, err := io.ReadAll(reader)
		ok(t, err)
		w.parts[file.Name] = string(text)
		if path.Dir(file.Name) == "xl/worksheets" {
			sheets = append(sheets, file.Name)
		}
	}
	if len(sheets) != 1 {
		t.Fatalf("sheets %v", sheets)
	}
	ok(t, xml.Unmarshal([]byte(w.parts[sheets[0]]), &w.sheet))
	return w
}

// cell is what stands at a place: "text …", "number …", or "" for nothing.
func (w workbook) cell(at string) string {
	w.t.Helper()
	c := w.find(at)
	switch {
	case c.Formula != nil:
		return "formula"
	case c.Type == "inlineStr":
		return "text " + c.Inline
	case c.Type == "s":
		var shared struct {
			Texts []struct {
				Text string `xml:"t"`
			} `xml:"si"`
		}
		ok(w.t, xml.Unmarshal([]byte(w.parts["xl/sharedStrings.xml"]), &shared))
		i, err := strconv.Atoi(c.Value)
		ok(w.t, err)
		return "text " + shared.Texts[i].Text
	case c.Value == "":
		return ""
	case c.Type == "" || c.Type == "n":
		return "number " + c.Value
	}
	return c.Type + " " + c.Value
}

func (w workbook) find(at string) cellOfSheet {
	for _, row := range w.sheet.Rows {
		for _, c := range row.Cells {
			if c.At == at {
				return c
			}
		}
	}
	return cellOfSheet{}
}

// style is the number format and the boldness of the cell at a place.
func (w workbook) style(at string) (format int, bold bool) {
	w.t.Helper()
	var styles struct {
		Fonts []struct {
			Bold *struct {
				Value string `xml:"val,attr"`
			} `xml:"b"`
		} `xml:"fonts>font"`
		Forms []struct {
			Format int `xml:"numFmtId,attr"`
			Font   int `xml:"fontId,attr"`
		} `xml:"cellXfs>xf"`
	}
	ok(w.t, xml.Unmarshal([]byte(w.parts["xl/styles.xml"]), &styles))
	form := styles.Forms[w.find(at).Style]
	set := styles.Fonts[form.Font].Bold
	return form.Format, set != nil && set.Value != "0" && set.Value != "false"
}

// hostileTexts are those that a spreadsheet program does something else with than to show them, when it is not told that they
// are texts.
var hostileTexts = []string{
	`=1+1`, `=cmd|' /C calc'!A1`, `=HYPERLINK("https://x.example","klik")`, `+31612345678`, `-1`, `@SUM(A1)`, "\t=1+1",
	"\r=1", "'=1",
	"007", "1e5", "12-3", "2026-11-21", "TRUE", "_x0041_", "<b>&amp;</b>", "]]>", "a\nb", "  twee blanco's  ",
	`"aanhaling"`, "Ærø 👋🏽",
	"＝1+1", strings.Repeat("lang ", 2000),
}

// Spreadsheets is the contract of ports.Spreadsheets.
func Spreadsheets(t *testing.T, spreadsheets ports.Spreadsheets) {
	made := func(t testing.TB, table sheet.Table) workbook {
		t.Helper()
		return readWorkbook(t, must(spreadsheets.Workbook(context.Background(), table))(t))
	}

	t.Run("cells are what they are", func(t *testing.T) {
		w := made(t, sheet.Table{Title: "Leden", Header: []string{"Naam", "Leeftijd", "Lid sinds"}, Rows: [][]sheet.Cell{
			{sheet.Text("Jan de Vries"), sheet.Number(42), sheet.Date(civil.Date{Year: 2026, Month: time.November, Day: 21})},
			{sheet.Text(""), sheet.Number(0), sheet.Date(civil.Date{})},
			{sheet.Text("Oud"), sheet.Number(-7), sheet.Date(civil.Date{Year: 1899, Month: time.December, Day: 31})},
			{{}, {}, sheet.Date(civil.Date{Year: 1900, Month: time.March, Day: 1})},
		}})
		for at, want := range map[string]string{
			"A1": "text Naam", "B1": "text Leeftijd", "C1": "text Lid sinds",
			"A2": "text Jan de Vries", "B2": "number 42", "C2": "number 46347",
			"A3": "", "B3": "number 0", "C3": "",
			"A4": "text Oud", "B4": "number -7", "C4": "text 1899-12-31",
			"A5": "", "B5": "", "C5": "number 61",
		} {
			equal(t, at, w.cell(at), want)
		}
		if format, _ := w.style("C2"); format != 14 {
			t.Errorf("the date has format %d, want the reader's own short date", format)
		}
		if format, _ := w.style("B2"); format != 0 {
			t.Errorf("the number has format %d", format)
		}
	})

	t.Run("a percentage has the decimals that it needs", func(t *testing.T) {
		row := []sheet.Cell{sheet.Percent(100_00), sheet.Percent(0), sheet.Percent(12_50), sheet.Percent(-3_00)}
		w := made(t, sheet.Table{Title: "x", Header: []string{"A", "B", "C", "D"}, Rows: [][]sheet.Cell{row}, Totals: row})
		for n, want := range []string{"number 1 0%", "number 0 0%", "number 0.125 0.00%", "number -0.03 0%"} {
			for _, line := range []string{"2", "3"} {
				at := string(rune('A'+n)) + line
				format, bold := w.style(at)
				form := map[int]string{9: "0%", 10: "0.00%"}[format]
				equal(t, at, w.cell(at)+" "+form, want)
				equal(t, at+" is bold", bold, line == "3")
			}
		}
	})

	t.Run("a bold header that stays, with filters", func(t *testing.T) {
		w := made(t, sheet.Table{Title: "Leden", Header: []string{"A", "B"}, Rows: [][]sheet.Cell{{sheet.Text("x"), sheet.Text("y")}}})
		for _, at := range []string{"A1", "B1"} {
			if _, bold := w.style(at); !bold {
				t.Errorf("%s is not bold", at)
			}
		}
		if _, bold := w.style("A2"); bold {
			t.Error("a row is bold")
		}
		if len(w.sheet.Panes) != 1 || w.sheet.Panes[0].State != "frozen" || w.sheet.Panes[0].YSplit != "1" {
			t.Errorf("panes %+v", w.sheet.Panes)
		}
		equal(t, "filters", strings.ReplaceAll(w.sheet.Filter.Ref, "$", ""), "A1:B2")
	})

	t.Run("no text is a formula", func(t *testing.T) {
		table := sheet.Table{Title: "Leden", Header: []string{"=1+1"}}
		for _, text := range hostileTexts {
			table.Rows = append(table.Rows, []sheet.Cell{sheet.Text(text)})
		}
		w := made(t, table)
		equal(t, "header", w.cell("A1"), "text =1+1")
		for i, text := range hostileTexts {
			got := unescaped(w.cell(fmt.Sprintf("A%d", i+2)))
			if want := "text " + text; got != want {
				t.Errorf("got %.60q, want %.60q", got, want)
			}
		}
		for name, part := range w.parts {
			if strings.Contains(part, "<f>") || strings.Contains(part, "<f ") || strings.Contains(name, "externalLink") {
				t.Errorf("a formula in %s", name)
			}
		}
	})

	t.Run("any title, no rows, many rows", func(t *testing.T) {
		for title, want := range map[string]string{
			"Leden": "Leden", "": "", "a/b\\c?d*e[f]g:h": "", "'": "", strings.Repeat("lang ", 20): "", strings.Repeat("ë", 40): "",
		} {
			w := made(t, sheet.Table{Title: title, Header: []string{"A"}})
			var book struct {
				Sheets []struct {
					Name string `xml:"name,attr"`
				} `xml:"sheets>sheet"`
			}
			ok(t, xml.Unmarshal([]byte(w.parts["xl/workbook.xml"]), &book))
			name := book.Sheets[0].Name
			if want != "" && name != want || name == "" || len([]rune(name)) > 31 || strings.ContainsAny(name, `:\/?*[]`) {
				t.Errorf("%q is called %q", title, name)
			}
		}
		own := made(t, sheet.Table{Title: strings.Repeat("lang ", 20), Sheet: "Leden", Header: []string{"A"}})
		if !strings.Contains(own.parts["xl/workbook.xml"], `name="Leden"`) {
			t.Errorf("a sheet with its own name: %s", own.parts["xl/workbook.xml"])
		}
		table := sheet.Table{Title: "Leden", Header: []string{"A"}}
		for i := range int64(3000) {
			table.Rows = append(table.Rows, []sheet.Cell{sheet.Number(i)})
		}
		w := made(t, table)
		equal(t, "rows", len(w.sheet.Rows), 3001)
		equal(t, "the last", w.cell("A3001"), "number 2999")
	})

	t.Run("tables share nothing", func(t *testing.T) {
		books := make([][]byte, 8)
		errs := make(chan error)
		for n := range books {
			go func() {
				rows := slices.Repeat([][]sheet.Cell{{sheet.Number(int64(n + 1))}}, 50)
				book, err := spreadsheets.Workbook(context.Background(), sheet.Table{Title: fmt.Sprint(n), Header: []string{"A"}, Rows: rows})
				books[n] = book
				errs <- err
			}()
		}
		for range books {
			ok(t, <-errs)
		}
		for n, book := range books {
			equal(t, "the last row", readWorkbook(t, book).cell("A51"), fmt.Sprint("number ", n+1))
		}
	})

	t.Run("a context that is done", func(t *testing.T) {
		_, err := spreadsheets.Workbook(cancelled(), sheet.Table{Header: []string{"A"}, Rows: [][]sheet.Cell{{sheet.Number(1)}}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

// unescaped is a text as Excel shows it: _xHHHH_ stands for a character that XML does not carry.
func unescaped(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if rest := text[i:]; len(rest) >= 7 && rest[:2] == "_x" && rest[6] == '_' {
			if code, err := strconv.ParseUint(rest[2:6], 16, 16); err == nil {
				b.WriteRune(rune(code))
				i += 6
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
