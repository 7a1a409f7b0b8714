package inmem

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

type syncRuns struct {
	oneAtATime
	byID map[run.ID]run.Run
	last run.ID
}

var _ ports.SyncRuns = (*syncRuns)(nil)

func (s *syncRuns) Start(ctx context.Context, r run.Run) (id run.ID, err error) {
	err = s.run(ctx, func() error {
		s.last++
		id = s.last
		s.keep(id, &r)
		return nil
	})
	return id, err
}

func (s *syncRuns) keep(id run.ID, r *run.Run) {
	kept := r.Clone()
	kept.ID = id
	kept.Started, kept.Beat, kept.Finished = civil.Instant(r.Started), civil.Instant(r.Beat), civil.Instant(r.Finished)
	for i, step := range kept.Steps {
		kept.Steps[i].Started, kept.Steps[i].Finished = civil.Instant(step.Started), civil.Instant(step.Finished)
	}
	for i, problem := range kept.Problems {
		kept.Problems[i].At = civil.Instant(problem.At)
	}
	s.byID[id] = kept
}

func (s *syncRuns) Update(ctx context.Context, id run.ID, change func(*run.Run) error) error {
	return s.run(ctx, func() error {
		before, there := s.byID[id]
		if !there {
			return fault.ErrNotFound
		}
		var edited *run.Run
		for range 2 { // as the contract allows: whoever counts on one run finds out here
			r := before.Clone()
			edited = &r
			if err := change(edited); err != nil {
				return err
			}
		}
		s.keep(id, edited)
		return nil
	})
}

func (s *syncRuns) Run(ctx context.Context, id run.ID) (r run.Run, err error) {
	err = s.run(ctx, func() error {
		found, there := s.byID[id]
		if !there {
			return fault.ErrNotFound
		}
		r = found.Clone()
		return nil
	})
	return r, err
}

func (s *syncRuns) List(ctx context.Context, limit int) (list []run.Run, err error) {
	err = s.run(ctx, func() error {
		for _, r := range s.byID {
			r.Problems, r.Plan = nil, nil
			list = append(list, r.Clone())
		}
		slices.SortFunc(list, func(a, b run.Run) int {
			return cmp.Or(b.Started.Compare(a.Started), cmp.Compare(b.ID, a.ID))
		})
		list = list[:min(limit, len(list))]
		return nil
	})
	return list, err
}

func (s *syncRuns) Prune(ctx context.Context, startedBefore time.Time) (ids []run.ID, err error) {
	err = s.run(ctx, func() error {
		for id, r := range s.byID {
			if r.Started.Before(civil.Instant(startedBefore)) {
				ids = append(ids, id)
				delete(s.byID, id)
			}
		}
		slices.Sort(ids)
		return nil
	})
	return ids, err
}
