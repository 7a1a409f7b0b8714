package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/trace"
)

// Traces finds where somebody stands that no other store finds by person.
type Traces interface {
	// Of returns the traces of somebody. Invites are those to the addresses and those that the user sent. Who was merged into the
	// person and brought back since is somebody else. Of nobody, and of a person without a user what a user does, there are none.
	Of(ctx context.Context, of trace.Subject) (trace.Traces, error)

	// Used returns those of the people about whom more is kept than a record, by number: whoever has an account, an invoice, a case
	// of discipline or a shift, whoever somebody was merged into who was not brought back, and on the timeline an activity, a note
	// or a task of anybody, or a mail that a user sent. Mails of the program, photos, labels, relations and work do not count.
	Used(ctx context.Context, people []person.ID) ([]person.ID, error)
}
