package tasks

import (
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Change is what somebody gives of a task. Nil stays.
type Change struct {
	Content  *string
	Notes    *string // HTML or plain text
	Status   *task.Status
	Due      *civil.Date
	People   *[]int64        // of those whom the viewer may see
	Assignee *account.UserID // 0 for the author
	Function string          // for a new task: gives one to everybody who has this function in the club, else to the administrators
}

// Create keeps a task of the viewer's. With a function it keeps one for everybody who has it, and returns the first.
func (s *Service) Create(ctx context.Context, viewer access.Viewer, change Change) (Shown, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return Shown{}, err
	}
	author, err := s.Users.ByID(ctx, viewer.User)
	if err != nil {
		return Shown{}, err
	}
	created := task.Task{Status: task.Open}
	assignees, err := s.assignees(ctx, change)
	if err != nil {
		return Shown{}, err
	}
	if err := s.apply(viewer, &created, change, assignees[0]); err != nil {
		return Shown{}, err
	}
	created.Head = record.NewHead(viewer.User, author.DisplayName, s.Now())
	var ids []int64
	var failed error // of an insert; what is merely unreachable the store tells only at the end of the step
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		ids, failed = nil, nil // it may run twice
		if err := stay(ctx, stores, change, assignees); err != nil {
			return err
		}
		for _, assignee := range assignees {
			one := created.Clone()
			one.Assignee, one.AssigneeName = assignee.ID, assignee.DisplayName
			var id int64
			if id, failed = stores.Tasks.Create(ctx, one); failed != nil {
				return failed
			}
			ids = append(ids, id)
		}
		return nil
	})
	if failed != nil && fault.KindOf(err) == fault.Internal {
		err = task.ErrNotKept.Because(fault.As(err))
	}
	if err != nil {
		return Shown{}, err
	}
	return s.Show(ctx, viewer, ids[0])
}

// CreateAbout is Create below a person whom the viewer may read: about that person too.
func (s *Service) CreateAbout(ctx context.Context, viewer access.Viewer, id person.ID, change Change) (Shown, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return Shown{}, err
	}
	if err := s.Directory.View().Readable(id, s.reader(viewer)); err != nil {
		return Shown{}, err
	}
	people := []int64{id}
	if change.People != nil {
		people = append(people, *change.People...)
	}
	change.People = &people
	return s.Create(ctx, viewer, change)
}

// Edit changes a task: its author all of it, whom it is given to its status. An edit that changes nothing leaves Modified as it
// was. One that was meant for another revision is a *record.Outdated.
func (s *Service) Edit(
	ctx context.Context, viewer access.Viewer, id int64, expected record.Expected, change Change,
) (Shown, error) {
	shown, err := s.Show(ctx, viewer, id)
	if err != nil {
		return Shown{}, err
	}
	if change.Assignee != nil && *change.Assignee == shown.Assignee {
		change.Assignee = nil // also one who can't sign in any more
	}
	assignees, err := s.assignees(ctx, change)
	if err != nil {
		return Shown{}, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stay(ctx, stores, change, assignees); err != nil {
			return err
		}
		return stores.Tasks.Update(ctx, id, func(t *task.Task) error {
			if !t.Concerns(viewer.User) {
				return task.ErrHidden
			}
			if err := expected.Check(t.Edition()); err != nil {
				return err
			}
			if err := s.guesses(viewer, t, change); err != nil {
				return err
			}
			before := t.Clone()
			if err := s.apply(viewer, t, change, assignees[0]); err != nil {
				return err
			}
			if !t.SameButStatus(&before) {
				if err := owns(viewer, &before); err != nil {
					return err
				}
			}
			if !t.Same(&before) {
				t.Touch(viewer.User, s.Now())
			}
			return nil
		})
	})
	if err != nil {
		return Shown{}, s.named(ctx, err)
	}
	return s.Show(ctx, viewer, id)
}

// guesses refuses people of whom somebody who did not make a task does not see that it is about them: the answer would tell.
func (s *Service) guesses(viewer access.Viewer, t *task.Task, change Change) error {
	if change.People == nil || t.Author == viewer.User {
		return nil
	}
	seen := s.Directory.View().ReadableOf(t.People, s.reader(viewer))
	if slices.ContainsFunc(*change.People, func(id int64) bool { return !slices.Contains(seen, id) }) {
		return task.ErrNotOwner
	}
	return nil
}

