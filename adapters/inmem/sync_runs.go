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
		list = s.newestFirst(func(*run.Run) bool { return true })
		list = list[:min(limit, len(list))]
		for i := range list {
			list[i].Problems, list[i].Plan = nil, nil
		}
		return nil
	})
	return list, err
}

// newestFirst returns copies of the wanted runs.
func (s *syncRuns) newestFirst(wanted func(*run.Run) bool) (list []run.Run) {
	for _, r := range s.byID {
		if wanted(&r) {
			list = append(list, r.Clone())
		}
	}
	slices.SortFunc(list, func(a, b run.Run) int {
		return cmp.Or(b.Started.Compare(a.Started), cmp.Compare(b.ID, a.ID))
	})
	return list
}

func (s *syncRuns) Find(ctx context.Context, q run.Query) (page run.Page, err error) {
	q.From, q.Until = civil.Instant(q.From), civil.Instant(q.Until)
	err = s.run(ctx, func() error {
		list := s.newestFirst(q.Matches)
		page.Total = len(list)
		page.Runs = list[min(q.Skip, len(list)):min(q.Skip+q.Limit, len(list))]
		for i := range page.Runs {
			page.Runs[i].Plan = nil
		}
		return nil
	})
	return page, err
}

func (s *syncRuns) Latest(ctx context.Context, pipelines ...run.Pipeline) (latest map[run.Pipeline]run.Latest, err error) {
	err = s.run(ctx, func() error {
		latest = map[run.Pipeline]run.Latest{}
		for _, r := range slices.Backward(s.newestFirst(func(r *run.Run) bool {
			return !r.DryRun && slices.Contains(pipelines, r.Pipeline)
		})) {
			r.Problems, r.Plan = nil, nil
			l := latest[r.Pipeline]
			l.Run = r
			if r.Ended() {
				l.Ended = r
			}
			if r.Outcome == run.Success {
				l.Good = r
			}
			latest[r.Pipeline] = l
		}
		return nil
	})
	return latest, err
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
