package main

import (
	"net"
	"net/http"

	"github.com/clubhuis/clubhuis/adapters/clubdata"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/fixtures/matchfeed"
)

// matchFlags say where the matches of the club are published.
type matchFlags struct {
	Matches        settings.Address `name:"matches-url" placeholder:"URL" empty:"(the federation's own)" help:"Where the federation's club data service is (default: its own address)."`
	MatchesKeyFile settings.Secret  `placeholder:"FILE" help:"File that holds the club's key (clientId) of the club data service; without it there are no matches."`
}

func (c *serveConfig) parseMatches(problems *settings.Problems) {
	if c.Matches != "" {
		problems.Read("matches-url", &c.Matches)
	}
	if c.MatchesKeyFile.Given() {
		problems.Read("matches-key-file", &c.MatchesKeyFile)
	}
}

// fetchMatches adds the club data service to the adapters, if the club has a key.
func (c *serveConfig) fetchMatches(a *usecase.Adapters) {
	if key := c.MatchesKeyFile.Text(); key != "" {
		a.Matches = clubdata.New(clubdata.Options{URL: string(c.Matches), Key: key})
	}
}

// pretendMatches lets a demo have the matches of a club data service that is made up, unless the operator names one. It serves
// until stop.
func (c *serveConfig) pretendMatches(teams func() []matchfeed.Team) (stop func(), err error) {
	if c.Matches != "" || c.MatchesKeyFile.Given() {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	provider := matchfeed.New(matchfeed.Options{Now: c.store.now, Teams: teams})
	server := &http.Server{Handler: provider, ReadHeaderTimeout: pretendedWithin}
	go func() { _ = server.Serve(listener) }() // it ends when it is closed
	c.Matches = settings.Address("http://" + listener.Addr().String())
	c.MatchesKeyFile = settings.NewSecret(provider.Key)
	return func() { _ = server.Close() }, nil
}

// matchTeams are the program's teams that have a number at the federation.
func (p *program) matchTeams() (teams []matchfeed.Team) {
	view := p.club.Matchdays.Directory.View()
	for _, team := range p.club.Matchdays.Teams() {
		teams = append(teams, matchfeed.Team{Name: view.GroupTitle(team), Code: view.TeamCode(team)})
	}
	return teams
}
