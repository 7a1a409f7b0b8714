package apitest

import (
	"context"
	"net/http"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/ports"
)

// Operator is who keeps the accounts from outside.
func (s *Site) Operator() accounts.Operator { return accounts.Operator{Accounts: s.Server.Accounts} }

// User adds somebody who signs in with the name and the password of everybody.
func (s *Site) User(name string, roles ...access.Role) account.User {
	s.T.Helper()
	if len(roles) == 0 {
		roles = []access.Role{access.Member}
	}
	return s.Add(account.User{Username: name, Email: name + "@club.example", DisplayName: "Heet " + name, Roles: roles})
}

// Add adds a user.
func (s *Site) Add(u account.User) account.User {
	s.T.Helper()
	added, err := s.Operator().Add(s.T.Context(), u, Password)
	if err != nil {
		s.T.Fatal(err)
	}
	return added
}

// Roles gives a user these roles and no others.
func (s *Site) Roles(name string, roles ...access.Role) {
	s.T.Helper()
	if _, err := s.Operator().SetRoles(s.T.Context(), name, roles, false); err != nil {
		s.T.Fatal(err)
	}
}

// Viewer is the viewer that a user is.
func (s *Site) Viewer(name string) access.Viewer {
	s.T.Helper()
	user, err := s.Server.Accounts.Users.ByLogin(s.T.Context(), name)
	if err != nil {
		s.T.Fatal(err)
	}
	return s.Server.Accounts.Viewer(&user)
}

// Program makes an application password of a user, ready to sign requests with.
func (s *Site) Program(username string) Call {
	s.T.Helper()
	return s.ProgramWith(username, accounts.PasswordWish{Name: "test"})
}

// ProgramWith makes an application password as it is wished for. The mail about it is left out: mails are only those that a test
// is about.
func (s *Site) ProgramWith(username string, wish accounts.PasswordWish) Call {
	s.T.Helper()
	of := s.Server.Accounts
	quiet := accounts.Operator{Accounts: &accounts.Service{
		Users: of.Users, Atomic: of.Atomic, Now: of.Now, Zone: of.Zone, Random: of.Random, House: of.House,
		Post: func(context.Context, ports.Stores, mail.Draft) error { return nil },
	}}
	spelled, err := quiet.AddApplicationPassword(s.T.Context(), username, wish)
	if err != nil {
		s.T.Fatal(err)
	}
	return Basic(username, spelled)
}

// Admin makes a program of an administrator.
func (s *Site) Admin() Call {
	s.T.Helper()
	s.User("beheer", access.Administrator)
	return s.Program("beheer")
}

// Browser is a signed-in browser.
type Browser struct {
	Cookie *http.Cookie
	Nonce  string
}

// SignIn signs in over the API.
func (s *Site) SignIn(username string, calls ...Call) Browser {
	s.T.Helper()
	a := s.Post("/api/club/v1/session", map[string]string{"username": username, "password": Password}, calls...).Is(200)
	return Browser{a.Cookie("session"), a.At("nonce").(string)}
}

// Reads sends the cookie alone.
func (b Browser) Reads(r *http.Request) { r.AddCookie(b.Cookie) }

// Writes sends the cookie and the nonce.
func (b Browser) Writes(r *http.Request) { r.AddCookie(b.Cookie); r.Header.Set("X-CMS-Nonce", b.Nonce) }

// Demo makes a user one of the demo.
func (s *Site) Demo(id account.UserID) {
	s.T.Helper()
	err := s.Server.Accounts.Users.Update(s.T.Context(), id, func(u *account.User) error { u.Demo = true; return nil })
	if err != nil {
		s.T.Fatal(err)
	}
}
