package person

import (
	"fmt"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/term"
)

// CertificateYears is how long a certificate of conduct is valid: it has expired when it is of that day or before.
const CertificateYears = 3

// Criteria are the questions that volunteers ask of the list of people (contract §4.3). Zero values ask nothing.
type Criteria struct {
	Today  civil.Date
	Now    time.Time
	Viewer int64 // who asks

	Search       []listing.Test // what a search for people asks; see core/search
	Ownership    string         // "mine", "shared" (by somebody else), or "" or "all"
	ModifiedDays int

	BornFrom, BornTo int // years; one alone is that very year
	BirthMonth       int

	AgeFrom, AgeTo *int // years of age today

	MemberTypes, AgeGroups []string // one of them, exactly
	Volunteer, Blocked     *bool
	Screened               *bool // whether a certificate of conduct is asked for
	NoPhotoDate            bool
	Leaving                bool // the membership ends today or later
	Since, Until           Days // of the membership

	Teams, Committees []int64  // in one of them today
	Functions         []string // does one of these today, whatever case and accents
	Labels            []term.ID
	LabelMode         LabelMode
	AllLabels         []term.ID // each of them, besides
	NoLabels          []term.ID // none of them, besides
	Cities            []string  // lives in one of them, whatever case and accents
	Genders           []Gender  // is one of them; "" is unknown

	NoEmail, NoPhone, NoPhoto bool
	Former, Deceased, Parent  *bool

	// Of the questions about a certificate's date one counts: the first of CertificateKind, NoCertificate with or without
	// CertificateYears, CertificateYears, ExpiringDays.
	CertificateKind  string // "nieuw": there is none, "vernieuwing": it has expired (after CertificateYears, if given)
	NoCertificate    bool
	CertificateYears int // at least so old; with NoCertificate either of the two
	ExpiringDays     int // expires within so many days

	Mailed, Submitted, Reminded *bool // the steps towards a new one
}

// LabelMode says which of several labels somebody has.
type LabelMode string

// The modes. The zero value is AnyLabel.
const (
	AnyLabel  LabelMode = "any"
	AllLabels LabelMode = "all"
	NoLabel   LabelMode = "none" // none of them
)

// Days are from one to another, both included. A zero Date is no bound.
type Days struct{ From, To civil.Date }

// Filter is the condition that asks for all of them.
func (c Criteria) Filter() record.Filter {
	f := record.Filter{}.With(c.Search...)
	switch c.Ownership {
	case "mine":
		f = f.With(listing.Test{Key: KeyAuthor, Value: listing.Number(c.Viewer)})
	case "shared":
		f = f.With(listing.Test{Key: KeyAuthor, Is: listing.NotEqual, Value: listing.Number(c.Viewer)})
	}
	if c.ModifiedDays > 0 {
		f = f.With(listing.Test{Key: KeyModified, Is: listing.From, Value: listing.Instant(c.Now.AddDate(0, 0, -c.ModifiedDays))})
	}
	if c.Volunteer != nil {
		f = f.With(lastsOn(KeyVolunteer, c.Today, *c.Volunteer))
	}
	if c.Screened != nil {
		f = f.With(lastsOn(KeyScreened, c.Today, *c.Screened))
	}
	if c.NoPhotoDate {
		f = f.With(listing.Test{Key: KeyPhotoDate})
	}
	if c.Leaving {
		f = f.With(listing.Test{Key: KeyUntil, Is: listing.From, Value: c.Today.String()})
	}
	return f.With(c.born()...).With(c.aged()...).With(c.certificate()...).With(steps(c)...).With(c.flags()...).With(c.several()...).
		With(c.Since.tests(KeySince)...).With(c.Until.tests(KeyUntil)...)
}

// flags are the tests on what is so or not.
func (c Criteria) flags() (tests []listing.Test) {
	no := func(asked bool) *bool {
		if !asked {
			return nil
		}
		return new(bool)
	}
	for _, flag := range []struct {
		key string
		is  *bool
	}{
		{KeyBlock, c.Blocked}, {KeyFormer, c.Former}, {KeyDeceased, c.Deceased}, {KeyParent, c.Parent},
		{KeyEmail, no(c.NoEmail)}, {KeyPhone, no(c.NoPhone)}, {KeyPhoto, no(c.NoPhoto)},
	} {
		if flag.is != nil {
			tests = append(tests, listing.Test{Key: flag.key, Value: listing.Flag(*flag.is)})
		}
	}
	return tests
}

