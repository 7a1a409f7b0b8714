package dashboards

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/dashboard"
)

// Layout is how a viewer likes the dashboard, and what there is to choose from.
type Layout struct {
	dashboard.Layout
	Available []dashboard.Block
}

// layout reads the viewer's, and cuts what is kept to what is available.
func (s *Service) layout(ctx context.Context, m *moment) (Layout, error) {
	shown := Layout{dashboard.Default(m.blocks), m.blocks}
	user, err := s.Users.ByID(ctx, m.viewer.User)
	if err != nil || !user.Preferences.Dashboard.Chosen() {
		return shown, err
	}
	shown.Layout = user.Preferences.Dashboard.Within(m.blocks)
	if !user.Preferences.Dashboard.Lost(m.blocks) {
		return shown, nil
	}
	return shown, s.Users.Update(ctx, m.viewer.User, func(u *account.User) error {
		if u.Preferences.Dashboard.Chosen() {
			u.Preferences.Dashboard = u.Preferences.Dashboard.Within(m.blocks)
		}
		return nil
	})
}

// forget removes the layout of a viewer who has no responsibility left: when one is given again, nothing is hidden.
func (s *Service) forget(ctx context.Context, viewer access.Viewer) error {
	user, err := s.Users.ByID(ctx, viewer.User)
	if err != nil || !user.Preferences.Dashboard.Chosen() {
		return err
	}
	return s.Users.Update(ctx, viewer.User, func(u *account.User) error {
		u.Preferences.Dashboard = dashboard.Layout{}
		return nil
	})
}

// Choose keeps how the viewer likes the role-based dashboard, and returns that. What is no layout of the blocks that the
// viewer has is refused.
func (s *Service) Choose(ctx context.Context, viewer access.Viewer, order, hidden []dashboard.Block) (Layout, error) {
	m, err := s.roled(ctx, viewer)
	if err != nil {
		return Layout{}, err
	}
	chosen, err := dashboard.Choose(order, hidden, m.blocks)
	if err != nil {
		return Layout{}, err
	}
	err = s.Users.Update(ctx, viewer.User, func(u *account.User) error {
		u.Preferences.Dashboard = chosen.Clone()
		return nil
	})
	return Layout{chosen, m.blocks}, err
}
