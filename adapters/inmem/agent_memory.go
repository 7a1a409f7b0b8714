package inmem

import (
	"context"
	"maps"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

type agentMemory struct {
	oneAtATime
	owner    string
	failures map[int64]int
	spent    map[spending]int
	reviews  map[string]agent.Review
}

type spending struct {
	day  civil.Date
	what agent.Budget
}

var _ ports.AgentMemory = (*agentMemory)(nil)

func newAgentMemory() *agentMemory {
	return &agentMemory{failures: map[int64]int{}, spent: map[spending]int{}, reviews: map[string]agent.Review{}}
}

func (s *agentMemory) Owner(ctx context.Context, proposed string) (owner string, err error) {
	err = s.run(ctx, func() error {
		if s.owner == "" {
			s.owner = proposed
		}
		owner = s.owner
		return nil
	})
	return owner, err
}

func (s *agentMemory) Fail(ctx context.Context, item int64) (n int, err error) {
	err = s.run(ctx, func() error { s.failures[item]++; n = s.failures[item]; return nil })
	return n, err
}

func (s *agentMemory) Forget(ctx context.Context, item int64) error {
	return s.run(ctx, func() error { delete(s.failures, item); return nil })
}

func (s *agentMemory) Spend(ctx context.Context, day civil.Date, what agent.Budget, most int) (left bool, err error) {
	err = s.run(ctx, func() error {
		if left = s.spent[spending{day, what}] < most; left {
			s.spent[spending{day, what}]++
		}
		return nil
	})
	return left, err
}

func (s *agentMemory) Return(ctx context.Context, day civil.Date, what agent.Budget) error {
	return s.run(ctx, func() error {
		if s.spent[spending{day, what}] > 0 {
			s.spent[spending{day, what}]--
		}
		return nil
	})
}

func (s *agentMemory) Reviews(ctx context.Context) (known map[string]agent.Review, err error) {
	err = s.run(ctx, func() error { known = maps.Clone(s.reviews); return nil })
	return known, err
}

func (s *agentMemory) Reviewed(ctx context.Context, r agent.Review) error {
	return s.run(ctx, func() error {
		r.At = civil.Instant(r.At)
		s.reviews[r.Path] = r
		return nil
	})
}
