package workrows

import (
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
// One that goes on and that the club gave a last day that has passed stays over: the application ends such rows by itself. It
// goes on again when the site had it over, too.
//
// The last day of a row that is over is its End; one that was over already keeps the day that stands there. When a row that was
// Sent is missing, but a current row of the same group and title stands there, somebody gave it another start: it is theirs now,
// and none comes in its place.
func Merge(current []work.Entry, owned []Row, numbers func(Group) int64) (after []work.Entry, differs bool) {
	rows := historyOf(current)
	for _, o := range owned {
		if o.Foreign {
			continue
		}
		at := rows.find(o, numbers)
		switch {
		case at >= 0:
			rows[at].owned = true
			differs = rows[at].update(o, numbers(o.Group)) || differs
		case o.Ended || numbers(o.Group) == 0 || o.Sent && rows.like(o, owned, numbers):
		default:
			rows = append(rows, newEntry(o, numbers(o.Group)))
			differs = true
		}
	}
	for _, e := range rows {
		after = append(after, e.Entry)
	}
	return after, differs
}

// history is the work history of a person.
type history []entry

// entry is one of its rows.
type entry struct {
	work.Entry
	readable bool // as far as its members go
	owned    bool // one of ours was found in it
}

// free reports whether a row may be one of ours that was not found yet.
func (e entry) free() bool { return e.readable && !e.owned }

func historyOf(rows []work.Entry) history {
	h := make(history, 0, len(rows))
	for _, row := range rows {
		h = append(h, entry{Entry: row, readable: len(person.WorkFields.Unread(&row)) == 0})
	}
	return h
}

// find returns the place of one of our rows, -1 for none.
func (h history) find(o Row, numbers func(Group) int64) int {
	return slices.IndexFunc(h, func(e entry) bool { return e.free() && e.Start == o.Start && e.isOf(o, numbers) })
}

// like reports whether a current row of the same group and title stands there that is none of ours.
func (h history) like(o Row, owned []Row, numbers func(Group) int64) bool {
	return slices.ContainsFunc(h, func(e entry) bool {
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
	was := e.Entry
	switch {
	case !o.Ended && !o.Back && !e.Current && !e.End.IsZero():
		return false // the club ended it, though the site goes on telling it
	case !o.Ended:
		e.Current, e.End = true, civil.Date{}
		if group != 0 {
			e.Group = group
		}
	case e.Current || e.End.IsZero():
		e.Current, e.End = false, o.End
	}
	return e.Current != was.Current || e.End != was.End || e.Group != was.Group
}

func newEntry(o Row, group int64) entry {
	return entry{owned: true, Entry: work.Entry{Group: group, Kind: o.Group.Kind, Title: o.Title, Current: true, Start: o.Start}}
}
