// Package task owns what somebody has to do: for whom, by when, about which people, and how far it is (contract §2.10). The
// contract's clients call one a todo.
//
// Who made a task and whom it is given to see it, and nobody else: administrators don't either.
package task

import (
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
)

// Task is one thing to do. Its author owns it.
type Task struct {
	record.Head
	Content       string // plain text, never ""
	Notes         string // as richtext.Render returned it
	Status        Status
	Due           civil.Date // the zero Date for none
	AwaitingSince time.Time  // when it began to wait, zero unless it waits
	People        []int64    // whom it is about, each once, the most important first
	Assignee      int64      // the user who does it, 0 for the author
	AssigneeName  string     // as it was when the task was given
}

// Status is how far a task is.
type Status string

// The statuses. An awaiting task waits for somebody else.
const (
	Open      Status = "open"
	Awaiting  Status = "awaiting"
	Completed Status = "completed"
)

// Statuses are all of them.
var Statuses = []Status{Open, Awaiting, Completed}

// MostHolders is the maximum number of users who get a task by their function.
const MostHolders = 25

// MostPeople is the maximum number of people that a task is about.
const MostPeople = 100

// Delegated reports whether its author gave the task to somebody else.
func (t *Task) Delegated() bool { return t.Assignee != 0 && t.Assignee != t.Author }

// Validate trims an edited task first, and then adds to problems what may not be saved; before is the task as it stands. Notes
// are checked as they were written. readable are the people whom the editor may read, of those whom the task is about now and was
// not before.
func (t *Task) Validate(before *Task, readable []int64, problems *fault.Problems) {
	t.Content = strings.TrimSpace(t.Content)
	acf.CheckText(t.Content, "content", problems)
	if t.Notes != before.Notes { // as they were written: rendered, they may be longer
		acf.CheckText(t.Notes, "notes", problems)
	}
	if len(t.People) > MostPeople {
		problems.Add("person_ids", TooManyPeople)
	}
	for _, id := range timeline.Added(before.People, t.People) {
		if !slices.Contains(readable, id) {
			problems.Add("person_ids", fault.NotAnID)
		}
	}
}

// Enter gives the task a status. One that begins to wait notes when.
func (t *Task) Enter(status Status, at time.Time) {
	if t.Status == status {
		return
	}
	if t.Status, t.AwaitingSince = status, (time.Time{}); status == Awaiting {
		t.AwaitingSince = civil.Instant(at)
	}
}

// Concerns reports whether a user made the task or has to do it.
func (t *Task) Concerns(user int64) bool {
	return user != 0 && (user == t.Author || user == t.Assignee)
}

// HandOver gives what a user has in the task to another one, by that one's name: the task that the user made, and the work that
// the user had to do.
func (t *Task) HandOver(from, to int64, name string) {
	if t.Author == from {
		t.Author, t.AuthorName = to, name
	}
	if t.Assignee == from {
		t.Assignee, t.AssigneeName = to, name
	}
	if t.Assignee == t.Author { // who made a task does it anyway
		t.Assignee, t.AssigneeName = 0, ""
	}
}

// Same reports whether an edit changed nothing.
func (t *Task) Same(before *Task) bool {
	return t.SameButStatus(before) && t.Status == before.Status
}

// SameButStatus reports whether an edit changed nothing, or nothing but the status.
func (t *Task) SameButStatus(before *Task) bool {
	return t.Content == before.Content && t.Notes == before.Notes && t.Due == before.Due && t.Assignee == before.Assignee &&
		slices.Equal(t.People, before.People)
}

// Clone implements timeline.Record.
func (t *Task) Clone() Task {
	c := *t
	c.People = slices.Clone(t.People)
	return c
}

// Shown implements timeline.Record.
func (t *Task) Shown() timeline.Shown {
	users := []int64{t.Author}
	if t.Assignee != 0 && t.Assignee != t.Author {
		users = append(users, t.Assignee)
	}
	return timeline.Shown{People: t.People, Users: users}
}

// SortKey sorts tasks as lists show them: open ones by day, those without a day last; then those that wait, the longest first;
// then completed ones. Equal ones are sorted newest first.
func (t *Task) SortKey() string {
	switch t.Status {
	case Awaiting:
		return "1" + listing.Instant(t.AwaitingSince)
	case Completed:
		return "2"
	}
	if t.Due.IsZero() {
		return "0~"
	}
	return "0" + t.Due.String()
}

// Query asks for a part of the tasks that concern a user.
type Query struct {
	User   int64
	Status Status // "" for any
	Offset int
	Limit  int // 0 counts only

	Until civil.Date // those that are due on that day or before, the zero Date for all

	Bare bool // the total need not be told
}

// Match reports whether a task is asked for.
func (q *Query) Match(t *Task) bool {
	return t.Concerns(q.User) && (q.Status == "" || q.Status == t.Status) &&
		(q.Until.IsZero() || !t.Due.IsZero() && !q.Until.Before(t.Due))
}

// Known reports whether there is such a status.
func (s Status) Known() bool { return slices.Contains(Statuses, s) }
