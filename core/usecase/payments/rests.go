package payments

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
)

// A call to the provider that fails after tooLong hangs. For a rest the jobs of the rounds, of which there may be hundreds, then
// fail at once and are tried again later: else mails and all other jobs would wait for them.
const (
	tooLong = 4 * time.Second
	rest    = time.Minute
)

// errRests is the failure of a job that did not ask.
var errRests = fault.New(fault.Unavailable, "payments_unavailable", "De betaaldienst antwoordde net niet. Later opnieuw.")

// rests is until when rounds leave the provider alone, in nanoseconds of Unix; the zero value is never.
type rests struct{ until atomic.Int64 }

// round does the job of a round, unless the provider hung lately.
func (s *Service) round(do func() error) error {
	began := s.Now()
	if left := time.Unix(0, s.rests.until.Load()).Sub(began); left > 0 && left <= rest { // more is of a clock that went back
		return errRests
	}
	err := do()
	hung := fault.KindOf(err) == fault.Unavailable || errors.Is(err, context.DeadlineExceeded)
	if now := s.Now(); err != nil && hung && now.Sub(began) >= tooLong {
		s.rests.until.Store(now.Add(rest).UnixNano())
	}
	return err
}
