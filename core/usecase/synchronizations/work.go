package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/work"
)

// workPlan is whose rows of work history change.
type workPlan struct {
	groups    *groups // of the run; nil: rows do not follow a group to another number
	everybody bool    // who does what was read of everybody

	kind      work.Kind
	today     civil.Date
	members   map[string]*ledger.Entry  // as they were remembered when the work was planned
	before    map[string][]workrows.Row // by member
	after     map[string][]workrows.Row // of the members whose rows change
	leaving   int                       // members of whom a row ends
	announced []workrows.Row            // rows that go on, whose end is announced otherwise than before
	forgotten []workrows.Row            // rows of members of whom nothing else is remembered
	adopts    bool                      // the rows of everybody were never remembered: those that stand there may be ours
}

// loss is how many members would lose work, of those who have some.
func (w *workPlan) loss() loss {
	busy := 0
	for _, rows := range w.before {
		if slices.ContainsFunc(rows, func(o workrows.Row) bool { return !o.Ended }) {
			busy++
		}
	}
	return loss{"leden met een taak of team", w.leaving, busy}
}

// planFor plans the work in groups, and plans it once more when some of the groups are not in the application any more.
func (st *step) planFor(ctx context.Context, g *groups, w *workPlan, plan func() error) error {
	if err := plan(); err != nil {
		return err
	}
	again, err := st.missing(ctx, g, w)
	if err != nil || !again {
		return err
	}
	return plan()
}

// planWork compares the rows that the synchronization wrote with who does what now. scope says of which groups that was read; only the
// members in only are looked at, everybody when it is nil. over are roles that the site still tells although they have ended, by
// member.
func (x *execution) planWork(
	ctx context.Context, w *workPlan, kind work.Kind, wanted []workrows.Wanted, over map[string]federation.Roles,
	scope func(workrows.Group) bool, only func(code string) bool,
) error {
	if err := x.recall(ctx, w, kind); err != nil {
		return err
	}
	byMember := map[string][]workrows.Wanted{}
	for _, want := range wanted {
		byMember[want.Member] = append(byMember[want.Member], want)
	}
	codes := sorted(byMember)
	for code := range w.before {
		if _, too := byMember[code]; !too {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	for _, code := range codes {
		if only != nil && !only(code) {
			continue
		}
		w.plan(code, byMember[code], over[code], scope)
	}
	return nil
}

// recall reads what is remembered of rows.
func (x *execution) recall(ctx context.Context, w *workPlan, kind work.Kind) error {
	*w = workPlan{
		groups: w.groups, everybody: w.everybody, kind: kind, today: civil.On(x.Now(), x.Zone),
		before: map[string][]workrows.Row{}, after: map[string][]workrows.Row{},
	}
	var err error
	if w.members, err = x.entries(ctx, ledger.Member); err != nil {
		return err
	}
	entries, err := x.entries(ctx, ledger.Assignment)
	if err != nil {
		return err
	}
	for _, key := range sorted(entries) {
		o, err := state[workrows.Row](entries[key])
		switch {
		case err != nil:
			return err
		case o.Group.Kind != kind:
		case w.members[o.Member] == nil:
			w.forgotten = append(w.forgotten, o)
		default:
			w.before[o.Member] = append(w.before[o.Member], o)
		}
	}
	known, err := x.entry(ctx, ledger.Review, known(kind))
	w.adopts = known.Remote == ""
	return err
}

// known is the key of the entry that says since when the rows of everybody are remembered.
func known(kind work.Kind) string { return "work-" + string(kind) }

// plan works out one member's rows. over are roles that the site still tells although they have ended.
func (w *workPlan) plan(code string, wanted []workrows.Wanted, over federation.Roles, scope func(workrows.Group) bool) {
	before := w.before[code]
	after := workrows.Plan(workrows.Announce(before, code, over), wanted, len(before) == 0, w.today, scope)
	w.announced = append(w.announced, workrows.Announced(before, after)...)
	moved := func(o workrows.Row) bool { return w.groups != nil && !o.Ended && !o.Foreign && w.groups.moved(o) }
	if !workrows.Changed(before, after) && !slices.ContainsFunc(after, moved) {
		return
	}
	w.after[code] = after
	if slices.ContainsFunc(after, func(o workrows.Row) bool {
		return o.Ended && slices.ContainsFunc(before, func(b workrows.Row) bool { return b.Key() == o.Key() && !b.Ended })
	}) {
		w.leaving++
	}
}

// submitWork writes the rows that changed: read the person, bring the own rows up to date, leave all others alone, write all.
// Who is not in the application is skipped (contract §2.4).
func (st *step) submitWork(ctx context.Context, w *workPlan, g *groups) error {
	if !st.options.DryRun {
		if err := errors.Join(st.forgetRows(ctx, w.forgotten), st.rememberWork(ctx, w.announced)); err != nil {
			return err
		}
	}
	var plan diff.Plan
	for _, code := range sorted(w.after) {
		plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Update, Key: code, Reason: diff.Changed})
	}
	counts, missed := *st.counts(), false
	err := st.apply(ctx, application, plan, noPause, func(ctx context.Context, a diff.Action) error {
		e := w.members[a.Key]
		if e == nil || e.Number() == 0 {
			missed = true
			return errSkipped
		}
		created, ended, err := st.writeWork(ctx, w, g, e)
		counts.Created += created
		counts.Ended += ended
		return err
	})
	failed := st.counts().Errors > counts.Errors
	st.counts().Created, st.counts().Ended = counts.Created, counts.Ended
	if err != nil || failed || missed || !w.adopts || !w.everybody || st.options.DryRun {
		return err
	}
	return st.remember(ctx, ledger.Entry{Kind: ledger.Review, Key: known(w.kind), Remote: w.today.String()})
}

