package synchronizations

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/helpdesk"
)

// helpdesk is the helpdesk pipeline (contract §2.5): members and parents become customers, and what they ask there stands on
// their timelines.
func (p *pipeline) helpdesk(ctx context.Context) error {
	if err := p.waitForEdits(nil, nil); err != nil {
		return err
	}
	h := &helpdesk.Helpdesk{
		Runner: p.Runner, Desk: p.service.Helpdesk, App: p.service.People, Photos: p.service.Photos, Activities: p.service.Activities,
		Members: knownMembers{p.members}, Numbers: p.service.Settings.CustomerFields,
	}
	var plan diff.Plan
	err := p.Step(ctx, run.StepCustomersPrepare, engine.OrStop(func(ctx context.Context, step *engine.Step) (err error) {
		if err = h.Read(ctx, step); err != nil {
			return err
		}
		if plan, err = h.Plan(ctx, step); err != nil {
			return err
		}
		return h.Forget(ctx)
	}))
	if err != nil {
		return err
	}
	return p.Steps(ctx,
		engine.Named{Name: run.StepCustomers, Do: func(ctx context.Context, step *engine.Step) error {
			return h.Send(ctx, step, plan)
		}},
		engine.Named{Name: run.StepConversations, Do: h.ReadConversations},
		engine.Named{Name: run.StepConversations, Do: h.Log},
	)
}
