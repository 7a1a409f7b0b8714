package imports

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/undo"
	"github.com/clubhuis/clubhuis/ports"
)

// The jobs that apply an import and take it back. They carry its number and who asked.
const (
	ApplyFile job.Kind[Asked] = "apply-import"
	UndoFile  job.Kind[Asked] = "undo-import"
)

// Asked is which import a job is about, and who asked for it.
type Asked struct {
	Import int64 `json:"import"`
	User   int64 `json:"user"`
}

// portion is how many rows are one step.
const portion = 200

// Apply begins to do what the preview of a draft says. One import is at work at a time: else it is peoplefile.ErrBusy.
func (s *Service) Apply(ctx context.Context, viewer access.Viewer, id int64) (begun peoplefile.Import, err error) {
	if err := may(viewer); err != nil {
		return begun, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		begun, err = stores.Imports.Change(ctx, id, func(i *peoplefile.Import) error { return i.Begin(s.Now()) })
		if err != nil {
			return err
		}
		entry := s.entry(audit.FileApplied, viewer, &begun).With(audit.Values{"rows": begun.Total})
		if err := stores.Audit.Append(ctx, entry); err != nil {
			return err
		}
		return stores.Outbox.Add(ctx, ApplyFile.New(strconv.FormatInt(id, 10), Asked{id, viewer.User}))
	})
	return begun, err
}

// Undo begins to take an import back, or what is left of it: who was new goes to the trash, who was changed is again what they
// were, as far as nobody changed them since. Who was new and is used by now (ports.Traces) stays.
func (s *Service) Undo(ctx context.Context, viewer access.Viewer, id int64) (begun peoplefile.Import, err error) {
	if err := may(viewer); err != nil {
		return begun, err
	}
	now := civil.Instant(s.Now())
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		begun, err = stores.Imports.Change(ctx, id, func(i *peoplefile.Import) error { return i.BeginUndo(now) })
		if err != nil {
			return err
		}
		if err := stores.Audit.Append(ctx, s.entry(audit.FileTakenBack, viewer, &begun)); err != nil {
			return err
		}
		key := strconv.FormatInt(id, 10) + " " + now.Format(time.RFC3339Nano)
		return stores.Outbox.Add(ctx, UndoFile.New(key, Asked{id, viewer.User}))
	})
	return begun, err
}

// UndoRow takes one row of an applied import back. What is left says why not.
func (s *Service) UndoRow(ctx context.Context, viewer access.Viewer, id int64, number int) (row peoplefile.Result, err error) {
	if err := may(viewer); err != nil {
		return row, err
	}
	for {
		err := s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
			row, err = s.undoRow(ctx, stores, viewer, id, number)
			return err
		})
		if !errors.Is(err, undo.ErrBehind) {
			return row, err
		}
		if err := s.Directory.Refresh(ctx); err != nil {
			return row, err
		}
	}
}

func (s *Service) undoRow(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, id int64, number int,
) (row peoplefile.Result, err error) {
	i, err := stores.Imports.Change(ctx, id, func(i *peoplefile.Import) error {
		if i.Working() {
			return peoplefile.ErrBusy
		}
		return i.MayUndo(s.Now())
	})
	if err != nil {
		return row, err
	}
	rows, err := stores.Imports.Rows(ctx, id, number-1, 1)
	if err != nil {
		return row, err
	}
	if len(rows) == 0 || rows[0].Number != number || !rows[0].Open() {
		return row, peoplefile.ErrRowClosed
	}
	if err := s.takeOut(ctx, stores, viewer, &i, rows); err != nil {
		return row, err
	}
	if row = rows[0]; i.State == peoplefile.Applied && i.Open() == 0 {
		i.State = peoplefile.Undone
	}
	_, err = stores.Imports.Change(ctx, id, func(stands *peoplefile.Import) error { *stands = i.Clone(); return nil })
	if err != nil {
		return row, err
	}
	entry := s.entry(audit.FileTakenBack, viewer, &i).With(audit.Values{"row": number, "undone": row.Undone})
	return row, stores.Audit.Append(ctx, entry)
}

// work is what a job does with an import, portion by portion. prepare looks at the next rows before the step, which may run
// twice.
type work struct {
	prepare func()
	do      func(ctx context.Context, stores ports.Stores, viewer access.Viewer, i *peoplefile.Import) (ended bool, err error)
}

