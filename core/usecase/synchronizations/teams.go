package synchronizations

import (
	"context"
	"errors"
	"fmt"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/work"
)

// rosters are the teams of a run and who is on them.
type rosters struct {
	teams []federation.Team
	// places are who is on the teams whose roster was read just now, by the id of the team; of other teams nobody's work changes.
	places   map[string][]federation.Place
	complete bool // teams is every team, read just now
}

// teams is the teams pipeline (contract §4, "Teams pipeline steps").
func (x *execution) teams(ctx context.Context) error {
	var r rosters
	if err := x.step(ctx, run.StepTeamDownload, func(st *step) error { return st.downloadTeams(ctx, &r) }); err != nil {
		return err
	}
	if len(r.teams) == 0 && x.run.Errors() > 0 {
		return nothingKnown(&x.run)
	}
	if err := x.noticed(nil); err != nil {
		return err
	}
	g := &groups{kind: work.Team, memory: ledger.Team, key: payload.TeamKey, wanted: map[string]payload.Payload{}, complete: r.complete}
	for _, t := range r.teams {
		g.want(t.ID, payload.Team(t))
	}
	w := workPlan{groups: g, everybody: r.complete && len(r.places) == len(r.teams)}
	if err := x.step(ctx, run.StepTeamDownload, func(st *step) error { return guarded(st.planTeams(ctx, g, &r, &w)) }); err != nil {
		return err
	}
	for _, s := range []struct {
		name string
		do   func(*step) error
	}{
		{run.StepTeams, func(st *step) error { return st.submitGroups(ctx, g) }},
		{run.StepWork, func(st *step) error { return st.submitWork(ctx, &w, g) }},
		{run.StepTeams, func(st *step) error { return st.removeGroups(ctx, g) }},
	} {
		if err := x.step(ctx, s.name, s.do); err != nil {
			return err
		}
	}
	return nil
}

// downloadTeams reads the teams and their rosters. A list of teams that cannot be read is that of the last download; a roster that cannot be
// read leaves the work in its team alone.
func (st *step) downloadTeams(ctx context.Context, r *rosters) error {
	known, _, err := cached[federation.Member](ctx, st.execution, setMembers)
	if err != nil {
		return err
	}
	if err = st.canary(ctx, known); err == nil {
		r.teams, err = st.readTeams(ctx)
	}
	if errors.Is(err, federation.ErrShape) {
		err = &stop{err}
	}
	if stops(ctx, err) {
		return err
	}
	if err != nil {
		st.fail(ctx, "", clubSite, err)
		keys, before, err := cached[federation.Team](ctx, st.execution, setTeams)
		for _, key := range keys {
			r.teams = append(r.teams, before[key])
		}
		st.counts().Total = len(r.teams)
		st.note("de teams zijn niet gelezen; verder met de vorige download, er wordt niets beëindigd of weggehaald")
		return err
	}
	r.complete, r.places = true, map[string][]federation.Place{}
	return st.downloadRosters(ctx, r)
}

// readTeams reads the teams from the site, each once. A club that had teams has some: none at all is no answer.
func (st *step) readTeams(ctx context.Context) ([]federation.Team, error) {
	list, err := st.Site.Teams(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := st.entries(ctx, ledger.Team)
	if err == nil && len(list) == 0 && len(entries) > 0 {
		err = federation.ErrAnswer.Because(errors.New("er is geen enkel team gevonden"))
	}
	var teams []federation.Team
	told := map[string]bool{}
	for _, t := range list {
		if told[t.ID] {
			st.note("team %s staat dubbel in de download; het eerste telt", t.Name)
			continue
		}
		told[t.ID] = true
		teams = append(teams, t)
	}
	return teams, err
}

func (st *step) downloadRosters(ctx context.Context, r *rosters) error {
	failed := 0
	for i, t := range r.teams {
		if err := st.progress(ctx, i, len(r.teams)); err != nil {
			return err
		}
		if i > 0 {
			if err := st.Pause(ctx, memberPause.least, memberPause.most); err != nil {
				return err
			}
		}
		var places []federation.Place
		err := st.retry(ctx, func() (err error) {
			places, err = st.Site.Roster(ctx, t)
			return err
		})
		switch {
		case err == nil:
			r.places[t.ID] = places
			st.counts().Total++
			st.counts().Places += len(places)
			failed = 0
		case stops(ctx, err), errors.Is(err, federation.ErrShape):
			return &stop{err}
		default:
			st.fail(ctx, t.Name, clubSite, err)
			if failed++; failed == enough || errors.Is(err, federation.ErrSignIn) {
				st.note("gestopt met lezen; van de overige teams verandert de bezetting niet")
				return nil
			}
		}
	}
	return st.progress(ctx, len(r.teams), len(r.teams))
}

// planTeams works out whose work changes, stops the run when too much would end, and keeps the download.
func (st *step) planTeams(ctx context.Context, g *groups, r *rosters, w *workPlan) error {
	var err error
	if g.entries, err = st.entries(ctx, ledger.Team); err != nil {
		return err
	}
	var wanted []workrows.Wanted
	for _, t := range r.teams {
		if places, read := r.places[t.ID]; read {
			wanted = append(wanted, workrows.Places(places, t)...)
		}
	}
	gone := map[string]bool{}
	plan := st.planGroups(g)
	for _, a := range plan.Removals() {
		gone[a.Key] = true
	}
	scope := func(group workrows.Group) bool {
		_, read := r.places[group.Key]
		return group.Kind == work.Team && (read || gone[group.Key])
	}
	err = st.planFor(ctx, g, w, func() error { return st.planWork(ctx, w, work.Team, wanted, nil, scope, nil) })
	if err != nil || !r.complete {
		return err
	}
	guard := st.guard()
	if len(r.places) > 0 && len(wanted) == 0 { // nobody is on any team: somebody must say that it is so
		guard = anything
	}
	if err := st.checkBy(guard, loss{"teams", len(gone), len(g.entries)}, w.loss()); err != nil {
		return err
	}
	if err := replace(ctx, st.execution, setTeams, r.teams, func(t *federation.Team) string { return t.ID }); err != nil {
		return err
	}
	return st.keepRosters(ctx, r, gone)
}

// keepRosters keeps what was read; the roster of a team that was not read stays as it was.
func (st *step) keepRosters(ctx context.Context, r *rosters, gone map[string]bool) error {
	if st.options.DryRun {
		return nil
	}
	for id, places := range r.places {
		if err := st.keepRecord(ctx, setRosters, id, places); err != nil {
			return err
		}
	}
	if err := st.Stores.Downloads.Drop(ctx, setRosters, sorted(gone)...); err != nil {
		return &stop{fmt.Errorf("keep the rosters: %w", err)}
	}
	return nil
}
