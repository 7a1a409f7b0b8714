package payload

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// entry is a row of a repeater, by member. Values are texts, numbers, or json.RawMessage as the application sent them.
type entry map[string]any

// rowsOf returns the rows of a value of acf: a list of rows, or its JSON. Anything else has none.
func rowsOf(value any) []entry {
	switch value := value.(type) {
	case []entry:
		return value
	case json.RawMessage:
		var raw []map[string]json.RawMessage
		if json.Unmarshal(value, &raw) != nil {
			return nil // null, false and "" are empty repeaters
		}
		rows := make([]entry, 0, len(raw))
		for _, members := range raw {
			row := entry{}
			for key, member := range members {
				row[key] = member
			}
			rows = append(rows, row)
		}
		return rows
	}
	return nil
}

// text returns a value of acf as a text: a number or a flag as it is written, "" for null, lists and objects.
func text(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case bool:
		return strconv.FormatBool(value)
	case json.RawMessage:
		var scalar any
		raw := strings.TrimSpace(string(value))
		if json.Unmarshal(value, &scalar) != nil {
			return ""
		}
		switch scalar := scalar.(type) {
		case string:
			return scalar
		case float64, bool:
			return raw
		}
	}
	return ""
}

// flag returns a value of acf as "true" or "false".
func flag(value any) string {
	switch text(value) {
	case "true", "1":
		return "true"
	}
	return "false"
}

// number returns a value of acf as the number of a record, 0 for none: 3, "3" and [3] are the same.
func number(value any) int64 {
	switch value := value.(type) {
	case int64:
		return value
	case json.RawMessage:
		var list []json.RawMessage
		if json.Unmarshal(value, &list) == nil && len(list) == 1 {
			return number(list[0])
		}
	}
	n, err := strconv.ParseInt(text(value), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// contact is a row of contact_info that belongs to a field of the site.
type contact struct {
	field       federation.Field
	kind, label string
}

// contacts are the rows that the synchronization owns, in the order in which they are sent.
var contacts = []contact{
	{federation.FieldEmail, "email", ""}, {federation.FieldEmail2, "email2", ""},
	{federation.FieldMobile, "mobile", ""}, {federation.FieldMobile2, "mobile", "2"},
	{federation.FieldTelephone, "phone", ""}, {federation.FieldTelephone2, "phone", "2"},
}

func (c contact) is(r entry) bool {
	return text(r[keyContactType]) == c.kind && text(r[keyContactLabel]) == c.label
}

// telephone reports whether the field holds a number.
func (c contact) telephone() bool { return c.kind == "mobile" || c.kind == "phone" }

func (c contact) row(value string) entry { return contactRow(c.kind, c.label, value) }

func contactRow(kind, label, value string) entry {
	return entry{keyContactType: kind, keyContactLabel: label, keyContactValue: value}
}

// ownContact returns which of the synchronization's rows a row of contact_info is, "" for somebody else's.
func ownContact(r entry) string {
	if i := slices.IndexFunc(contacts, func(c contact) bool { return c.is(r) }); i >= 0 {
		return string(contacts[i].field)
	}
	return ""
}

// ownAddress returns the same for addresses: the one without a label is the synchronization's.
func ownAddress(r entry) string {
	if text(r[keyAddressLabel]) == "" {
		return "home"
	}
	return ""
}

// extra is the label of a second row of an own kind: without it the row would pass for the synchronization's when that goes.
const extra = "extra"

// mergeRows returns the own rows, then the standing rows of others. label is the member that holds a row's label, which tells
// whose it is. An own row is left out when a row with somebody's own label tells the same.
func mergeRows(own, there []entry, label string, which func(entry) string) []entry {
	standing := map[string]entry{}
	var others []entry
	for _, r := range there {
		key := which(r)
		switch _, taken := standing[key]; {
		case key == "":
			others = append(others, r)
		case !taken:
			standing[key] = r
		case !slices.ContainsFunc(own, func(o entry) bool { return sameValue(o, r) }):
			kept := maps.Clone(r)
			kept[label] = extra
			others = append(others, kept)
		}
	}
	merged := make([]entry, 0, len(own)+len(others))
	for _, o := range own {
		same := func(r entry) bool { return sameValue(o, r) && text(r[label]) != extra }
		if _, stands := standing[which(o)]; !stands && slices.ContainsFunc(others, same) {
			continue
		}
		row := entry{}
		maps.Copy(row, standing[which(o)])
		maps.Copy(row, o)
		merged = append(merged, row)
	}
	return append(merged, others...)
}

// sameValue reports whether two rows tell the same, whatever their labels.
func sameValue(a, b entry) bool {
	for _, key := range []string{keyContactType, keyContactValue, "street", "postal_code", "city"} {
		if !strings.EqualFold(strings.TrimSpace(text(a[key])), strings.TrimSpace(text(b[key]))) {
			return false
		}
	}
	return true
}
