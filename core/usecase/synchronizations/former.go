package synchronizations

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/former"
)

// formerMembers is the pipeline of those who left before the application knew them. Nobody but an operator starts it.
func (p *pipeline) formerMembers(ctx context.Context) error {
	f := &former.Former{Runner: p.Runner, Site: p.service.Site, App: p.service.People, Phone: p.phones.number}
	if err := p.Step(ctx, run.StepFormerDownload, f.Download); err != nil {
		return err
	}
	if err := p.waitForEdits(nil, nil); err != nil {
		return err
	}
	var plan diff.Plan
	err := p.Step(ctx, run.StepFormerDownload, engine.OrStop(func(ctx context.Context, step *engine.Step) (err error) {
		plan, err = f.Plan(ctx, step)
		return err
	}))
	if err != nil {
		return err
	}
	return p.Step(ctx, run.StepFormer, func(ctx context.Context, step *engine.Step) error { return f.Send(ctx, step, plan) })
}
