package inmem

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/savedview"
	"github.com/clubhuis/clubhuis/ports"
)

type savedViews struct{ handle }

var _ ports.SavedViews = savedViews{}

func (s savedViews) Of(ctx context.Context, user account.UserID) (savedview.List, error) {
	return ask(ctx, s.handle, func(t *tables) (savedview.List, error) { return t.views[user].Clone(), nil })
}

func (s savedViews) Shared(
	ctx context.Context, user account.UserID, roles []access.Role,
) ([]savedview.Shared, error) {
	return ask(ctx, s.handle, func(t *tables) (shared []savedview.Shared, err error) {
		for owner, list := range t.views {
			u := t.users[owner]
			if owner == user || !u.MaySignIn() {
				continue
			}
			for _, view := range list.SharedWith(roles) {
				shared = append(shared, savedview.Shared{View: view, Owner: owner, OwnerName: u.DisplayName})
			}
		}
		savedview.SortShared(shared)
		return shared, nil
	})
}

func (s savedViews) Change(
	ctx context.Context, user account.UserID, change func(*savedview.List) error,
) (savedview.List, error) {
	return ask(ctx, s.handle, func(t *tables) (list savedview.List, err error) {
		if _, there := t.users[user]; !there {
			return list, account.ErrAbsent
		}
		edited := t.views[user].Clone()
		if err := change(&edited); err != nil {
			return list, err
		}
		t.views[user] = edited.Clone()
		return edited.Clone(), nil
	})
}
