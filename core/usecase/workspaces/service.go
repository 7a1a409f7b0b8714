// Package workspaces owns what users can do with the groups in which they share people and teams, with their members, and with
// the invites by which others join. Every permission question about them is asked here: members see a workspace, its owner and
// its admins keep it, and administrators of the club do what its owner may.
//
// It does not own what a workspace opens: that is the access rule (core/access).
package workspaces

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the workspaces of one club. All its fields are needed.
type Service struct {
	Directory ports.Directory
	Users     ports.Users
	Invites   ports.Invites
	Attempts  ports.Attempts
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location            // the club's
	Random    func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read
	House     func() letter.House       // whose mails these are

	// Post keeps a mail in a step of the stores, and sends it afterwards.
	Post func(ctx context.Context, stores ports.Stores, draft mail.Draft) error

	// Protect checks the password of a new user, and returns what is kept of it; field names the input.
	Protect func(ctx context.Context, user account.User, password, field string) (account.Hash, error)
}

// Shown is a workspace as somebody sees it.
type Shown struct {
	workspace.Workspace
	Role workspace.Role // of the viewer, "" for an administrator who is no member
}

// Member is a member of a workspace, with the account.
type Member struct {
	workspace.Membership
	Account account.User
	Photo   media.ID // of the linked person, 0 for none that the viewer may see
}

// List returns the workspaces of which the viewer is a member, by name; an administrator who asks for all gets all.
func (s *Service) List(_ context.Context, viewer access.Viewer, all bool) ([]Shown, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return nil, err
	}
	if all && !viewer.Can(access.Manage) {
		return nil, fault.ErrForbidden
	}
	list := []Shown{}
	for _, w := range s.Directory.View().Workspaces() {
		if role := w.RoleOf(viewer.User); all || role != "" {
			list = append(list, Shown{w, role})
		}
	}
	sorting.By(list, func(a, b Shown) int { return strings.Compare(fold.Key(a.Name), fold.Key(b.Name)) })
	return list, nil
}

// Visible returns the workspaces that the viewer sees, by name: to administrators all of them.
func (s *Service) Visible(ctx context.Context, viewer access.Viewer) ([]Shown, error) {
	return s.List(ctx, viewer, viewer.Can(access.Manage))
}

// Show returns one workspace. One of which the viewer is no member is workspace.ErrHidden, none is workspace.ErrAbsent.
func (s *Service) Show(_ context.Context, viewer access.Viewer, id workspace.ID) (Shown, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return Shown{}, err
	}
	w, there := s.Directory.View().Workspace(id)
	if !there {
		return Shown{}, workspace.ErrAbsent
	}
	shown := Shown{w, w.RoleOf(viewer.User)}
	return shown, see(viewer, &w)
}

// Members returns the members of a workspace that the viewer sees, by name.
func (s *Service) Members(ctx context.Context, viewer access.Viewer, w workspace.Workspace) ([]Member, error) {
	users, err := s.Users.List(ctx, nil, 0) // by name
	if err != nil {
		return nil, err
	}
	list := make([]Member, 0, len(w.Members))
	for i := range users {
		if w.RoleOf(users[i].ID) != "" {
			list = append(list, s.member(viewer, &w, users[i].User))
		}
	}
	return list, nil
}

func see(viewer access.Viewer, w *workspace.Workspace) error {
	if viewer.Can(access.Manage) || w.RoleOf(viewer.User) != "" {
		return nil
	}
	return workspace.ErrHidden
}

// keep refuses whoever does not keep a workspace.
func keep(viewer access.Viewer, w *workspace.Workspace) error {
	if viewer.Can(access.Manage) || w.RoleOf(viewer.User).Keeps() {
		return nil
	}
	return cmp.Or(see(viewer, w), error(workspace.ErrNotAdmin))
}

// own refuses whoever does not own a workspace.
func own(viewer access.Viewer, w *workspace.Workspace) error {
	if viewer.Can(access.Manage) || w.RoleOf(viewer.User) == workspace.Owner {
		return nil
	}
	return cmp.Or(see(viewer, w), error(workspace.ErrNotOwner))
}

// Expect returns what a deed is refused with that was meant for some revisions, before anything else of it is looked at.
func (s *Service) Expect(ctx context.Context, viewer access.Viewer, id workspace.ID, expected record.Expected) error {
	shown, err := s.Show(ctx, viewer, id)
	if err == nil {
		err = keep(viewer, &shown.Workspace)
	}
	if err == nil {
		err = expected.Check(shown.Edition())
	}
	return s.named(ctx, err)
}

// Change is what somebody gives of a workspace. Nil stays.
type Change struct{ Name, Description *string }