// apply edits a task by every rule.
func (s *Service) apply(viewer access.Viewer, t *task.Task, change Change, assignee account.User) error {
	view, reader := s.Directory.View(), s.reader(viewer)
	before := t.Clone()
	set(&t.Content, change.Content)
	set(&t.Notes, change.Notes)
	set(&t.Due, change.Due)
	if change.People != nil {
		seen := func(id int64) bool { return view.Readable(id, reader) == nil }
		t.People = timeline.Replaced(t.People, *change.People, seen)
	}
	if change.Assignee != nil && *change.Assignee != t.Assignee {
		t.Assignee, t.AssigneeName = assignee.ID, assignee.DisplayName
	}
	if change.Status != nil {
		if !change.Status.Known() {
			return task.ErrStatus
		}
		t.Enter(*change.Status, s.Now())
	}
	var problems fault.Problems
	t.Validate(&before, view.ReadableOf(timeline.Added(before.People, t.People), reader), &problems)
	if err := problems.Fault(); err != nil {
		return err
	}
	if t.Notes != before.Notes {
		t.Notes = richtext.Render(s.Markup.Sanitize, t.Notes)
	}
	if t.Content == "" {
		return task.ErrNoWords
	}
	return nil
}

// assignees returns to whom a change gives a task: at least one, which is the zero User for the author.
func (s *Service) assignees(ctx context.Context, change Change) ([]account.User, error) {
	switch {
	case change.Function != "" && change.Assignee != nil && *change.Assignee != 0:
		return nil, fault.Param("assignee_function", task.TwoAssignees)
	case change.Function != "" && fold.Key(change.Function) == "":
		return nil, fault.Param("assignee_function", task.NotAUser)
	case change.Function != "":
		holders, err := s.Holders(ctx, change.Function)
		if len(holders) > task.MostHolders {
			return nil, fault.Param("assignee_function", task.TooManyHolders)
		}
		return holders, err
	case change.Assignee == nil || *change.Assignee == 0:
		return []account.User{{}}, nil
	}
	user, err := s.Users.ByID(ctx, *change.Assignee)
	if errors.Is(err, account.ErrAbsent) || err == nil && !user.MaySignIn() {
		return nil, fault.Param("assignee_id", task.NotAUser)
	}
	return []account.User{user}, err
}

// stay keeps those to whom a change gives a task until the step has ended: who is removed later hands it over. Somebody who was
// removed, or kept out, since assignees looked is no user to choose.
func stay(ctx context.Context, stores ports.Stores, change Change, assignees []account.User) error {
	field := "assignee_id"
	if change.Function != "" {
		field = "assignee_function"
	}
	var ids []account.UserID
	for i := range assignees {
		if assignees[i].ID != 0 { // the author
			ids = append(ids, assignees[i].ID)
		}
	}
	slices.Sort(ids) // in the order of every step that keeps several
	for _, id := range ids {
		err := stores.Users.Update(ctx, id, func(u *account.User) error {
			if !u.MaySignIn() {
				return fault.Param(field, task.NotAUser)
			}
			return nil
		})
		if errors.Is(err, account.ErrAbsent) {
			return fault.Param(field, task.NotAUser)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Holders returns the users who have a function in the club as a whole, else the administrators, of whom the first.
func (s *Service) Holders(ctx context.Context, function string) (holders []account.User, err error) {
	list, err := s.Users.List(ctx, nil, 0)
	if err != nil {
		return nil, err
	}
	view, today := s.Directory.View(), civil.On(s.Now(), s.Zone)
	var administrators []account.User
	for i := range list {
		user := &list[i].User
		if user.MaySignIn() && has(view, user.Person, function, today) {
			holders = append(holders, *user)
		}
		if user.Administers() {
			administrators = append(administrators, *user)
		}
	}
	if len(holders) == 0 {
		holders = administrators[:min(len(administrators), task.MostHolders)]
	}
	if len(holders) == 0 {
		return nil, fault.Param("assignee_function", task.NotAUser)
	}
	return holders, nil
}

// has reports whether somebody has a function on a day, whatever its case.
func has(view *directory.View, id person.ID, function string, day civil.Date) bool {
	stored, there := view.Stored(id)
	if !there {
		return false
	}
	p, err := stored.Person()
	return err == nil && slices.ContainsFunc(work.Titles(p.Work, group.ClubWide, day), func(title string) bool {
		return fold.Key(title) == fold.Key(function)
	})
}

func set[T any](into, given *T) {
	if given != nil {
		*into = *given
	}
}
