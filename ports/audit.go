package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/record"
)

// Audit keeps what happened. An entry stays as it was kept until Purge.
type Audit interface {
	// Append keeps entries, in their order, under new numbers; their IDs are ignored, and Idle ones are left out.
	Append(ctx context.Context, entries ...audit.Entry) error

	// Page returns a part of the entries that match, newest first; of those of one moment the highest number first. An offset
	// beyond the end gives nothing and the right total.
	Page(ctx context.Context, q audit.Query) (record.Page[audit.Entry], error)

	// Purge deletes the entries from before the given time, and returns how many.
	Purge(ctx context.Context, before time.Time) (int, error)
}
