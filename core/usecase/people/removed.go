package people

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/undo"
	"github.com/clubhuis/clubhuis/ports"
)

// Remove takes a person out of every list and into the trash. It returns what the person was, and the token of its undo. A
// removal that was meant for another revision is a *record.Outdated.
func (s *Service) Remove(
	ctx context.Context, viewer access.Viewer, id person.ID, expected record.Expected,
) (person.Record, string, error) {
	previous, err := s.Show(ctx, viewer, id)
	if err != nil {
		return person.Record{}, "", err
	}
	scope := viewer.May(access.Delete, access.People, s.Today())
	kept, token, err := undo.New(s.Random, viewer.User, s.Now(), undo.Act{Removed: &undo.Removed{ID: id, Name: previous.Title}})
	if err != nil {
		return person.Record{}, "", err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := s.removing(ctx, stores, id); err != nil {
			return err
		}
		err := stores.People.Remove(ctx, id, viewer.User, s.Now(), func(subject access.Subject, stands record.Edition) error {
			if !scope.Created(subject.Author) {
				return person.ErrHidden
			}
			return expected.Check(stands)
		})
		if err != nil {
			return err
		}
		if err := stores.Undos.Keep(ctx, kept); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.RecordRemoved, viewer, id))
	})
	return previous, token, s.named(ctx, err)
}

func (s *Service) removing(ctx context.Context, stores ports.Stores, id person.ID) error {
	if s.Removing == nil {
		return nil
	}
	return s.Removing(ctx, stores, id)
}

// Trash returns a page of the people whom the viewer may bring back, those who were removed last first.
func (s *Service) Trash(ctx context.Context, viewer access.Viewer, offset, limit int) (record.Page[person.Removed], error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return record.Page[person.Removed]{}, err
	}
	return s.People.Removed(ctx, person.RemovedQuery{
		Bin: person.BinOf(viewer), Since: s.keptSince(), Offset: offset, Limit: limit,
	})
}

// Restore brings somebody back from the viewer's trash, with the relations of others. Somebody who is not there is
// person.ErrNotRemoved. When the member code belongs to somebody else by now, it is a Conflict that names both.
func (s *Service) Restore(ctx context.Context, viewer access.Viewer, id person.ID) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error { return s.restore(ctx, stores, viewer, id) })
	if err != nil {
		return person.Record{}, err
	}
	return s.Show(ctx, viewer, id)
}

// restore is Restore within a step. When it fails it has changed nothing.
func (s *Service) restore(ctx context.Context, stores ports.Stores, viewer access.Viewer, id person.ID) error {
	if err := s.Directory.Room(1); err != nil {
		return err
	}
	since := s.keptSince()
	if waits, err := stores.Erasures.Page(ctx, erasure.Query{State: erasure.Planned, Person: id, Limit: 1}); err != nil {
		return err
	} else if waits.Total > 0 {
		since = time.Time{} // an erasure that waits for an invoice to be paid can be taken back until then
	}
	found, err := stores.People.Removed(ctx, person.RemovedQuery{ID: id, Bin: person.BinOf(viewer), Since: since, Limit: 1})
	if err != nil {
		return err
	}
	if len(found.Records) == 0 {
		return person.ErrNotRemoved
	}
	removed := &found.Records[0]
	holders, err := stores.MemberCodes.Holders(ctx, removed.Code)
	if err != nil {
		return err
	}
	if len(holders) > 0 {
		return person.ErrHeld(removed.Code, removed.Name.Full(), cmp.Or(s.nameOf(viewer, holders[0].ID), person.Somebody))
	}
	if err := stores.People.Restore(ctx, id, viewer.User, s.Now()); err != nil {
		return err
	}
	if err := leaveGone(ctx, stores, viewer, []person.ID{id}, s.Now()); err != nil {
		return err
	}
	if s.Restored != nil {
		if err := s.Restored(ctx, stores, viewer, id); err != nil {
			return err
		}
	}
	return stores.Audit.Append(ctx, s.entry(audit.RecordRestored, viewer, id))
}

