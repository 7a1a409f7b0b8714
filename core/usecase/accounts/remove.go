package accounts

import (
	"cmp"
	"context"
	"errors"
	"math"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/savedview"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// Delete destroys an account, for administrators, and returns it as it was. What the user made goes to the heir, 0 for the
// viewer: people, teams, committees, pictures, feedback and tasks; so do the tasks that the user had to do, and the views
// that the user shares with a role. Activities, shared
// notes and feedback keep the name of who wrote them. The user's private notes are destroyed with the account, and so is what was
// the user's alone. People are never deleted.
//
// One's own account is account.ErrDeleteSelf, the last administrator account.ErrLastAdministrator. An heir who does not exist,
// or is blocked, is an invalid parameter.
func (s *Service) Delete(
	ctx context.Context, viewer access.Viewer, id, heir account.UserID,
) (gone account.User, to account.UserID, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return account.User{}, 0, err
	}
	if id == viewer.User {
		return account.User{}, 0, account.ErrDeleteSelf
	}
	if _, err := s.Users.ByID(ctx, id); err != nil {
		return account.User{}, 0, err
	}
	to = cmp.Or(heir, viewer.User)
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		locked, err := s.lockAdministrators(ctx, stores, audit.By(viewer))
		if err != nil {
			return err
		}
		if to == id {
			return account.ErrNoHeir()
		}
		if gone, err = s.removeUser(ctx, stores, locked, id, to, true); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.UserDeleted, locked.by, &gone).With(
			audit.Values{"username": gone.Username, "reassigned_to": to}))
	})
	return gone, to, err
}

// removeUser destroys a user in a step, and gives what the user made and had to do to another one: under the user's name where
// that tells things apart, if it may be named.
func (s *Service) removeUser(
	ctx context.Context, stores ports.Stores, locked administrators, id, to account.UserID, named bool,
) (gone account.User, err error) {
	// Who inherits stays until the step has ended.
	name := ""
	err = stores.Users.Update(ctx, to, func(u *account.User) error {
		if name = u.DisplayName; !u.MaySignIn() {
			return account.ErrNoHeir()
		}
		return nil
	})
	if errors.Is(err, account.ErrAbsent) {
		return gone, account.ErrNoHeir()
	}
	if err != nil {
		return gone, err
	}
	// From here on nobody gives the user anything more to do: who tries waits, and finds the user gone.
	if err := stores.Users.Update(ctx, id, func(*account.User) error { return nil }); err != nil {
		return gone, err
	}
	if err := stores.Belongings.HandOver(ctx, id, to); err != nil {
		return gone, err
	}
	if err := handOverTasks(ctx, stores, id, to, name); err != nil {
		return gone, err
	}
	if err := stores.Belongings.DropPrivateNotes(ctx, id); err != nil {
		return gone, err
	}
	if err := handOverViews(ctx, stores, id, to, named); err != nil {
		return gone, err
	}
	if err := s.handOverWorkspaces(ctx, stores, id, to); err != nil {
		return gone, err
	}
	err = stores.Users.Remove(ctx, id, func(u *account.User) error {
		if locked.last(u.ID) {
			return account.ErrLastAdministrator
		}
		gone = *u
		return nil
	})
	if err != nil {
		return gone, err
	}
	return gone, s.revokeInvites(ctx, stores, locked.by, gone.Email)
}

// revokeInvites takes back what was sent to the address of a user who is no more: an old mail makes no account anew.
func (s *Service) revokeInvites(ctx context.Context, stores ports.Stores, by audit.Actor, email string) error {
	revoked, err := stores.Invites.Revoke(ctx, email, 0, s.Now())
	if err != nil {
		return err
	}
	for _, i := range revoked {
		w, _ := s.Directory.View().Workspace(i.Workspace)
		about := audit.Object{Noun: audit.Workspace, ID: i.Workspace, Name: w.Name}
		if err := stores.Audit.Append(ctx, audit.New(audit.InviteRevoked, by, s.Now(), about)); err != nil {
			return err
		}
	}
	return nil
}

// handOverWorkspaces takes a user out of all workspaces. Those that the user owned are another one's then.
func (s *Service) handOverWorkspaces(ctx context.Context, stores ports.Stores, from, to account.UserID) error {
	ids, err := stores.Workspaces.Of(ctx, from)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := stores.Workspaces.Update(ctx, id, func(w *workspace.Workspace) error {
			w.Touch(to, civil.Instant(s.Now()))
			return w.Succeed(from, to, s.Now())
		}); err != nil {
			return err
		}
	}
	return nil
}

