package workrows

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Merge is the complete work history to send, and whether it differs from what stands there. Rows that are not owned stay as they
// are, in their place, members that nobody knows included. Owned rows, which are found by the number of the group, title and
// start, become current or over; the missing ones that are not over come behind all others. numbers answers the application's number of
// a group, 0 when it has none: then no row comes. A row that goes on follows its group to another number; ended ones go on
// naming the old one.
//
// The last day of a row that is over is its End; one that was over already keeps the day that stands there. An owned row that was Sent and is not there, while a current row of the same group and title is, was
// given another start by somebody: it is theirs now, and none comes in its place.
//
// What stands there is a list, or nothing (null, "", false). Anything else cannot be read: then nothing may be written.
func Merge(current json.RawMessage, owned []Row, numbers func(Group) int64) (json.RawMessage, bool) {
	rows := read(current)
	if rows == nil {
		return nil, false
	}
	changed := false
	for _, o := range owned {
		if o.Foreign {
			continue
		}
		at := rows.find(o, numbers)
		switch {
		case at >= 0:
			rows.list[at].owned = true
			if rows.list[at].update(o, numbers(o.Group)) {
				changed = true
			}
		case o.Ended || numbers(o.Group) == 0 || o.Sent && rows.like(o, owned, numbers):
		default:
			rows.list = append(rows.list, newEntry(o, numbers(o.Group)))
			changed = true
		}
	}
	return rows.text(), changed
}

// history is the work history of a person as it was read.
type history struct{ list []entry }

// row is one of its rows: the text as it stands there, and its members when it is an object.
type entry struct {
	raw     json.RawMessage
	members map[string]json.RawMessage
	owned   bool
}

// read answers nil for what is no work history.
func read(current []byte) *history {
	var list []json.RawMessage
	switch text := string(bytes.TrimSpace(current)); text {
	case "", "null", `""`, "false":
	default:
		if json.Unmarshal(current, &list) != nil {
			return nil
		}
	}
	h := &history{}
	for _, raw := range list {
		r := entry{raw: raw}
		if json.Unmarshal(raw, &r.members) != nil {
			r.members = nil
		}
		h.list = append(h.list, r)
	}
	return h
}

// find is the place of an owned row, -1 for none.
func (h *history) find(o Row, numbers func(Group) int64) int {
	if h == nil {
		return -1
	}
	return slices.IndexFunc(h.list, func(r entry) bool {
		start, ok := civil.Parse(r.value("start_date"))
		return !r.owned && ok && start == o.Start && r.isOf(o, numbers)
	})
}

// like reports whether a current row of the same group and title stands there that is none of the owned ones.
func (h *history) like(o Row, owned []Row, numbers func(Group) int64) bool {
	return slices.ContainsFunc(h.list, func(r entry) bool {
		start, ok := civil.Parse(r.value("start_date"))
		ours := ok && slices.ContainsFunc(owned, func(other Row) bool { return other.role() == o.role() && other.Start == start })
		return !r.owned && !ours && r.current() && r.isOf(o, numbers)
	})
}

// isOf reports whether a row is about the group and the title, whatever its start.
func (r entry) isOf(o Row, numbers func(Group) int64) bool {
	group := r.group()
	return group != 0 && (group == o.Remote || group == numbers(o.Group)) && r.value("job_title") == o.Title
}

func (r entry) group() int64 {
	n, err := strconv.ParseInt(strings.Trim(r.value("team"), "[] \""), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func (r entry) current() bool {
	value := r.value("is_current")
	return value == "true" || value == "1"
}

// value is a member of the row as a text: what is no text as it is written, "" for null.
func (r entry) value(key string) string {
	raw := r.members[key]
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return strings.TrimSpace(string(raw))
}

// update brings a row up to date, and reports whether it differs.
func (r *entry) update(o Row, group int64) bool {
	set := map[string]any{}
	switch {
	case !o.Ended:
		if !r.current() {
			set["is_current"] = true
		}
		if r.value("end_date") != "" {
			set["end_date"] = ""
		}
		if group != 0 && r.group() != group {
			set["team"] = group
		}
	case r.current() || r.value("end_date") == "":
		if r.current() {
			set["is_current"] = false
		}
		if text := o.End.String(); text != r.value("end_date") {
			set["end_date"] = text
		}
	}
	for key, value := range set {
		r.members[key] = encode(value)
	}
	if len(set) > 0 {
		r.raw = encode(r.members)
	}
	return len(set) > 0
}

func newEntry(o Row, group int64) entry {
	return entry{owned: true, raw: encode(map[string]any{
		"team": group, "entity_type": o.Group.Kind, "job_title": o.Title, "is_current": true, "start_date": o.Start.String(), "end_date": "",
	})}
}

// text is the whole as JSON.
func (h *history) text() json.RawMessage {
	list := make([]json.RawMessage, 0, len(h.list))
	for _, r := range h.list {
		list = append(list, r.raw)
	}
	return encode(list)
}

func encode(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic("workrows: a row does not encode: " + err.Error())
	}
	return text
}
