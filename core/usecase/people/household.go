package people

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/person"
)

// Housemate is somebody of the household of a person: who lives at the same address, or is a relation.
type Housemate struct {
	person.Summary
	Together bool // they live at the same address
	Related  bool
}

// MostHousemates is how many a household has at most: at the address of a home for the elderly live many.
const MostHousemates = 50

// Household returns who lives at the first address of a person or is a relation, of those whom the viewer may see: first who
// lives there, in the order of their numbers. The person is not among them.
func (s *Service) Household(ctx context.Context, viewer access.Viewer, id person.ID) (mates []Housemate, err error) {
	if _, err := s.Show(ctx, viewer, id); err != nil {
		return nil, err
	}
	view := s.Directory.View()
	p, err := whole(view, id)
	if err != nil {
		return nil, err
	}
	related, there := p.Related(), view.LiveWith(id)
	ids := slices.Clone(there)
	for _, other := range slices.Sorted(slices.Values(related)) {
		if other != id && !slices.Contains(ids, other) {
			ids = append(ids, other)
		}
	}
	for _, name := range view.Names(ids, s.reader(viewer)) {
		if len(mates) < MostHousemates {
			mates = append(mates, Housemate{name, slices.Contains(there, name.ID), slices.Contains(related, name.ID)})
		}
	}
	return mates, nil
}
