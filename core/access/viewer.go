package access

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Viewer is who asks, resolved once per request. The zero Viewer is nobody: it can nothing and sees nothing.
type Viewer struct {
	User   int64 // the account's id, 0 for nobody
	Roles  []Role
	Matrix Matrix // of the club, as it was when the request came

	// For the log of what happened alone:
	Name     string // what the user is called
	Entrance Entrance
}

// Allowed is what somebody may do with a record beside reading it.
type Allowed struct {
	Change, Share, Delete bool

	Sections bool // of a person: change what the own sections are entrusted with
}

// SignedIn reports whether the viewer is somebody.
func (v Viewer) SignedIn() bool { return v.User != 0 }

// Has reports whether the viewer holds exactly this role.
func (v Viewer) Has(role Role) bool { return slices.Contains(v.Roles, role) }

// Can reports whether one of the viewer's roles brings the capability.
func (v Viewer) Can(capability Capability) bool {
	return v.SignedIn() && slices.ContainsFunc(v.Roles, func(role Role) bool {
		return v.Matrix.Holds(role, capability)
	})
}

// RequireSignedIn is fault.ErrNotSignedIn for nobody.
func (v Viewer) RequireSignedIn() error {
	if !v.SignedIn() {
		return fault.ErrNotSignedIn
	}
	return nil
}

// Require is fault.ErrNotSignedIn for nobody and fault.ErrForbidden for a viewer with none of the capabilities.
func (v Viewer) Require(oneOf ...Capability) error {
	if err := v.RequireSignedIn(); err != nil {
		return err
	}
	if !slices.ContainsFunc(oneOf, v.Can) {
		return fault.ErrForbidden
	}
	return nil
}

// memberAdministration are the capabilities of who administers members.
var memberAdministration = []Capability{Manage, Administration, Synchronization}

// AdministersMembers reports whether the viewer keeps the club's members: changes what the federation's administration holds of
// them, and vouches for a record.
func (v Viewer) AdministersMembers() bool {
	return slices.ContainsFunc(memberAdministration, v.Can)
}

// groupAdministration are the capabilities of who administers teams and committees.
var groupAdministration = []Capability{Manage, Teams, Synchronization}

// AdministersGroups reports whether the viewer keeps the club's teams and committees, as AdministersMembers does of members.
func (v Viewer) AdministersGroups() bool { return slices.ContainsFunc(groupAdministration, v.Can) }

// RequireGroupAdministration is fault.ErrNotSignedIn for nobody and fault.ErrForbidden for who does not administer groups.
func (v Viewer) RequireGroupAdministration() error { return v.Require(groupAdministration...) }

// RequireMemberAdministration is fault.ErrNotSignedIn for nobody and fault.ErrForbidden for who does not administer members.
func (v Viewer) RequireMemberAdministration() error { return v.Require(memberAdministration...) }

// RequireInteractive is fault.ErrForbidden for the account of the synchronization service: it reads and writes records, and has
// no business with users, passwords, settings and exports. An administrator's account that has the role as well may use them.
func (v Viewer) RequireInteractive() error {
	if err := v.RequireSignedIn(); err != nil {
		return err
	}
	if v.Synchronizes() && !v.Can(Manage) {
		return fault.ErrForbidden
	}
	return nil
}

// Synchronizes reports whether the viewer is an account of the synchronization service: one that has Synchronization by another
// role than the administrator's, which holds everything.
func (v Viewer) Synchronizes() bool {
	return v.SignedIn() && slices.ContainsFunc(v.Roles, func(role Role) bool {
		return role != Administrator && v.Matrix.Holds(role, Synchronization)
	})
}

// Capabilities are all that the viewer's roles bring, in the order of the contract, each once.
func (v Viewer) Capabilities() []Capability {
	found := []Capability{}
	for _, capability := range begins[Administrator] {
		if v.Can(capability) {
			found = append(found, capability)
		}
	}
	return found
}
