package synchronizations

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/contributions"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/members"
)

// contributions is the contributions pipeline (contract §1): what members owe, from the provider into the application.
func (p *pipeline) contributions(ctx context.Context) error {
	c := &contributions.Contributions{
		Runner: p.Runner, Provider: p.service.Contributions, App: p.service.People, Members: knownMembers{p.members},
	}
	if err := p.Step(ctx, run.StepContributionsDownload, c.Download); err != nil {
		return err
	}
	if err := p.waitForEdits(nil, nil); err != nil {
		return err
	}
	var plan diff.Plan
	err := p.Step(ctx, run.StepContributionsDownload, engine.OrStop(func(ctx context.Context, step *engine.Step) (err error) {
		plan, err = c.Plan(ctx, step)
		return err
	}))
	if err != nil {
		return err
	}
	return p.Step(ctx, run.StepContributions, func(ctx context.Context, step *engine.Step) error { return c.Send(ctx, step, plan) })
}

// knownMembers are the members as the rooms know them that tell something else about them.
type knownMembers struct{ members *members.Members }

func (m knownMembers) BeforeWrite(ctx context.Context, code string, record payload.Person) error {
	return m.members.BeforeWrite(ctx, code, record)
}

func (m knownMembers) IsMember(ctx context.Context, code string, record payload.Person) (bool, error) {
	return m.members.IsMember(ctx, code, record)
}

// Gone detaches a member, so that the next people run makes the person again.
func (m knownMembers) Gone(ctx context.Context, member *ledger.Entry) error {
	return m.members.Detach(ctx, member)
}
