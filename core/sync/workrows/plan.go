package workrows

import (
	"encoding/json"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/work"
)

// Plan returns what becomes of the rows of one member: those that go on, those that are over, in their old order, and new ones
// behind them.
//
// The site tells when a role in a committee began. It does not for teams: a new place on a team begins today, and with first,
// which says that the member never had a row of this pipeline, its start stays empty, for nobody knows it. Where no start is
// known, on the site or in the row, and in an adopted row, a row of the same group and title goes on whatever its start.
//
// What is over ended on the day that the site had announced, when that has come, else today. What comes back is a new row from
// today; but when the site tells the start of the ended row, or when that began today, too, the row goes on.
//
// inScope tells which groups were read: rows of others stay as they are.
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

// pair finds the row that goes on for each of the wanted, and returns those that have none. fits compares the starts.
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

// begin adds a row, or lets an ended one of the same key go on.
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
		rows[at].Ended, rows[at].End = false, w.End
	}
	return rows
}

func indexOf(rows []Row, key string) int {
	return slices.IndexFunc(rows, func(o Row) bool { return o.Key() == key })
}

// Announce notes on the rows of a member when roles ended that the site still tells, although they are over, so that Plan
// knows the day.
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

// Announced are the rows that go on and whose end the site announces otherwise than before. That is nothing to write: it is to
// be remembered until they end.
func Announced(before, after []Row) []Row {
	return slices.DeleteFunc(slices.Clone(after), func(o Row) bool {
		i := indexOf(before, o.Key())
		return o.Ended || i < 0 || before[i].Ended || before[i].End == o.End
	})
}

// Changed reports whether a plan has something to do in the application: a row is new, over, back, or not known to be there.
func Changed(before, after []Row) bool {
	return slices.ContainsFunc(after, func(o Row) bool {
		i := indexOf(before, o.Key())
		return !o.Sent || i < 0 || before[i].Ended != o.Ended
	})
}

// Claim tells the rows of a plan from those that somebody else made. Where an equal row stands in the work history before the
// first of ours was written, ours is Foreign; those that were in before, such as the ones that a run remembered which died at the
// write, are ours. A Foreign row that somebody took away is ours to write. numbers returns the application's number of a group.
//
// Keep what is new in the result before the application is written, so that the next run knows, and all of Done afterwards.
func Claim(before, after []Row, current json.RawMessage, numbers func(Group) int64) []Row {
	claimed := slices.Clone(after)
	rows := read(current)
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

// Done are the rows after the application took what Rows made of them. A row whose group it does not have is not there.
func Done(owned []Row, numbers func(Group) int64) []Row {
	done := slices.Clone(owned)
	for i, o := range done {
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
