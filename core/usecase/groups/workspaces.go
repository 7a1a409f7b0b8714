package groups

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

const workspacesField = "acf._assigned_workspaces"

// audience refuses an edit that changes for whom a group is unless the viewer may do that. It returns the workspaces that come in
// addition: the viewer has to be a member of each.
func (s *Service) audience(
	view *directory.View, viewer access.Viewer, before, after *group.Group,
) (added []workspace.ID, err error) {
	if person.SameAudience(after.Visibility, after.Workspaces, before.Visibility, before.Workspaces) {
		return nil, nil
	}
	if after.ID != 0 && !view.Permits(viewer.May(access.Share, access.Groups, s.today()), after.ID) {
		return nil, person.ErrOthersToShare
	}
	added = person.AddedWorkspaces(before.Workspaces, after.Workspaces)
	return added, workspace.CheckAdded(added, view.Memberships(viewer.User), workspacesField)
}

// holdWorkspaces keeps workspaces from being removed until the end of a step. One that is gone is refused: the view did not know.
func holdWorkspaces(ctx context.Context, stores ports.Stores, added []workspace.ID) error {
	if len(added) == 0 {
		return nil
	}
	standing, err := stores.Workspaces.Standing(ctx, added...)
	if err != nil {
		return err
	}
	return workspace.CheckAdded(added, standing, workspacesField)
}

// leaveGone takes a group that comes back out of workspaces that were removed meanwhile.
func (s *Service) leaveGone(ctx context.Context, stores ports.Stores, viewer access.Viewer, id group.ID) error {
	var assigned []workspace.ID
	err := stores.Groups.Update(ctx, id, func(g *group.Group) error {
		assigned = slices.Clone(g.Workspaces)
		return nil
	})
	if err != nil || len(assigned) == 0 {
		return err
	}
	standing, err := stores.Workspaces.Standing(ctx, assigned...)
	if err != nil || len(standing) == len(assigned) {
		return err
	}
	now := civil.Instant(s.Now())
	return stores.Groups.Update(ctx, id, func(g *group.Group) error {
		person.LeaveWorkspaces(&g.Visibility, &g.Workspaces, func(id workspace.ID) bool { return !slices.Contains(standing, id) })
		g.Touch(viewer.User, now)
		return nil
	})
}
