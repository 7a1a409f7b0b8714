package clubweb

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Teams implements ports.ClubSite.
func (s *Site) Teams(ctx context.Context) (teams []federation.Team, err error) {
	err = s.do(ctx, "read the teams", func(ctx context.Context) error {
		union, err := s.teams(ctx, "union-teams", s.profile.Pages.UnionTeams, nil)
		if err != nil {
			return err
		}
		own, err := s.teams(ctx, "club-teams", s.profile.Pages.ClubTeams, union)
		teams = slices.Concat(union, own)
		return err
	})
	if err != nil {
		return nil, err
	}
	return teams, nil
}

// teams reads one of the two lists. Of the club's own, those that are teams of the federation too are left out; known is nil
// when the federation's are read.
func (s *Site) teams(ctx context.Context, name, path string, known []federation.Team) (teams []federation.Team, err error) {
	err = s.open(ctx, visit{
		name: name, path: path, limit: s.limits.Teams,
		wants: []want{s.want(name, "", func(r *request, answer any) (err error) {
			teams, err = r.teams(answer, name == "union-teams", known)
			return err
		})},
	})
	return teams, err
}

// teams reads a list of teams. A club's team that does not say whether it is connected is so when one of the federation's, which
// are known, is the same in everything but its id.
func (r *request) teams(answer any, union bool, known []federation.Team) ([]federation.Team, error) {
	rows, err := r.rowsOf(answer)
	if err != nil {
		return nil, err
	}
	teams := make([]federation.Team, 0, len(rows))
	for _, row := range rows {
		v := r.read(row)
		t := federation.Team{
			ID: v.text("team"), Name: v.text("name"), Code: v.text("code"), Activity: v.text("activity"),
			Gender: v.text("gender"), Union: union, People: v.count("people"), Players: v.count("players"),
		}
		if t.ID == "" {
			v.fail("a team has no id")
		}
		connected := !union && v.flag("connected")
		if _, says := v.find("connected"); !says && !union {
			connected = slices.ContainsFunc(known, func(k federation.Team) bool {
				k.ID, k.Union, k.People, k.Players = t.ID, t.Union, t.People, t.Players
				return k == t
			})
		}
		if !connected {
			teams = append(teams, t)
		}
		if v.err != nil {
			return nil, v.err
		}
	}
	return teams, nil
}

// Roster implements ports.ClubSite.
func (s *Site) Roster(ctx context.Context, team federation.Team) (places []federation.Place, err error) {
	kind := "club"
	if team.Union {
		kind = "union"
	}
	var players, staff []federation.Place
	err = s.do(ctx, "read the roster of team "+team.ID, func(ctx context.Context) error {
		return s.open(ctx, visit{
			name: "roster", limit: s.limits.Roster,
			path: strings.ReplaceAll(s.profile.Pages.Team, "{team}", url.PathEscape(team.ID)),
			wants: []want{
				s.want(kind+"-players", team.ID, func(r *request, answer any) error { return r.places(answer, false, &players) }),
				s.want(kind+"-staff", team.ID, func(r *request, answer any) error { return r.places(answer, true, &staff) }),
			},
		})
	})
	if err != nil {
		return nil, err
	}
	return append(players, staff...), nil
}

// places reads one half of a roster.
func (r *request) places(answer any, staff bool, into *[]federation.Place) error {
	rows, err := r.rowsOf(answer)
	places := make([]federation.Place, 0, len(rows))
	for _, row := range rows {
		v := r.read(row)
		place := federation.Place{Member: v.text("member"), Title: v.text("title"), Staff: staff}
		if place.Member == "" {
			v.fail("somebody has no member code")
		}
		if v.err != nil {
			return v.err
		}
		places = append(places, place)
	}
	*into = places
	return err
}
