// Package acf owns the codec between the contract's named fields (the members of an acf object) and the values of a
// noun. A noun lists its fields once, in a Table. The table reads what clients send, writes what they get, lists the keys
// that exist, and describes itself for the API's schema. A new field is one line in its noun's table and a member of the noun.
//
// It does not know any noun, and checks nothing beyond the shape of one value.
package acf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Extra holds the members that a table does not know. They are kept and returned as they came.
type Extra = map[string]json.RawMessage

// CloneExtra returns a deep copy of extra.
func CloneExtra(extra Extra) Extra {
	c := maps.Clone(extra)
	for key, raw := range c {
		c[key] = slices.Clone(raw)
	}
	return c
}

// Field binds one member of the object to a part of T. Text, Date, Flag, ID, Rows … make fields.
type Field[T any] struct {
	Description
	decode func(dst *T, raw json.RawMessage, at string, in *input)
	encode func(dst []byte, src *T) []byte
	answer any // of an OnRead field: func(dst []byte, answer *A) []byte
}

// input says how strictly members are read. What a client sends is checked. What a store kept is taken as it is, so that a
// stricter rule makes no record unreadable. What another program keeps is lenient besides: see Table.Read.
type input struct {
	problems *fault.Problems
	kept     bool
	lenient  bool
}

// item returns the path of an item of a list. It is empty for what a store kept, where no problem is reported.
func (in *input) item(at string, i int) string {
	if in.kept {
		return ""
	}
	return itemPath(at, i)
}

// Description says what a field is, for the schema of the API.
type Description struct {
	Key     string
	Doc     string
	Type    Type
	Choices []string      // with TypeText: the allowed values, "" for none
	Row     string        // with TypeRows: what a row is called in the API's schema
	Member  []Description // with TypeRows: the members of a row
	// ReadOnly fields are computed: ignored when a client sends them.
	ReadOnly bool
	// OnRead fields are made when a record is read, since they depend on more than the record itself (the reader, the day,
	// other records). Append leaves them out; AppendAnswer adds them.
	OnRead bool
	// Nullable fields are null when they have no value.
	Nullable bool
	// Synced fields belong to the synchronization. The page shows them read-only; only users who administer members change them.
	Synced bool
	// Entrusted fields are not for everybody who reads a record: AppendAnswer has them, AppendReduced leaves them out.
	Entrusted bool
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
	TypeAmount // euros, or null
)

// Table is the ordered list of a noun's fields.
type Table[T any] struct {
	fields   []Field[T]
	keys     map[string]int
	onRead   []onReadField
	prefixes []Description
	entrusts [][]byte // how the Entrusted members begin: their key, or its prefix, in quotes
	// entrustedFirst says that no member begins so before that of the first of these: it is a field's, which is always there, if
	// only among the members of extra, by their keys.
	entrustedFirst bool
	extra          func(*T) *Extra
}

// onReadField is an OnRead field with its encoded key.
type onReadField struct {
	name   string
	answer any
}

// NewTable returns a table. extra returns where T keeps the members that the table does not know.
func NewTable[T any](extra func(*T) *Extra, list ...Field[T]) *Table[T] {
	table := &Table[T]{fields: list, keys: make(map[string]int, len(list)), extra: extra}
	for i, field := range list {
		if _, twice := table.keys[field.Key]; twice {
			panic("acf: " + field.Key + " stands twice in a table")
		}
		table.keys[field.Key] = i
		if field.OnRead {
			table.onRead = append(table.onRead, onReadField{string(AppendText(nil, field.Key)) + ":", field.answer})
		}
		if field.Entrusted {
			table.entrusts, table.entrustedFirst = append(table.entrusts, AppendText(nil, field.Key)), true
		}
	}
	return table
}

// Descriptions returns the descriptions of the fields in order.
func (t *Table[T]) Descriptions() []Description {
	list := make([]Description, len(t.fields))
	for i, field := range t.fields {
		list[i] = field.Description
	}
	return list
}

// Decode writes the members that a client sent into dst. Absent members stay untouched, null and "" clear a field, read-only
// members are ignored, and unknown ones are kept in T's extra (null removes one). A member that can't be read is added to
// problems as at.key, and leaves dst's value unspecified: discard dst when there are problems.
func (t *Table[T]) Decode(dst *T, members map[string]json.RawMessage, at string, problems *fault.Problems) {
	t.decode(dst, members, at, &input{problems: problems})
}

// Load reads an object that Append made, with today's table or an earlier one. It does not check limits and choices again. An
// error means that the text is damaged.
func (t *Table[T]) Load(dst *T, object string) error {
	var problems fault.Problems
	t.load(dst, []byte(object), &input{problems: &problems, kept: true})
	return problems.Fault()
}

