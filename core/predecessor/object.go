package predecessor

import (
	"bytes"
	"encoding/json"
	"html"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/money"
)

// object is a JSON object as the application writes it: what is empty is "", null, false or [], numbers are texts at times, and
// texts have entities.
type object map[string]json.RawMessage

// read returns the object of a text, nil for what is none: an empty one is [] at times.
func read(text []byte) object {
	var o object
	if err := json.Unmarshal(text, &o); err != nil {
		return nil
	}
	return o
}

// empty reports whether a value is one of the ways to write nothing.
func empty(raw json.RawMessage) bool {
	switch string(bytes.TrimSpace(raw)) {
	case "", "null", "false", "[]", "{}", `""`:
		return true
	}
	return false
}

func (o object) object(key string) object { return read(o[key]) }

// text is a plain text, without entities.
func (o object) text(key string) string {
	raw := o[key]
	if empty(raw) {
		return ""
	}
	var s string
	if err := json.Unmarshal(raw, &s); err == nil {
		return html.UnescapeString(s)
	}
	if rendered := o.object(key); rendered != nil {
		return rendered.text("rendered")
	}
	return strings.TrimSpace(string(raw)) // a number, or true
}

// markup is a text of HTML, as it is.
func (o object) markup(key string) string {
	if rendered := o.object(key); rendered != nil {
		return rendered.markup("rendered")
	}
	var s string
	if err := json.Unmarshal(o[key], &s); err != nil {
		return o.text(key)
	}
	return s
}

// number is a whole number, 0 for none or what is none.
func (o object) number(key string) int64 { return numberOf(o[key]) }

func numberOf(raw json.RawMessage) int64 {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err == nil {
		if len(list) != 1 {
			return 0
		}
		raw = list[0]
	}
	n, err := strconv.ParseInt(strings.Trim(strings.TrimSpace(string(raw)), `"`), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// numbers are the whole numbers of a list, each once.
func (o object) numbers(key string) (numbers []int64) {
	var list []json.RawMessage
	_ = json.Unmarshal(o[key], &list) // what is no list has none
	for _, raw := range list {
		if n := numberOf(raw); n > 0 && !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// flag is true for true, 1, "1" and "Ja".
func (o object) flag(key string) bool {
	switch strings.ToLower(strings.Trim(strings.TrimSpace(string(o[key])), `"`)) {
	case "true", "1", "ja", "yes", "on":
		return true
	}
	return false
}

// amount is an amount of euros; read is false for what is none, and for nothing at all.
func (o object) amount(key string) (amount money.Cents, read bool) {
	text := strings.Trim(strings.TrimSpace(string(o[key])), `"`)
	if amount, err := money.Parse(text); err == nil || strings.Trim(text, "-.0123456789") != "" {
		return amount, err == nil
	}
	// Some servers write all digits of a fraction, 45.100000000000001, or add up what has them.
	const off = 1e-6
	euros, err := strconv.ParseFloat(text, 64)
	cents := math.Round(euros * 100)
	if err != nil || math.Abs(euros*100-cents) > off {
		return 0, false
	}
	amount, err = money.Parse(strconv.FormatFloat(cents/100, 'f', 2, 64))
	return amount, err == nil
}

// day is a date as Y-m-d or Ymd, with a time behind it or not; read is false for what is none.
func (o object) day(key string) (day civil.Date, read bool) {
	text := o.text(key)
	if len(text) > len(time.DateOnly) {
		text = text[:len(time.DateOnly)]
	}
	return civil.Parse(text)
}

// at is a time of the zone, the zero time for none or what is none.
func (o object) at(key string, zone *time.Location) time.Time {
	text := o.text(key)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateTime, time.DateOnly} {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil && at.Year() > 1 {
			return civil.Instant(at)
		}
	}
	return time.Time{}
}

// objects are those of a list, or of the values of an object.
func (o object) objects(key string) (list []object) {
	var raws []json.RawMessage
	_ = json.Unmarshal(o[key], &raws) // what is no list has none
	for _, raw := range raws {
		list = append(list, read(raw))
	}
	return list
}

// texts are those of a list.
func (o object) texts(key string) (list []string) {
	var raws []json.RawMessage
	_ = json.Unmarshal(o[key], &raws) // likewise
	for _, raw := range raws {
		if text := (object{"": raw}).text(""); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// renamed are the fields that had another name in the application than in the contract.
var renamed = map[string]string{"knvb-id": "assoc-id", "freescout-id": "helpdesk-id"}

// plain returns the members of an acf object as a table of fields reads them: with our names, without entities, and null for
// what is false but no flag.
func plain(o object, fields []acf.Description) object {
	known := map[string]acf.Description{}
	for _, field := range fields {
		known[field.Key] = field
	}
	members := maps.Clone(o)
	for was, is := range renamed {
		if raw, has := members[was]; has {
			if _, both := members[is]; !both {
				members[is] = raw
			}
			delete(members, was)
		}
	}
	for key, raw := range members {
		field, is := known[key]
		switch {
		case is && field.Type == acf.TypeRows:
			var rows []any
			for _, row := range members.objects(key) {
				rows = append(rows, plain(row, field.Member))
			}
			if !empty(raw) && rows == nil {
				continue // no list: the table leaves it, and it is told of
			}
			members[key], _ = json.Marshal(rows) // of raw messages that were read
		case is && field.Type == acf.TypeAmount && !empty(raw):
			if amount, read := members.amount(key); read {
				members[key], _ = json.Marshal(amount) // a number
			}
		case is && field.Type != acf.TypeFlag && string(bytes.TrimSpace(raw)) == "false":
			members[key] = json.RawMessage("null")
		case bytes.HasPrefix(bytes.TrimSpace(raw), []byte(`"`)):
			var s string // in which & may be written as \u0026
			if err := json.Unmarshal(raw, &s); err == nil && strings.Contains(s, "&") {
				members[key], _ = json.Marshal(html.UnescapeString(s)) // a text
			}
		}
	}
	return members
}

func (o object) bytes() []byte {
	text, err := json.Marshal(o)
	if err != nil {
		return []byte("{}")
	}
	return text
}
