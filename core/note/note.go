// Package note owns the notes that members write about a person, for themselves or for everybody who may read the person.
//
// It does not own who may read the person (core/access).
package note

import (
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
)

// Note is what somebody wrote about a person.
type Note struct {
	record.Head
	Person     int64  // never changes
	Content    string // as richtext.Render returned it, never ""
	Visibility Visibility
	SharedAt   time.Time // since when all who may read the person read it; zero while it is private
}

// Visibility says who reads a note, of those who may read the person.
type Visibility string

// Private is for the author alone: administrators don't read it either. Shared is for all.
const (
	Private Visibility = "private"
	Shared  Visibility = "shared"
)

// Show sets who reads the note. One that becomes shared notes when.
func (n *Note) Show(to Visibility, at time.Time) {
	switch {
	case to != Shared:
		n.SharedAt = time.Time{}
	case n.Visibility != Shared:
		n.SharedAt = civil.Instant(at)
	}
	n.Visibility = to
}

// Validate adds to problems what may not be saved; before is the note as it stands. A new content is checked as it was written.
func (n *Note) Validate(before *Note, problems *fault.Problems) {
	if n.Content != before.Content { // as it was written: rendered, it may be longer
		acf.CheckText(n.Content, "content", problems)
	}
	switch n.Visibility {
	case "":
		n.Visibility = Private
	case Private, Shared:
	default:
		problems.Add("visibility", fault.NotAChoice)
	}
}

// Same reports whether an edit changed nothing.
func (n *Note) Same(before *Note) bool {
	return n.Content == before.Content && n.Visibility == before.Visibility
}

// Clone implements timeline.Record.
func (n *Note) Clone() Note { return *n }

// Shown implements timeline.Record.
func (n *Note) Shown() timeline.Shown {
	shown := timeline.Shown{People: []int64{n.Person}}
	if n.Visibility != Shared {
		shown.Users = []int64{n.Author}
	}
	return shown
}
