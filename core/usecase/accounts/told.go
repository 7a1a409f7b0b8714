package accounts

import (
	"context"
	"strconv"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/ports"
)

// entry is an entry of the log about a user.
func (s *Service) entry(kind audit.Kind, by audit.Actor, about *account.User) audit.Entry {
	return audit.New(kind, by, s.Now(), audit.Object{Noun: audit.User, ID: about.ID, Name: about.DisplayName})
}

// itself is the user as who did something, by a way that takes no session yet.
func itself(user *account.User, from Origin) audit.Actor {
	actor := audit.Visitor(from.Address)
	actor.User, actor.Name = user.ID, user.DisplayName
	return actor
}

// own is an entry about the viewer's own account.
func (s *Service) own(kind audit.Kind, viewer access.Viewer) audit.Entry {
	return s.entry(kind, audit.By(viewer), &account.User{ID: viewer.User, DisplayName: viewer.Name})
}

// How many mails about new sign-ins go out in an hour: to one user, and to all.
const (
	MostNews    = 5
	MostNewsAll = 1000
)

// isNews reports whether a sign-in is one that the user should hear of: by a device that is not known. The first of all is none.
func (s *Service) isNews(ctx context.Context, user *account.User, browser account.Browser, from Origin) (bool, error) {
	if s.Post == nil || !user.HearsOf() || user.LastActive.IsZero() || browser.Knows(user.Familiar(s.Key)) {
		return false, nil
	}
	sessions, err := s.Sessions.List(ctx, user.ID)
	if err != nil || account.Known(sessions, from.Address, shortened(from.UserAgent)) {
		return false, err
	}
	return s.news.Allow(strconv.FormatInt(user.ID, 10), MostNews, MostNewsAll, s.Now()), nil
}

// tellSignIn writes to a user that a device signed in that was not known.
func (s *Service) tellSignIn(ctx context.Context, stores ports.Stores, user *account.User, session account.Session) error {
	return s.Post(ctx, stores, user.SignInMail(s.House(), account.DeviceOf(session.UserAgent), session.Created, s.Zone))
}

// tellCredential writes to a user what became of what lets somebody in.
func (s *Service) tellCredential(
	ctx context.Context, stores ports.Stores, user *account.User, change account.CredentialChange, name string,
) error {
	if s.Post == nil || !user.HearsOf() {
		return nil
	}
	return s.Post(ctx, stores, user.CredentialMail(s.House(), change, name, s.Now(), s.Zone))
}

// tellSignedOut logs that the operator signed a user out everywhere, and writes it to whoever lost more than sessions.
func (s *Service) tellSignedOut(ctx context.Context, stores ports.Stores, id account.UserID, left Left) error {
	user, err := stores.Users.ByID(ctx, id)
	if err != nil {
		return err
	}
	entry := s.entry(audit.SessionsEnded, audit.Command("user sign-out"), &user).With(left.told())
	if err := stores.Audit.Append(ctx, entry); err != nil || left.Revoked+left.Passkeys == 0 {
		return err
	}
	return s.tellCredential(ctx, stores, &user, account.AccessGone, "")
}

// told is what the log tells of it.
func (l Left) told() audit.Values {
	told := audit.Values{"sessions": l.Ended, "programs": l.Revoked}
	if l.Passkeys > 0 {
		told["passkeys"] = l.Passkeys
	}
	return told
}
