// Package lists owns the e-mail lists at the provider: who is put on them, and who comes off (contract §2.2).
//
// Who belongs on which list is a rule of core/sync/mailing.
package lists

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/ports"
)

// maxLists is how many lists a club can have.
const maxLists = 4

// callPause is between any two calls.
var callPause = engine.Wait{Least: 2 * time.Second, Most: 2 * time.Second}

// Lists are the e-mail lists of a run.
type Lists struct {
	*engine.Runner
	Provider ports.MailLists // nil: the club has none
	IDs      []string        // of the lists at the provider, by number from 1

	entries [maxLists + 1]remembered // by number
}

// remembered is what is remembered of addresses.
type remembered = map[string]*ledger.Entry

// List is what makes one e-mail list like the club.
type List struct {
	Number  int // from 1, in the settings
	Plan    diff.Plan
	Wanted  int // how many addresses belong on it
	Tracked int // how many are remembered

	id      string // at the provider
	wanted  map[string]mailing.Entry
	entries remembered
	// forget are addresses that are remembered under the number and stay on the list under another one.
	forget []string
}

// state is what the ledger knows of an address besides.
type state struct {
	List string `json:"list"` // the id of the list at the provider: the settings may name another one now
}

// Recall reads what is remembered of the lists.
func (l *Lists) Recall(ctx context.Context) (err error) {
	for n := 1; n <= maxLists && err == nil; n++ {
		l.entries[n], err = l.Entries(ctx, ledger.List(n))
	}
	return err
}

// Plan compares the lists with what was prepared. Addresses on lists that are not those of the settings any more come off them
// first. complete says that everybody is prepared.
func (l *Lists) Plan(prepared mailing.Prepared, complete bool) ([]List, error) {
	if l.Provider == nil {
		return nil, nil
	}
	wanted := l.wanted(prepared)
	var before, plans []List
	for n := 1; n <= maxLists; n++ {
		id, entries := "", l.entries[n]
		if n <= len(l.IDs) {
			id = l.IDs[n-1]
		}
		here, elsewhere, err := split(entries, id)
		if err != nil {
			return nil, err
		}
		for _, old := range slices.Sorted(maps.Keys(elsewhere)) {
			before = append(before, removeFromOldList(n, old, elsewhere[old], wanted[old], complete))
		}
		if id == "" {
			continue
		}
		list := List{Number: n, Wanted: len(prepared.Lists[n-1]), Tracked: len(here), id: id, entries: here}
		list.wanted = make(map[string]mailing.Entry, list.Wanted)
		var tracked []diff.Tracked
		for _, e := range here {
			tracked = append(tracked, engine.Tracked(e))
		}
		var told []diff.Wanted
		for _, entry := range prepared.Lists[n-1] {
			list.wanted[entry.Key()] = entry
			if here[entry.Key()] != nil || entries[entry.Key()] == nil || complete { // or it waits until it came off the list before
				told = append(told, diff.Wanted{Key: entry.Key(), Hash: entry.Hash()})
			}
		}
		list.Plan = diff.Compare(told, tracked, l.Force, complete)
		plans = append(plans, list)
	}
	return append(before, plans...), nil
}

// wanted are the addresses that are wanted, by the id of the list.
func (l *Lists) wanted(prepared mailing.Prepared) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for i, id := range l.IDs {
		if all[id] == nil {
			all[id] = map[string]bool{}
		}
		for _, entry := range prepared.Lists[i] {
			all[id][entry.Key()] = true
		}
	}
	return all
}

// split are the entries of addresses on the list, "" for none, and of those on others, by the others' ids.
func split(entries remembered, id string) (here remembered, elsewhere map[string]remembered, err error) {
	here, elsewhere = remembered{}, map[string]remembered{}
	for key, e := range entries {
		s, err := ledger.State[state](e)
		if err != nil {
			return nil, nil, err
		}
		if s.List == id || s.List == "" && id != "" {
			here[key] = e
			continue
		}
		if elsewhere[s.List] == nil {
			elsewhere[s.List] = remembered{}
		}
		elsewhere[s.List][key] = e
	}
	return here, elsewhere, nil
}

