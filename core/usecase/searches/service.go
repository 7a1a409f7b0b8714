// Package searches owns what a user finds by typing, and the records that a user has marked to find them again.
package searches

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the search of one club. All its fields are needed.
type Service struct {
	Directory      ports.Directory
	Favorites      ports.Favorites
	SearchSettings ports.Setting[search.Settings]
	Now            func() time.Time
	Zone           *time.Location // the club's
}

// Hits are what a search found, the best first.
type Hits struct {
	People    []person.Summary // former members too (contract §2.9 rule 2)
	Teams     []group.Record
	Favorites map[account.FavoriteKind]map[int64]bool
}

// Search finds people and teams that the viewer may see.
func (s *Service) Search(_ context.Context, viewer access.Viewer, text string) (Hits, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return Hits{}, err
	}
	query, err := search.Parse(text)
	if err != nil {
		return Hits{}, err
	}
	seen := s.seenBy(viewer)
	view := s.Directory.View()
	people := view.Summaries(record.Query{
		View: seen, Filter: record.Filter{Tests: query.People()},
		Window: best(query.PeopleFirst(), person.KeyTitle),
	})
	teams := view.Groups(record.Query{
		View: seen, Filter: record.Filter{Tests: query.Teams()}.With(group.OfKind(work.Team)), Bare: true,
		Window: best(query.TeamsFirst(), group.KeySort),
	})
	marked := map[account.FavoriteKind]map[int64]bool{account.FavoritePerson: {}, account.FavoriteTeam: {}}
	for _, mark := range view.Favorites(viewer.User) {
		marked[mark.Kind][mark.ID] = true
	}
	return Hits{People: people, Teams: teams.Records, Favorites: marked}, nil
}

func (s *Service) seenBy(viewer access.Viewer) record.View {
	today := civil.On(s.Now(), s.Zone)
	return record.View{Day: today, Reader: viewer.Reader(today)}
}

// best is as many as a search shows, the best first, and those that fit alike by a key.
func best(rank []listing.Score, key string) record.Window {
	return record.Window{Order: listing.Order{Best: rank, By: []listing.Sort{{By: key}}}, Limit: search.MostHits}
}

// Mark marks a record that the viewer may see, or takes the mark away from any.
func (s *Service) Mark(ctx context.Context, viewer access.Viewer, favorite account.Favorite, marked bool) error {
	if err := viewer.RequireSignedIn(); err != nil {
		return err
	}
	if marked { // who may not see a record any more may still let go of it
		if err := s.permit(s.Directory.View(), viewer, favorite); err != nil {
			return err
		}
	}
	return s.Favorites.Set(ctx, viewer.User, favorite, marked)
}

func (s *Service) permit(view *directory.View, viewer access.Viewer, favorite account.Favorite) error {
	seen := s.seenBy(viewer)
	if favorite.Kind == account.FavoritePerson {
		_, err := view.Person(favorite.ID, seen)
		if err == nil && !view.Permits(seen.Reader.People, favorite.ID) {
			err = person.ErrHidden
		}
		return err
	}
	team, err := view.Group(favorite.ID, seen)
	switch {
	case err != nil:
		return err
	case team.Kind != work.Team:
		return group.ErrAbsent
	case !view.Permits(seen.Reader.Groups, team.ID):
		return group.ErrHidden
	}
	return nil
}

// Settings are open to everybody who is signed in.
func (s *Service) Settings(_ context.Context, viewer access.Viewer) (search.Settings, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return search.Settings{}, err
	}
	return s.Directory.View().SearchSettings(), nil
}

// ChangeSettings applies change, for administrators, and answers the result. The next search looks by it.
func (s *Service) ChangeSettings(ctx context.Context, viewer access.Viewer, change func(*search.Settings)) (search.Settings,
	error) {
	if err := viewer.Require(access.Manage); err != nil {
		return search.Settings{}, err
	}
	return s.SearchSettings.Change(ctx, func(settings *search.Settings) error {
		change(settings)
		return settings.Validate()
	})
}
