package inmem

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/ports"
)

type syncConflicts struct {
	oneAtATime
	list []conflict.Decision
	last int64
}

var _ ports.Conflicts = (*syncConflicts)(nil)

func (s *syncConflicts) Add(ctx context.Context, conflicts ...conflict.Decision) error {
	return s.run(ctx, func() error {
		for _, c := range conflicts {
			s.last++
			c.ID = s.last
			c.SiteAt, c.AppAt, c.At = civil.Instant(c.SiteAt), civil.Instant(c.AppAt), civil.Instant(c.At)
			s.list = append(s.list, c)
		}
		return nil
	})
}

func (s *syncConflicts) List(ctx context.Context, limit int) (list []conflict.Decision, err error) {
	err = s.run(ctx, func() error {
		list = slices.Clone(s.list)
		slices.SortFunc(list, func(a, b conflict.Decision) int {
			return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID))
		})
		list = list[:min(limit, len(list))]
		return nil
	})
	return list, err
}

func (s *syncConflicts) Prune(ctx context.Context, before time.Time) (pruned int, err error) {
	err = s.run(ctx, func() error {
		count := len(s.list)
		s.list = slices.DeleteFunc(s.list, func(c conflict.Decision) bool { return c.At.Before(civil.Instant(before)) })
		pruned = count - len(s.list)
		return nil
	})
	return pruned, err
}
