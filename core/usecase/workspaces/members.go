package workspaces

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// AddMember makes a user a member of a workspace that the viewer keeps, or gives a member another role. Without a role ("") a
// newcomer is workspace.Member, and a member stays what they are.
func (s *Service) AddMember(
	ctx context.Context, viewer access.Viewer, id workspace.ID, user account.UserID, role workspace.Role,
) (Member, error) {
	if err := s.permitKeep(ctx, viewer, id); err != nil {
		return Member{}, err
	}
	put := (*workspace.Workspace).Put
	if role == "" {
		role, put = workspace.Member, (*workspace.Workspace).Join
	}
	if err := workspace.CheckRole(role); err != nil {
		return Member{}, err
	}
	added, err := s.Users.ByID(ctx, user)
	if errors.Is(err, account.ErrAbsent) || err == nil && !added.MaySignIn() {
		err = workspace.ErrNoUser
	}
	if err != nil {
		return Member{}, err
	}
	shown, err := s.edit(ctx, viewer, id, audit.MemberAdded, user, func(w *workspace.Workspace) error {
		if err := keep(viewer, w); err != nil {
			return err
		}
		return put(w, user, role, s.Now())
	})
	return s.member(viewer, &shown.Workspace, added), err
}

func (s *Service) member(viewer access.Viewer, w *workspace.Workspace, user account.User) Member {
	return Member{
		Membership: workspace.Membership{User: user.ID, Role: w.RoleOf(user.ID), Joined: w.JoinedAt(user.ID)}, Account: user,
		Photo: s.Directory.View().PhotoOf(user.Person, viewer.Reader(civil.On(s.Now(), s.Zone))),
	}
}

// permitKeep refuses whoever does not keep a workspace, before anything else is looked at.
func (s *Service) permitKeep(ctx context.Context, viewer access.Viewer, id workspace.ID) error {
	shown, err := s.Show(ctx, viewer, id)
	if err != nil {
		return err
	}
	return keep(viewer, &shown.Workspace)
}

// ChangeMember gives a member of a workspace that the viewer keeps another role. Its owner hands it over by making a member the
// owner; who was it becomes an admin.
func (s *Service) ChangeMember(
	ctx context.Context, viewer access.Viewer, id workspace.ID, user account.UserID, role workspace.Role,
) (Member, error) {
	if err := s.permitKeep(ctx, viewer, id); err != nil {
		return Member{}, err
	}
	changed, err := s.Users.ByID(ctx, user)
	if err != nil && !errors.Is(err, account.ErrAbsent) {
		return Member{}, err
	}
	shown, err := s.edit(ctx, viewer, id, audit.MemberChanged, user, func(w *workspace.Workspace) error {
		if err := keep(viewer, w); err != nil {
			return err
		}
		switch has := w.RoleOf(user); {
		case role == workspace.Owner:
			if err := own(viewer, w); err != nil {
				return err
			}
			if w.RoleOf(user) != "" && !changed.MaySignIn() {
				return workspace.ErrNoUser
			}
			return w.HandTo(user)
		case workspace.CheckRole(role) != nil:
			return workspace.CheckRole(role)
		case has == "":
			return workspace.ErrNotAMember
		}
		return w.Put(user, role, s.Now())
	})
	if err != nil {
		return Member{}, err
	}
	return s.member(viewer, &shown.Workspace, changed), nil
}

// RemoveMember ends somebody's membership of a workspace that the viewer keeps, or the viewer's own. The owner stays.
func (s *Service) RemoveMember(ctx context.Context, viewer access.Viewer, id workspace.ID, user account.UserID) error {
	if _, err := s.Show(ctx, viewer, id); err != nil {
		return err
	}
	_, err := s.edit(ctx, viewer, id, audit.MemberRemoved, user, func(w *workspace.Workspace) error {
		if user != viewer.User || w.RoleOf(user) == "" {
			if err := keep(viewer, w); err != nil {
				return err
			}
		}
		return w.Leave(user)
	})
	return err
}

// MostHits is how many members a search returns.
const MostHits = 10

// Search finds other members of workspaces of the viewer's by name, in its order. Every word must occur. Workspaces of which the
// viewer is no member have none.
func (s *Service) Search(
	ctx context.Context, viewer access.Viewer, ids []workspace.ID, query string,
) (hits []account.User, err error) {
	if err := viewer.RequireInteractive(); err != nil {
		return nil, err
	}
	words := fold.Words(query)
	if len(words) == 0 {
		return nil, fault.Param("query", fault.Required)
	}
	view := s.Directory.View()
	mine, inside := view.Memberships(viewer.User), map[account.UserID]bool{}
	for _, id := range ids {
		if w, there := view.Workspace(id); there && slices.Contains(mine, id) {
			for _, m := range w.Members {
				inside[m.User] = true
			}
		}
	}
	if delete(inside, viewer.User); len(inside) == 0 {
		return nil, nil
	}
	users, err := s.Users.List(ctx, nil, 0)
	if err != nil {
		return nil, err
	}
	for i := range users {
		user := &users[i].User
		lacks := func(word string) bool { return !strings.Contains(fold.Key(user.DisplayName), word) }
		if inside[user.ID] && user.MaySignIn() && !slices.ContainsFunc(words, lacks) && len(hits) < MostHits {
			hits = append(hits, *user)
		}
	}
	return hits, nil
}
