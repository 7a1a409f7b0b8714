// Package predecessor owns how what the application before Clubhuis tells about a club becomes records of Clubhuis: its odd ways
// of writing, the names that changed, and what is told to whoever moves the club of all that does not come over as it was.
//
// It does not read the application (ports.Predecessor) and keeps nothing (core/usecase/predecessors). What it makes refers to
// the old numbers: only who keeps records knows the new ones.
package predecessor

import (
	"fmt"
	"strings"
)

// List is a list of records of the application.
type List string

// The lists.
const (
	RelationTypes List = "relation types"
	Labels        List = "labels"
	Seasons       List = "seasons"
	Teams         List = "teams"
	Committees    List = "committees"
	People        List = "people"
	Users         List = "users"
	Tasks         List = "tasks" // of who asks alone
	Cases         List = "cases of discipline"
	Invoices      List = "invoices"
	Feedback      List = "feedback"
)

// Lists are all of them.
var Lists = []List{RelationTypes, Labels, Seasons, Teams, Committees, People, Users, Tasks, Cases, Invoices, Feedback}

// Part is what hangs on a record, or a document of settings, which hangs on none.
type Part string

// The parts.
const (
	Timeline Part = "timeline" // of a person
	Detail   Part = "invoice"  // of an invoice
	Comments Part = "comments" // of an item of feedback
	Image    Part = "image"    // a picture of the library itself: where it lies

	FinanceSettings   Part = "finance settings"
	FeeSettings       Part = "fee settings"
	ScreeningSettings Part = "VOG settings"
	VolunteerSettings Part = "volunteer roles"
	FunctionMap       Part = "functions and roles"
	WelcomeSettings   Part = "welcome mail"
	Config            Part = "name of the club"
)

// Settings are the parts that hang on no record.
var Settings = []Part{
	FinanceSettings, FeeSettings, ScreeningSettings, VolunteerSettings, FunctionMap, WelcomeSettings, Config,
}

// About is what the application tells of itself.
type About struct {
	Name string // of the club, as it calls itself
	URL  string
	User int64 // who asks
}

// Unreadable says which records of a list could not be read. The others were.
type Unreadable struct {
	List    List
	Records []UnreadableRecord
}

// UnreadableRecord is one of them.
type UnreadableRecord struct {
	ID    int64 // 0 when not even that could be read
	Place int   // in the list, from 1
	Cause error
}

// Error implements error.
func (u *Unreadable) Error() string {
	said := make([]string, len(u.Records))
	for i, record := range u.Records {
		said[i] = fmt.Sprintf("number %d at place %d (%v)", record.ID, record.Place, record.Cause)
	}
	return fmt.Sprintf("%s that cannot be read: %s", u.List, strings.Join(said, "; "))
}
