package access

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
)

// FunctionMap says which roles a function of the club brings, by the function's name (contract §2.10). Names are compared
// folded. What nobody decided brings nothing, so that the zero FunctionMap is that of a new club.
type FunctionMap map[string][]Role

// mostFunctions is how many functions a map has at most, and mostRoles how many roles a function brings.
const (
	mostFunctions = 500
	mostRoles     = 50
)

// Clone returns a map that shares nothing with m.
func (m FunctionMap) Clone() FunctionMap {
	c := maps.Clone(m)
	for function, roles := range c {
		c[function] = slices.Clone(roles)
	}
	return c
}

// RolesOf returns the roles that functions bring, in alphabetical order, each once. A function whose name folds to nothing brings
// none.
func (m FunctionMap) RolesOf(functions []string) []Role {
	var roles []Role
	for function, brought := range m {
		key := fold.Key(function)
		if key != "" && slices.ContainsFunc(functions, func(has string) bool { return fold.Key(has) == key }) {
			roles = append(roles, brought...)
		}
	}
	slices.Sort(roles)
	return slices.Compact(roles)
}

// Bringing returns those of the functions that bring a role, in their order.
func (m FunctionMap) Bringing(role Role, functions []string) []string {
	found := []string{}
	for _, function := range functions {
		if slices.Contains(m.RolesOf([]string{function}), role) {
			found = append(found, function)
		}
	}
	return found
}

// Clean returns the map with trimmed names, and with each role of a function once.
func (m FunctionMap) Clean() FunctionMap {
	clean := FunctionMap{}
	for function, roles := range m {
		function = strings.TrimSpace(function)
		clean[function] = append(clean[function], roles...)
		slices.Sort(clean[function])
		clean[function] = slices.Compact(clean[function])
	}
	return clean
}

// Validate refuses names that can't be kept, and roles that there are not. No function brings the role of the synchronization
// service: its account is no member.
func (m FunctionMap) Validate() error {
	var problems fault.Problems
	if len(m) > mostFunctions {
		problems.Add("map", fault.TooManyRows)
	}
	for function, roles := range m {
		field := "map." + function
		if acf.CheckText(function, field, &problems); fold.Key(function) == "" {
			problems.Add(field, fault.Required)
		}
		if len(roles) > mostRoles {
			problems.Add(field, fault.TooManyRows)
		}
		for i, role := range roles {
			switch at := field + "[" + strconv.Itoa(i) + "]"; {
			case role == Synchronizer:
				problems.Add(at, notByFunction)
			case !role.Known():
				problems.Add(at, unknownRole)
			}
		}
	}
	return problems.Fault()
}

// shortAdministrator is what clients of the contract call the administrator's role.
const shortAdministrator = "admin"

// rolePrefix is what the names of all other roles begin with.
const rolePrefix = "club_"

// Short is the name of the role without what all have in common: admin, financieel (contract §2.10).
func (r Role) Short() string {
	if r == Administrator {
		return shortAdministrator
	}
	return strings.TrimPrefix(string(r), rolePrefix)
}

// NamedRole returns the role with this name, the short one or the whole. One that there is not is returned as it is.
func NamedRole(name string) Role {
	switch role := Role(rolePrefix + name); {
	case name == shortAdministrator:
		return Administrator
	case role.Known():
		return role
	}
	return Role(name)
}
