// Package diff owns how the synchronization finds out what changed: the hash of a record, the plan that makes one side like the
// other, and the guard that stops a plan which would take away too much.
//
// It is pure: what there is and what is wanted come in as values.
package diff

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Hash returns the SHA-256, in hexadecimal, of a value as JSON with sorted keys. An absent member and a null are the same, so
// that equal content has one hash, however it was put together.
func Hash(value any) string {
	text, err := appendValue(nil, reflect.ValueOf(value))
	if err != nil { // a value that JSON cannot hold: a mistake of the caller's
		panic(fmt.Sprintf("diff: hash of %T: %v", value, err))
	}
	return HashText(text)
}

// HashText returns the SHA-256 of a text, in hexadecimal.
func HashText(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Canonical returns a JSON text with sorted keys and without members that are null.
func Canonical(text []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	return appendValue(nil, reflect.ValueOf(value))
}

var (
	asJSON = reflect.TypeFor[json.Marshaler]()
	asText = reflect.TypeFor[encoding.TextMarshaler]()
)

// appendValue appends the canonical JSON of a value. It writes maps, lists, texts, booleans and whole numbers directly, which is
// nearly everything that is hashed; other values go through encoding/json.
func appendValue(dst []byte, v reflect.Value) ([]byte, error) {
	if !v.IsValid() {
		return append(dst, "null"...), nil
	}
	kind := v.Kind()
	number, isNumber := v.Interface().(json.Number)
	switch {
	case isNumber:
		return append(dst, number...), nil
	case kind == reflect.Interface, kind == reflect.Pointer && !ownForm(v.Type()):
		return appendValue(dst, v.Elem())
	case ownForm(v.Type()):
	case kind == reflect.Map && v.Type().Key().Kind() == reflect.String && !ownForm(v.Type().Key()):
		return appendMap(dst, v)
	case kind == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		return appendList(dst, v)
	case kind == reflect.String:
		return appendText(dst, v.String())
	case kind == reflect.Bool:
		return strconv.AppendBool(dst, v.Bool()), nil
	case v.CanInt():
		return strconv.AppendInt(dst, v.Int(), 10), nil
	}
	text, err := json.Marshal(v.Interface())
	if err == nil {
		text, err = Canonical(text)
	}
	return append(dst, text...), err
}

// ownForm reports whether values of the type marshal themselves.
func ownForm(t reflect.Type) bool { return t.Implements(asJSON) || t.Implements(asText) }

func appendMap(dst []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(dst, "null"...), nil
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	dst = append(dst, '{')
	first := true
	for _, key := range keys {
		start := len(dst)
		if !first {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = appendText(dst, key.String()); err != nil {
			return nil, err
		}
		dst = append(dst, ':')
		at := len(dst)
		if dst, err = appendValue(dst, v.MapIndex(key)); err != nil {
			return nil, err
		}
		if string(dst[at:]) == "null" {
			dst = dst[:start]
			continue
		}
		first = false
	}
	return append(dst, '}'), nil
}

func appendList(dst []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(dst, "null"...), nil
	}
	dst = append(dst, '[')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = appendValue(dst, v.Index(i)); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

func appendText(dst []byte, text string) ([]byte, error) {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			quoted, err := json.Marshal(string([]rune(text))) // invalid UTF-8 as it is read back
			return append(dst, quoted...), err
		}
	}
	return append(append(append(dst, '"'), text...), '"'), nil // nearly always
}
