package account

import "time"

// LinkLife is how long a link that sets a password is good.
const LinkLife = 7 * 24 * time.Hour

// LinkKept is how long it is remembered that there was a link, so that whoever follows an old one learns that it is old.
const LinkKept = 90 * 24 * time.Hour

// MostLinks is how many links a user may have asked for within LinkWindow. Further ones are not sent: a mailbox is not
// filled by others.
const (
	MostLinks  = 3
	LinkWindow = time.Hour
)

// PasswordLink lets whoever has its token set the password of a user, once. It is sent by mail.
type PasswordLink struct {
	Digest  Digest // of the token
	Request string // what it was made for, once
	User    UserID
	Made    time.Time
	Used    time.Time // when the user got a password, by this link or in another way, or was signed out everywhere; zero for never
}

// Check returns ErrLinkUsed or ErrLinkExpired unless the link is good.
func (l *PasswordLink) Check(at time.Time) error {
	switch {
	case !l.Used.IsZero():
		return ErrLinkUsed
	case !at.Before(l.Made.Add(LinkLife)):
		return ErrLinkExpired
	}
	return nil
}
