package workrows

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/work"
)

// Plan returns the rows of one member as they should be: those that go on and those that are over in their old order, then the
// new ones.
//
// The site tells when a role in a committee began, but not when a place on a team did. A new place on a team begins today. With
// first, which says that the member never had a row of this pipeline, its start is unknown and stays empty.
//
// A row goes on when group, title and start are equal. The start does not count where it is unknown, on the site or in the row,
// nor in an adopted row.
//
// A row that is over ended on the day that the site had announced, when that day has come, else today. A role that comes back is
// a new row from today; but when the site tells the start of the ended row, or that row began today, it goes on.
//
// inScope tells which groups were read: rows of other groups stay as they are.
func Plan(owned []Row, wanted []Wanted, first bool, today civil.Date, inScope func(Group) bool) []Row {
	after := slices.Clone(owned)
	goesOn := make([]bool, len(after))
	rest := pair(after, goesOn, wanted, func(o Row, w Wanted) bool { return o.Start == w.Start })
	rest = pair(after, goesOn, rest, func(o Row, w Wanted) bool { return o.Start.IsZero() || w.Start.IsZero() || o.Adopted })
	for i, o := range after {
		if !goesOn[i] && !o.Ended && inScope(o.Group) {
			after[i].Ended = true
			if o.End.IsZero() || today.Before(o.End) {
				after[i].End = today
			}
		}
	}
	for _, w := range rest {
		after = begin(after, w, first, today)
	}
	return after
}

// pair finds the row that goes on for each wanted role, and returns the roles without one. fits compares the starts.
func pair(rows []Row, goesOn []bool, wanted []Wanted, fits func(Row, Wanted) bool) (rest []Wanted) {
next:
	for _, w := range wanted {
		for i, o := range rows {
			if !goesOn[i] && !o.Ended && o.role() == w.role() && fits(o, w) {
				goesOn[i] = true
				rows[i].End = w.End
				continue next
			}
		}
		rest = append(rest, w)
	}
	return rest
}

// role is what somebody does, whenever.
type role struct {
	Member string
	Group  Group
	Title  string
}

func (o Row) role() role    { return role{o.Member, o.Group, o.Title} }
func (w Wanted) role() role { return role{w.Member, w.Group, w.Title} }

// begin appends a row, or lets an ended one of the same key go on.
func begin(rows []Row, w Wanted, first bool, today civil.Date) []Row {
	start := w.Start
	if start.IsZero() && w.Group.Kind == work.Team && !first {
		start = today
	}
	at := indexOf(rows, key(w.Member, w.Group, w.Title, start))
	if at >= 0 && w.Start.IsZero() && start != today {
		start = today
		at = indexOf(rows, key(w.Member, w.Group, w.Title, start))
	}
	if at < 0 {
		return append(rows, Row{Member: w.Member, Group: w.Group, Title: w.Title, Start: start, End: w.End})
	}
	if rows[at].Ended {
		rows[at].Ended, rows[at].End, rows[at].Back = false, w.End, true
	}
	return rows
}

func indexOf(rows []Row, key string) int {
	return slices.IndexFunc(rows, func(o Row) bool { return o.Key() == key })
}

// Announce notes the last day of roles that are over and that the site still tells, so that Plan knows it.
func Announce(owned []Row, code string, roles federation.Roles) []Row {
	noted := slices.Clone(owned)
	note := func(w Wanted) {
		i := slices.IndexFunc(noted, func(o Row) bool { return !o.Ended && o.role() == w.role() && o.Start == w.Start })
		if i >= 0 {
			noted[i].End = w.End
		}
	}
	for _, f := range roles.Functions {
		if !f.Active {
			note(Wanted{Member: code, Group: Whole, Title: titleOr(f.Title), Start: f.Start, End: f.End})
		}
	}
	for _, s := range roles.Seats {
		if !s.Active {
			note(Wanted{Member: code, Group: Committee(s), Title: titleOr(s.Title), Start: s.Start, End: s.End})
		}
	}
	return noted
}

// Announced returns the rows that go on and whose announced end has changed. That is not written, but remembered until they
// end.
func Announced(before, after []Row) []Row {
	return slices.DeleteFunc(slices.Clone(after), func(o Row) bool {
		i := indexOf(before, o.Key())
		return o.Ended || i < 0 || before[i].Ended || before[i].End == o.End
	})
}

// Changed reports whether a plan changes the application: a row is new, over, back, or not known to be there.
func Changed(before, after []Row) bool {
	return slices.ContainsFunc(after, func(o Row) bool {
		i := indexOf(before, o.Key())
		return !o.Sent || i < 0 || before[i].Ended != o.Ended
	})
}

// Claim tells the rows of a plan from those that somebody else made. When an equal row stood in the work history before ours was
// ever written, ours is Foreign. Rows in before are ours, also those of a run that remembered them and died at the write. A
// Foreign row that somebody took away is ours to write. numbers returns the application's number of a group.
//
// Remember what is new in the result before the application is written, so that the next run knows it, and all of Done
// afterwards.
func Claim(before, after []Row, current []work.Entry, numbers func(Group) int64) []Row {
	claimed := slices.Clone(after)
	rows := historyOf(current)
	for i, o := range claimed {
		if o.Remote == 0 {
			claimed[i].Remote = numbers(o.Group)
		}
		if o.Ended || !o.Foreign && indexOf(before, o.Key()) >= 0 {
			continue
		}
		if stands := rows.find(o, numbers) >= 0; o.Foreign != stands {
			claimed[i].Foreign, claimed[i].Sent = stands, stands
		}
	}
	return claimed
}

// Done returns the rows after the application accepted what Merge made of them. A row whose group it lacks is not there.
func Done(owned []Row, numbers func(Group) int64) []Row {
	done := slices.Clone(owned)
	for i, o := range done {
		done[i].Back = false
		if o.Foreign {
			continue
		}
		if n := numbers(o.Group); n != 0 && !o.Ended {
			done[i].Remote = n
		}
		done[i].Sent = o.Ended || done[i].Remote != 0
	}
	return done
}
