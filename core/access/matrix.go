package access

import (
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Matrix says which capabilities roles bring: what an administrator decided, role by role. What nobody decided is as it begins,
// so that the zero Matrix is that of a new club.
type Matrix map[Role]map[Capability]bool

// Holds reports whether a role brings a capability. That of the administrator is fixed, whatever the matrix says: all for that
// role, and Manage for no other.
func (m Matrix) Holds(role Role, capability Capability) bool {
	if role == Administrator || capability == Manage {
		return role == Administrator && slices.Contains(begins[role], capability)
	}
	if decided, is := m[role][capability]; is {
		return decided
	}
	return slices.Contains(begins[role], capability)
}

// Clone returns a matrix that shares nothing with m.
func (m Matrix) Clone() Matrix {
	c := maps.Clone(m)
	for role, row := range c {
		c[role] = maps.Clone(row)
	}
	return c
}

// Merge decides what other says, and leaves the rest as it is. Roles and capabilities that do not exist are refused, and so is
// any change of the administrator's; m is then as before.
func (m *Matrix) Merge(other Matrix) error {
	var problems fault.Problems
	for role, row := range other {
		if !role.Known() {
			problems.Add("matrix."+string(role), unknownRole)
			continue
		}
		for capability, holds := range row {
			field := "matrix." + string(role) + "." + string(capability)
			switch {
			case !slices.Contains(Capabilities(), capability):
				problems.Add(field, unknownCapability)
			case role == Administrator && !holds:
				problems.Add(field, fixedRole)
			}
		}
	}
	if err := problems.Fault(); err != nil {
		return err
	}
	merged := m.Clone()
	if merged == nil {
		merged = Matrix{}
	}
	for role, row := range other {
		if role == Administrator {
			continue // as it is
		}
		if merged[role] == nil {
			merged[role] = map[Capability]bool{}
		}
		maps.Copy(merged[role], row)
	}
	*m = merged
	return nil
}
