// Package screening owns the certificates of conduct (VOG) of volunteers: of whom one is asked, whether it counts, and how many
// wait for one (contract §2.11 rule 8).
//
// It does not own the steps towards one, which are fields of a person, and not which work makes a volunteer (core/work).
package screening

import (
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
)

// State is what somebody's certificate is worth on a day.
type State string

// The states. One counts for person.CertificateYears, and on that day no longer.
const (
	Missing  State = "missing"
	Expired  State = "expired"
	Expiring State = "expiring" // within SoonDays
	Valid    State = "valid"
)

// SoonDays is how many days before its end a certificate is said to expire.
const SoonDays = 30

// StateOn returns the state of a certificate, of which the zero Date is none.
func StateOn(day, certificate civil.Date) State {
	expired := day.AddYears(-person.CertificateYears)
	switch {
	case certificate.IsZero():
		return Missing
	case !expired.Before(certificate):
		return Expired
	case !expired.AddDays(SoonDays).Before(certificate):
		return Expiring
	}
	return Valid
}

// MayAsk reports whether somebody may be asked for another certificate on a day: not within a year, which the filters tell
// certificates by. A step that is noted by whoever does not know of the new one yet would count when that one expires.
func MayAsk(day, certificate civil.Date) bool {
	return certificate.IsZero() || !day.AddYears(-1).Before(certificate)
}

// Counts are how many people wait for a certificate, of those who need one.
type Counts struct {
	NotRequested int // missing or expired, and not yet requested at the screening authority
	Requested    int // missing or expired, and requested there
	Expiring     int // within SoonDays
}

// Count counts on a day, by a function that returns how many pass a filter: of those whom a reader may see, say.
func Count(day civil.Date, count func(record.Filter) int) Counts {
	return Counts{NotRequested: count(Due(day, false)), Requested: count(Due(day, true)), Expiring: count(Ending(day))}
}

// Due is the filter for those whose certificate is missing or expired on a day, and was requested or not.
func Due(day civil.Date, requested bool) record.Filter {
	return person.Criteria{
		Today: day, Screened: new(true), NoCertificate: true, CertificateYears: person.CertificateYears, Submitted: &requested,
	}.Filter()
}

// Ending is the filter for those whose certificate expires soon.
func Ending(day civil.Date) record.Filter {
	return person.Criteria{Today: day, Screened: new(true), ExpiringDays: SoonDays}.Filter()
}

// Required reports whether a certificate is asked of somebody on a day, by the folded rules for who is a volunteer. It is what
// person.ScreenedOn finds.
func Required(day civil.Date, p *person.Person, rules work.Rules) bool {
	until := p.ScreenedUntil(rules)
	return !until.IsZero() && !until.Before(day)
}
