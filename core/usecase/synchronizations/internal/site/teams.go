package site

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// Rosters are the teams of a run and who is on them.
type Rosters struct {
	Teams []federation.Team
	// Places are who is on the teams whose roster was read just now, by the id of the team; of other teams nobody's work changes.
	Places   map[string][]federation.Place
	Complete bool // Teams is every team, read just now
}

// Rosters reads the teams and who is on them. A list of teams that cannot be read is that of the last download; a roster that
// cannot be read leaves the work in its team alone. known says that the club had teams before.
func (s *Site) Rosters(ctx context.Context, step *engine.Step, known func(context.Context) (bool, error)) (*Rosters, error) {
	r := &Rosters{}
	members, err := sets.Members.Keys(ctx, s.Runner)
	if err != nil {
		return r, err
	}
	if err = s.Canary(ctx, step, members); err == nil {
		r.Teams, err = s.teams(ctx, step, known)
	}
	if errors.Is(err, federation.ErrShape) {
		err = engine.Stop(err)
	}
	if engine.Stops(ctx, err) {
		return r, err
	}
	if err != nil {
		step.Fail(ctx, "", run.ClubSite, err)
		keys, before, err := sets.Teams.All(ctx, s.Runner)
		r.Teams = nil
		for _, key := range keys {
			r.Teams = append(r.Teams, before[key])
		}
		step.Counts().Total = len(r.Teams)
		step.Note(texts.OldTeams)
		return r, err
	}
	r.Complete, r.Places = true, map[string][]federation.Place{}
	return r, s.rosters(ctx, step, r)
}

// teams reads the teams, each once. A club that had teams has some: none at all is no answer.
func (s *Site) teams(
	ctx context.Context, step *engine.Step, known func(context.Context) (bool, error),
) ([]federation.Team, error) {
	list, err := s.Club.Teams(ctx)
	if err != nil {
		return nil, err
	}
	if before, err := known(ctx); err != nil || before && len(list) == 0 {
		if err == nil {
			err = federation.ErrAnswer.Because(errors.New(texts.NoTeams))
		}
		return nil, err
	}
	var teams []federation.Team
	told := map[string]bool{}
	for _, t := range list {
		if told[t.ID] {
			step.Note(texts.TeamTwice, t.Name)
			continue
		}
		told[t.ID] = true
		teams = append(teams, t)
	}
	return teams, nil
}

func (s *Site) rosters(ctx context.Context, step *engine.Step, r *Rosters) error {
	failed := 0
	for i, t := range r.Teams {
		if err := step.Advance(ctx, i, len(r.Teams)); err != nil {
			return err
		}
		if i > 0 {
			if err := s.Pause(ctx, pagePause.Least, pagePause.Most); err != nil {
				return err
			}
		}
		var places []federation.Place
		err := s.Retry(ctx, federation.ErrAnswer, func() (err error) {
			places, err = s.Club.Roster(ctx, t)
			if err == nil && t.Lacks(places) { // the work of the whole team would end
				err = federation.ErrAnswer.Because(errors.New(texts.RosterLacks))
			}
			return err
		})
		switch {
		case err == nil:
			r.Places[t.ID] = places
			step.Counts().Total++
			step.Counts().Places += len(places)
			failed = 0
		case engine.Stops(ctx, err):
			return err
		default:
			step.Fail(ctx, t.Name, run.ClubSite, err)
			failed++
			if failed == engine.MaxFailures && errors.Is(err, federation.ErrShape) { // not one odd roster: the pages have changed
				return engine.Stop(err)
			}
			if failed == engine.MaxFailures || errors.Is(err, federation.ErrSignIn) {
				step.Note(texts.RostersStopped)
				return nil
			}
		}
	}
	return step.Advance(ctx, len(r.Teams), len(r.Teams))
}

// KeepRosters keeps what was read; the roster of a team that was not read stays as it was, and that of one that is gone goes.
func (s *Site) KeepRosters(ctx context.Context, r *Rosters, gone []string) error {
	if s.DryRun {
		return nil
	}
	if err := sets.Teams.Replace(ctx, s.Runner, r.Teams, func(t *federation.Team) string { return t.ID }); err != nil {
		return err
	}
	for id, places := range r.Places {
		if err := sets.Rosters.Put(ctx, s.Runner, id, places); err != nil {
			return err
		}
	}
	if err := s.Stores.Downloads.Drop(ctx, sets.Rosters.Name, gone...); err != nil {
		return engine.Stopf("keep the rosters: %w", err)
	}
	return nil
}
