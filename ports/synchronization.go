package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/refresh"
)

// Synchronization is the service that updates the application from the federation's administration, as far as it can be asked
// for one member.
type Synchronization interface {
	// Member updates the member with that code and returns the outcome, within refresh.Patience. refresh.CheckCode must accept
	// the code.
	//
	// What the service refuses is refresh.ErrCode, ErrAbsent, ErrBusy, ErrFailed, ErrKeyMissing, ErrKeyWrong or ErrKeyUnset; an
	// error of kind Internal says why in its cause. Without an answer that can be understood it is refresh.ErrNoAnswer with the
	// cause. No error names the key.
	Member(ctx context.Context, code string) (refresh.Result, error)
	// State returns how far the work on a member is, or how it ended lately. None is refresh.ErrNoWork; the other errors are
	// those of Member. It does not wait for the work.
	State(ctx context.Context, code string) (refresh.State, error)
	// Failing returns the pipelines whose newest run failed, by name, none when all went well. The errors are those of Member
	// that are not about a member.
	Failing(ctx context.Context) ([]string, error)
}
