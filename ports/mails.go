package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/message"
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

// Messages keeps the messages that users write to people.
type Messages interface {
	// Keep keeps a message under a new number and returns it with that; its ID is ignored. One of the same author with the same
	// Request is returned instead when there is one, if that is not "", and nothing is kept: kept tells. When the messages of the
	// author since a time would then go to more addresses than most, it keeps nothing and returns message.ErrQuota. It is one
	// step: of many at once each counts the others. An author who does not exist is account.ErrAbsent.
	Keep(ctx context.Context, m message.Message, since time.Time, most int) (stands message.Message, kept bool, err error)

	// ByID returns a message without its attachments. An absent one is message.ErrAbsent.
	ByID(ctx context.Context, id int64) (message.Message, error)

	// Files returns the attachments of a message. When they are gone, or it is, that is fault.ErrNotFound.
	Files(ctx context.Context, id int64) ([]mail.Attachment, error)

	// Update reads a message under lock, without its attachments, lets change edit whom it still goes to (Waiting, Addresses), and
	// keeps that, as one step. change must be pure, for it may run twice. Its error is returned as it is and leaves no trace.
	Update(ctx context.Context, id int64, change func(*message.Message) error) error

	// Addressed returns to how many addresses the messages of an author since a time go.
	Addressed(ctx context.Context, author account.UserID, since time.Time) (int, error)

	// Purge destroys the messages from before one time, and the attachments of those from before the other. It returns how many
	// messages were destroyed.
	Purge(ctx context.Context, before, files time.Time) (int, error)
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
