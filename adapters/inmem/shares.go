package inmem

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

type shares struct{ handle }

var _ ports.Shares = shares{}

func (s shares) Set(
	ctx context.Context, kind access.Kind, record int64, user account.UserID, permission access.Permission,
) error {
	return s.run(ctx, func(t *tables) error {
		if permission != "" {
			if err := t.shareable(kind, record); err != nil {
				return err
			}
			if _, there := t.users[user]; !there {
				return account.ErrAbsent
			}
		}
		list := t.shares[user]
		if list.Of(kind)[record] == permission {
			return nil
		}
		list = list.Clone()
		list.Set(kind, record, permission)
		t.shares[user] = list
		t.note(personOf, user)
		return nil
	})
}

func (t *tables) shareable(kind access.Kind, record int64) (err error) {
	if kind == access.Groups {
		if _, err = t.group(record); err != nil {
			return group.ErrAbsent
		}
		return nil
	}
	if _, err = t.person(record); err != nil {
		return person.ErrAbsent
	}
	return nil
}

// unshare drops the shares of people who were destroyed.
func (t *tables) unshare() {
	for user, list := range t.shares {
		kept := list.Clone()
		for id := range list.People {
			if _, there := t.people[id]; !there {
				kept.Set(access.People, id, "")
			}
		}
		t.shares[user] = kept
	}
}
