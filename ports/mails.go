package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/mail"
)

// MailQueue finds the mails that Records keep.
type MailQueue interface {
	// Page returns a part of the mails that match, newest first, of those made at once the highest number first, without
	// their texts, attachments and secrets. An offset beyond the end gives nothing and the right total.
	Page(ctx context.Context, q mail.Query) (mail.Page, error)

	// Count returns how many mails there are in each state; a state without any is not named.
	Count(ctx context.Context) (map[mail.State]int, error)

	// Purge destroys the mails that stand on nobody's timeline and were made before the time, and returns how many.
	Purge(ctx context.Context, before time.Time) (int, error)
}

// PasswordLinks keeps the links by which users set a password, found by the digest of their token.
type PasswordLinks interface {
	// Keep keeps a link; its digest is new. A link of the same request is left out without an error: kept tells. A user who does
	// not exist is account.ErrAbsent.
	Keep(ctx context.Context, link account.PasswordLink) (kept bool, err error)

	// Find returns a link, used and old ones too. An unknown digest is account.ErrNoLink.
	Find(ctx context.Context, digest account.Digest) (account.PasswordLink, error)

	// Made counts the links of a user that were made after the time.
	Made(ctx context.Context, user account.UserID, after time.Time) (int, error)

	// Use marks a link and all other links of its user as used. One that is used already is account.ErrLinkUsed and stays as
	// it was: of many who use a link at once one gets it.
	Use(ctx context.Context, digest account.Digest, at time.Time) error

	// Void marks all links of a user as used that are not yet.
	Void(ctx context.Context, user account.UserID, at time.Time) error

	// Purge deletes the links that were made before the time, and returns how many.
	Purge(ctx context.Context, before time.Time) (int, error)
}
