package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/refresh"
)

// Synchronization is the service that brings the application up to date from the federation's administration, as far as
// somebody can ask it for one member.
type Synchronization interface {
	// Member brings the member of that code up to date and returns what became of it, within refresh.Patience. The code is one
	// that refresh.CheckCode lets through.
	//
	// What the service refuses is refresh.ErrCode, ErrAbsent, ErrBusy, ErrFailed, ErrKeyMissing, ErrKeyWrong or ErrKeyUnset, each
	// with Internal as its kind telling why in its cause. Without an answer that can be understood it is refresh.ErrNoAnswer with
	// the cause. No error names the key.
	Member(ctx context.Context, code string) (refresh.Result, error)
}
