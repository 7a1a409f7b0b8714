package peoplefile

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// brokenUTF8 reports whether a text that is no valid UTF-8 is meant to be: most bytes beyond ASCII are parts of its letters. at
// is the first one that is not.
func brokenUTF8(data []byte) (at int, is bool) {
	good, bad := 0, 0
	for i := 0; i < len(data); {
		letter, size := utf8.DecodeRune(data[i:])
		switch {
		case letter == utf8.RuneError && size == 1:
			if bad == 0 {
				at = i
			}
			bad++
		case size > 1:
			good += size
		}
		i += size
	}
	return at, good > bad
}

// lineOf returns the line of a byte, from 1.
func lineOf(data []byte, at int) int {
	end := []byte("\n")
	if !bytes.Contains(data, end) {
		end = []byte("\r") // as old Macs ended lines
	}
	return 1 + bytes.Count(data[:at], end)
}

// What the bytes of Windows-1252 are from 0x80 to 0x9F, where Mac OS Roman has small letters: é is its Ž, ë its opening quotation
// mark.
const (
	noneOfWindows = "\x81\x8D\x8F\x90\x9D"
	capitals      = "\x8A\x8C\x8E\x9F" // Š Œ Ž Ÿ
	between       = "\x91\x97\x98\x9B" // ‘ — ˜ ›, which stand between no small letters
)

// odd returns the first byte of a text of single bytes that can be no letter or mark of Windows-1252, or of code page 850 when it
// is said to be dos, -1 for none. An apostrophe, a dash and a š of Windows-1252 are taken for what they are there.
func odd(data []byte, dos bool) int {
	near := func(i int) byte {
		if i < 0 || i >= len(data) {
			return 0
		}
		return data[i]
	}
	small := func(c byte) bool { return c >= 'a' && c <= 'z' }
	letter := func(c byte) bool { return small(c | 0x20) }
	of := func(set string, c byte) bool { return strings.IndexByte(set, c) >= 0 }
	windows, first := false, -1
	for i, c := range data {
		if c < 0x80 {
			continue
		}
		before, after := near(i-1), near(i+1)
		within := letter(before) && small(after)
		is := false
		switch {
		case c >= 0xE0 && small(before): // Mac OS Roman has capitals and marks there
			windows = true
		case of("\x8E\x8F\x90", c) && small(before), of("\x95\x99\x9F", c) && within: // é è ê, ï ô ü: capitals or marks in both
			is = true
		case c == 0x91 && small(before) && !letter(after) && after < 0x80: // ë at the end of a word
			is = true
		case dos:
		case of(noneOfWindows, c), of(capitals, c) && (small(before) || within), of(between, c) && within:
			is = true
		case c == 0x9A: // ö, where š can't be spoken
			is = consonant(before) && consonant(after)
		}
		if is && first < 0 {
			first = i
		}
	}
	if windows && first >= 0 && !of(noneOfWindows, data[first]) {
		return -1
	}
	return first
}

func consonant(c byte) bool {
	c |= 0x20
	return c >= 'a' && c <= 'z' && strings.IndexByte("aeiouy", c) < 0
}
