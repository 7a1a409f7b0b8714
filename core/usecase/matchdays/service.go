// Package matchdays owns when the matches of the club are fetched from the federation, and what is kept of them.
//
// Who may see which of them is core/usecase/dashboards', and what they say is core/matchday's.
package matchdays

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the matches of one club.
type Service struct {
	Directory ports.Directory
	Feed      ports.MatchFeed // nil in a club without one
	Fetched   ports.FetchedMatches
	Now       func() time.Time

	asking sync.Map // the sources that are fetched on demand, each by one at a time: source to *sync.Mutex
}

// patience is how long somebody waits for a team's programme.
const patience = 5 * time.Second

// Fetch fetches the programme of the club and what was called off, and returns how many matches there are. That a source fails
// is kept and told on dashboards, and is no error. What is kept of teams that are gone is forgotten.
func (s *Service) Fetch(ctx context.Context) (count int, err error) {
	if s.Feed == nil {
		return 0, nil
	}
	for _, source := range []matchday.Source{matchday.Programme, matchday.Cancellations} {
		n, err := s.fetch(ctx, source, job.TimeLimit)
		if err != nil {
			return count, err
		}
		count += n
	}
	_, err = s.Fetched.Forget(ctx, s.sources()...)
	return count, err
}

// fetch asks the federation, waits so long, and keeps what came. Whoever stops waiting before says nothing of the source.
func (s *Service) fetch(ctx context.Context, source matchday.Source, wait time.Duration) (int, error) {
	began := s.Now()
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	matches, err := s.Feed.Fetch(waiting, source)
	if gone := ctx.Err(); err != nil && errors.Is(gone, context.Canceled) {
		return 0, gone
	}
	problem := matchday.ProblemOf(err)
	return len(matches), s.Fetched.Update(context.WithoutCancel(ctx), source, func(f *matchday.Fetched) error {
		f.Take(matches, problem, began)
		return nil
	})
}

// sources are all that there are.
func (s *Service) sources() []matchday.Source {
	sources, view := []matchday.Source{matchday.Programme, matchday.Cancellations}, s.Directory.View()
	for _, team := range s.Teams() {
		sources = append(sources, matchday.TeamSource(view.TeamCode(team)))
	}
	return sources
}

// Teams are the teams that have a number at the federation, in the order of lists of teams.
func (s *Service) Teams() (ids []group.ID) {
	view := s.Directory.View()
	teams := view.Groups(record.Query{
		View:   record.View{Reader: access.Everything},
		Filter: record.Filter{}.With(group.OfKind(work.Team)), Bare: true,
		Window: record.Window{Order: listing.Order{By: []listing.Sort{{By: group.KeySort}}}, Limit: mostTeams},
	})
	for _, team := range teams.Records {
		if view.TeamCode(team.ID) != "" {
			ids = append(ids, team.ID)
		}
	}
	return ids
}

// mostTeams is more than a club has.
const mostTeams = 10_000

// Refresh fetches a team's programme, unless what is kept of it is new enough. Of several who ask at once, one fetches and the
// others wait. A failure is kept, and is no error.
func (s *Service) Refresh(ctx context.Context, code string) error {
	if s.Feed == nil {
		return nil
	}
	source := matchday.TeamSource(code)
	turn, _ := s.asking.LoadOrStore(source, new(sync.Mutex))
	turn.(*sync.Mutex).Lock()
	defer turn.(*sync.Mutex).Unlock()
	kept, err := s.Fetched.Of(ctx, source)
	if err != nil || !kept[0].TeamDue(s.Now()) {
		return err
	}
	_, err = s.fetch(ctx, source, patience)
	return err
}

// Kept returns what is kept, in one step: of the programme of the club and then of the teams with these numbers at the
// federation, and of what was called off. Without a feed each says so.
func (s *Service) Kept(ctx context.Context, teams ...string) (programmes []matchday.Fetched, off matchday.Fetched, err error) {
	sources := []matchday.Source{matchday.Cancellations, matchday.Programme}
	for _, code := range teams {
		sources = append(sources, matchday.TeamSource(code))
	}
	kept, err := s.Fetched.Of(ctx, sources...)
	if err != nil {
		return nil, off, err
	}
	if s.Feed == nil {
		for i := range kept {
			kept[i].Problem = matchday.NotConfigured
		}
	}
	return kept[1:], kept[0], nil
}
