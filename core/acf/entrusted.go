package acf

import (
	"bytes"
	"slices"
	"strings"
)

// Entrusts reports whether the member of that key is Entrusted.
func (t *Table[T]) Entrusts(key string) bool {
	if i, known := t.keys[key]; known {
		return t.fields[i].Entrusted
	}
	return slices.ContainsFunc(t.prefixes, func(d Description) bool { return d.Entrusted && strings.HasPrefix(key, d.Key) })
}

// RestoreEntrusted gives v the Entrusted members that before has, and no other ones.
func (t *Table[T]) RestoreEntrusted(v, before *T) {
	for i := range t.fields {
		if field := &t.fields[i]; field.Entrusted {
			t.Restore(v, before, field.Key)
		}
	}
	for _, extra := range []Extra{*t.extra(v), *t.extra(before)} {
		for _, key := range sortedKeys(extra) {
			if t.Entrusts(key) {
				t.Restore(v, before, key)
			}
		}
	}
}

// AppendReduced is AppendAnswer for a reader who does not get the Entrusted members. Members of that name within rows may go as
// well.
func AppendReduced[T, A any](dst []byte, t *Table[T], object string, answer *A) []byte {
	begin := len(dst)
	dst = append(dst, object...)
	dst = dst[:begin+without(dst[begin:], t.entrusts, t.beforeEntrusted(dst[begin:]))]
	return appendOnRead(dst[:len(dst)-1], t, answer)
}

// beforeEntrusted returns up to where an object surely has no Entrusted member: see Table.entrustedFirst. It looks for the key
// without its quote, of which there are many.
func (t *Table[T]) beforeEntrusted(object []byte) int {
	if !t.entrustedFirst {
		return 0
	}
	return max(0, bytes.Index(object, t.entrusts[0][1:])-1)
}

// without takes the members that begin so, from a place on, out of JSON that a table wrote, and returns how long that is then.
// Lists of members are long and seldom hold one: it looks for these alone. A quote behind a comma or a brace begins a text, for
// within texts it has a backslash before it; and it begins a member when a colon follows the text.
func without(object []byte, begins [][]byte, from int) (length int) {
	read := 0
	keep := func(until int) {
		length += copy(object[length:], object[read:until])
		read = until
	}
	for {
		at := next(object, max(read, from), begins)
		if at < 0 {
			keep(len(object))
			return length
		}
		end := skipText(object, at)
		if end < 0 || end >= len(object) || object[end] != ':' {
			keep(at + 1)
			continue
		}
		if end = skipValue(object, end+1); end < 0 { // damaged: nothing of it is told
			end = len(object) - 1
		}
		if at > read && object[at-1] == ',' {
			keep(at - 1)
		} else { // the first one of its object
			keep(at)
			if object[end] == ',' {
				end++
			}
		}
		read = end
	}
}

// next returns where the first text behind a comma or a brace begins so, -1 for nowhere. It looks for what follows the quote: of
// quotes there are many.
func next(object []byte, from int, begins [][]byte) (first int) {
	first = -1
	for _, begin := range begins {
		for at := from + 1; at < len(object); at++ {
			found := bytes.Index(object[at:], begin[1:])
			if at += found; found < 0 || first >= 0 && at > first {
				break
			}
			if quote := at - 1; quote > 0 && object[quote] == '"' && (object[quote-1] == ',' || object[quote-1] == '{') {
				first = quote
				break
			}
		}
	}
	return first
}
