// Package digest owns the mail with what a day holds for a user: when it comes, what stands in it, and how it says so (contract
// §6). Values and a day come in, content goes out.
//
// It decides nothing about who may see what: what comes in is what the receiver may read. It sends nothing.
package digest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// Birthday is somebody's birthday.
type Birthday struct {
	Person int64
	Name   string
	On     civil.Date
	Age    int // that the person reaches
}

// Task is something to do, of one's own or given to one.
type Task struct {
	ID      int64
	Content string
	Due     civil.Date
	Person  int64 // whom it is about, 0 for nobody
	About   string
	Overdue bool
	From    string // who gave it to the receiver, "" for nobody
	For     string // to whom the receiver gave it, "" for nobody
}

// Told returns a digest of what a mail says of a task by itself. It is another one when that is.
func (t *Task) Told() string {
	sum := sha256.Sum256([]byte(t.Due.String() + " " + t.Content))
	return hex.EncodeToString(sum[:16])
}

// Shift is a shift of the receiver's own.
type Shift struct {
	Title, Place string
	Date         civil.Date
	Start, End   string // HH:MM
	CalledOff    bool
}

// Match is a match of one of the receiver's teams that was called off.
type Match struct {
	Start      string // HH:MM
	Home, Away string
	Why        string
}

// Mention is that somebody named the receiver in a text.
type Mention struct {
	Author   string
	Record   int64 // of the activity or the note
	Activity bool  // else it was in a note
	Person   int64
	About    string
	Preview  string
}

// Note is a note that somebody else shared.
type Note struct {
	Author  string
	Record  int64
	Person  int64
	About   string
	Preview string
}

// Given is all that may stand in a digest, in the order of its lists.
type Given struct {
	Birthdays []Birthday
	Tasks     []Task
	Shifts    []Shift
	CalledOff []Match // today
	Mentions  []Mention
	Notes     []Note
	MoreNotes int // that there are besides
}

// Section is what stands under one heading.
type Section struct {
	Birthdays []Birthday
	Tasks     []Task
	Shifts    []Shift
	CalledOff []Match
	More      int // tasks that are overdue and not listed
}

// Empty reports whether nothing stands there.
func (s *Section) Empty() bool {
	return len(s.Birthdays)+len(s.Tasks)+len(s.Shifts)+len(s.CalledOff) == 0
}

// Content is what a digest says.
type Content struct {
	Day                   civil.Date
	Today, Tomorrow, Week Section
	Mentions              []Mention
	Notes                 []Note
	MoreNotes             int // that are only counted
}

const (
	// Days is how many days a digest looks ahead, today included: after tomorrow come the days 3 to 7.
	Days = 7
	// MostNotes is how many notes of others it tells of. Of more it tells how many.
	MostNotes = 10
	// MostOverdue is how many tasks that are overdue it lists, those of the longest ago. Of more it tells how many.
	MostOverdue = 100
)

// New puts what there is for a day where it belongs. A task that is overdue stands under today; what lies beyond the week, and a
// task without a day, stands nowhere.
func New(day civil.Date, given Given) Content {
	c := Content{Day: day, Mentions: given.Mentions, Notes: given.Notes[:min(len(given.Notes), MostNotes)]}
	c.MoreNotes = given.MoreNotes + len(given.Notes) - len(c.Notes)
	for _, b := range given.Birthdays {
		if s := c.of(b.On); s != nil {
			s.Birthdays = append(s.Birthdays, b)
		}
	}
	for _, t := range given.Tasks {
		if t.Due.IsZero() {
			continue
		}
		on := t.Due
		if t.Overdue = t.Due.Before(day); t.Overdue {
			on = day
		}
		if s := c.of(on); s != nil {
			s.Tasks = append(s.Tasks, t)
		}
	}
	for _, shift := range given.Shifts {
		if s := c.of(shift.Date); s != nil {
			s.Shifts = append(s.Shifts, shift)
		}
	}
	c.Today.CalledOff = given.CalledOff
	for _, s := range []*Section{&c.Today, &c.Tomorrow, &c.Week} {
		sorting.By(s.Birthdays, func(a, b Birthday) int { return a.On.Compare(b.On) })
		sorting.By(s.Tasks, func(a, b Task) int { return a.Due.Compare(b.Due) })
		sorting.By(s.Shifts, func(a, b Shift) int {
			return cmp.Or(a.Date.Compare(b.Date), strings.Compare(a.Start, b.Start))
		})
	}
	late := slices.IndexFunc(c.Today.Tasks, func(t Task) bool { return !t.Overdue })
	if late < 0 {
		late = len(c.Today.Tasks)
	}
	if late > MostOverdue {
		c.Today.Tasks, c.Today.More = slices.Delete(c.Today.Tasks, MostOverdue, late), late-MostOverdue
	}
	return c
}

// of is the section of a day, nil for none.
func (c *Content) of(day civil.Date) *Section {
	switch ahead := c.Day.DaysUntil(day); {
	case ahead == 0:
		return &c.Today
	case ahead == 1:
		return &c.Tomorrow
	case ahead > 1 && ahead < Days:
		return &c.Week
	}
	return nil
}

// Empty reports whether there is nothing to say: then no mail goes out.
func (c *Content) Empty() bool {
	return c.Today.Empty() && c.Tomorrow.Empty() && c.Week.Empty() && len(c.Mentions)+len(c.Notes) == 0
}
