package usecase_test

import (
	"context"
	"testing"

	"github.com/clubhuis/clubhuis/core/matchday"
)

// leaving is a federation that whoever asks does not wait for.
type leaving struct{ leave context.CancelFunc }

func (f leaving) Fetch(ctx context.Context, _ matchday.Source) ([]matchday.Match, error) {
	f.leave()
	return nil, &matchday.Error{Problem: matchday.Unreachable, Cause: ctx.Err()}
}

// contract: club §2.11-12: a source that was not waited for did not fail: the others who look are not warned.
func TestWhoLeavesSaysNothingOfASource(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-15 08:00")
	for name, ask := range map[string]func(context.Context) error{
		"a team's": func(ctx context.Context) error { return c.Matchdays.Refresh(ctx, "77") },
		"the club's": func(ctx context.Context) error {
			_, err := c.Matchdays.Fetch(ctx)
			return err
		},
	} {
		asking, leave := context.WithCancel(ctx)
		c.Matchdays.Feed = leaving{leave}
		if err := ask(asking); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	programmes, off, err := c.Matchdays.Kept(ctx, "77")
	c.must(err)
	for _, f := range append(programmes, off) {
		if f.Problem != "" || !f.Tried.IsZero() {
			t.Errorf("%s: %s, tried %v", f.Source, f.Problem, f.Tried)
		}
	}
}
