package cases

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// RemoveMoved removes the cases that turned out to be another member's, and asks the Secretaris to look at what was billed. One
// that stands on an invoice stays, and the Secretaris is asked all the more.
func (c *Cases) RemoveMoved(ctx context.Context, step *engine.Step) error {
	var plan diff.Plan
	for _, dossier := range c.moved() {
		plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Delete, Key: dossier, Reason: reasonMoved})
		if c.DryRun {
			c.entries[dossier] = &ledger.Entry{Kind: ledger.Case, Key: dossier}
		}
	}
	return step.Apply(ctx, run.Application, plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		return c.remove(ctx, step, a.Key)
	})
}

// reasonMoved is why a case is removed.
const reasonMoved = "names another member"

func (c *Cases) remove(ctx context.Context, step *engine.Step, dossier string) error {
	e, s, now := c.entries[dossier], c.state(dossier), c.rows[dossier].Member
	billed := false
	if id := e.Number(); id != 0 {
		stands, found, err := c.find(ctx, dossier)
		switch {
		case err != nil:
			return err
		case found && stands.ID == id:
			err = c.App.Remove(ctx, id)
			if billed = err != nil && fault.KindOf(err) == fault.Conflict; err != nil && !billed && !engine.Absent(err) {
				return err
			}
			if !billed {
				delete(c.standing, dossier)
			}
		case found || c.numbers[id]: // nothing of ours was there to be removed
			e.Remote, e.Synced = "", ""
			e.SetState(State{})
			return c.Remember(ctx, *e)
		}
	}
	about, err := c.verified(ctx, s.Member, now)
	if err != nil {
		return err
	}
	return c.letGo(ctx, step, e, s, now, about, billed)
}

// verified returns the number of the first of the members who has one that is still theirs, 0 for none.
func (c *Cases) verified(ctx context.Context, codes ...string) (int64, error) {
	for _, code := range codes {
		if err := c.Verify(ctx, code); err != nil {
			return 0, err
		}
		if id := c.Person(code); id != 0 {
			return id, nil
		}
	}
	return 0, nil
}

// letGo asks the Secretaris to look at a case that was removed, or that stays because it is billed, and remembers that. The task
// is about a person, 0 for nobody.
func (c *Cases) letGo(
	ctx context.Context, step *engine.Step, e *ledger.Entry, s State, now string, about int64, billed bool,
) error {
	content := texts.TaskCaseRemoved
	if billed {
		content = texts.TaskCaseBilled
	}
	if err := c.ask(ctx, about, fmt.Sprintf(content, e.Key, s.Member, now)); err != nil {
		return err
	}
	if billed {
		s.Kept = now
	} else {
		e.Remote, e.Synced, s = "", "", State{}
	}
	e.SetState(s)
	if err := c.Remember(ctx, *e); err != nil || !billed {
		return err
	}
	step.Note(texts.CaseBilled, e.Key)
	return engine.ErrSkipped
}

// secretary is the function of whoever looks at cases that were removed.
const secretary = "Secretaris"

// daysToLook is in how many days that must be done.
const daysToLook = 7

// ask gives a task, unless it was given before: a run may have died after it did.
func (c *Cases) ask(ctx context.Context, person int64, content string) error {
	given, err := c.Tasks.Given(ctx, person)
	if engine.Absent(err) { // the person is gone
		person = 0
		given, err = c.Tasks.Given(ctx, person)
	}
	if err != nil || slices.ContainsFunc(given, func(t payload.Task) bool { return t.Content == content }) {
		return err
	}
	due := civil.On(c.Now(), c.Zone).AddDays(daysToLook)
	return c.Tasks.Give(ctx, person, payload.Task{Content: content, Due: due, Function: secretary})
}

// Submit files and changes cases.
func (c *Cases) Submit(ctx context.Context, step *engine.Step) error {
	all := slices.Sorted(maps.Keys(c.rows))
	err := c.submit(ctx, step, all)
	for _, dossier := range all {
		if c.state(dossier).Person != 0 {
			step.Counts().Linked++
		}
	}
	return err
}

// Unlinked reports whether Link has anything to do.
func (c *Cases) Unlinked() bool { return len(c.unlinked()) > 0 }

// Link gives cases their people who have arrived since.
func (c *Cases) Link(ctx context.Context, step *engine.Step) error {
	return c.submit(ctx, step, c.unlinked())
}

func (c *Cases) submit(ctx context.Context, step *engine.Step, dossiers []string) error {
	return step.Apply(ctx, run.Application, c.plan(dossiers), engine.NoWait, func(ctx context.Context, a diff.Action) error {
		return c.send(ctx, step, a.Key)
	})
}

