// Package duplicates owns who finds people that are probably one, says that they are not, and makes one of them.
//
// It does not own how they are found and merged (core/duplicate), and not how a person is changed (core/usecase/people).
package duplicates

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/duplicate"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// Service merges people of one club.
type Service struct {
	Directory  ports.Directory
	Duplicates ports.Duplicates
	Atomic     ports.Atomic // of the same stores
	Now        func() time.Time
	Zone       *time.Location // the club's

	// Replace is that of the use case of people: in one step it calls prepare, sends one person to the trash, and changes the other.
	Replace func(ctx context.Context, viewer access.Viewer, winner, loser person.ID,
		prepare func(ports.Stores, *person.Person, *person.Person) (person.Person, error)) (person.Record, error)

	// Follow is that of the use case of accounts: in a step it makes the user who is the loser the winner, with that member code.
	Follow func(ctx context.Context, stores ports.Stores, viewer access.Viewer, id account.UserID, loser, winner person.ID,
		code string) error

	// Looked is told whose values a viewer compared. It may be nil.
	Looked func(viewer access.Viewer, exported bool, people ...person.ID)

	last atomic.Pointer[found]
}

// found are the pairs of a view, whoever asks. Nobody may change them.
type found struct {
	view  *directory.View
	pairs []duplicate.Found
}

// may reports whether the viewer may change and delete all of these people.
func (s *Service) may(view *directory.View, viewer access.Viewer, ids ...person.ID) bool {
	today := civil.On(s.Now(), s.Zone)
	for _, verb := range []access.Verb{access.Change, access.Delete} {
		scope := viewer.May(verb, access.People, today)
		if slices.ContainsFunc(ids, func(id person.ID) bool { return !view.Permits(scope, id) }) {
			return false
		}
	}
	return true
}

// Probable is a pair of people, with what is told of them.
type Probable struct {
	duplicate.Found
	People [2]person.Summary
}

// List returns a page of the pairs that the viewer may merge, those with most reasons first.
func (s *Service) List(ctx context.Context, viewer access.Viewer, offset, limit int) (page record.Page[Probable], err error) {
	if err := viewer.RequireInteractive(); err != nil {
		return page, err
	}
	dismissed, err := s.Duplicates.Dismissed(ctx)
	if err != nil {
		return page, err
	}
	view := s.Directory.View()
	today := civil.On(s.Now(), s.Zone)
	reader := viewer.Reader(today)
	for _, one := range s.pairs(view) {
		if dismissed[one.Pair] || !s.may(view, viewer, one.A, one.B) {
			continue
		}
		if page.Total >= offset && page.Total < offset+limit {
			probable := Probable{Found: one}
			for i, id := range []person.ID{one.A, one.B} {
				for _, name := range view.Names([]person.ID{id}, reader) {
					probable.People[i] = name
				}
			}
			page.Records = append(page.Records, probable)
		}
		page.Total++
	}
	return page, nil
}

func (s *Service) pairs(view *directory.View) []duplicate.Found {
	if last := s.last.Load(); last != nil && last.view == view {
		return last.pairs
	}
	pairs := duplicate.Find(view.Everybody())
	s.last.Store(&found{view, pairs})
	return pairs
}

// both returns two people whom the viewer may merge.
func (s *Service) both(view *directory.View, viewer access.Viewer, ids ...person.ID) (people [2]person.Person, err error) {
	if err := viewer.RequireInteractive(); err != nil {
		return people, err
	}
	for i, id := range ids {
		stored, there := view.Stored(id)
		if !there {
			return people, person.ErrAbsent
		}
		if !s.may(view, viewer, id) {
			return people, person.ErrHidden
		}
		if people[i], err = stored.Person(); err != nil {
			return people, err
		}
	}
	return people, nil
}

// Compared is what there is to choose when two people are merged.
type Compared struct {
	Winner, Loser person.Person
	Differences   []duplicate.Difference
}

// Compare returns in what two people differ, as far as the viewer reads it: both are noted as opened. Those who may not be merged
// are refused with the reason, except for one that only Merge tells: duplicate.ErrEntrusted.
func (s *Service) Compare(_ context.Context, viewer access.Viewer, winner, loser person.ID) (Compared, error) {
	c, err := s.compare(viewer, winner, loser)
	if err == nil && s.Looked != nil {
		s.Looked(viewer, false, winner, loser)
	}
	return c, err
}

func (s *Service) compare(viewer access.Viewer, winner, loser person.ID) (c Compared, err error) {
	view := s.Directory.View()
	people, err := s.both(view, viewer, winner, loser)
	if err == nil {
		err = s.check(view, viewer, &people[0], &people[1])
	}
	if err != nil {
		return c, err
	}
	differences := duplicate.Differences(&people[0], &people[1])
	if !s.reads(view, viewer, winner, loser) {
		differences = slices.DeleteFunc(differences, duplicate.Difference.Entrusted)
	}
	return Compared{people[0], people[1], differences}, nil
}

