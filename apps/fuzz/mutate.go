package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// raw is written into JSON as it stands, right or wrong.
type raw string

// encode writes a value as JSON, with its wrong parts, and the members of objects in order.
func encode(value any) []byte {
	switch value := value.(type) {
	case raw:
		return []byte(value)
	case twice:
		return append(append(append([]byte("{"), value...), ','), append(slices.Clone(value), '}')...)
	case map[string]any:
		out := []byte("{")
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(append(append(out, quoted(name)...), ':'), encode(value[name])...)
		}
		return append(out, '}')
	case []any:
		out := []byte("[")
		for i, inner := range value {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, encode(inner)...)
		}
		return append(out, ']')
	case string:
		return quoted(value)
	}
	out, err := json.Marshal(value)
	if err != nil {
		panic(err) // the rest are numbers, truths and null
	}
	return out
}

// twice are the members of an object, which are written two times.
type twice []byte

// quoted returns a text in JSON. What is no UTF-8 stays wrong, as a careless client would send it.
func quoted(text string) []byte {
	var out strings.Builder
	out.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case c < ' ':
			const digits = "0123456789abcdef"
			out.WriteString(`\u00`)
			out.WriteByte(digits[c>>4])
			out.WriteByte(digits[c&15])
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('"')
	return []byte(out.String())
}

// mutate changes a value somewhere, at most so deep.
func (d *drawer) mutate(value any, depth int) any {
	if depth > 0 && d.chance(70) {
		switch inner := value.(type) {
		case map[string]any:
			if len(inner) > 0 {
				name := pick(d.dice, slices.Sorted(maps.Keys(inner)))
				inner[name] = d.mutate(inner[name], depth-1)
				return inner
			}
		case []any:
			if len(inner) > 0 {
				i := d.IntN(len(inner))
				inner[i] = d.mutate(inner[i], depth-1)
				return inner
			}
		}
	}
	switch object := value.(type) {
	case map[string]any:
		if d.chance(70) {
			return d.mutateObject(object)
		}
	case []any:
		if d.chance(60) {
			return d.mutateList(object)
		}
	}
	return d.wrong()
}

// wrong returns a value of any type.
func (d *drawer) wrong() any {
	switch d.upTo(9) {
	case 0:
		return nil
	case 1:
		return d.chance(50)
	case 2:
		return []any{}
	case 3:
		return map[string]any{}
	case 4:
		return []any{[]any{d.odd()}, nil, map[string]any{"id": raw("1")}}
	case 5, 6:
		return d.oddNumber()
	case 7:
		if d.chance(50) {
			return d.deep()
		}
		return map[string]any{"raw": d.odd(), "rendered": nil}
	case 8:
		return raw(pick(d.dice, []string{`"\ud800"`, `"\udc00\ud800"`, `"\u0000"`, `"\x"`, "'a'", "tru", "nul", `"a`, "[1,]",
			`{"a":1,}`, "/**/1"}))
	}
	return d.odd()
}

func (d *drawer) mutateObject(object map[string]any) any {
	names := slices.Sorted(maps.Keys(object))
	switch d.upTo(5) {
	case 0:
		if len(names) > 0 {
			delete(object, pick(d.dice, names))
		}
	case 1: // members that only the program sets
		object[pick(d.dice, []string{"id", "author", "date", "slug", "link", "type", "roles", "user_id", "administered",
			"featured_media", "_embedded", "removed_at"})] = d.wrong()
	case 2:
		object[pick(d.dice, []string{"", "__proto__", "constructor", "ACF", "Title", "acf", "meta", "x", "\x00", "a.b", "a[b]", "$ref",
			"_links"})+pick(d.dice, []string{"", "", d.odd()})] = d.wrong()
	case 3:
		for i := range pick(d.dice, []int{10, 300, 3000}) {
			object["veld"+string(encode(i))] = d.text("")
		}
	case 4:
		inner := encode(object)
		if len(inner) > 2 {
			return twice(inner[1 : len(inner)-1])
		}
	default:
		if len(names) > 0 {
			object[pick(d.dice, names)] = d.deepOr(d.wrong())
		}
	}
	return object
}

// deepOr returns a value, or now and then a deep one.
func (d *drawer) deepOr(value any) any {
	if d.chance(15) {
		return d.deep()
	}
	return value
}

func (d *drawer) mutateList(list []any) any {
	switch d.upTo(3) {
	case 0:
		return []any{}
	case 1:
		if len(list) > 0 {
			return slices.Repeat(list[:1], pick(d.dice, []int{2, 51, 201, 2000}))
		}
	case 2:
		return append(list, d.deepOr(d.wrong()))
	}
	return append(list, list...)
}

// damage changes bytes, without a thought of what they mean.
func (d dice) damage(text []byte) []byte {
	if len(text) == 0 {
		return []byte(pick(d, []string{"{", "null", "\x00", "[]", "\xef\xbb\xbf{}"}))
	}
	text = slices.Clone(text)
	switch at := d.IntN(len(text)); d.upTo(5) {
	case 0:
		return text[:at]
	case 1:
		text[at] ^= 1 << d.IntN(8)
	case 2:
		return slices.Insert(text, at, []byte(pick(d, oddTexts))...)
	case 3:
		return slices.Delete(text, at, min(len(text), at+1+d.upTo(8)))
	case 4:
		return append(text, text[at:]...)
	case 5:
		return append([]byte(pick(d, []string{"\xef\xbb\xbf", "\xff\xfe", " ", "\x00", "["})), text...)
	}
	return text
}
