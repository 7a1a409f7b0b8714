package excel

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/ports"
)

// Reader reads workbooks. It has no settings.
type Reader struct{}

var _ ports.Workbooks = Reader{}

// mostUnpacked is how much a workbook may unpack to. One of 25,000 people takes some 40 MB.
const mostUnpacked = 100 << 20

// heads are what older Excel files and those with a password begin with.
var oldHead = []byte{0xD0, 0xCF, 0x11, 0xE0}

// Read implements ports.Workbooks.
func (Reader) Read(ctx context.Context, data []byte) (peoplefile.Sheet, error) {
	switch {
	case bytes.HasPrefix(data, oldHead):
		return peoplefile.Sheet{}, peoplefile.ErrOldExcel
	case !bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return peoplefile.Sheet{}, peoplefile.ErrOtherKind
	}
	if err := weigh(ctx, data); err != nil {
		return peoplefile.Sheet{}, err
	}
	file, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: mostUnpacked, UnzipXMLSizeLimit: mostUnpacked,
	})
	if err != nil {
		return peoplefile.Sheet{}, peoplefile.ErrUnreadable.Because(err)
	}
	defer file.Close() //nolint:errcheck // nothing was written
	sheets := visible(file)
	if len(sheets) == 0 {
		return peoplefile.Sheet{}, peoplefile.ErrEmpty
	}
	var s peoplefile.Sheet
	if properties, err := file.GetWorkbookProps(); err == nil && properties.Date1904 != nil {
		s.Date1904 = *properties.Date1904
	}
	for len(s.Rows) == 0 && len(sheets) > 0 {
		if err := rows(ctx, file, sheets[0], &s); err != nil {
			return peoplefile.Sheet{}, err
		}
		sheets = sheets[1:]
	}
	s.More = len(sheets) > 0
	return s, marks(data, &s)
}

// weigh refuses a workbook that is none, or that unpacks to too much. It unpacks everything: what a file says of its size may be
// false.
func weigh(ctx context.Context, data []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return peoplefile.ErrUnreadable.Because(err)
	}
	left, workbook := int64(mostUnpacked), false
	for _, part := range archive.File {
		if err := ctx.Err(); err != nil {
			return err
		}
		workbook = workbook || part.Name == "xl/workbook.xml"
		size, err := unpacked(part, left)
		if left -= size; left <= 0 {
			return peoplefile.ErrUnpacks
		}
		if err != nil {
			return peoplefile.ErrUnreadable.Because(err)
		}
	}
	if !workbook {
		return peoplefile.ErrOtherKind
	}
	return nil
}

func unpacked(part *zip.File, most int64) (int64, error) {
	content, err := part.Open()
	if err != nil {
		return 0, err
	}
	size, err := io.Copy(io.Discard, io.LimitReader(content, most))
	return size, errors.Join(err, content.Close())
}

// visible returns the sheets that are not hidden, in their order.
func visible(file *excelize.File) (names []string) {
	for _, name := range file.GetSheetList() {
		if shown, err := file.GetSheetVisible(name); err == nil && shown {
			names = append(names, name)
		}
	}
	return names
}

// rows reads the cells of a sheet one row after the other.
func rows(ctx context.Context, file *excelize.File, name string, s *peoplefile.Sheet) error {
	reader, err := file.Rows(name)
	if err != nil {
		return peoplefile.ErrUnreadable.Because(err)
	}
	defer reader.Close() //nolint:errcheck // it was read
	cells := 0
	for number := 1; reader.Next(); number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		columns, err := reader.Columns()
		if err != nil {
			return peoplefile.ErrUnreadable.Because(err)
		}
		if len(columns) > peoplefile.MaxColumns {
			return peoplefile.ErrTooManyColumns
		}
		row := peoplefile.Row{Number: number, Cells: columns}
		if row.Empty() {
			continue
		}
		if cells += len(columns); len(s.Rows) >= peoplefile.MostRows || cells > peoplefile.MaxCells {
			return peoplefile.ErrTooManyRows
		}
		s.Rows = append(s.Rows, row)
	}
	if err := reader.Error(); err != nil {
		return peoplefile.ErrUnreadable.Because(err)
	}
	return nil
}

// marks looks for formulas and merged cells in the sheets.
func marks(data []byte, s *peoplefile.Sheet) error {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return peoplefile.ErrUnreadable.Because(err)
	}
	for _, part := range archive.File {
		if path.Dir(part.Name) != "xl/worksheets" || !strings.HasSuffix(part.Name, ".xml") {
			continue
		}
		if err := mark(part, s); err != nil {
			return peoplefile.ErrUnreadable.Because(err)
		}
	}
	return nil
}

func mark(part *zip.File, s *peoplefile.Sheet) error {
	content, err := part.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	tokens := xml.NewDecoder(content)
	for !s.Formulas || !s.Merged {
		token, err := tokens.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if begin, is := token.(xml.StartElement); is {
			s.Formulas = s.Formulas || begin.Name.Local == "f"
			s.Merged = s.Merged || begin.Name.Local == "mergeCell"
		}
	}
	return nil
}
