package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/trace"
)

// Traces finds where somebody stands that no other store finds by person.
type Traces interface {
	// Of returns the traces of somebody. Invites are those to the addresses and those that the user sent. Of nobody, and of a person
	// without a user what a user does, there are none.
	Of(ctx context.Context, of trace.Subject) (trace.Traces, error)
}
