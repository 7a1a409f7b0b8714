package people

import (
	"context"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
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
	if err := s.permitAll(ctx, viewer, ids); err != nil {
		return Outcome{}, err
	}
	var known knowledge
	if err := s.learn(ctx, viewer, person.Asks{Terms: bulk.Labels != nil}, &known); err != nil {
		return Outcome{}, err
	}
	if err := s.check(ctx, viewer, bulk, &known); err != nil {
		return Outcome{}, err
	}
	outcome := Outcome{Updated: []person.ID{}, Failed: map[person.ID]error{}}
	for chunk := range slices.Chunk(ids, atOnce) {
		failed, err := s.changeSome(ctx, viewer, chunk, bulk, known.Surroundings)
		if err != nil {
			return outcome, err
		}
		maps.Copy(outcome.Failed, failed)
		for _, id := range chunk {
			if failed[id] == nil {
				outcome.Updated = append(outcome.Updated, id)
			}
		}
	}
	return outcome, nil
}

// atOnce is how many people are changed in one step.
const atOnce = 200

// check refuses labels that do not exist and a group that the viewer may not see, and learns the group's kind.
func (s *Service) check(ctx context.Context, viewer access.Viewer, bulk Bulk, known *knowledge) error {
	if bulk.Labels != nil {
		for _, label := range *bulk.Labels {
			if !slices.Contains(known.Labels, label) {
				return fault.Param("updates.person_label", term.ErrAbsent.Message)
			}
		}
	}
	if bulk.Group == nil || *bulk.Group == 0 {
		return nil
	}
	found, err := s.Stores.Groups.List(ctx, group.Query{
		AsOf: group.AsOf{Reader: viewer.Records()}, Filter: group.Filter{Include: []group.ID{*bulk.Group}}, Limit: 1, Bare: true,
	})
	if err != nil {
		return err
	}
	if len(found.Records) == 0 {
		return fault.Param("updates.organization_id", group.ErrAbsent.Message)
	}
	known.Groups = map[group.ID]work.Kind{*bulk.Group: found.Records[0].Kind}
	return nil
}

// changeSome changes people as one step. Whoever can't be changed stays as they were.
func (s *Service) changeSome(
	ctx context.Context, viewer access.Viewer, ids []person.ID, bulk Bulk, around person.Surroundings,
) (failed map[person.ID]error, err error) {
	scope, now, today := viewer.Records(), civil.Instant(s.Now()), s.Today()
	err = s.Stores.People.Update(ctx, ids, func(people map[person.ID]*person.Person) error {
		failed = map[person.ID]error{}
		for _, id := range ids {
			p := people[id]
			before := p.Clone()
			var problems fault.Problems
			bulk.apply(p, today)
			p.Settle(&before, around, &problems)
			wrong := problems.Fault()
			if wrong == nil {
				wrong = permit(scope, before.Subject())
			}
			if wrong != nil {
				failed[id], *p = wrong, before
			} else if !p.Same(&before) {
				p.Modified = now
			}
		}
		return nil
	})
	return failed, err
}

// permitAll asks about everybody before anybody is changed.
func (s *Service) permitAll(ctx context.Context, viewer access.Viewer, ids []person.ID) error {
	found := func(reader access.Scope) (int, error) {
		list, err := s.Stores.People.Find(ctx, person.Query{
			AsOf: person.AsOf{Reader: reader}, Filter: person.Filter{Include: ids}, Limit: len(ids),
		})
		return len(list), err
	}
	visible, err := found(viewer.Records())
	if err != nil || visible == len(ids) {
		return err
	}
	existing, err := found(access.Scope{All: true})
	switch {
	case err != nil:
		return err
	case existing < len(ids):
		return ErrNoneKnown
	}
	return person.ErrHidden
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
		e.Current = false
		if e.End.IsZero() {
			e.End = today
		}
	}
	if !there { // what ended once stays as it was: this is another time
		p.Work = append(p.Work, work.Entry{Group: *b.Group, Start: today, Current: true})
	}
}
