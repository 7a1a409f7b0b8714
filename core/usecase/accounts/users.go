package accounts

import (
	"context"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Profile is what the page knows about who is signed in (contract §4.5, §2.11 rule 2).
type Profile struct {
	account.User
	Viewer           access.Viewer
	PersonName       string   // "" without a linked person
	Photo            media.ID // of the linked person, 0 for none
	Functions        []string // titles of the linked person's current roles in Verenigingsbreed, each once
	Responsibilities account.Responsibilities
	ClubDashboard    bool
}

// Me returns the viewer's profile. The linked person is shown whether or not the viewer may open the record.
func (s *Service) Me(ctx context.Context, viewer access.Viewer) (Profile, error) {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return Profile{}, err
	}
	profile := Profile{
		User:             user,
		Viewer:           viewer,
		Functions:        []string{},
		Responsibilities: account.ResponsibilitiesOf(viewer, s.Directory.View().Given(viewer.User)),
		ClubDashboard:    account.ClubDashboard(viewer),
	}
	if user.Person == 0 {
		return profile, nil
	}
	record, err := s.Directory.View().Person(user.Person, record.View{})
	if errors.Is(err, person.ErrAbsent) {
		profile.Person = 0
		return profile, nil
	}
	if err != nil {
		return Profile{}, err
	}
	linked, err := record.Person()
	if err != nil {
		return Profile{}, err
	}
	today := civil.On(s.Now(), s.Zone)
	profile.PersonName = linked.Name.Full()
	profile.Photo = linked.Photo // whose file may be read, as one's own person may
	profile.Functions = append(profile.Functions, work.Titles(linked.Work, group.ClubWide, today)...)
	return profile, nil
}

// AllUsers returns all users, for administrators, by name.
func (s *Service) AllUsers(ctx context.Context, viewer access.Viewer) ([]account.Listed, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return nil, err
	}
	return s.Users.List(ctx, nil, 0)
}

// MostHits is how many users a search returns.
const MostHits = 10

// Found is a user whom a search found.
type Found struct {
	account.User
	Photo media.ID // of the linked person, 0 for none that the viewer may see
}

// Search finds other users by display name, or one by the whole e-mail address; administrators by parts of name, user name and
// address. The query has at least 2 characters, and every word must occur.
func (s *Service) Search(ctx context.Context, viewer access.Viewer, query string) ([]Found, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return nil, err
	}
	var problems fault.Problems
	acf.CheckText(query, "q", &problems)
	if utf8.RuneCountInString(fold.Key(query)) < 2 {
		problems.Add("q", fault.TooShortQuery)
	}
	if err := problems.Fault(); err != nil {
		return nil, err
	}
	hits, err := s.find(ctx, viewer, query, MostHits+1)
	if err != nil {
		return nil, err
	}
	hits = slices.DeleteFunc(hits, func(u account.Listed) bool { return u.ID == viewer.User })
	view, reader := s.Directory.View(), viewer.Reader(civil.On(s.Now(), s.Zone))
	found := make([]Found, min(len(hits), MostHits))
	for i := range found {
		found[i] = Found{hits[i].User, view.PhotoOf(hits[i].Person, reader)}
	}
	return found, nil
}

func (s *Service) find(ctx context.Context, viewer access.Viewer, query string, limit int) ([]account.Listed, error) {
	if viewer.Can(access.Manage) {
		return s.Users.List(ctx, fold.Words(query), limit)
	}
	return s.Users.Named(ctx, fold.Words(query), account.LoginKey(query), limit)
}

// Prefer changes how the viewer likes the page, and returns the result.
func (s *Service) Prefer(
	ctx context.Context, viewer access.Viewer, change func(*account.Preferences),
) (account.Preferences, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return account.Preferences{}, err
	}
	var preferences account.Preferences
	err := s.Users.Update(ctx, viewer.User, func(u *account.User) error {
		change(&u.Preferences)
		err := u.Preferences.Validate()
		preferences = u.Preferences
		return err
	})
	return preferences, err
}

// Notify changes how the viewer is told what others do, and returns the result.
func (s *Service) Notify(
	ctx context.Context, viewer access.Viewer, change func(*account.Notifications),
) (notifications account.Notifications, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return notifications, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var before account.Notifications
		var user account.User
		err := stores.Users.Update(ctx, viewer.User, func(u *account.User) error {
			before = u.Preferences.Notifications
			change(&u.Preferences.Notifications)
			notifications, user = u.Preferences.Notifications, *u
			return notifications.Validate()
		})
		if err != nil || s.Planned == nil || before.At() == notifications.At() && before.NoMail == notifications.NoMail {
			return err
		}
		return s.Planned(ctx, stores, &user)
	})
	return notifications, err
}