// writeWork writes one member's rows, and answers how many were added and ended. What is about to be written is remembered
// first: so that rows which stand there after a run that died are known as our own.
func (x *execution) writeWork(ctx context.Context, w *workPlan, g *groups, member *ledger.Entry) (created, ended int, err error) {
	person, remembered := member.Number(), w.before[member.Key]
	record, err := x.People.Person(ctx, person)
	if absent(err) {
		return 0, 0, x.lostPerson(ctx, member, remembered)
	}
	if err != nil {
		return 0, 0, err
	}
	if !record.Administered {
		x.tell(strangeMember, member.Key, person)
		return 0, 0, x.lostPerson(ctx, member, remembered)
	}
	before, after := remembered, w.after[member.Key]
	if w.adopts && len(remembered) == 0 {
		after, before = workrows.Adopt(after, record.ACF["work_history"], g.numberOf, g.made)
	}
	after = workrows.Claim(before, after, record.ACF["work_history"], g.numberOf)
	if err := x.rememberWork(ctx, added(remembered, after)); err != nil {
		return 0, 0, err
	}
	rows, differs := workrows.Merge(record.ACF["work_history"], after, g.numberOf)
	switch {
	case rows == nil:
		return 0, 0, errUnreadable.Because(fmt.Errorf("person %d", person))
	case differs:
		if err := x.noticeIn(ctx, member.Key, record); err != nil {
			return 0, 0, err
		}
		if _, err := x.People.Change(ctx, person, payload.Payload{ACF: map[string]any{"work_history": rows}}.MergeInto(record)); err != nil {
			return 0, 0, err
		}
	}
	after = workrows.Done(after, g.numberOf)
	for _, o := range after {
		if o.Foreign {
			continue
		}
		i := slices.IndexFunc(before, func(b workrows.Row) bool { return b.Key() == o.Key() })
		switch {
		case o.Ended && i >= 0 && !before[i].Ended:
			ended++
		case !o.Ended && o.Sent && (i < 0 || !before[i].Sent):
			created++
		case !o.Sent:
			err = errNoGroup.Because(fmt.Errorf("%s %s", o.Group.Kind, o.Group.Key))
		}
	}
	return created, ended, errors.Join(err, x.rememberWork(ctx, after))
}

// added are the rows that were not there before.
func added(before, after []workrows.Row) []workrows.Row {
	return slices.DeleteFunc(slices.Clone(after), func(o workrows.Row) bool {
		return slices.ContainsFunc(before, func(b workrows.Row) bool { return b.Key() == o.Key() })
	})
}

// rememberWork keeps rows.
func (x *execution) rememberWork(ctx context.Context, rows []workrows.Row) error {
	if len(rows) == 0 {
		return nil
	}
	entries := make([]ledger.Entry, 0, len(rows))
	for _, o := range rows {
		e := ledger.Entry{Kind: ledger.Assignment, Key: o.Key()}
		e.SetNumber(o.Remote)
		setState(&e, o)
		entries = append(entries, e)
	}
	return x.remember(ctx, entries...)
}
