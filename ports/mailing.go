package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/mailing"
)

// MailLists is a provider of e-mail lists. A wrong key is a fault of kind Unauthenticated. What the provider refuses is one of
// kind Invalid. A provider that does not answer, or asks to wait too long, is one of kind Unavailable.
//
// A list that the provider does not have is mailing.ErrNoList, but for Remove of an address that is absent with it.
type MailLists interface {
	// Fields returns the names of the fields that a list has for each address.
	Fields(ctx context.Context, list string) ([]string, error)
	// Put puts an address on a list, or changes its fields when it is there. An unsubscribed address stays unsubscribed.
	// Addresses are compared without regard to case.
	Put(ctx context.Context, list string, entry mailing.Entry) (mailing.Written, error)
	// Remove removes an address from a list, by its number at the provider, and with it that it unsubscribed. An absent one is no
	// error.
	Remove(ctx context.Context, list, id string) error
	// Subscribers returns everybody on a list, whatever the state.
	Subscribers(ctx context.Context, list string) ([]mailing.Subscriber, error)
}

// PhoneNumbers reads and writes telephone numbers.
type PhoneNumbers interface {
	// International returns a number in E.164 form (+31612345678), and whether text is one number. Numbers without a country are
	// Dutch.
	International(text string) (string, bool)
	// National returns a number as it is dialled at home, without blanks (0612345678). Another country's number stays as it is.
	National(text string) string
}
