// Package lists owns the e-mail lists at the provider: who is put on them, and who comes off (contract §2.2).
//
// Who belongs on which list is a rule of core/sync/mailing.
package lists

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
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

	entries [maxLists + 1]map[string]*ledger.Entry // what is remembered, by number
	there   map[string][]mailing.Subscriber        // who is on the lists, by list, once it was asked
	gone    map[string]bool                        // lists that the settings do not name, and that the provider has no more
	called  bool                                   // the provider was asked something in this run
}

// Recall reads what is remembered of the lists.
func (l *Lists) Recall(ctx context.Context) (err error) {
	for n := 1; n <= maxLists && err == nil; n++ {
		l.entries[n], err = l.Entries(ctx, ledger.List(n))
	}
	return err
}

// Plan compares the lists with what was prepared. complete says that everybody is.
func (l *Lists) Plan(prepared mailing.Prepared, complete bool) ([]mailing.ListPlan, error) {
	if l.Provider == nil {
		return nil, nil
	}
	all := mailing.Lists{IDs: l.IDs, Prepared: prepared, Force: l.Force, Complete: complete}
	for n := 1; n <= maxLists; n++ {
		known := make(map[string]mailing.Known, len(l.entries[n]))
		for key, e := range l.entries[n] {
			s, err := ledger.State[mailing.State](e)
			if err != nil {
				return nil, err
			}
			known[key] = mailing.Known{List: s.List, Synced: e.Synced, There: e.Remote != ""}
		}
		all.Known = append(all.Known, known)
	}
	return all.Plan(), nil
}

// Submit sends what changed to the lists, and takes off who has left (contract §4, people pipeline step 3).
func (l *Lists) Submit(ctx context.Context, step *engine.Step, plans []mailing.ListPlan) error {
	wait := func() error { return l.wait(ctx) }
	for i := range plans {
		if err := l.submit(ctx, step, &plans[i], wait); err != nil {
			return err
		}
	}
	return nil
}

// wait waits before every call but the first.
func (l *Lists) wait(ctx context.Context) error {
	if !l.called {
		l.called = true
		return nil
	}
	return l.Pause(ctx, callPause.Least, callPause.Most)
}

// Gone reports whether a list that the settings do not name any more is gone at the provider, too: nobody can be taken off it, so
// that its addresses are only forgotten. When the provider does not tell, the list is there.
func (l *Lists) Gone(ctx context.Context, list *mailing.ListPlan) (bool, error) {
	if list.List == "" || slices.Contains(l.IDs, list.List) || len(list.Plan.Removals()) == 0 || l.gone[list.List] {
		return l.gone[list.List], nil
	}
	_, err := l.subscribers(ctx, list.List, func() error { return l.wait(ctx) })
	switch {
	case errors.Is(err, mailing.ErrNoList):
		if l.gone == nil {
			l.gone = map[string]bool{}
		}
		l.gone[list.List] = true
		return true, nil
	case engine.Stops(ctx, err):
		return false, err
	}
	return false, nil
}

func (l *Lists) submit(ctx context.Context, step *engine.Step, list *mailing.ListPlan, wait func() error) error {
	var fields []string
	if len(list.Plan.Actions) > len(list.Plan.Removals()) && !l.DryRun {
		err := wait()
		if err != nil {
			return err
		}
		if fields, err = l.Provider.Fields(ctx, list.List); err != nil {
			step.Fail(ctx, list.List, run.MailLists, err)
			return nil
		}
	}
	if len(list.Forget) > 0 && !l.DryRun {
		if err := l.Forget(ctx, "an address", ledger.List(list.Number), list.Forget...); err != nil {
			return err
		}
	}
	if l.gone[list.List] && !l.DryRun {
		step.Note(texts.ListGone, list.List)
	}
	return step.Apply(ctx, run.MailLists, list.Plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		if l.gone[list.List] {
			return l.Forget(ctx, "an address", ledger.List(list.Number), a.Key)
		}
		if err := wait(); err != nil {
			return err
		}
		if a.Kind == diff.Delete {
			return l.takeOff(ctx, list, l.entries[list.Number][a.Key], wait)
		}
		return l.putOn(ctx, list, a.Key, fields)
	})
}

// takeOff takes an address off a list. One that says no stays there and is only forgotten, so that it still says no when it comes
// back. One that was put on the list is taken off also when the provider does not name it: its list may have been cut short, and
// whoever is forgotten there would get mail for good.
func (l *Lists) takeOff(ctx context.Context, list *mailing.ListPlan, e *ledger.Entry, wait func() error) error {
	if list.List != "" {
		s, found, err := l.subscriber(ctx, list.List, e, wait)
		if err != nil {
			return err
		}
		id := e.Remote
		if found {
			id = s.ID
		}
		if id != "" && !s.SaysNo() {
			if err := l.Provider.Remove(ctx, list.List, id); err != nil {
				return err
			}
		}
	}
	return l.Forget(ctx, "an address", ledger.List(list.Number), e.Key)
}

// subscriber finds an address on a list: by its number, or when nobody has it, by the address. A run may have died before
// it could note the number, and who was removed at the provider and put on again has got another one.
func (l *Lists) subscriber(
	ctx context.Context, list string, e *ledger.Entry, wait func() error,
) (s mailing.Subscriber, found bool, err error) {
	asked := l.there[list] != nil
	all, err := l.subscribers(ctx, list, func() error { return nil }) // the action has waited
	if err == nil && !asked {
		err = wait()
	}
	if err != nil {
		return s, false, err
	}
	at := slices.IndexFunc(all, func(s mailing.Subscriber) bool { return s.ID == e.Remote })
	if at < 0 {
		at = slices.IndexFunc(all, func(s mailing.Subscriber) bool { return mailing.Entry{Email: s.Email}.Key() == e.Key })
	}
	if at < 0 {
		return s, false, nil
	}
	return all[at], true, nil
}

// subscribers are everybody on a list; it is asked once.
func (l *Lists) subscribers(ctx context.Context, list string, wait func() error) ([]mailing.Subscriber, error) {
	if l.there[list] != nil {
		return l.there[list], nil
	}
	if err := wait(); err != nil {
		return nil, err
	}
	all, err := l.Provider.Subscribers(ctx, list)
	if err != nil {
		return nil, err
	}
	if l.there == nil {
		l.there = map[string][]mailing.Subscriber{}
	}
	l.there[list] = append([]mailing.Subscriber{}, all...)
	return l.there[list], nil
}

// putOn puts an address on the list. One that could not be taken off the list before waits: what is remembered of it is needed
// still.
func (l *Lists) putOn(ctx context.Context, list *mailing.ListPlan, key string, fields []string) error {
	e := l.entries[list.Number][key]
	if _, here := list.Known[key]; !here {
		other, err := l.Entry(ctx, ledger.List(list.Number), key)
		if err != nil {
			return err
		}
		if other.Remote != "" {
			return engine.ErrSkipped
		}
		e = &other
	}
	e.SetState(mailing.State{List: list.List})
	if e.Remote == "" { // should this run die after it was put on, the next one knows that it may be there
		if err := l.Remember(ctx, *e); err != nil {
			return err
		}
	}
	entry := list.Wanted[key]
	written, err := l.Provider.Put(ctx, list.List, entry.Only(fields))
	if err != nil {
		return err
	}
	e.Remote, e.Synced = written.ID, entry.Hash()
	return l.Remember(ctx, *e)
}
