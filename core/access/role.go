// Package access owns who may do and see what: roles, the capabilities they bring, and the scope of records that a
// viewer reads, as one predicate.
//
// It does not store anything and does not know HTTP: use cases ask it, and the directory finds the records of a Scope.
package access

import "slices"

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

	// Synchronization is no section and is not the administrator's: it opens the records of people, teams and committees to
	// the synchronization service, and none of what Viewer.RequireInteractive guards.
	Synchronization Capability = "synchronisatie"
)

var sections = []Capability{
	Finance, FairPlay, AccessControl, Matches, Anniversaries, Administration, Volunteers, Certificates, Teams,
}

// grants holds which capabilities a role brings. The board's are those of the predecessor plus jubilarissen (contract
// §2.11 rule 1): management capabilities do not make a board member, and the role does not open records of people.
var grants = buildGrants()

func buildGrants() map[Role][]Capability {
	table := map[Role][]Capability{
		Administrator: append([]Capability{Manage}, sections...),
		Member:        {},
		Board:         {Finance, FairPlay, Anniversaries, Certificates},
		Synchronizer:  {Synchronization},
	}
	for _, section := range sections {
		table[SectionRole(section)] = []Capability{section}
	}
	return table
}

// SectionRole is the role that brings just this section.
func SectionRole(section Capability) Role { return Role("club_" + section) }

// Roles are all roles that exist, in alphabetical order.
func Roles() []Role {
	roles := make([]Role, 0, len(grants))
	for role := range grants {
		roles = append(roles, role)
	}
	slices.Sort(roles)
	return roles
}

// Known reports whether the role exists.
func (r Role) Known() bool {
	_, known := grants[r]
	return known
}
