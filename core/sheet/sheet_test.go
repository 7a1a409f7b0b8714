package sheet_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sheet"
)

func TestCSVIsWhatADutchExcelOpens(t *testing.T) {
	t.Parallel()
	table := sheet.Table{Title: "Leden", Header: []string{"Naam", "Leeftijd", "Lid sinds"}, Rows: [][]sheet.Cell{
		{sheet.Text("Joël; \"de\" Wit"), sheet.Number(-7), sheet.Date(civil.Date{Year: 2026, Month: time.November, Day: 21})},
		{sheet.Text("a\nb"), {}, sheet.Date(civil.Date{})},
	}}
	want := "\uFEFFNaam;Leeftijd;Lid sinds\r\n\"Joël; \"\"de\"\" Wit\";-7;2026-11-21\r\n\"a\r\nb\";;\r\n"
	if got := string(sheet.CSV(table)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := string(sheet.CSV(sheet.Table{Header: []string{"Naam"}})); got != "\uFEFFNaam\r\n" {
		t.Errorf("no rows: %q", got)
	}
}

func TestNoTextOfACSVIsAFormula(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+31612345678": "'+31612345678", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "  =1": "'  =1",
		"\u00a0=1": "'\u00a0=1", "＝1": "'＝1", "=": "'=", "- ": "'- ",
		"": "", " ": " ", "Jan": "Jan", "06-12345678": "06-12345678", "a=1": "a=1", "'s-Graveland": "'s-Graveland", "7": "7",
		"1-2": "1-2",
	} {
		table := sheet.Table{Header: []string{"x"}, Rows: [][]sheet.Cell{{sheet.Text(text), sheet.Text("")}}}
		if got := cells(t, table)[1][0]; got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := cells(t, sheet.Table{Header: []string{"=1", "x"}})[0][0]; got != "'=1" {
		t.Errorf("a heading: got %q", got)
	}
}

func TestAnyTextComesBackFromACSV(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		got := cells(t, sheet.Table{Header: []string{"a", "b"}, Rows: [][]sheet.Cell{{sheet.Text(text), sheet.Text("z")}}})[1]
		plain := strings.NewReplacer("\r", "").Replace // CSV knows one end of a line
		if len(got) != 2 || plain(strings.TrimPrefix(got[0], "'")) != plain(strings.TrimPrefix(text, "'")) || got[1] != "z" {
			t.Fatalf("got %q of %q", got, text)
		}
		if got[0] != "" && slices.Contains([]rune("=+-@\t\r"), []rune(got[0])[0]) {
			t.Fatalf("%q may be a formula", got[0])
		}
	})
}

func cells(t interface {
	Helper()
	Fatal(...any)
}, table sheet.Table,
) [][]string {
	t.Helper()
	reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(sheet.CSV(table)), "\uFEFF")))
	reader.Comma, reader.FieldsPerRecord = ';', -1
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
