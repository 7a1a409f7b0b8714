package workspaces

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// Pending returns the invites to a workspace that the viewer keeps, which can be used now, the newest first.
func (s *Service) Pending(ctx context.Context, viewer access.Viewer, id workspace.ID) ([]workspace.Invite, error) {
	if err := s.permitKeep(ctx, viewer, id); err != nil {
		return nil, err
	}
	w, _ := s.Directory.View().Workspace(id)
	list, err := s.Invites.Of(ctx, id)
	var pending []workspace.Invite
	for i := range list {
		stands, failed := s.stands(ctx, s.Users, &w, &list[i])
		if err = errors.Join(err, failed); stands == nil {
			pending = append(pending, list[i])
		}
	}
	return pending, err
}

// stands returns why an invite is not good now, nil for one that is. It is good as long as who sent it could send it: somebody
// who was taken out of a workspace does not come back in by an invite of their own.
func (s *Service) stands(ctx context.Context, users ports.Users, w *workspace.Workspace, i *workspace.Invite) (why, err error) {
	if why := i.Check(s.Now()); why != nil {
		return why, nil
	}
	by, err := users.ByID(ctx, i.By)
	switch {
	case errors.Is(err, account.ErrAbsent):
		return workspace.ErrRevoked, nil
	case err != nil:
		return nil, err
	case !by.MaySignIn() || keep(by.Viewer(s.Directory.View().Matrix()), w) != nil:
		return workspace.ErrRevoked, nil
	}
	return nil, nil
}

// Invite mails somebody an invite to a workspace that the viewer keeps, in a role. Who is a member, or is invited already, gets
// none.
func (s *Service) Invite(
	ctx context.Context, viewer access.Viewer, id workspace.ID, email string, role workspace.Role,
) (workspace.Invite, error) {
	if err := s.permitKeep(ctx, viewer, id); err != nil {
		return workspace.Invite{}, err
	}
	by, err := s.Users.ByID(ctx, viewer.User)
	if err != nil {
		return workspace.Invite{}, err
	}
	invite, err := workspace.NewInvite(id, email, role, &by, s.Now())
	if err != nil {
		return workspace.Invite{}, err
	}
	known, err := s.Users.ByLogin(ctx, invite.Email)
	if err != nil && !errors.Is(err, account.ErrAbsent) {
		return workspace.Invite{}, err
	}
	token, err := s.token()
	if err != nil {
		return workspace.Invite{}, err
	}
	invite.Digest = account.DigestOf(token)
	return invite, s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var to workspace.Workspace
		// An update that changes nothing locks the workspace: of two who invite the same address at once one does.
		if err := stores.Workspaces.Update(ctx, id, func(w *workspace.Workspace) error {
			if err := keep(viewer, w); err != nil {
				return err
			}
			if to = w.Clone(); known.ID != 0 && w.RoleOf(known.ID) != "" {
				return workspace.ErrAlreadyMember
			}
			return nil
		}); err != nil {
			return err
		}
		if err := s.checkOthers(ctx, stores, &to, &invite); err != nil {
			return err
		}
		if invite.ID, err = stores.Invites.Create(ctx, invite); err != nil {
			return err
		}
		if err := s.log(ctx, stores, viewer, audit.InviteSent, id, to.Name, audit.Values{"role": audit.Word(role)}); err != nil {
			return err
		}
		return s.Post(ctx, stores, invite.Mail(s.House(), to.Name, token))
	})
}

// checkOthers refuses an invite beside another to the same address, and one too many.
func (s *Service) checkOthers(
	ctx context.Context, stores ports.Stores, to *workspace.Workspace, invite *workspace.Invite,
) error {
	open, err := stores.Invites.Of(ctx, invite.Workspace)
	if err != nil {
		return err
	}
	for i := range open {
		if open[i].Email != invite.Email {
			continue
		}
		if why, err := s.stands(ctx, stores.Users, to, &open[i]); err != nil || why == nil {
			return cmp.Or(err, error(workspace.ErrAlreadyInvited))
		}
	}
	made, err := stores.Invites.Made(ctx, invite.By, invite.Made.Add(-workspace.InviteWindow))
	if err == nil && made >= workspace.MostInvites {
		err = workspace.ErrTooManyInvites
	}
	return err
}

