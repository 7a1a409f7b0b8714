// Package savedviews owns what a user can do with the views of the people list that the user keeps. They are the user's alone,
// but others who hold a role that a view is shared with see it too.
package savedviews

import (
	"cmp"
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/savedview"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the saved views of one club.
type Service struct {
	Views ports.SavedViews
}

// All returns the viewer's views by name.
func (s *Service) All(ctx context.Context, viewer access.Viewer) ([]savedview.View, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return nil, err
	}
	list, err := s.Views.Of(ctx, viewer.User)
	return list.ByName(), err
}

// Shared returns the views of others that are shared with a role of the viewer, by name, at most savedview.MostShared of them.
func (s *Service) Shared(ctx context.Context, viewer access.Viewer) ([]savedview.Shared, error) {
	if err := viewer.RequireSignedIn(); err != nil || len(viewer.Roles) == 0 {
		return nil, err
	}
	views, err := s.Views.Shared(ctx, viewer.User, viewer.Roles)
	return views[:min(len(views), savedview.MostShared)], err
}

// mayShare refuses roles that the viewer may not share with, beside those that the view is shared with already.
func mayShare(viewer access.Viewer, roles, before []access.Role) error {
	for _, role := range roles {
		if !slices.Contains(before, role) && role.Known() && !savedview.MayShare(viewer, role) {
			return fault.Param("roles", savedview.NotYourRole)
		}
	}
	return nil
}

// Save keeps a new view of the viewer's, and returns it as it is kept.
func (s *Service) Save(ctx context.Context, viewer access.Viewer, v savedview.View) (kept savedview.View, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return kept, err
	}
	if err := mayShare(viewer, v.Roles, nil); err != nil {
		return kept, err
	}
	_, err = s.Views.Change(ctx, viewer.User, func(list *savedview.List) error {
		kept, err = list.Add(v)
		return err
	})
	return kept, err
}

// Change changes one of the viewer's views, and returns it as it is kept.
func (s *Service) Change(
	ctx context.Context, viewer access.Viewer, id savedview.ID, edit func(*savedview.View),
) (kept savedview.View, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return kept, err
	}
	_, err = s.Views.Change(ctx, viewer.User, func(list *savedview.List) error {
		var refusal error
		kept, err = list.Change(id, func(v *savedview.View) {
			before := slices.Clone(v.Roles)
			edit(v)
			refusal = mayShare(viewer, v.Roles, before)
		})
		return cmp.Or(err, refusal)
	})
	return kept, err
}

// Remove drops one of the viewer's views.
func (s *Service) Remove(ctx context.Context, viewer access.Viewer, id savedview.ID) error {
	if err := viewer.RequireSignedIn(); err != nil {
		return err
	}
	_, err := s.Views.Change(ctx, viewer.User, func(list *savedview.List) error { return list.Remove(id) })
	return err
}
