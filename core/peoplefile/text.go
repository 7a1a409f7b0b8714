package peoplefile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// ReadText reads a text file with separated values: UTF-8, UTF-16 or Windows-1252, separated by semicolons, commas or tabs.
func ReadText(data []byte) (Sheet, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return Sheet{}, ErrEmpty
	}
	text, err := decoded(data)
	if err != nil {
		return Sheet{}, err
	}
	text, comma := separated(text)
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord = comma, -1
	var s Sheet
	cells := 0
	for {
		record, err := reader.Read()
		var wrong *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return s, nil
		case errors.As(err, &wrong):
			return Sheet{}, ErrQuotes(wrong.StartLine)
		case err != nil:
			return Sheet{}, ErrUnreadable.Because(err)
		}
		line, _ := reader.FieldPos(0)
		for i, cell := range record {
			record[i] = plain(cell)
		}
		row := Row{Number: line, Cells: record}
		if row.Empty() {
			continue
		}
		if cells += len(record); len(record) > MaxColumns {
			return Sheet{}, ErrTooManyColumns
		}
		if len(s.Rows) > MaxRows+headingWithin || cells > MaxCells {
			return Sheet{}, ErrTooManyRows
		}
		s.Rows = append(s.Rows, row)
	}
}

// plain takes off the apostrophe by which sheet.CSV keeps a text from being taken for a formula.
func plain(cell string) string {
	if rest, quoted := strings.CutPrefix(cell, "'"); quoted && rest != "" && strings.ContainsRune("=+-@", rune(rest[0])) {
		return rest
	}
	return cell
}

// decoded returns the file as UTF-8, without a mark in front.
func decoded(data []byte) (string, error) {
	utf16 := func(order unicode.Endianness) (string, error) {
		text, err := unicode.UTF16(order, unicode.UseBOM).NewDecoder().Bytes(data)
		if err != nil {
			return "", ErrUnreadable.Because(err)
		}
		return string(text), nil
	}
	switch head := data[:min(len(data), 1000)]; {
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		return utf16(unicode.LittleEndian)
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		return utf16(unicode.BigEndian)
	case nuls(head, 1) > len(head)/4 && nuls(head, 0) == 0: // UTF-16 without its mark
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder().Bytes(data)
		return string(text), err
	case nuls(head, 0) > len(head)/4 && nuls(head, 1) == 0:
		text, err := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder().Bytes(data)
		return string(text), err
	case bytes.IndexByte(data, 0) >= 0:
		return "", ErrOtherKind
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if utf8.Valid(data) {
		return string(data), nil
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return "", ErrUnreadable.Because(err)
	}
	return string(text), nil
}

// nuls counts the zero bytes at even or odd places.
func nuls(data []byte, odd int) (count int) {
	for i := odd; i < len(data); i += 2 {
		if data[i] == 0 {
			count++
		}
	}
	return count
}

// separated returns what separates the values of a text: what its first line says ("sep=;"), which is taken off, else what stands
// there most often outside quotes within its first lines.
func separated(text string) (rest string, comma rune) {
	if first, below, more := strings.Cut(text, "\n"); more {
		if said, says := strings.CutPrefix(strings.TrimRight(first, "\r"), "sep="); says && said != "" &&
			strings.ContainsAny(said[:1], ";,\t|") {
			return below, rune(said[0])
		}
	}
	counts := map[rune]int{}
	lines, quoted := 0, false
	for _, letter := range text {
		switch {
		case letter == '"':
			quoted = !quoted
		case quoted:
		case letter == '\n':
			lines++
		case strings.ContainsRune(";,\t|", letter):
			counts[letter]++
		}
		if lines == headingWithin {
			break
		}
	}
	comma = ';'
	for _, other := range ",\t|" {
		if counts[other] > counts[comma] {
			comma = other
		}
	}
	return text, comma
}
