package synchronizations

import (
	"context"
	"fmt"

	"github.com/clubhuis/clubhuis/core/assignment"
	"github.com/clubhuis/clubhuis/core/change"
	"github.com/clubhuis/clubhuis/core/ledger"
	"github.com/clubhuis/clubhuis/core/submission"
	"github.com/clubhuis/clubhuis/core/work"
)

// groups are the teams, or the committees, of a run: as they should be, and what is remembered of them.
type groups struct {
	kind     work.Kind
	memory   ledger.Kind
	order    []string // the site's ids
	wanted   map[string]submission.Change
	entries  map[string]*ledger.Entry
	complete bool
	// key is the field of the application's record that holds the site's id.
	key string
}

func (g *groups) want(id string, sent submission.Change) {
	if _, twice := g.wanted[id]; !twice {
		g.order = append(g.order, id)
	}
	g.wanted[id] = sent
}

// number is the application's number of a group, 0 for none.
func (g *groups) number(id string) int64 {
	if e := g.entries[id]; e != nil {
		return e.Number()
	}
	return 0
}

func (g *groups) numberOf(group assignment.Group) int64 { return g.number(group.Key) }

// planGroups is what makes the application's groups like the site's.
func (x *execution) planGroups(g *groups) change.Plan {
	var wanted []change.Wanted
	for _, id := range g.order {
		wanted = append(wanted, change.Wanted{Key: id, Hash: g.wanted[id].Hash()})
	}
	var list []change.Tracked
	for _, e := range g.entries {
		list = append(list, tracked(e, false, false))
	}
	return change.Diff(wanted, list, x.options.Force, g.complete)
}

// submitGroups makes and changes groups. Those that vanished are removed by removeGroups, after the work in them has ended.
func (st *step) submitGroups(ctx context.Context, g *groups) error {
	plan := st.planGroups(g)
	removals := len(plan.Removals())
	plan.Actions = plan.Actions[:len(plan.Actions)-removals]
	var standing []submission.Record
	asked := false
	return st.apply(ctx, application, plan, noPause, func(ctx context.Context, a change.Action) error {
		e := g.entries[a.Key]
		if e == nil {
			e = &ledger.Entry{Kind: g.memory, Key: a.Key}
		}
		if e.Remote == "" && !asked {
			var err error
			if standing, err = st.Groups.List(ctx, g.kind); err != nil {
				return err
			}
			asked = true
		}
		if err := st.sendGroup(ctx, g, e, standing); err != nil {
			return err
		}
		g.entries[a.Key] = e
		return nil
	})
}

// sendGroup brings one group into the application. One that stands there under the site's id was made by an earlier run; one
// of the same name without it was made by hand, and is used as it is.
func (x *execution) sendGroup(ctx context.Context, g *groups, e *ledger.Entry, standing []submission.Record) error {
	sent := g.wanted[e.Key]
	s, err := state[groupState](e)
	if err != nil {
		return err
	}
	if e.Remote == "" {
		adopt(e, &s, g, standing)
	}
	var written submission.Record
	switch id := e.Number(); {
	case id != 0 && !s.Made:
		written.ID = id
	case id != 0:
		if written, err = x.Groups.Change(ctx, g.kind, id, sent); absent(err) {
			written, err = x.Groups.Create(ctx, g.kind, sent)
		}
	default:
		s.Made = true
		written, err = x.Groups.Create(ctx, g.kind, sent)
	}
	if err != nil {
		return err
	}
	e.SetNumber(written.ID)
	e.Synced = sent.Hash()
	s.Name = sent.Title
	setState(e, s)
	return x.remember(ctx, *e)
}

func adopt(e *ledger.Entry, s *groupState, g *groups, standing []submission.Record) {
	for _, record := range standing {
		if record.Text(g.key) == e.Key {
			e.SetNumber(record.ID)
			s.Made = true
			return
		}
	}
	for _, record := range standing {
		if record.Text(g.key) == "" && sameName(record.Title, g.wanted[e.Key].Title) {
			e.SetNumber(record.ID)
			return
		}
	}
}

// removeGroups takes away the groups that vanished from the site and that the synchronization made; of others it only forgets
// that the site had them.
func (st *step) removeGroups(ctx context.Context, g *groups) error {
	plan := change.Plan{}
	all := st.planGroups(g)
	plan.Actions = all.Removals()
	return st.apply(ctx, application, plan, noPause, func(ctx context.Context, a change.Action) error {
		e := g.entries[a.Key]
		s, err := state[groupState](e)
		if err != nil {
			return err
		}
		if s.Made && e.Number() != 0 {
			if err := st.Groups.Remove(ctx, g.kind, e.Number()); err != nil && !absent(err) {
				return err
			}
		}
		if err := st.Stores.Ledger.Remove(ctx, g.memory, a.Key); err != nil {
			return &stop{fmt.Errorf("forget a group: %w", err)}
		}
		delete(g.entries, a.Key)
		return nil
	})
}
