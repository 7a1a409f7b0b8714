package access

import "maps"

// Permission is what a direct share allows with one record (contract: club §2.6). "" is none.
type Permission string

// The permissions. Who may edit may read.
const (
	ToView Permission = "view"
	ToEdit Permission = "edit"
)

// Permissions are all that can be given.
func Permissions() []Permission { return []Permission{ToView, ToEdit} }

// Allows reports whether the permission is enough to do that.
func (p Permission) Allows(verb Verb) bool {
	return p == ToEdit && (verb == Read || verb == Change) || p == ToView && verb == Read
}

// Shares are the records that were shared with a user directly, by number. A share opens a record whatever its visibility says.
type Shares struct{ People, Groups map[int64]Permission }

// Of returns the shares of a kind. Nobody may change them.
func (s Shares) Of(kind Kind) map[int64]Permission {
	switch kind {
	case People:
		return s.People
	case Groups:
		return s.Groups
	}
	return nil
}

// Set shares a record of a kind, of those that have shares; "" takes the share away.
func (s *Shares) Set(kind Kind, id int64, permission Permission) {
	list := &s.People
	if kind == Groups {
		list = &s.Groups
	}
	switch {
	case permission == "":
		delete(*list, id)
	case *list == nil:
		*list = map[int64]Permission{id: permission}
	default:
		(*list)[id] = permission
	}
}

// Clone returns a copy that shares nothing with s.
func (s Shares) Clone() Shares { return Shares{maps.Clone(s.People), maps.Clone(s.Groups)} }

// SharedWith is a user with whom a record was shared.
type SharedWith struct {
	User       int64
	Permission Permission
}
