package riverjobs

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// A queue that never stops by itself is left alone when nothing is done any more, and no sooner.
func TestAQueueThatWaitsForItselfIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	forever := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	var asked atomic.Int64
	err := stop(t.Context(), forever, func() bool { return asked.Add(1) > 5 }, 10*time.Millisecond)
	if err != nil || asked.Load() != 15 { // five looks at which something was done, and ten at which nothing was
		t.Errorf("after %d looks: %v", asked.Load(), err)
	}
	ending, cancel := context.WithCancel(t.Context())
	err = stop(ending, forever, func() bool { cancel(); return false }, 10*time.Millisecond)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("while something is done it is waited for: %v", err)
	}
	broken := errors.New("broken")
	err = stop(t.Context(), func(context.Context) error { return broken }, func() bool { return false }, time.Hour)
	if !errors.Is(err, broken) {
		t.Errorf("what stopping fails with: %v", err)
	}
}
