package access

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Viewer is who asks, resolved once per request. The zero Viewer is nobody: it can nothing and sees nothing.
type Viewer struct {
	User  int64 // the account's id, 0 for nobody
	Roles []Role
}

// SignedIn reports whether the viewer is somebody.
func (v Viewer) SignedIn() bool { return v.User != 0 }

// Has reports whether the viewer holds exactly this role.
func (v Viewer) Has(role Role) bool { return slices.Contains(v.Roles, role) }

// Can reports whether one of the viewer's roles brings the capability.
func (v Viewer) Can(capability Capability) bool {
	return v.SignedIn() && slices.ContainsFunc(v.Roles, func(role Role) bool {
		return slices.Contains(grants[role], capability)
	})
}

// RequireSignedIn is fault.ErrNotSignedIn for nobody.
func (v Viewer) RequireSignedIn() error {
	if !v.SignedIn() {
		return fault.ErrNotSignedIn
	}
	return nil
}

// Require is fault.ErrNotSignedIn for nobody and fault.ErrForbidden for a viewer without the capability.
func (v Viewer) Require(capability Capability) error {
	if err := v.RequireSignedIn(); err != nil {
		return err
	}
	if !v.Can(capability) {
		return fault.ErrForbidden
	}
	return nil
}

// Capabilities are all that the viewer's roles bring, in the order of the contract, each once.
func (v Viewer) Capabilities() []Capability {
	found := []Capability{}
	for _, capability := range grants[Administrator] {
		if v.Can(capability) {
			found = append(found, capability)
		}
	}
	return found
}
