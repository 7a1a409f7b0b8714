package synchronizations

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/change"
	"github.com/clubhuis/clubhuis/core/federation"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/ledger"
	"github.com/clubhuis/clubhuis/core/submission"
)

// family is a parent as the application must have them.
type family struct {
	submission.Parent
	children []int64 // the application's numbers, in order
	member   string  // code of the member who is this parent; "" for nobody
}

// families are the parents of the club with the children who are in the application, by e-mail address.
func (x *execution) families(c *club) map[string]family {
	all := map[string]family{}
	for _, parent := range submission.Parents(c.rows, x.phone) {
		f := family{Parent: parent, member: x.sameAddress(c, parent)}
		for _, code := range parent.Children {
			if e := c.members[code]; e != nil && e.Number() != 0 {
				f.children = append(f.children, e.Number())
			}
		}
		slices.Sort(f.children)
		all[parent.Email] = f
	}
	return all
}

// sameAddress is the member who is a parent: of the same e-mail address and name, and not one of the own children. The address
// alone is not enough, for a child often has its parent's, and a grown-up one is nobody's child on the site.
func (x *execution) sameAddress(c *club, parent submission.Parent) string {
	found := ""
	for _, row := range c.reachedAt(parent.Email) {
		e := c.members[row.Code]
		if sameName(row.Name(), parent.Name) && !slices.Contains(parent.Children, row.Code) && e != nil && e.Number() != 0 && (found == "" || row.Code < found) {
			found = row.Code
		}
	}
	return found
}

func sameName(a, b string) bool { return fold.Key(a) == fold.Key(b) }

// planParents is what makes the application's parents like the club's.
func (x *execution) planParents(c *club) change.Plan {
	all := x.families(c)
	var wanted []change.Wanted
	for _, email := range sorted(all) {
		f := all[email]
		wanted = append(wanted, change.Wanted{Key: email, Hash: f.Hash(f.children, f.member != "")})
	}
	var list []change.Tracked
	for _, e := range c.parents {
		list = append(list, tracked(e, false, false))
	}
	return change.Diff(wanted, list, x.options.Force, c.complete)
}

// submitParents sends the parents that changed, and takes away those without children in the club.
func (st *step) submitParents(ctx context.Context, c *club) error {
	return st.sendParents(ctx, c, st.planParents(c))
}

func (st *step) sendParents(ctx context.Context, c *club, plan change.Plan) error {
	if len(plan.Actions) == 0 || st.options.DryRun {
		return st.apply(ctx, application, plan, noPause, nil)
	}
	types, err := st.People.RelationTypes(ctx)
	if err != nil {
		return err
	}
	child := types["child"]
	if child == 0 {
		return fmt.Errorf("the application has no type of relationship %q", "child")
	}
	all := st.families(c)
	there := &registered{execution: st.execution}
	return st.apply(ctx, application, plan, noPause, func(ctx context.Context, a change.Action) error {
		e := c.parents[a.Key]
		if e == nil {
			e = &ledger.Entry{Kind: ledger.Parent, Key: a.Key}
			c.parents[a.Key] = e
		}
		if a.Kind == change.Delete {
			if err := st.release(ctx, e, child); err != nil {
				return err
			}
			delete(c.parents, a.Key)
			if err := st.Stores.Ledger.Remove(ctx, ledger.Parent, a.Key); err != nil {
				return &stop{fmt.Errorf("forget a parent: %w", err)}
			}
			return nil
		}
		return st.sendParent(ctx, c, e, all[a.Key], child, there)
	})
}

// sendParent brings one parent into the application: as somebody who is there already under the same address, but never as
// one of the own children.
func (x *execution) sendParent(ctx context.Context, c *club, e *ledger.Entry, f family, child int64, there *registered) error {
	if len(f.children) == 0 {
		return fmt.Errorf("none of the children of %s is in the application yet", f.Email)
	}
	s, err := state[parentState](e)
	if err != nil {
		return err
	}
	before := e.Number()
	id := before
	if f.member != "" {
		id = c.members[f.member].Number()
	}
	if slices.Contains(f.children, id) {
		id = 0 // remembered wrongly: a parent is never one of the own children
	}
	current, err := x.findParent(ctx, id, f, there)
	if err != nil {
		return err
	}
	sent := f.Change(f.children, child, current)
	var written submission.Record
	if current == nil {
		if err := x.beginParent(ctx, e); err != nil {
			return err
		}
		written, err = x.People.Create(ctx, sent)
		s = parentState{}
	} else {
		written, err = x.People.Change(ctx, current.ID, sent)
		own := current.ID == before && !s.Shared || before == 0 && s.Begun && current.Text("isparent") == "true"
		s = parentState{Shared: !own || f.member != "" || current.Text("assoc-id") != ""}
	}
	if err != nil {
		return err
	}
	old := *e
	e.SetNumber(written.ID)
	e.Synced = f.Hash(f.children, f.member != "")
	setState(e, s)
	if before != 0 && before != written.ID { // the parent has become a member: the record from before is over
		if err := x.release(ctx, &old, child); err != nil {
			return err
		}
	}
	return x.remember(ctx, *e)
}

// beginParent notes that a parent is about to be made, so that a run that dies at it does not take them for somebody else's.
func (x *execution) beginParent(ctx context.Context, e *ledger.Entry) error {
	begun := ledger.Entry{Kind: e.Kind, Key: e.Key}
	setState(&begun, parentState{Begun: true})
	return x.remember(ctx, begun)
}

// findParent is the person whom a parent is in the application; nil for nobody yet. A known number is theirs; otherwise it is
// whoever has the address, unless that is one of the own children, or a member of another name, such as a child who has left.
func (x *execution) findParent(ctx context.Context, id int64, f family, there *registered) (*submission.Record, error) {
	if id != 0 {
		record, err := x.People.Person(ctx, id)
		if !absent(err) || f.member != "" {
			return &record, err
		}
	}
	id, err := x.People.ByEmail(ctx, f.Email)
	if err != nil || id == 0 {
		return nil, err
	}
	if !slices.Contains(f.children, id) {
		record, err := x.People.Person(ctx, id)
		if err != nil || record.Text("assoc-id") == "" || sameName(record.FullName(), f.Name) {
			return &record, err
		}
	}
	if id, err = there.parent(ctx, f.Email, f.Name); err != nil || id == 0 {
		return nil, err
	}
	record, err := x.People.Person(ctx, id)
	return &record, err
}

// release lets go of a parent who has no child in the club any more. Whoever is somebody besides, a member, a volunteer,
// somebody's relative, or was known before the synchronization, stays without the relations; the others are removed.
func (x *execution) release(ctx context.Context, e *ledger.Entry, child int64) error {
	s, err := state[parentState](e)
	if err != nil || e.Number() == 0 {
		return err
	}
	record, err := x.People.Person(ctx, e.Number())
	if absent(err) {
		return nil
	}
	if err != nil {
		return err
	}
	rest := submission.Unrelated(record, child)
	if s.Shared || record.Text("assoc-id") != "" || record.Rows("work_history") > 0 || rest.Rows("relationships") > 0 {
		_, err = x.People.Change(ctx, record.ID, rest)
		return err
	}
	if err := x.People.Remove(ctx, record.ID); err != nil && !absent(err) {
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
