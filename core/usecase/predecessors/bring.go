package predecessors

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/ports"
)

// portion is how many records are kept in one step.
const portion = 100

// errLeft is why a record stays behind.
type errLeft struct{ why string }

func (e errLeft) Error() string { return e.why }

// step is how the records of a kind are brought.
type step[T any] struct {
	kind origin.Kind
	list []T
	old  func(*T) int64
	// find returns the record that is here already, 0 for none. It may be nil.
	find func(ctx context.Context, stores ports.Stores, one *T) (int64, error)
	// keep keeps the record and returns its number. A refusal (a fault) leaves it behind, like errLeft. Nothing else of the run may
	// change in it: the step may run twice.
	keep func(ctx context.Context, stores ports.Stores, one *T) (int64, error)
}

// outcome is what a step came to.
type outcome struct {
	origins  []origin.Origin
	met      int
	findings []predecessor.Finding
}

// bring keeps the records that have no origin yet, in portions, each with its origins as one step.
func bring[T any](ctx context.Context, r *run, s step[T]) error {
	report := &r.club.Report
	s.list = once(s.list, s.old)
	report.Count(s.kind, func(c *predecessor.Count) { c.Read += len(s.list) })
	var waiting []*T
	for i := range s.list {
		if r.brought[s.kind][s.old(&s.list[i])] == 0 {
			waiting = append(waiting, &s.list[i])
		}
	}
	report.Count(s.kind, func(c *predecessor.Count) { c.Already += len(s.list) - len(waiting) })
	for begin := 0; begin < len(waiting); begin += portion {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.progress(predecessor.Title(s.kind), begin, len(waiting))
		some := waiting[begin:min(begin+portion, len(waiting))]
		came, err := do(ctx, r, s, some)
		if err != nil {
			return err
		}
		report.Findings = append(report.Findings, came.findings...)
		report.Count(s.kind, func(c *predecessor.Count) {
			c.Met += came.met
			c.Left += len(came.findings)
		})
		for _, one := range came.origins {
			r.brought[one.Kind][one.Old] = one.New
		}
		report.Count(s.kind, func(c *predecessor.Count) { c.Brought += len(some) - len(came.findings) - came.met })
	}
	if len(waiting) > 0 {
		r.progress(predecessor.Title(s.kind), len(waiting), len(waiting))
	}
	return nil
}

// once leaves the first record of each number: an activity stands on the timeline of everybody who took part.
func once[T any](list []T, number func(*T) int64) (some []T) {
	seen := map[int64]bool{}
	for i := range list {
		if of := number(&list[i]); !seen[of] {
			seen[of] = true
			some = append(some, list[i])
		}
	}
	return some
}

// do keeps one portion, or in a rehearsal finds out what would be kept.
func do[T any](ctx context.Context, r *run, s step[T], some []*T) (came outcome, err error) {
	work := func(stores ports.Stores) error {
		came = outcome{}
		for _, one := range some {
			id, met, err := r.one(ctx, s.find != nil, func() (int64, error) { return s.find(ctx, stores, one) },
				func() (int64, error) { return s.keep(ctx, stores, one) })
			if left, why := leftBehind(err); left {
				came.findings = append(came.findings, predecessor.Finding{Kind: s.kind, Old: s.old(one), Text: why})
				continue
			}
			if err != nil {
				return err
			}
			if met {
				came.met++
			}
			if met && s.kind == origin.Person {
				came.origins = append(came.origins, origin.Origin{Kind: origin.Met, Old: s.old(one), New: id})
			}
			came.origins = append(came.origins, origin.Origin{Kind: s.kind, Old: s.old(one), New: id})
		}
		if r.options.Rehearse {
			return nil
		}
		return stores.Origins.Keep(ctx, came.origins...)
	}
	if r.options.Rehearse {
		err = work(r.Stores)
	} else {
		err = r.Atomic.Do(ctx, work)
	}
	return came, err
}

// one brings a record: the one that is here, else a new one.
func (r *run) one(ctx context.Context, finds bool, find, keep func() (int64, error)) (id int64, met bool, err error) {
	if err := ctx.Err(); err != nil {
		return 0, false, err
	}
	if finds {
		if id, err = find(); err != nil || id != 0 {
			return id, id != 0, err
		}
	}
	if r.options.Rehearse {
		r.madeUp--
		return r.madeUp, false, nil
	}
	id, err = keep()
	return id, false, err
}

// leftBehind reports whether an error leaves a record behind, and why.
func leftBehind(err error) (left bool, why string) {
	var said errLeft
	if errors.As(err, &said) {
		return true, said.why
	}
	var f *fault.Fault
	if err == nil || !errors.As(err, &f) {
		return false, ""
	}
	switch f.Kind {
	case fault.Invalid, fault.Conflict, fault.NotFound, fault.Forbidden:
		why := "it stays behind: " + f.Message
		for field, sentence := range f.Params {
			why += " " + field + ": " + sentence
		}
		return true, why
	}
	return false, ""
}
