package people

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
)

// Reached is how to reach people, and whom nobody can reach.
type Reached struct {
	addressee.List
	Names []string // of those of Without
}

// Addresses returns how to reach people, each address once: who may read them may have it. Of parents whom the viewer may not see
// nothing is told. It is noted as a file that was taken along, of the parents who are on the list as well.
func (s *Service) Addresses(
	ctx context.Context, viewer access.Viewer, who Selection, to addressee.To, by addressee.By,
) (Reached, error) {
	found, err := s.gather(ctx, viewer, who, addressee.Gatherer{To: to, By: by, On: s.Today()})
	if err != nil {
		return Reached{}, err
	}
	s.looked(viewer, true, slices.Concat(found.ids, found.parents)...)
	return Reached{found.list.List, found.names},
		s.tell(ctx, s.entry(audit.AddressesListed, viewer, 0).With(audit.Values{"people": found.ids}))
}

// Audience returns who is reached by mail about people, each address once, as Addresses does.
func (s *Service) Audience(
	ctx context.Context, viewer access.Viewer, who Selection, to addressee.To,
) (addressee.Audience, error) {
	list := addressee.Gatherer{To: to, By: addressee.Email, On: s.Today()}
	var found gathered
	var err error
	if who.Shift == 0 {
		found, err = s.gather(ctx, viewer, who, list)
	} else {
		found, err = s.crew(ctx, viewer, who.Shift, list)
	}
	if err != nil {
		return addressee.Audience{}, err
	}
	return found.list.Audience(), nil
}

// crew puts the addresses of who comes to a shift on a list, for who plans it. They are written to and not shown.
func (s *Service) crew(ctx context.Context, viewer access.Viewer, shift int64, list addressee.Gatherer) (gathered, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return gathered{}, err
	}
	ids, err := s.Crew(ctx, viewer, shift)
	if err != nil {
		return gathered{}, err
	}
	return s.gatherOf(ctx, viewer, gathered{ids: ids, list: list})
}

// gathered are the addresses of people.
type gathered struct {
	list    addressee.Gatherer
	ids     []person.ID // whom they are about
	parents []person.ID // through whom children of these are reached
	names   []string    // of those who have none
}

// gather puts the addresses of people on a list.
func (s *Service) gather(
	ctx context.Context, viewer access.Viewer, who Selection, list addressee.Gatherer,
) (found gathered, err error) {
	if err := viewer.RequireInteractive(); err != nil {
		return gathered{}, err
	}
	view := s.Directory.View()
	found.list = list
	found.ids, err = s.selected(view, viewer, who)
	if err == nil {
		err = s.permitAll(view, viewer, access.Read, found.ids)
	}
	if err != nil {
		return gathered{}, err
	}
	return s.gatherOf(ctx, viewer, found)
}

// gatherOf puts the addresses of these people on the list.
func (s *Service) gatherOf(ctx context.Context, viewer access.Viewer, found gathered) (gathered, error) {
	view := s.Directory.View()
	for _, id := range found.ids {
		if err := ctx.Err(); err != nil {
			return gathered{}, err
		}
		p, err := whole(view, id)
		if err != nil {
			return gathered{}, err
		}
		before := len(found.list.Without)
		for _, reached := range found.list.Add(&p, s.parents(view, viewer, &p)) {
			if reached.ID != id {
				found.parents = append(found.parents, reached.ID)
			}
		}
		if len(found.list.Without) > before {
			found.names = append(found.names, p.Name.Full())
		}
	}
	return found, nil
}

// whole returns all that is kept about somebody.
func whole(view *directory.View, id person.ID) (person.Person, error) {
	stored, there := view.Stored(id)
	if !there {
		return person.Person{}, person.ErrAbsent
	}
	return stored.Person()
}

// parents returns the parents of a child that the viewer may see.
func (s *Service) parents(view *directory.View, viewer access.Viewer, child *person.Person) (parents []person.Person) {
	if !person.Child(child.Birthdate, s.Today()) {
		return nil
	}
	for _, id := range addressee.ParentsOf(child) {
		parent, err := whole(view, id)
		if err != nil || !s.may(view, viewer, access.Read, id) {
			continue // one that is gone, or that cannot be read, is no way to reach the child
		}
		parents = append(parents, parent)
	}
	return parents
}
