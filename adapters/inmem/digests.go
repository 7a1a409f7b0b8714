package inmem

import (
	"cmp"
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/ports"
)

type digests struct{ handle }

var _ ports.Digests = digests{}

func (s digests) Update(ctx context.Context, user account.UserID, change func(*digest.Run) error) error {
	return s.run(ctx, func(t *tables) error {
		if _, there := t.users[user]; !there {
			return account.ErrAbsent
		}
		var edited digest.Run
		for range 2 { // as the contract allows
			edited = t.digests[user]
			edited.User = user
			if err := change(&edited); err != nil {
				return err
			}
		}
		edited.User, edited.Next, edited.Told = user, civil.Instant(edited.Next), civil.Instant(edited.Told)
		edited.From = civil.Instant(edited.From)
		t.digests[user] = edited
		return nil
	})
}

func (s digests) Due(ctx context.Context, at time.Time) ([]digest.Run, error) {
	at = civil.Instant(at)
	return s.picked(ctx, func(r *digest.Run) bool { return !r.Next.IsZero() && !r.Next.After(at) },
		func(a, b digest.Run) int { return cmp.Or(a.Next.Compare(b.Next), cmp.Compare(a.User, b.User)) })
}

func (s digests) List(ctx context.Context) ([]digest.Run, error) {
	return s.picked(ctx, func(*digest.Run) bool { return true }, func(a, b digest.Run) int { return cmp.Compare(a.User, b.User) })
}

func (s digests) OfMail(ctx context.Context, mail int64) (digest.Run, error) {
	found, err := s.picked(ctx, func(r *digest.Run) bool { return r.Mail == mail && mail != 0 },
		func(a, b digest.Run) int { return cmp.Compare(a.User, b.User) })
	if err != nil || len(found) == 0 {
		return digest.Run{}, err
	}
	return found[0], nil
}

func (s digests) picked(
	ctx context.Context, wanted func(*digest.Run) bool, order func(a, b digest.Run) int,
) ([]digest.Run, error) {
	return ask(ctx, s.handle, func(t *tables) ([]digest.Run, error) { return picked(t.digests, wanted, order), nil })
}

type userTokens struct{ handle }

var _ ports.UserTokens = userTokens{}

// tokenOf is whose token it is, and what it is for.
type tokenOf struct {
	user account.UserID
	kind account.TokenKind
}

func (s userTokens) Keep(ctx context.Context, token account.Token, only bool) (account.Token, error) {
	return ask(ctx, s.handle, func(t *tables) (account.Token, error) {
		if _, there := t.users[token.User]; !there {
			return account.Token{}, account.ErrAbsent
		}
		of := tokenOf{token.User, token.Kind}
		if stands, there := t.tokens[of]; there && only {
			return stands, nil
		}
		token.Made = civil.Instant(token.Made)
		t.tokens[of] = token
		return token, nil
	})
}

func (s userTokens) Of(ctx context.Context, user account.UserID, kind account.TokenKind) (account.Token, error) {
	return s.one(ctx, func(t *account.Token) bool { return t.User == user && t.Kind == kind })
}

func (s userTokens) Find(ctx context.Context, kind account.TokenKind, digest account.Digest) (account.Token, error) {
	return s.one(ctx, func(t *account.Token) bool { return t.Kind == kind && t.Digest == digest })
}

func (s userTokens) Forget(ctx context.Context, user account.UserID, kind account.TokenKind) error {
	return s.run(ctx, func(t *tables) error {
		delete(t.tokens, tokenOf{user, kind})
		return nil
	})
}

func (s userTokens) one(ctx context.Context, wanted func(*account.Token) bool) (account.Token, error) {
	return ask(ctx, s.handle, func(t *tables) (account.Token, error) {
		for _, token := range t.tokens {
			if wanted(&token) {
				return token, nil
			}
		}
		return account.Token{}, account.ErrNoLink
	})
}
