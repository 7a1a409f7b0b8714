// Package cases owns who reads, files and changes cases of discipline, and the seasons by which they are listed.
//
// It does not own what a case is (core/discipline), and makes no invoice over one.
package cases

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the cases of one club. All its fields are needed.
type Service struct {
	Directory    ports.Directory
	Cases        ports.Cases
	Users        ports.Users
	Atomic       ports.Atomic // of the same stores
	Spreadsheets ports.Spreadsheets
	Now          func() time.Time
	Zone         *time.Location // the club's

	// Looked is told whom the viewer took along in a file. It may be nil.
	Looked func(viewer access.Viewer, exported bool, people ...person.ID)
}

// Who may what: readers read cases with the names of those whom they are about, writers keep them, and read what they keep.
var (
	writers = []access.Capability{access.Manage, access.Synchronization}
	readers = []access.Capability{access.FairPlay, access.Manage, access.Synchronization}
)

// Shown is a case as its readers see it.
type Shown struct {
	discipline.Case
	Name string // of the person, also of one whom the reader may not see; "" for nobody
}

func (s *Service) shown(list ...discipline.Case) []Shown {
	view := s.Directory.View()
	shown := make([]Shown, len(list))
	for i := range list {
		shown[i] = Shown{list[i], view.NameOf(list[i].Person)}
	}
	return shown
}

// Listing is a part of the cases.
type Listing struct {
	discipline.Page
	Shown []Shown
}

// List returns a part of the cases.
func (s *Service) List(ctx context.Context, viewer access.Viewer, q discipline.Query) (Listing, error) {
	if err := viewer.Require(readers...); err != nil {
		return Listing{}, err
	}
	page, err := s.Cases.Page(ctx, q)
	return Listing{page, s.shown(page.Records...)}, err
}

// Show returns one case.
func (s *Service) Show(ctx context.Context, viewer access.Viewer, id int64) (Shown, error) {
	if err := viewer.Require(readers...); err != nil {
		return Shown{}, err
	}
	return s.one(ctx, id)
}

func (s *Service) one(ctx context.Context, id int64) (Shown, error) {
	found, err := s.Cases.ByID(ctx, id)
	if err == nil && len(found) == 0 {
		err = discipline.ErrAbsent
	}
	if err != nil {
		return Shown{}, err
	}
	return s.shown(found...)[0], nil
}

// Edit changes a case, and adds to problems what is wrong with its input.
type Edit func(c *discipline.Case, problems *fault.Problems)

// apply returns a function that edits a case and checks the result.
func (s *Service) apply(viewer access.Viewer, edit Edit) func(*discipline.Case) error {
	view, now := s.Directory.View(), s.Now()
	return func(c *discipline.Case) error {
		before := c.Clone()
		var problems fault.Problems
		edit(c, &problems)
		c.Head = before.Head
		c.Validate(&problems)
		if c.Person != before.Person && c.Person != 0 {
			if _, there := view.Stored(c.Person); !there {
				problems.Add("acf.person", discipline.NoSuchPerson)
			}
		}
		if err := problems.Fault(); err != nil {
			return err
		}
		if before, after := before.Row(), c.Row(); before != after {
			c.Touch(viewer.User, now)
		}
		return nil
	}
}

// gone is the fault of a case about somebody who was removed or merged with another person meanwhile.
func gone() error {
	return fault.Param("acf.person", discipline.NoSuchPerson)
}

// hold keeps whom a new case is about, 0 for nobody, from being removed or merged with another person until a step ends.
func hold(ctx context.Context, stores ports.Stores, id person.ID) error {
	if id == 0 {
		return nil
	}
	err := stores.HoldPerson(ctx, id)
	if errors.Is(err, person.ErrAbsent) {
		return gone()
	}
	return err
}

// Create files a case.
func (s *Service) Create(ctx context.Context, viewer access.Viewer, edit Edit) (Shown, error) {
	if err := viewer.Require(writers...); err != nil {
		return Shown{}, err
	}
	c := discipline.Case{Head: record.NewHead(viewer.User, viewer.Name, s.Now())}
	if err := s.apply(viewer, edit)(&c); err != nil {
		return Shown{}, err
	}
	var id int64
	err := s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		if err := hold(ctx, stores, c.Person); err != nil {
			return err
		}
		if id, err = stores.Cases.Create(ctx, c); err != nil {
			return err
		}
		return s.tell(ctx, stores, viewer, audit.CaseFiled, id, c.Person)
	})
	if err != nil {
		return Shown{}, err
	}
	return s.one(ctx, id)
}

func (s *Service) tell(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, kind audit.Kind, id int64, about person.ID,
) error {
	entry := audit.New(kind, audit.By(viewer), s.Now(), audit.Object{Noun: audit.Case, ID: id})
	return stores.Audit.Append(ctx, entry.With(audit.Values{"person": about}))
}

