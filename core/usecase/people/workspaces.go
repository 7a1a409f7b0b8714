package people

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

const workspacesField = "acf._assigned_workspaces"

// audience refuses an edit that changes for whom somebody is unless the viewer may do that. It returns the workspaces that come
// in addition: the viewer has to be a member of each.
func (s *Service) audience(
	view *directory.View, viewer access.Viewer, before, after *person.Person,
) (added []workspace.ID, err error) {
	if person.SameAudience(after.Visibility, after.Workspaces, before.Visibility, before.Workspaces) {
		return nil, nil
	}
	if after.ID != 0 && !s.may(view, viewer, access.Share, after.ID) {
		return nil, person.ErrOthersToShare
	}
	added = person.AddedWorkspaces(before.Workspaces, after.Workspaces)
	return added, workspace.CheckAdded(added, view.Memberships(viewer.User), workspacesField)
}

// mayShareAgain reports whether the viewer may give somebody the visibility and the workspaces back that were there before a change:
// whoever left a workspace meanwhile brings nobody into it. Administrators, who see everybody, need not be members. Workspaces that
// are gone do not count: leaveGone sees to them.
func (s *Service) mayShareAgain(view *directory.View, viewer access.Viewer, now, before *person.Person) bool {
	if person.SameAudience(now.Visibility, now.Workspaces, before.Visibility, before.Workspaces) {
		return true
	}
	if !s.may(view, viewer, access.Share, now.ID) {
		return false
	}
	mine := view.Memberships(viewer.User)
	return viewer.Can(access.Manage) ||
		!slices.ContainsFunc(person.AddedWorkspaces(now.Workspaces, before.Workspaces), func(id workspace.ID) bool {
			_, there := view.Workspace(id)
			return there && !slices.Contains(mine, id)
		})
}

// holdWorkspaces keeps workspaces from being removed until the end of a step. One that is gone is refused: the view did not know.
func holdWorkspaces(ctx context.Context, stores ports.Stores, added []workspace.ID, field string) error {
	if len(added) == 0 {
		return nil
	}
	standing, err := stores.Workspaces.Standing(ctx, added...)
	if err != nil {
		return err
	}
	return workspace.CheckAdded(added, standing, field)
}

// leaveGone takes people who come back out of workspaces that were removed meanwhile.
func leaveGone(ctx context.Context, stores ports.Stores, viewer access.Viewer, ids []person.ID, now time.Time) error {
	var assigned []workspace.ID
	err := stores.People.Update(ctx, ids, func(people map[person.ID]*person.Person) error {
		assigned = nil // it may run twice
		for _, p := range people {
			assigned = append(assigned, p.Workspaces...)
		}
		return nil
	})
	if err != nil || len(assigned) == 0 {
		return err
	}
	standing, err := stores.Workspaces.Standing(ctx, assigned...)
	if err != nil {
		return err
	}
	gone := func(id workspace.ID) bool { return !slices.Contains(standing, id) }
	if !slices.ContainsFunc(assigned, gone) {
		return nil
	}
	return stores.People.Update(ctx, ids, func(people map[person.ID]*person.Person) error {
		for _, p := range people {
			if person.LeaveWorkspaces(&p.Visibility, &p.Workspaces, gone) {
				p.Touch(viewer.User, now)
			}
		}
		return nil
	})
}
