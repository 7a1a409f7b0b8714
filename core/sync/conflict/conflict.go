// Package conflict owns who wins when a field was changed on both sides, the federation's site and the application.
//
// It is pure, and does not know what a field means (core/sync/payload).
package conflict

import "time"

// Winner is the side whose value stays.
type Winner string

// The sides.
const (
	Site        Winner = "site"
	Application Winner = "application"
	Neither     Winner = "" // both have the same value
)

// Grace is the time within which two edits count as simultaneous; the site wins then.
const Grace = 5 * time.Second

// The reasons of a verdict.
const (
	SameValue       = "values_match_no_conflict"
	NoHistory       = "both_null_site_default"
	OnlySite        = "only_site_has_history"
	OnlyApplication = "only_application_has_history"
	WithinGrace     = "grace_period_site_wins"
	SiteNewer       = "site_newer"
	AppNewer        = "application_newer"
)

// Side is a field's value on one side and when it was changed there; the zero time is unknown.
type Side struct {
	Value string
	At    time.Time
}

// Resolve returns which of two edits of one field wins, and why: the newer one, or the site's when both happened within Grace or
// nobody knows when.
func Resolve(site, app Side) (Winner, string) {
	switch gap := app.At.Sub(site.At); {
	case site.Value == app.Value:
		return Neither, SameValue
	case site.At.IsZero() && app.At.IsZero():
		return Site, NoHistory
	case app.At.IsZero():
		return Site, OnlySite
	case site.At.IsZero():
		return Application, OnlyApplication
	case gap.Abs() <= Grace:
		return Site, WithinGrace
	case gap > 0:
		return Application, AppNewer
	}
	return Site, SiteNewer
}

// Decision is what was decided about a field that both sides changed, for the log.
type Decision struct {
	ID        int64
	Member    string // code
	Field     string
	Site, App string // the values
	SiteAt    time.Time
	AppAt     time.Time
	Winner    Winner
	Reason    string
	At        time.Time
}
