package synchronizations

import (
	"context"
	"errors"
	"fmt"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/cases"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// disciplinary is the discipline pipeline: the cases of players, and the people whom they are about.
type disciplinary struct {
	*pipeline
	cases    *cases.Cases
	listed   []federation.Case
	complete bool
}

func (p *pipeline) discipline(ctx context.Context) error {
	d := &disciplinary{pipeline: p, cases: p.cases()}
	if err := p.Step(ctx, run.StepCaseDownload, d.download); err != nil {
		return err
	}
	if err := p.waitForEdits(nil, nil); err != nil {
		return err
	}
	if err := p.Step(ctx, run.StepCaseDownload, engine.OrStop(d.plan)); err != nil {
		return err
	}
	return p.Steps(ctx,
		engine.Named{Name: run.StepMovedCases, Do: d.cases.RemoveMoved},
		engine.Named{Name: run.StepCases, Do: d.cases.Submit},
	)
}

// cases are the cases of a run.
func (p *pipeline) cases() *cases.Cases {
	return &cases.Cases{Runner: p.Runner, App: p.service.Cases, Tasks: p.service.Tasks}
}

// download reads the list of cases. One that cannot be read, and an empty one where there were cases, leaves what is known.
func (d *disciplinary) download(ctx context.Context, step *engine.Step) error {
	if err := d.cases.Recall(ctx); err != nil {
		return err
	}
	listed, err := d.service.Site.Cases(ctx)
	if errors.Is(err, federation.ErrShape) {
		return engine.Stop(err)
	}
	unreadable, err := federation.Readable(err)
	if err == nil && len(listed)+len(unreadable) == 0 && d.cases.Known() > 0 {
		err = federation.ErrAnswer.Because(errors.New(texts.NoCases))
	}
	if engine.Stops(ctx, err) {
		return err
	}
	for _, row := range unreadable {
		step.Fail(ctx, row.Code, run.ClubSite, federation.ErrAnswer.Because(fmt.Errorf(texts.UnreadableCase, row.Cause)))
	}
	if err != nil {
		step.Fail(ctx, "", run.ClubSite, err)
		if d.cases.Known() > 0 {
			step.Note(texts.OldCases)
		}
		return nil
	}
	d.listed, d.complete = listed, true
	step.Counts().Total = len(listed) + len(unreadable)
	return nil
}

// plan works out what changes, stops the run when too much would go, and only then keeps the list.
func (d *disciplinary) plan(ctx context.Context, _ *engine.Step) error {
	if err := errors.Join(d.number(ctx, d.cases), d.name(ctx, d.cases)); err != nil {
		return err
	}
	if !d.complete {
		return nil
	}
	d.cases.Read(d.listed)
	removals, err := d.cases.Removals(ctx)
	if err != nil {
		return err
	}
	if err := d.Check(removals...); err != nil {
		return err
	}
	return d.cases.Keep(ctx)
}

// number tells the cases the numbers of the players and the teams.
func (p *pipeline) number(ctx context.Context, c *cases.Cases) error {
	people, err := p.Entries(ctx, ledger.Member)
	if err != nil {
		return err
	}
	teams, err := p.Entries(ctx, ledger.Team)
	if err != nil {
		return err
	}
	c.Person = func(code string) int64 { return numberOf(people, code) }
	c.Verify = func(ctx context.Context, code string) error {
		there, err := p.members.StillThere(ctx, people[code])
		if err == nil && !there {
			delete(people, code)
		}
		return err
	}
	c.Gone = p.members.Gone
	c.Team = func(id string) int64 { return numberOf(teams, id) }
	return nil
}

// name tells the cases what the players are called.
func (p *pipeline) name(ctx context.Context, c *cases.Cases) error {
	names := map[string]string{}
	c.Name = func(code string) string { return names[code] }
	return sets.Members.Each(ctx, p.Runner, func(code string, row federation.Member) error {
		names[code] = row.Name()
		return nil
	})
}

// numberOf is the number of an entry, 0 for none.
func numberOf(entries map[string]*ledger.Entry, key string) int64 {
	if e := entries[key]; e != nil {
		return e.Number()
	}
	return 0
}

// linkCases gives the cases of a member, or of everybody for "", their people who have arrived since they were filed. Most runs
// have no such case and no such step.
func (p *pipeline) linkCases(ctx context.Context, of string) error {
	c := p.cases()
	c.Of = of
	if err := c.Recall(ctx); err != nil || c.Known() == 0 {
		return err
	}
	if err := p.number(ctx, c); err != nil || !c.Unlinked() {
		return err
	}
	if err := p.name(ctx, c); err != nil {
		return err
	}
	return p.Step(ctx, run.StepCases, c.Link)
}
