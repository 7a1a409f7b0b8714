package porttest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/ports"
)

// SynchronizationService says what a service answers when it is asked for a member: a result, or one of the faults that
// ports.Synchronization names.
type SynchronizationService func(code string) (refresh.Result, error)

// Synchronization is the contract of ports.Synchronization. It runs on one that asks the given service.
func Synchronization(t *testing.T, asking func(testing.TB, SynchronizationService) ports.Synchronization) {
	ctx := context.Background()

	t.Run("what became of the member", func(t *testing.T) {
		want := map[string]refresh.Result{
			"NEW1":       {Code: "NEW1", Action: refresh.Created, Person: 1},
			"chg2":       {Code: "chg2", Action: refresh.Updated, Person: 812},
			"SAME567890": {Code: "SAME567890", Action: refresh.Skipped, Person: 1 << 40},
		}
		s := asking(t, func(code string) (refresh.Result, error) { return want[code], nil })
		for code, result := range want {
			equal(t, code, must(s.Member(ctx, code))(t), result)
		}
	})

	t.Run("what the service refuses", func(t *testing.T) {
		for name, refused := range map[string]*fault.Fault{
			"code": refresh.ErrCode, "absent": refresh.ErrAbsent, "busy": refresh.ErrBusy, "failed": refresh.ErrFailed,
			"no key": refresh.ErrKeyMissing, "another key": refresh.ErrKeyWrong, "no key there": refresh.ErrKeyUnset,
			"no answer": refresh.ErrNoAnswer,
		} {
			s := asking(t, func(string) (refresh.Result, error) { return refresh.Result{}, refused })
			result, err := s.Member(ctx, "ABCD12")
			isFault(t, name, err, refused)
			equal(t, name, result, refresh.Result{})
			explained := refused.Kind == fault.Internal || refused == refresh.ErrNoAnswer
			if f := fault.As(err); explained && f.Cause == nil {
				t.Errorf("%s: nothing for the log", name)
			}
		}
	})

	t.Run("a refusal leaves nothing behind", func(t *testing.T) {
		var refuses atomic.Bool // the other side may be a server
		refuses.Store(true)
		s := asking(t, func(code string) (refresh.Result, error) {
			if refuses.Load() {
				return refresh.Result{}, refresh.ErrNoAnswer
			}
			return refresh.Result{Code: code, Action: refresh.Updated, Person: 2}, nil
		})
		_, err := s.Member(ctx, "ABCD12")
		isFault(t, "refused", err, refresh.ErrNoAnswer)
		refuses.Store(false)
		equal(t, "asked again", must(s.Member(ctx, "ABCD12"))(t).Person, 2)
	})

	t.Run("members asked for together", func(t *testing.T) {
		s := asking(t, func(code string) (refresh.Result, error) {
			var number int64
			_, err := fmt.Sscanf(code, "M%d", &number)
			return refresh.Result{Code: code, Action: refresh.Updated, Person: number}, err
		})
		var all sync.WaitGroup
		for n := range int64(8) {
			all.Go(func() {
				code := fmt.Sprintf("M%d", 1000+n)
				result, err := s.Member(ctx, code)
				if err != nil || result != (refresh.Result{Code: code, Action: refresh.Updated, Person: 1000 + n}) {
					t.Errorf("%s: %+v, %v", code, result, err)
				}
			})
		}
		all.Wait()
	})

	t.Run("a context that is done", func(t *testing.T) {
		s := asking(t, func(code string) (refresh.Result, error) {
			return refresh.Result{Code: code, Action: refresh.Updated, Person: 1}, nil
		})
		if _, err := s.Member(cancelled(), "ABCD12"); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

// SynchronizationBoard says what a service answers when it is asked how far it is with a member.
type SynchronizationBoard func(code string) (refresh.State, error)

// SynchronizationFailing is the contract of ports.Synchronization about how runs end.
func SynchronizationFailing(t *testing.T, asking func(testing.TB, func() ([]string, error)) ports.Synchronization) {
	ctx := context.Background()

	t.Run("which runs failed", func(t *testing.T) {
		for _, failing := range [][]string{{}, {"people"}, {"functions", "teams"}} {
			got := must(asking(t, func() ([]string, error) { return failing, nil }).Failing(ctx))(t)
			equal(t, "failing", fmt.Sprint(got), fmt.Sprint(failing))
		}
	})

	t.Run("what the service refuses to say", func(t *testing.T) {
		for name, refused := range map[string]*fault.Fault{
			"no key": refresh.ErrKeyMissing, "another key": refresh.ErrKeyWrong, "no key there": refresh.ErrKeyUnset,
			"it fails": refresh.ErrFailed, "no answer": refresh.ErrNoAnswer,
		} {
			_, err := asking(t, func() ([]string, error) { return nil, refused }).Failing(ctx)
			isFault(t, name, err, refused)
		}
	})

	t.Run("a context that is done", func(t *testing.T) {
		s := asking(t, func() ([]string, error) { return nil, nil })
		if _, err := s.Failing(cancelled()); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

// SynchronizationState is the contract of ports.Synchronization about how far the work is.
func SynchronizationState(t *testing.T, asking func(testing.TB, SynchronizationBoard) ports.Synchronization) {
	ctx := context.Background()

	t.Run("how far it is", func(t *testing.T) {
		for _, state := range refresh.States {
			s := asking(t, func(code string) (refresh.State, error) {
				if code != "ABCD12" {
					return "", refresh.ErrNoWork
				}
				return state, nil
			})
			equal(t, "state", must(s.State(ctx, "ABCD12"))(t), state)
			got, err := s.State(ctx, "ZZZZ99")
			isFault(t, "another member", err, refresh.ErrNoWork)
			equal(t, "of another member", got, refresh.State(""))
		}
	})

	t.Run("what the service refuses to say", func(t *testing.T) {
		for name, refused := range map[string]*fault.Fault{
			"code": refresh.ErrCode, "no key": refresh.ErrKeyMissing, "another key": refresh.ErrKeyWrong,
			"no key there": refresh.ErrKeyUnset, "no answer": refresh.ErrNoAnswer,
		} {
			_, err := asking(t, func(string) (refresh.State, error) { return "", refused }).State(ctx, "ABCD12")
			isFault(t, name, err, refused)
		}
	})

	t.Run("a context that is done", func(t *testing.T) {
		s := asking(t, func(string) (refresh.State, error) { return refresh.Done, nil })
		if _, err := s.State(cancelled(), "ABCD12"); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}