// removeFromOldList takes addresses off a list that the settings do not name under the number any more, but for those that are
// wanted on it under another one.
func removeFromOldList(number int, id string, entries remembered, wanted map[string]bool, complete bool) List {
	l := List{Number: number, Tracked: len(entries), id: id, entries: entries}
	if !complete {
		return l
	}
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		if wanted[key] {
			l.forget = append(l.forget, key)
			continue
		}
		l.Plan.Actions = append(l.Plan.Actions, diff.Action{Kind: diff.Delete, Key: key, Reason: diff.Vanished})
	}
	return l
}

// Submit sends what changed to the lists, and takes off who has left (contract §4, people pipeline step 3).
func (l *Lists) Submit(ctx context.Context, step *engine.Step, plans []List) error {
	called := false
	wait := func() error {
		if !called {
			called = true
			return nil
		}
		return l.Pause(ctx, callPause.Least, callPause.Most)
	}
	for i := range plans {
		if err := l.submit(ctx, step, &plans[i], wait); err != nil {
			return err
		}
	}
	return nil
}

func (l *Lists) submit(ctx context.Context, step *engine.Step, list *List, wait func() error) error {
	var fields []string
	if len(list.Plan.Actions) > len(list.Plan.Removals()) && !l.DryRun {
		err := wait()
		if err != nil {
			return err
		}
		if fields, err = l.Provider.Fields(ctx, list.id); err != nil {
			step.Fail(ctx, list.id, run.MailLists, err)
			return nil
		}
	}
	if len(list.forget) > 0 && !l.DryRun {
		if err := l.Forget(ctx, "an address", ledger.List(list.Number), list.forget...); err != nil {
			return err
		}
	}
	return step.Apply(ctx, run.MailLists, list.Plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		if err := wait(); err != nil {
			return err
		}
		if a.Kind == diff.Delete {
			return l.takeOff(ctx, list, list.entries[a.Key])
		}
		return l.putOn(ctx, list, a.Key, fields)
	})
}

func (l *Lists) takeOff(ctx context.Context, list *List, e *ledger.Entry) error {
	id := e.Remote
	if id == "" && list.id != "" { // a run died before it could note the number
		var err error
		if id, err = l.subscriber(ctx, list.id, e.Key); err != nil {
			return err
		}
	}
	if id != "" && list.id != "" {
		if err := l.Provider.Remove(ctx, list.id, id); err != nil {
			return err
		}
	}
	return l.Forget(ctx, "an address", ledger.List(list.Number), e.Key)
}

// subscriber is the number of an address on a list, "" when it is not there.
func (l *Lists) subscriber(ctx context.Context, list, key string) (string, error) {
	all, err := l.Provider.Subscribers(ctx, list)
	for _, s := range all {
		if (mailing.Entry{Email: s.Email}).Key() == key {
			return s.ID, err
		}
	}
	return "", err
}

// putOn puts an address on the list. One that could not be taken off the list before waits: what is remembered of it is needed
// still.
func (l *Lists) putOn(ctx context.Context, list *List, key string, fields []string) error {
	e := list.entries[key]
	if e == nil {
		other, err := l.Entry(ctx, ledger.List(list.Number), key)
		if err != nil {
			return err
		}
		if other.Remote != "" {
			return engine.ErrSkipped
		}
		e = &other
	}
	e.SetState(state{List: list.id})
	if e.Remote == "" { // should this run die after it was put on, the next one knows that it may be there
		if err := l.Remember(ctx, *e); err != nil {
			return err
		}
	}
	entry := list.wanted[key]
	written, err := l.Provider.Put(ctx, list.id, entry.Only(fields))
	if err != nil {
		return err
	}
	e.Remote, e.Synced = written.ID, entry.Hash()
	return l.Remember(ctx, *e)
}
