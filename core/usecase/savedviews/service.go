// Package savedviews owns what a user can do with the views of the people list that the user keeps. They are the user's alone.
package savedviews

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
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

// Save keeps a new view of the viewer's, and returns it as it is kept.
func (s *Service) Save(ctx context.Context, viewer access.Viewer, v savedview.View) (kept savedview.View, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
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
		kept, err = list.Change(id, edit)
		return err
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
