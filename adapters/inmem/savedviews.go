package inmem

import (
	"context"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/savedview"
	"github.com/clubhuis/clubhuis/ports"
)

type savedViews struct{ handle }

var _ ports.SavedViews = savedViews{}

func (s savedViews) Of(ctx context.Context, user account.UserID) (savedview.List, error) {
	return ask(ctx, s.handle, func(t *tables) (savedview.List, error) { return t.views[user].Clone(), nil })
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
