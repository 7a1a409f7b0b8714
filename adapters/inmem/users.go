package inmem

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/ports"
)

type users struct{ handle }

var _ ports.Users = users{}

func (s users) Create(ctx context.Context, u account.User) (account.UserID, error) {
	return ask(ctx, s.handle, func(t *tables) (id account.UserID, err error) {
		u.ID = 0
		if err := t.free(u); err != nil {
			return id, err
		}
		t.lastUser++
		id = t.lastUser
		u.ID = id
		t.keepUser(u)
		return id, nil
	})
}

func (t *tables) keepUser(u account.User) {
	if was := t.users[u.ID]; u.Person != was.Person || !u.Given.Same(was.Given) || !u.Welcomed.Equal(was.Welcomed) {
		t.note(personOf, u.ID)
	}
	u.Given, u.Factor = u.Given.Clone(), u.Factor.Kept()
	u.Roles, u.ByFunction, u.Preferences = slices.Clone(u.Roles), slices.Clone(u.ByFunction), u.Preferences.Clone()
	for _, at := range []*time.Time{&u.Registered, &u.LastActive, &u.Blocked, &u.Welcomed} {
		*at = civil.Instant(*at)
	}
	t.users[u.ID] = u
}

// free reports as a conflict what another user already has.
func (t *tables) free(u account.User) error {
	for _, other := range t.users {
		if other.ID == u.ID {
			continue
		}
		names := []string{account.LoginKey(other.Username), account.LoginKey(other.Email)}
		switch {
		case slices.Contains(names, account.LoginKey(u.Username)):
			return account.ErrUsernameTaken
		case slices.Contains(names, account.LoginKey(u.Email)):
			return account.ErrEmailTaken
		case u.Person != 0 && other.Person == u.Person:
			return account.ErrPersonTaken
		}
	}
	return nil
}

func (t *tables) user(id account.UserID) (account.User, error) {
	u, ok := t.users[id]
	if !ok {
		return account.User{}, account.ErrAbsent
	}
	u.Roles, u.ByFunction = slices.Clone(u.Roles), slices.Clone(u.ByFunction)
	u.Preferences, u.Given, u.Factor = u.Preferences.Clone(), u.Given.Clone(), u.Factor.Clone()
	return u, nil
}

func (s users) Update(ctx context.Context, id account.UserID, change func(*account.User) error) error {
	return s.run(ctx, func(t *tables) error {
		u, err := t.user(id)
		if err != nil {
			return err
		}
		if err := change(&u); err != nil {
			return err
		}
		u.ID = id
		if err := t.free(u); err != nil {
			return err
		}
		t.keepUser(u)
		return nil
	})
}

// Remove implements ports.Users.
func (s users) Remove(ctx context.Context, id account.UserID, allowed func(*account.User) error) error {
	return s.run(ctx, func(t *tables) error {
		u, err := t.user(id)
		if err != nil {
			return err
		}
		if err := allowed(&u); err != nil {
			return err
		}
		delete(t.users, id)
		delete(t.views, id)
		delete(t.recents, id)
		delete(t.shares, id)
		t.mentions = slices.DeleteFunc(slices.Clone(t.mentions), func(m mention.Mention) bool { return m.User == id })
		dropped(t.favorites, func(m mark, _ bool) bool { return m.user == id })
		dropped(t.sessions, func(_ account.Digest, s account.Session) bool { return s.User == id })
		dropped(t.passwords, func(_ account.Digest, p account.ApplicationPassword) bool { return p.User == id })
		dropped(t.passwordLinks, func(_ account.Digest, l account.PasswordLink) bool { return l.User == id })
		dropped(t.tokens, func(_ tokenOf, one account.Token) bool { return one.User == id })
		delete(t.digests, id)
		t.note(personOf, id)
		t.note(favoritesOf, id)
		return nil
	})
}

func (s users) ByID(ctx context.Context, id account.UserID) (account.User, error) {
	return ask(ctx, s.handle, func(t *tables) (account.User, error) { return t.user(id) })
}

func (s users) Emails(ctx context.Context, ids ...account.UserID) (map[account.UserID]string, error) {
	return ask(ctx, s.handle, func(t *tables) (map[account.UserID]string, error) {
		emails := map[account.UserID]string{}
		for _, id := range ids {
			if u, there := t.users[id]; there {
				emails[id] = u.Email
			}
		}
		return emails, nil
	})
}

func (s users) ByLogin(ctx context.Context, login string) (account.User, error) {
	key := account.LoginKey(login)
	return ask(ctx, s.handle, func(t *tables) (u account.User, err error) {
		for id, other := range t.users {
			if account.LoginKey(other.Username) == key || account.LoginKey(other.Email) == key {
				return t.user(id)
			}
		}
		return u, account.ErrAbsent
	})
}

func (s users) List(ctx context.Context, words []string, limit int) ([]account.Listed, error) {
	return s.where(ctx, limit, func(u *account.User) bool {
		return len(words) == 0 || u.MaySignIn() && containsAll(u.SearchKey(), words)
	})
}

func (s users) Named(ctx context.Context, words []string, email string, limit int) ([]account.Listed, error) {
	return s.where(ctx, limit, func(u *account.User) bool {
		named := len(words) > 0 && containsAll(fold.Key(u.DisplayName), words)
		return u.MaySignIn() && (named || email != "" && account.LoginKey(u.Email) == email)
	})
}

func containsAll(key string, words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(key, word) })
}

func (s users) where(ctx context.Context, limit int, wanted func(*account.User) bool) ([]account.Listed, error) {
	return ask(ctx, s.handle, func(t *tables) (list []account.Listed, err error) {
		for id := range t.users {
			u, _ := t.user(id)
			if !wanted(&u) {
				continue
			}
			listed := account.Listed{User: u}
			if p, err := t.person(u.Person); err == nil {
				listed.PersonName = p.Name.Full()
			}
			list = append(list, listed)
		}
		slices.SortFunc(list, func(a, b account.Listed) int {
			return cmp.Or(strings.Compare(fold.Key(a.DisplayName), fold.Key(b.DisplayName)), cmp.Compare(a.ID, b.ID))
		})
		if limit > 0 && len(list) > limit {
			list = list[:limit]
		}
		return list, nil
	})
}