func (c Change) apply(w *workspace.Workspace) error {
	if c.Name != nil {
		w.Name = *c.Name
	}
	if c.Description != nil {
		w.Description = *c.Description
	}
	var problems fault.Problems
	w.Validate(&problems)
	return problems.Fault()
}

// Create makes a workspace, which the viewer owns.
func (s *Service) Create(ctx context.Context, viewer access.Viewer, change Change) (Shown, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return Shown{}, err
	}
	author, err := s.Users.ByID(ctx, viewer.User)
	if err != nil {
		return Shown{}, err
	}
	created := workspace.New(viewer.User, author.DisplayName, s.Now())
	if err := change.apply(&created); err != nil {
		return Shown{}, err
	}
	var id workspace.ID
	err = s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		if id, err = stores.Workspaces.Create(ctx, created); err != nil {
			return err
		}
		return s.log(ctx, stores, viewer, audit.WorkspaceCreated, id, created.Name, nil)
	})
	if err != nil {
		return Shown{}, err
	}
	return s.Show(ctx, viewer, id)
}

// Edit changes the name and the description of a workspace that the viewer keeps. An edit that changes nothing leaves Modified as
// it was. One that was meant for another revision is a *record.Outdated.
func (s *Service) Edit(
	ctx context.Context, viewer access.Viewer, id workspace.ID, expected record.Expected, change Change,
) (Shown, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return Shown{}, err
	}
	return s.edit(ctx, viewer, id, audit.WorkspaceChanged, 0, func(w *workspace.Workspace) error {
		if err := cmp.Or(keep(viewer, w), expected.Check(w.Edition())); err != nil {
			return err
		}
		return change.apply(w)
	})
}

// edit changes a workspace as one step, and notes it in the log: what became of the workspace, or of a member of it.
func (s *Service) edit(
	ctx context.Context, viewer access.Viewer, id workspace.ID, kind audit.Kind, of account.UserID,
	change func(*workspace.Workspace) error,
) (shown Shown, err error) {
	now := civil.Instant(s.Now())
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		changed := false
		var was, is audit.Values
		err := stores.Workspaces.Update(ctx, id, func(w *workspace.Workspace) error {
			before := w.Clone()
			err := change(w)
			if changed = err == nil && !w.Same(&before); changed {
				w.Touch(viewer.User, now)
				was, is = told(&before, of), told(w, of)
			}
			shown = Shown{w.Clone(), w.RoleOf(viewer.User)}
			return err
		})
		if err != nil || !changed {
			return err
		}
		entry := s.entry(viewer, kind, id, shown.Name).Changed(was, is)
		if of != 0 && !entry.Idle {
			entry.After["user"] = of
		}
		if err := stores.Audit.Append(ctx, entry); err != nil || of == 0 {
			return err
		}
		return s.revokeInvites(ctx, stores, viewer, &shown.Workspace, of)
	})
	if err != nil {
		return Shown{}, s.named(ctx, err)
	}
	if w, there := s.Directory.View().Workspace(id); there {
		shown.Workspace = w
	}
	return shown, nil
}

// revokeInvites takes back what a user was sent to a workspace before the membership was changed by hand: an old mail brings
// nobody back in who was taken out since.
func (s *Service) revokeInvites(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, w *workspace.Workspace, of account.UserID,
) error {
	user, err := stores.Users.ByID(ctx, of)
	if err != nil {
		return err
	}
	revoked, err := stores.Invites.Revoke(ctx, user.Email, w.ID, s.Now())
	for range revoked {
		err = cmp.Or(err, s.log(ctx, stores, viewer, audit.InviteRevoked, w.ID, w.Name, nil))
	}
	return err
}

func (s *Service) log(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, kind audit.Kind, id workspace.ID, name string, more audit.Values,
) error {
	return stores.Audit.Append(ctx, s.entry(viewer, kind, id, name).With(more))
}

func (s *Service) entry(viewer access.Viewer, kind audit.Kind, id workspace.ID, name string) audit.Entry {
	return audit.New(kind, audit.By(viewer), s.Now(), audit.Object{Noun: audit.Workspace, ID: id, Name: name})
}

// told is what the log tells of a workspace, or of a member of it.
func told(w *workspace.Workspace, of account.UserID) audit.Values {
	if of != 0 {
		return audit.Values{"role": audit.Word(w.RoleOf(of))}
	}
	return audit.Values{"name": w.Name, "description": w.Description}
}

// named returns err, which tells whoever comes too late who came before.
func (s *Service) named(ctx context.Context, err error) error {
	return record.Name(err, s.Zone, func(user int64) string {
		editor, _ := s.Users.ByID(ctx, user) // one who is gone has no name
		return editor.DisplayName
	})
}
