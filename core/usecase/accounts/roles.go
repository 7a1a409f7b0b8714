package accounts

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/ports"
)

// Roles are the roles of a user, with where they come from.
type Roles struct {
	account.User
	Functions map[access.Role][]string // which functions of the person bring a role that came with functions
}

// RolesOf returns the roles of a user, for administrators.
func (s *Service) RolesOf(ctx context.Context, viewer access.Viewer, id account.UserID) (Roles, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return Roles{}, err
	}
	user, err := s.Users.ByID(ctx, id)
	if err != nil {
		return Roles{}, err
	}
	told, err := s.Functions.Of(ctx, user.Person)
	if err != nil {
		return Roles{}, err
	}
	roles, brought := Roles{User: user, Functions: map[access.Role][]string{}}, s.Directory.View().Functions()
	for _, role := range user.ByFunction {
		roles.Functions[role] = brought.Bringing(role, told[user.Person])
	}
	return roles, nil
}

// SetRolesByHand gives a user these roles by hand and no others, for administrators. What came with functions stays. The last
// administrator keeps that role: account.ErrLastAdministrator.
func (s *Service) SetRolesByHand(
	ctx context.Context, viewer access.Viewer, id account.UserID, roles []access.Role,
) (Roles, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return Roles{}, err
	}
	roles = slices.Clone(roles)
	slices.Sort(roles)
	roles = slices.Compact(roles)
	if err := account.CheckKnownRoles(roles); err != nil {
		return Roles{}, err
	}
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		locked, err := s.lockAdministrators(ctx, stores, audit.By(viewer))
		if err != nil {
			return err
		}
		return locked.change(ctx, stores, id, audit.RolesChanged, heldRoles, func(u *account.User) error {
			u.Roles = roles
			return locked.without(u)
		})
	})
	if err != nil {
		return Roles{}, err
	}
	return s.RolesOf(ctx, viewer, id)
}

// heldRoles is what is told of the roles of a user.
func heldRoles(u *account.User) audit.Values {
	return audit.Values{"by_hand": u.Roles, "by_function": u.ByFunction}
}

// administrators are those who administer and can sign in, as a step has locked them, and who does something in that step.
type administrators struct {
	service *Service
	by      audit.Actor
	ids     map[account.UserID]bool
}

// change edits a user and tells it, where something of what values name differs.
func (a administrators) change(
	ctx context.Context, stores ports.Stores, id account.UserID, kind audit.Kind, values func(*account.User) audit.Values,
	edit func(*account.User) error,
) error {
	var before, after account.User
	err := stores.Users.Update(ctx, id, func(u *account.User) error {
		before = *u
		if err := edit(u); err != nil {
			return err
		}
		after = *u
		return nil
	})
	if err != nil {
		return err
	}
	return stores.Audit.Append(ctx, a.service.entry(kind, a.by, &after).Changed(values(&before), values(&after)))
}

// lockAdministrators locks all administrators in one order, so that of two changes at once the second one sees what the first
// one did.
func (s *Service) lockAdministrators(ctx context.Context, stores ports.Stores, by audit.Actor) (administrators, error) {
	locked := administrators{service: s, by: by, ids: map[account.UserID]bool{}}
	all, err := stores.Users.List(ctx, nil, 0)
	if err != nil {
		return locked, err
	}
	sorting.By(all, func(a, b account.Listed) int { return cmp.Compare(a.ID, b.ID) })
	for _, listed := range all {
		if !listed.Administers() {
			continue
		}
		administers := false
		err := stores.Users.Update(ctx, listed.ID, func(u *account.User) error {
			administers = u.Administers()
			return nil
		})
		if err != nil && !errors.Is(err, account.ErrAbsent) { // who was removed meanwhile administers nothing
			return locked, err
		}
		if administers {
			locked.ids[listed.ID] = true
		}
	}
	return locked, nil
}

// last reports whether nobody else administers.
func (a administrators) last(id account.UserID) bool { return a.ids[id] && len(a.ids) == 1 }

// without returns account.ErrLastAdministrator for the last administrator, who as edited is none any more.
func (a administrators) without(edited *account.User) error {
	if a.last(edited.ID) && !edited.Administers() {
		return account.ErrLastAdministrator
	}
	return nil
}

// FunctionMap returns which roles functions of the club bring, to administrators.
func (s *Service) FunctionMap(_ context.Context, viewer access.Viewer) (access.FunctionMap, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return nil, err
	}
	return s.Directory.View().Functions(), nil
}

