// Package access owns who may do and see what: roles, the capabilities they bring, and the scope of records that a
// viewer reads, as one predicate.
//
// It does not store anything and does not know HTTP: use cases ask it, and the directory finds the records of a Scope.
package access

import (
	"maps"
	"slices"
)

// Role is what an administrator gives a user. A user has any number of them.
type Role string

// The roles. For every section capability there is a role club_<capability> that brings just that one.
const (
	Administrator Role = "administrator"
	Member        Role = "club_user"
	Board         Role = "club_bestuur"
	Synchronizer  Role = "club_synchronisatie" // the account of the synchronization service, given by hand
)

// Capability is the right to a section (contract §5.4).
type Capability string

// The capabilities. Manage is the administrator's; the others open a section each.
const (
	Manage         Capability = "manage_options"
	Finance        Capability = "financieel"
	FairPlay       Capability = "fairplay"
	AccessControl  Capability = "toegangscontrole"
	Matches        Capability = "wedstrijdzaken"
	Anniversaries  Capability = "jubilarissen"
	Administration Capability = "ledenadministratie"
	Volunteers     Capability = "vrijwilligers"
	Certificates   Capability = "vog"
	Teams          Capability = "teams"

	// Synchronization is no section: it opens the records of people, teams and committees to the synchronization service, and none
	// of what Viewer.RequireInteractive guards.
	Synchronization Capability = "synchronisatie"
)

var sections = []Capability{
	Finance, FairPlay, AccessControl, Matches, Anniversaries, Administration, Volunteers, Certificates, Teams,
}

// begins holds which capabilities a role brings until an administrator decides otherwise: every section role its own, the board
// jubilarissen alone (contract §2.11 rule 1), and plain users none. The administrator's can't be changed; see Matrix.
var begins = buildBegins()

func buildBegins() map[Role][]Capability {
	table := map[Role][]Capability{
		Administrator: slices.Concat([]Capability{Manage}, Capabilities()),
		Member:        {},
		Board:         {Anniversaries},
	}
	for _, capability := range Capabilities() {
		table[SectionRole(capability)] = []Capability{capability}
	}
	return table
}

// Capabilities are those that roles are given, in the order of the contract. Manage is not among them: it is the administrator's
// alone.
func Capabilities() []Capability { return slices.Concat(sections, []Capability{Synchronization}) }

// SectionRole is the role that brings just this section.
func SectionRole(section Capability) Role { return Role("club_" + section) }

// Roles are all roles that exist, in alphabetical order.
func Roles() []Role {
	return slices.Sorted(maps.Keys(begins))
}

// Known reports whether the role exists.
func (r Role) Known() bool {
	_, known := begins[r]
	return known
}
