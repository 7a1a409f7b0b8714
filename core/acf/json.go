package acf

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/fault"
)

// MaxText is the length of the longest text, in characters.
const MaxText = 10_000

// cleared reports null and "": both empty a field.
func cleared(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return string(raw) == "null" || string(raw) == `""`
}

func decodeText(raw json.RawMessage, at string, in *input) string {
	raw = bytes.TrimSpace(raw)
	if cleared(raw) || len(raw) == 0 {
		return ""
	}
	switch raw[0] {
	case '"':
		text, isText := unquote(raw)
		if !isText {
			in.problems.Add(at, fault.NotText)
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

// CheckText adds a text to problems that is too long, or that a database can't keep.
func CheckText(text, at string, problems *fault.Problems) {
	if sentence := textFault(text); sentence != "" {
		problems.Add(at, sentence)
	}
}

// textFault returns what is wrong with a text, "" for nothing.
func textFault(text string) string {
	switch {
	case utf8.RuneCountInString(text) > MaxText:
		return fault.TooLong
	case strings.ContainsRune(text, 0) || !utf8.ValidString(text):
		return fault.BadCharacter
	}
	return ""
}

func decodeFlag(raw json.RawMessage, at string, in *input) bool {
	switch string(raw) { // nearly always
	case "true":
		return true
	case "false":
		return false
	}
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

// decodeList reads an array. null, "" and false are empty arrays: an empty repeater of the predecessor is false.
func decodeList(raw json.RawMessage, at string, in *input) []json.RawMessage {
	raw = bytes.TrimSpace(raw)
	if cleared(raw) || string(raw) == "false" {
		return nil
	}
	list, isList := items(raw)
	if !isList {
		in.problems.Add(at, fault.NotAList)
	}
	return list
}

func decodeExtra(extra *Extra, key string, raw json.RawMessage, at string, in *input) {
	checkText(key, at, in)
	if string(bytes.TrimSpace(raw)) == "null" {
		delete(*extra, key)
		return
	}
	if in.kept { // as compact wrote it
		if *extra == nil {
			*extra = Extra{}
		}
		if !json.Valid(raw) {
			in.problems.Add(at, fault.NotText)
		}
		(*extra)[key] = raw
		return
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		in.problems.Add(at, fault.NotText)
		return
	}
	encoded := compact(value)
	if bytes.Equal(encoded, (*extra)[key]) {
		return // a kept value may stay, even if it would be refused today
	}
	checkShape(value, at, in)
	checkTexts(value, at, in)
	if *extra == nil {
		*extra = Extra{}
	}
	(*extra)[key] = encoded
}

// Limits of the value of an unknown member, which every reader of JSON can read.
const (
	MaxDepth  = 16 // nested lists and objects
	MaxDigits = 40 // characters of a number
)

// checkShape refuses a value that is nested too deep, or that holds a number that is too long.
func checkShape(value any, at string, in *input) {
	if in.kept {
		return
	}
	if sentence := wrongShape(value, MaxDepth); sentence != "" {
		in.problems.Add(at, sentence)
	}
}

// wrongShape returns what is wrong with a value that may be nested to the depth, "" for nothing.
func wrongShape(value any, depth int) string {
	if number, ok := value.(json.Number); ok && len(number) > MaxDigits {
		return fault.TooManyDigits
	}
	list, isList := value.([]any)
	object, isObject := value.(map[string]any)
	if (isList || isObject) && depth == 0 {
		return fault.TooDeep
	}
	for _, item := range list {
		if sentence := wrongShape(item, depth-1); sentence != "" {
			return sentence
		}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if sentence := wrongShape(object[key], depth-1); sentence != "" {
			return sentence
		}
	}
	return ""
}

// checkTexts checks every text inside a value of unknown shape, up to the first wrong one.
func checkTexts(value any, at string, in *input) {
	if in.kept {
		return
	}
	if path, sentence := wrongText(value); sentence != "" {
		in.problems.Add(at+path, sentence)
	}
}

// wrongText returns the path of the first wrong text, and what is wrong with it, "" for nothing. It makes no path before it has
// found one: in deep values paths are long.
func wrongText(value any) (path, sentence string) {
	switch value := value.(type) {
	case string:
		return "", textFault(value)
	case []any:
		for i, item := range value {
			if path, sentence = wrongText(item); sentence != "" {
				return itemPath("", i) + path, sentence
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if path, sentence = "", textFault(key); sentence == "" {
				path, sentence = wrongText(value[key])
			}
			if sentence != "" {
				return "." + key + path, sentence
			}
		}
	}
	return "", ""
}

// compact encodes a decoded value again, so that equal values are spelled alike. It escapes HTML characters.
func compact(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic("acf: a decoded JSON value does not encode: " + err.Error())
	}
	return text
}

// AppendText encodes a text.
func AppendText(dst []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return append(dst, compact(text)...)
		}
	}
	return append(append(append(dst, '"'), text...), '"') // nearly always
}

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

// checkExtra checks unknown members that differ from before as decodeExtra checks a client's.
func checkExtra(extra, before Extra, at string, in *input) {
	var scratch Extra
	for _, key := range sortedKeys(extra) {
		if !bytes.Equal(extra[key], before[key]) {
			decodeExtra(&scratch, key, extra[key], at+"."+key, in)
		}
	}
}