// ApplyInPortions goes on with the job ApplyFile where it was cut off: each portion is one step with the note of how far it is.
func (s *Service) ApplyInPortions(ctx context.Context, asked Asked) error {
	if err := s.Directory.Refresh(ctx); err != nil {
		return err
	}
	i, err := s.standing(ctx, asked.Import, peoplefile.Applying)
	if err != nil || i == nil {
		return err
	}
	all, err := s.Imports.Rows(ctx, i.ID, 0, 0)
	if err != nil {
		return err
	}
	planner, err := s.planner(ctx, i)
	if err != nil {
		return err
	}
	next := 0
	for next < len(all) && all[next].Number <= i.After {
		planner.Done(&all[next])
		next++
	}
	var decided []peoplefile.Result
	var decisions []peoplefile.Decision
	prepare := func() {
		decided, decisions = all[next:min(next+portion, len(all))], nil
		for n := range decided {
			decisions = append(decisions, planner.Decide(&decided[n].Row))
		}
		next += len(decided)
	}
	return s.inTurns(ctx, asked, "apply-import", i, work{prepare, func(
		ctx context.Context, stores ports.Stores, viewer access.Viewer, i *peoplefile.Import,
	) (bool, error) {
		rows := slices.Clone(decided)
		if len(rows) == 0 {
			return true, nil
		}
		if err := s.takeIn(ctx, stores, viewer, planner, rows, decisions); err != nil {
			return false, err
		}
		for n := range rows {
			i.Counts.Add(rows[n].Outcome)
		}
		i.After = rows[len(rows)-1].Number
		return false, stores.Imports.KeepRows(ctx, i.ID, rows, nil)
	}})
}

// takeIn does what was decided about some rows, and notes what became of each.
func (s *Service) takeIn(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, planner *peoplefile.Planner,
	rows []peoplefile.Result, decisions []peoplefile.Decision,
) error {
	var list []peoplefile.Intake
	var at []int
	for n := range rows {
		rows[n].Took(&decisions[n])
		if outcome := decisions[n].Outcome; outcome == peoplefile.New || outcome == peoplefile.Changed {
			list = append(list, peoplefile.Intake{Person: decisions[n].Person, Code: decisions[n].Code, Edit: func(p *person.Person) {
				planner.Apply(&rows[n].Row, p)
			}})
			at = append(at, n)
		}
	}
	if len(list) == 0 {
		return nil
	}
	taken, err := s.TakeIn(ctx, stores, viewer, list)
	if err != nil {
		return err
	}
	for k := range taken {
		row, one := &rows[at[k]], &taken[k]
		switch {
		case one.Wrong != nil:
			row.Refuse(peoplefile.Sentences(one.Wrong))
		case one.After == 0:
			row.Outcome, row.Changes = peoplefile.Unchanged, nil
		default:
			row.Person, row.Before, row.After = one.Person, one.Before, one.After
		}
	}
	return nil
}

// UndoInPortions goes on with the job UndoFile where it was cut off.
func (s *Service) UndoInPortions(ctx context.Context, asked Asked) error {
	if err := s.Directory.Refresh(ctx); err != nil {
		return err
	}
	i, err := s.standing(ctx, asked.Import, peoplefile.Undoing)
	if err != nil || i == nil {
		return err
	}
	return s.inTurns(ctx, asked, "undo-import", i, work{func() {}, func(
		ctx context.Context, stores ports.Stores, viewer access.Viewer, i *peoplefile.Import,
	) (bool, error) {
		rows, err := stores.Imports.Rows(ctx, i.ID, i.After, portion)
		if err != nil || len(rows) == 0 {
			return true, err
		}
		for n := range rows {
			if rows[n].After != 0 {
				i.Undo.Tried++
			}
		}
		i.After = rows[len(rows)-1].Number
		return false, s.takeOut(ctx, stores, viewer, i, rows)
	}})
}

