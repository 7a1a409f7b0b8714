// Package searches owns what a user finds by typing, the records that a user has marked to find them again, and the people
// whom a user opened last.
package searches

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
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
	Directory ports.Directory
	Favorites ports.Favorites
	Recents   ports.Recents
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location // the club's
}

// Hits are what a search found, the best first.
type Hits struct {
	People            search.Hits // former members too (contract §2.9 rule 2)
	Teams, Committees record.Page[group.Record]
	Favorites         Favorites
}

// Favorites are the records that a user has marked.
type Favorites map[account.Favorite]bool

// Search finds people, teams and committees that the viewer may see.
func (s *Service) Search(_ context.Context, viewer access.Viewer, text string) (Hits, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return Hits{}, err
	}
	query, err := search.Parse(text)
	if err != nil {
		return Hits{}, err
	}
	seen, view := s.seenBy(viewer), s.Directory.View()
	hits := Hits{People: view.Search(query, seen), Favorites: favoritesOf(view, viewer)}
	hits.Teams, hits.Committees = view.SearchGroups(query, seen.Reader)
	return hits, nil
}

func (s *Service) seenBy(viewer access.Viewer) record.View {
	today := civil.On(s.Now(), s.Zone)
	return record.View{Day: today, Reader: viewer.Reader(today)}
}

func favoritesOf(view *directory.View, viewer access.Viewer) Favorites {
	marked := Favorites{}
	for _, mark := range view.Favorites(viewer.User) {
		marked[mark] = true
	}
	return marked
}

// Start is what a search shows before anything is typed. What the viewer may not see any more is not there.
type Start struct {
	Recent         []search.Hit // whom the viewer opened, the last first
	FavoritePeople []search.Hit // by name
	FavoriteTeams  []group.Record
	Favorites      Favorites
}

// Start returns whom the viewer opened last, and the records that the viewer has marked.
func (s *Service) Start(ctx context.Context, viewer access.Viewer) (start Start, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return start, err
	}
	opened, err := s.Recents.Of(ctx, viewer.User)
	if err != nil {
		return start, err
	}
	seen, view := s.seenBy(viewer), s.Directory.View()
	start.Recent, start.Favorites = view.Hits(opened, seen), favoritesOf(view, viewer)
	people, teams := []person.ID{}, []group.ID{}
	for mark := range start.Favorites {
		if mark.Kind == account.FavoritePerson {
			people = append(people, mark.ID)
		} else {
			teams = append(teams, mark.ID)
		}
	}
	in := func(ids []int64, key string) record.Query {
		window := record.Window{Order: listing.Order{By: []listing.Sort{{By: key}}}, Limit: len(ids)}
		return record.Query{View: seen, Filter: record.Filter{Include: ids}, Bare: true, Window: window}
	}
	sorted := view.Summaries(in(people, person.KeyTitle))
	for i := range sorted {
		people[i] = sorted[i].ID
	}
	start.FavoritePeople = view.Hits(people[:len(sorted)], seen)
	start.FavoriteTeams = view.Groups(in(teams, group.KeySort)).Records
	return start, nil
}

// Open puts somebody whom the viewer may see first among those whom the viewer opened last.
func (s *Service) Open(ctx context.Context, viewer access.Viewer, id person.ID) error {
	if err := viewer.RequireSignedIn(); err != nil {
		return err
	}
	if err := s.permit(s.Directory.View(), viewer, account.Favorite{Kind: account.FavoritePerson, ID: id}); err != nil {
		return err
	}
	return s.Recents.Open(ctx, viewer.User, id)
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
	settings := s.Directory.View().SearchSettings()
	settings.Fields = slices.DeleteFunc(settings.Fields, person.Entrusted) // of an earlier program, and not looked in
	return settings, nil
}

// ChangeSettings applies change, for administrators, and returns the result. The next search looks by it.
func (s *Service) ChangeSettings(ctx context.Context, viewer access.Viewer, change func(*search.Settings)) (search.Settings,
	error) {
	if err := viewer.Require(access.Manage); err != nil {
		return search.Settings{}, err
	}
	var before, after search.Settings
	err := s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		after, err = stores.SearchSettings.Change(ctx, func(settings *search.Settings) error {
			before = search.Settings{Fields: slices.Clone(settings.Fields)}
			change(settings)
			return settings.Validate()
		})
		if err != nil {
			return err
		}
		about := audit.Object{Noun: audit.Settings, Name: "search"}
		return stores.Audit.Append(ctx, audit.New(audit.SettingsChanged, audit.By(viewer), s.Now(), about).
			Changed(audit.Values{"searchable_fields": before.Fields}, audit.Values{"searchable_fields": after.Fields}))
	})
	return after, err
}
