package inmem

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/ports"
)

// Synchronization is a synchronization service that is three functions, for tests.
type Synchronization struct {
	Ask func(ctx context.Context, code string) (refresh.Result, error)
	How func(code string) (refresh.State, error) // nil: nobody is worked on
	End func() ([]string, error)                 // nil: all runs go well
}

var _ ports.Synchronization = Synchronization{}

// State implements ports.Synchronization.
func (s Synchronization) State(ctx context.Context, code string) (refresh.State, error) {
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case s.How == nil:
		return "", refresh.ErrNoWork
	}
	state, err := s.How(code)
	return state, scripted(err)
}

// Failing implements ports.Synchronization.
func (s Synchronization) Failing(ctx context.Context) ([]string, error) {
	if ctx.Err() != nil || s.End == nil {
		return nil, ctx.Err()
	}
	failing, err := s.End()
	return failing, scripted(err)
}

// Member implements ports.Synchronization.
func (s Synchronization) Member(ctx context.Context, code string) (refresh.Result, error) {
	if err := ctx.Err(); err != nil {
		return refresh.Result{}, err
	}
	result, err := s.Ask(ctx, code)
	if err != nil {
		return refresh.Result{}, scripted(err)
	}
	return result, nil
}

// scripted gives a fault that a test returns a cause, but for those that need none.
func scripted(err error) error {
	if f := (*fault.Fault)(nil); errors.As(err, &f) && f.Cause == nil {
		return f.Because(errScripted)
	}
	return err
}

var errScripted = errors.New("the service was told to refuse")