func (t *Table[T]) load(dst *T, object []byte, in *input) {
	next := 0 // the field that Append writes next
	isObject := EachMember(object, func(key []byte, raw json.RawMessage) {
		for next < len(t.fields) && t.fields[next].OnRead {
			next++
		}
		i, known := next, next < len(t.fields) && string(key) == t.fields[next].Key
		if !known {
			i, known = t.keys[string(key)]
		}
		switch {
		case known && t.fields[i].ReadOnly:
		case known:
			t.fields[i].decode(dst, raw, t.fields[i].Key, in)
			if in.lenient && in.problems.Any() {
				t.leave(dst, i, raw, in)
			}
		default:
			decodeExtra(t.extra(dst), string(key), raw, string(key), in)
			return
		}
		next = i + 1
	})
	if !isObject {
		in.problems.Add("", fault.NotAnObject)
	}
}

// Check checks every field that differs between v and before as Decode checks a client's members. It serves edits made in Go.
func (t *Table[T]) Check(v, before *T, at string, problems *fault.Problems) {
	in := &input{problems: problems}
	var scratch T
	size, was := 0, 0
	for i := range t.fields {
		field := &t.fields[i]
		if field.ReadOnly {
			continue
		}
		text, old := field.encode(nil, v), field.encode(nil, before)
		if size, was = size+len(text), was+len(old); !bytes.Equal(text, old) {
			field.decode(&scratch, text, at+"."+field.Key, in)
		}
	}
	extra, old := *t.extra(v), *t.extra(before)
	checkExtra(extra, old, at, in)
	if len(extra) > MaxExtra && len(extra) > len(old) {
		problems.Add(at, fault.TooManyMembers)
	}
	if size, was = size+SizeOf(extra), was+SizeOf(old); size > MaxObject && size > was {
		problems.Add(at, fault.TooLarge)
	}
}

// Limits of an object, since every list of records carries all of it. A kept object may exceed them, but not grow.
const (
	MaxExtra  = 200       // members that the table does not know
	MaxObject = 256 << 10 // bytes

	// MaxUnknown is the number of bytes of unknown members that a record takes from a user who does not administer members.
	// The unknown members of its rows count as well.
	MaxUnknown = 16 << 10
)

// SizeOf returns the size of unknown members in bytes, keys included.
func SizeOf(extra Extra) (size int) {
	for key, raw := range extra {
		size += len(key) + len(raw)
	}
	return size
}

func (t *Table[T]) decode(dst *T, members map[string]json.RawMessage, at string, in *input) {
	for _, key := range sortedKeys(members) {
		raw := members[key]
		i, known := t.keys[key]
		switch {
		case !json.Valid(raw):
			in.problems.Add(at+"."+key, fault.NotText)
		case !known:
			decodeExtra(t.extra(dst), key, raw, at+"."+key, in)
		case !t.fields[i].ReadOnly:
			t.fields[i].decode(dst, raw, at+"."+key, in)
		}
	}
}

func (t *Table[T]) decodeObject(dst *T, raw json.RawMessage, at string, in *input) {
	if in.kept {
		t.load(dst, raw, in)
		return
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		in.problems.Add(at, fault.NotAnObject)
		return
	}
	t.decode(dst, members, at, in)
}

// Append encodes src as an object: the fields in the table's order without the OnRead ones, then the extra members by key.
func (t *Table[T]) Append(dst []byte, src *T) []byte {
	dst = append(dst, '{')
	first := true
	member := func(key string) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(AppendText(dst, key), ':')
	}
	extra := *t.extra(src)
	for i := range t.fields {
		if field := &t.fields[i]; !field.OnRead && extra[field.Key] == nil {
			member(field.Key)
			dst = field.encode(dst, src)
		}
	}
	for _, key := range sortedKeys(extra) {
		member(key)
		dst = append(dst, extra[key]...)
	}
	return append(dst, '}')
}

// Object returns what Append writes as a new text.
func (t *Table[T]) Object(src *T) string { return string(t.Append(nil, src)) }

// TextOf returns the value of a field that is a text or a date, and whether key is one.
func (t *Table[T]) TextOf(v *T, key string) (text string, isText bool) {
	i, known := t.keys[key]
	if !known || t.fields[i].OnRead || t.fields[i].Type > TypeDate {
		return "", false
	}
	return unquote(t.fields[i].encode(nil, v))
}

// AppendAnswer writes an object that Append made, and adds the table's OnRead members for one reader.
func AppendAnswer[T, A any](dst []byte, t *Table[T], object string, answer *A) []byte {
	return appendOnRead(append(dst, object[:len(object)-1]...), t, answer)
}

// appendOnRead ends an object, which has no closing brace yet, with the OnRead members.
func appendOnRead[T, A any](dst []byte, t *Table[T], answer *A) []byte {
	for _, field := range t.onRead {
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(dst, field.name...)
		dst = field.answer.(func([]byte, *A) []byte)(dst, answer)
	}
	return append(dst, '}')
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
