package accounts

import (
	"context"
	"math"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Extended is what a user was given to read, and what there is to give.
type Extended struct {
	account.User
	Given     access.Given
	Teams     []group.Record // all there are, by title
	AgeGroups []string       // that somebody has who is no former member, youngest to oldest
}

// Given returns what a user was given to read, to who gives it.
func (s *Service) Given(ctx context.Context, viewer access.Viewer, id account.UserID) (Extended, error) {
	if err := viewer.Require(access.AccessControl); err != nil {
		return Extended{}, err
	}
	user, err := s.Users.ByID(ctx, id)
	if err != nil {
		return Extended{}, err
	}
	view, everybody := s.Directory.View(), access.Everything
	extended := Extended{User: user, Given: view.Given(id)}
	extended.Teams = view.Groups(record.Query{
		View: record.View{Reader: everybody}, Filter: record.Filter{}.With(group.OfKind(work.Team)), Bare: true,
		Window: record.Window{Order: listing.Order{By: []listing.Sort{{By: group.KeySort}}}, Limit: math.MaxInt},
	}).Records
	for _, count := range view.Tally(everybody, record.Filter{}.With(person.WithoutFormer()), person.KeyAgeGroup) {
		if age := person.Exact(count.Value); age != "" {
			extended.AgeGroups = append(extended.AgeGroups, age)
		}
	}
	return extended, nil
}

// Give decides what a user is given to read: the people on the rosters of teams, with the teams, and the people of age groups.
// Nobody gives it to themselves, administrators neither: fault.ErrForbidden.
func (s *Service) Give(ctx context.Context, viewer access.Viewer, id account.UserID, given access.Given) (Extended, error) {
	if err := viewer.Require(access.AccessControl); err != nil {
		return Extended{}, err
	}
	if viewer.User == id {
		return Extended{}, fault.ErrForbidden
	}
	slices.Sort(given.Teams)
	slices.Sort(given.AgeGroups)
	given.Teams, given.AgeGroups = slices.Compact(given.Teams), slices.Compact(given.AgeGroups)
	if err := account.CheckGiven(given, s.Directory.View().IsTeam); err != nil {
		return Extended{}, err
	}
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var before account.User
		err := stores.Users.Update(ctx, id, func(u *account.User) error {
			before, u.Given = *u, given
			return nil
		})
		if err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.ScopeChanged, audit.By(viewer), &before).Changed(
			audit.Values{"teams": before.Given.Teams, "age_groups": before.Given.AgeGroups},
			audit.Values{"teams": given.Teams, "age_groups": given.AgeGroups}))
	})
	if err != nil {
		return Extended{}, err
	}
	return s.Given(ctx, viewer, id)
}
