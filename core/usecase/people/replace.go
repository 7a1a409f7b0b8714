package people

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/ports"
)

// Replace sends one person to the trash and changes another one, in one step. merge is told what both are, under lock, and
// returns what the one who stays is to be: its fields, labels and photo are taken.
func (s *Service) Replace(
	ctx context.Context, viewer access.Viewer, winner, loser person.ID,
	merge func(stores ports.Stores, stays, goes *person.Person) (person.Person, error),
) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	var losers []person.ID
	with := concerned{locked: []person.ID{winner}}
	err := s.step(ctx, func(stores ports.Stores) (err error) {
		losers, err = s.replace(ctx, stores, viewer, winner, loser, merge, &with)
		return err
	})
	if err != nil {
		return person.Record{}, s.named(ctx, err)
	}
	s.tellMoved(ctx, viewer, losers, winner)
	return s.Show(ctx, viewer, winner)
}

func (s *Service) replace(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, winner, loser person.ID,
	merge func(stores ports.Stores, stays, goes *person.Person) (person.Person, error), with *concerned,
) ([]person.ID, error) {
	var stays, goes person.Person
	err := stores.People.Update(ctx, []person.ID{winner, loser}, func(people map[person.ID]*person.Person) error {
		stays, goes = people[winner].Clone(), people[loser].Clone()
		return nil
	})
	if errors.Is(err, person.ErrAbsent) {
		return nil, person.ErrAbsent
	}
	if err != nil {
		return nil, err
	}
	given, err := towards(ctx, stores, loser, winner)
	if err != nil {
		return nil, err
	}
	merged, err := merge(stores, &stays, &goes)
	if err != nil {
		return nil, err
	}
	scope := viewer.May(access.Delete, access.People, s.Today())
	err = stores.People.Remove(ctx, loser, viewer.User, s.Now(), func(subject access.Subject, _ record.Edition) error {
		if !scope.Created(subject.Author) {
			return person.ErrHidden
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	with.merged, with.given = &goes, given
	with.gone = append(with.gone, loser) // nobody has to be told of relations to whom the step removed
	return s.change(ctx, stores, viewer, winner, nil, func(p *person.Person, _ *fault.Problems) {
		id, author := p.ID, p.Author
		*p = merged.Clone()
		p.ID, p.Author = id, author
	}, with)
}

// towards locks who else has relations to somebody, but for one, and returns these rows. The caller has locked that somebody.
func towards(ctx context.Context, stores ports.Stores, to, but person.ID) (map[person.ID][]person.Relation, error) {
	ids, err := stores.People.Related(ctx, to)
	if err != nil {
		return nil, err
	}
	ids = slices.DeleteFunc(ids, func(id person.ID) bool { return id == but })
	if len(ids) == 0 {
		return nil, nil
	}
	rows := map[person.ID][]person.Relation{}
	err = stores.People.Update(ctx, ids, func(people map[person.ID]*person.Person) error {
		for id, p := range people {
			other := p.Clone()
			rows[id] = slices.DeleteFunc(other.Relations, func(r person.Relation) bool { return r.To != to })
		}
		return nil
	})
	if errors.Is(err, person.ErrAbsent) { // removed meanwhile: then no row is left
		err = errMore
	}
	return rows, err
}

// give gives others the rows to a person that they had to who becomes one with it.
func (with *concerned) give(
	types relation.Types, people map[person.ID]*person.Person, to person.ID, editor account.UserID, at time.Time,
) {
	for of, rows := range with.given {
		other := people[of]
		had := len(other.Relations)
		if types.Move(other, rows, to); len(other.Relations) > had {
			other.Touch(editor, at)
		}
	}
}
