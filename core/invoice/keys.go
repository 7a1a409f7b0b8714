package invoice

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/clubhuis/clubhuis/core/season"
)

// Series is a row of numbers: one for each kind of invoice and one for credit notes. Each begins anew with the calendar year.
type Series string

// The series.
const (
	SeriesMembership Series = "C"
	SeriesDiscipline Series = "F"
	SeriesCredit     Series = "K"
)

// Series is that of the invoices of a kind.
func (k Kind) Series() Series {
	if k == Membership {
		return SeriesMembership
	}
	return SeriesDiscipline
}

// Number returns the nth number of a series in a year: C2026-001.
func (s Series) Number(year, nth int) string { return fmt.Sprintf("%s%04d-%03d", s, year, nth) }

// inSeries is what the numbers of series look like, and how the application before wrote some of them.
var inSeries = regexp.MustCompile(`^([CFK])-?(\d{4})-(\d{1,9})$`)

// InSeries returns the series, the year and the place that a number has in it; there is false for one of no series.
func InSeries(number string) (series Series, year int, nth int64, there bool) {
	parts := inSeries.FindStringSubmatch(number)
	if parts == nil {
		return "", 0, 0, false
	}
	year, _ = strconv.Atoi(parts[2])
	nth, _ = strconv.ParseInt(parts[3], 10, 64)
	return Series(parts[1]), year, nth, true
}

// Key is something by which one invoice is found, and no other one has.
type Key struct {
	By    KeyKind
	Value string
}

// KeyKind says what a key is. The words stand in databases.
type KeyKind string

// The kinds of keys.
const (
	ByNumber   KeyKind = "number"   // of the invoice, or of one of its credit notes
	ByToken    KeyKind = "token"    // the digest of the token of its payment page
	ByCheckout KeyKind = "checkout" // the ref of a checkout
	ByLink     KeyKind = "link"     // the provider's number of a checkout: pl_…
	ByPayment  KeyKind = "payment"  // the provider's number of a payment: tr_…
	ByCase     KeyKind = "case"     // a discipline case; see CaseKey
	BySeason   KeyKind = "season"   // whose membership of which season it bills; see SeasonKey
)

// CaseKey is the key of the invoice of a discipline case. One that is credited in full has none: another one may take its place.
func CaseKey(id int64) Key { return Key{ByCase, strconv.FormatInt(id, 10)} }

// SeasonKey is the key of the invoice of somebody's membership in a season. Nobody, 0, has none, nor has one that is credited in
// full: another one may take its place.
func SeasonKey(person int64, of season.Season) Key {
	return Key{BySeason, of.String() + "/" + strconv.FormatInt(person, 10)}
}

// Keys are all by which it is found.
func (i *Invoice) Keys() (keys []Key) {
	add := func(by KeyKind, value string) {
		if value != "" {
			keys = append(keys, Key{by, value})
		}
	}
	add(ByNumber, i.Number)
	add(ByToken, i.TokenDigest)
	for n := range i.Credits {
		add(ByNumber, i.Credits[n].Number)
	}
	for n := range i.Checkouts {
		add(ByCheckout, i.Checkouts[n].Ref)
		add(ByLink, i.Checkouts[n].LinkID)
	}
	for n := range i.Payments {
		add(ByPayment, i.Payments[n].ProviderID)
	}
	if i.CreditedInFull() {
		return keys
	}
	for _, id := range i.Cases() {
		keys = append(keys, CaseKey(id))
	}
	if i.Kind == Membership && i.Season != 0 && i.Person != 0 {
		keys = append(keys, SeasonKey(i.Person, i.Season))
	}
	return keys
}

// Taken is the error of a change that would give an invoice a key that another one has.
func (k Key) Taken() error {
	switch k.By {
	case ByCase:
		return ErrCaseBilled
	case BySeason:
		return ErrSeasonBilled
	case ByPayment:
		return ErrBooked
	}
	return fmt.Errorf("another invoice has the %s %q", k.By, k.Value)
}