// send brings one case into the application. One that stands there under the same dossier was filed by a run that could not
// remember it, or by hand. A remembered number counts only while the dossier stands under it: after an older backup of the
// application came back, numbers are given to other cases.
func (c *Cases) send(ctx context.Context, step *engine.Step, dossier string) error {
	e := c.entries[dossier]
	if e == nil {
		e = &ledger.Entry{Kind: ledger.Case, Key: dossier}
		c.entries[dossier] = e
	}
	if _, err := ledger.State[State](e); err != nil {
		return err
	}
	if err := c.Verify(ctx, c.rows[dossier].Member); err != nil {
		return err
	}
	if gone, err := c.gone(ctx, dossier); err != nil {
		return err
	} else if gone {
		return c.leave(ctx, step, e)
	}
	s, told := c.state(dossier), c.payload(dossier)
	stands, found, err := c.find(ctx, dossier)
	if err != nil {
		return err
	}
	if e.Remote != "" && (!found || stands.ID != e.Number()) {
		e.Remote, s = "", State{}
	}
	sent := told
	if e.Remote == "" {
		if found {
			e.SetNumber(stands.ID)
			if stands.Charged == discipline.ByClub {
				sent = sent.WithoutCharge()
			}
			if stands.Person != 0 && stands.Person != told.Person {
				return c.foreign(ctx, step, e, stands, told.Person)
			}
		}
	}
	if s.Charged {
		sent = sent.WithoutCharge()
	}
	kept, err := c.write(ctx, e.Number(), sent, told)
	if err != nil {
		return err
	}
	row := c.rows[dossier]
	e.SetNumber(kept.ID)
	e.Synced = told.Hash()
	e.SetState(State{Member: row.Member, Name: c.name(&row), Person: told.Person, Charged: s.Charged || row.Charged})
	return c.Remember(ctx, *e)
}

// gone reports whether the player of a case that was sent was removed from the application, and did not come back.
func (c *Cases) gone(ctx context.Context, dossier string) (bool, error) {
	s := c.state(dossier)
	if c.Person(c.rows[dossier].Member) != 0 {
		return false, nil
	}
	if s.Person == 0 {
		return s.Gone, nil
	}
	return c.Gone(ctx, s.Person)
}

// leave leaves a case as it stands: the application decides what becomes of the cases of somebody who is removed or erased there,
// and must not get the name again. It is sent when the player comes back.
func (c *Cases) leave(ctx context.Context, step *engine.Step, e *ledger.Entry) error {
	s := c.state(e.Key)
	if !s.Gone {
		step.Note(texts.CasePersonGone, e.Key)
	}
	s.Person, s.Name, s.Gone = 0, "", true
	e.SetState(s)
	e.Synced = c.payload(e.Key).Hash()
	if err := c.Remember(ctx, *e); err != nil {
		return err
	}
	return engine.ErrSkipped
}

// write changes a case, or files it anew when it is not there.
func (c *Cases) write(ctx context.Context, id int64, sent, whole payload.Case) (payload.Case, error) {
	if id != 0 {
		kept, err := c.App.Change(ctx, id, sent)
		if !engine.Absent(err) {
			return kept, err
		}
	}
	return c.App.Create(ctx, whole)
}

// foreign is about a case of which nothing is remembered and that is about somebody else in the application than on the site now.
// It waits while it is not known who the player is.
func (c *Cases) foreign(ctx context.Context, step *engine.Step, e *ledger.Entry, stands payload.Case, person int64) error {
	if person == 0 {
		e.Remote = ""
		return engine.ErrPostponed
	}
	err := c.App.Remove(ctx, stands.ID)
	billed := err != nil && fault.KindOf(err) == fault.Conflict
	if err != nil && !billed && !engine.Absent(err) {
		e.Remote = ""
		return err
	}
	before := State{Member: fmt.Sprint(texts.PersonNumber, stands.Person), Person: stands.Person}
	if err := c.letGo(ctx, step, e, before, c.rows[e.Key].Member, stands.Person, billed); err != nil {
		return err
	}
	delete(c.standing, e.Key)
	return c.send(ctx, step, e.Key)
}

// find returns the application's case with a dossier. It fails when that could be one that cannot be read.
func (c *Cases) find(ctx context.Context, dossier string) (payload.Case, bool, error) {
	if !c.asked {
		list, err := c.App.List(ctx)
		err = payload.Readable(err, func(r payload.UnreadableRecord) {
			c.NoteOnce("%v", r)
			c.unreadable = append(c.unreadable, r)
		})
		if err != nil {
			return payload.Case{}, false, err
		}
		c.standing, c.numbers = map[string]payload.Case{}, map[int64]bool{}
		for _, one := range list {
			c.standing[one.Dossier], c.numbers[one.ID] = one, true
		}
		c.asked = true
	}
	one, found := c.standing[dossier]
	if !found && len(c.unreadable) > 0 {
		return one, false, texts.ErrUnsure.Because(c.unreadable[0].Cause)
	}
	return one, found, nil
}
