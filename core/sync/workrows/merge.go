package workrows

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// Merge returns the complete work history to send, and whether it differs from what stands there. Rows of others stay as they
// are, in their place, with the members that nobody knows.
//
// Our rows are found by the number of the group, title and start. They become current or over; those that are missing and not
// over come behind all others. numbers returns the application's number of a group, 0 when it has none: then no row comes. A row
// that goes on follows its group to another number; ended ones go on naming the old one.
//
// The last day of a row that is over is its End; one that was over already keeps the day that stands there. When a row that was
// Sent is missing, but a current row of the same group and title stands there, somebody gave it another start: it is theirs now,
// and none comes in its place.
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

// entry is one of its rows: the text as it stands there, and what it says, as far as it can be read.
type entry struct {
	work.Entry
	raw      json.RawMessage
	readable bool
	owned    bool
}

// free reports whether a row may be one of ours that was not found yet.
func (e entry) free() bool { return e.readable && !e.owned }

// read returns nil for what is no work history.
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
		e := entry{raw: raw}
		e.readable = person.WorkFields.Load(&e.Entry, string(raw)) == nil
		h.list = append(h.list, e)
	}
	return h
}

// find returns the place of one of our rows, -1 for none.
func (h *history) find(o Row, numbers func(Group) int64) int {
	if h == nil {
		return -1
	}
	return slices.IndexFunc(h.list, func(e entry) bool { return e.free() && e.Start == o.Start && e.isOf(o, numbers) })
}

// like reports whether a current row of the same group and title stands there that is none of ours.
func (h *history) like(o Row, owned []Row, numbers func(Group) int64) bool {
	return slices.ContainsFunc(h.list, func(e entry) bool {
		is := func(other Row) bool { return other.role() == o.role() && other.Start == e.Start }
		ours := e.readable && slices.ContainsFunc(owned, is)
		return !e.owned && !ours && e.Current && e.isOf(o, numbers)
	})
}

// isOf reports whether a row is about the group and the title, whatever its start.
func (e entry) isOf(o Row, numbers func(Group) int64) bool {
	return e.Group != 0 && e.Title == o.Title && (e.Group == o.Remote || e.Group == numbers(o.Group))
}

// update brings a row up to date, and reports whether it differs.
func (e *entry) update(o Row, group int64) bool {
	after := e.Entry
	switch {
	case !o.Ended:
		after.Current, after.End = true, civil.Date{}
		if group != 0 {
			after.Group = group
		}
	case e.Current || e.End.IsZero():
		after.Current, after.End = false, o.End
	}
	set := map[string]any{}
	if after.Current != e.Current {
		set["is_current"] = after.Current
	}
	if after.End != e.End {
		set["end_date"] = after.End.String()
	}
	if after.Group != e.Group {
		set["team"] = after.Group
	}
	if len(set) == 0 {
		return false
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(e.raw, &members); err != nil {
		panic("workrows: a row that was read is no object: " + err.Error())
	}
	for key, value := range set {
		members[key] = encode(value)
	}
	e.Entry, e.raw = after, encode(members)
	return true
}

func newEntry(o Row, group int64) entry {
	return entry{owned: true, raw: encode(map[string]any{
		"team": group, "entity_type": o.Group.Kind, "job_title": o.Title, "is_current": true,
		"start_date": o.Start.String(), "end_date": "",
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
