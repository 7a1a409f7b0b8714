package inmem

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/ports"
)

// Synchronization is a synchronization service that is a function of the member's code, for tests.
type Synchronization func(ctx context.Context, code string) (refresh.Result, error)

var _ ports.Synchronization = Synchronization(nil)

// Member implements ports.Synchronization.
func (s Synchronization) Member(ctx context.Context, code string) (refresh.Result, error) {
	if err := ctx.Err(); err != nil {
		return refresh.Result{}, err
	}
	result, err := s(ctx, code)
	if f := (*fault.Fault)(nil); errors.As(err, &f) && f.Cause == nil {
		err = f.Because(errScripted)
	}
	if err != nil {
		return refresh.Result{}, err
	}
	return result, nil
}

var errScripted = errors.New("the service was told to refuse")
