// Package roster owns who is and was in a team or a committee, as its page lists them (contract §2.10).
//
// It does not own the rule for "current" or the roles (core/work), nor the people (core/person).
package roster

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// Entry is a role of somebody in the group: a person with two roles has two.
type Entry struct {
	Person person.Summary
	Work   work.Entry
	Role   work.Role
	About  About // of a current entry
}

// About is what the page of a group shows of somebody who is in it, in the form of their record's answer.
type About struct {
	Birthdate   string // Y-m-d, "" when nobody knows
	Certificate string // the day of the certificate of conduct, likewise
	Screened    bool   // a certificate is asked for
	Contacts    string // the list contact_info
	Parents     []Parent
}

// Parent is through whom a child is reached.
type Parent struct {
	ID       person.ID
	Name     string
	Contacts string // the list contact_info
}

// Roster is everybody of a group. Former members are in neither list.
type Roster struct {
	Current []Entry // staff, players or members by name
	Former  []Entry // last ended first
}

// Of divides the entries of a group as of a day.
func Of(entries []Entry, day civil.Date) (r Roster) {
	for _, e := range entries {
		switch {
		case e.Person.Former:
		case e.Work.CurrentOn(day):
			r.Current = append(r.Current, e)
		default:
			r.Former = append(r.Former, e)
		}
	}
	slices.SortFunc(r.Current, func(a, b Entry) int { return cmp.Or(strings.Compare(string(b.Role), string(a.Role)), byName(a, b)) })
	slices.SortFunc(r.Former, func(a, b Entry) int { return cmp.Or(b.Work.End.Compare(a.Work.End), byName(a, b)) })
	return r
}

func byName(a, b Entry) int {
	return cmp.Or(
		strings.Compare(a.Person.Name.SortKey(), b.Person.Name.SortKey()),
		strings.Compare(fold.Key(a.Person.Name.First), fold.Key(b.Person.Name.First)),
		cmp.Compare(a.Person.ID, b.Person.ID),
		strings.Compare(a.Work.Title, b.Work.Title), a.Work.Start.Compare(b.Work.Start), a.Work.End.Compare(b.Work.End),
	)
}
