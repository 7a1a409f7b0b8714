package acf

import (
	"encoding/json"
	"slices"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Read reads an object that another program keeps, as far as it can be read, and returns the keys that it has, sorted. Members of
// another shape than their field has stand in T's extra as they came, beside the unknown ones, and are not among the keys: the
// same in rows. Computed members are ignored. Limits and choices are not checked. What is no object has no keys.
func (t *Table[T]) Read(dst *T, object []byte) (keys []string) {
	t.load(dst, object, &input{problems: new(fault.Problems), kept: true, lenient: true})
	extra := *t.extra(dst)
	EachMember(object, func(name []byte, _ json.RawMessage) {
		key := string(name)
		i, known := t.keys[key]
		_, inExtra := extra[key]
		if known != inExtra && (inExtra || !t.fields[i].ReadOnly) {
			keys = append(keys, key)
		}
	})
	slices.Sort(keys)
	return slices.Compact(keys)
}

// leave puts a member that cannot be read into extra, and clears its field.
func (t *Table[T]) leave(dst *T, i int, raw json.RawMessage, in *input) {
	*in.problems = fault.Problems{}
	t.fields[i].decode(dst, json.RawMessage("null"), "", in)
	extra := t.extra(dst)
	if *extra == nil {
		*extra = Extra{}
	}
	(*extra)[t.fields[i].Key] = raw
}

// Unread returns the keys of the fields that Read could not read.
func (t *Table[T]) Unread(v *T) (keys []string) {
	for key := range *t.extra(v) {
		if _, known := t.keys[key]; known {
			keys = append(keys, key)
		}
	}
	return keys
}

// AppendOnly encodes src as an object of the members with the keys, in their order. Those in T's extra are written as they stand
// there. Every key is one that T has.
func (t *Table[T]) AppendOnly(dst []byte, src *T, keys []string) []byte {
	dst = append(dst, '{')
	for n, key := range keys {
		if n > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendText(dst, key), ':')
		if raw, inExtra := (*t.extra(src))[key]; inExtra {
			dst = append(dst, raw...)
			continue
		}
		i, known := t.keys[key]
		if !known || t.fields[i].encode == nil {
			panic("acf: no member " + key + " to write")
		}
		dst = t.fields[i].encode(dst, src)
	}
	return append(dst, '}')
}
