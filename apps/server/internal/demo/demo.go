// Package demo fills a database with a synthetic club (fixtures/club), and makes the users of a demo.
//
// It does not open the database and serves nothing. What it makes goes through the use cases, but for people and groups, whose
// numbers and authors it chooses.
package demo

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/ports"
)

// Maker fills the database of a club. All its fields are needed.
type Maker struct {
	Stores   ports.Stores
	Atomic   ports.Atomic // of the same stores
	Club     *usecase.Club
	Operator accounts.Operator
}

// Size says which synthetic club to make.
type Size struct {
	People int
	Seed   uint64 // which of the many clubs of that size
}

// MostPeople keeps a slip of the keyboard from filling a disk.
const MostPeople = 1_000_000

// synchronizer is the user of the synchronization. Nobody knows the password: a program has an application password.
func synchronizer() user {
	return user{username: "synchronisatie", name: "Synchronisatie", password: rand.Text(), role: access.Synchronizer}
}

// ownPeople is how many people of the demo the plain user created.
const ownPeople = 25

// Empty reports whether the club, which was loaded, has no people.
func (m Maker) Empty() bool {
	view := m.Stores.Directory.View()
	return view.Size()+len(view.Damaged()) == 0
}

// mayBeDemo refuses a club with users of its own: everybody knows the demo's passwords.
func (m Maker) mayBeDemo(ctx context.Context) error {
	some, err := m.Stores.Users.List(ctx, nil, 1)
	if err != nil || len(some) == 0 {
		return err
	}
	first, err := m.Stores.Users.ByLogin(ctx, administrator.username)
	if errors.Is(err, account.ErrAbsent) || err == nil && !first.Demo {
		return errors.New("the database holds a club that is no demo; a demo needs one of its own")
	}
	return err
}

// Fill makes the users of a demo, and the club when there are no people yet.
func (m Maker) Fill(ctx context.Context, size Size) error {
	if err := m.mayBeDemo(ctx); err != nil {
		return err
	}
	if err := m.name(ctx); err != nil {
		return err
	}
	ids, err := m.addUsers(ctx, everybody())
	if err != nil {
		return err
	}
	if !m.Empty() {
		return nil
	}
	administrator, member := ids[administrator.username], ids[member.username]
	err = m.seed(ctx, size, func(n int) creator {
		if n%max(1, size.People/ownPeople) == 0 {
			return creator{user: member}
		}
		return creator{administrator, true}
	})
	if err != nil {
		return err
	}
	return m.adorn(ctx, asAdministrator(administrator), true)
}

// Prepare makes the users and labels of a demo whose people arrive.
func (m Maker) Prepare(ctx context.Context) error {
	if err := m.mayBeDemo(ctx); err != nil {
		return err
	}
	if err := m.name(ctx); err != nil {
		return err
	}
	ids, err := m.addUsers(ctx, append(everybody(), synchronizer()))
	if err != nil {
		return err
	}
	_, err = m.label(ctx, asAdministrator(ids[administrator.username]))
	return err
}

// asAdministrator is the administrator, in whose name things happened.
func asAdministrator(id account.UserID) access.Viewer {
	return access.Viewer{User: id, Name: administrator.name, Roles: []access.Role{access.Administrator}}
}

// name gives the club its name, unless it has one.
func (m Maker) name(ctx context.Context) error {
	_, err := m.Stores.Identity.Change(ctx, func(s *identity.Settings) error {
		s.Name = cmp.Or(s.Name, club.Name)
		return nil
	})
	return err
}

// addUsers makes users, and returns their numbers by user name.
func (m Maker) addUsers(ctx context.Context, all []user) (map[string]account.UserID, error) {
	ids := map[string]account.UserID{}
	for _, u := range all {
		id, err := m.addUser(ctx, u)
		if err != nil {
			return nil, err
		}
		ids[u.username] = id
	}
	return ids, nil
}

// addUser returns the number of a user, who is made when there is none: a second start finds its users again.
func (m Maker) addUser(ctx context.Context, u user) (account.UserID, error) {
	known, err := m.Stores.Users.ByLogin(ctx, u.username)
	if !errors.Is(err, account.ErrAbsent) {
		return known.ID, err
	}
	user, err := m.Operator.Add(ctx, account.User{
		Username: u.username, Email: u.username + "@clubhuis.example", DisplayName: u.name, Roles: []access.Role{u.role}, Demo: true,
	}, u.password)
	return user.ID, err
}