// reads reports whether the viewer reads all of both people, also what is entrusted.
func (s *Service) reads(view *directory.View, viewer access.Viewer, winner, loser person.ID) bool {
	reader := viewer.Reader(civil.On(s.Now(), s.Zone))
	return view.Whole(reader, winner) && view.Whole(reader, loser)
}

// check refuses people who may not be merged.
func (s *Service) check(view *directory.View, viewer access.Viewer, winner, loser *person.Person) error {
	if err := duplicate.Check(winner, loser, viewer.AdministersMembers()); err != nil {
		return err
	}
	if user(view, winner.ID) != 0 && user(view, loser.ID) != 0 {
		return duplicate.ErrBothUsers
	}
	// Whoever may say that a record is a member's may not say that a user is that member.
	if user(view, loser.ID) != 0 && winner.NewCode(loser) != "" && !viewer.Can(access.Manage) {
		return duplicate.ErrAccount
	}
	return nil
}

// user returns who a person is as a user, 0 for nobody.
func user(view *directory.View, id person.ID) account.UserID {
	found, err := view.Person(id, record.View{})
	if err != nil {
		return 0
	}
	return found.LinkedUser
}

// Dismiss notes that two people are not one. They come in no list any more.
func (s *Service) Dismiss(ctx context.Context, viewer access.Viewer, a, b person.ID) error {
	if a == b {
		return duplicate.ErrSame
	}
	if _, err := s.both(s.Directory.View(), viewer, a, b); err != nil {
		return err
	}
	now := civil.Instant(s.Now())
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Duplicates.Dismiss(ctx, duplicate.NewPair(a, b), viewer.User, now); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.PairDismissed, audit.By(viewer), now, audit.PersonNumbered(a)).
			With(audit.Values{"person": b}))
	})
}

// Merge makes one person of two: all that is kept about the loser is about the winner from then on, who also has the fields in
// take of the loser, and those that the winner lacks. The loser goes to the trash, and the number leads to the winner. Who does
// not read all of both merges them when they do not differ in that: else it is duplicate.ErrEntrusted. Only administrators merge
// somebody with an account into a member with another code: for others it is duplicate.ErrAccount.
func (s *Service) Merge(
	ctx context.Context, viewer access.Viewer, winner, loser person.ID, take []string,
) (person.Record, error) {
	if _, err := s.compare(viewer, winner, loser); err != nil {
		return person.Record{}, err
	}
	now := civil.Instant(s.Now())
	return s.Replace(ctx, viewer, winner, loser, func(stores ports.Stores, stays, goes *person.Person) (person.Person, error) {
		view := stores.Directory.View()
		if err := s.check(view, viewer, stays, goes); err != nil {
			return person.Person{}, err
		}
		if !s.reads(view, viewer, winner, loser) {
			if err := duplicate.CheckEntrusted(stays, goes); err != nil {
				return person.Person{}, err
			}
		}
		if duplicate.Vouches(stays, goes) {
			err := stores.People.Update(ctx, []person.ID{winner}, func(people map[person.ID]*person.Person) error {
				people[winner].Administered = true
				people[winner].Touch(viewer.User, now)
				return nil
			})
			if err != nil {
				return person.Person{}, err
			}
		}
		merged := duplicate.Merge(stays, goes, take)
		if err := stores.Duplicates.Merge(ctx, loser, winner, viewer.User, now); err != nil {
			return person.Person{}, err
		}
		if linked := user(view, loser); linked != 0 {
			if err := s.Follow(ctx, stores, viewer, linked, loser, winner, stays.Membership.Code); err != nil {
				return person.Person{}, err
			}
		}
		if rules := view.LeaverRules(); rules.Keeps(loser) {
			_, err := stores.LeaverRules.Change(ctx, func(rules *leaver.Settings) error { rules.Move(loser, winner); return nil })
			if err != nil {
				return person.Person{}, err
			}
		}
		return merged, stores.Audit.Append(ctx, audit.New(audit.PeopleMerged, audit.By(viewer), now, audit.PersonNumbered(winner)).
			With(audit.Values{"person": loser}))
	})
}

// LeadsTo returns whom somebody was merged into, who was there once. Nobody is duplicate.ErrNotMerged.
func (s *Service) LeadsTo(ctx context.Context, viewer access.Viewer, id person.ID) (person.ID, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return 0, err
	}
	into, err := s.Duplicates.LeadsTo(ctx, id)
	view := s.Directory.View()
	if err != nil {
		return 0, err
	}
	reader := viewer.Reader(civil.On(s.Now(), s.Zone)).People
	if _, lives := view.Stored(id); into == 0 || lives || !view.Permits(reader, into) {
		return 0, duplicate.ErrNotMerged
	}
	return into, nil
}
