package excel_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/excel"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestContract(t *testing.T) { porttest.Spreadsheets(t, excel.Writer{}) }

func TestReading(t *testing.T) { porttest.Workbooks(t, excel.Reader{}, excel.Writer{}) }

func FuzzRead(f *testing.F) {
	made, err := excel.Writer{}.Workbook(f.Context(), sheet.Table{Title: "Leden", Header: []string{"Naam"},
		Rows: [][]sheet.Cell{{sheet.Text("Jan")}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(made)
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte("Naam\nJan\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := (excel.Reader{}).Read(t.Context(), data); err != nil && fault.KindOf(err) != fault.Invalid {
			t.Fatal(err)
		}
	})
}
