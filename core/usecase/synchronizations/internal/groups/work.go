package groups

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
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/core/work"
)

// Reading is who does what, as the site told it.
type Reading struct {
	Wanted []workrows.Wanted
	// Over are roles that the site still tells although they have ended, by member.
	Over map[string]federation.Roles
	// Scope says of which groups it was read.
	Scope func(workrows.Group) bool
	// Only says whose work is looked at, and is told whether the member has left; nil for everybody's.
	Only func(code string, left bool) bool
	// Everybody says that it was read of everybody.
	Everybody bool
}

// Work is whose rows of work history change in a run.
type Work struct {
	*engine.Runner
	People  People
	Members Members
	Groups  *Groups
	Rows    *Rows
	// Follow says that rows follow a group to another number.
	Follow bool

	Reading
	planned
}

// People are the people of the application (ports.ApplicationPeople).
type People interface {
	Person(ctx context.Context, id int64) (payload.Person, error)
	Change(ctx context.Context, id int64, change payload.Person) (payload.Person, error)
}

// Members knows the members.
type Members interface {
	// BeforeWrite is told of the record of a member that is about to change.
	BeforeWrite(ctx context.Context, code string, record payload.Person) error
	// IsMember reports whether a record is that of the member with the code.
	IsMember(ctx context.Context, code string, record payload.Person) (bool, error)
}

// planned is the rows of everybody, as they are remembered and as they should be.
type planned struct {
	today     civil.Date
	members   map[string]*ledger.Entry  // as they were remembered when the work was planned
	before    map[string][]workrows.Row // by member
	after     map[string][]workrows.Row // of the members whose rows change
	leaving   int                       // members of whom a row ends
	announced []workrows.Row            // rows that go on, whose end is announced otherwise than before
	forgotten []workrows.Row            // rows of members of whom nothing else is remembered
	adopts    bool                      // the rows of everybody were never remembered: those that stand there may be ours
	lost      *workrows.Lost            // the memory was brought back without the rows of these days; nil when it was not
}

// Removals is how many members would lose work, of those who have some.
func (w *Work) Removals() engine.Removals {
	busy := 0
	for _, rows := range w.before {
		if slices.ContainsFunc(rows, func(o workrows.Row) bool { return !o.Ended }) {
			busy++
		}
	}
	return engine.Removals{What: texts.MembersWithWork, Removed: w.leaving, Tracked: busy}
}

// Changes reports whether somebody's rows change.
func (w *Work) Changes() bool { return len(w.after) > 0 }

// Plan compares the rows that the synchronization wrote with who does what now. It plans once more when groups turn out to be
// gone from the application.
func (w *Work) Plan(ctx context.Context, step *engine.Step) error {
	if err := w.plan(ctx); err != nil {
		return err
	}
	again, err := w.Groups.letGo(ctx, step, w.Changes())
	if err != nil || !again {
		return err
	}
	return w.plan(ctx)
}

func (w *Work) plan(ctx context.Context) error {
	if err := w.recall(ctx); err != nil {
		return err
	}
	wanted := map[string][]workrows.Wanted{}
	for _, want := range w.Wanted {
		wanted[want.Member] = append(wanted[want.Member], want)
	}
	codes := sortedKeys(wanted)
	for code := range w.before {
		if _, too := wanted[code]; !too {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	for _, code := range codes {
		if w.Only == nil || w.Only(code, ledger.Left(w.members[code])) {
			w.planOne(code, wanted[code])
		}
	}
	return nil
}

// recall reads what is remembered of rows.
func (w *Work) recall(ctx context.Context) error {
	w.planned = planned{today: civil.On(w.Now(), w.Zone), before: map[string][]workrows.Row{}, after: map[string][]workrows.Row{}}
	var err error
	if w.members, err = w.Entries(ctx, ledger.Member); err != nil {
		return err
	}
	entries, err := w.Entries(ctx, ledger.Assignment)
	if err != nil {
		return err
	}
	for _, key := range sortedKeys(entries) {
		o, err := ledger.State[workrows.Row](entries[key])
		switch {
		case err != nil:
			return err
		case o.Group.Kind != w.Groups.Application:
		case w.members[o.Member] == nil:
			w.forgotten = append(w.forgotten, o)
		default:
			w.before[o.Member] = append(w.before[o.Member], o)
		}
	}
	known, err := w.Entry(ctx, ledger.Review, known(w.Groups.Application))
	if err != nil {
		return err
	}
	w.adopts = known.Remote == ""
	w.lost, err = lost(ctx, w.Runner, w.Groups.Application)
	return err
}

// known is the key of the entry that says since when the rows of everybody are remembered.
func known(kind work.Kind) string { return "work-" + string(kind) }

// complete remembers that the rows of everybody are remembered.
func (w *Work) complete(ctx context.Context) error {
	if w.lost != nil {
		if err := w.Forget(ctx, "a backup", ledger.Review, restored(w.Groups.Application)); err != nil {
			return err
		}
	}
	if !w.adopts {
		return nil
	}
	return w.Remember(ctx, ledger.Entry{Kind: ledger.Review, Key: known(w.Groups.Application), Remote: w.today.String()})
}

// planOne works out one member's rows. With force all are looked at: the application may have lost some, or have some that are
// over.
func (w *Work) planOne(code string, wanted []workrows.Wanted) {
	before := w.before[code]
	announced := workrows.Announce(before, code, w.Over[code])
	after := workrows.Plan(announced, wanted, len(before) == 0, w.today, w.Scope)
	w.announced = append(w.announced, workrows.Announced(before, after)...)
	renumbered := func(o workrows.Row) bool { return w.Follow && !o.Ended && !o.Foreign && w.Groups.renumbered(o) }
	if !w.Force && !workrows.Changed(before, after) && !slices.ContainsFunc(after, renumbered) {
		return
	}
	w.after[code] = after
	if slices.ContainsFunc(after, func(o workrows.Row) bool {
		return o.Ended && slices.ContainsFunc(before, func(b workrows.Row) bool { return b.Key() == o.Key() && !b.Ended })
	}) {
		w.leaving++
	}
}

// Submit writes the rows that changed: read the person, bring the own rows up to date, leave all others alone, write all.
// Who is not in the application is skipped (contract §2.4).
func (w *Work) Submit(ctx context.Context, step *engine.Step) error {
	if !w.DryRun {
		if err := errors.Join(w.Rows.forgetRows(ctx, w.forgotten), w.Rows.rememberRows(ctx, w.announced)); err != nil {
			return err
		}
	}
	var plan diff.Plan
	for _, code := range sortedKeys(w.after) {
		plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Update, Key: code, Reason: diff.Changed})
	}
	counts, missed := *step.Counts(), false
	err := step.Apply(ctx, run.Application, plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		e := w.members[a.Key]
		if e == nil || e.Number() == 0 {
			missed = true
			return engine.ErrSkipped
		}
		created, ended, err := w.write(ctx, e)
		counts.Created += created
		counts.Ended += ended
		return err
	})
	failed := step.Counts().Errors > counts.Errors
	step.Counts().Created, step.Counts().Ended = counts.Created, counts.Ended
	if err != nil || failed || missed || !w.Everybody || w.DryRun {
		return err
	}
	return w.complete(ctx)
}

