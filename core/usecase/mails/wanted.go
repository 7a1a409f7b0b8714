package mails

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/mention"
)

// ofUsers are the kinds of mail that tell a user what happens in the club, with who still gets one: it may wait for a day and a
// half, and the user be kept out or want none meanwhile. Each goes to the address of one user.
var ofUsers = map[string]func(*account.User) bool{
	digest.Mail: (*account.User).OfClub,
	mention.Mail: func(u *account.User) bool {
		return u.OfClub() && u.Preferences.Notifications.OfMentions() != account.MentionsNever
	},
	feedback.Mail:       func(u *account.User) bool { return u.MaySignIn() && u.Preferences.Notifications.OfFeedback() },
	leaver.MailProposal: (*account.User).MaySignIn,
}

// due reports whether something still has to be paid of what a mail reminds of: it may have waited since before the payment. The
// mail leads to the page of its invoice, and is about no other.
func (s *Service) due(ctx context.Context, m *mail.Mail) (bool, error) {
	if s.Due == nil || m.Sealed == "" {
		return true, nil
	}
	token, _, err := s.open(m)
	if err != nil {
		return true, nil //nolint:nilerr // handing it over tells
	}
	return s.Due(ctx, token)
}

// standing is whether a mail is still to be sent.
type standing int

const (
	wanted   standing = iota
	unwanted          // whom it is for does not get it any more, or it is too late
	outdated          // the user may not read what it tells any more, or may read something else
)

// standing returns whether whom a mail is for still gets it: also, whether what it rests on stands. An address that is no user's
// any more gets none of these mails.
func (s *Service) standing(ctx context.Context, id int64) (standing, error) {
	found, err := s.Mails.ByID(ctx, id)
	if err != nil || len(found) == 0 { // of an absent one the change tells
		return wanted, err
	}
	if s.asks(&found[0]) {
		if due, err := s.due(ctx, &found[0]); err != nil || !due {
			return unwanted, err
		}
		return wanted, nil
	}
	if found[0].Message != 0 {
		return s.ofAuthor(ctx, found[0].Author)
	}
	gets, asked := ofUsers[found[0].Kind]
	if !asked {
		return wanted, nil
	}
	var basis mail.Basis
	if found[0].Sealed != "" {
		if _, basis, err = s.open(&found[0]); err != nil { // handing it over says so
			return wanted, nil //nolint:nilerr // the mail does not go out
		}
	}
	if !basis.Until.IsZero() && !s.Now().Before(basis.Until) {
		return unwanted, nil
	}
	for _, address := range found[0].Addresses() {
		user, err := s.Users.ByLogin(ctx, address)
		if errors.Is(err, account.ErrAbsent) || err == nil && (account.LoginKey(user.Email) != address || !gets(&user)) {
			return unwanted, nil
		}
		if err != nil {
			return wanted, err
		}
		if stands, err := s.stands(ctx, &user, &basis); err != nil || !stands {
			return outdated, err
		}
	}
	return wanted, nil
}

// ofAuthor returns whether a mail of a message is still to be sent: whoever may not sign in any more writes to nobody.
func (s *Service) ofAuthor(ctx context.Context, author account.UserID) (standing, error) {
	user, err := s.Users.ByID(ctx, author)
	if errors.Is(err, account.ErrAbsent) || err == nil && !user.MaySignIn() {
		return unwanted, nil
	}
	return wanted, err
}

// stands reports whether a user may still read what a mail tells.
func (s *Service) stands(ctx context.Context, user *account.User, basis *mail.Basis) (bool, error) {
	if basis.Rights != "" && basis.Rights != s.Club.View().RightsOf(user) {
		return false, nil
	}
	if len(basis.People)+len(basis.Tasks) > 0 && s.MaySee != nil {
		if sees, err := s.MaySee(ctx, user, basis.People, basis.Tasks); err != nil || !sees {
			return false, err
		}
	}
	if len(basis.Texts) == 0 || s.MayRead == nil {
		return true, nil
	}
	return s.MayRead(ctx, user, basis.Texts)
}
