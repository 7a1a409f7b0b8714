package synchronizations

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/groups"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/site"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/core/work"
)

// teams is the teams pipeline (contract §4, "Teams pipeline steps").
type teams struct {
	*pipeline
	rosters *site.Rosters
	groups  *groups.Groups
	work    *groups.Work
}

func (p *pipeline) teams(ctx context.Context) error {
	t := &teams{pipeline: p}
	if err := p.Step(ctx, run.StepTeamDownload, t.download); err != nil {
		return err
	}
	if len(t.rosters.Teams) == 0 && p.Run.Errors() > 0 {
		return p.nothingKnown()
	}
	if err := p.waitForEdits(nil, nil); err != nil {
		return err
	}
	t.groups = p.groups(groups.Teams, t.rosters.Complete)
	for _, team := range t.rosters.Teams {
		t.groups.Want(team.ID, payload.Team(team))
	}
	if err := p.Step(ctx, run.StepTeamDownload, engine.OrStop(t.plan)); err != nil {
		return err
	}
	return p.Steps(ctx,
		engine.Named{Name: run.StepTeams, Do: t.groups.Submit},
		engine.Named{Name: run.StepWork, Do: t.work.Submit},
		engine.Named{Name: run.StepTeams, Do: t.groups.Remove},
	)
}

func (t *teams) download(ctx context.Context, step *engine.Step) (err error) {
	t.rosters, err = t.site.Rosters(ctx, step, func(ctx context.Context) (bool, error) {
		known, err := t.Entries(ctx, ledger.Team)
		return len(known) > 0, err
	})
	return err
}

// plan works out whose work changes, stops the run when too much would end, and keeps the download.
func (t *teams) plan(ctx context.Context, step *engine.Step) error {
	if err := t.groups.Recall(ctx); err != nil {
		return err
	}
	removals := t.groups.Plan()
	reading, gone := t.reading(removals)
	t.work = t.pipeline.work(t.groups, reading)
	if err := t.work.Plan(ctx, step); err != nil || !t.rosters.Complete {
		return err
	}
	guard := t.Guard
	if len(t.rosters.Places) > 0 && len(reading.Wanted) == 0 { // nobody is on any team: somebody must say that it is so
		guard = diff.Guard{}
	}
	tracked := engine.Removals{What: texts.Teams, Removed: len(gone), Tracked: t.groups.Tracked()}
	if err := t.CheckBy(guard, tracked, t.work.Removals()); err != nil {
		return err
	}
	return t.site.KeepRosters(ctx, t.rosters, gone)
}

// reading is who plays where, and which teams are gone.
func (t *teams) reading(plan diff.Plan) (reading groups.Reading, gone []string) {
	r := t.rosters
	for _, team := range r.Teams {
		if places, read := r.Places[team.ID]; read {
			reading.Wanted = append(reading.Wanted, workrows.Places(places, team)...)
		}
	}
	over := map[string]bool{}
	for _, a := range plan.Removals() {
		over[a.Key] = true
		gone = append(gone, a.Key)
	}
	reading.Everybody = r.Complete && len(r.Places) == len(r.Teams)
	reading.Scope = func(group workrows.Group) bool {
		_, read := r.Places[group.Key]
		return group.Kind == work.Team && (read || over[group.Key])
	}
	return reading, gone
}
