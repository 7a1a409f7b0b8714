// Package listing owns how lists of any noun are filtered and sorted: by keys, short texts that are derived from a record
// on every save and compare byte by byte. A noun lists its keys once; then a test on a key and an order by keys are values
// that memory evaluates and databases translate, in one place for all nouns.
//
// It does not know any noun, nor what may be asked: that is the noun's Filter.
package listing

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Key is one thing that records of a noun are searched or sorted by. Flags are "1" and "0", days Y-m-d, instants Instant;
// "" is none, and comes first.
type Key[T any] struct {
	Name string // in stores a column: lower-case letters and underscores
	Of   func(*T) string
}

// KeyAuthor is the name of the key that every noun with an author has, in the form of Number: stores translate the access rule
// by it.
const KeyAuthor = "author"

// Keys are the keys of a noun.
type Keys[T any] struct {
	list   []Key[T]
	byName map[string]func(*T) string
}

// NewKeys makes the table.
func NewKeys[T any](list ...Key[T]) *Keys[T] {
	keys := &Keys[T]{list: list, byName: make(map[string]func(*T) string, len(list))}
	for _, key := range list {
		if keys.byName[key.Name] != nil {
			panic("listing: the key " + key.Name + " stands twice")
		}
		keys.byName[key.Name] = key.Of
	}
	return keys
}

// Names are the keys in order.
func (k *Keys[T]) Names() []string {
	names := make([]string, len(k.list))
	for i, key := range k.list {
		names[i] = key.Name
	}
	return names
}

// Values are the values of v's keys, in the order of Names.
func (k *Keys[T]) Values(v *T) []string {
	values := make([]string, len(k.list))
	for i, key := range k.list {
		values[i] = cut(key.Of(v))
	}
	return values
}

// Of is the value of one key. An unknown name is a mistake of the program.
func (k *Keys[T]) Of(name string, v *T) string {
	of := k.byName[name]
	if of == nil {
		panic("listing: there is no key " + name)
	}
	return cut(of(v))
}

// longest is the length of a key's value in bytes: what every database can index.
const longest = 400

// cut shortens a value, at the end of a character.
func cut(value string) string {
	if len(value) <= longest {
		return value
	}
	end := longest
	for !utf8.RuneStart(value[end]) {
		end--
	}
	return value[:end]
}

// Number is how a key holds the number of another record. Equal numbers have equal texts; they do not sort.
func Number(id int64) string { return strconv.FormatInt(id, 10) }

// Flag is how a key holds a boolean.
func Flag(value bool) string {
	if value {
		return "1"
	}
	return "0"
}

// Test is a condition on one key, or several of which one must hold.
type Test struct {
	Key   string
	Is    Operator
	Value string
	AnyOf []Test // instead of the three above
}

// Operator compares a key with a value.
type Operator int

// The operators.
const (
	Equal Operator = iota
	NotEqual
	Contains // the value is plain text, without wildcards
	Before   // smaller
	From     // equal or greater
	After    // greater
)

// Match reports whether v passes the test.
func (k *Keys[T]) Match(test Test, v *T) bool {
	if test.AnyOf != nil {
		for _, one := range test.AnyOf {
			if k.Match(one, v) {
				return true
			}
		}
		return false
	}
	value := k.Of(test.Key, v)
	switch test.Is {
	case Equal:
		return value == test.Value
	case NotEqual:
		return value != test.Value
	case Contains:
		return strings.Contains(value, test.Value)
	case Before:
		return value < test.Value
	case From:
		return value >= test.Value
	case After:
		return value > test.Value
	}
	panic("listing: there is no such operator")
}

// MatchAll reports whether v passes every test.
func (k *Keys[T]) MatchAll(tests []Test, v *T) bool {
	for _, test := range tests {
		if !k.Match(test, v) {
			return false
		}
	}
	return true
}

// Order sorts by one key after the other. Stores make it total: equal records are sorted by number, in the direction of
// the first key.
type Order []Sort

// Sort is one key and its direction.
type Sort struct {
	By   string
	Desc bool
}

// Compare puts two records in order, but for equal ones. special are what the noun sorts by besides its keys.
func (k *Keys[T]) Compare(order Order, a, b *T, special map[string]func(*T) string) int {
	for _, sort := range order {
		of := special[sort.By]
		if of == nil {
			of = func(v *T) string { return k.Of(sort.By, v) }
		}
		if c := strings.Compare(of(a), of(b)); c != 0 {
			return Direct(c, sort.Desc)
		}
	}
	return 0
}

// Direct turns the result of a comparison round for a list that runs from the last to the first.
func Direct(c int, desc bool) int {
	if desc {
		return -c
	}
	return c
}

// Desc is the direction in which equal records are sorted by number.
func (o Order) Desc() bool { return len(o) > 0 && o[0].Desc }
