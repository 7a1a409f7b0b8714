package fields

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/fault"
)

// MaxText is the length of the longest text, in characters.
const MaxText = 10_000

// cleared reports null and "": both empty a field.
func cleared(raw json.RawMessage) bool {
	text := string(bytes.TrimSpace(raw))
	return text == "null" || text == `""`
}

func decodeText(raw json.RawMessage, at string, in *input) string {
	raw = bytes.TrimSpace(raw)
	if cleared(raw) || len(raw) == 0 {
		return ""
	}
	switch raw[0] {
	case '"':
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			in.problems.Add(at, fault.NotText)
			return ""
		}
		checkText(text, at, in)
		return text
	case 't':
		return "1"
	case 'f':
		return ""
	case '{', '[':
		in.problems.Add(at, fault.NotText)
		return ""
	}
	checkText(string(raw), at, in)
	return string(raw) // a number, as it was written
}

func checkText(text, at string, in *input) {
	if !in.kept {
		CheckText(text, at, in.problems)
	}
}

// CheckText notes a text that is too long, or that a database can't keep.
func CheckText(text, at string, problems *fault.Problems) {
	if utf8.RuneCountInString(text) > MaxText {
		problems.Add(at, fault.TooLong)
	}
	if strings.ContainsRune(text, 0) || !utf8.ValidString(text) {
		problems.Add(at, fault.BadCharacter)
	}
}

func decodeFlag(raw json.RawMessage, at string, in *input) bool {
	switch strings.ToLower(strings.Trim(string(bytes.TrimSpace(raw)), `"`)) {
	case "true", "1", "ja":
		return true
	case "false", "0", "nee", "null", "":
		return false
	}
	in.problems.Add(at, fault.NotAFlag)
	return false
}

func decodeID(raw json.RawMessage, at string, in *input) int64 {
	raw = bytes.TrimSpace(raw)
	if len(raw) > 0 && raw[0] == '[' {
		list := decodeList(raw, at, in)
		if len(list) > 1 {
			in.problems.Add(at, fault.NotAnID)
			return 0
		}
		if len(list) == 0 {
			return 0
		}
		raw = bytes.TrimSpace(list[0])
	}
	if cleared(raw) || string(raw) == "false" {
		return 0
	}
	id, err := strconv.ParseInt(strings.Trim(string(raw), `"`), 10, 64)
	if err != nil || id < 0 {
		in.problems.Add(at, fault.NotAnID)
		return 0
	}
	return id
}

// decodeList reads an array; null, "" and false are empty ones (an empty repeater of the predecessor is false).
func decodeList(raw json.RawMessage, at string, in *input) []json.RawMessage {
	raw = bytes.TrimSpace(raw)
	if cleared(raw) || string(raw) == "false" {
		return nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		in.problems.Add(at, fault.NotAList)
		return nil
	}
	return list
}

func decodeExtra(extra *Extra, key string, raw json.RawMessage, at string, in *input) {
	checkText(key, at, in)
	if string(bytes.TrimSpace(raw)) == "null" {
		delete(*extra, key)
		return
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		in.problems.Add(at, fault.NotText)
		return
	}
	checkTexts(value, at, in)
	if *extra == nil {
		*extra = Extra{}
	}
	(*extra)[key] = compact(value)
}

// checkTexts looks at every text inside a value of unknown shape.
func checkTexts(value any, at string, in *input) {
	switch value := value.(type) {
	case string:
		checkText(value, at, in)
	case []any:
		for i, item := range value {
			checkTexts(item, itemPath(at, i), in)
		}
	case map[string]any:
		for key, item := range value {
			checkTexts(key, at+"."+key, in)
			checkTexts(item, at+"."+key, in)
		}
	}
}

// compact encodes a decoded value once more: one spelling for equal values, and no HTML characters.
func compact(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic("fields: a decoded JSON value does not encode: " + err.Error())
	}
	return text
}

func appendText(dst []byte, text string) []byte { return append(dst, compact(text)...) }

func appendList[E any](dst []byte, list []E, item func([]byte, E) []byte) []byte {
	dst = append(dst, '[')
	for i, e := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = item(dst, e)
	}
	return append(dst, ']')
}

// DecodeExtra reads an object of unknown members into extra, by the rules for unknown members of a table.
func DecodeExtra(extra *Extra, members map[string]json.RawMessage, at string, problems *fault.Problems) {
	for _, key := range sortedKeys(members) {
		decodeExtra(extra, key, members[key], at+"."+key, &input{problems: problems})
	}
}

// CheckExtra is Table.Check for objects of unknown members.
func CheckExtra(extra, before Extra, at string, problems *fault.Problems) {
	var scratch Extra
	for _, key := range sortedKeys(extra) {
		if !bytes.Equal(extra[key], before[key]) {
			decodeExtra(&scratch, key, extra[key], at+"."+key, &input{problems: problems})
		}
	}
}

// AppendExtra encodes unknown members as an object, by key.
func AppendExtra(dst []byte, extra Extra) []byte {
	dst = append(dst, '{')
	for i, key := range sortedKeys(extra) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(appendText(dst, key), ':'), extra[key]...)
	}
	return append(dst, '}')
}