// SetFunctionMap decides which roles functions of the club bring, for administrators, and returns the result. Who has a
// function gets its roles at once, and loses those that it does not bring any more.
func (s *Service) SetFunctionMap(ctx context.Context, viewer access.Viewer, m access.FunctionMap) (access.FunctionMap, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return nil, err
	}
	m = m.Clean()
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m, s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var before access.FunctionMap
		if _, err := stores.FunctionMap.Change(ctx, func(brought *access.FunctionMap) error {
			before, *brought = brought.Clone(), m.Clone()
			return nil
		}); err != nil {
			return err
		}
		err := stores.Audit.Append(ctx, audit.New(audit.FunctionsChanged, audit.By(viewer), s.Now(), audit.Object{}).
			Changed(brings(before), brings(m)))
		if err != nil {
			return err
		}
		locked, err := s.lockAdministrators(ctx, stores, audit.By(viewer))
		if err != nil {
			return err
		}
		all, err := stores.Users.List(ctx, nil, 0)
		if err != nil {
			return err
		}
		sorting.By(all, func(a, b account.Listed) int { return cmp.Compare(a.ID, b.ID) })
		told, err := stores.MemberFunctions.Of(ctx, peopleOf(all)...)
		if err != nil {
			return err
		}
		for _, listed := range all {
			if listed.Person == 0 && len(listed.ByFunction) == 0 {
				continue
			}
			code := s.codeOf(listed.Person)
			if _, _, err := locked.derive(ctx, stores, listed.ID, code, m.RolesOf(told[listed.Person])); err != nil {
				return err
			}
		}
		return nil
	})
}

// brings is what is told of a map.
func brings(m access.FunctionMap) audit.Values {
	values := audit.Values{}
	for function, roles := range m {
		values[function] = roles
	}
	return values
}

// functionMap returns the map, which stays so until the step has ended. Steps ask for it before they lock anything else.
func functionMap(ctx context.Context, stores ports.Stores) (access.FunctionMap, error) {
	return stores.FunctionMap.Change(ctx, func(*access.FunctionMap) error { return nil })
}

// codeOf returns the member code of a person, "" for nobody and for somebody who was removed.
func (s *Service) codeOf(id person.ID) string {
	stored, there := s.Directory.View().Stored(id)
	if !there {
		return ""
	}
	known, err := stored.Person()
	if err != nil {
		return ""
	}
	return known.Membership.Code
}

// derive gives a user these roles by function and no others, and returns which roles the user got by it and lost, whatever the
// user has by hand. code is the member code that the functions were told by: when an administrator said that the user is another
// member, roles end and none begin, for whoever moved the code may not say who is who. The last administrator keeps that role.
func (a administrators) derive(
	ctx context.Context, stores ports.Stores, id account.UserID, code string, roles []access.Role,
) (granted, revoked []access.Role, err error) {
	err = a.change(ctx, stores, id, audit.RolesChanged, heldRoles, func(u *account.User) error {
		before, had := u.Held(), u.ByFunction
		u.ByFunction = slices.Clone(roles)
		if !u.ToldBy(code) {
			u.ByFunction = common(u.ByFunction, had)
		}
		if a.last(id) && !u.Administers() {
			u.ByFunction = append(u.ByFunction, access.Administrator)
			slices.Sort(u.ByFunction)
		}
		held := u.Held()
		granted, revoked = lacking(held, before), lacking(before, held)
		if delete(a.ids, id); u.Administers() {
			a.ids[id] = true
		}
		return nil
	})
	return granted, revoked, err
}

// DropFunctions takes the roles by function from users of whom no function brings them any more: whose person was destroyed, for
// nobody tells of them, and who kept the administrator's when there was nobody else. The last administrator keeps that role. It
// gives none, and returns how many lost some. It is daily work, and may run twice.
func (s *Service) DropFunctions(ctx context.Context) (dropped int, err error) {
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		dropped = 0
		brought, err := functionMap(ctx, stores)
		if err != nil {
			return err
		}
		locked, err := s.lockAdministrators(ctx, stores, audit.Job("purge-people"))
		if err != nil {
			return err
		}
		all, err := stores.Users.List(ctx, nil, 0)
		if err != nil {
			return err
		}
		all = slices.DeleteFunc(all, func(u account.Listed) bool { return len(u.ByFunction) == 0 })
		sorting.By(all, func(a, b account.Listed) int { return cmp.Compare(a.ID, b.ID) })
		told, err := stores.MemberFunctions.Of(ctx, peopleOf(all)...)
		if err != nil {
			return err
		}
		for _, listed := range all {
			left := common(brought.RolesOf(told[listed.Person]), listed.ByFunction)
			if len(left) == len(listed.ByFunction) {
				continue
			}
			_, revoked, err := locked.derive(ctx, stores, listed.ID, listed.Code, left)
			if err != nil {
				return err
			}
			if len(revoked) > 0 {
				dropped++
			}
		}
		return nil
	})
	return dropped, err
}

