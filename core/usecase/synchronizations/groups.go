package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/work"
)

// groups are the teams, or the committees, of a run: as they should be, and what is remembered of them.
type groups struct {
	kind     work.Kind
	memory   ledger.Kind
	order    []string // the site's ids
	wanted   map[string]payload.Payload
	entries  map[string]*ledger.Entry
	complete bool
	// key is the field of the application's record that holds the site's id.
	key string

	standing   []payload.Record // the application's groups that are administered, once it was asked
	strangers  []payload.Record // the others
	unreadable []payload.UnreadableRecord
	asked      bool
}

func (g *groups) want(id string, sent payload.Payload) {
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

// numberOf is number for the group of a row of work; that of the club as a whole is known once the application was asked.
func (g *groups) numberOf(group workrows.Group) int64 {
	if group != workrows.Whole {
		return g.number(group.Key)
	}
	number := int64(0)
	for _, record := range g.standing {
		if record.Title == ClubWide {
			number = record.ID
		}
	}
	return number
}

// moved reports whether the row names another number than its group has now: the group was made anew.
func (g *groups) moved(o workrows.Row) bool {
	now := g.numberOf(o.Group)
	if o.Group == workrows.Whole {
		return now != 0 && now != o.Remote
	}
	_, wanted := g.wanted[o.Group.Key]
	return wanted && now != o.Remote
}

// made reports whether the rows of a group can only be the synchronization's: it made the group, or, of the committee of the club as
// a whole, it made others here before, of which nothing was remembered.
func (g *groups) made(group workrows.Group) bool {
	for id, e := range g.entries {
		if s, err := state[groupState](e); err == nil && (id == group.Key && s.Made || group == workrows.Whole && s.Found) {
			return true
		}
	}
	return false
}

// ask asks the application which groups it has, once a run.
func (x *execution) ask(ctx context.Context, g *groups) error {
	if g.asked {
		return nil
	}
	list, err := x.Groups.List(ctx, g.kind)
	var unreadable *payload.Unreadable
	if errors.As(err, &unreadable) {
		g.unreadable, err = unreadable.Records, x.tellUnreadable(err)
	}
	if err != nil {
		return err
	}
	for _, record := range list {
		if record.Administered {
			g.standing = append(g.standing, record)
		} else {
			g.strangers = append(g.strangers, record)
		}
	}
	g.asked = true
	return nil
}

// stands reports whether the group of the number is in the application, and no stranger. One that can't be read is there.
func (g *groups) stands(id int64) bool {
	return slices.ContainsFunc(g.standing, func(r payload.Record) bool { return r.ID == id }) ||
		slices.ContainsFunc(g.unreadable, func(r payload.UnreadableRecord) bool { return (r.ID == 0 || r.ID == id) && !r.Stranger() })
}

// strange reports whether the group of the number is a stranger.
func (g *groups) strange(id int64) bool {
	return slices.ContainsFunc(g.strangers, func(r payload.Record) bool { return r.ID == id })
}

// tellStrangers puts the strangers into the report that look like a group of the site, or were taken for one.
func (x *execution) tellStrangers(g *groups) {
	what := map[work.Kind]string{work.Team: "team", work.Committee: "commissie"}[g.kind]
	for _, record := range g.strangers {
		if g.kind == work.Committee && sameName(record.Title, ClubWide) {
			x.tell(strangeGroup, what, record.Title, record.ID)
		}
		for _, id := range g.order {
			if record.Text(g.key) == id || record.ID == g.number(id) || sameName(record.Title, g.wanted[id].Title) {
				x.tell(strangeGroup, what, record.Title, record.ID)
			}
		}
	}
}

// missing lets go of the numbers of groups that somebody removed from the application, or that are strangers, so that they are made
// again, and reports whether there were any. It asks only for a run that has something to write, and once since groups tell whether
// they are administered. An application that does not tell is taken to have what it had.
func (st *step) missing(ctx context.Context, g *groups, w *workPlan) (bool, error) {
	checked, err := st.entry(ctx, ledger.Review, "strangers-"+string(g.kind))
	if err != nil || checked.Remote != "" && len(st.planGroups(g).Actions) == 0 && len(w.after) == 0 {
		return false, err
	}
	if err := st.ask(ctx, g); err != nil {
		if stops(ctx, err) {
			return false, err
		}
		st.fail(ctx, "", application, err)
		return false, nil
	}
	st.tellStrangers(g)
	var gone []ledger.Entry
	for _, id := range sorted(g.entries) {
		if e := g.entries[id]; e.Number() != 0 && !g.stands(e.Number()) {
			e.Remote, e.Synced = "", ""
			gone = append(gone, *e)
		}
	}
	anew := len(gone) > 0
	if checked.Remote == "" && len(g.unreadable) == 0 {
		checked.Remote = civil.On(st.Now(), st.Zone).String()
		gone = append(gone, checked)
	}
	if len(gone) == 0 || st.options.DryRun {
		return anew, nil
	}
	return anew, st.remember(ctx, gone...)
}

// planGroups is what makes the application's groups like the site's.
func (x *execution) planGroups(g *groups) diff.Plan {
	var wanted []diff.Wanted
	for _, id := range g.order {
		wanted = append(wanted, diff.Wanted{Key: id, Hash: g.wanted[id].Hash()})
	}
	var list []diff.Tracked
	for _, e := range g.entries {
		list = append(list, tracked(e, false, false))
	}
	return diff.Compare(wanted, list, x.options.Force, g.complete)
}

// submitGroups makes and changes groups. Those that vanished are removed by removeGroups, after the work in them has ended.
func (st *step) submitGroups(ctx context.Context, g *groups) error {
	plan := st.planGroups(g)
	removals := len(plan.Removals())
	plan.Actions = plan.Actions[:len(plan.Actions)-removals]
	return st.apply(ctx, application, plan, noPause, func(ctx context.Context, a diff.Action) error {
		e := g.entries[a.Key]
		if e == nil {
			e = &ledger.Entry{Kind: g.memory, Key: a.Key}
		}
		if err := st.ask(ctx, g); err != nil {
			return err
		}
		if g.strange(e.Number()) {
			e.Remote = ""
		}
		err := st.sendGroup(ctx, g, e)
		if e.Remote != "" {
			g.entries[a.Key] = e
		}
		return err
	})
}

// sendGroup brings one group into the application. One that stands there under the site's id was made by an earlier run; one
// of the same name without it was made by hand, and is used as it is: then nothing is sent.
func (x *execution) sendGroup(ctx context.Context, g *groups, e *ledger.Entry) error {
	sent := g.wanted[e.Key]
	s, err := state[groupState](e)
	if err != nil {
		return err
	}
	if e.Remote == "" {
		if err := g.adopt(e, &s); err != nil {
			return err
		}
	}
	var written payload.Record
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
	if s.Made {
		if err := x.requireAdministered(written, func() error { return x.Groups.Remove(ctx, g.kind, written.ID) }); err != nil {
			return err
		}
	}
	e.SetNumber(written.ID)
	e.Synced = sent.Hash()
	s.Name = sent.Title
	setState(e, s)
	if err := x.remember(ctx, *e); err != nil || s.Made {
		return err
	}
	return errSkipped
}

// adopt takes a group that stands in the application, and is no stranger, for the one of an entry. It is an error when it could be
// one that can't be read.
func (g *groups) adopt(e *ledger.Entry, s *groupState) error {
	s.Made = false
	for _, record := range g.standing {
		if record.Text(g.key) == e.Key {
			e.SetNumber(record.ID)
			s.Made, s.Found = true, true
			return nil
		}
	}
	for _, record := range g.standing {
		if record.Text(g.key) == "" && sameName(record.Title, g.wanted[e.Key].Title) {
			e.SetNumber(record.ID)
			return nil
		}
	}
	for _, other := range g.unreadable {
		if !other.Stranger() {
			return errUnsure.Because(other.Cause)
		}
	}
	return nil
}

// removeGroups takes away the groups that vanished from the site and that the synchronization made; of others it only forgets
// that the site had them.
func (st *step) removeGroups(ctx context.Context, g *groups) error {
	plan := diff.Plan{}
	all := st.planGroups(g)
	plan.Actions = all.Removals()
	return st.apply(ctx, application, plan, noPause, func(ctx context.Context, a diff.Action) error {
		e := g.entries[a.Key]
		s, err := state[groupState](e)
		if err != nil {
			return err
		}
		if s.Made && e.Number() != 0 {
			if err := st.ask(ctx, g); err != nil {
				return err
			}
		}
		if s.Made && e.Number() != 0 && !g.strange(e.Number()) {
			if err := st.Groups.Remove(ctx, g.kind, e.Number()); err != nil && !absent(err) {
				return err
			}
		}
		if err := st.Stores.Ledger.Remove(ctx, g.memory, a.Key); err != nil {
			return &stop{fmt.Errorf("forget a group: %w", err)}
		}
		delete(g.entries, a.Key)
		if !s.Made {
			return errSkipped // nothing was taken away
		}
		return nil
	})
}
