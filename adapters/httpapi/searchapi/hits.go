package searchapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/searches"
)

// SearchHits are what a search found (contract §4.2). What the contract does not have came later.
type SearchHits struct {
	People     []PersonHit    `json:"people" doc:"Present members and then former ones, of both the best first. Of ten, three are kept for former members."`
	Teams      []TeamHit      `json:"teams"`
	Committees []CommitteeHit `json:"committees"`
	Totals     SearchTotals   `json:"totals"`
}

// SearchTotals are how many were found in all.
type SearchTotals struct {
	Current    int `json:"current" doc:"People without the former members."`
	Former     int `json:"former"`
	Teams      int `json:"teams"`
	Committees int `json:"committees"`
}

// PersonHit is somebody who was found.
type PersonHit struct {
	rest.Summary
	Favorite bool          `json:"is_favorite"`
	Age      *int          `json:"age" doc:"In years, null when it is not known."`
	Groups   []string      `json:"groups" doc:"Names of the teams and then the committees they are in today, of those that the caller may see."`
	City     string        `json:"city"`
	Matches  []SearchMatch `json:"matches" doc:"What holds the words that are not in the name."`
}

// SearchMatch is why somebody was found.
type SearchMatch struct {
	Field string `json:"field" doc:"A key of acf, the contact_type of a contact, or address."`
	Value string `json:"value"`
}

// TeamHit is a team that was found.
type TeamHit struct {
	CommitteeHit
	Favorite bool `json:"is_favorite"`
}

// CommitteeHit is a committee that was found.
type CommitteeHit struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Thumbnail string `json:"thumbnail" doc:"Address of the logo, empty without one."`
	Website   string `json:"website"`
}

// SearchStart is what a search shows before anything is typed.
type SearchStart struct {
	Recent         []PersonHit `json:"recent_people" doc:"Whom the caller opened, the last first, ten at most."`
	FavoritePeople []PersonHit `json:"favorite_people"`
	FavoriteTeams  []TeamHit   `json:"favorite_teams"`
}

// writer writes hits for one user.
type writer struct {
	format *rest.Format
	marked searches.Favorites
}

func each[T, W any](list []T, wire func(*T) W) []W {
	written := make([]W, len(list))
	for i := range list {
		written[i] = wire(&list[i])
	}
	return written
}

func (w writer) person(hit *search.Hit) PersonHit {
	wire := PersonHit{
		Summary: rest.Summary{
			ID: hit.ID, Name: hit.Name.Full(), FirstName: hit.Name.First, LastName: hit.Name.Last,
			Thumbnail: w.format.Picture(hit.Photo, media.Thumbnail), Labels: term.Names(hit.Labels), Former: hit.Former,
		},
		Favorite: w.marked[account.Favorite{Kind: account.FavoritePerson, ID: hit.ID}], Groups: append([]string{}, hit.Groups...),
		City: hit.City, Matches: each(hit.Matches, func(d *person.Detail) SearchMatch { return SearchMatch(*d) }),
	}
	if hit.Age >= 0 {
		wire.Age = &hit.Age
	}
	return wire
}

func (w writer) team(g *group.Record) TeamHit {
	return TeamHit{w.committee(g), w.marked[account.Favorite{Kind: account.FavoriteTeam, ID: g.ID}]}
}

func (w writer) committee(g *group.Record) CommitteeHit {
	return CommitteeHit{ID: g.ID, Name: g.Title, Thumbnail: w.format.Picture(g.Logo, media.Thumbnail), Website: g.Website}
}

type searchOutput struct{ Body SearchHits }

func (h *Handler) search(ctx context.Context, in *searchInput) (*searchOutput, error) {
	found, err := h.searches.Search(ctx, session.Viewer(ctx), in.Query)
	if err != nil {
		return nil, err
	}
	w := writer{&h.format, found.Favorites}
	return &searchOutput{SearchHits{
		People: each(found.People.List, w.person), Teams: each(found.Teams.Records, w.team),
		Committees: each(found.Committees.Records, w.committee),
		Totals: SearchTotals{
			Current: found.People.Current, Former: found.People.Former, Teams: found.Teams.Total, Committees: found.Committees.Total,
		},
	}}, nil
}

type startOutput struct{ Body SearchStart }

func (h *Handler) start(ctx context.Context, _ *struct{}) (*startOutput, error) {
	start, err := h.searches.Start(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	w := writer{&h.format, start.Favorites}
	return &startOutput{SearchStart{
		each(start.Recent, w.person), each(start.FavoritePeople, w.person), each(start.FavoriteTeams, w.team),
	}}, nil
}

type openInput struct {
	ID int64 `path:"id" doc:"Number of the person."`
}

type openOutput struct{ Body Opened }

// Opened says that somebody is noted as opened.
type Opened struct {
	Success bool `json:"success"`
}

func (h *Handler) open(ctx context.Context, in *openInput) (*openOutput, error) {
	if err := h.searches.Open(ctx, session.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return &openOutput{Opened{Success: true}}, nil
}