// Expect is an *record.Outdated unless the case has an expected revision, for who may change it.
func (s *Service) Expect(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) error {
	if err := viewer.Require(writers...); err != nil {
		return err
	}
	one, err := s.one(ctx, id)
	if err != nil {
		return err
	}
	return s.named(ctx, expected.Check(one.Edition()))
}

// named gives an *record.Outdated the name of who changed the case.
func (s *Service) named(ctx context.Context, err error) error {
	return record.Name(err, s.Zone, func(id int64) string {
		user, err := s.Users.ByID(ctx, id)
		if err != nil {
			return ""
		}
		return user.DisplayName
	})
}

// holdNext is hold of whom a case is about after an edit, and returns whom it held, 0 for nobody and for who is gone.
func holdNext(ctx context.Context, stores ports.Stores, id int64, edit Edit) (person.ID, error) {
	found, err := stores.Cases.ByID(ctx, id)
	if err != nil || len(found) == 0 { // of an absent one the change tells
		return 0, err
	}
	edit(&found[0], new(fault.Problems))
	held := found[0].Person
	if held == 0 {
		return 0, nil
	}
	err = stores.HoldPerson(ctx, held)
	if errors.Is(err, person.ErrAbsent) {
		return 0, nil
	}
	return held, err
}

// Change edits a case.
func (s *Service) Change(
	ctx context.Context, viewer access.Viewer, id int64, expected record.Expected, edit Edit,
) (Shown, error) {
	if err := viewer.Require(writers...); err != nil {
		return Shown{}, err
	}
	apply := s.apply(viewer, edit)
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		held, err := holdNext(ctx, stores, id, edit)
		if err != nil {
			return err
		}
		changed, about := false, person.ID(0)
		err = stores.Cases.Update(ctx, id, func(c *discipline.Case) error {
			if err := expected.Check(c.Edition()); err != nil {
				return err
			}
			before, was := c.Row(), c.Person
			if err := apply(c); err != nil {
				return err
			}
			if c.Person != was && c.Person != held {
				return gone()
			}
			changed, about = c.Row() != before, c.Person
			return nil
		})
		if err != nil || !changed {
			return err
		}
		return s.tell(ctx, stores, viewer, audit.CaseChanged, id, about)
	})
	if err != nil {
		return Shown{}, s.named(ctx, err)
	}
	return s.one(ctx, id)
}

// Remove destroys a case and returns what it was. One that an invoice bills is discipline.ErrBilled.
func (s *Service) Remove(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) (Shown, error) {
	if err := viewer.Require(writers...); err != nil {
		return Shown{}, err
	}
	previous, err := s.one(ctx, id)
	if err != nil {
		return Shown{}, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		err := stores.Cases.Remove(ctx, id, func(c *discipline.Case) error { return expected.Check(c.Edition()) })
		if err != nil {
			return err
		}
		if _, err := stores.Invoices.ByKey(ctx, invoice.CaseKey(id)); err == nil {
			return discipline.ErrBilled
		} else if !errors.Is(err, invoice.ErrAbsent) {
			return err
		}
		return s.tell(ctx, stores, viewer, audit.CaseRemoved, id, previous.Person)
	})
	return previous, s.named(ctx, err)
}

// Current is the season of today.
func (s *Service) Current() season.Season { return season.On(civil.On(s.Now(), s.Zone)) }

// Listed is a season and how many cases there are in it.
type Listed struct {
	season.Season
	Cases int
}

// Seasons returns the seasons that have cases, the current one, and those that are named beside them, the latest first. A season
// is a pair of years: every one exists, and none is made. How many cases there are is 0 for who may not read them.
func (s *Service) Seasons(ctx context.Context, viewer access.Viewer, named ...season.Season) (list []Listed, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return nil, err
	}
	counts, err := s.Cases.Seasons(ctx)
	if err != nil {
		return nil, err
	}
	for _, of := range append(named, s.Current()) {
		counts[of] += 0
	}
	reads := viewer.Require(readers...) == nil
	for of, n := range counts {
		if !reads {
			n = 0
		}
		list = append(list, Listed{of, n})
	}
	sorting.By(list, func(a, b Listed) int { return int(b.Season - a.Season) })
	return list, nil
}

// Name returns a season for who may file cases in it.
func (s *Service) Name(ctx context.Context, viewer access.Viewer, of season.Season) (Listed, error) {
	if err := viewer.Require(writers...); err != nil {
		return Listed{}, err
	}
	all, err := s.Seasons(ctx, viewer, of)
	if err != nil {
		return Listed{}, err
	}
	return all[slices.IndexFunc(all, func(l Listed) bool { return l.Season == of })], nil
}
