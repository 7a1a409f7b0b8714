package accounts

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// LinkedPerson returns which person the viewer is, 0 for none.
func (s *Service) LinkedPerson(ctx context.Context, viewer access.Viewer) (person.ID, error) {
	user, err := s.self(ctx, viewer)
	return user.Person, err
}

// LinkPerson makes a person the one that a user is, 0 for none, for administrators. A person whom another user is, is
// account.ErrPersonTaken. The roles that come with functions are those of the person from then on.
func (s *Service) LinkPerson(ctx context.Context, viewer access.Viewer, id account.UserID, to person.ID) error {
	if err := viewer.Require(access.Manage); err != nil {
		return err
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error { return s.link(ctx, stores, audit.By(viewer), id, to) })
}

// link makes a person the one that a user is, in a step that has locked nothing yet.
func (s *Service) link(
	ctx context.Context, stores ports.Stores, by audit.Actor, user account.UserID, to person.ID,
) error {
	brought, err := functionMap(ctx, stores)
	if err != nil {
		return err
	}
	code := ""
	if to != 0 {
		linked, err := look(ctx, stores, to)
		if err != nil {
			return err
		}
		code = fold.Key(linked.Membership.Code)
	}
	locked, err := s.lockAdministrators(ctx, stores, by)
	if err != nil {
		return err
	}
	is := func(u *account.User) audit.Values { return audit.Values{"person": u.Person} }
	if err := locked.change(ctx, stores, user, audit.UserLinked, is, func(u *account.User) error {
		u.Person, u.Code = to, code
		return nil
	}); err != nil {
		return err
	}
	return locked.deriveOf(ctx, stores, user, to, code, brought)
}

// Follow makes the user who is one person another one, with this member code, for the two became one in a step. The roles that
// come with functions are those of the other person from then on. Who does not administer users gives none by it: the user stays
// the member that an administrator said.
func (s *Service) Follow(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, id account.UserID, from, to person.ID, code string,
) error {
	brought, err := functionMap(ctx, stores)
	if err != nil {
		return err
	}
	says := viewer.Can(access.Manage)
	if !says && code == "" { // what is kept of somebody without a code was told by one that somebody took away
		told, err := stores.MemberFunctions.Of(ctx, to)
		if err != nil {
			return err
		}
		held, err := stillHeld(ctx, stores, from, told[to])
		if err != nil {
			return err
		}
		if err := stores.MemberFunctions.Keep(ctx, to, held); err != nil {
			return err
		}
	}
	locked, err := s.lockAdministrators(ctx, stores, audit.By(viewer))
	if err != nil {
		return err
	}
	is := func(u *account.User) audit.Values { return audit.Values{"person": u.Person} }
	if err := locked.change(ctx, stores, id, audit.UserLinked, is, func(u *account.User) error {
		if u.Person = to; says {
			u.Code = fold.Key(code)
		}
		return nil
	}); err != nil {
		return err
	}
	return locked.deriveOf(ctx, stores, id, to, code, brought)
}

// deriveOf gives a user the roles of the functions of a person with a member code.
func (a administrators) deriveOf(
	ctx context.Context, stores ports.Stores, user account.UserID, of person.ID, code string, brought access.FunctionMap,
) error {
	told, err := stores.MemberFunctions.Of(ctx, of)
	if err != nil {
		return err
	}
	_, _, err = a.derive(ctx, stores, user, code, brought.RolesOf(told[of]))
	return err
}

// look returns a person as a step finds it, where the directory is not that of the step.
func look(ctx context.Context, stores ports.Stores, id person.ID) (seen person.Person, err error) {
	err = stores.People.Update(ctx, []person.ID{id}, func(people map[person.ID]*person.Person) error {
		seen = people[id].Clone()
		return nil
	})
	return seen, err
}
