// Package workspace owns what users share with each other as a group: a workspace, who is a member of it in which role, and the
// invites by which others join (contract §2.6).
//
// It does not own which records are in a workspace: people and groups name the workspaces that they are assigned to. And it does
// not say who sees them (core/access).
package workspace

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/record"
)

// ID is a workspace's number; never used again.
type ID = int64

// Role is what somebody is in a workspace.
type Role string

// The roles. Each workspace has one owner. "" is who is no member.
const (
	Owner  Role = "owner"
	Admin  Role = "admin"
	Member Role = "member"
)

// Keeps reports whether the role keeps a workspace: changes its name, its members and its invites.
func (r Role) Keeps() bool { return r == Owner || r == Admin }

// CheckRole refuses a role that nobody is given by a word: all but admin and member.
func CheckRole(role Role) error {
	if role != Admin && role != Member {
		return fault.Param("role", notARole)
	}
	return nil
}

// CheckAdded refuses workspaces that a record is newly assigned to and that are not among the allowed ones.
func CheckAdded(added, allowed []ID, field string) error {
	if slices.ContainsFunc(added, func(id ID) bool { return !slices.Contains(allowed, id) }) {
		return fault.Param(field, NotYours)
	}
	return nil
}

// Taxonomy is what clients call workspaces as terms of people.
const Taxonomy = "workspace_access"

// Slug is the term of a workspace: workspace-7.
func Slug(id ID) string { return "workspace-" + listing.Number(id) }

// Membership is one member of a workspace.
type Membership struct {
	User   int64
	Role   Role
	Joined time.Time
}

// Workspace is a group of users. Its author made it.
type Workspace struct {
	record.Head
	Name        string
	Description string
	Members     []Membership // by user; one is the owner
}

// mostMembers is how many members a workspace has.
const mostMembers = 500

// New is a workspace as a user makes it, who owns it.
func New(author int64, authorName string, at time.Time) Workspace {
	w := Workspace{Head: record.NewHead(author, authorName, at)}
	w.Members = []Membership{{author, Owner, w.Created}}
	return w
}

// Clone returns a copy that shares nothing with w.
func (w *Workspace) Clone() Workspace {
	c := *w
	c.Members = slices.Clone(w.Members)
	return c
}

// Same reports whether nothing differs but the head.
func (w *Workspace) Same(other *Workspace) bool {
	return w.Name == other.Name && w.Description == other.Description &&
		slices.EqualFunc(w.Members, other.Members, func(a, b Membership) bool {
			return a.User == b.User && a.Role == b.Role && a.Joined.Equal(b.Joined)
		})
}

// RoleOf returns a user's role, "" for who is no member.
func (w *Workspace) RoleOf(user int64) Role {
	if at, is := w.find(user); is {
		return w.Members[at].Role
	}
	return ""
}

// JoinedAt returns when a user joined, the zero time for who is no member.
func (w *Workspace) JoinedAt(user int64) time.Time {
	if at, is := w.find(user); is {
		return w.Members[at].Joined
	}
	return time.Time{}
}

// OwnedBy returns the user who owns the workspace.
func (w *Workspace) OwnedBy() int64 {
	for _, m := range w.Members {
		if m.Role == Owner {
			return m.User
		}
	}
	return 0
}

func (w *Workspace) find(user int64) (at int, is bool) {
	return slices.BinarySearchFunc(w.Members, user, func(m Membership, user int64) int { return cmp.Compare(m.User, user) })
}

// Put makes a user a member in a role, or gives a member another one. The owner stays the owner: ErrChangeOwner.
func (w *Workspace) Put(user int64, role Role, joined time.Time) error {
	if err := CheckRole(role); err != nil {
		return err
	}
	at, is := w.find(user)
	switch {
	case is && w.Members[at].Role == Owner:
		return ErrChangeOwner
	case is:
		w.Members[at].Role = role
	case len(w.Members) >= mostMembers:
		return ErrFull
	default:
		w.Members = slices.Insert(w.Members, at, Membership{user, role, civil.Instant(joined)})
	}
	return nil
}

// Join makes a user a member in a role. A member stays what they are, unless the role is a higher one.
func (w *Workspace) Join(user int64, role Role, at time.Time) error {
	if has := w.RoleOf(user); has.Keeps() || has == role {
		return nil
	}
	return w.Put(user, role, at)
}

// Leave ends a membership. The owner's is ErrRemoveOwner.
func (w *Workspace) Leave(user int64) error {
	at, is := w.find(user)
	switch {
	case !is:
		return ErrNotAMember
	case w.Members[at].Role == Owner:
		return ErrRemoveOwner
	}
	w.Members = slices.Delete(w.Members, at, at+1)
	return nil
}

// HandTo makes a member the owner. Who was it becomes an admin.
func (w *Workspace) HandTo(user int64) error {
	next, is := w.find(user)
	if !is {
		return ErrNotAMember
	}
	if before, is := w.find(w.OwnedBy()); is {
		w.Members[before].Role = Admin
	}
	w.Members[next].Role = Owner
	return nil
}

// Succeed takes a user out of the workspace, who goes. When that was its owner, the heir is the owner then.
func (w *Workspace) Succeed(user, heir int64, at time.Time) error {
	if w.RoleOf(user) == Owner {
		if w.RoleOf(heir) == "" { // the owner goes: there is room
			place, _ := w.find(heir)
			w.Members = slices.Insert(w.Members, place, Membership{heir, Admin, civil.Instant(at)})
		}
		if err := w.HandTo(heir); err != nil {
			return err
		}
	}
	return w.Leave(user)
}

// Longest name and description, in characters.
const (
	longestName        = 100
	longestDescription = 2000
)

// Validate trims an edited workspace, and then adds to problems what may not be saved.
func (w *Workspace) Validate(problems *fault.Problems) {
	w.Name, w.Description = strings.Join(strings.Fields(w.Name), " "), strings.TrimSpace(w.Description)
	acf.CheckText(w.Name, "name", problems)
	acf.CheckText(w.Description, "description", problems)
	switch {
	case w.Name == "":
		problems.Add("name", fault.Required)
	case utf8.RuneCountInString(w.Name) > longestName:
		problems.Add("name", nameTooLong)
	}
	if utf8.RuneCountInString(w.Description) > longestDescription {
		problems.Add("description", descriptionTooLong)
	}
}