// peopleOf returns which people users are.
func peopleOf(users []account.Listed) []person.ID {
	people := []person.ID{}
	for _, listed := range users {
		if listed.Person != 0 {
			people = append(people, listed.Person)
		}
	}
	return people
}

// common returns those of the roles that are among others, too.
func common(roles, others []access.Role) []access.Role {
	return slices.DeleteFunc(slices.Clone(roles), func(role access.Role) bool { return !slices.Contains(others, role) })
}

// lacking returns the roles that others lack, in alphabetical order.
func lacking(roles, others []access.Role) []access.Role {
	list := slices.DeleteFunc(slices.Clone(roles), func(role access.Role) bool { return slices.Contains(others, role) })
	slices.Sort(list)
	return list
}

// Synced is what telling the functions of a member did to the roles of a user.
type Synced struct {
	User             account.UserID // 0: nobody has an account as that member
	Granted, Revoked []access.Role

	// Withheld says that an administrator said that the user is the member with another code: roles end and none begin, until an
	// administrator says again who the user is.
	Withheld bool
}

// mostTold is how many functions a member has at most.
const mostTold = 200

// SyncFunctions is told which functions the member with a code has now: roles that came with functions come and go with them.
// Of an account that is another member by the word of an administrator they only go (Synced.Withheld).
// Those that were given by hand stay, and so does the last administrator. It is for administrators and the synchronization
// service.
func (s *Service) SyncFunctions(ctx context.Context, viewer access.Viewer, code string, functions []string) (Synced, error) {
	if err := viewer.Require(access.Manage, access.Synchronization); err != nil {
		return Synced{}, err
	}
	functions, err := checkTold(code, functions)
	if err != nil {
		return Synced{}, err
	}
	var synced Synced
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		synced = Synced{} // it may run twice
		brought, err := functionMap(ctx, stores)
		if err != nil {
			return err
		}
		holders, err := stores.MemberCodes.Holders(ctx, code)
		if err != nil {
			return err
		}
		locked, err := s.lockAdministrators(ctx, stores, audit.By(viewer))
		if err != nil {
			return err
		}
		all, err := stores.Users.List(ctx, nil, 0)
		if err != nil {
			return err
		}
		for _, holder := range holders {
			if !holder.Administered {
				continue // whoever wrote this code down may not say who is who
			}
			at := slices.IndexFunc(all, func(u account.Listed) bool { return u.Person == holder.ID })
			held := functions
			if at >= 0 && !all[at].ToldBy(code) {
				// The code was moved to this person after an administrator said who the user is. A function that begins now is not
				// even kept: it would count once the code is moved back.
				synced.Withheld = true
				if held, err = stillHeld(ctx, stores, holder.ID, functions); err != nil {
					return err
				}
			}
			if err := stores.MemberFunctions.Keep(ctx, holder.ID, held); err != nil {
				return err
			}
			if at < 0 {
				continue
			}
			synced.User = all[at].ID
			synced.Granted, synced.Revoked, err = locked.derive(ctx, stores, synced.User, code, brought.RolesOf(held))
			if err != nil {
				return err
			}
		}
		return nil
	})
	return synced, err
}

// stillHeld returns those of the functions that are kept of a person already.
func stillHeld(ctx context.Context, stores ports.Stores, id person.ID, functions []string) ([]string, error) {
	kept, err := stores.MemberFunctions.Of(ctx, id)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(functions), func(function string) bool {
		return !slices.ContainsFunc(kept[id], func(had string) bool { return fold.Same(had, function) })
	}), nil
}

// checkTold returns trimmed functions, each once, or refuses what is told.
func checkTold(code string, functions []string) ([]string, error) {
	var problems fault.Problems
	if acf.CheckText(code, "assoc_id", &problems); strings.TrimSpace(code) == "" {
		problems.Add("assoc_id", fault.Required)
	}
	if len(functions) > mostTold {
		problems.Add("functies", fault.TooManyRows)
	}
	told := []string{}
	for i, function := range functions {
		acf.CheckText(function, "functies["+strconv.Itoa(i)+"]", &problems)
		if function = strings.TrimSpace(function); function != "" && !slices.Contains(told, function) {
			told = append(told, function)
		}
	}
	return told, problems.Fault()
}
