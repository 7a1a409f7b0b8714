package people

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
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
	if err := s.Directory.Room(); err != nil {
		return person.Record{}, err
	}
	created := person.New(viewer.User, s.Now())
	created.Administered = viewer.AdministersMembers()
	before := created.Clone()
	var problems fault.Problems
	edit(&created, &problems)
	created.Keep(&before)
	created.Restrict(&before, viewer, &problems)
	for {
		var known knowledge
		learn(s.Directory.View(), viewer, created.Asks(&before), &known)
		settled := created.Clone()
		said := problems.Clone()
		settled.Settle(&before, known.Surroundings, &said)
		if err := said.Fault(); err != nil {
			return person.Record{}, err
		}
		id, losers, err := s.create(ctx, &before, settled, known.types)
		if err == nil {
			s.tellMoved(ctx, viewer, losers, id)
			return s.Show(ctx, viewer, id)
		}
		if !errors.Is(err, person.ErrAbsent) { // else somebody it is related to was removed meanwhile
			return person.Record{}, err
		}
		if err := s.Directory.Refresh(ctx); err != nil {
			return person.Record{}, err
		}
	}
}

// create keeps a person, and returns those who lost their member code to it.
func (s *Service) create(
	ctx context.Context, before *person.Person, created person.Person, types relation.Types,
) (id person.ID, losers []person.ID, err error) {
	touched := relation.Touched(before, &created)
	code := created.NewCode(before)
	if len(touched) == 0 && code == "" {
		ids, err := s.People.Create(ctx, created)
		if err != nil {
			return 0, nil, err
		}
		return ids[0], nil, nil
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if losers, err = claim(ctx, stores, code, 0, created.Modified); err != nil {
			return err
		}
		ids, err := stores.People.Create(ctx, created)
		if err != nil {
			return err
		}
		if id = ids[0]; len(touched) == 0 {
			return nil
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
	return id, losers, err
}

// Change edits a person whom the viewer may see, and keeps the other sides of its relations in step. An edit that changes nothing
// leaves Modified as it was. groups are those that the edit is known to name: with them it takes one try, without them a second
// one.
func (s *Service) Change(ctx context.Context, viewer access.Viewer, id person.ID, edit Edit, groups ...group.ID) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	var known knowledge
	learn(s.Directory.View(), viewer, person.Asks{Groups: groups}, &known)
	c := change{viewer: viewer, id: id, edit: edit, now: civil.Instant(s.Now())}
	for together := []person.ID{id}; ; {
		losers, err := s.update(ctx, together, &c, &known)
		switch {
		case err == nil:
			s.tellMoved(ctx, viewer, losers, id)
			return s.Show(ctx, viewer, id)
		case errors.Is(err, errAsk):
			together = append(together, c.join...)
			learn(s.Directory.View(), viewer, c.asks, &known)
			err = nil
		case errors.Is(err, person.ErrAbsent) && len(together) > 1:
			together, err = s.left(ctx, together, &known)
		}
		if err != nil {
			return person.Record{}, err
		}
	}
}

// update runs the change. One that gives the person a member code takes the code from those of whom nobody vouched, in the same
// step, and returns them.
func (s *Service) update(ctx context.Context, together []person.ID, c *change, known *knowledge) (losers []person.ID, err error) {
	run := func(people ports.People) error {
		return people.Update(ctx, together, func(people map[person.ID]*person.Person) error { return c.make(people, known) })
	}
	if c.code == "" {
		return nil, run(s.People)
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		if losers, err = claim(ctx, stores, c.code, c.id, c.now); err != nil {
			return err
		}
		return run(stores.People)
	})
	return losers, err
}

// left are those of the people who are still there, the first one in any case: another may have been removed since it was found
// that a change concerns it.
func (s *Service) left(ctx context.Context, ids []person.ID, known *knowledge) ([]person.ID, error) {
	if err := s.Directory.Refresh(ctx); err != nil {
		return nil, err
	}
	view, there := s.Directory.View(), ids[:1:1]
	for _, id := range ids[1:] {
		if _, err := view.Person(id, person.AsOf{}); errors.Is(err, person.ErrAbsent) {
			known.gone, known.Hidden = append(known.gone, id), append(known.Hidden, id)
			continue
		}
		there = append(there, id)
	}
	return there, nil
}

// errAsk stops a change that refers to what was not asked about yet, or concerns people who are not at hand: nothing else may be
// read while people are changed.
var errAsk = errors.New("something must be asked first")

// change is an edit on its way to the store. When make answers errAsk, asks and join say what it needs.
type change struct {
	viewer access.Viewer
	id     person.ID
	edit   Edit
	now    time.Time
	code   string // the member code that the person gets, "" for none

	asks person.Asks
	join []person.ID
}

func (c *change) make(people map[person.ID]*person.Person, known *knowledge) error {
	p := people[c.id]
	if err := permit(c.viewer.Records(), p.Subject()); err != nil {
		return err
	}
	before := p.Clone()
	var problems fault.Problems
	c.edit(p, &problems)
	p.Keep(&before)
	p.Restrict(&before, c.viewer, &problems)
	if c.join, c.asks = nil, p.Asks(&before).Beyond(known.asked); !c.asks.None() {
		return errAsk
	}
	p.Settle(&before, known.Surroundings, &problems)
	if err := problems.Fault(); err != nil {
		return err
	}
	if code := p.NewCode(&before); code != c.code {
		c.code = code
		return errAsk
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

// learn asks a view.
func learn(view *directory.View, viewer access.Viewer, asks person.Asks, known *knowledge) {
	known.asked = known.asked.And(asks)
	scope := viewer.Records()
	for _, id := range asks.People {
		if record, err := view.Person(id, person.AsOf{}); err != nil || !scope.Permits(record.Subject()) {
			known.Hidden = append(known.Hidden, id)
		}
	}
	if len(asks.Groups) > 0 && known.Groups == nil {
		known.Groups = map[group.ID]work.Kind{}
	}
	for _, id := range asks.Groups {
		if g, err := view.Group(id, group.AsOf{}); err == nil && scope.Permits(g.Subject()) {
			known.Groups[id] = g.Kind
		}
	}
	if asks.Terms {
		known.types = view.RelationTypes()
		known.Types, known.Labels = known.types.IDs(), []term.ID{}
		for _, label := range view.Labels() {
			known.Labels = append(known.Labels, label.ID)
		}
	}
}
