package synchronizations

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/groups"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/members"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/site"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/core/work"
)

// functions is the functions pipeline (contract §4, "Functions pipeline steps"), over who changed lately or over everybody.
type functions struct {
	*pipeline
	roles  *site.Roles
	groups *groups.Groups
	work   *groups.Work
}

func (p *pipeline) functions(ctx context.Context) error {
	f := &functions{pipeline: p, roles: site.NewRoles(p.Run.Pipeline == run.FunctionsFull, !p.DryRun)}
	f.roles.Invoices, f.roles.PageRead = p.options.WithInvoice, p.members.PageRead
	if err := p.Step(ctx, run.StepFunctionsDownload, f.download); err != nil {
		return err
	}
	if err := p.waitForEdits(nil, nil); err != nil {
		return err
	}
	f.groups = p.committees(f.roles)
	if err := p.Step(ctx, run.StepFunctionsDownload, engine.OrStop(f.plan)); err != nil {
		return err
	}
	return p.Steps(ctx,
		engine.Named{Name: run.StepCommittees, Do: f.groups.Submit},
		engine.Named{Name: run.StepCommitteeWork, Do: f.work.SubmitInAll},
		engine.Named{Name: run.StepCommittees, Do: f.groups.Remove},
		engine.Named{Name: run.StepFreeFields, Do: f.sendFreeFields},
		engine.Named{Name: run.StepRoles, Do: f.tellFunctions},
	)
}

// recentDays is how far back a run over recent changes looks when nobody says (contract §8).
const recentDays = 2

func (f *functions) download(ctx context.Context, step *engine.Step) error {
	known, err := f.choose(ctx, step)
	if err != nil {
		return err
	}
	if !known {
		step.Note(texts.NoMembersYet)
		return nil
	}
	return f.site.Roles(ctx, step, f.roles)
}

// choose returns whose pages are read: everybody, or those who changed in the last days or have no date of a change, and the
// volunteers whose certificate of conduct is missing or old. It reports whether anybody is known at all.
func (f *functions) choose(ctx context.Context, step *engine.Step) (known bool, err error) {
	var volunteers []string
	if !f.roles.Full {
		if volunteers, err = f.service.People.Volunteers(ctx); err != nil {
			if engine.Stops(ctx, err) {
				return false, err
			}
			step.Fail(ctx, "", run.Application, err)
		}
	}
	days := f.options.Days
	if days == 0 {
		days = recentDays
	}
	since := civil.On(f.Now(), f.Zone).AddDays(-days)
	err = sets.Members.Each(ctx, f.Runner, func(code string, row federation.Member) error {
		known = true
		if f.roles.Full || slices.Contains(volunteers, code) || f.recent(&row, since) {
			f.roles.Codes = append(f.roles.Codes, code)
		}
		return nil
	})
	return known, err
}

func (f *functions) recent(row *federation.Member, since civil.Date) bool {
	at, known := civil.ParseInstant(row.Updated, f.Zone)
	return !known || !civil.On(at, f.Zone).Before(since) || !row.PhotoOn.IsZero() && !row.PhotoOn.Before(since)
}

// plan works out whose work changes, and stops the run when too much would end. Only then the new download replaces the old one.
func (f *functions) plan(ctx context.Context, step *engine.Step) error {
	if err := f.groups.Recall(ctx); err != nil {
		return err
	}
	if err := f.keepHeld(ctx); err != nil {
		return err
	}
	f.work = f.pipeline.work(f.groups, groups.Reading{
		Wanted: f.roles.Wanted, Over: f.roles.Over, Scope: everywhere, Everybody: f.roles.Whole() && f.roles.Complete,
		// Who has left, as a good download told, does nothing for the club any more; who was not read goes on as before.
		Only: func(code string, left bool) bool { return f.roles.Read[code] || !f.roles.Failed && left },
	})
	if err := f.work.Plan(ctx, step); err != nil {
		return err
	}
	plan := f.groups.Plan()
	committees := engine.Removals{What: texts.Committees, Removed: len(plan.Removals()), Tracked: f.groups.Tracked()}
	if err := f.Check(committees, f.work.Removals(), f.roles.Dates, f.roles.Numbers); err != nil {
		return err
	}
	return f.site.KeepRoles(ctx, f.roles)
}

// keepHeld keeps the committees in which somebody whose pages could not be read has a seat, as far as is known.
func (f *functions) keepHeld(ctx context.Context) (err error) {
	if !f.groups.Complete || f.roles.Complete {
		return nil
	}
	if f.groups.Kept, err = f.rows.Held(ctx, work.Committee, f.roles.Unread); err != nil {
		return err
	}
	for _, code := range f.roles.Codes {
		if !f.roles.Unread(code) {
			continue
		}
		last, _, err := sets.Details.Get(ctx, f.Runner, code)
		if err != nil {
			return err
		}
		if last.Roles == nil {
			continue
		}
		for _, seat := range last.Roles.Seats {
			if seat.Active {
				f.groups.Kept[workrows.Committee(seat).Key] = true
			}
		}
	}
	return nil
}

// tellFunctions tells the application which functions those who were read have: roles come and go with them.
func (f *functions) tellFunctions(ctx context.Context, step *engine.Step) error {
	return f.told().Tell(ctx, step, f.roles.Functions)
}

// together is of how many members what their pages told is in memory at once.
const together = 100

// sendFreeFields sends the members whose pages were read and who changed. It sends all that is known of them, as the people
// pipeline does, so that neither finds work that the other did. It holds no more than a batch of them in memory.
func (f *functions) sendFreeFields(ctx context.Context, step *engine.Step) error {
	batch, unchanged := newBatch(), 0
	send := func() error {
		plan := f.members.Plan(batch)
		plan.Unchanged += unchanged
		sent := batch
		batch, unchanged = newBatch(), 0
		return f.members.Send(ctx, step, sent, plan, f.directory())
	}
	err := f.site.EachRead(ctx, f.roles, func(code string, detail federation.Detail) error {
		e, err := f.Entry(ctx, ledger.Member, code)
		if err != nil || e.Remote == "" || ledger.Left(&e) {
			return err
		}
		row, known, err := sets.Members.Get(ctx, f.Runner, code)
		if err != nil || !known {
			return err
		}
		batch.Details[code] = detail
		if e.Synced == f.members.Payload(batch, &row).Hash() && !f.Force {
			delete(batch.Details, code)
			unchanged++
			return nil
		}
		batch.Rows, batch.Entries[code] = append(batch.Rows, row), &e
		if len(batch.Rows) == together {
			return send()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return send()
}

// newBatch is a part of the club to be filled and sent.
func newBatch() *members.Snapshot {
	return &members.Snapshot{Details: map[string]federation.Detail{}, Entries: map[string]*ledger.Entry{}}
}
