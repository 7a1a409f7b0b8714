package demo

import (
	"context"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/ports"
)

// Seed stores the synthetic club, all of it or nothing, as made by a program that administers members.
func (m Maker) Seed(ctx context.Context, size Size) error {
	return m.seed(ctx, size, func(int) creator { return creator{administers: true} })
}

// creator is who made a record of the synthetic club, 0 for a program, and whether they administer members.
type creator struct {
	user        account.UserID
	administers bool
}

// seed stores the synthetic club, all of it or nothing. by says who created the n-th person.
func (m Maker) seed(ctx context.Context, size Size, by func(n int) creator) error {
	made := club.Generate(size.People, size.Seed, m.Club.People.Today())
	return m.Atomic.Do(ctx, func(stores ports.Stores) error {
		groups, err := seedGroups(ctx, stores, made, by)
		if err != nil {
			return err
		}
		members := made.People
		for n := range members {
			made := by(n)
			members[n].Author, members[n].Administered = made.user, made.administers
			for i := range members[n].Work {
				members[n].Work[i].Group = groups[members[n].Work[i].Group]
			}
		}
		return seedPeople(ctx, stores, members)
	})
}

// atOnce is how many people are stored at a time.
const atOnce = 5000

// seedPeople stores people, of whom the first has another number in the database, and so have all: it may have used some.
func seedPeople(ctx context.Context, stores ports.Stores, members []person.Person) error {
	if len(members) == 0 {
		return nil
	}
	first := members[0]
	first.Relations = nil // until the shift is known
	ids, err := stores.People.Create(ctx, first)
	if err != nil {
		return err
	}
	shift := ids[0] - first.ID
	for n := range members {
		for i := range members[n].Relations {
			members[n].Relations[i].To += shift
		}
	}
	for chunk := range slices.Chunk(members[1:], atOnce) {
		if ids, err = stores.People.Create(ctx, chunk...); err != nil {
			return err
		}
		for i, id := range ids {
			if id != chunk[i].ID+shift {
				return fmt.Errorf("person %d got number %d: somebody else is filling the database", chunk[i].ID+shift, id)
			}
		}
	}
	return stores.People.Update(ctx, []person.ID{first.ID + shift}, func(all map[person.ID]*person.Person) error {
		all[first.ID+shift].Relations = members[0].Relations
		return nil
	})
}

// seedGroups stores the teams and committees of the club, and returns their numbers by the club's. Every database has its
// Verenigingsbreed already.
func seedGroups(ctx context.Context, stores ports.Stores, made club.Club, by func(n int) creator) (map[int64]group.ID, error) {
	numbers := map[int64]group.ID{}
	for n, g := range made.Groups {
		number := g.ID
		made := by(n)
		g.Author, g.Administered = made.user, made.administers
		if n == 0 {
			numbers[number] = group.ClubWide
			continue
		}
		g.Parent = numbers[g.Parent]
		id, err := stores.Groups.Create(ctx, g)
		if err != nil {
			return nil, err
		}
		numbers[number] = id
	}
	return numbers, nil
}
