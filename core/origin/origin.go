// Package origin owns which record of Clubhuis came from which one of the application that the club had before.
//
// It does not own how records are brought (core/usecase/predecessors).
package origin

import "errors"

// ErrKept is the error of keeping an origin that was kept before: another run brought the same record meanwhile.
var ErrKept = errors.New("another run brought the same records meanwhile: let it end, then run again")

// Kind is what a record is. The words stand in databases.
type Kind string

// The kinds. Those of the second block are no records: they say how far somebody or something was brought.
const (
	Person       Kind = "person"
	Group        Kind = "group" // a team or a committee: they share their numbers, there as here
	User         Kind = "user"
	Label        Kind = "label"
	RelationType Kind = "relation_type"
	Activity     Kind = "activity"
	Note         Kind = "note"
	Task         Kind = "task"
	Case         Kind = "case"
	Invoice      Kind = "invoice"
	Feedback     Kind = "feedback"
	Comment      Kind = "comment" // of an item of feedback

	Met    Kind = "met"    // the person with this old number was here before
	Woven  Kind = "woven"  // the person with this old number has its work and relations
	Placed Kind = "placed" // the group with this old number stands below what stood above it
	Photo  Kind = "photo"  // and its photo; the new number is the picture's
	Logo   Kind = "logo"   // likewise the group's
	Set    Kind = "set"    // the settings, which have the number 1

	InvoiceLogo Kind = "invoice_logo" // the logo on invoices, which has the number 1; the new number is the picture's
)

// Origin says where a record came from.
type Origin struct {
	Kind     Kind
	Old, New int64
}
