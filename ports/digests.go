package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
)

// Digests keeps when the digest of each user comes and what it told, times to the microsecond. It forgets a user who is removed.
type Digests interface {
	// Update reads under lock when a user's digest comes, lets change edit it, and keeps the result, as one step: of many at once
	// each sees what those before it kept. Of a user of whom nothing is kept that is the zero Run with the user's number, which
	// stays as it is whatever change does. change must be pure, for it may run twice. Its error is returned as it is and leaves no
	// trace. An absent user is account.ErrAbsent.
	Update(ctx context.Context, user account.UserID, change func(*digest.Run) error) error

	// Due returns those whose Next is set and not after a time, the earliest first and those of the same moment by user.
	Due(ctx context.Context, at time.Time) ([]digest.Run, error)

	// List returns all that is kept, by user.
	List(ctx context.Context) ([]digest.Run, error)

	// OfMail returns the one whose last digest a mail was, the zero Run when there is none.
	OfMail(ctx context.Context, mail int64) (digest.Run, error)
}

// UserTokens keeps what lets a program in as a user, one of each kind a user. It forgets a user who is removed.
type UserTokens interface {
	// Keep keeps a token in the place of the user's one of that kind. With only it keeps nothing when there is one. It returns the
	// one that stands. Of many at once with only, all get the same. An absent user is account.ErrAbsent.
	Keep(ctx context.Context, token account.Token, only bool) (account.Token, error)

	// Of returns a user's token of a kind. None is account.ErrNoLink.
	Of(ctx context.Context, user account.UserID, kind account.TokenKind) (account.Token, error)

	// Find returns the token of a kind by its digest. An unknown one is account.ErrNoLink.
	Find(ctx context.Context, kind account.TokenKind, digest account.Digest) (account.Token, error)

	// Forget forgets a user's token of a kind, if there is one.
	Forget(ctx context.Context, user account.UserID, kind account.TokenKind) error
}
