package synchronizations

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// planParents is what makes the application's parents like the club's. An address that vanished while its person is reached at
// another one is nobody to take away.
func (x *execution) planParents(c *club) diff.Plan {
	k := x.kin(c)
	var wanted []diff.Wanted
	var list []diff.Tracked
	for _, key := range sorted(k.families) {
		wanted = append(wanted, diff.Wanted{Key: key, Hash: k.hash(key, k.number(key))})
		if k.moved[key] != 0 {
			list = append(list, diff.Tracked{Key: key, There: true})
		}
	}
	for key, e := range c.parents {
		_, stays := k.families[key]
		if k.moved[key] == 0 && (stays || len(k.people[e.Number()]) == 0) {
			list = append(list, tracked(e, false, false))
		}
	}
	return diff.Compare(wanted, list, x.options.Force, c.complete)
}

// submitParents sends the parents that changed, and takes away those without children in the club.
func (st *step) submitParents(ctx context.Context, c *club) error {
	if c.settled != nil {
		return st.apply(ctx, application, *c.settled, noPause, nil)
	}
	err := st.sendParents(ctx, c, st.planParents(c))
	if err != nil || st.options.DryRun || !c.complete {
		return err
	}
	return st.forgetMoved(ctx, c)
}

// forgetMoved drops the addresses that vanished while their person is reached at another one, and was brought up to date.
func (x *execution) forgetMoved(ctx context.Context, c *club) error {
	k := x.kin(c)
	for _, key := range sorted(c.parents) {
		id := c.parents[key].Number()
		if _, stays := k.families[key]; stays || id == 0 {
			continue
		}
		if slices.ContainsFunc(k.besides(id, key), func(other string) bool {
			return k.number(other) == id && c.parents[other].Synced == k.hash(other, id)
		}) {
			if err := x.forgetParent(ctx, c, key); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *execution) forgetParent(ctx context.Context, c *club, key string) error {
	delete(c.parents, key)
	if err := x.Stores.Ledger.Remove(ctx, ledger.Parent, key); err != nil {
		return &stop{fmt.Errorf("forget a parent: %w", err)}
	}
	return nil
}

// parents is the sending of parents under way.
type parentSender struct {
	*step
	club  *club
	kin   *kin
	there *registered
	child int64            // the application's type of relationship "child"
	sent  map[int64]string // hashes of what was sent in this run, by number
}

func (st *step) sendParents(ctx context.Context, c *club, plan diff.Plan) error {
	if len(plan.Actions) == 0 || st.options.DryRun {
		return st.apply(ctx, application, plan, noPause, nil)
	}
	types, err := st.People.RelationTypes(ctx)
	if err != nil {
		return err
	}
	child := types["child"]
	if child == 0 {
		return errNoType
	}
	p := &parentSender{step: st, club: c, kin: st.kin(c), there: &registered{execution: st.execution}, child: child, sent: map[int64]string{}}
	return st.apply(ctx, application, plan, noPause, func(ctx context.Context, a diff.Action) error {
		if a.Kind == diff.Delete {
			if err := p.release(ctx, *c.parents[a.Key]); err != nil {
				return err
			}
			p.kin.drop(a.Key)
			return st.forgetParent(ctx, c, a.Key)
		}
		return p.send(ctx, a.Key)
	})
}

// send brings one parent into the application: as somebody who is there already under the same address, but never as one of the
// own children. All that is told about one person is sent at once.
func (p *parentSender) send(ctx context.Context, key string) error {
	f := p.kin.families[key]
	if len(f.children) == 0 {
		return errNoChildYet
	}
	old := ledger.Entry{Kind: ledger.Parent, Key: key}
	if e := p.club.parents[key]; e != nil {
		old = *e
	}
	s, err := state[parentState](&old)
	if err != nil {
		return err
	}
	before, id := old.Number(), p.kin.number(key)
	if hash, sent := p.sent[id]; sent && hash == p.kin.hash(key, id) { // with the person's other address
		switch before {
		case id:
			return errSkipped
		case 0:
			return p.settle(ctx, key, id, p.remembered(id))
		}
	}
	current, err := p.find(ctx, key, f)
	if err != nil {
		return err
	}
	if current == nil {
		id, s, err = p.create(ctx, key)
	} else {
		id, s, err = p.update(ctx, key, s, current)
	}
	if err != nil {
		return err
	}
	if before != 0 && before != id { // the parent has become a member: the record from before is over
		if err := p.release(ctx, old); err != nil && !errors.Is(err, errSkipped) {
			return err
		}
	}
	return p.settle(ctx, key, id, s)
}

// create makes a parent. That it is about to be made is remembered first, so that a run that dies at it does not take them for
// somebody else's.
func (p *parentSender) create(ctx context.Context, key string) (int64, parentState, error) {
	begun := ledger.Entry{Kind: ledger.Parent, Key: key}
	setState(&begun, parentState{Begun: true})
	if err := p.remember(ctx, begun); err != nil {
		return 0, parentState{}, err
	}
	p.kin.become(key, 0)
	f := p.kin.families[key]
	written, err := p.People.Create(ctx, payload.Parent(f.Parent, payload.Parenthood{Type: p.child, Children: f.children}, nil))
	if err == nil {
		err = p.requireAdministered(written, func() error { return p.People.Remove(ctx, written.ID) })
	}
	if err == nil {
		p.kin.become(key, written.ID)
	}
	return written.ID, parentState{}, err
}

// update tells somebody who is there what they are as a parent, at all their addresses.
func (p *parentSender) update(ctx context.Context, key string, s parentState, current *payload.Record) (int64, parentState, error) {
	f, id := p.kin.families[key], current.ID
	code, parent := current.Text("assoc-id"), current.Text("isparent") == "true"
	switch {
	case len(p.kin.held[id]) > 0:
		s = p.remembered(id)
	case s.Begun && parent:
		s = parentState{}
	default:
		s = parentState{Shared: true, ByHand: code == "" && (!parent || !sameName(current.FullName(), f.Name))}
	}
	p.kin.become(key, id)
	f = p.kin.together(key, id)
	tie := payload.Parenthood{Type: p.child, Children: f.children, Written: s.Children, ByHand: s.ByHand, First: len(p.kin.held[id]) == 0}
	for _, other := range p.kin.held[id] {
		if _, stays := p.kin.families[other]; !stays && !s.Shared {
			tie.Gone = append(tie.Gone, other)
		}
	}
	if err := p.noticeIn(ctx, code, *current); err != nil {
		return id, s, err
	}
	_, err := p.People.Change(ctx, id, payload.Parent(f.Parent, tie, current))
	s.Shared, s.Member, s.Other = s.Shared || code != "", code, s.ByHand && !sameName(current.FullName(), f.Name)
	return id, s, err
}

// remembered is what is remembered of a person under all addresses: the synchronization made them when one of the entries says so.
func (p *parentSender) remembered(id int64) parentState {
	s := parentState{Shared: true}
	for _, key := range p.kin.held[id] {
		held := p.kin.states[key]
		s.Shared, s.ByHand, s.Other = s.Shared && held.Shared, s.ByHand || held.ByHand, s.Other || held.Other
		s.Children, s.Member = append(s.Children, held.Children...), cmp.Or(s.Member, held.Member)
	}
	return s
}

// settle remembers what was sent about a person, under every address.
func (p *parentSender) settle(ctx context.Context, key string, id int64, s parentState) error {
	f, hash := p.kin.together(key, id), p.kin.hash(key, id)
	s.Children, p.sent[id] = f.children, hash
	p.kin.drop(key)
	p.kin.held[id] = append(p.kin.held[id], key)
	var entries []ledger.Entry
	for _, held := range p.kin.held[id] {
		e := p.club.parents[held]
		if e == nil {
			e = &ledger.Entry{Kind: ledger.Parent, Key: held}
			p.club.parents[held] = e
		}
		s.Name = p.kin.states[held].Name
		if own, wanted := p.kin.families[held]; wanted && slices.Contains(p.kin.people[id], held) {
			s.Name, e.Synced = nameHash(own.Name), hash
		}
		e.SetNumber(id)
		setState(e, s)
		p.kin.states[held] = s
		entries = append(entries, *e)
	}
	return p.remember(ctx, entries...)
}

// release lets go of a parent who has no child in the club any more. Whoever is somebody besides, a member, a volunteer,
// somebody's relative, or was known before the synchronization, stays without the relations that it wrote; the others are
// removed. Who is not the one who was known is left alone, and so, with errSkipped, is who is a parent at another address, with
// which the children are brought up to date.
func (p *parentSender) release(ctx context.Context, e ledger.Entry) error {
	s, err := state[parentState](&e)
	id := e.Number()
	if err != nil || id == 0 {
		return err
	}
	if len(p.kin.people[id]) > 0 {
		return errSkipped
	}
	record, err := p.People.Person(ctx, id)
	if absent(err) {
		return nil
	}
	if err != nil || !record.Administered || !p.kin.still(record, e.Key) {
		return err
	}
	rest := payload.Unrelated(record, p.child, s.Children)
	if s.Shared || record.Text("assoc-id") != "" || record.Rows("work_history") > 0 || rest.Rows("relationships") > 0 {
		if err := p.noticeIn(ctx, record.Text("assoc-id"), record); err != nil {
			return err
		}
		_, err = p.People.Change(ctx, record.ID, rest)
		return err
	}
	if err := p.People.Remove(ctx, record.ID); err != nil && !absent(err) {
		return err
	}
	return nil
}

// parentsOf are the addresses of a member's parents.
func parentsOf(row *federation.Member) []string {
	var keys []string
	for _, p := range row.Parents {
		if key := strings.ToLower(strings.TrimSpace(p.Email)); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}
