package acf

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
)

// MaxRows is the largest number of rows of a repeater.
const MaxRows = 500

// Option changes a field's description.
type Option func(*Description)

// Doc says what the field holds.
func Doc(text string) Option { return func(d *Description) { d.Doc = text } }

// Synced marks a field that the synchronization fills.
func Synced(d *Description) { d.Synced = true }

// Entrusted marks a field that is not for everybody who reads a record.
func Entrusted(d *Description) { d.Entrusted = true }

// Nullable marks a computed field that can be null.
func Nullable(d *Description) { d.Nullable = true }

func describe(key string, shape Type, options []Option) Description {
	d := Description{Key: key, Type: shape}
	for _, option := range options {
		option(&d)
	}
	return d
}

// Text is a text of at most MaxText characters. Clients may send numbers and booleans; they are kept as text.
func Text[T any](key string, at func(*T) *string, options ...Option) Field[T] {
	return Field[T]{
		Description: describe(key, TypeText, options),
		decode: func(dst *T, raw json.RawMessage, path string, in *input) {
			*at(dst) = decodeText(raw, path, in)
		},
		encode: func(dst []byte, src *T) []byte { return AppendText(dst, *at(src)) },
	}
}

// Choice is one of a list of texts, or "".
func Choice[T any, S ~string](key string, at func(*T) *S, choices []S, options ...Option) Field[T] {
	d := describe(key, TypeText, options)
	for _, choice := range choices {
		d.Choices = append(d.Choices, string(choice))
	}
	return Field[T]{
		Description: d,
		decode: func(dst *T, raw json.RawMessage, path string, in *input) {
			value := S(decodeText(raw, path, in))
			if value != "" && !in.kept && !slices.Contains(choices, value) {
				in.problems.Add(path, fault.NotAChoice)
			}
			*at(dst) = value
		},
		encode: func(dst []byte, src *T) []byte { return AppendText(dst, string(*at(src))) },
	}
}

// Date is a day as Y-m-d (Ymd is understood), or "".
func Date[T any](key string, at func(*T) *civil.Date, options ...Option) Field[T] {
	return Field[T]{
		Description: describe(key, TypeDate, options),
		decode: func(dst *T, raw json.RawMessage, path string, in *input) {
			day, ok := civil.Parse(decodeText(raw, path, in))
			if !ok {
				in.problems.Add(path, fault.NotADate)
			}
			*at(dst) = day
		},
		encode: func(dst []byte, src *T) []byte { return AppendText(dst, at(src).String()) },
	}
}

// Flag is a boolean. Clients of the predecessor also send 1, "1", "Ja", 0, "0", "Nee", "" and null.
func Flag[T any](key string, at func(*T) *bool, options ...Option) Field[T] {
	return Field[T]{
		Description: describe(key, TypeFlag, options),
		decode: func(dst *T, raw json.RawMessage, path string, in *input) {
			*at(dst) = decodeFlag(raw, path, in)
		},
		encode: func(dst []byte, src *T) []byte { return strconv.AppendBool(dst, *at(src)) },
	}
}

// ID is the number of a record, 0 for none. Clients also send it as text and as a list of one.
func ID[T any](key string, at func(*T) *int64, options ...Option) Field[T] {
	return Field[T]{
		Description: describe(key, TypeID, options),
		decode: func(dst *T, raw json.RawMessage, path string, in *input) {
			*at(dst) = decodeID(raw, path, in)
		},
		encode: func(dst []byte, src *T) []byte { return strconv.AppendInt(dst, *at(src), 10) },
	}
}

// IDs is a list of numbers of records, each once, in the given order.
func IDs[T any](key string, at func(*T) *[]int64, options ...Option) Field[T] {
	return Field[T]{
		Description: describe(key, TypeIDs, options),
		decode: func(dst *T, raw json.RawMessage, path string, in *input) {
			var ids []int64
			for i, item := range decodeList(raw, path, in) {
				if id := decodeID(item, in.item(path, i), in); id != 0 && !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
			*at(dst) = ids
		},
		encode: func(dst []byte, src *T) []byte {
			return appendList(dst, *at(src), func(dst []byte, id int64) []byte { return strconv.AppendInt(dst, id, 10) })
		},
	}
}

// Rows is a repeater: a list of objects that is replaced as a whole (contract §2.1 rule 1). name is the name of a row in the
// API's schema.
func Rows[T, R any](key, name string, at func(*T) *[]R, row *Table[R], options ...Option) Field[T] {
	d := describe(key, TypeRows, options)
	d.Row, d.Member = name, row.Descriptions()
	return Field[T]{
		Description: d,
		decode: func(dst *T, raw json.RawMessage, path string, in *input) {
			items := decodeList(raw, path, in)
			if len(items) > MaxRows && !in.kept {
				in.problems.Add(path, fault.TooManyRows)
				return
			}
			var rows []R
			for i, item := range items {
				var r R
				row.decodeObject(&r, item, in.item(path, i), in)
				rows = append(rows, r)
			}
			*at(dst) = rows
		},
		encode: func(dst []byte, src *T) []byte {
			return appendList(dst, *at(src), func(dst []byte, r R) []byte { return row.Append(dst, &r) })
		},
	}
}

// Computed is a field that follows from the record's other fields. On write it is ignored.
func Computed[T any](key string, shape Type, encode func([]byte, *T) []byte, options ...Option) Field[T] {
	d := describe(key, shape, options)
	d.ReadOnly = true
	return Field[T]{Description: d, encode: encode}
}

// OnRead is a computed field of T that depends on more than the record. AppendAnswer makes it from A; on write it is ignored.
func OnRead[T, A any](key string, shape Type, answer func([]byte, *A) []byte, options ...Option) Field[T] {
	d := describe(key, shape, options)
	d.ReadOnly, d.OnRead = true, true
	return Field[T]{Description: d, answer: answer}
}

// OwnTable marks a field that stores keep in a table of its own. Clients send it like any other, Append leaves it out, and
// AppendAnswer makes it from A.
func OwnTable[T, A any](field Field[T], answer func([]byte, *A) []byte) Field[T] {
	field.OnRead, field.answer = true, answer
	return field
}
