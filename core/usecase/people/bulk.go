package people

import (
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// Bulk is what is done to many people at once; nil leaves things as they are.
type Bulk struct {
	Visibility *person.Visibility
	Workspaces *[]int64
	Labels     *[]term.ID
	// Group gives everybody a current entry in this group, where there is none yet, and ends all other current entries; 0 ends
	// all of them.
	Group *group.ID
}

// Outcome is what became of a bulk change, person by person.
type Outcome struct {
	Updated []person.ID
	Failed  map[person.ID]error
}

// ErrNoneKnown is what a bulk change answers that names somebody who does not exist.
var ErrNoneKnown = fault.New(fault.NotFound, "rest_invalid_id", "Een van deze personen bestaat niet.")

// ChangeMany changes many people. When one of them does not exist or is hidden from the viewer, nobody is changed.
func (s *Service) ChangeMany(ctx context.Context, viewer access.Viewer, ids []person.ID, bulk Bulk) (Outcome, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return Outcome{}, err
	}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	view := s.Directory.View()
	if err := permitAll(view, viewer, ids); err != nil {
		return Outcome{}, err
	}
	var groups []group.ID
	if bulk.Group != nil && *bulk.Group != 0 {
		groups = append(groups, *bulk.Group)
	}
	refs := references(view, viewer, nil, groups)
	if err := bulk.check(&refs); err != nil {
		return Outcome{}, err
	}
	return s.changeAll(ctx, viewer, ids, bulk, refs)
}

// check refuses labels that do not exist and a group that the viewer may not see.
func (b Bulk) check(refs *person.References) error {
	if b.Labels != nil {
		for _, label := range *b.Labels {
			if !slices.Contains(refs.Labels, label) {
				return fault.Param("updates.person_label", term.ErrAbsent.Message)
			}
		}
	}
	if b.Group != nil && *b.Group != 0 {
		if _, visible := refs.Groups[*b.Group]; !visible {
			return fault.Param("updates.organization_id", group.ErrAbsent.Message)
		}
	}
	return nil
}

// changeAll changes people as one step. Whoever can't be changed stays as they were.
func (s *Service) changeAll(
	ctx context.Context, viewer access.Viewer, ids []person.ID, bulk Bulk, refs person.References,
) (outcome Outcome, err error) {
	scope, now, today := viewer.May(access.Change, access.People), civil.Instant(s.Now()), s.Today()
	err = s.People.Update(ctx, ids, func(people map[person.ID]*person.Person) error {
		outcome = Outcome{Updated: []person.ID{}, Failed: map[person.ID]error{}}
		for _, id := range ids {
			p := people[id]
			before := p.Clone()
			var problems fault.Problems
			bulk.apply(p, today)
			p.Validate(&before, refs, &problems)
			wrong := problems.Fault()
			if wrong == nil {
				wrong = permit(scope, before.Subject())
			}
			if wrong != nil {
				outcome.Failed[id], *p = wrong, before
				continue
			}
			outcome.Updated = append(outcome.Updated, id)
			if !p.Same(&before) {
				p.Touch(viewer.User, now)
			}
		}
		return nil
	})
	return outcome, err
}

// permitAll asks about everybody before anybody is changed.
func permitAll(view *directory.View, viewer access.Viewer, ids []person.ID) error {
	hidden := false
	for _, id := range ids {
		record, err := view.Person(id, record.View{})
		switch {
		case errors.Is(err, person.ErrAbsent):
			return ErrNoneKnown
		case err != nil:
			return err
		}
		hidden = hidden || !viewer.May(access.Change, access.People).Permits(record.Subject())
	}
	if hidden {
		return person.ErrHidden
	}
	return nil
}

func (b Bulk) apply(p *person.Person, today civil.Date) {
	if b.Visibility != nil {
		p.Visibility = *b.Visibility
	}
	if b.Workspaces != nil {
		p.Workspaces = slices.Clone(*b.Workspaces)
	}
	if b.Labels != nil {
		p.Labels = slices.Clone(*b.Labels)
	}
	if b.Group == nil {
		return
	}
	there := *b.Group == 0 // nothing to begin
	for i := range p.Work {
		e := &p.Work[i]
		if !e.CurrentOn(today) {
			continue
		}
		if e.Group == *b.Group && *b.Group != 0 {
			there = true
			continue
		}
		e.Stop(today)
	}
	if !there { // what ended once stays as it was: this is another time
		p.Work = append(p.Work, work.Entry{Group: *b.Group, Start: today, Current: true})
	}
}
