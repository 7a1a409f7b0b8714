// Package people owns what a user or a program can do with people, and asks every permission question about it.
//
// It does not own the rules of a person (core/person) and does not keep anything itself (ports.People).
package people

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// KeptAfterRemoval is how long a removed person can still be brought back from the store by hand.
const KeptAfterRemoval = 30 * 24 * time.Hour

// Service is the people of one club. All its fields are needed.
type Service struct {
	People   ports.People
	Settings ports.Settings
	Now      func() time.Time
	Zone     *time.Location // the club's: it decides which day it is
}

// AsOf is what answers depend on at this moment.
func (s *Service) AsOf(ctx context.Context) (person.AsOf, error) {
	rules, err := s.Settings.VolunteerRules(ctx)
	return person.AsOf{Day: civil.On(s.Now(), s.Zone), Rules: rules}, err
}

// Show answers one person, former member or not (contract §2.9 rule 3). Somebody that the viewer may not see is
// fault.ErrHidden, nobody is fault.ErrNoSuchPerson.
func (s *Service) Show(ctx context.Context, viewer access.Viewer, id person.ID) (person.Record, error) {
	if !viewer.SignedIn() {
		return person.Record{}, fault.ErrNotSignedIn
	}
	as, err := s.AsOf(ctx)
	if err != nil {
		return person.Record{}, err
	}
	record, err := s.People.Record(ctx, id, as)
	if err != nil {
		return person.Record{}, err
	}
	if !viewer.Records().Permits(record.Subject()) {
		return person.Record{}, fault.ErrHidden
	}
	return record, nil
}

// List answers one page of the people that the viewer may see. Scope and AsOf of the query are filled in here.
func (s *Service) List(ctx context.Context, viewer access.Viewer, query person.Query) (person.Page, error) {
	if !viewer.SignedIn() {
		return person.Page{}, fault.ErrNotSignedIn
	}
	var err error
	if query.AsOf, err = s.AsOf(ctx); err != nil {
		return person.Page{}, err
	}
	query.Scope = viewer.Records()
	return s.People.List(ctx, query)
}

// Register makes a person of the patch, created by the viewer.
func (s *Service) Register(ctx context.Context, viewer access.Viewer, patch person.Patch) (person.Record, error) {
	if !viewer.SignedIn() {
		return person.Record{}, fault.ErrNotSignedIn
	}
	patch, err := s.knowing(ctx, viewer, patch)
	if err != nil {
		return person.Record{}, err
	}
	created := person.New(viewer.User, s.Now())
	if err := patch.Apply(&created); err != nil {
		return person.Record{}, err
	}
	id, err := s.People.Create(ctx, created)
	if err != nil {
		return person.Record{}, err
	}
	return s.Show(ctx, viewer, id)
}

// Change applies the patch to a person whom the viewer may see. A patch that changes nothing leaves Modified as it was.
func (s *Service) Change(ctx context.Context, viewer access.Viewer, id person.ID, patch person.Patch) (person.Record, error) {
	if !viewer.SignedIn() {
		return person.Record{}, fault.ErrNotSignedIn
	}
	patch, err := s.knowing(ctx, viewer, patch)
	if err != nil {
		return person.Record{}, err
	}
	scope, now := viewer.Records(), civil.Instant(s.Now())
	err = s.People.Update(ctx, id, func(p *person.Person) error {
		if !scope.Permits(p.Subject()) {
			return fault.ErrHidden
		}
		before := p.Clone()
		if err := patch.Apply(p); err != nil {
			return err
		}
		if !p.Same(&before) {
			p.Modified = now
		}
		return nil
	})
	if err != nil {
		return person.Record{}, err
	}
	return s.Show(ctx, viewer, id)
}

// knowing tells the patch which of the people that it relates to are unknown to the viewer.
func (s *Service) knowing(ctx context.Context, viewer access.Viewer, patch person.Patch) (person.Patch, error) {
	related := patch.Related()
	if len(related) == 0 {
		return patch, nil
	}
	page, err := s.People.List(ctx, person.Query{
		Scope: viewer.Records(), Filter: person.Filter{Include: related}, Limit: len(related),
	})
	if err != nil {
		return patch, err
	}
	for _, id := range related {
		if !slices.ContainsFunc(page.Records, func(r person.Record) bool { return r.ID == id }) {
			patch.Unknown = append(patch.Unknown, id)
		}
	}
	return patch, nil
}

// Remove takes a person out of every answer, and answers what it was.
func (s *Service) Remove(ctx context.Context, viewer access.Viewer, id person.ID) (person.Record, error) {
	previous, err := s.Show(ctx, viewer, id)
	if err != nil {
		return person.Record{}, err
	}
	return previous, s.People.Remove(ctx, id, s.Now())
}

// Purge destroys the people that were removed long enough ago and that nothing needs any more.
func (s *Service) Purge(ctx context.Context) (int, error) {
	return s.People.Purge(ctx, s.Now().Add(-KeptAfterRemoval))
}