// SubmitInAll is Submit for work that may be for the club as a whole, whose group the application must name.
func (w *Work) SubmitInAll(ctx context.Context, step *engine.Step) error {
	if w.Changes() && !w.DryRun {
		if err := w.Groups.Ask(ctx); err != nil {
			return err
		}
	}
	return w.Submit(ctx, step)
}

// write writes one member's rows, and returns how many were added and ended. It remembers them first, so that the next run knows
// them as its own when this one dies at the write.
func (w *Work) write(ctx context.Context, member *ledger.Entry) (created, ended int, err error) {
	person, remembered := member.Number(), w.before[member.Key]
	record, err := w.People.Person(ctx, person)
	if engine.Absent(err) {
		return 0, 0, w.lostPerson(ctx, member, remembered)
	}
	if err != nil {
		return 0, 0, err
	}
	if is, err := w.Members.IsMember(ctx, member.Key, record); err != nil {
		return 0, 0, err
	} else if !is {
		w.NoteOnce(texts.NotMember(record.Administered), member.Key, person)
		return 0, 0, w.lostPerson(ctx, member, remembered)
	}
	if record.WorkUnreadable() {
		return 0, 0, texts.ErrUnreadableWork.Because(fmt.Errorf("person %d", person))
	}
	before, after := remembered, w.after[member.Key]
	if anew := w.adopts && len(remembered) == 0; anew || w.lost != nil {
		days := w.lost
		if anew {
			days = nil
		}
		var standing []workrows.Row
		after, standing = workrows.Adopt(remembered, after, record.Work, w.Groups.numberOf, w.ours, days)
		before = slices.Concat(remembered, standing)
	}
	after = workrows.Claim(before, after, record.Work, w.Groups.numberOf)
	if err := w.Rows.rememberRows(ctx, added(remembered, after)); err != nil {
		return 0, 0, err
	}
	rows, differs := workrows.Merge(record.Work, after, w.Groups.numberOf)
	if differs {
		if err := w.Members.BeforeWrite(ctx, member.Key, record); err != nil {
			return 0, 0, err
		}
		change := payload.WorkHistory(rows).MergeInto(record)
		if _, err := w.People.Change(ctx, person, change); err != nil {
			return 0, 0, err
		}
	}
	after = workrows.Done(after, w.Groups.numberOf)
	created, ended, err = compare(before, after)
	return created, ended, errors.Join(err, w.Rows.rememberRows(ctx, after))
}

// ours reports whether rows of a group may be the synchronization's although they are not remembered. In the committee of the
// club as a whole they may when the memory came back from a backup.
func (w *Work) ours(group workrows.Group) bool {
	return w.Groups.made(group) || w.lost != nil && group == workrows.Whole
}

// compare counts the rows that were added and that ended. It fails for a row that could not be sent because its group is missing.
func compare(before, after []workrows.Row) (created, ended int, err error) {
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
			err = texts.ErrNoGroup.Because(fmt.Errorf("%s %s", o.Group.Kind, o.Group.Key))
		}
	}
	return created, ended, err
}

// added are the rows that were not there before.
func added(before, after []workrows.Row) []workrows.Row {
	return slices.DeleteFunc(slices.Clone(after), func(o workrows.Row) bool {
		return slices.ContainsFunc(before, func(b workrows.Row) bool { return b.Key() == o.Key() })
	})
}
