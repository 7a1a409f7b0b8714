package workspaces

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// Remove destroys a workspace that the viewer owns, with its invites. Nobody is deleted: its number leaves every person and every
// group, and what was for workspaces and is left without one turns private.
func (s *Service) Remove(
	ctx context.Context, viewer access.Viewer, id workspace.ID, expected record.Expected,
) (previous workspace.Workspace, err error) {
	shown, err := s.Show(ctx, viewer, id)
	if err == nil {
		err = own(viewer, &shown.Workspace)
	}
	if err != nil {
		return previous, err
	}
	err = s.emptying(ctx, id, viewer, func(stores ports.Stores) error {
		err := stores.Workspaces.Remove(ctx, id, func(w *workspace.Workspace) error {
			previous = w.Clone()
			if err := own(viewer, w); err != nil {
				return err
			}
			return expected.Check(w.Edition())
		})
		if err != nil {
			return err
		}
		return s.log(ctx, stores, viewer, audit.WorkspaceDeleted, id, previous.Name, nil)
	})
	if err != nil {
		return previous, s.named(ctx, err)
	}
	// Who came in while the view did not know of it yet: from now on nobody does.
	for {
		if err := s.Directory.Refresh(ctx); err != nil {
			return previous, err
		}
		people, groups := s.Directory.View().Assigned(id)
		if len(people)+len(groups) == 0 {
			return previous, nil
		}
		if err := s.emptying(ctx, id, viewer, func(ports.Stores) error { return nil }); err != nil {
			return previous, err
		}
	}
}

// emptying runs a step, and takes everything that the view knows of out of a workspace in it. It begins again with a newer view
// when somebody who is gone stands in the view.
func (s *Service) emptying(
	ctx context.Context, id workspace.ID, viewer access.Viewer, first func(ports.Stores) error,
) error {
	for {
		err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
			if err := first(stores); err != nil {
				return err
			}
			return s.empty(ctx, stores, id, viewer)
		})
		if !errors.Is(err, person.ErrAbsent) && !errors.Is(err, group.ErrAbsent) {
			return err
		}
		if err := s.Directory.Refresh(ctx); err != nil {
			return err
		}
	}
}

func (s *Service) empty(ctx context.Context, stores ports.Stores, id workspace.ID, viewer access.Viewer) error {
	now := civil.Instant(s.Now())
	gone := func(other workspace.ID) bool { return other == id }
	people, groups := stores.Directory.View().Assigned(id)
	if len(people) > 0 {
		err := stores.People.Update(ctx, people, func(all map[person.ID]*person.Person) error {
			for _, p := range all {
				if person.LeaveWorkspaces(&p.Visibility, &p.Workspaces, gone) {
					p.Touch(viewer.User, now)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, one := range groups {
		err := stores.Groups.Update(ctx, one, func(g *group.Group) error {
			if person.LeaveWorkspaces(&g.Visibility, &g.Workspaces, gone) {
				g.Touch(viewer.User, now)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
