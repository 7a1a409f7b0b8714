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

// ReadText reads a text file with separated values: UTF-8, UTF-16, Windows-1252 or code page 850 (as spreadsheet programs write
// for MS-DOS), separated by semicolons, commas or tabs. Letters that are none of these, as of UTF-8 with a broken byte or of
// Mac OS Roman, are refused where they can be told from others: a wrong letter would be kept as somebody's name.
func ReadText(data []byte) (Sheet, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return Sheet{}, ErrEmpty
	}
	text, err := decoded(data)
	if err != nil {
		return Sheet{}, err
	}
	if !ends(text, '\n') {
		text = strings.ReplaceAll(text, "\r", "\n") // as old Macs ended lines
	}
	text, comma := separated(text)
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord = comma, -1
	var s Sheet
	cells, within := 0, 0 // within are line ends in cells: a spreadsheet program doesn't count them
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
		row := Row{Number: line - within, Cells: record}
		for i, cell := range record {
			within += strings.Count(cell, "\n")
			record[i] = plain(cell)
		}
		if row.Empty() {
			continue
		}
		if cells += len(record); len(record) > MaxColumns {
			return Sheet{}, ErrTooManyColumns
		}
		if len(s.Rows) >= MostRows || cells > MaxCells {
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
	data, marked := bytes.CutPrefix(data, []byte("\uFEFF"))
	if utf8.Valid(data) {
		return string(data), nil
	}
	if at, is := brokenUTF8(data); is || marked {
		return "", ErrLetters(lineOf(data, at))
	}
	page := charmap.Windows1252
	if fromDOS(data) {
		page = charmap.CodePage850
	}
	if at := odd(data, page == charmap.CodePage850); at >= 0 {
		return "", ErrLetters(lineOf(data, at))
	}
	text, err := page.NewDecoder().Bytes(data)
	if err != nil {
		return "", ErrUnreadable.Because(err)
	}
	return string(text), nil
}

// Accented letters of code page 850 that are quotation marks and the like in Windows-1252. The first ones stand behind no letter
// there, the others not between a letter and a small one.
const (
	dosBehind  = "\x81\x82\x84\x88\x89\x8B" // ü é ä ê ë ï
	dosBetween = "\x83\x87\x8A\x93\x94"     // â ç è ô ö
)

// fromDOS reports whether a text of single bytes is one of code page 850: it has letters that are none in Windows-1252, and none
// that are letters there alone.
func fromDOS(data []byte) (is bool) {
	at := func(i int) byte {
		if i < 0 || i >= len(data) {
			return 0
		}
		return data[i]
	}
	small := func(c byte) bool { return c >= 'a' && c <= 'z' }
	letter := func(c byte) bool { return small(c | 0x20) }
	for i, c := range data {
		switch before, after := at(i-1), at(i+1); {
		case c >= 0xC0 && (letter(before) || letter(after)):
			return false
		case strings.IndexByte(dosBehind, c) >= 0:
			is = is || letter(before)
		case strings.IndexByte(dosBetween, c) >= 0:
			is = is || letter(before) && small(after)
		}
	}
	return is
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

// separators are what can stand between two values, as people use them, the most usual one first.
const separators = ";,\t|"

// whole separates nothing: no text has it.
const whole = '\x1f'

// separated returns what separates the values of a text: what its first line says ("sep=;"), which is taken off, else that by
// which most headings are recognised within its first lines. A heading that is recognised alone, with none of them beside it, is
// that of the only column. Of a text without known headings it is what stands there most often outside quotes.
func separated(text string) (rest string, comma rune) {
	first, below, more := strings.Cut(text, "\n")
	if first = strings.Trim(first, "\" \r"); more && len(first) == len("sep=;") && strings.EqualFold(first[:4], "sep=") &&
		strings.ContainsAny(first[4:], separators) {
		return below, rune(first[4])
	}
	lines := strings.SplitN(text, "\n", headingWithin+1)
	lines = lines[:min(len(lines), headingWithin)]
	best, alike := 0, 0
	for _, other := range separators {
		most := 0
		for _, line := range lines {
			most = max(most, recognised(strings.Split(line, string(other))))
		}
		switch {
		case most > best:
			best, alike, comma = most, 1, other
		case most == best:
			alike++
		}
	}
	switch {
	case best > 0 && alike < len(separators):
		return text, comma
	case best > 0 && !strings.ContainsRune(text, whole):
		return text, whole
	}
	return text, frequent(text)
}

// ends reports whether a letter stands outside quotes.
func ends(text string, letter byte) bool {
	quoted := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == letter && !quoted:
			return true
		}
	}
	return false
}

// frequent returns which separator stands most often outside quotes within the first lines.
func frequent(text string) (comma rune) {
	counts := map[rune]int{}
	lines, quoted := 0, false
	for _, letter := range text {
		switch {
		case letter == '"':
			quoted = !quoted
		case quoted:
		case letter == '\n':
			lines++
		case strings.ContainsRune(separators, letter):
			counts[letter]++
		}
		if lines == headingWithin {
			break
		}
	}
	comma = ';'
	for _, other := range separators[1:] {
		if counts[other] > counts[comma] {
			comma = other
		}
	}
	return comma
}
