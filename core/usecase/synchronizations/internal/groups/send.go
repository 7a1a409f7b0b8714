package groups

import (
	"context"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// State is what the ledger knows of a team or committee besides.
type State struct {
	// Made says that the synchronization made it; only what it made does it change and remove.
	Made bool `json:"made,omitempty"`
	// Found says that it stood in the application under the site's id when nothing was remembered of it.
	Found bool   `json:"found,omitempty"`
	Name  string `json:"name,omitempty"`
}

// Submit makes and changes groups. Those that vanished are removed by Remove, after the work in them has ended.
func (g *Groups) Submit(ctx context.Context, step *engine.Step) error {
	plan := g.Plan()
	plan.Actions = plan.Actions[:len(plan.Actions)-len(plan.Removals())]
	return step.Apply(ctx, run.Application, plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		e := g.entries[a.Key]
		if e == nil {
			e = &ledger.Entry{Kind: g.Memory, Key: a.Key}
		}
		if err := g.Ask(ctx); err != nil {
			return err
		}
		if e.Number() != 0 {
			there, err := g.stands(e)
			if err != nil && made(e) {
				return err
			}
			if err == nil && !there {
				e.Remote = ""
			}
		}
		err := g.send(ctx, e)
		if e.Remote != "" {
			g.entries[a.Key] = e
		}
		return err
	})
}

// send brings one group into the application. A group that stands there under the site's id was made by an earlier run. One of
// the same name without an id was made by hand: it is used as it is, and nothing is sent.
func (g *Groups) send(ctx context.Context, e *ledger.Entry) error {
	sent := g.payloads[e.Key]
	s, err := ledger.State[State](e)
	if err != nil {
		return err
	}
	if e.Remote == "" {
		if err := g.adopt(e, &s); err != nil {
			return err
		}
	}
	var written payload.Group
	switch id := e.Number(); {
	case id != 0 && !s.Made:
		written.ID = id
	case id != 0:
		if written, err = g.App.Change(ctx, id, sent); engine.Absent(err) {
			written, err = g.App.Create(ctx, sent)
		}
	default:
		s.Made = true
		written, err = g.App.Create(ctx, sent)
	}
	if err == nil && s.Made {
		err = engine.RequireAdministered(written.Administered, written.ID, func() error {
			return g.App.Remove(ctx, g.Application, written.ID)
		})
	}
	if err != nil {
		return err
	}
	e.SetNumber(written.ID)
	e.Synced = sent.Hash()
	s.Name = sent.Title
	e.SetState(s)
	if err := g.Remember(ctx, *e); err != nil || s.Made {
		return err
	}
	return engine.ErrSkipped
}

// adopt takes an administered group of the application for the one of an entry. It fails when it could be a group that cannot be
// read.
func (g *Groups) adopt(e *ledger.Entry, s *State) error {
	s.Made = false
	for _, record := range g.standing {
		if record.SiteID() == e.Key {
			e.SetNumber(record.ID)
			s.Made, s.Found = true, true
			return nil
		}
	}
	for _, record := range g.standing {
		if record.SiteID() == "" && fold.Same(record.Title, g.payloads[e.Key].Title) {
			e.SetNumber(record.ID)
			return nil
		}
	}
	for _, other := range g.unreadable {
		if !other.Stranger() {
			return texts.ErrUnsure.Because(other.Cause)
		}
	}
	return nil
}

// Remove removes the groups that vanished from the site and that the synchronization made. Of others it only forgets that the
// site had them.
func (g *Groups) Remove(ctx context.Context, step *engine.Step) error {
	all := g.Plan()
	plan := diff.Plan{Actions: all.Removals()}
	return step.Apply(ctx, run.Application, plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		e := g.entries[a.Key]
		s, err := ledger.State[State](e)
		if err != nil {
			return err
		}
		if s.Made && e.Number() != 0 {
			if err := g.remove(ctx, e); err != nil {
				return err
			}
		}
		if err := g.Forget(ctx, "a group", g.Memory, a.Key); err != nil {
			return err
		}
		delete(g.entries, a.Key)
		if !s.Made {
			return engine.ErrSkipped // nothing was taken away
		}
		return nil
	})
}

// remove removes the group of an entry, unless its number is another group's now.
func (g *Groups) remove(ctx context.Context, e *ledger.Entry) error {
	if err := g.Ask(ctx); err != nil {
		return err
	}
	there, err := g.stands(e)
	if err != nil || !there {
		return err
	}
	if err := g.App.Remove(ctx, g.Application, e.Number()); err != nil && !engine.Absent(err) {
		return err
	}
	return nil
}

func sortedKeys[T any](values map[string]T) []string { return slices.Sorted(maps.Keys(values)) }