// handOverViews gives the views of the people list that a user shares with roles to another one: who works with them keeps them.
func handOverViews(ctx context.Context, stores ports.Stores, from, to account.UserID, named bool) error {
	views, err := stores.SavedViews.Of(ctx, from)
	if err != nil || len(views.Roles()) == 0 {
		return err
	}
	name := ""
	if named {
		user, err := stores.Users.ByID(ctx, from)
		if err != nil {
			return err
		}
		name = user.DisplayName
	}
	_, err = stores.SavedViews.Change(ctx, to, func(own *savedview.List) error {
		own.Inherit(views, name)
		return nil
	})
	return err
}

// handOverTasks gives the tasks of a user to another one: those that the user made, and those that the user had to do.
func handOverTasks(ctx context.Context, stores ports.Stores, from, to account.UserID, name string) error {
	page, err := stores.TaskLists.Page(ctx, task.Query{User: from, Limit: math.MaxInt32})
	if err != nil {
		return err
	}
	for i := range page.Records {
		if err := stores.Tasks.Update(ctx, page.Records[i].ID, func(t *task.Task) error {
			t.HandOver(from, to, name)
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// mayHandle asks whether the viewer may keep a user out, or take the password away, of another user; self is what it is for
// one's own account.
func (s *Service) mayHandle(ctx context.Context, viewer access.Viewer, id account.UserID, self *fault.Fault) error {
	if err := viewer.Require(access.Manage); err != nil {
		return err
	}
	if id == viewer.User {
		return self
	}
	_, err := s.Users.ByID(ctx, id)
	return err
}

// KeepOut keeps a user out from now on, for administrators, and ends the user's sessions; blocked false lets the user in again.
// One's own account is account.ErrBlockSelf, the last administrator account.ErrLastAdministrator.
// Whom an erasure keeps out is let in by nobody (account.ErrErasing).
func (s *Service) KeepOut(ctx context.Context, viewer access.Viewer, id account.UserID, blocked bool) (left Left, err error) {
	if err := s.mayHandle(ctx, viewer, id, account.ErrBlockSelf); err != nil {
		return Left{}, err
	}
	return left, s.Atomic.Do(ctx, func(stores ports.Stores) error {
		locked, err := s.lockAdministrators(ctx, stores, audit.By(viewer))
		if err != nil {
			return err
		}
		if err := keptOut(ctx, stores, id, blocked); err != nil {
			return err
		}
		kind := audit.UserUnblocked
		if blocked {
			kind = audit.UserBlocked
		}
		out := func(u *account.User) audit.Values { return audit.Values{"blocked": !u.MaySignIn()} }
		if err := locked.change(ctx, stores, id, kind, out, func(u *account.User) error {
			switch {
			case !blocked:
				u.Blocked = time.Time{}
			case u.MaySignIn():
				u.Blocked = civil.Instant(s.Now())
			}
			return locked.without(u)
		}); err != nil || !blocked {
			return err
		}
		left, err = endAccess(ctx, stores, id, false)
		return err
	})
}

// Reset takes the password of a user away, for administrators, ends all of the user's sessions, revokes the application
// passwords when asked, and mails the user a link that sets another password. One's own account is account.ErrResetSelf.
func (s *Service) Reset(ctx context.Context, viewer access.Viewer, id account.UserID, revoke bool) (left Left, err error) {
	if err := s.mayHandle(ctx, viewer, id, account.ErrResetSelf); err != nil {
		return Left{}, err
	}
	request, err := s.publicID()
	if err != nil {
		return Left{}, err
	}
	return left, s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var user account.User
		if err := stores.Users.Update(ctx, id, func(u *account.User) error {
			switch {
			case u.Demo:
				return account.ErrDemoUser
			case !u.MaySignIn():
				return account.ErrBlocked
			}
			u.PasswordHash, user = "", *u
			return nil
		}); err != nil {
			return err
		}
		if left, err = s.endAll(ctx, stores, id, revoke); err != nil {
			return err
		}
		values := audit.Values{"sessions": left.Ended, "application_passwords": left.Revoked}
		if left.Passkeys > 0 {
			values["passkeys"] = left.Passkeys
		}
		told := s.entry(audit.PasswordLinkAsked, audit.By(viewer), &user).With(values)
		if err := stores.Audit.Append(ctx, told); err != nil {
			return err
		}
		token, _, err := s.newLink(ctx, stores, id, request)
		if err != nil {
			return err
		}
		return s.Post(ctx, stores, user.RequiredResetMail(s.House(), token))
	})
}
