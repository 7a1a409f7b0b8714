// Package activity owns the activities that members log of a person: a phone call, a meeting, a cup of coffee (contract §2.5).
//
// It does not own who may read them: that is who may read the person.
package activity

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
)

// Activity is something that happened with a person.
type Activity struct {
	record.Head
	Person       int64  // whose timeline it stands on; never changes
	Content      string // as richtext.Render returned it, never ""
	Type         Type
	Date         civil.Date // of the club, the zero Date for none
	Time         string     // HH:MM, "" for none
	Participants []int64    // people, each once
}

// Type is what kind of activity it was.
type Type string

// Types with a meaning of their own. How members read a type is the page's.
const (
	Other                Type = "note"
	Email                Type = "email"
	FinancialBlockChange Type = "financial_block_change" // for programs that synchronize alone
)

// Types are all that there are.
var Types = []Type{Email, "chat", "call", "video", "meeting", "coffee", "lunch", "dinner", Other, FinancialBlockChange}

// MostParticipants is the maximum number of participants.
const MostParticipants = 100

// Validate adds to problems what may not be saved; before is the activity as it stands. A new content is checked as it was
// written. synchronizes says whether the type for programs may be given; readable are the people whom the editor may read, of
// those who take part now and did not before.
func (a *Activity) Validate(before *Activity, synchronizes bool, readable []int64, problems *fault.Problems) {
	if a.Content != before.Content { // as it was written: rendered, it may be longer
		acf.CheckText(a.Content, "content", problems)
	}
	if a.Type == "" {
		a.Type = Other
	}
	if !slices.Contains(Types, a.Type) || a.Type == FinancialBlockChange && a.Type != before.Type && !synchronizes {
		problems.Add("activity_type", fault.NotAChoice)
	}
	if a.Time != "" && !civil.IsClock(a.Time) {
		problems.Add("activity_time", NotATimeOfDay)
	}
	if len(a.Participants) > MostParticipants {
		problems.Add("participants", TooManyParticipants)
	}
	for _, id := range timeline.Added(before.Participants, a.Participants) {
		if !slices.Contains(readable, id) {
			problems.Add("participants", fault.NotAnID)
		}
	}
}

// Same reports whether an edit changed nothing.
func (a *Activity) Same(before *Activity) bool {
	return a.Content == before.Content && a.Type == before.Type && a.Date == before.Date && a.Time == before.Time &&
		slices.Equal(a.Participants, before.Participants)
}

// Clone implements timeline.Record.
func (a *Activity) Clone() Activity {
	c := *a
	c.Participants = slices.Clone(a.Participants)
	return c
}

// Shown implements timeline.Record.
func (a *Activity) Shown() timeline.Shown { return timeline.Shown{People: []int64{a.Person}} }
