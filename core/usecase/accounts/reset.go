package accounts

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/ports"
)

// ResetLink is the job that mails somebody the link that sets a password.
const ResetLink job.Kind[ResetRequest] = "password-reset-link"

// ResetRequest is somebody's wish for a new password. There is one for each request, also where nobody has the login:
// whoever asks waits for the same work.
type ResetRequest struct {
	Request string         `json:"request"` // names it, and opens nothing
	User    account.UserID `json:"user"`    // 0 for nobody
}

// resetKey keeps requests for a new password from counting as wrong sign-ins at the account.
const resetKey = "password-reset "

// RequestReset lets the user with a user name or e-mail address be mailed a link that sets a password. It takes the same
// time and says the same for everybody, whether there is such a user or not; too many requests are account.ErrTooMany. It
// returns the number of the user who was meant, for the security log alone.
func (s *Service) RequestReset(ctx context.Context, login string, from Origin) (account.UserID, error) {
	if !utf8.ValidString(login) || strings.ContainsRune(login, 0) {
		login = "" // nobody is called so
	}
	user, err := s.Users.ByLogin(ctx, login)
	if err != nil && !errors.Is(err, account.ErrAbsent) {
		return 0, err
	}
	// It counts by what was typed: how long somebody has to wait tells nothing of who exists.
	attempt := account.StrangerAttempt(account.OtherKey(resetKey+account.LoginKey(login)), from.Address, civil.Instant(s.Now()))
	tally, err := s.Attempts.Tally(ctx, attempt)
	if err != nil {
		return 0, err
	}
	if wait, note := tally.Judge(attempt); !note {
		return user.ID, account.ErrTooMany.After(wait)
	}
	if _, wait, err := s.Attempts.Add(ctx, attempt); err != nil {
		return 0, err
	} else if wait > 0 {
		return user.ID, account.ErrTooMany.After(wait)
	}
	request, err := s.publicID()
	if err != nil {
		return 0, err
	}
	return user.ID, s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Outbox.Add(ctx, ResetLink.New(request, ResetRequest{request, user.ID})); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.PasswordLinkAsked, audit.Visitor(from.Address), &user))
	})
}

// SendResetLink mails a user the link that was asked for: the job ResetLink. Demo users, blocked ones and those who were
// sent many get none.
func (s *Service) SendResetLink(ctx context.Context, r ResetRequest) error {
	user, err := s.Users.ByID(ctx, r.User)
	if errors.Is(err, account.ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	if user.Demo || !user.MaySignIn() {
		return nil
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		// The user is locked, so that of several jobs at once each counts the links of the others.
		if err := stores.Users.Update(ctx, user.ID, func(*account.User) error { return nil }); err != nil {
			return err
		}
		made, err := stores.PasswordLinks.Made(ctx, user.ID, s.Now().Add(-account.LinkWindow))
		if err != nil || made >= account.MostLinks {
			return err
		}
		token, kept, err := s.newLink(ctx, stores, user.ID, r.Request)
		if err != nil || !kept { // this job ran before
			return err
		}
		return s.Post(ctx, stores, user.ResetMail(s.House(), token))
	})
}

// newLink keeps a link that sets a user's password, one for each request, and returns its token.
func (s *Service) newLink(
	ctx context.Context, stores ports.Stores, user account.UserID, request string,
) (token string, kept bool, err error) {
	if token, err = s.token(); err != nil {
		return "", false, err
	}
	kept, err = stores.PasswordLinks.Keep(ctx, account.PasswordLink{
		Digest: account.DigestOf(token), Request: request, User: user, Made: civil.Instant(s.Now()),
	})
	return token, kept, err
}

// CheckLink returns nil for a token by which a password can be set now: else account.ErrNoLink, ErrLinkUsed or
// ErrLinkExpired.
func (s *Service) CheckLink(ctx context.Context, token string) error {
	_, _, err := s.linked(ctx, token)
	return err
}

// linked returns the link with a token, and its user.
func (s *Service) linked(ctx context.Context, token string) (account.PasswordLink, account.User, error) {
	link, err := s.Links.Find(ctx, account.DigestOf(token))
	if err != nil {
		return account.PasswordLink{}, account.User{}, err
	}
	if err := link.Check(s.Now()); err != nil {
		return link, account.User{}, err
	}
	user, err := s.Users.ByID(ctx, link.User)
	if errors.Is(err, account.ErrAbsent) || err == nil && (user.Demo || !user.MaySignIn()) {
		err = account.ErrLinkExpired
	}
	return link, user, err
}

// ResetPassword sets a user's password by the token of a link, which is then used, as are all other links of the user,
// and ends all of the user's sessions. What else lets somebody in without the password is revoked when that is asked for, as by
// ChangePassword. It returns whose it was, for the security log.
func (s *Service) ResetPassword(
	ctx context.Context, token string, change PasswordChange, from Origin,
) (id account.UserID, left Left, err error) {
	link, user, err := s.linked(ctx, token)
	if err != nil {
		return link.User, Left{}, err
	}
	if err := s.checkNewPassword(user, change.New, "new_password"); err != nil {
		return user.ID, Left{}, err
	}
	hash, err := s.Hasher.Hash(ctx, change.New)
	if err != nil {
		return user.ID, Left{}, err
	}
	browser := ""
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.PasswordLinks.Use(ctx, link.Digest, civil.Instant(s.Now())); err != nil {
			return err
		}
		if err := stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			if !u.MaySignIn() {
				return account.ErrLinkExpired
			}
			u.PasswordHash = account.Hash(hash)
			browser = s.stillKnown(&user, u, from)
			return nil
		}); err != nil {
			return err
		}
		if left, err = endAccess(ctx, stores, user.ID, change.Revoke); err != nil {
			return err
		}
		if err := stores.Audit.Append(ctx, s.entry(audit.PasswordLinkUsed, itself(&user, from), &user).With(left.told())); err != nil {
			return err
		}
		return s.tellCredential(ctx, stores, &user, account.PasswordNew, "")
	})
	left.Browser = browser
	return user.ID, left, err
}

// forgetLinks forgets links of which nobody asks any more.
func (s *Service) forgetLinks(ctx context.Context) (int, error) {
	return s.Links.Purge(ctx, s.Now().Add(-account.LinkKept))
}