// several are the tests of which somebody passes one of several values.
func (c Criteria) several() (tests []listing.Test) {
	tests = append(tests, anyOf(c.MemberTypes, func(memberType string) listing.Test {
		return listing.Test{Key: KeyMemberType, Value: MemberTypeKey(memberType)}
	})...)
	tests = append(tests, anyOf(c.AgeGroups, func(group string) listing.Test {
		return listing.Test{Key: KeyAgeGroup, Value: AgeGroupKey(group)}
	})...)
	in := func(group int64) listing.Test { return InGroupOn(c.Today, group) }
	tests = append(append(tests, anyOf(c.Teams, in)...), anyOf(c.Committees, in)...)
	tests = append(tests, anyOf(c.Functions, func(function string) listing.Test { return DoingOn(c.Today, function) })...)
	tests = append(tests, anyOf(c.Cities, func(city string) listing.Test {
		return listing.Test{Key: KeyCity, Is: listing.Begins, Value: fold.Key(city) + exact}
	})...)
	tests = append(tests, anyOf(c.Genders, func(gender Gender) listing.Test {
		return listing.Test{Key: KeyGender, Value: string(gender)}
	})...)
	all, none := c.AllLabels, c.NoLabels
	switch c.LabelMode {
	case AllLabels:
		all = slices.Concat(all, c.Labels)
	case NoLabel:
		none = slices.Concat(none, c.Labels)
	default:
		tests = append(tests, anyOf(c.Labels, LabelledWith)...)
	}
	for _, label := range all {
		tests = append(tests, LabelledWith(label))
	}
	for _, label := range none {
		test := LabelledWith(label)
		test.Is = listing.Lacks
		tests = append(tests, test)
	}
	return tests
}

// anyOf is the test that one of several holds; none is asked of none.
func anyOf[V any](values []V, of func(V) listing.Test) []listing.Test {
	switch len(values) {
	case 0:
		return nil
	case 1:
		return []listing.Test{of(values[0])}
	}
	tests := make([]listing.Test, len(values))
	for i, value := range values {
		tests[i] = of(value)
	}
	return []listing.Test{{AnyOf: tests}}
}

// dayAfter is a text behind a day and before all later ones.
func dayAfter(day civil.Date) string { day.Day++; return day.String() }

// tests are those that a day lies between the bounds. No day lies nowhere.
func (d Days) tests(key string) (tests []listing.Test) {
	if !d.From.IsZero() {
		tests = append(tests, listing.Test{Key: key, Is: listing.From, Value: d.From.String()})
	}
	if !d.To.IsZero() {
		tests = append(tests, listing.Test{Key: key, Is: listing.Before, Value: dayAfter(d.To)})
		if d.From.IsZero() {
			tests = append(tests, listing.Test{Key: key, Is: listing.NotEqual})
		}
	}
	return tests
}

// lastsOn is the test that what a key says the last day of is so on a day, or is not.
func lastsOn(key string, day civil.Date, is bool) listing.Test {
	if is {
		return untilOn(key, day)
	}
	return listing.Test{AnyOf: []listing.Test{{Key: key}, {Key: key, Is: listing.Before, Value: day.String()}}}
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

// aged are the tests on somebody's age today. Who is not born yet has none.
func (c Criteria) aged() (tests []listing.Test) {
	if c.AgeFrom == nil && c.AgeTo == nil {
		return nil
	}
	ago := func(years int) civil.Date { // compared as a text it need not exist: 2027-02-29
		return civil.Date{Year: c.Today.Year - years, Month: c.Today.Month, Day: c.Today.Day}
	}
	from := 0
	if c.AgeFrom != nil {
		from = *c.AgeFrom
	}
	tests = append(tests, listing.Test{Key: KeyBirthdate, Is: listing.NotEqual},
		listing.Test{Key: KeyBirthdate, Is: listing.Before, Value: dayAfter(ago(from))})
	if c.AgeTo != nil {
		tests = append(tests, listing.Test{Key: KeyBirthdate, Is: listing.After, Value: ago(*c.AgeTo + 1).String()})
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
