// Package fields owns the codec between the contract's named fields (the members of an acf object) and the values of a
// noun. A noun lists its fields once, in a Table; the table then reads what clients send, writes what they get, tells
// which keys exist, and describes itself for the API's schema. A new field is one line in its noun's table.
//
// It does not know any noun, and asks no rule beyond the shape of one value.
package fields

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strconv"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Extra holds the members that a table does not know: kept as they came, and returned.
type Extra = map[string]json.RawMessage

// Field binds one member of the object to a part of T. Text, Date, Flag, ID, Rows … make them.
type Field[T any] struct {
	Description
	decode func(dst *T, raw json.RawMessage, at string, problems *fault.Problems)
	encode func(dst []byte, src *T) []byte
}

// Description says what a field is, for the schema of the API.
type Description struct {
	Key     string
	Doc     string
	Type    Type
	Choices []string      // with TypeText: the allowed values, "" for none
	Member  []Description // with TypeRows: the members of a row
	// ReadOnly fields are computed: ignored when a client sends them.
	ReadOnly bool
	// Late fields depend on more than the record itself (the reader, the day, other records). They are no part of the
	// encoded object: who answers a reader appends them.
	Late bool
	// Nullable fields are null when there is nothing to say.
	Nullable bool
	// Synced fields belong to the synchronization; the page shows them read-only.
	Synced bool
}

// Type is the JSON shape of a field on output.
type Type int

// The shapes.
const (
	TypeText Type = iota
	TypeDate
	TypeFlag
	TypeID
	TypeIDs
	TypeRows
)

// Table is the ordered list of a noun's fields.
type Table[T any] struct {
	fields []Field[T]
	keys   map[string]int
	extra  func(*T) *Extra
}

// NewTable makes a table; extra tells where T keeps the members that the table does not know.
func NewTable[T any](extra func(*T) *Extra, list ...Field[T]) *Table[T] {
	table := &Table[T]{fields: list, keys: make(map[string]int, len(list)), extra: extra}
	for i, field := range list {
		if _, twice := table.keys[field.Key]; twice {
			panic("fields: " + field.Key + " stands twice in a table")
		}
		table.keys[field.Key] = i
	}
	return table
}

// Descriptions are the fields in order.
func (t *Table[T]) Descriptions() []Description {
	list := make([]Description, len(t.fields))
	for i, field := range t.fields {
		list[i] = field.Description
	}
	return list
}

// Decode writes the given members into dst. Absent members stay untouched, null and "" clear, read-only ones are ignored,
// unknown ones are kept in T's extra (null removes one). Whatever can't be read is noted as at.key and leaves dst's
// value unspecified: throw dst away when problems has any.
func (t *Table[T]) Decode(dst *T, members map[string]json.RawMessage, at string, problems *fault.Problems) {
	for _, key := range sortedKeys(members) {
		raw := members[key]
		i, known := t.keys[key]
		switch {
		case !known:
			decodeExtra(t.extra(dst), key, raw, at+"."+key, problems)
		case !t.fields[i].ReadOnly:
			t.fields[i].decode(dst, raw, at+"."+key, problems)
		}
	}
}

// DecodeObject is Decode for the text of an object.
func (t *Table[T]) DecodeObject(dst *T, raw json.RawMessage, at string, problems *fault.Problems) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		problems.Add(at, fault.NotAnObject)
		return
	}
	t.Decode(dst, members, at, problems)
}

// Append encodes src as an object: every field in the table's order but the late ones, then the extra members by key.
func (t *Table[T]) Append(dst []byte, src *T) []byte {
	dst = append(dst, '{')
	first := true
	member := func(key string) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(appendText(dst, key), ':')
	}
	for i := range t.fields {
		if field := &t.fields[i]; !field.Late {
			member(field.Key)
			dst = field.encode(dst, src)
		}
	}
	extra := *t.extra(src)
	for _, key := range sortedKeys(extra) {
		member(key)
		dst = append(dst, extra[key]...)
	}
	return append(dst, '}')
}

// Object is Append into a new text.
func (t *Table[T]) Object(src *T) json.RawMessage { return t.Append(nil, src) }

// Touches reports whether two values differ in the field.
func (t *Table[T]) Touches(key string, a, b *T) bool {
	field := t.fields[t.keys[key]]
	return !slices.Equal(field.encode(nil, a), field.encode(nil, b))
}

func sortedKeys(members map[string]json.RawMessage) []string {
	keys := make([]string, 0, len(members))
	for key := range members {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func itemPath(at string, i int) string { return fmt.Sprintf("%s[%s]", at, strconv.Itoa(i)) }
