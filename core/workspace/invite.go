package workspace

import (
	"net/mail"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
)

// InviteLife is how long an invite is good.
const InviteLife = 7 * 24 * time.Hour

// InviteKept is how long it is remembered that there was an invite, so that whoever follows an old one learns that it is old.
const InviteKept = 90 * 24 * time.Hour

// MostInvites is how many people a user invites within InviteWindow: nobody fills the mailboxes of others.
const (
	MostInvites  = 50
	InviteWindow = 24 * time.Hour
)

// Invite lets whoever has its token, and the address that it was sent to, join a workspace, once. It is sent by mail.
type Invite struct {
	ID        int64
	Workspace ID
	Digest    account.Digest // of the token
	Email     string         // lower case
	Role      Role           // admin or member
	By        int64          // the user who invites
	ByName    string         // as it was then
	Made      time.Time
	Used      time.Time // zero for never
	Revoked   time.Time // zero for never
}

// NewInvite is an invite as a user makes it. What is wrong with the address or the role is an error.
func NewInvite(to ID, email string, role Role, by *account.User, at time.Time) (Invite, error) {
	i := Invite{
		Workspace: to, Email: account.LoginKey(email), Role: role, By: by.ID, ByName: by.DisplayName, Made: civil.Instant(at),
	}
	var problems fault.Problems
	if address, err := mail.ParseAddress(i.Email); err != nil || address.Address != i.Email || len(i.Email) > 254 {
		problems.Add("email", notAnEmail)
	}
	if CheckRole(role) != nil {
		problems.Add("role", notARole)
	}
	return i, problems.Fault()
}

// Expires returns until when the invite is good.
func (i *Invite) Expires() time.Time { return i.Made.Add(InviteLife) }

// Check returns ErrUsed, ErrRevoked or ErrExpired unless the invite is good.
func (i *Invite) Check(at time.Time) error {
	switch {
	case !i.Used.IsZero():
		return ErrUsed
	case !i.Revoked.IsZero():
		return ErrRevoked
	case !at.Before(i.Expires()):
		return ErrExpired
	}
	return nil
}

// Open reports whether the invite was neither used nor revoked. It may have expired.
func (i *Invite) Open() bool { return i.Used.IsZero() && i.Revoked.IsZero() }

// For reports whether the invite is for a user.
func (i *Invite) For(u *account.User) bool { return i.Email == account.LoginKey(u.Email) }

// Username is what an invitee who makes an account is called at the door: the address, or its beginning.
func (i *Invite) Username() string {
	const longest = 60
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789._@+-", r) {
			return r
		}
		return '-'
	}, i.Email)
	name = strings.TrimLeft(name, "._@+-")
	return name[:min(len(name), longest)]
}
