package people

import (
	"context"

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
// nothing is told.
func (s *Service) Addresses(
	ctx context.Context, viewer access.Viewer, who Selection, to addressee.To, by addressee.By,
) (reached Reached, err error) {
	if err := viewer.RequireInteractive(); err != nil {
		return reached, err
	}
	view := s.Directory.View()
	ids, err := s.selected(view, viewer, who)
	if err == nil {
		err = s.permitAll(view, viewer, access.Read, ids)
	}
	if err != nil {
		return reached, err
	}
	list := addressee.Gatherer{To: to, By: by, On: s.Today()}
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return reached, err
		}
		p, err := whole(view, id)
		if err != nil {
			return reached, err
		}
		before := len(list.Without)
		list.Add(&p, s.parents(view, viewer, &p))
		if len(list.Without) > before {
			reached.Names = append(reached.Names, p.Name.Full())
		}
	}
	reached.List = list.List
	return reached, s.tell(ctx, s.entry(audit.AddressesListed, viewer, 0).With(audit.Values{"people": ids}))
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
