package inmem

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

type recents struct{ handle }

var _ ports.Recents = recents{}

func (s recents) Of(ctx context.Context, user account.UserID) ([]person.ID, error) {
	return ask(ctx, s.handle, func(t *tables) ([]person.ID, error) { return slices.Clone(t.recents[user]), nil })
}

func (s recents) Open(ctx context.Context, user account.UserID, id person.ID) error {
	return s.run(ctx, func(t *tables) error {
		if _, there := t.users[user]; !there {
			return account.ErrAbsent
		}
		if _, err := t.person(id); err != nil {
			return err
		}
		list := append([]person.ID{id}, t.withoutRecent(user, func(other person.ID) bool { return other == id })...)
		t.recents[user] = list[:min(len(list), account.MostRecent)]
		return nil
	})
}

func (t *tables) withoutRecent(user account.UserID, gone func(person.ID) bool) []person.ID {
	return slices.DeleteFunc(slices.Clone(t.recents[user]), gone)
}
