package predecessor

import (
	"time"

	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// Club is what the application told, as records of Clubhuis. Every number in it, also of authors, is one of the application.
type Club struct {
	Types      relation.Types
	Labels     []term.Term
	Groups     []Group // those above before those below
	People     []Person
	Users      []User
	Activities []activity.Activity
	Notes      []note.Note
	Tasks      []task.Task
	Cases      []discipline.Case
	Invoices   []Invoice
	Numbers    []string // of all invoices that were read, also of those that stay behind
	Feedback   []Item
	Settings   Choices
	Later      []Finding // records that come with the next run, and why
	Report     Report
}

// Group is a team or a committee with the address of its logo.
type Group struct {
	group.Group
	Picture string // "" for none
}

// Person is somebody with the address of the photo.
type Person struct {
	person.Person
	Picture string   // "" for none
	Further []string // the pictures of the gallery that stay behind, by number or address
	Waits   bool     // some of the work can't come in this run
}

// User is somebody who may sign in.
type User struct {
	ID     int64
	Name   string
	Email  string
	Person int64 // 0 for none
	Roles  []string
}

// Invoice is an invoice as Bring makes it.
type Invoice struct {
	Head  record.Head
	Draw  invoice.Draw
	Past  invoice.Past
	Token string // of its payment page, "" when it is not known
}

// Item is an item of feedback with its thread.
type Item struct {
	feedback.Item
	Comments []feedback.Comment
}

// Reading is what is read of an application, list by list, until Club makes records of it.
type Reading struct {
	Zone   *time.Location
	Now    time.Time
	User   int64 // who reads
	lists  map[List][]one
	parts  map[Part]map[int64][]byte
	report Report

	waiting waiting

	// What records refer to:
	groups  map[int64]work.Kind
	seasons map[int64]season.Season
	users   map[int64]User
	people  map[int64]*Person
	cases   map[int64]bool
}

// one is a record as it came.
type one struct {
	id   int64
	text []byte
}

// Take notes a record of a list.
func (r *Reading) Take(list List, id int64, record []byte) {
	if r.lists == nil {
		r.lists = map[List][]one{}
	}
	r.lists[list] = append(r.lists[list], one{id, record})
}

// TakePart notes what hangs on a record, or for 0 settings.
func (r *Reading) TakePart(part Part, of int64, text []byte) {
	if r.parts == nil {
		r.parts = map[Part]map[int64][]byte{}
	}
	if r.parts[part] == nil {
		r.parts[part] = map[int64][]byte{}
	}
	r.parts[part][of] = text
}

// IDs returns the numbers of the records of a list that were taken, in their order.
func (r *Reading) IDs(list List) (ids []int64) {
	for _, record := range r.lists[list] {
		ids = append(ids, record.id)
	}
	return ids
}

// Report is where what goes wrong with reading is noted.
func (r *Reading) Report() *Report { return &r.report }

// each visits the records of a list.
func (r *Reading) each(list List, visit func(id int64, o object)) {
	for _, record := range r.lists[list] {
		visit(record.id, read(record.text))
	}
}

// Club makes records of what was taken. It is called once.
func (r *Reading) Club() Club {
	r.groups, r.seasons, r.users = map[int64]work.Kind{}, map[int64]season.Season{}, map[int64]User{}
	r.people, r.cases = map[int64]*Person{}, map[int64]bool{}
	var c Club
	r.readTerms(&c)
	r.readUsers(&c)
	r.readGroups(&c)
	r.readPeople(&c)
	r.readTimelines(&c)
	r.readTasks(&c)
	r.readCases(&c)
	r.readInvoices(&c)
	r.readFeedback(&c)
	r.readSettings(&c)
	c.Report = r.report
	c.Report.Sort()
	return c
}

// head is that of a record that somebody made.
func (r *Reading) head(id, author int64, name string, created, modified time.Time) record.Head {
	if name == "" {
		name = r.users[author].Name
	}
	if created.IsZero() {
		created = r.Now
	}
	if modified.Before(created) {
		modified = created
	}
	h := record.NewHead(author, name, created)
	h.ID, h.Modified = id, modified
	return h
}
