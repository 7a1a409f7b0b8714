package people

import (
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/undo"
	"github.com/clubhuis/clubhuis/ports"
)

// TakeIn registers and changes many people within a step, for who administers members. Who can't be taken in is left; what became
// of each comes back in their order. Nobody loses a member code by it.
func (s *Service) TakeIn(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, list []peoplefile.Intake,
) (results []peoplefile.TakenIn, err error) {
	if err := viewer.RequireMemberAdministration(); err != nil {
		return nil, err
	}
	newcomers := 0
	for i := range list {
		if list[i].Person == 0 {
			newcomers++
		}
	}
	if err := s.Directory.Room(newcomers); err != nil {
		return nil, err
	}
	results = make([]peoplefile.TakenIn, len(list))
	for i := range list {
		results[i].Person = list[i].Person
		if list[i].Code == "" {
			continue
		}
		holders, err := stores.MemberCodes.Holders(ctx, list[i].Code) // locks the code
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(holders, func(h person.Holder) bool { return h.ID != list[i].Person }) {
			results[i].Wrong = fault.Param("acf.assoc-id", person.CodeTaken)
			continue
		}
		err = mayGetCode(ctx, stores, viewer, list[i].Person)
		if fault.KindOf(err) == fault.Invalid {
			results[i].Wrong = err
		} else if err != nil {
			return nil, err
		}
	}
	if err := s.takeInNew(ctx, stores, viewer, list, results); err != nil {
		return nil, err
	}
	return results, s.takeInKnown(ctx, stores, viewer, list, results)
}

func (s *Service) takeInNew(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, list []peoplefile.Intake, results []peoplefile.TakenIn,
) error {
	var people []person.Person
	var at []int
	for i := range list {
		if list[i].Person != 0 || results[i].Wrong != nil {
			continue
		}
		created := person.New(viewer.User, s.Now())
		created.Administered = true
		before := created.Clone()
		list[i].Edit(&created)
		var problems fault.Problems
		created.Validate(&before, person.References{}, &problems)
		if results[i].Wrong = problems.Fault(); results[i].Wrong == nil {
			people, at = append(people, created), append(at, i)
		}
	}
	if len(people) == 0 {
		return nil
	}
	ids, err := stores.People.Create(ctx, people...)
	if err != nil {
		return err
	}
	for n, id := range ids {
		results[at[n]].Person, results[at[n]].After = id, 1
	}
	return nil
}

func (s *Service) takeInKnown(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, list []peoplefile.Intake, results []peoplefile.TakenIn,
) error {
	view, now := stores.Directory.View(), civil.Instant(s.Now())
	var ids, related []person.ID
	for i := range list {
		if list[i].Person == 0 || results[i].Wrong != nil {
			continue
		}
		stored, there := view.Stored(list[i].Person)
		if !there {
			results[i].Wrong = person.ErrAbsent
			continue
		}
		ids = append(ids, list[i].Person)
		if before, err := stored.Person(); err == nil {
			after := before.Clone()
			list[i].Edit(&after)
			related = alsoRelated(view, related, &before, &after)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	locked := slices.Clone(ids)
	for _, id := range related {
		if !slices.Contains(ids, id) {
			locked = append(locked, id)
		}
	}
	unreached := map[person.ID][]string{}
	err := stores.People.Update(ctx, locked, func(people map[person.ID]*person.Person) error {
		clear(unreached)
		var others []turned
		for i := range list {
			p := people[list[i].Person]
			if p == nil || !slices.Contains(ids, p.ID) {
				continue
			}
			before := p.Clone()
			list[i].Edit(p)
			var problems fault.Problems
			p.Validate(&before, person.References{}, &problems)
			results[i].Wrong, results[i].Before, results[i].After = problems.Fault(), nil, 0
			if results[i].Wrong == nil {
				results[i].Wrong = s.permit(view, viewer, access.Change, p.ID)
			}
			if results[i].Wrong != nil || p.Same(&before) {
				*p = before
				continue
			}
			p.Touch(viewer.User, now)
			kept := undo.Of(&before)
			results[i].Before, results[i].After = &kept, kept.After
			if gone := dropped(before.Mailed(), p.Mailed()); len(gone) > 0 {
				unreached[p.ID] = gone
			}
			if before.Gender != p.Gender {
				others = append(others, turned{before, p})
			}
		}
		follow(view, others, people)
		return nil
	})
	if err != nil {
		return err
	}
	return s.tellUnreached(ctx, stores, viewer.User, unreached)
}

// tellUnreached tells whom of the people some e-mail addresses do not reach any more.
func (s *Service) tellUnreached(
	ctx context.Context, stores ports.Stores, editor account.UserID, gone map[person.ID][]string,
) error {
	if s.Unreached == nil {
		return nil
	}
	ids := make([]person.ID, 0, len(gone))
	for id := range gone {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		if err := s.Unreached(ctx, stores, editor, id, gone[id]); err != nil {
			return err
		}
	}
	return nil
}

// TakeOut takes back what TakeIn did within a step, for who administers members: who was new goes to the trash, who was changed
// is again what they were. Somebody whom anybody changed since is left, with the reason, and so is who was new and has an
// invoice, something on the timeline or an account by now, or whom somebody was merged into: none of these changes the record.
func (s *Service) TakeOut(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, list []peoplefile.TakenIn,
) (left map[person.ID]string, err error) {
	if err := viewer.RequireMemberAdministration(); err != nil {
		return nil, err
	}
	left = map[person.ID]string{}
	view := stores.Directory.View()
	var changed []undo.Before
	var created []person.ID
	for i := range list {
		if list[i].Before == nil {
			created = append(created, list[i].Person)
		}
	}
	var used []person.ID
	if len(created) > 0 {
		if used, err = stores.Traces.Used(ctx, created); err != nil {
			return nil, err
		}
	}
	for i := range list {
		one := &list[i]
		if one.Before != nil {
			changed = append(changed, *one.Before)
			continue
		}
		if _, there := view.Stored(one.Person); !there {
			left[one.Person] = undo.Gone
			continue
		}
		if _, is := slices.BinarySearch(used, one.Person); is {
			left[one.Person] = undo.Used
			continue
		}
		if err := s.removing(ctx, stores, one.Person); err != nil {
			return nil, err
		}
		err := stores.People.Remove(ctx, one.Person, viewer.User, s.Now(), func(_ access.Subject, stands record.Edition) error {
			if stands.Revision != one.After {
				return errChanged
			}
			return nil
		})
		switch {
		case errors.Is(err, errChanged):
			left[one.Person] = undo.Changed
		case err != nil && fault.KindOf(err) == fault.NotFound:
			left[one.Person] = undo.Gone
		case err != nil:
			return nil, err
		}
	}
	if len(changed) == 0 {
		return left, nil
	}
	outcome, err := s.changeBack(ctx, stores, viewer, changed)
	for _, one := range outcome.LeftOut {
		left[one.ID] = one.Reason
	}
	return left, err
}