func (s *Service) keptSince() time.Time { return s.Now().Add(-person.KeptAfterRemoval) }

// nameOf returns what somebody is called, "" for a viewer who may not know it.
func (s *Service) nameOf(viewer access.Viewer, id person.ID) string {
	view := s.Directory.View()
	found, err := view.Person(id, record.View{})
	if err != nil || !s.may(view, viewer, access.Read, id) {
		return ""
	}
	return found.Title
}

// Purge destroys the people that were removed long enough ago. It is daily work: no viewer asks for it.
func (s *Service) Purge(ctx context.Context) (int, error) {
	destroyed, err := s.People.Purge(ctx, s.keptSince())
	if destroyed > 0 {
		told := audit.New(audit.PeopleDestroyed, audit.Job("purge-people"), s.Now(), audit.PersonNumbered(0))
		err = errors.Join(err, s.tell(ctx, told.With(audit.Values{"count": destroyed})))
	}
	return destroyed, err
}

// TakeBack takes back a change of many people, or a removal. Whoever was changed since is left out.
func (s *Service) TakeBack(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, act undo.Act,
) (outcome undo.Outcome, err error) {
	if act.Removed == nil {
		return s.changeBack(ctx, stores, viewer, act.People)
	}
	id, name := act.Removed.ID, act.Removed.Name
	err = s.restore(ctx, stores, viewer, id)
	_, living := stores.Directory.View().Stored(id)
	switch {
	case err == nil:
		outcome.Undone = 1
	case errors.Is(err, person.ErrNotRemoved) && living:
		outcome.Leave(id, s.nameOf(viewer, id), undo.There)
	case errors.Is(err, person.ErrNotRemoved):
		outcome.Leave(id, name, undo.Gone)
	case fault.KindOf(err) == fault.Conflict:
		outcome.Leave(id, name, fault.As(err).Message)
	default:
		return undo.Outcome{}, err
	}
	return outcome, nil
}

// changeBack gives people back what they were before a change of many.
func (s *Service) changeBack(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, list []undo.Before,
) (outcome undo.Outcome, err error) {
	now, view := civil.Instant(s.Now()), stores.Directory.View()
	var gone undo.Outcome
	var ids, related []person.ID
	var there []*undo.Before
	for i := range list {
		before := &list[i]
		stored, living := view.Stored(before.ID)
		if !living {
			gone.Leave(before.ID, before.Name(), undo.Gone)
			continue
		}
		ids, there = append(ids, before.ID), append(there, before)
		if was := before.Gender(); was != stored.Gender() {
			if now, err := stored.Person(); err == nil {
				back := now.Clone()
				back.Gender = was
				related = alsoRelated(view, related, &now, &back)
			}
		}
	}
	locked := slices.Clone(ids)
	for _, id := range related {
		if !slices.Contains(ids, id) {
			locked = append(locked, id)
		}
	}
	err = stores.People.Update(ctx, locked, func(people map[person.ID]*person.Person) error {
		var others []turned
		outcome = undo.Outcome{LeftOut: slices.Clone(gone.LeftOut)} // it may run twice
		for _, before := range there {
			p := people[before.ID]
			switch {
			case !s.may(view, viewer, access.Change, p.ID):
				outcome.Leave(p.ID, "", undo.Hidden)
			case !before.Stands(p):
				outcome.Leave(p.ID, p.Name.Full(), undo.Changed)
			default:
				was := *p
				if err := before.Restore(p, viewer.User, now); err != nil {
					return err
				}
				if !s.mayShareAgain(view, viewer, &was, p) {
					*p = was
					outcome.Leave(p.ID, p.Name.Full(), undo.NotShared)
					continue
				}
				outcome.Undone++
				if was.Gender != p.Gender {
					others = append(others, turned{was, p})
				}
			}
		}
		follow(view, others, people)
		return nil
	})
	if err == nil {
		err = leaveGone(ctx, stores, viewer, ids, now)
	}
	if errors.Is(err, person.ErrAbsent) { // removed by somebody of whom the view does not know yet
		err = undo.ErrBehind
	}
	return outcome, err
}
