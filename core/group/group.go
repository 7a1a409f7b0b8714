// Package group owns the teams and committees of the club: their fields, and how lists of them are filtered and sorted. Both
// are groups that people do something in, and share one space of numbers.
//
// It does not own who is in a group: that is the work of people (core/work, core/person); a group holds no list of members.
package group

import (
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
)

// ID is a group's number; unique among teams and committees and never used again.
type ID = int64

// ClubWide is the number of Verenigingsbreed, the committee that collects the functions of the club as a whole (contract
// §2.3). It always exists. The numbers of other groups are greater: rows of work that were kept before there were groups have
// small ones, and meet none by chance.
const ClubWide ID = 1000

// NewClubWide is Verenigingsbreed as a new club has it.
func NewClubWide() Group {
	g := New(work.Committee, 0, time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC))
	g.ID, g.Revision, g.Title, g.Administered = ClubWide, 1, "Verenigingsbreed", true
	return g
}

// Group is everything that is kept about a team or a committee (contract §2.3).
type Group struct {
	ID       ID
	Kind     work.Kind // never changes
	Author   int64     // the user who created the record, or to whom an administrator gave it
	Created  time.Time
	Modified time.Time
	Revision int64 // the store's: see record.Edition
	Editor   int64 // see record.Edition

	Administered bool // see person.Person

	Title   string
	Content string // description, as richtext.Render returned it
	Parent  ID     // a group of the same kind, 0 for none
	Logo    int64  // number of the picture, 0 for none

	Website  string
	Contacts []person.Contact
	PublicID string // of a team in the club administration system
	Activity Activity
	Gender   person.Gender // of a team that is not mixed

	Visibility person.Visibility
	Workspaces []int64

	Extra acf.Extra // acf keys that Clubhuis does not know: kept and returned
}

// Activity is where a team plays.
type Activity string

// Activities are the values of the contract.
var Activities = []Activity{"Veld", "Zaal"}

// Genders are the values of the contract for teams.
var Genders = []person.Gender{"male", "female"}

// ContactTypes are the types of contact that a group can have (contract §2.2).
var ContactTypes = []person.ContactType{"phone", person.Email, "address", "other"}

// New is an empty group as a program or a user makes it. Nobody vouched for it.
func New(kind work.Kind, author int64, at time.Time) Group {
	return Group{
		Kind: kind, Author: author, Created: civil.Instant(at), Modified: civil.Instant(at), Editor: author,
		Visibility: person.Private,
	}
}

// Keep gives an edited group back what no edit changes: number, kind, times, edition, and whether it is administered.
func (g *Group) Keep(before *Group) {
	g.Revision, g.Editor, g.Administered = before.Revision, before.Editor, before.Administered
	g.ID, g.Kind, g.Created, g.Modified = before.ID, before.Kind, before.Created, before.Modified
}

// Touch notes who changes the group and when.
func (g *Group) Touch(editor int64, at time.Time) { g.Editor, g.Modified = editor, civil.Instant(at) }

// Edition says how often and by whom the group was changed.
func (g *Group) Edition() record.Edition {
	return record.Edition{Revision: g.Revision, Modified: g.Modified, Editor: g.Editor}
}

// Clone is a copy that shares nothing with g.
func (g *Group) Clone() Group {
	c := *g
	c.Contacts = slices.Clone(g.Contacts)
	for i := range c.Contacts {
		c.Contacts[i].Extra = acf.CloneExtra(c.Contacts[i].Extra)
	}
	c.Workspaces = slices.Clone(g.Workspaces)
	c.Extra = acf.CloneExtra(g.Extra)
	return c
}
