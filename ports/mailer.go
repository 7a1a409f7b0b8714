package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/mail"
)

// Mailer hands mails over for delivery.
//
// A message that mail.Message.Validate refuses is refused with that fault, and so is one that the transport does not
// want: a fault of kind Invalid, for a wrong key or password one of kind Unauthenticated. A transport that does not
// answer, or asks to come back, is a fault of kind Unavailable. Whether the message was surely not taken is what
// mail.Refused says of the error; of one that was surely taken there is no error.
// Addresses without a mailbox are what mail.NoMailbox says of it, from a transport that hears of them at once.
type Mailer interface {
	// Send hands a message over and returns its number there.
	Send(ctx context.Context, message mail.Message) (string, error)

	// Once reports whether messages with the same Key within a day are one: the second one is not delivered and gets the
	// number of the first, so that a message whose end is unknown can be handed over again.
	Once() bool
}
