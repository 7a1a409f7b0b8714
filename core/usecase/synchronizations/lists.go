package synchronizations

import (
	"context"
	"fmt"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
)

// mostLists is how many lists a club can have (contract §2.2).
const mostLists = 4

// listPlan is what makes one e-mail list like the club.
type listPlan struct {
	number  int    // from 1, in the settings
	list    string // id at the provider
	wanted  map[string]mailing.Entry
	entries map[string]*ledger.Entry
	plan    diff.Plan
	// forget are addresses that are remembered under the number and stay on the list under another one.
	forget []string
}

// listState is what the ledger knows of an address besides.
type listState struct {
	List string `json:"list"` // the id of the list at the provider: the settings may name another one now
}

// planLists compares the lists with what was prepared. Addresses on lists that are not those of the settings any more come off
// them first.
func (st *step) planLists(c *club, prepared mailing.Prepared) ([]listPlan, error) {
	if st.Lists == nil {
		return nil, nil
	}
	stay := map[string]map[string]bool{} // the addresses that are wanted, by the id of the list
	for i, list := range st.Settings.Lists {
		if stay[list] == nil {
			stay[list] = map[string]bool{}
		}
		for _, entry := range prepared.Lists[i] {
			stay[list][entry.Key()] = true
		}
	}
	var before, plans []listPlan
	for n := 1; n <= mostLists; n++ {
		list, entries := "", c.lists[n]
		if n <= len(st.Settings.Lists) {
			list = st.Settings.Lists[n-1]
		}
		here, elsewhere, err := onLists(entries, list)
		if err != nil {
			return nil, err
		}
		for _, old := range sorted(elsewhere) {
			before = append(before, comeOff(n, old, elsewhere[old], stay[old], c.complete))
		}
		if list == "" {
			continue
		}
		l := listPlan{number: n, list: list, wanted: map[string]mailing.Entry{}, entries: here}
		var there []diff.Tracked
		for _, e := range here {
			there = append(there, tracked(e, false, false))
		}
		var told []diff.Wanted
		for _, entry := range prepared.Lists[n-1] {
			l.wanted[entry.Key()] = entry
			if here[entry.Key()] != nil || entries[entry.Key()] == nil || c.complete { // or it waits until it came off the list before
				told = append(told, diff.Wanted{Key: entry.Key(), Hash: entry.Hash()})
			}
		}
		l.plan = diff.Compare(told, there, st.options.Force, c.complete)
		st.counts().Total += len(prepared.Lists[n-1])
		plans = append(plans, l)
	}
	return append(before, plans...), nil
}

// onLists are the entries of addresses on the list, "" for none, and of those on others, by the others' ids.
func onLists(entries map[string]*ledger.Entry, list string) (here map[string]*ledger.Entry, elsewhere map[string]map[string]*ledger.Entry, err error) {
	here, elsewhere = map[string]*ledger.Entry{}, map[string]map[string]*ledger.Entry{}
	for key, e := range entries {
		s, err := state[listState](e)
		if err != nil {
			return nil, nil, err
		}
		if s.List == list || s.List == "" && list != "" {
			here[key] = e
			continue
		}
		if elsewhere[s.List] == nil {
			elsewhere[s.List] = map[string]*ledger.Entry{}
		}
		elsewhere[s.List][key] = e
	}
	return here, elsewhere, nil
}

// comeOff takes addresses off a list that the settings do not name under the number any more, but for those that are wanted on it
// under another one.
func comeOff(number int, list string, entries map[string]*ledger.Entry, stay map[string]bool, complete bool) listPlan {
	l := listPlan{number: number, list: list, entries: entries}
	if !complete {
		return l
	}
	for _, key := range sorted(entries) {
		if stay[key] {
			l.forget = append(l.forget, key)
			continue
		}
		l.plan.Actions = append(l.plan.Actions, diff.Action{Kind: diff.Delete, Key: key, Reason: diff.Vanished})
	}
	return l
}

// submitLists sends what changed to the e-mail lists, and takes off who has left (contract §4, people pipeline step 3).
func (st *step) submitLists(ctx context.Context, lists []listPlan) error {
	called := false
	wait := func() error {
		if !called {
			called = true
			return nil
		}
		return st.Pause(ctx, listPause.least, listPause.most)
	}
	for i := range lists {
		l := &lists[i]
		var names []string
		if len(l.plan.Actions) > len(l.plan.Removals()) && !st.options.DryRun {
			err := wait()
			if err != nil {
				return err
			}
			if names, err = st.Lists.Fields(ctx, l.list); err != nil {
				st.fail(ctx, l.list, mailLists, err)
				continue
			}
		}
		if len(l.forget) > 0 && !st.options.DryRun {
			if err := st.forgetAddresses(ctx, l.number, l.forget...); err != nil {
				return err
			}
		}
		err := st.apply(ctx, mailLists, l.plan, noPause, func(ctx context.Context, a diff.Action) error {
			if err := wait(); err != nil {
				return err
			}
			if a.Kind == diff.Delete {
				return st.takeOff(ctx, l, l.entries[a.Key])
			}
			return st.putOn(ctx, l, a.Key, names)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (x *execution) takeOff(ctx context.Context, l *listPlan, e *ledger.Entry) error {
	id := e.Remote
	if id == "" && l.list != "" { // a run died before it could note the number
		var err error
		if id, err = x.subscriber(ctx, l.list, e.Key); err != nil {
			return err
		}
	}
	if id != "" && l.list != "" {
		if err := x.Lists.Remove(ctx, l.list, id); err != nil {
			return err
		}
	}
	return x.forgetAddresses(ctx, l.number, e.Key)
}

// subscriber is the number of an address on a list, "" when it is not there.
func (x *execution) subscriber(ctx context.Context, list, key string) (string, error) {
	all, err := x.Lists.Subscribers(ctx, list)
	for _, s := range all {
		if (mailing.Entry{Email: s.Email}).Key() == key {
			return s.ID, err
		}
	}
	return "", err
}

func (x *execution) forgetAddresses(ctx context.Context, number int, keys ...string) error {
	if err := x.Stores.Ledger.Remove(ctx, ledger.List(number), keys...); err != nil {
		return &stop{fmt.Errorf("forget an address: %w", err)}
	}
	return nil
}

// putOn puts an address on the list. One that could not be taken off the list before waits: what is remembered of it is needed
// still.
func (x *execution) putOn(ctx context.Context, l *listPlan, key string, names []string) error {
	e := l.entries[key]
	if e == nil {
		other, err := x.entry(ctx, ledger.List(l.number), key)
		if err != nil {
			return err
		}
		if other.Remote != "" {
			return errSkipped
		}
		e = &other
	}
	setState(e, listState{List: l.list})
	if e.Remote == "" { // should this run die after it was put on, the next one knows that it may be there
		if err := x.remember(ctx, *e); err != nil {
			return err
		}
	}
	entry := l.wanted[key]
	written, err := x.Lists.Put(ctx, l.list, entry.Only(names))
	if err != nil {
		return err
	}
	e.Remote, e.Synced = written.ID, entry.Hash()
	return x.remember(ctx, *e)
}
