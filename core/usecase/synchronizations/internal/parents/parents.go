// Package parents owns the parents in the application: it makes and changes them, ties them to their children, and lets go of
// those without a child in the club.
//
// Who is whose parent is a rule of core/sync/parents. Of members it knows what it is told (Members).
package parents

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/parents"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/ports"
)

// Parents are the parents of a run.
type Parents struct {
	*engine.Runner
	App     ports.ApplicationPeople
	Members Members
	Phone   func(string) string // writes a telephone number in one form

	Rows []federation.Member
	// Entries are what is remembered, by address.
	Entries map[string]*ledger.Entry
	// Complete says that Rows is everybody, read just now; without it nobody is removed.
	Complete bool
}

// Members knows the members of the run.
type Members interface {
	// Number is the application's number of a member, 0 for none.
	Number(code string) int64
	// BeforeWrite is told of the record of a member that is about to change; code is "" when it is nobody's.
	BeforeWrite(ctx context.Context, code string, record payload.Person) error
	// StillThere reports whether the person under a member's number is that member, and detaches the member when not.
	StillThere(ctx context.Context, code string) (bool, error)
	// Detach is told of a member who is a stranger in the application.
	Detach(ctx context.Context, code string) error
}

// Directory knows who stands in the application already.
type Directory interface {
	Member(ctx context.Context, code string) (int64, error)
	Parent(ctx context.Context, email, name string) (int64, error)
}

// Recall reads what is remembered of the parents.
func (p *Parents) Recall(ctx context.Context) (err error) {
	p.Entries, err = p.Runner.Entries(ctx, ledger.Parent)
	return err
}

// match puts the parents of the club together with what is remembered of them.
func (p *Parents) match() *parents.Households {
	known := make(map[string]parents.Known, len(p.Entries))
	for key, e := range p.Entries {
		s, err := ledger.State[parents.State](e)
		if err != nil { // said when the parent is sent or let go
			s = parents.State{Shared: true}
		}
		known[key] = parents.Known{Person: e.Number(), Synced: e.Synced, State: s}
	}
	return parents.Match(parents.Club{
		Rows: p.Rows, Number: p.Members.Number, Known: known, Today: civil.On(p.Now(), p.Zone),
		Phone: p.Phone, Hash: payload.ParentHash,
	})
}

// Plan is what makes the application's parents like the club's.
func (p *Parents) Plan() diff.Plan { return p.match().Plan(p.Force, p.Complete) }

