package synchronizations

import (
	"context"
	"fmt"

	"github.com/clubhuis/clubhuis/core/change"
	"github.com/clubhuis/clubhuis/core/ledger"
	"github.com/clubhuis/clubhuis/core/mailing"
)

// listPlan is what makes one e-mail list like the club.
type listPlan struct {
	number  int    // from 1
	list    string // id at the provider
	wanted  map[string]mailing.Entry
	entries map[string]*ledger.Entry
	plan    change.Plan
}

// planLists compares the lists with what was prepared.
func (st *step) planLists(ctx context.Context, prepared mailing.Prepared, complete bool) ([]listPlan, error) {
	if st.Lists == nil {
		return nil, nil
	}
	var plans []listPlan
	for i, list := range st.Settings.Lists {
		l := listPlan{number: i + 1, list: list, wanted: map[string]mailing.Entry{}}
		var err error
		if l.entries, err = st.entries(ctx, ledger.List(l.number)); err != nil {
			return nil, err
		}
		var wanted []change.Wanted
		for _, entry := range prepared.Lists[i] {
			l.wanted[entry.Key()] = entry
			wanted = append(wanted, change.Wanted{Key: entry.Key(), Hash: entry.Hash()})
		}
		var there []change.Tracked
		for _, e := range l.entries {
			there = append(there, tracked(e, false, false))
		}
		l.plan = change.Diff(wanted, there, st.options.Force, complete)
		st.counts().Total += len(wanted)
		plans = append(plans, l)
	}
	return plans, nil
}

// submitLists sends what changed to the e-mail lists, and takes off who has left (contract §4, people pipeline step 3).
func (st *step) submitLists(ctx context.Context, lists []listPlan) error {
	for i := range lists {
		l := &lists[i]
		var names []string
		if len(l.plan.Actions) > 0 && !st.options.DryRun {
			var err error
			if names, err = st.Lists.Fields(ctx, l.list); err != nil {
				st.fail(ctx, l.list, mailLists, err)
				continue
			}
		}
		err := st.apply(ctx, mailLists, l.plan, listPause, func(ctx context.Context, a change.Action) error {
			return st.sendAddress(ctx, l, a, names)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (x *execution) sendAddress(ctx context.Context, l *listPlan, a change.Action, names []string) error {
	e := l.entries[a.Key]
	if e == nil {
		e = &ledger.Entry{Kind: ledger.List(l.number), Key: a.Key}
	}
	if a.Kind == change.Delete {
		if e.Remote != "" {
			if err := x.Lists.Remove(ctx, l.list, e.Remote); err != nil {
				return err
			}
		}
		if err := x.Stores.Ledger.Remove(ctx, e.Kind, e.Key); err != nil {
			return &stop{fmt.Errorf("forget an address: %w", err)}
		}
		return nil
	}
	entry := l.wanted[a.Key]
	written, err := x.Lists.Put(ctx, l.list, entry.Only(names))
	if err != nil {
		return err
	}
	e.Remote, e.Synced = written.ID, entry.Hash()
	return x.remember(ctx, *e)
}
