package people

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/ports"
)

// Edit changes a person. It must be pure, for it may run several times, and notes what is wrong with what it was given.
// person.Patch.Apply is one.
type Edit func(p *person.Person, problems *fault.Problems)

// Register makes a person of the edit, created by the viewer, and gives the people that it is related to their sides of it.
func (s *Service) Register(ctx context.Context, viewer access.Viewer, edit Edit) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	created := person.New(viewer.User, s.Now())
	before := created.Clone()
	var problems fault.Problems
	edit(&created, &problems)
	created.Keep(&before)
	for {
		var known knowledge
		if err := s.learn(ctx, viewer, created.Asks(&before), &known); err != nil {
			return person.Record{}, err
		}
		settled := created.Clone()
		said := problems.Clone()
		settled.Settle(&before, known.Surroundings, &said)
		if err := said.Fault(); err != nil {
			return person.Record{}, err
		}
		id, err := s.create(ctx, &before, settled, known.types)
		if err == nil {
			return s.Show(ctx, viewer, id)
		}
		if !errors.Is(err, person.ErrAbsent) { // somebody it is related to was removed meanwhile: that is known now
			return person.Record{}, err
		}
	}
}

func (s *Service) create(ctx context.Context, before *person.Person, created person.Person, types relation.Types) (id person.ID, err error) {
	touched := relation.Touched(before, &created)
	if len(touched) == 0 {
		return s.Stores.People.Create(ctx, created)
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if id, err = stores.People.Create(ctx, created); err != nil {
			return err
		}
		after := created.Clone()
		after.ID = id
		return stores.People.Update(ctx, touched, func(others map[person.ID]*person.Person) error {
			for _, other := range others {
				types.Mirror(before, &after, other)
				other.Modified = created.Modified
			}
			return nil
		})
	})
	return id, err
}

// Change edits a person whom the viewer may see, and keeps the other sides of its relations in step. An edit that changes nothing
// leaves Modified as it was. groups are those that the edit is known to name: with them it takes one try, without them a second
// one.
func (s *Service) Change(ctx context.Context, viewer access.Viewer, id person.ID, edit Edit, groups ...group.ID) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	var known knowledge
	if err := s.learn(ctx, viewer, person.Asks{Groups: groups}, &known); err != nil {
		return person.Record{}, err
	}
	c := change{scope: viewer.Records(), id: id, edit: edit, now: civil.Instant(s.Now())}
	for together := []person.ID{id}; ; {
		err := s.Stores.People.Update(ctx, together, func(people map[person.ID]*person.Person) error { return c.make(people, &known) })
		switch {
		case err == nil:
			return s.Show(ctx, viewer, id)
		case errors.Is(err, errAsk):
			together = append(together, c.join...)
			err = s.learn(ctx, viewer, c.asks, &known)
		case errors.Is(err, person.ErrAbsent) && len(together) > 1:
			together, err = s.left(ctx, together, &known)
		}
		if err != nil {
			return person.Record{}, err
		}
	}
}

// left are those of the people who are still there, the first one in any case: another may have been removed since it was found
// that a change concerns it.
func (s *Service) left(ctx context.Context, ids []person.ID, known *knowledge) ([]person.ID, error) {
	found, err := s.Stores.People.Find(ctx, person.Query{
		AsOf: person.AsOf{Reader: access.Scope{All: true}}, Filter: person.Filter{Include: ids}, Limit: len(ids),
	})
	there := ids[:1:1]
	for _, id := range ids[1:] {
		if slices.ContainsFunc(found, func(p person.Summary) bool { return p.ID == id }) {
			there = append(there, id)
			continue
		}
		known.gone, known.Hidden = append(known.gone, id), append(known.Hidden, id)
	}
	return there, err
}

// errAsk stops a change that refers to what was not asked about yet, or concerns people who are not at hand: nothing else may be
// read while people are changed.
var errAsk = errors.New("something must be asked first")

// change is an edit on its way to the store. When make answers errAsk, asks and join say what it needs.
type change struct {
	scope access.Scope
	id    person.ID
	edit  Edit
	now   time.Time

	asks person.Asks
	join []person.ID
}

func (c *change) make(people map[person.ID]*person.Person, known *knowledge) error {
	p := people[c.id]
	if err := permit(c.scope, p.Subject()); err != nil {
		return err
	}
	before := p.Clone()
	var problems fault.Problems
	c.edit(p, &problems)
	p.Keep(&before)
	if c.join, c.asks = nil, p.Asks(&before).Beyond(known.asked); !c.asks.None() {
		return errAsk
	}
	p.Settle(&before, known.Surroundings, &problems)
	if err := problems.Fault(); err != nil {
		return err
	}
	p.Relations = slices.DeleteFunc(p.Relations, func(r person.Relation) bool { return slices.Contains(known.gone, r.To) })
	if p.Same(&before) {
		return nil
	}
	p.Modified = c.now
	touched := slices.DeleteFunc(relation.Touched(&before, p), func(id person.ID) bool { return slices.Contains(known.gone, id) })
	c.asks.Terms = len(touched) > 0 && !known.asked.Terms
	c.join = slices.DeleteFunc(slices.Clone(touched), func(id person.ID) bool { return people[id] != nil })
	if c.asks.Terms || len(c.join) > 0 {
		return errAsk
	}
	for _, id := range touched {
		known.types.Mirror(&before, p, people[id])
		people[id].Modified = c.now
	}
	return nil
}

// knowledge is what was learned about the surroundings of a person, by what was asked.
type knowledge struct {
	person.Surroundings
	types relation.Types
	asked person.Asks
	gone  []person.ID // people who were removed meanwhile
}

// learn asks the stores.
func (s *Service) learn(ctx context.Context, viewer access.Viewer, asks person.Asks, known *knowledge) error {
	known.asked = known.asked.And(asks)
	if len(asks.People) > 0 {
		visible, err := s.Stores.People.Find(ctx, person.Query{
			AsOf: s.asOf(viewer), Filter: person.Filter{Include: asks.People}, Limit: len(asks.People),
		})
		if err != nil {
			return err
		}
		hidden := func(id person.ID) bool {
			return !slices.ContainsFunc(visible, func(p person.Summary) bool { return p.ID == id })
		}
		for _, id := range asks.People {
			if hidden(id) {
				known.Hidden = append(known.Hidden, id)
			}
		}
	}
	if len(asks.Groups) > 0 {
		kinds, err := s.Stores.Groups.Kinds(ctx, known.asked.Groups)
		if err != nil {
			return err
		}
		known.Groups = kinds
	}
	if !asks.Terms {
		return nil
	}
	types, err := s.Stores.RelationTypes.All(ctx)
	if err != nil {
		return err
	}
	known.types, known.Types = types, relation.Types(types).IDs()
	labels, err := s.Stores.Labels.All(ctx)
	known.Labels = []term.ID{}
	for _, label := range labels {
		known.Labels = append(known.Labels, label.ID)
	}
	return err
}