// Submit sends the parents that changed, and removes those without children in the club. It uses the plan now if nothing has
// changed since; with nil it plans once more.
func (p *Parents) Submit(ctx context.Context, step *engine.Step, now *diff.Plan, directory Directory) error {
	if err := p.note(ctx); err != nil {
		return err
	}
	if now != nil {
		return step.Apply(ctx, run.Application, *now, engine.NoWait, nil)
	}
	err := p.Send(ctx, step, p.Plan(), directory)
	if err != nil || p.DryRun || !p.Complete {
		return err
	}
	for _, key := range p.match().Outdated() {
		if err := p.Forget(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// note notes of parents who did not change what they were told, where an older version did not: what the site says now. So the
// next change of theirs leaves alone what volunteers corrected meanwhile.
func (p *Parents) note(ctx context.Context) error {
	if p.DryRun || !slices.ContainsFunc(slices.Collect(maps.Values(p.Entries)), unnoted) {
		return nil
	}
	states := p.match().Unnoted()
	var entries []ledger.Entry
	for _, key := range slices.Sorted(maps.Keys(states)) {
		e := p.Entries[key]
		e.SetState(states[key])
		entries = append(entries, *e)
	}
	return p.Remember(ctx, entries...)
}

// unnoted reports whether the state of a parent who was sent does not say what they were told.
func unnoted(e *ledger.Entry) bool {
	s, err := ledger.State[parents.State](e)
	return err == nil && e.Number() != 0 && s.Reached == ""
}

// Forget drops what is remembered under an address.
func (p *Parents) Forget(ctx context.Context, key string) error {
	delete(p.Entries, key)
	return p.Runner.Forget(ctx, "a parent", ledger.Parent, key)
}

// Send sends the parents of the plan.
func (p *Parents) Send(ctx context.Context, step *engine.Step, plan diff.Plan, directory Directory) error {
	if len(plan.Actions) == 0 || p.DryRun {
		return step.Apply(ctx, run.Application, plan, engine.NoWait, nil)
	}
	types, err := p.App.RelationTypes(ctx)
	if err != nil {
		return err
	}
	child := types["child"]
	if child == 0 {
		return texts.ErrNoChildType
	}
	if err := p.rehouse(ctx); err != nil {
		return err
	}
	to := &sending{Parents: p, households: p.match(), directory: directory, child: child, hashes: map[int64]string{}}
	return step.Apply(ctx, run.Application, plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		if a.Kind == diff.Delete {
			if err := to.release(ctx, *p.Entries[a.Key]); err != nil {
				return err
			}
			to.households.Forget(a.Key)
			return p.Forget(ctx, a.Key)
		}
		return to.send(ctx, a.Key)
	})
}

// rehouse remembers whose addresses were swapped or handed on, all of it at once and before anybody is told: a run that dies
// leaves nobody remembered as somebody else.
func (p *Parents) rehouse(ctx context.Context) error {
	rehoused := p.match().Rehoused()
	var entries []ledger.Entry
	for _, key := range slices.Sorted(maps.Keys(rehoused)) {
		e := ledger.Entry{Kind: ledger.Parent, Key: key}
		if known := rehoused[key]; known.Person != 0 {
			e.SetNumber(known.Person)
			e.SetState(known.State)
		}
		entries = append(entries, e)
	}
	if len(entries) == 0 {
		return nil
	}
	if err := p.Remember(ctx, entries...); err != nil {
		return err
	}
	for i := range entries {
		p.Entries[entries[i].Key] = &entries[i]
	}
	return nil
}

// sending is parents on their way into the application.
type sending struct {
	*Parents
	households *parents.Households
	directory  Directory
	child      int64            // the application's type of relationship "child"
	hashes     map[int64]string // of what was sent in this run, by person
}

// send brings one parent into the application. It uses somebody who is there under the same address, but never one of the own
// children. It sends all that is told about one person at once.
func (to *sending) send(ctx context.Context, key string) error {
	f, _ := to.households.At(key)
	if len(f.Numbers) == 0 {
		return texts.ErrNoChildYet
	}
	old := ledger.Entry{Kind: ledger.Parent, Key: key}
	if e := to.Entries[key]; e != nil {
		old = *e
	}
	s, err := ledger.State[parents.State](&old)
	if err != nil {
		return err
	}
	before, id := old.Number(), to.households.Person(key)
	if hash, sent := to.hashes[id]; sent && hash == to.households.Hash(key, id) { // with the person's other address
		switch before {
		case id:
			return engine.ErrSkipped
		case 0:
			return to.sent(ctx, key, id, to.households.StateOf(id))
		}
	}
	current, err := to.find(ctx, key, f)
	if err != nil {
		return err
	}
	if current == nil {
		id, s, err = to.create(ctx, key)
	} else {
		id, s, err = to.update(ctx, key, s, current)
	}
	if err != nil {
		return err
	}
	if before != 0 && before != id { // the parent has become a member: the record from before is over
		if err := to.release(ctx, old); err != nil && !errors.Is(err, engine.ErrSkipped) {
			return err
		}
	}
	return to.sent(ctx, key, id, s)
}

// create makes a parent. It first remembers that the parent is about to be made, so that the next run does not take them for
// somebody else's when this one dies.
func (to *sending) create(ctx context.Context, key string) (int64, parents.State, error) {
	f, _ := to.households.At(key)
	if err := to.childrenThere(ctx, f); err != nil {
		return 0, parents.State{}, err
	}
	begun := ledger.Entry{Kind: ledger.Parent, Key: key}
	begun.SetState(parents.State{Begun: true})
	if err := to.Remember(ctx, begun); err != nil {
		return 0, parents.State{}, err
	}
	to.households.Become(key, 0)
	tie := payload.Parenthood{Type: to.child, Children: f.Numbers}
	written, err := to.App.Create(ctx, payload.Parent(f.Parent, tie, nil))
	if err == nil {
		err = engine.RequireAdministered(written.Administered, written.ID, func() error {
			return to.App.Remove(ctx, written.ID, written.Revision)
		})
	}
	if err == nil {
		to.households.Become(key, written.ID)
	}
	return written.ID, parents.State{Reached: f.ReachedHash()}, err
}

// update tells somebody who is there what they are as a parent, at all their addresses.
func (to *sending) update(
	ctx context.Context, key string, s parents.State, current *payload.Person,
) (int64, parents.State, error) {
	f, _ := to.households.At(key)
	id, code, parent := current.ID, current.Membership.Code, current.Membership.Parent
	remembered := to.households.Remembered(id)
	switch {
	case len(remembered) > 0:
		s = to.households.StateOf(id)
	case s.Begun && parent:
		s = parents.State{}
	default:
		s = parents.State{Shared: true, ByHand: code == "" && (!parent || !sameName(current, f))}
	}
	to.households.Become(key, id)
	f = to.households.Together(key, id)
	if err := to.childrenThere(ctx, f); err != nil {
		return id, s, err
	}
	tie := payload.Parenthood{
		Type: to.child, Children: f.Numbers, Written: s.Children, ByHand: s.ByHand, First: len(remembered) == 0,
		KeepRows: s.Reached == f.ReachedHash() && !to.Force,
	}
	for _, other := range remembered {
		if at := parents.Address(other); !s.Shared && !to.households.IsAt(id, at) {
			tie.Gone = append(tie.Gone, at)
		}
	}
	if err := to.Members.BeforeWrite(ctx, code, *current); err != nil {
		return id, s, err
	}
	sent := payload.Parent(f.Parent, tie, current)
	_, err := to.App.Change(ctx, id, sent)
	s.Shared, s.Member, s.Other = s.Shared || code != "", code, s.ByHand && !sameName(current, f)
	switch {
	case sent.TellsRows():
		s.Reached = f.ReachedHash()
	case code != "" || s.Other:
		s.Reached = parents.Untold
	}
	return id, s, err
}

// childrenThere lets a parent wait when one of the children is gone from the application: it would refuse the relation. The next
// run makes the child, and ties the parent.
func (to *sending) childrenThere(ctx context.Context, f parents.Household) error {
	all := true
	for _, code := range f.Children {
		there, err := to.Members.StillThere(ctx, code)
		if err != nil {
			return err
		}
		all = all && there
	}
	if !all {
		return engine.ErrPostponed
	}
	return nil
}

// sent remembers what was sent about a person, under every address.
func (to *sending) sent(ctx context.Context, key string, id int64, s parents.State) error {
	to.hashes[id] = to.households.Hash(key, id)
	known := to.households.Sent(key, id, s)
	var entries []ledger.Entry
	for _, at := range slices.Sorted(maps.Keys(known)) {
		e := to.Entries[at]
		if e == nil {
			e = &ledger.Entry{Kind: ledger.Parent, Key: at}
			to.Entries[at] = e
		}
		e.SetNumber(id)
		e.Synced = known[at].Synced
		e.SetState(known[at].State)
		entries = append(entries, *e)
	}
	return to.Remember(ctx, entries...)
}
