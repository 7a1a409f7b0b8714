package porttest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/ports"
)

// Workbooks is the contract of ports.Workbooks. writer makes workbooks to read.
func Workbooks(t *testing.T, reader ports.Workbooks, writer ports.Spreadsheets) {
	t.Run("what was written is read", func(t *testing.T) {
		t.Parallel()
		data := must(writer.Workbook(t.Context(), sheet.Table{Title: "Leden", Header: []string{"Voornaam", "Geboren", "Nummer"},
			Rows: [][]sheet.Cell{
				{sheet.Text("Zoë"), sheet.Date(civil.Date{Year: 2010, Month: 5, Day: 31}), sheet.Number(612345678)},
				{}, {sheet.Text("=A1"), {}, sheet.Text("+31 6")},
			}}))(t)
		got := must(reader.Read(t.Context(), data))(t)
		alike(t, "rows", got.Rows, []peoplefile.Row{
			{Number: 1, Cells: []string{"Voornaam", "Geboren", "Nummer"}}, {Number: 2, Cells: []string{"Zoë", "40329", "612345678"}},
			{Number: 4, Cells: []string{"=A1", "", "+31 6"}},
		})
		equal(t, "marks", got.Formulas || got.Merged || got.More || got.Date1904, false)
	})
	t.Run("formulas, merged cells, other sheets and the count of days are told", func(t *testing.T) {
		t.Parallel()
		got := must(reader.Read(t.Context(), packed(marked())))(t)
		alike(t, "rows", got.Rows, []peoplefile.Row{{Number: 1, Cells: []string{"Naam", "Jan"}}, {Number: 3, Cells: []string{"", "7"}}})
		equal(t, "marks", got.Formulas && got.Merged && got.More && got.Date1904, true)
	})
	t.Run("an empty sheet hides no other one", func(t *testing.T) {
		t.Parallel()
		parts := partsOf("<sheetData/>", "", `<sheet name="Leden 2" sheetId="2" r:id="rId2"/>`)
		parts["xl/worksheets/sheet2.xml"] = partsOf(`<sheetData><row r="1"><c r="A1" t="str"><v>Naam</v></c></row></sheetData>`, "",
			"")["xl/worksheets/sheet1.xml"]
		got := must(reader.Read(t.Context(), packed(parts)))(t)
		alike(t, "rows", got.Rows, []peoplefile.Row{{Number: 1, Cells: []string{"Naam"}}})
		equal(t, "more", got.More, false)
	})
	for name, one := range map[string]struct {
		data []byte
		want *fault.Fault
	}{
		"a text":                 {[]byte("Naam;E-mail\n"), peoplefile.ErrOtherKind},
		"a text like an archive": {[]byte("PK;Naam\n"), peoplefile.ErrOtherKind},
		"an empty archive":       {packed(nil), peoplefile.ErrOtherKind},
		"nothing":                {nil, peoplefile.ErrOtherKind},
		"an old file":            {[]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 and more"), peoplefile.ErrOldExcel},
		"half a file":            {packed(marked())[:700], peoplefile.ErrUnreadable},
		"another archive": {packed(map[string]string{"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}),
			peoplefile.ErrOtherKind},
		"no sheets": {packed(map[string]string{"xl/workbook.xml": "<workbook/>"}), peoplefile.ErrUnreadable},
		"a bomb": {packed(map[string]string{
			"xl/workbook.xml": "<workbook/>", "xl/worksheets/sheet1.xml": strings.Repeat(" ", 101<<20),
		}), peoplefile.ErrUnpacks},
		"100,000 rows": {packed(rowsOf(100_000)), peoplefile.ErrTooManyRows},
	} {
		t.Run("refused with its reason: "+name, func(t *testing.T) {
			t.Parallel()
			_, err := reader.Read(t.Context(), one.data)
			isFault(t, name, err, one.want)
		})
	}
	t.Run("a cancelled context stops", func(t *testing.T) {
		t.Parallel()
		_, err := reader.Read(cancelled(), packed(marked()))
		equal(t, "an error", err != nil, true)
	})
}

const workbookHead = `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ` +
	`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`

// parts are those of a workbook with this content of its first sheet.
func partsOf(sheetData, properties, more string) map[string]string {
	const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	return map[string]string{
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
		"_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
			`<Relationship Id="rId1" Type="` + types + `officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml": workbookHead + properties + `<sheets><sheet name="Leden" sheetId="1" r:id="rId1"/>` + more +
			`</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
			`<Relationship Id="rId1" Type="` + types + `worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="rId2" Type="` + types + `worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml": `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + sheetData +
			`</worksheet>`,
	}
}

func marked() map[string]string {
	parts := partsOf(`<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Naam</t></is></c>`+
		`<c r="B1" t="str"><v>Jan</v></c></row><row r="3"><c r="B3"><f>3+4</f><v>7</v></c></row></sheetData>`+
		`<mergeCells count="1"><mergeCell ref="A1:A2"/></mergeCells>`,
		`<workbookPr date1904="1"/>`, `<sheet name="Meer" sheetId="2" r:id="rId2"/>`)
	parts["xl/worksheets/sheet2.xml"] = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>`
	return parts
}

func rowsOf(count int) map[string]string {
	var rows strings.Builder
	for n := range count {
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%d" t="str"><v>Jan</v></c></row>`, n+1, n+1)
	}
	return partsOf("<sheetData>"+rows.String()+"</sheetData>", "", "")
}

func packed(parts map[string]string) []byte {
	var data bytes.Buffer
	archive := zip.NewWriter(&data)
	for name, text := range parts {
		part, err := archive.Create(name)
		if err == nil {
			_, err = part.Write([]byte(text))
		}
		if err != nil {
			panic(err)
		}
	}
	if err := archive.Close(); err != nil {
		panic(err)
	}
	return data.Bytes()
}
