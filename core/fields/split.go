package fields

import (
	"encoding/json"
	"unicode/utf8"
)

// What a store kept is read a hundred thousand times at a start: its objects and lists are taken apart without making a map of each,
// and without reading them twice. The structure is checked on the way; a damaged text ends with false.

// eachMember passes the members of an object. Of anything else it reports false.
func eachMember(object []byte, f func(key []byte, value json.RawMessage)) bool {
	return eachPart(object, '{', '}', func(i int) int {
		if i >= len(object) || object[i] != '"' {
			return -1
		}
		end := skipText(object, i)
		if end < 0 {
			return -1
		}
		key, known := unquoted(object[i:end])
		if i = skipSpace(object, end); !known || i >= len(object) || object[i] != ':' {
			return -1
		}
		i = skipSpace(object, i+1)
		if end = skipValue(object, i); end >= 0 {
			f(key, object[i:end])
		}
		return end
	})
}

// items are those of a list. Of anything else it reports false.
func items(list []byte) (found []json.RawMessage, isList bool) {
	isList = eachPart(list, '[', ']', func(i int) int {
		end := skipValue(list, i)
		if end >= 0 {
			found = append(found, list[i:end])
		}
		return end
	})
	return found, isList
}

// eachPart walks along the parts of a list or an object, which commas divide. part returns where the one that begins at i ends, or a
// negative number.
func eachPart(text []byte, opening, closing byte, part func(i int) int) bool {
	i := skipSpace(text, 0)
	if i >= len(text) || text[i] != opening {
		return false
	}
	if i = skipSpace(text, i+1); i < len(text) && text[i] == closing {
		return skipSpace(text, i+1) == len(text)
	}
	for {
		end := part(i)
		if end < 0 {
			return false
		}
		i = skipSpace(text, end)
		switch {
		case i < len(text) && text[i] == ',':
			i = skipSpace(text, i+1)
		case i < len(text) && text[i] == closing:
			return skipSpace(text, i+1) == len(text)
		default:
			return false
		}
	}
}

func skipSpace(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
		i++
	}
	return i
}

// skipValue returns where the value that begins at i ends, a negative number for one that does not.
func skipValue(text []byte, i int) int {
	if i >= len(text) {
		return -1
	}
	switch text[i] {
	case '"':
		return skipText(text, i)
	case '{', '[':
		return skipNested(text, i)
	}
	end := i
	for end < len(text) && text[end] != ',' && text[end] != ']' && text[end] != '}' && text[end] > ' ' {
		end++
	}
	if !isScalar(text[i:end]) {
		return -1
	}
	return end
}

// isScalar reports whether a text is a number, true, false or null.
func isScalar(text []byte) bool {
	switch string(text) {
	case "true", "false", "null", "0":
		return true
	}
	for i, c := range text {
		if c < '0' || c > '9' || i == 0 && c == '0' {
			return json.Valid(text)
		}
	}
	return len(text) > 0
}

func skipNested(text []byte, i int) int {
	for depth := 0; i >= 0 && i < len(text); {
		switch text[i] {
		case '"':
			i = skipText(text, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if i++; depth == 0 {
			return i
		}
	}
	return -1
}

func skipText(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return -1
}

// unquote is the text of a JSON string, and whether it is one.
func unquote(raw []byte) (text string, isText bool) {
	plain, isText := unquoted(raw)
	return string(plain), isText
}

// unquoted is unquote without a copy, where there is none to make.
func unquoted(raw []byte) (text []byte, isText bool) {
	if len(raw) < 2 || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return nil, false
	}
	plain := raw[1 : len(raw)-1]
	for _, c := range plain {
		if c == '\\' || c == '"' || c < ' ' || c >= utf8.RuneSelf { // an escape, or a character that may be no UTF-8
			return unescaped(raw)
		}
	}
	return plain, true
}

func unescaped(raw []byte) ([]byte, bool) {
	var text string
	err := json.Unmarshal(raw, &text)
	return []byte(text), err == nil
}
