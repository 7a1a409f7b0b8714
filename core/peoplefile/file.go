// Package peoplefile owns what a file of people says: how a text file is read, which column is which field, what a cell means,
// whom a row is about, and what becomes of it.
//
// It does not open workbooks (ports.Workbooks), keeps nothing (ports.Imports) and changes nobody (core/usecase/imports).
package peoplefile

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
)

// The bounds of a file.
const (
	MaxBytes   = 10 << 20 // as it is uploaded
	MaxRows    = 25_000
	MaxColumns = 200
	MaxCell    = 2_000 // characters
	MaxCells   = 1_000_000
)

// Sheet is a table as it was read from a file: its rows with the numbers that a spreadsheet program shows, empty ones left out.
type Sheet struct {
	Rows     []Row
	Date1904 bool // a day is counted from 1904, as old Macs did
	Formulas bool // cells have formulas, of which the last result was read
	Merged   bool // cells are merged
	More     bool // there are other sheets, which were not read
}

// Row is one row of a file.
type Row struct {
	Number int // from 1
	Cells  []string
}

// Empty reports whether no cell says anything.
func (r *Row) Empty() bool {
	return !slices.ContainsFunc(r.Cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

func (r *Row) cell(column int) string {
	if column >= len(r.Cells) {
		return ""
	}
	return r.Cells[column]
}

// Table is a sheet whose heading was found.
type Table struct {
	Headings []string
	Rows     []Row
	Notices  []string // sentences about the file
}

// headingWithin is how many rows may stand above the row of headings.
const headingWithin = 10

// MostRows is how many rows a file has at most, with its headings and what stands above them.
const MostRows = MaxRows + headingWithin

// Tabled finds the headings of a sheet, which may have a title above them, and returns the rows below. A file in which there is
// nothing to import is refused.
func Tabled(s Sheet) (Table, error) {
	rows := slices.DeleteFunc(slices.Clone(s.Rows), func(r Row) bool { return r.Empty() })
	if len(rows) == 0 {
		return Table{}, ErrEmpty
	}
	head, best := 0, 0
	for i := range rows[:min(headingWithin, len(rows))] {
		if known := recognised(rows[i].Cells); known > best {
			head, best = i, known
		}
	}
	t := Table{Headings: headings(rows[head].Cells), Rows: rows[head+1:], Notices: s.notices()}
	switch {
	case len(t.Rows) == 0:
		return Table{}, ErrNoRows
	case len(t.Rows) > MaxRows:
		return Table{}, ErrTooManyRows
	}
	wide := 0
	for i := range t.Rows {
		wide = max(wide, len(t.Rows[i].Cells))
	}
	for len(t.Headings) < wide {
		t.Headings = append(t.Headings, "")
	}
	if len(t.Headings) > MaxColumns {
		return Table{}, ErrTooManyColumns
	}
	t.bound()
	return t, nil
}

// headings returns what stands above the columns, without empty ones at the end.
func headings(cells []string) []string {
	list := make([]string, len(cells))
	for i, cell := range cells {
		list[i] = cut(strings.Join(strings.Fields(cell), " "), 100)
	}
	for len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// bound cuts cells that no field could hold. A field refuses what is left of one.
func (t *Table) bound() {
	for i := range t.Rows {
		for j, cell := range t.Rows[i].Cells {
			t.Rows[i].Cells[j] = cut(strings.TrimSpace(cell), MaxCell+1)
		}
	}
}

func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	letters := []rune(text)
	return string(letters[:min(most, len(letters))])
}

func (s *Sheet) notices() (list []string) {
	for _, one := range []struct {
		so       bool
		sentence string
	}{{s.Formulas, NoticeFormulas}, {s.Merged, NoticeMerged}, {s.More, NoticeMoreSheets}} {
		if one.so {
			list = append(list, one.sentence)
		}
	}
	return list
}

// recognised counts the headings that are known, each field once.
func recognised(cells []string) int {
	found := map[Field]bool{}
	for _, cell := range cells {
		if field := Recognise(cell); field != "" {
			found[field] = true
		}
	}
	return len(found)
}

// headingKey is a heading by which it is recognised, whatever its case, accents, blanks and punctuation.
func headingKey(heading string) string {
	letters := strings.Map(func(r rune) rune {
		if strings.ContainsRune("._-:/()*#\"'", r) {
			return ' '
		}
		return r
	}, heading)
	return strings.ReplaceAll(fold.Key(letters), " ", "")
}
