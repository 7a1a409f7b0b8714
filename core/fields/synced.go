package fields

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Prefix describes every member whose key begins with prefix. Their values stay in T's extra, in the shape in which they came.
func Prefix(prefix string, options ...Option) Description { return describe(prefix, TypeText, options) }

// WithPrefixes adds descriptions that Prefix made to the table, and returns it.
func (t *Table[T]) WithPrefixes(prefixes ...Description) *Table[T] {
	t.prefixes = append(t.prefixes, prefixes...)
	return t
}

// ChangedSynced returns the keys of the fields that the synchronization fills, and in which v differs from before. Values are
// compared after decoding: 20261101 is 2026-11-01, '1' is true, and null is ”.
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

// spelled is a member of extra without the spellings of nothing, and with a number that was sent as a text as the number.
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

// Restore gives v the value that before has under the key.
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
