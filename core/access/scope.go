package access

// Scope is the set of records of one kind that a viewer may read and change: the access rule, resolved for one viewer.
// Permits is the rule. The directory finds all records within a scope at once, and a property test holds that against Permits. The
// zero Scope is empty.
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

// Records is the viewer's scope over people, teams and what belongs to them (contract §1: a user sees only records they
// created, extended by rules; administrators see all, and so does the synchronization, which keeps all).
func (v Viewer) Records() Scope {
	if !v.SignedIn() {
		return Scope{}
	}
	if v.Can(Manage) || v.Can(Synchronization) {
		return Scope{All: true}
	}
	return Scope{Author: v.User}
}

// Permits reports whether the record lies within the scope.
func (s Scope) Permits(r Subject) bool {
	return s.All || s.Author != 0 && s.Author == r.Author
}
