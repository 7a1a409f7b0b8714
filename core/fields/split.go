package fields

import (
	"bytes"
	"encoding/json"
)

// What a store kept is read a hundred thousand times at a start: its objects and lists are taken apart without making a map of each.
// All of this is for texts that json.Valid lets through.

// eachMember passes the members of an object. Of anything else it reports false.
func eachMember(object []byte, f func(key string, value json.RawMessage)) bool {
	i := skipSpace(object, 0)
	if i == len(object) || object[i] != '{' {
		return false
	}
	for i = skipSpace(object, i+1); object[i] != '}'; {
		end := skipValue(object, i)
		key := object[i:end]
		i = skipSpace(object, skipSpace(object, end)+1) // the colon
		end = skipValue(object, i)
		f(unquote(key), object[i:end])
		if i = skipSpace(object, end); object[i] == ',' {
			i = skipSpace(object, i+1)
		}
	}
	return true
}

// items are those of a list. Of anything else it reports false.
func items(list []byte) (found []json.RawMessage, isList bool) {
	i := skipSpace(list, 0)
	if i == len(list) || list[i] != '[' {
		return nil, false
	}
	for i = skipSpace(list, i+1); list[i] != ']'; {
		end := skipValue(list, i)
		found = append(found, list[i:end])
		if i = skipSpace(list, end); list[i] == ',' {
			i = skipSpace(list, i+1)
		}
	}
	return found, true
}

func skipSpace(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
		i++
	}
	return i
}

// skipValue returns where the value that begins at i ends.
func skipValue(text []byte, i int) int {
	switch text[i] {
	case '"':
		return skipText(text, i)
	case '{', '[':
		depth := 0
		for {
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
	}
	for i < len(text) && bytes.IndexByte([]byte(",]} \n\t\r"), text[i]) < 0 {
		i++
	}
	return i
}

func skipText(text []byte, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// unquote is the text of a JSON string.
func unquote(raw []byte) string {
	plain := raw[1 : len(raw)-1]
	for _, c := range plain {
		if c == '\\' || c >= 0x7f { // an escape, or a character that may be no UTF-8
			var text string
			_ = json.Unmarshal(raw, &text) // it was valid
			return text
		}
	}
	return string(plain)
}