func (s *Service) token() (string, error) {
	raw := make([]byte, 32)
	if _, err := s.Random(raw); err != nil {
		return "", fmt.Errorf("no random bytes: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

// Revoke takes an invite to a workspace that the viewer keeps back. One that was used or revoked is workspace.ErrNotPending.
func (s *Service) Revoke(ctx context.Context, viewer access.Viewer, id workspace.ID, invite int64) error {
	if err := s.permitKeep(ctx, viewer, id); err != nil {
		return err
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		err := stores.Invites.Update(ctx, invite, func(i *workspace.Invite) error {
			switch {
			case i.Workspace != id:
				return workspace.ErrNoInvite
			case !i.Open():
				return workspace.ErrNotPending
			}
			i.Revoked = civil.Instant(s.Now())
			return nil
		})
		if err != nil {
			return err
		}
		w, _ := s.Directory.View().Workspace(id)
		return s.log(ctx, stores, viewer, audit.InviteRevoked, id, w.Name, nil)
	})
}

// Invited is an invite as its visitor sees it.
type Invited struct {
	workspace.Invite
	Name  string // of the workspace
	Known bool   // somebody has an account with the address
	Why   error  // why it is not good, nil for a good one
}

// Look returns the invite with a token, whether it is good or not. It asks nothing of who looks: the token is a secret.
func (s *Service) Look(ctx context.Context, token string) (Invited, error) {
	invite, err := s.Invites.Find(ctx, account.DigestOf(token))
	if err != nil {
		return Invited{}, err
	}
	if err := s.Directory.Refresh(ctx); err != nil { // another program may have made the workspace
		return Invited{}, err
	}
	w, there := s.Directory.View().Workspace(invite.Workspace)
	if !there { // it was removed this moment
		return Invited{}, workspace.ErrNoToken
	}
	invited := Invited{Invite: invite, Name: w.Name}
	if invited.Why, err = s.stands(ctx, s.Users, &w, &invite); err == nil && invited.Why == nil {
		_, err = s.Users.ByLogin(ctx, invite.Email)
		if invited.Known = err == nil; errors.Is(err, account.ErrAbsent) {
			err = nil
		}
	}
	return invited, err
}

// Accept makes the viewer a member by an invite, once. It must be for the viewer's address, of administrators too: who uses it up
// leaves none for whom it was sent to.
func (s *Service) Accept(ctx context.Context, viewer access.Viewer, token string) (Shown, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return Shown{}, err
	}
	invite, err := s.Invites.Find(ctx, account.DigestOf(token))
	if err != nil {
		return Shown{}, err
	}
	user, err := s.Users.ByID(ctx, viewer.User)
	if err != nil {
		return Shown{}, err
	}
	if !invite.For(&user) {
		return Shown{}, workspace.ErrAddress
	}
	var shown Shown
	err = s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		shown, err = s.use(ctx, stores, viewer, &invite)
		return err
	})
	return shown, err
}

// use makes the viewer a member by an invite, in a step.
func (s *Service) use(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, invite *workspace.Invite,
) (shown Shown, err error) {
	now, before := civil.Instant(s.Now()), workspace.Workspace{}
	err = stores.Workspaces.Update(ctx, invite.Workspace, func(w *workspace.Workspace) error { // locks it
		before = w.Clone()
		return nil
	})
	if errors.Is(err, workspace.ErrAbsent) { // it was removed this moment
		err = workspace.ErrNoToken
	}
	if err != nil {
		return Shown{}, err
	}
	if why, err := s.stands(ctx, stores.Users, &before, invite); err != nil || why != nil {
		return Shown{}, cmp.Or(err, why)
	}
	if err := stores.Invites.Update(ctx, invite.ID, func(i *workspace.Invite) error {
		if err := i.Check(now); err != nil {
			return err
		}
		i.Used = now
		return nil
	}); err != nil {
		return Shown{}, err
	}
	err = stores.Workspaces.Update(ctx, invite.Workspace, func(w *workspace.Workspace) error {
		if err := w.Join(viewer.User, invite.Role, now); err != nil {
			return err
		}
		if !w.Same(&before) {
			w.Touch(viewer.User, now)
		}
		shown = Shown{w.Clone(), w.RoleOf(viewer.User)}
		return nil
	})
	if err != nil {
		return Shown{}, err
	}
	role := audit.Values{"role": audit.Word(shown.Role)}
	return shown, s.log(ctx, stores, viewer, audit.InviteAccepted, invite.Workspace, shown.Name, role)
}

