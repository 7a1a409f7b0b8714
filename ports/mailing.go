package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/mailing"
)

// MailLists is a provider of e-mail lists. A wrong key is a fault of kind Unauthenticated, what the provider refuses one of
// kind Invalid, a provider that does not answer, or asks to wait longer than is bearable, one of kind Unavailable.
type MailLists interface {
	// Fields returns the names of the fields that a list has for each address.
	Fields(ctx context.Context, list string) ([]string, error)
	// Put puts an address on a list, or changes its fields when it is there: who unsubscribed stays so. Addresses are the same
	// without regard to case.
	Put(ctx context.Context, list string, entry mailing.Entry) (mailing.Written, error)
	// Remove takes an address off a list, by its number at the provider. An absent one is no error.
	Remove(ctx context.Context, list, id string) error
	// Subscribers returns everybody on a list, whatever the state.
	Subscribers(ctx context.Context, list string) ([]mailing.Subscriber, error)
}

// Mail delivers messages. Errors are those of MailLists.
type Mail interface {
	// Send hands a message over for delivery and returns its number there. The same key within a day is the same message.
	Send(ctx context.Context, message mailing.Message) (string, error)
}

// PhoneNumbers knows how telephone numbers are written.
type PhoneNumbers interface {
	// International is a number as E.164 writes it (+31612345678), and whether text is one: several numbers, or something
	// else, are not. Numbers without a country are Dutch.
	International(text string) (string, bool)
	// National is a number as it is dialled at home, without blanks (0612345678); another country's stays as it is.
	National(text string) string
}
