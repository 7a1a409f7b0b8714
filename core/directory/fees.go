package directory

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// FeeBook are the club's settings for fees.
func (v *View) FeeBook() fee.Book { return v.fees.Clone() }

// donor is the work in a team that makes nobody a player of it.
var donor = fold.Key("Donateur")

// FeeMembers returns what fees depend on of everybody, as of a day, by number. Former members and people who pay nothing are
// among them: who has a fee is decided by fee.Season alone.
func (v *View) FeeMembers(day civil.Date) []fee.Member {
	members := make([]fee.Member, 0, v.Size())
	today := day.String()
	v.people.each(func(id int64, m *member) bool {
		if m.damaged == nil {
			members = append(members, m.fee(id, day, today))
		}
		return true
	})
	slices.SortFunc(members, func(a, b fee.Member) int { return int(a.ID - b.ID) })
	return members
}

func (m *member) fee(id int64, day civil.Date, today string) fee.Member {
	f := fee.Member{
		ID: id, First: m.record.Name.First, Infix: m.record.Name.Infix, Last: m.record.Name.Last, Name: m.record.Title,
		NameKey: m.values.At(placeTitle), LastKey: m.values.At(placeLast), AgeClass: person.Exact(m.values.At(placeAgeGroup)),
		Former: m.values.At(placeFormer) == listing.Flag(true), Household: m.values.At(placeHousehold),
		Excluded: m.values.At(placeNoFee) == listing.Flag(true), Deceased: m.values.At(placeDeceased) == listing.Flag(true),
	}
	f.Since, _ = civil.Parse(m.values.At(placeSince))
	f.Until, _ = civil.Parse(m.values.At(placeUntil))
	for i := range m.work {
		e := &m.work[i]
		if e.Kind != work.Committee && e.CurrentOn(day) && fold.Key(e.Title) != donor && !slices.Contains(f.Teams, e.Group) {
			f.Teams = append(f.Teams, e.Group)
		}
	}
	for line := range listing.EachLine(m.values.At(placeFunctions)) {
		if function, until := listing.Reached(line); until >= today {
			f.Functions = append(f.Functions, function)
		}
	}
	return f
}

// GroupTitle is the name of a team or a committee, "" for none.
func (v *View) GroupTitle(id group.ID) string {
	if t := v.groups[id]; t != nil && t.damaged == nil {
		return t.record.Title
	}
	return ""
}

// NameOf is somebody's name, whoever asks: for those who may know it without seeing the person. It is "" for nobody.
func (v *View) NameOf(id person.ID) string {
	if m := v.people.at(id); m != nil && m.damaged == nil {
		return m.record.Title
	}
	return ""
}

// Blocked reports whether somebody has a financial block.
func (v *View) Blocked(id person.ID) bool {
	m := v.people.at(id)
	return m != nil && m.damaged == nil && m.values.At(placeBlock) == listing.Flag(true)
}

// Titles are those of all work of everybody, current or not, by one spelling each, sorted.
func (v *View) Titles() []string {
	counts := map[string]int{}
	v.people.each(func(_ int64, m *member) bool {
		if m.damaged != nil {
			return true
		}
		for i := range m.work {
			counts[m.work[i].Title]++
		}
		for line := range listing.EachLine(m.values.At(placeFunctions)) { // of work in no group, too
			_, until := listing.Reached(line)
			counts[person.Exact(until)]++
		}
		return true
	})
	tally := make([]listing.Count, 0, len(counts))
	for title, n := range counts {
		tally = append(tally, listing.Count{Value: person.MemberTypeKey(title), Count: n})
	}
	titles := []string{}
	for _, count := range person.Spelled(tally) {
		titles = append(titles, count.Value)
	}
	return titles
}

// Dues returns the value of person.KeyDues, "" for nobody.
func (v *View) Dues(id person.ID) string {
	if m := v.people.at(id); m != nil && m.damaged == nil {
		return m.values.At(placeDues)
	}
	return ""
}

// RecreationalTeams are those that pay as recreants do in a club without settings of its own, by number.
func (v *View) RecreationalTeams() (ids []group.ID) {
	for id, t := range v.groups {
		if t.damaged == nil && t.record.Kind == work.Team && fee.Recreational(t.record.Title) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}
