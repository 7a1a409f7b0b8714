package people

import (
	"context"
	"errors"
	"math"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// Addressing is whose addresses are asked for: of these people, or of all whom a filter finds.
type Addressing struct {
	IDs    []person.ID
	Filter *record.Filter
	Former bool // with Filter: former members too
	To     addressee.To
	By     addressee.By
}

// Reached is how to reach people, and whom nobody can reach.
type Reached struct {
	addressee.List
	Names []string // of those of Without
}

// Addresses returns how to reach people, each address once: who may read them may have it. Of parents whom the viewer may not see
// nothing is told.
func (s *Service) Addresses(ctx context.Context, viewer access.Viewer, ask Addressing) (reached Reached, err error) {
	if err := viewer.RequireInteractive(); err != nil {
		return reached, err
	}
	view := s.Directory.View()
	records, err := s.asked(view, viewer, ask)
	if err != nil {
		return reached, err
	}
	list := addressee.Gatherer{To: ask.To, By: ask.By, On: s.Today()}
	for i := range records {
		if err := ctx.Err(); err != nil {
			return reached, err
		}
		p, err := whole(view, records[i].ID)
		if err != nil {
			return reached, err
		}
		before := len(list.Without)
		list.Add(&p, s.parents(view, viewer, &p))
		if len(list.Without) > before {
			reached.Names = append(reached.Names, records[i].Title)
		}
	}
	reached.List = list.List
	return reached, nil
}

// asked returns the people that are asked for. Each of them by number is one that the viewer may see.
func (s *Service) asked(view *directory.View, viewer access.Viewer, ask Addressing) (records []person.Record, err error) {
	if ask.Filter != nil {
		byName := listing.Order{By: []listing.Sort{{By: person.KeyLast}, {By: person.KeyFirst}}}
		return view.People(record.Query{
			View: s.seenBy(viewer), Filter: browsed(*ask.Filter, ask.Former), Window: record.Window{Order: byName, Limit: math.MaxInt},
		}).Records, nil
	}
	hidden := false
	for _, id := range ask.IDs {
		found, err := view.Person(id, s.seenBy(viewer))
		switch {
		case errors.Is(err, person.ErrAbsent):
			return nil, ErrNoneKnown
		case err != nil:
			return nil, err
		}
		hidden = hidden || !viewer.Reader().People.Permits(found.Subject())
		records = append(records, found)
	}
	if hidden {
		return nil, person.ErrHidden
	}
	return records, nil
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
	if !addressee.IsChild(child, s.Today()) {
		return nil
	}
	for _, id := range addressee.ParentsOf(child) {
		parent, err := whole(view, id)
		if err != nil || !viewer.Reader().People.Permits(parent.Subject()) {
			continue // one that is gone, or that cannot be read, is no way to reach the child
		}
		parents = append(parents, parent)
	}
	return parents
}
