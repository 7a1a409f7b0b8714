// Package backup owns what a backup is: the tables of a database in a form that no database has for itself, what proves that
// nothing of them was lost, what a backup is called, and which of many are kept.
//
// It does not know which tables there are, nor how a file looks: stores and adapters do.
package backup

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Kind says what a column holds. Each may be missing (nil) as well.
type Kind string

// The kinds, and the values that stand for them in a row.
const (
	Number Kind = "number" // int64
	Text   Kind = "text"   // string
	Flag   Kind = "flag"   // bool
	Bytes  Kind = "bytes"  // []byte
)

// Column is one column of a table.
type Column struct {
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
}

// Table is a table without its rows.
type Table struct {
	Name    string   `json:"name"`
	Columns []Column `json:"columns"`
	Last    int64    `json:"last"` // the highest number that was ever given in it, 0 for none
}

// Writer takes tables, each with its rows behind it. A table comes after those that its rows refer to.
type Writer interface {
	Begin(t Table) error
	Row(values []any) error // of the table that was begun last, in the order of its columns
}

// Encode returns a row as a line of JSON without its end. Equal rows are equal lines, whatever database they are from.
func (t *Table) Encode(values []any) ([]byte, error) {
	if len(values) != len(t.Columns) {
		return nil, fmt.Errorf("a row of %s has %d values, not %d", t.Name, len(values), len(t.Columns))
	}
	line := []byte{'['}
	for i, value := range values {
		if i > 0 {
			line = append(line, ',')
		}
		var err error
		if line, err = appendValue(line, t.Columns[i].Kind, value); err != nil {
			return nil, fmt.Errorf("the column %s of %s: %w", t.Columns[i].Name, t.Name, err)
		}
	}
	return append(line, ']'), nil
}

// raw is a text that is no UTF-8: a damaged one is kept as it is.
type raw struct {
	Base64 []byte `json:"base64"`
}

func appendValue(line []byte, kind Kind, value any) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return append(line, "null"...), nil
	case int64:
		if kind == Number {
			return strconv.AppendInt(line, v, 10), nil
		}
	case bool:
		if kind == Flag {
			return strconv.AppendBool(line, v), nil
		}
	case []byte:
		if kind == Bytes {
			return append(base64.StdEncoding.AppendEncode(append(line, '"'), v), '"'), nil
		}
	case string:
		if kind == Text {
			return appendText(line, v)
		}
	}
	return nil, fmt.Errorf("a %T is no %s", value, kind)
}

func appendText(line []byte, text string) ([]byte, error) {
	var value any = text
	if !utf8.ValidString(text) {
		value = raw{[]byte(text)}
	}
	encoded, err := json.Marshal(value)
	return append(line, encoded...), err
}

// Decode reads what Encode returned.
func (t *Table) Decode(line []byte) ([]any, error) {
	var fields []json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return nil, fmt.Errorf("a row of %s: %w", t.Name, err)
	}
	if len(fields) != len(t.Columns) {
		return nil, fmt.Errorf("a row of %s has %d values, not %d", t.Name, len(fields), len(t.Columns))
	}
	values := make([]any, len(fields))
	for i, field := range fields {
		var err error
		if values[i], err = readValue(t.Columns[i].Kind, field); err != nil {
			return nil, fmt.Errorf("the column %s of %s: %w", t.Columns[i].Name, t.Name, err)
		}
	}
	return values, nil
}

func readValue(kind Kind, field json.RawMessage) (any, error) {
	if bytes.Equal(field, []byte("null")) {
		return nil, nil //nolint:nilnil // a missing value is nil
	}
	switch kind {
	case Number:
		return strconv.ParseInt(string(field), 10, 64)
	case Flag:
		return readAs[bool](field)
	case Bytes:
		return readAs[[]byte](field)
	case Text:
		if field[0] == '{' {
			kept, err := readAs[raw](field)
			return string(kept.Base64), err
		}
		return readAs[string](field)
	}
	return nil, fmt.Errorf("there is no kind %q", kind)
}

func readAs[T any](field json.RawMessage) (value T, err error) {
	err = json.Unmarshal(field, &value)
	return value, err
}
