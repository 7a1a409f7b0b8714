package acf

import (
	"encoding/json"
	"unicode/utf8"
)

// A start reads a hundred thousand kept objects. So these functions split objects and lists in one pass, without a map for each.
// They check the structure on the way, and return false for a damaged text.

// EachMember calls f with each member of a JSON object, in its order: the name without its escapes, and the value as it stands
// there. It returns false for anything else, and for a damaged text, of which f may have seen the beginning.
func EachMember(object []byte, f func(key []byte, value json.RawMessage)) bool {
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

// Member returns a member of an object that a table made, as it stands there: "" when there is none.
func Member(object, key string) (found string) {
	EachMember([]byte(object), func(name []byte, value json.RawMessage) {
		if string(name) == key {
			found = string(value)
		}
	})
	return found
}

// items returns the items of a list. isList is false for anything else.
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

// eachPart walks along the comma-separated parts of a list or an object. part returns the end of the part that begins at i, or
// a negative number.
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

// skipValue returns the end of the value that begins at i, or a negative number if it has none.
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

// unquote returns the text of a JSON string, and whether raw is one.
func unquote(raw []byte) (text string, isText bool) {
	plain, isText := unquoted(raw)
	return string(plain), isText
}

// unquoted is unquote without a copy, where possible.
func unquoted(raw []byte) (text []byte, isText bool) {
	if len(raw) < 2 || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return nil, false
	}
	plain := raw[1 : len(raw)-1]
	for _, c := range plain {
		if c == '\\' || c == '"' || c < ' ' || c >= utf8.RuneSelf { // an escape, or a character that may not be UTF-8
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
