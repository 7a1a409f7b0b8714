// Package listing owns how lists of any noun are filtered and sorted. Both use keys: short texts that are derived from a
// record once per change, and compared byte by byte. A noun lists its keys once. Tests on keys and orders by keys are values,
// the same for all nouns.
//
// It does not know any noun, nor which questions exist: that is the noun's Filter.
package listing

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Key is one value by which records of a noun are searched or sorted. Flags are "1" and "0", days Y-m-d, instants Instant.
// "" means no value, and sorts first.
type Key[T any] struct {
	Name string
	Of   func(*T) string
	Long bool // of any length; no list sorts by it
	Many bool // it has several values, made by Lines; likewise of any length; lists sort by it with Sort.FirstOf alone
}

// The names of keys that nouns share.
const (
	KeyAuthor = "author" // in the form of Number

	KeyWorkspaces = "workspaces" // numbers of those whose members see the record
	KeySlug       = "slug"       // without the number behind it; see Slug
)

// Keys are the keys of a noun.
type Keys[T any] struct {
	list   []Key[T]
	byName map[string]int
}

// NewKeys returns the table of a noun's keys.
func NewKeys[T any](list ...Key[T]) *Keys[T] {
	keys := &Keys[T]{list: list, byName: make(map[string]int, len(list))}
	for i := range list {
		name := list[i].Name
		if _, twice := keys.byName[name]; twice {
			panic("listing: the key " + name + " stands twice")
		}
		keys.byName[name] = i
	}
	return keys
}

// Names returns the names of the keys in order.
func (k *Keys[T]) Names() []string {
	names := make([]string, len(k.list))
	for i, key := range k.list {
		names[i] = key.Name
	}
	return names
}

// Values are the values of a record's keys. They share one text, since a directory holds a great many of them.
type Values struct {
	text string
	ends []uint32 // where the value at each place ends
}

// NewValues returns values of what Parts returned.
func NewValues(text string, ends []uint32) *Values { return &Values{text, ends} }

// Parts returns all values in one text, and where the value at each place ends. Nobody may change the places.
func (v *Values) Parts() (text string, ends []uint32) { return v.text, v.ends }

// At returns the value at a place; see Keys.Place.
func (v *Values) At(place int) string {
	from := uint32(0)
	if place > 0 {
		from = v.ends[place-1]
	}
	return v.text[from:v.ends[place]]
}

// Values returns the values of v's keys.
func (k *Keys[T]) Values(v *T) *Values {
	texts, ends, length := make([]string, len(k.list)), make([]uint32, len(k.list)), 0
	for i := range k.list {
		texts[i] = k.list[i].value(v)
		length += len(texts[i])
		ends[i] = uint32(length) //nolint:gosec // a record is smaller than that
	}
	return &Values{strings.Join(texts, ""), ends}
}

// Len returns how many keys there are.
func (k *Keys[T]) Len() int { return len(k.list) }

// Of returns the value of one key. An unknown name panics.
func (k *Keys[T]) Of(name string, v *T) string { return k.list[k.Place(name)].value(v) }

// Place returns the index of a key's value in Values. An unknown name panics.
func (k *Keys[T]) Place(name string) int {
	place, known := k.byName[name]
	if !known {
		panic("listing: there is no key " + name)
	}
	return place
}

func (k *Key[T]) value(v *T) string {
	if k.Long || k.Many {
		return k.Of(v)
	}
	return cut(k.Of(v))
}

// longest is the maximum length of the value of a key that is not Long, in bytes.
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

// Many reports whether a key has several values.
func (k *Keys[T]) Many(place int) bool { return k.list[place].Many }

// lineEnd stands around each of several values.
const lineEnd = "\n"

// Lines returns several values as the value of one key, each on a line of its own. No value holds a line end.
func Lines(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return lineEnd + strings.Join(values, lineEnd) + lineEnd
}

// EachLine passes the values that Lines made one of.
func EachLine(lines string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(lines, lineEnd) {
			if line != "" && !yield(line) {
				return
			}
		}
	}
}

// Reaching returns a line of something that lasts until a day, in the form for the operator Reaches.
func Reaching(what, until string) string { return what + tab + until }

// tab ends what lasts in a line of Reaching.
const tab = "\t"

// Reached splits a line that Reaching made.
func Reached(line string) (what, until string) {
	what, until, _ = strings.Cut(line, tab)
	return what, until
}

// Number returns the number of another record as the value of a key. The texts are good for equality, not for order.
func Number(id int64) string { return strconv.FormatInt(id, 10) }

// Flag returns a boolean as the value of a key.
func Flag(value bool) string {
	if value {
		return "1"
	}
	return "0"
}

// Slug returns the slug of a record: the slug of its name, and its number.
func Slug(name string, id int64) string { return name + "-" + Number(id) }

// SplitSlug splits a slug that Slug made; ok is false for other texts.
func SplitSlug(slug string) (name string, id int64, ok bool) {
	at := strings.LastIndexByte(slug, '-')
	if at < 0 {
		return "", 0, false
	}
	id, _ = strconv.ParseInt(slug[at+1:], 10, 64)
	return slug[:at], id, id > 0 && Number(id) == slug[at+1:]
}

// Count is a value of a key, and the number of records that have it.
type Count struct {
	Value string
	Count int
}
