package acf

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Prefix describes every member whose key begins with prefix. The values stay in T's extra, as they came.
func Prefix(prefix string, options ...Option) Description { return describe(prefix, TypeText, options) }

// WithPrefixes adds descriptions that Prefix made to the table, and returns it.
func (t *Table[T]) WithPrefixes(prefixes ...Description) *Table[T] {
	t.prefixes = append(t.prefixes, prefixes...)
	for _, prefix := range prefixes {
		if text := AppendText(nil, prefix.Key); prefix.Entrusted {
			t.entrusts = append(t.entrusts, text[:len(text)-1])
			t.entrustedFirst = t.entrustedFirst && bytes.Compare(t.entrusts[0], text) < 0
		}
	}
	return t
}

// ChangedSynced returns the keys of the synchronized fields in which v differs from before. It compares decoded values:
// 20261101 is 2026-11-01, "1" is true, and null is "".
func (t *Table[T]) ChangedSynced(v, before *T) (keys []string) {
	for i := range t.fields {
		field := &t.fields[i]
		if field.Synced && !field.ReadOnly && !bytes.Equal(field.encode(nil, v), field.encode(nil, before)) {
			keys = append(keys, field.Key)
		}
	}
	extra, old := *t.extra(v), *t.extra(before)
	var changed []string
	for key, raw := range extra {
		if t.syncedByPrefix(key) && !bytes.Equal(spelled(raw), spelled(old[key])) {
			changed = append(changed, key)
		}
	}
	for key, raw := range old {
		if _, stands := extra[key]; !stands && t.syncedByPrefix(key) && len(spelled(raw)) > 0 {
			changed = append(changed, key)
		}
	}
	slices.Sort(changed)
	return append(keys, changed...)
}

// spelled returns a member of extra in one spelling: nil for every spelling of nothing, a number for a number sent as a text.
func spelled(raw json.RawMessage) []byte {
	if cleared(raw) {
		return nil
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []byte(text)
	}
	return raw
}

func (t *Table[T]) syncedByPrefix(key string) bool {
	return slices.ContainsFunc(t.prefixes, func(d Description) bool { return d.Synced && strings.HasPrefix(key, d.Key) })
}

// Restore sets the field of v to the value that it has in before.
func (t *Table[T]) Restore(v, before *T, key string) {
	if i, known := t.keys[key]; known {
		var none fault.Problems
		t.fields[i].decode(v, t.fields[i].encode(nil, before), key, &input{problems: &none, kept: true})
		return
	}
	extra, old := t.extra(v), *t.extra(before)
	if raw, stood := old[key]; stood {
		if *extra == nil {
			*extra = Extra{}
		}
		(*extra)[key] = slices.Clone(raw)
		return
	}
	delete(*extra, key)
}
