package listing

import (
	"cmp"
	"encoding/binary"
	"strings"
)

// Prefixes compares many records by a Sorting as Compare does, several times as fast: it holds the first bytes of all values that
// are compared side by side, and most records differ in them. PostgreSQL calls them abbreviated keys.
type Prefixes struct {
	sorting  Sorting
	values   []*Values
	prefixes []prefix // of each record those of all keys
	zeros    bool     // a value has a byte of zero, as what is behind a short one
}

// prefix is the first sixteen bytes of a value, in the direction of its key.
type prefix struct{ high, low uint64 }

// Prefixes reads the first bytes of the values of records.
func (s Sorting) Prefixes(values []*Values) *Prefixes {
	l := &Prefixes{sorting: s, values: values, prefixes: make([]prefix, 0, len(values)*len(s))}
	for _, v := range values {
		for i := range s {
			key := &s[i]
			if key.firstOf != nil {
				l.prefixes = append(l.prefixes, prefix{high: key.directed(key.first(v))})
				continue
			}
			value := key.value(v)
			l.zeros = l.zeros || strings.IndexByte(value, 0) >= 0
			var start [16]byte
			copy(start[:], value)
			begin := prefix{binary.BigEndian.Uint64(start[:8]), binary.BigEndian.Uint64(start[8:])}
			if key.desc {
				begin = prefix{^begin.high, ^begin.low}
			}
			l.prefixes = append(l.prefixes, begin)
		}
	}
	return l
}

// directed returns which line a record reaches first, so that smaller ones come first; none comes last in either direction.
func (s *sorted) directed(first int) uint64 {
	if none := len(s.firstOf); s.desc && first != none {
		first = none - 1 - first
	}
	return uint64(first) //nolint:gosec // a place in a list
}

// Compare compares the records at two places, as Sorting.Compare does.
func (l *Prefixes) Compare(a, b int) int {
	keys := len(l.sorting)
	x, y := l.prefixes[a*keys:(a+1)*keys], l.prefixes[b*keys:(b+1)*keys]
	for i := range x {
		if c := cmp.Compare(x[i].high, y[i].high); c != 0 {
			return c
		}
		if c := cmp.Compare(x[i].low, y[i].low); c != 0 {
			return c
		}
		if l.longer(i, x[i]) {
			if c := l.sorting[i:i+1].Compare(l.values[a], l.values[b]); c != 0 {
				return c
			}
		}
	}
	return 0
}

// longer reports whether the values of a key may go on behind a prefix.
func (l *Prefixes) longer(key int, begin prefix) bool {
	sort := &l.sorting[key]
	switch {
	case sort.firstOf != nil:
		return false
	case sort.desc:
		begin.low = ^begin.low
	}
	return l.zeros || begin.low&0xff != 0
}
