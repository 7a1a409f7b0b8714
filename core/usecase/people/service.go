// Package people owns what a user or a program can do with people, and asks every permission question about it.
//
// It does not own the rules of a person (core/person) and does not keep anything itself (ports.People).
package people

import (
	"context"
	"errors"
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

// Part is which part of a list is asked for, and in which order.
type Part struct {
	Order         listing.Order
	Offset, Limit int
}

// Collection answers a page of all people that the viewer may see, former members included.
func (s *Service) Collection(ctx context.Context, viewer access.Viewer, filter person.Filter, part Part) (person.Page, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Page{}, err
	}
	as, err := s.asOf(ctx)
	if err != nil {
		return person.Page{}, err
	}
	return s.People.List(ctx, person.Query{
		Scope: viewer.Records(), Filter: filter, Order: part.Order, AsOf: as, Offset: part.Offset, Limit: part.Limit,
	})
}

// Browse is Collection as people look at it: without former members, unless they are asked for (contract §2.9 rule 1).
func (s *Service) Browse(ctx context.Context, viewer access.Viewer, filter person.Filter, former bool, part Part) (person.Page, error) {
	if !former {
		filter = filter.WithoutFormer()
	}
	return s.Collection(ctx, viewer, filter, part)
}

// Edit changes a person. It must be pure, for it may run several times, and notes what is wrong with what it was given.
// person.Patch.Apply is one.
type Edit func(p *person.Person, problems *fault.Problems)

// Register makes a person of the edit, created by the viewer.
func (s *Service) Register(ctx context.Context, viewer access.Viewer, edit Edit) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	created := person.New(viewer.User, s.Now())
	before := created.Clone()
	var problems fault.Problems
	edit(&created, &problems)
	created.Keep(&before)
	unknown, err := s.unknown(ctx, viewer, created.Related())
	if err != nil {
		return person.Record{}, err
	}
	created.Settle(&before, unknown, &problems)
	if err := problems.Fault(); err != nil {
		return person.Record{}, err
	}
	id, err := s.People.Create(ctx, created)
	if err != nil {
		return person.Record{}, err
	}
	return s.Show(ctx, viewer, id)
}

// Change edits a person whom the viewer may see. An edit that changes nothing leaves Modified as it was. related are the people
// to whom the edit is known to make relations: with them it takes one try, without them a second one.
func (s *Service) Change(ctx context.Context, viewer access.Viewer, id person.ID, edit Edit, related ...person.ID) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	asked := related
	unknown, err := s.unknown(ctx, viewer, related)
	if err != nil {
		return person.Record{}, err
	}
	for {
		ask, err := s.change(ctx, viewer, id, edit, asked, unknown)
		if err != nil {
			return person.Record{}, err
		}
		if len(ask) == 0 {
			return s.Show(ctx, viewer, id)
		}
		more, err := s.unknown(ctx, viewer, ask)
		if err != nil {
			return person.Record{}, err
		}
		asked, unknown = append(asked, ask...), append(unknown, more...)
	}
}

// errAsk stops a change that makes relations to people of whom it was not yet asked whether the viewer knows them: nothing
// else may be read while a person is changed.
var errAsk = errors.New("relations to people who were not asked about")

// change makes the edit, or answers about whom to ask before it can be made.
func (s *Service) change(ctx context.Context, viewer access.Viewer, id person.ID, edit Edit, asked, unknown []person.ID) (ask []person.ID, err error) {
	scope, now := viewer.Records(), civil.Instant(s.Now())
	err = s.People.Update(ctx, id, func(p *person.Person) error {
		if err := permit(scope, p.Subject()); err != nil {
			return err
		}
		before := p.Clone()
		var problems fault.Problems
		edit(p, &problems)
		p.Keep(&before)
		if ask = without(p.Related(), append(before.Related(), asked...)); len(ask) > 0 {
			return errAsk
		}
		p.Settle(&before, unknown, &problems)
		if err := problems.Fault(); err != nil {
			return err
		}
		if !p.Same(&before) {
			p.Modified = now
		}
		return nil
	})
	if errors.Is(err, errAsk) {
		return ask, nil
	}
	return nil, err
}

// unknown answers whom of these people the viewer does not know.
func (s *Service) unknown(ctx context.Context, viewer access.Viewer, ids []person.ID) ([]person.ID, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	visible, err := s.People.Visible(ctx, viewer.Records(), ids)
	return without(ids, visible), err
}

func without(ids, others []person.ID) []person.ID {
	return slices.DeleteFunc(slices.Clone(ids), func(id person.ID) bool { return slices.Contains(others, id) })
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

// KeptAfterRemoval is how long a removed person stays in the store, for whoever operates it to bring back.
const KeptAfterRemoval = 30 * 24 * time.Hour

// Purge destroys the people that were removed long enough ago. It is daily work: no viewer asks for it.
func (s *Service) Purge(ctx context.Context) (int, error) {
	return s.People.Purge(ctx, s.Now().Add(-KeptAfterRemoval))
}
