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
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the people of one club. All its fields are needed.
type Service struct {
	People     ports.People
	Volunteers ports.Setting[work.Rules]
	Now        func() time.Time
	Zone       *time.Location // the club's: it decides which day it is
}

// asOf is what answers depend on at this moment.
func (s *Service) asOf(ctx context.Context) (person.AsOf, error) {
	rules, err := s.Volunteers.Get(ctx)
	return person.AsOf{Day: civil.On(s.Now(), s.Zone), Rules: rules}, err
}

// Show answers one person, former member or not (contract §2.9 rule 3). Somebody that the viewer may not see is
// person.ErrHidden, nobody is person.ErrAbsent.
func (s *Service) Show(ctx context.Context, viewer access.Viewer, id person.ID) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	as, err := s.asOf(ctx)
	if err != nil {
		return person.Record{}, err
	}
	record, err := s.People.Record(ctx, id, as)
	if err != nil {
		return person.Record{}, err
	}
	if err := permit(viewer.Records(), record.Subject()); err != nil {
		return person.Record{}, err
	}
	return record, nil
}

func permit(scope access.Scope, subject access.Subject) error {
	if !scope.Permits(subject) {
		return person.ErrHidden
	}
	return nil
}

// Slice is the part of a list that is asked for, and its order.
type Slice struct {
	Order         listing.Order
	Offset, Limit int
}

// Collection answers a page of all people that the viewer may see, former members included.
func (s *Service) Collection(ctx context.Context, viewer access.Viewer, filter person.Filter, slice Slice) (person.Page, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Page{}, err
	}
	as, err := s.asOf(ctx)
	if err != nil {
		return person.Page{}, err
	}
	return s.People.List(ctx, person.Query{
		Scope: viewer.Records(), Filter: filter, Order: slice.Order, AsOf: as, Offset: slice.Offset, Limit: slice.Limit,
	})
}

// Browse is Collection as people look at it: without former members, unless they are asked for (contract §2.9 rule 1).
func (s *Service) Browse(ctx context.Context, viewer access.Viewer, filter person.Filter, former bool, slice Slice) (person.Page, error) {
	if !former {
		filter = filter.WithoutFormer()
	}
	return s.Collection(ctx, viewer, filter, slice)
}

// Edit changes a person. It must be pure, for it may run twice, and notes what is wrong with what it was given.
// person.Patch.Apply is one.
type Edit func(p *person.Person, problems *fault.Problems)

// Register makes a person of the edit, created by the viewer.
func (s *Service) Register(ctx context.Context, viewer access.Viewer, edit Edit) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	unknown, err := s.unknown(ctx, viewer, edit)
	if err != nil {
		return person.Record{}, err
	}
	created := person.New(viewer.User, s.Now())
	if err := settled(&created, edit, unknown); err != nil {
		return person.Record{}, err
	}
	id, err := s.People.Create(ctx, created)
	if err != nil {
		return person.Record{}, err
	}
	return s.Show(ctx, viewer, id)
}

// Change edits a person whom the viewer may see. An edit that changes nothing leaves Modified as it was.
func (s *Service) Change(ctx context.Context, viewer access.Viewer, id person.ID, edit Edit) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	unknown, err := s.unknown(ctx, viewer, edit)
	if err != nil {
		return person.Record{}, err
	}
	scope, now := viewer.Records(), civil.Instant(s.Now())
	err = s.People.Update(ctx, id, func(p *person.Person) error {
		if err := permit(scope, p.Subject()); err != nil {
			return err
		}
		before := p.Clone()
		if err := settled(p, edit, unknown); err != nil {
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

// settled applies an edit and every rule of a saved person.
func settled(p *person.Person, edit Edit, unknown []person.ID) error {
	var problems fault.Problems
	before := p.Clone()
	edit(p, &problems)
	p.Settle(&before, unknown, &problems)
	return problems.Fault()
}

// unknown answers to whom the edit makes relations without the viewer knowing them.
func (s *Service) unknown(ctx context.Context, viewer access.Viewer, edit Edit) ([]person.ID, error) {
	var trial person.Person
	var problems fault.Problems
	edit(&trial, &problems)
	related := trial.Related()
	if len(related) == 0 {
		return nil, nil
	}
	visible, err := s.People.Visible(ctx, viewer.Records(), related)
	return slices.DeleteFunc(related, func(id person.ID) bool { return slices.Contains(visible, id) }), err
}

// Remove takes a person out of every answer, and answers what it was.
func (s *Service) Remove(ctx context.Context, viewer access.Viewer, id person.ID) (person.Record, error) {
	previous, err := s.Show(ctx, viewer, id)
	if err != nil {
		return person.Record{}, err
	}
	scope := viewer.Records()
	return previous, s.People.Remove(ctx, id, s.Now(), func(subject access.Subject) error { return permit(scope, subject) })
}

// KeptAfterRemoval is how long a removed person can still be brought back from the store by hand.
const KeptAfterRemoval = 30 * 24 * time.Hour

// Purge destroys the people that were removed long enough ago and that nothing needs any more. It is daily work: no viewer
// asks for it.
func (s *Service) Purge(ctx context.Context) (int, error) {
	return s.People.Purge(ctx, s.Now().Add(-KeptAfterRemoval))
}
