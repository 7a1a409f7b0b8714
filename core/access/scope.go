package access

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Verb is what a viewer does with a record.
type Verb int

// The verbs. Share is for whom else a record is: its visibility, its workspaces and its shares.
const (
	Read Verb = iota
	Change
	Share
	Delete
)

// Kind is a kind of record that has a permission of its own. Records of other kinds have that of the person or the user whose
// they are.
type Kind int

// The kinds.
const (
	People Kind = iota
	Groups
	Pictures
)

// own is what users may do with records that they created (contract §1). All pictures are there to be seen by everybody who is
// signed in, so that no scope is asked for that.
var own = map[Kind][]Verb{
	People:   {Read, Change, Share, Delete},
	Groups:   {Read, Change, Share, Delete},
	Pictures: {Read, Delete},
}

// all is which capabilities open every record of a kind, beside the administrator's. For whom else a record is stays with its
// author.
var all = map[Kind][]Capability{
	People:   {Administration, Synchronization},
	Groups:   {Teams, Synchronization},
	Pictures: {Synchronization},
}

// Scope is the set of records of one kind with which a viewer may do one thing on a day, as far as the viewer's account says it:
// with what the club gave the user by name (Grants) it is the access rule. Permits is the rule. The directory knows the grants,
// and finds all records within a scope at once; a property test holds that against Permits. The zero Scope is empty.
//
// A new way to see a record is a field of Grants and of Subject, a line in Permits, and a set in
// core/directory.
type Scope struct {
	Kind       Kind
	Verb       Verb
	Day        civil.Date
	All        bool  // every record
	User       int64 // what this user created, and was given; 0 for nobody
	Volunteers bool  // of people: those who are volunteers on the day
}

// Given is what a user was given to read beside what their roles open: the people on the rosters of teams, with the teams, and
// the people of age groups.
type Given struct {
	Teams     []int64  `json:"teams,omitempty"`
	AgeGroups []string `json:"age_groups,omitempty"`
}

// Clone returns a copy that shares nothing with g.
func (g Given) Clone() Given { return Given{slices.Clone(g.Teams), slices.Clone(g.AgeGroups)} }

// Same reports whether the same was given.
func (g Given) Same(other Given) bool {
	return slices.Equal(g.Teams, other.Teams) && slices.Equal(g.AgeGroups, other.AgeGroups)
}

// Grants is what the club knows of a user that opens records.
type Grants struct {
	Person int64 // that the user is, 0 for none
	Given
	Workspaces []int64 // of which the user is a member
	Shares     Shares
}

// Subject is what the rule looks at in a record. Of a removed one it is the author alone.
type Subject struct {
	ID     int64
	Author int64 // the user who created it, 0 when a program did

	Workspaces []int64 // whose members it is for, while its visibility is that

	// Of a person:
	Former    bool
	Teams     []int64 // the groups on whose roster the person is on the day of the scope
	AgeGroup  string
	Volunteer bool // on that day
}

// May returns the records of a kind with which the viewer may do something on a day (contract §1).
func (v Viewer) May(verb Verb, kind Kind, on civil.Date) Scope {
	if !v.SignedIn() {
		return Scope{}
	}
	s := Scope{Kind: kind, Verb: verb, Day: on}
	switch {
	case v.Can(Manage) || verb != Share && slices.ContainsFunc(all[kind], v.Can):
		s.All = true
	case slices.Contains(own[kind], verb):
		s.User = v.User
		s.Volunteers = kind == People && verb == Read && v.Can(Certificates)
	default:
		return Scope{}
	}
	return s
}

// Permits reports whether the record lies within the scope of a user who has the grants. A share opens what its permission says,
// and the members of a workspace read and change what is in it. What was given is read, and not changed; so is one's own person.
// Former members lie in no scope that was given.
func (s Scope) Permits(g *Grants, r *Subject) bool {
	switch {
	case s.All:
		return true
	case s.User == 0:
		return false
	case s.User == r.Author, g.Shares.Of(s.Kind)[r.ID].Allows(s.Verb), s.Together() && meet(g.Workspaces, r.Workspaces):
		return true
	case s.Verb != Read:
		return false
	case s.Kind == Groups:
		return slices.Contains(g.Teams, r.ID)
	case s.Kind != People:
		return false
	}
	given := !r.Former && (meet(g.Teams, r.Teams) || r.AgeGroup != "" && slices.Contains(g.AgeGroups, r.AgeGroup))
	return given || s.Volunteers && r.Volunteer || g.Person != 0 && g.Person == r.ID
}

// Together reports whether a scope is of what the members of a workspace do with what is in it.
func (s Scope) Together() bool { return s.Verb == Read || s.Verb == Change }

func meet(some, others []int64) bool {
	return slices.ContainsFunc(some, func(id int64) bool { return slices.Contains(others, id) })
}

// Created reports whether a record of which no more is known than its author lies within the scope.
func (s Scope) Created(author int64) bool { return s.Permits(&Grants{}, &Subject{Author: author}) }

// Reader is what somebody may read, kind by kind. The zero Reader sees nothing.
type Reader struct {
	People, Groups Scope

	User  int64 // who reads, 0 for a program
	Money bool  // reads of everybody seen what the treasurer knows: contributions, and where invoices go
}

// Reader returns what the viewer may read on a day.
func (v Viewer) Reader(on civil.Date) Reader {
	return Reader{
		People: v.May(Read, People, on), Groups: v.May(Read, Groups, on),
		User: v.User, Money: v.Can(Finance) || v.AdministersMembers(),
	}
}

// Whole reports whether the reader gets all of a person who is seen, also what the treasurer knows. user is who that person is
// as a user, 0 for nobody.
func (r Reader) Whole(user int64) bool { return r.Money || r.User != 0 && r.User == user }

// Everything is the reader for programs that see all.
var Everything = Reader{People: Scope{All: true}, Groups: Scope{Kind: Groups, All: true}, Money: true}
