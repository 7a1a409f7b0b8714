package dashboards

import (
	"context"
	"fmt"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/dashboard"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/matchday"
)

const manage = access.Manage

// Matches is a programme as a viewer sees it. Its matches are shared: nobody changes them.
type Matches struct {
	matchday.Shown
	Teams   [][]int64 // of each match: the viewer's own teams that play in it
	View    string    // which teams and programme: who has the same view has the same matches of a version
	Version string    // of the matches: equal for equal ones
}

// ClubMatches returns the programme of the club, for the match secretary.
func (s *Service) ClubMatches(ctx context.Context, viewer access.Viewer) (shown Matches, err error) {
	m, err := s.moment(viewer)
	if err != nil {
		return shown, err
	}
	if err := viewer.Require(access.Matches); err != nil {
		return shown, err
	}
	programmes, cancellations, err := s.kept(ctx, &m, nil)
	if err != nil {
		return shown, err
	}
	merged := s.merger.Merge(programmes, cancellations, s.window(&m))
	return s.shown(&m, merged, matchday.NewFeed(programmes, cancellations, m.now)), nil
}

// TeamMatches returns the programme of a team that the viewer was given. Any other, and one that does not exist, is
// fault.ErrForbidden.
func (s *Service) TeamMatches(ctx context.Context, viewer access.Viewer, team int64) (shown Matches, err error) {
	m, err := s.moment(viewer)
	if err != nil {
		return shown, err
	}
	if !m.has(team) {
		return shown, fault.ErrForbidden
	}
	codes := m.codes([]int64{team})
	for _, code := range codes {
		if err := s.Refresh(ctx, code); err != nil {
			return shown, err
		}
	}
	programmes, cancellations, err := s.kept(ctx, &m, []int64{team})
	if err != nil {
		return shown, err
	}
	own := programmes[1:]
	if len(own) == 0 { // without a number at the federation the club's programme does not know it either
		own = []matchday.Fetched{{Source: matchday.TeamSource(""), Problem: matchday.NoCode}}
	}
	merged := s.merger.Merge(own, cancellations, s.window(&m))
	merged.Matches = matchday.Only(merged.Matches, codes...)
	list := s.shown(&m, merged, matchday.NewFeed(own, cancellations, m.now))
	list.View += " alone " + strings.Join(codes, " ")
	return list, nil
}

func (s *Service) window(m *moment) matchday.Window {
	return matchday.Window{From: m.today, To: m.today.AddDays(dashboard.MatchDays - 1), Zone: s.Zone}
}

// kept reads what is kept, in one statement: the programme of the club and then those of teams that have a number at the
// federation, and what was called off.
func (s *Service) kept(
	ctx context.Context, m *moment, teams []int64,
) (programmes []matchday.Fetched, off matchday.Fetched, err error) {
	return s.Kept(ctx, m.codes(teams)...)
}

// shown tells which of the viewer's teams play in each match.
func (s *Service) shown(m *moment, merged matchday.Merged, feed matchday.Feed) Matches {
	list := Matches{
		Shown: matchday.Shown{Matches: merged.Matches, Feed: feed}, Version: merged.Version,
		Teams: make([][]int64, len(merged.Matches)),
	}
	for _, team := range m.own {
		code := m.view.TeamCode(team)
		if code == "" {
			continue
		}
		list.View += fmt.Sprintf(" %d=%s", team, code)
		for i := range merged.Matches {
			if merged.Matches[i].Of(code) {
				list.Teams[i] = append(list.Teams[i], team)
			}
		}
	}
	return list
}

func (m *moment) has(team int64) bool {
	for _, own := range m.own {
		if own == team {
			return true
		}
	}
	return false
}

// codes are the numbers of teams at the federation, of those that have one.
func (m *moment) codes(teams []int64) (codes []string) {
	for _, team := range teams {
		if code := m.view.TeamCode(team); code != "" {
			codes = append(codes, code)
		}
	}
	return codes
}
