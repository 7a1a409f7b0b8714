package accounts

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// Provision says how somebody gets an account.
type Provision struct {
	Role access.Role // "" for that of a plain user
	Send *bool       // whether a mail of welcome is sent, nil for what the settings say
}

// Provisioned is an account that was made of a person.
type Provisioned struct {
	User account.UserID
	Sent bool // whether a mail of welcome is under way
}

// Provision makes an account of a person, for administrators. Its password is set by the link in the mail of welcome.
//
// Without an e-mail address it is account.ErrNoEmail, for somebody who has an account account.ErrProvisioned, with an address of
// another account account.ErrEmailExists.
func (s *Service) Provision(ctx context.Context, viewer access.Viewer, of person.ID, how Provision) (Provisioned, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return Provisioned{}, err
	}
	known, err := s.Directory.View().Person(of, record.View{})
	if err != nil {
		return Provisioned{}, err
	}
	if known.LinkedUser != 0 {
		return Provisioned{}, account.ErrProvisioned
	}
	if how.Role == "" {
		how.Role = access.Member
	}
	if !how.Role.Known() {
		return Provisioned{}, account.CheckRoles([]access.Role{how.Role})
	}
	welcome := s.Directory.View().Welcome()
	made := Provisioned{Sent: welcome.Auto}
	if how.Send != nil {
		made.Sent = *how.Send
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		brought, err := functionMap(ctx, stores)
		if err != nil {
			return err
		}
		who, err := look(ctx, stores, of)
		if err != nil {
			return err
		}
		user, err := s.newUser(&who, how.Role)
		if err != nil {
			return err
		}
		locked, err := s.lockAdministrators(ctx, stores, audit.By(viewer))
		if err != nil {
			return err
		}
		if user.ID, err = createUser(ctx, stores, user); err != nil {
			return err
		}
		made.User = user.ID
		err = stores.Audit.Append(ctx, s.entry(audit.UserCreated, locked.by, &user).With(
			audit.Values{"person": of, "by_hand": user.Roles}))
		if err != nil {
			return err
		}
		if err := locked.deriveOf(ctx, stores, user.ID, of, user.Code, brought); err != nil || !made.Sent {
			return err
		}
		return s.welcome(ctx, stores, audit.By(viewer), user.ID, welcome, who.Name.First)
	})
	if err != nil {
		return Provisioned{}, err
	}
	return made, nil
}

// newUser returns the account of a person, without a user name that is known to be free.
func (s *Service) newUser(of *person.Person, role access.Role) (account.User, error) {
	address := of.Reach(person.Email, person.Email2)
	if address == "" {
		return account.User{}, account.ErrNoEmail
	}
	user := account.User{
		Username: account.UsernameOf(of.Name.Full()), Email: account.LoginKey(address), DisplayName: of.Name.Full(),
		Roles: []access.Role{role}, Person: of.ID, Code: fold.Key(of.Membership.Code), Registered: civil.Instant(s.Now()),
	}
	err := user.Validate()
	if err != nil && fault.As(err).Params["email"] != "" { // what the person has is none
		err = account.ErrNoEmail
	}
	return user, err
}

// mostNamesakes is how many users may have one name.
const mostNamesakes = 1000

// createUser keeps a user under the first user name that is free: jan.kok, jan.kok2, …
func createUser(ctx context.Context, stores ports.Stores, user account.User) (account.UserID, error) {
	name := user.Username
	for n := 2; ; n++ {
		id, err := stores.Users.Create(ctx, user)
		switch {
		case errors.Is(err, account.ErrPersonTaken):
			return 0, account.ErrProvisioned
		case errors.Is(err, account.ErrEmailTaken):
			return 0, emailTaken(ctx, stores, &user)
		case !errors.Is(err, account.ErrUsernameTaken) || n > mostNamesakes:
			return id, err
		}
		user.Username = name + strconv.Itoa(n)
	}
}

// emailTaken is the error of an address that an account has: somebody may have made one of the same person this moment.
func emailTaken(ctx context.Context, stores ports.Stores, user *account.User) error {
	other, err := stores.Users.ByLogin(ctx, user.Email)
	if err == nil && other.Person == user.Person {
		return account.ErrProvisioned
	}
	return account.ErrEmailExists
}

// betweenWelcomes is how long after a mail of welcome the same user may get another.
const betweenWelcomes = 10 * time.Minute

// welcome mails a user the link that sets a password, and notes when. Soon after another one it is account.ErrWelcomed.
func (s *Service) welcome(
	ctx context.Context, stores ports.Stores, by audit.Actor, id account.UserID, text account.Welcome, first string,
) error {
	request, err := s.publicID()
	if err != nil {
		return err
	}
	var user account.User
	if err := stores.Users.Update(ctx, id, func(u *account.User) error {
		switch {
		case u.Demo:
			return account.ErrDemoUser
		case !u.MaySignIn():
			return account.ErrBlocked
		}
		if wait := u.Welcomed.Add(betweenWelcomes).Sub(s.Now()); wait > 0 {
			return account.ErrWelcomed.After(wait)
		}
		u.Welcomed, user = civil.Instant(s.Now()), *u
		user.Welcomed = civil.Instant(s.Now())
		return nil
	}); err != nil {
		return err
	}
	if err := stores.Audit.Append(ctx, s.entry(audit.WelcomeSent, by, &user)); err != nil {
		return err
	}
	token, _, err := s.newLink(ctx, stores, id, request)
	if err != nil {
		return err
	}
	return s.Post(ctx, stores, text.Mail(s.House(), account.Welcomed{User: user, First: first}, token))
}

// SendWelcome mails the user who is a person the link that sets a password once more, for administrators, and returns when.
// Somebody without an account is account.ErrNotProvisioned.
func (s *Service) SendWelcome(ctx context.Context, viewer access.Viewer, to person.ID) (account.UserID, time.Time, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return 0, time.Time{}, err
	}
	view := s.Directory.View()
	known, err := view.Person(to, record.View{})
	if err != nil {
		return 0, time.Time{}, err
	}
	if known.LinkedUser == 0 {
		return 0, time.Time{}, account.ErrNotProvisioned
	}
	at := civil.Instant(s.Now())
	return known.LinkedUser, at, s.Atomic.Do(ctx, func(stores ports.Stores) error {
		return s.welcome(ctx, stores, audit.By(viewer), known.LinkedUser, view.Welcome(), known.Name.First)
	})
}

// Welcome returns what new users are written, to administrators.
func (s *Service) Welcome(_ context.Context, viewer access.Viewer) (account.Welcome, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return account.Welcome{}, err
	}
	return s.Directory.View().Welcome(), nil
}

// ChangeWelcome edits what new users are written, for administrators, and returns the result.
func (s *Service) ChangeWelcome(
	ctx context.Context, viewer access.Viewer, change func(*account.Welcome),
) (account.Welcome, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return account.Welcome{}, err
	}
	var changed account.Welcome
	err := s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		var before account.Welcome
		changed, err = stores.Welcome.Change(ctx, func(w *account.Welcome) error {
			before = *w
			change(w)
			return w.Validate()
		})
		if err != nil {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.SettingsChanged, audit.By(viewer), s.Now(), welcomeMail).
			Changed(written(before), written(changed)))
	})
	if err != nil {
		return account.Welcome{}, err
	}
	return changed, nil
}

// welcomeMail names the setting in the log.
var welcomeMail = audit.Object{Noun: audit.Settings, Name: "provisioning"}

// written is what is told of the texts.
func written(w account.Welcome) audit.Values {
	return audit.Values{"subject": w.Subject, "body": w.Body, "auto": w.Auto}
}
