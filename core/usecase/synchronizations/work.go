package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/assignment"
	"github.com/clubhuis/clubhuis/core/change"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/federation"
	"github.com/clubhuis/clubhuis/core/ledger"
	"github.com/clubhuis/clubhuis/core/submission"
	"github.com/clubhuis/clubhuis/core/work"
)

// workPlan is whose rows of work history change.
type workPlan struct {
	today   civil.Date
	before  map[string][]assignment.Owned // by member
	after   map[string][]assignment.Owned // of the members whose rows change
	leaving int                           // members of whom a row ends
}

// loss is how many members would lose work, of those who have some.
func (w *workPlan) loss() loss {
	busy := 0
	for _, rows := range w.before {
		if slices.ContainsFunc(rows, func(o assignment.Owned) bool { return !o.Ended }) {
			busy++
		}
	}
	return loss{"leden met een taak of team", w.leaving, busy}
}

// planWork compares the rows that the synchronization wrote with who does what now. scope says of which groups that was read; only the
// members in only are looked at, everybody when it is nil. over are roles that the site still tells although they have ended, by
// member.
func (x *execution) planWork(
	ctx context.Context, w *workPlan, kind work.Kind, wanted []assignment.Wanted, over map[string]federation.Roles,
	scope func(assignment.Group) bool, only func(code string) bool,
) error {
	w.today = civil.On(x.Now(), x.Zone)
	w.before, w.after, w.leaving = map[string][]assignment.Owned{}, map[string][]assignment.Owned{}, 0
	entries, err := x.entries(ctx, ledger.Assignment)
	if err != nil {
		return err
	}
	for _, key := range sorted(entries) {
		o, err := state[assignment.Owned](entries[key])
		if err != nil {
			return err
		}
		if o.Group.Kind == kind {
			w.before[o.Member] = append(w.before[o.Member], o)
		}
	}
	byMember := map[string][]assignment.Wanted{}
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

// plan works out one member's rows. over are roles that the site still tells although they have ended.
func (w *workPlan) plan(code string, wanted []assignment.Wanted, over federation.Roles, scope func(assignment.Group) bool) {
	before := w.before[code]
	after := assignment.Plan(assignment.Announce(before, code, over), wanted, len(before) == 0, w.today, scope)
	if !assignment.Changed(before, after) {
		return
	}
	w.after[code] = after
	if slices.ContainsFunc(after, func(o assignment.Owned) bool {
		return o.Ended && slices.ContainsFunc(before, func(b assignment.Owned) bool { return b.Key() == o.Key() && !b.Ended })
	}) {
		w.leaving++
	}
}

// submitWork writes the rows that changed: read the person, bring the own rows up to date, leave all others alone, write all.
// Who is not in the application is skipped (contract §2.4). number answers the application's number of a group.
func (st *step) submitWork(ctx context.Context, w *workPlan, number func(assignment.Group) int64) error {
	members, err := st.entries(ctx, ledger.Member)
	if err != nil {
		return err
	}
	var plan change.Plan
	for _, code := range sorted(w.after) {
		plan.Actions = append(plan.Actions, change.Action{Kind: change.Update, Key: code, Reason: change.Changed})
	}
	counts := *st.counts()
	err = st.apply(ctx, application, plan, noPause, func(ctx context.Context, a change.Action) error {
		person := int64(0)
		if e := members[a.Key]; e != nil {
			person = e.Number()
		}
		if person == 0 {
			return errSkipped
		}
		created, ended, err := st.writeWork(ctx, w, a.Key, person, number)
		counts.Created += created
		counts.Ended += ended
		return err
	})
	st.counts().Created, st.counts().Ended = counts.Created, counts.Ended
	return err
}

// writeWork writes one member's rows, and answers how many were added and ended. What is about to be written is remembered
// first: so that rows which stand there after a run that died are known as our own.
func (x *execution) writeWork(
	ctx context.Context, w *workPlan, code string, person int64, number func(assignment.Group) int64,
) (created, ended int, err error) {
	record, err := x.People.Person(ctx, person)
	if err != nil {
		return 0, 0, err
	}
	before := w.before[code]
	after := assignment.Claim(before, w.after[code], record.ACF["work_history"], number)
	if err := x.rememberWork(ctx, added(before, after)); err != nil {
		return 0, 0, err
	}
	rows, differs := assignment.Rows(record.ACF["work_history"], after, number)
	switch {
	case rows == nil:
		return 0, 0, fmt.Errorf("the work history of person %d cannot be read", person)
	case differs:
		if _, err := x.People.Change(ctx, person, submission.Change{ACF: map[string]any{"work_history": rows}}.Onto(record)); err != nil {
			return 0, 0, err
		}
	}
	after = assignment.Done(after, number)
	for _, o := range after {
		if o.Foreign {
			continue
		}
		i := slices.IndexFunc(before, func(b assignment.Owned) bool { return b.Key() == o.Key() })
		switch {
		case o.Ended && i >= 0 && !before[i].Ended:
			ended++
		case !o.Ended && o.Sent && (i < 0 || !before[i].Sent):
			created++
		case !o.Sent:
			err = fmt.Errorf("%s %s is not in the application", o.Group.Kind, o.Group.Key)
		}
	}
	return created, ended, errors.Join(err, x.rememberWork(ctx, after))
}

// added are the rows that were not there before.
func added(before, after []assignment.Owned) []assignment.Owned {
	return slices.DeleteFunc(slices.Clone(after), func(o assignment.Owned) bool {
		return slices.ContainsFunc(before, func(b assignment.Owned) bool { return b.Key() == o.Key() })
	})
}

// rememberWork keeps rows.
func (x *execution) rememberWork(ctx context.Context, rows []assignment.Owned) error {
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
