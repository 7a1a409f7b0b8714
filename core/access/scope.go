package access

import "slices"

// Verb is what a viewer does with a record.
type Verb int

// The verbs.
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

// Scope is the set of records of one kind with which a viewer may do one thing: the access rule, resolved for one viewer.
// Permits is the rule. The directory finds all records within a scope at once, and a property test holds that against Permits.
// The zero Scope is empty.
//
// A new way to see a record (a share, a workspace, a team) is a new field here, a line in Permits, and a set in
// core/directory.
type Scope struct {
	All    bool  // administrators and the synchronization: every record
	Author int64 // the records that this user created; 0 for none
}

// Subject is what the rule looks at in a record.
type Subject struct {
	Author int64 // the user who created it, 0 when a program did
}

// May returns the records of a kind with which the viewer may do something (contract §1: a user sees only records they created,
// extended by rules; administrators see all, and so does the synchronization, which keeps all).
func (v Viewer) May(verb Verb, kind Kind) Scope {
	switch {
	case !v.SignedIn():
		return Scope{}
	case v.Can(Manage) || v.Can(Synchronization):
		return Scope{All: true}
	case slices.Contains(own[kind], verb):
		return Scope{Author: v.User}
	}
	return Scope{}
}

// Permits reports whether the record lies within the scope.
func (s Scope) Permits(r Subject) bool {
	return s.All || s.Author != 0 && s.Author == r.Author
}

// Reader is what somebody may read, kind by kind. The zero Reader sees nothing.
type Reader struct{ People, Groups Scope }

// Reader returns what the viewer may read.
func (v Viewer) Reader() Reader {
	return Reader{People: v.May(Read, People), Groups: v.May(Read, Groups)}
}

// Everything is the reader for programs that see all.
var Everything = Reader{People: Scope{All: true}, Groups: Scope{All: true}}
