package accounts

import (
	"context"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Profile is what the page knows about who is signed in (contract §4.5, §2.11 rule 2).
type Profile struct {
	account.User
	Capabilities     []access.Capability
	PersonName       string   // "" without a linked person
	Functions        []string // titles of the linked person's current committee roles, each once
	Responsibilities account.Responsibilities
	ClubDashboard    bool
}

// Me answers the viewer's profile. The linked person is shown whether or not the viewer may open the record.
func (s *Service) Me(ctx context.Context, viewer access.Viewer) (Profile, error) {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return Profile{}, err
	}
	profile := Profile{
		User: user, Capabilities: viewer.Capabilities(), Functions: []string{},
		Responsibilities: account.ResponsibilitiesOf(viewer), ClubDashboard: account.ClubDashboard(viewer),
	}
	if user.Person == 0 {
		return profile, nil
	}
	record, err := s.Stores.People.Record(ctx, user.Person, person.AsOf{})
	if errors.Is(err, fault.ErrNoSuchPerson) {
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
	for _, entry := range linked.Work {
		named := entry.Title != "" && !slices.Contains(profile.Functions, entry.Title)
		if entry.Kind == work.Committee && entry.CurrentOn(today) && named {
			profile.Functions = append(profile.Functions, entry.Title)
		}
	}
	return profile, nil
}

// Users answers all users, for administrators, by name.
func (s *Service) Users(ctx context.Context, viewer access.Viewer) ([]account.Listed, error) {
	if !viewer.SignedIn() {
		return nil, fault.ErrNotSignedIn
	}
	if !viewer.Can(access.Manage) {
		return nil, fault.ErrForbidden
	}
	return s.Stores.Users.List(ctx, nil, 0)
}

// MostHits is how many users a search answers.
const MostHits = 10

// Search finds other users by name, user name and e-mail address: of at least 2 characters, every word must occur.
func (s *Service) Search(ctx context.Context, viewer access.Viewer, query string) ([]account.Listed, error) {
	if !viewer.SignedIn() {
		return nil, fault.ErrNotSignedIn
	}
	if utf8.RuneCountInString(fold.Key(query)) < 2 {
		var problems fault.Problems
		problems.Add("q", fault.TooShortQuery)
		return nil, problems.Fault()
	}
	hits, err := s.Stores.Users.List(ctx, fold.Words(query), MostHits+1)
	if err != nil {
		return nil, err
	}
	hits = slices.DeleteFunc(hits, func(u account.Listed) bool { return u.ID == viewer.User })
	return hits[:min(len(hits), MostHits)], nil
}

// Add makes a user with a password: for whoever operates the program, so no viewer is asked.
func (s *Service) Add(ctx context.Context, user account.User, password string) (account.User, error) {
	user.Email = account.LoginKey(user.Email)
	user.Registered = civil.Instant(s.Now())
	if err := user.Validate(); err != nil {
		return account.User{}, err
	}
	if err := account.CheckPassword(password, "password"); err != nil {
		return account.User{}, err
	}
	hash, err := s.Hasher.Hash(ctx, password)
	if err != nil {
		return account.User{}, err
	}
	user.PasswordHash = hash
	user.ID, err = s.Stores.Users.Create(ctx, user)
	return user, err
}

// Link makes a person the one that a user is, for whoever operates the program.
func (s *Service) Link(ctx context.Context, login string, id person.ID) error {
	user, err := s.Stores.Users.ByLogin(ctx, login)
	if err != nil {
		return err
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if _, err := stores.People.Record(ctx, id, person.AsOf{}); err != nil {
			return err
		}
		return stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			u.Person = id
			return nil
		})
	})
}

// AddApplicationPassword makes one for a user, for whoever operates the program.
func (s *Service) AddApplicationPassword(ctx context.Context, login, name string) (string, error) {
	user, err := s.Stores.Users.ByLogin(ctx, login)
	if err != nil {
		return "", err
	}
	_, spelled, err := s.createPassword(ctx, user.ID, name)
	return spelled, err
}