// takeOut takes back the rows that are open, notes what became of each, and counts them.
func (s *Service) takeOut(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, i *peoplefile.Import, rows []peoplefile.Result,
) error {
	var list []peoplefile.TakenIn
	for n := range rows {
		if rows[n].Open() {
			list = append(list, peoplefile.TakenIn{Person: rows[n].Person, Before: rows[n].Before, After: rows[n].After})
		}
	}
	if len(list) == 0 {
		return nil
	}
	reasons, err := s.TakeOut(ctx, stores, viewer, list)
	if err != nil {
		return err
	}
	if len(reasons) > 0 { // another import may have been taken back meanwhile: its people follow
		stand, err := stores.Imports.Rows(ctx, i.ID, rows[0].Number-1, len(rows))
		if err != nil {
			return err
		}
		for n := range stand {
			rows[n].Before, rows[n].After, rows[n].From = stand[n].Before, stand[n].After, stand[n].From
		}
	}
	restored := map[person.ID]peoplefile.Restored{}
	for n := range rows {
		row := &rows[n]
		if !row.Open() {
			continue
		}
		before := row.Left
		row.Left = reasons[row.Person]
		if row.Undone = row.Left == ""; row.Undone && row.Before != nil {
			restored[row.Person] = peoplefile.Restored{Was: row.Met(), Is: row.After + 1}
		}
		i.TookBack(row, before)
	}
	return stores.Imports.KeepRows(ctx, i.ID, rows, restored)
}

// standing returns an import that a job is to go on with, nil for one that is done.
func (s *Service) standing(ctx context.Context, id int64, state peoplefile.State) (*peoplefile.Import, error) {
	i, err := s.Imports.ByID(ctx, id)
	if errors.Is(err, peoplefile.ErrAbsent) || err == nil && i.State != state {
		return nil, nil //nolint:nilnil // there is nothing to do
	}
	return &i, err
}

// errStale says that another process went further with an import.
var errStale = errors.New("another process goes on with the import")

// behind is after how long it is looked again how far the other one has come.
const behind = 5 * time.Second

// inTurns does the work in portions, each in one step, for as long as one try may take.
func (s *Service) inTurns(ctx context.Context, asked Asked, name string, i *peoplefile.Import, does work) error {
	turn, cancel := context.WithTimeout(ctx, job.TimeLimit/2)
	defer cancel()
	for state := i.State; i.State == state; {
		if turn.Err() != nil && ctx.Err() == nil {
			return job.Again{}
		}
		viewer, why, err := s.viewer(ctx, asked.User, name)
		if err != nil {
			return err
		}
		does.prepare()
		err = s.portion(ctx, viewer, why, i, does)
		if kind := fault.KindOf(err); err != nil && (kind == fault.Conflict || kind == fault.Forbidden) { // there is no room, say
			err = s.portion(ctx, viewer, fault.As(err).Message, i, does)
		}
		if errors.Is(err, errStale) { // that one may end before its work is done: then this is the only job that is left
			return job.Again{After: behind}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// portion does one portion of the work as one step, or ends the work when there is a reason why.
func (s *Service) portion(ctx context.Context, viewer access.Viewer, why string, i *peoplefile.Import, does work) error {
	state, after := i.State, i.After
	var kept peoplefile.Import
	err := s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		kept, err = stores.Imports.Change(ctx, i.ID, func(stands *peoplefile.Import) error {
			if stands.State != state || stands.After != after {
				return errStale
			}
			return nil
		})
		if err != nil {
			return err
		}
		ended := why != ""
		if !ended {
			ended, err = does.do(ctx, stores, viewer, &kept)
		}
		if err != nil {
			return err
		}
		if ended {
			kept.End(why)
		}
		_, err = stores.Imports.Change(ctx, i.ID, func(stands *peoplefile.Import) error { *stands = kept.Clone(); return nil })
		return err
	})
	if err == nil {
		*i = kept
	}
	return err
}

// viewer returns who asked for a job with the roles of today, or why the job ends: a blocked user's work does not go on.
func (s *Service) viewer(ctx context.Context, user account.UserID, name string) (viewer access.Viewer, why string, err error) {
	u, err := s.Users.ByID(ctx, user)
	if errors.Is(err, account.ErrAbsent) {
		return viewer, peoplefile.StoppedGone, nil
	}
	if err != nil {
		return viewer, "", err
	}
	if !u.MaySignIn() {
		return viewer, peoplefile.StoppedForbidden, nil
	}
	viewer = u.Viewer(s.Directory.View().Matrix())
	viewer.Entrance = access.Entrance{Way: access.ByJob, Name: name}
	if err := may(viewer); fault.KindOf(err) == fault.Forbidden {
		return viewer, peoplefile.StoppedForbidden, nil
	}
	return viewer, "", nil
}
