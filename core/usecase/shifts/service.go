// Package shifts owns who plans shifts of volunteers, who signs up for them, and who sees whom there.
//
// It does not own what a shift is, nor when it is full (core/volunteer).
package shifts

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the shifts of one club. All its fields are needed.
type Service struct {
	Directory ports.Directory
	Users     ports.Users
	Shifts    ports.Records[volunteer.Shift]
	Lists     ports.ShiftLists
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location // the club's
}

// Today is the day at the club.
func (s *Service) Today() civil.Date { return civil.On(s.Now(), s.Zone) }

// Shown is a shift as somebody sees it: planners see who comes, everybody else only whether they do.
type Shown struct {
	volunteer.Shift
	Status  volunteer.Status
	Filled  int
	Over    bool // it has ended
	People  []Worker
	Mine    bool // the viewer comes
	CanJoin bool // the viewer can sign up now
	CanQuit bool // the viewer can sign off now
}

// Worker is somebody who comes.
type Worker struct {
	ID     person.ID
	Name   string
	Photo  int64 // 0 for somebody whom the viewer may not see, too
	Open   bool  // the viewer may see the person
	Serves bool  // fills a place; former members do not
}

func (s *Service) shown(viewer access.Viewer, list ...volunteer.Shift) []Shown {
	view, reader := s.Directory.View(), viewer.Reader(s.Today())
	me := view.PersonOf(viewer.User)
	plans := viewer.Can(access.Volunteers)
	shown := make([]Shown, len(list))
	for i := range list {
		one := &list[i]
		shown[i] = Shown{
			Shift: *one, Status: one.Status(view.Serves), Filled: one.Filled(view.Serves), Mine: me != 0 && one.Has(me),
			Over: one.Over(s.Now(), s.Zone), People: []Worker{},
		}
		shown[i].CanJoin = me != 0 && !shown[i].Mine && view.Serves(me) && one.Offered(s.Now(), s.Zone, view.Serves) == nil
		shown[i].CanQuit = shown[i].Mine && one.Releases(s.Now(), s.Zone)
		for _, a := range one.Assignments {
			name := view.NameOf(a.Person)
			if name != "" && (plans || a.Person == me) {
				shown[i].People = append(shown[i].People, worker(view, reader, a.Person, name))
			}
		}
	}
	return shown
}

func worker(view *directory.View, reader access.Reader, id person.ID, name string) Worker {
	w := Worker{ID: id, Name: name, Serves: view.Serves(id)}
	if seen := view.Names([]person.ID{id}, reader); len(seen) > 0 {
		w.Open, w.Photo = true, seen[0].Photo
	}
	return w
}

// Question is which shifts are asked for.
type Question struct {
	From          civil.Date // the first day; the zero Date for today, and what began yesterday and is not over
	To            civil.Date // the last day, the zero Date for no bound
	Mine          bool       // only those on which the viewer comes
	Offset, Limit int
}

// List returns a part of the shifts, the first to begin first: all of them to planners, to others those that are published, and
// those on which they come.
func (s *Service) List(ctx context.Context, viewer access.Viewer, q Question) (page record.Page[Shown], err error) {
	if err := viewer.RequireInteractive(); err != nil {
		return page, err
	}
	me := s.Directory.View().PersonOf(viewer.User)
	query := volunteer.Query{
		From: q.From, To: q.To, Published: !viewer.Can(access.Volunteers), OrPerson: me, Offset: q.Offset, Limit: q.Limit,
	}
	if q.Mine {
		query.Person, query.Published = me, false
		if query.Person == 0 {
			return record.Page[Shown]{}, nil
		}
	}
	var late []volunteer.Shift // they are the first of the list
	if q.From.IsZero() {
		if late, err = s.late(ctx, query); err != nil {
			return page, err
		}
		query.From = s.Today()
	}
	shown := late[min(q.Offset, len(late)):]
	shown = shown[:min(q.Limit, len(shown))]
	query.Offset, query.Limit = max(0, q.Offset-len(late)), q.Limit-len(shown)
	found, err := s.Lists.Page(ctx, query)
	return record.Page[Shown]{
		Total: len(late) + found.Total, Records: s.shown(viewer, slices.Concat(shown, found.Records)...),
	}, err
}

// late returns the shifts of a question that began yesterday and are not over.
func (s *Service) late(ctx context.Context, query volunteer.Query) ([]volunteer.Shift, error) {
	now := s.Now()
	yesterday := civil.On(now, s.Zone).AddDays(-1)
	if !query.To.IsZero() && query.To.Before(yesterday) {
		return nil, nil
	}
	query.From, query.To, query.Offset, query.Limit, query.Bare = yesterday, yesterday, 0, most, true
	found, err := s.Lists.Page(ctx, query)
	return slices.DeleteFunc(found.Records, func(shift volunteer.Shift) bool { return shift.Over(now, s.Zone) }), err
}

