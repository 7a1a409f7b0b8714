package person

import (
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/record"
)

// CertificateYears is how long a certificate of conduct is valid: it has expired when it is of that day or before.
const CertificateYears = 3

// Criteria are the questions that volunteers ask of the list of people (contract §4.3). Zero values ask nothing.
type Criteria struct {
	Today  civil.Date
	Now    time.Time
	Viewer int64 // who asks

	Name         []string // folded words
	Ownership    string   // "mine", "shared" (by somebody else), or "" or "all"
	ModifiedDays int

	BornFrom, BornTo int // years; one alone is that very year
	BirthMonth       int

	MemberType, AgeGroup string // exactly
	Volunteer, Blocked   *bool
	NoPhoto              bool
	Leaving              bool // the membership ends today or later

	// Of the questions about a certificate's date one counts: the first of CertificateKind, NoCertificate with or without
	// CertificateYears, CertificateYears, ExpiringDays.
	CertificateKind  string // "nieuw": there is none, "vernieuwing": it has expired (after CertificateYears, if given)
	NoCertificate    bool
	CertificateYears int // at least so old; with NoCertificate either of the two
	ExpiringDays     int // expires within so many days

	Mailed, Submitted, Reminded *bool // the steps towards a new one
}

// Filter is the condition that answers all of them.
func (c Criteria) Filter() record.Filter {
	f := record.Filter{}.With(Named(c.Name)...)
	switch c.Ownership {
	case "mine":
		f = f.With(listing.Test{Key: KeyAuthor, Value: listing.Number(c.Viewer)})
	case "shared":
		f = f.With(listing.Test{Key: KeyAuthor, Is: listing.NotEqual, Value: listing.Number(c.Viewer)})
	}
	if c.ModifiedDays > 0 {
		f = f.With(listing.Test{Key: KeyModified, Is: listing.From, Value: listing.Instant(c.Now.AddDate(0, 0, -c.ModifiedDays))})
	}
	if c.MemberType != "" {
		f = f.With(listing.Test{Key: KeyMemberType, Value: MemberTypeKey(c.MemberType)})
	}
	if c.AgeGroup != "" {
		f = f.With(listing.Test{Key: KeyAgeGroup, Value: AgeGroupKey(c.AgeGroup)})
	}
	if c.Volunteer != nil {
		f = f.With(volunteerOn(c.Today, *c.Volunteer))
	}
	if c.Blocked != nil {
		f = f.With(listing.Test{Key: KeyBlock, Value: listing.Flag(*c.Blocked)})
	}
	if c.NoPhoto {
		f = f.With(listing.Test{Key: KeyPhotoDate})
	}
	if c.Leaving {
		f = f.With(listing.Test{Key: KeyUntil, Is: listing.From, Value: c.Today.String()})
	}
	return f.With(c.born()...).With(c.certificate()...).With(steps(c)...)
}

func volunteerOn(day civil.Date, is bool) listing.Test {
	if is {
		return VolunteerOn(day)
	}
	return listing.Test{AnyOf: []listing.Test{{Key: KeyVolunteer}, {Key: KeyVolunteer, Is: listing.Before, Value: day.String()}}}
}

func (c Criteria) born() (tests []listing.Test) {
	from, to := c.BornFrom, c.BornTo
	switch {
	case from == 0:
		from = to
	case to == 0:
		to = from
	}
	if from > 0 {
		tests = append(tests, listing.Test{Key: KeyBirthdate, Is: listing.From, Value: fmt.Sprintf("%04d", from)},
			listing.Test{Key: KeyBirthdate, Is: listing.Before, Value: fmt.Sprintf("%04d-13", to)})
	}
	if c.BirthMonth > 0 {
		tests = append(tests, listing.Test{Key: KeyBirthMonth, Value: fmt.Sprintf("%02d", c.BirthMonth)})
	}
	return tests
}

func (c Criteria) certificate() []listing.Test {
	missing := listing.Test{Key: KeyCertificate}
	olderThan := func(years int) listing.Test {
		return listing.Test{AllOf: []listing.Test{
			{Key: KeyCertificate, Is: listing.NotEqual},
			{Key: KeyCertificate, Is: listing.Before, Value: c.Today.AddYears(-years).AddDays(1).String()},
		}}
	}
	switch {
	case c.CertificateKind == "nieuw":
		return []listing.Test{missing}
	case c.CertificateKind == "vernieuwing" && c.CertificateYears > 0:
		return []listing.Test{olderThan(c.CertificateYears)}
	case c.CertificateKind == "vernieuwing":
		return []listing.Test{olderThan(CertificateYears)}
	case c.NoCertificate && c.CertificateYears > 0:
		return []listing.Test{{AnyOf: []listing.Test{missing, olderThan(c.CertificateYears)}}}
	case c.NoCertificate:
		return []listing.Test{missing}
	case c.CertificateYears > 0:
		return []listing.Test{olderThan(c.CertificateYears)}
	case c.ExpiringDays > 0:
		expired := c.Today.AddYears(-CertificateYears)
		return []listing.Test{
			{Key: KeyCertificate, Is: listing.After, Value: expired.String()},
			{Key: KeyCertificate, Is: listing.Before, Value: expired.AddDays(c.ExpiringDays + 1).String()},
		}
	}
	return nil
}

func steps(c Criteria) (tests []listing.Test) {
	for _, step := range []struct {
		key  string
		done *bool
	}{{KeyMailed, c.Mailed}, {KeySubmitted, c.Submitted}, {KeyReminded, c.Reminded}} {
		switch {
		case step.done == nil:
		case *step.done:
			tests = append(tests, listing.Test{Key: step.key, Is: listing.NotEqual})
		default:
			tests = append(tests, listing.Test{Key: step.key})
		}
	}
	return tests
}