// Newcomer is what an invitee says who makes an account.
type Newcomer struct{ DisplayName, Password string }

// registerKey keeps tries to make an account from counting as wrong sign-ins at one.
const registerKey = "invite "

// Register makes an account for who has the token of an invite, under the address that it was sent to, and makes the user a
// member, as one step. An address that has an account is account.ErrEmailTaken; too many tries are account.ErrTooMany.
func (s *Service) Register(
	ctx context.Context, token string, newcomer Newcomer, from access.Entrance,
) (user account.User, shown Shown, err error) {
	attempt, err := s.throttle(ctx, token, from.Address)
	if err != nil {
		return user, shown, err
	}
	invite, err := s.Invites.Find(ctx, account.DigestOf(token))
	if err == nil {
		err = invite.Check(s.Now())
	}
	if err != nil {
		return user, shown, err
	}
	defer func() { err = errors.Join(err, s.Attempts.Remove(ctx, attempt)) }() // it was no guess
	user = account.User{
		Username: invite.Username(), Email: invite.Email, DisplayName: strings.Join(strings.Fields(newcomer.DisplayName), " "),
		Roles: []access.Role{access.Member}, Registered: civil.Instant(s.Now()),
	}
	if err := user.Validate(); err != nil {
		return user, shown, err
	}
	if _, err := s.Users.ByLogin(ctx, user.Email); !errors.Is(err, account.ErrAbsent) {
		return user, shown, taken(err)
	}
	if user.PasswordHash, err = s.Protect(ctx, user, newcomer.Password, "password"); err != nil {
		return user, shown, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		id, err := s.create(ctx, stores, user)
		if err != nil {
			return err
		}
		user.ID = id
		by := access.Viewer{User: id, Name: user.DisplayName, Roles: user.Roles, Entrance: from}
		about := audit.Object{Noun: audit.User, ID: id, Name: user.DisplayName}
		if err := stores.Audit.Append(ctx, audit.New(audit.UserCreated, audit.By(by), s.Now(), about)); err != nil {
			return err
		}
		shown, err = s.use(ctx, stores, by, &invite)
		return err
	})
	return user, shown, err
}

func taken(err error) error {
	if err == nil {
		return account.ErrEmailTaken
	}
	return err
}

// create keeps a new user. When another user has the name already, it gets a number.
func (s *Service) create(ctx context.Context, stores ports.Stores, user account.User) (account.UserID, error) {
	const longest = 50 // leaves room for the number
	name := user.Username[:min(len(user.Username), longest)]
	for n := 2; ; n++ {
		id, err := stores.Users.Create(ctx, user)
		if !errors.Is(err, account.ErrUsernameTaken) || n > 20 {
			return id, err
		}
		if _, err := stores.Users.ByLogin(ctx, user.Email); err == nil {
			return 0, account.ErrEmailTaken
		}
		user.Username = fmt.Sprintf("%s-%d", name, n)
	}
}

// throttle counts a try to make an account, by the token and where it comes from, and returns its number.
func (s *Service) throttle(ctx context.Context, token, address string) (id int64, err error) {
	key := account.OtherKey(registerKey + string(account.DigestOf(token)))
	attempt := account.StrangerAttempt(key, address, civil.Instant(s.Now()))
	id, wait, err := s.Attempts.Add(ctx, attempt)
	if err == nil && wait > 0 {
		err = account.ErrTooMany.After(wait)
	}
	return id, err
}

// Purge forgets invites of which nobody asks any more. It is daily work.
func (s *Service) Purge(ctx context.Context) (int, error) {
	return s.Invites.Purge(ctx, s.Now().Add(-workspace.InviteKept))
}