// Show returns one shift. One that is not published is for planners and for those who come.
func (s *Service) Show(ctx context.Context, viewer access.Viewer, id int64) (Shown, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return Shown{}, err
	}
	found, err := s.Shifts.ByID(ctx, id)
	if err != nil {
		return Shown{}, err
	}
	for _, one := range s.shown(viewer, found...) {
		if one.Published || one.Mine || viewer.Can(access.Volunteers) {
			return one, nil
		}
	}
	return Shown{}, volunteer.ErrAbsent
}

// Edit changes a shift, and adds to problems what is wrong with its input.
type Edit func(s *volunteer.Shift, problems *fault.Problems)

func (s *Service) apply(viewer access.Viewer, edit Edit) func(*volunteer.Shift) error {
	view, now := s.Directory.View(), s.Now()
	return func(shift *volunteer.Shift) error {
		before := shift.Clone()
		var problems fault.Problems
		edit(shift, &problems)
		shift.Head, shift.Assignments = before.Head, before.Assignments
		shift.Validate(&before, view.Serves, &problems)
		if err := problems.Fault(); err != nil {
			return err
		}
		shift.Touch(viewer.User, now)
		return nil
	}
}

// Plan makes a shift, and with a day until which it repeats the same one every so many weeks, for planners. It returns them all.
func (s *Service) Plan(ctx context.Context, viewer access.Viewer, edit Edit, weeks int, until civil.Date) ([]Shown, error) {
	if err := viewer.Require(access.Volunteers); err != nil {
		return nil, err
	}
	first := volunteer.Shift{Head: record.NewHead(viewer.User, viewer.Name, s.Now())}
	if err := s.apply(viewer, edit)(&first); err != nil {
		return nil, err
	}
	series := []volunteer.Shift{first}
	if !until.IsZero() {
		var problems fault.Problems
		if series = first.Series(max(1, weeks), until, &problems); problems.Fault() != nil {
			return nil, problems.Fault()
		}
	}
	var ids []int64
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		ids = nil
		for _, one := range series {
			id, err := stores.Shifts.Create(ctx, one)
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
		return s.tell(ctx, stores, viewer, audit.ShiftsPlanned, ids[0], 0, audit.Values{"count": len(ids)})
	})
	if err != nil {
		return nil, err
	}
	found, err := s.Shifts.ByID(ctx, ids...)
	return s.shown(viewer, found...), err
}

// Expect returns what a planner's deed is refused with that was meant for some revisions, before its input is looked at.
func (s *Service) Expect(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) error {
	if err := viewer.Require(access.Volunteers); err != nil {
		return err
	}
	shift, err := s.Show(ctx, viewer, id)
	if err == nil {
		err = expected.Check(shift.Edition())
	}
	return s.named(ctx, err)
}

// named returns err, which tells whoever comes too late who came before.
func (s *Service) named(ctx context.Context, err error) error {
	return record.Name(err, s.Zone, func(user int64) string {
		editor, _ := s.Users.ByID(ctx, user) // one who is gone has no name
		return editor.DisplayName
	})
}

// Change edits a shift, for planners. Who comes is not changed by it. One that was meant for another revision is a
// *record.Outdated.
func (s *Service) Change(
	ctx context.Context, viewer access.Viewer, id int64, expected record.Expected, edit Edit,
) (Shown, error) {
	if err := viewer.Require(access.Volunteers); err != nil {
		return Shown{}, err
	}
	apply := s.apply(viewer, edit)
	shown, err := s.change(ctx, viewer, id, audit.ShiftChanged, 0, func(shift *volunteer.Shift) error {
		if err := expected.Check(shift.Edition()); err != nil {
			return err
		}
		return apply(shift)
	})
	return shown, s.named(ctx, err)
}

func (s *Service) change(
	ctx context.Context, viewer access.Viewer, id int64, kind audit.Kind, about person.ID, change func(*volunteer.Shift) error,
) (Shown, error) {
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Shifts.Update(ctx, id, change); err != nil {
			return err
		}
		return s.tell(ctx, stores, viewer, kind, id, about, nil)
	})
	if err != nil {
		return Shown{}, err
	}
	found, err := s.Shifts.ByID(ctx, id)
	if err == nil && len(found) == 0 {
		err = volunteer.ErrAbsent
	}
	if err != nil {
		return Shown{}, err
	}
	return s.shown(viewer, found...)[0], nil
}

func (s *Service) tell(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, kind audit.Kind, id int64, about person.ID, values audit.Values,
) error {
	entry := audit.New(kind, audit.By(viewer), s.Now(), audit.Object{Noun: audit.Shift, ID: id})
	if about != 0 {
		values = audit.Values{"person": about}
	}
	if values != nil {
		entry = entry.With(values)
	}
	return stores.Audit.Append(ctx, entry)
}

// Remove destroys a shift, for planners. One that was meant for another revision is a *record.Outdated.
func (s *Service) Remove(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) (Shown, error) {
	if err := viewer.Require(access.Volunteers); err != nil {
		return Shown{}, err
	}
	var removed volunteer.Shift
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		err := stores.Shifts.Remove(ctx, id, func(one *volunteer.Shift) error {
			removed = one.Clone()
			return expected.Check(one.Edition())
		})
		if err != nil {
			return err
		}
		return s.tell(ctx, stores, viewer, audit.ShiftRemoved, id, 0, nil)
	})
	if err != nil {
		return Shown{}, s.named(ctx, err)
	}
	return s.shown(viewer, removed)[0], nil
}

// Assign puts a volunteer, or somebody whom the planner may see, on a shift.
func (s *Service) Assign(ctx context.Context, viewer access.Viewer, id int64, who person.ID) (Shown, error) {
	if err := viewer.Require(access.Volunteers); err != nil {
		return Shown{}, err
	}
	if err := s.choosable(viewer, who); err != nil {
		return Shown{}, err
	}
	return s.change(ctx, viewer, id, audit.ShiftAssigned, who, s.joins(viewer, who))
}

// joins returns the change by which somebody comes. Of many at once no more than the shift needs do: each sees the ones before.
func (s *Service) joins(viewer access.Viewer, who person.ID) func(*volunteer.Shift) error {
	view, now := s.Directory.View(), s.Now()
	return func(shift *volunteer.Shift) error {
		shift.Touch(viewer.User, now)
		return shift.Assign(volunteer.Assignment{Person: who, By: viewer.User, At: civil.Instant(now)}, view.Serves)
	}
}

// Release takes somebody from a shift, for planners.
func (s *Service) Release(ctx context.Context, viewer access.Viewer, id int64, who person.ID) (Shown, error) {
	if err := viewer.Require(access.Volunteers); err != nil {
		return Shown{}, err
	}
	return s.change(ctx, viewer, id, audit.ShiftLeft, who, func(shift *volunteer.Shift) error {
		shift.Touch(viewer.User, s.Now())
		return shift.Release(who)
	})
}

// me is the person whom the viewer is.
func (s *Service) me(viewer access.Viewer) (person.ID, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return 0, err
	}
	me := s.Directory.View().PersonOf(viewer.User)
	if me == 0 {
		return 0, volunteer.ErrNoPerson
	}
	return me, nil
}

// SignUp puts the viewer's own person on an open, published shift that has not begun.
func (s *Service) SignUp(ctx context.Context, viewer access.Viewer, id int64) (Shown, error) {
	me, err := s.me(viewer)
	if err != nil {
		return Shown{}, err
	}
	joins, view := s.joins(viewer, me), s.Directory.View()
	return s.change(ctx, viewer, id, audit.ShiftAssigned, me, func(shift *volunteer.Shift) error {
		switch err := shift.Offered(s.Now(), s.Zone, view.Serves); {
		case !shift.Published && !shift.Has(me):
			return volunteer.ErrAbsent // as it is for who may not see it
		case shift.Has(me):
			return volunteer.ErrTwice
		case err != nil:
			return err
		}
		return joins(shift)
	})
}

// SignOff takes the viewer's own person from a shift, until volunteer.SignOffTime before it begins.
func (s *Service) SignOff(ctx context.Context, viewer access.Viewer, id int64) (Shown, error) {
	me, err := s.me(viewer)
	if err != nil {
		return Shown{}, err
	}
	return s.change(ctx, viewer, id, audit.ShiftLeft, me, func(shift *volunteer.Shift) error {
		switch {
		case !shift.Has(me) && !shift.Published:
			return volunteer.ErrAbsent
		case shift.Has(me) && !shift.Releases(s.Now(), s.Zone):
			return volunteer.ErrTooLate
		}
		shift.Touch(viewer.User, s.Now())
		return shift.Release(me)
	})
}

// Served is how many shifts somebody did.
type Served struct {
	Worker
	Count int
}

// most is how many shifts of a season are counted.
const most = 100_000

// Served returns who did how many shifts in a season, 0 for this one, for planners: most first, then by name.
func (s *Service) Served(ctx context.Context, viewer access.Viewer, of season.Season) (season.Season, []Served, error) {
	if err := viewer.Require(access.Volunteers); err != nil {
		return of, nil, err
	}
	if of == 0 {
		of = season.On(s.Today())
	}
	found, err := s.Lists.Page(ctx, volunteer.Query{From: of.First(), To: of.Last(), Limit: most})
	if err != nil {
		return of, nil, err
	}
	view, reader := s.Directory.View(), viewer.Reader(s.Today())
	list := []Served{}
	for id, count := range volunteer.Served(found.Records, s.Now(), s.Zone) {
		if name := view.NameOf(id); name != "" {
			list = append(list, Served{worker(view, reader, id, name), count})
		}
	}
	sortServed(list)
	return of, list, nil
}
