// Package civil owns dates without a time of day and the one place where an instant becomes a date in the club's zone.
//
// It does not know what today is: rules take the day they are asked about, and the callers hold the clock.
package civil

import (
	"cmp"
	"fmt"
	"time"
)

// Date is a day of the Gregorian calendar. The zero Date is "no date": it is before every day and prints as "".
type Date struct {
	Year  int // 1 to 9999
	Month time.Month
	Day   int
}

// Parse reads Y-m-d, and the compact Ymd that older clients send (contract §2.11 rule 5). "" is the zero Date.
// ok is false for everything else, days that do not exist (2023-02-29) included.
func Parse(s string) (d Date, ok bool) {
	if s == "" {
		return Date{}, true
	}
	layout := time.DateOnly
	if len(s) == len("20060102") {
		layout = "20060102"
	}
	t, err := time.Parse(layout, s)
	if err != nil || t.Year() < 1 {
		return Date{}, false
	}
	return Of(t), true
}

// Of returns the date that t shows in its own location.
func Of(t time.Time) Date {
	year, month, day := t.Date()
	return Date{Year: year, Month: month, Day: day}
}

// On returns the date of the instant in the club's zone.
func On(instant time.Time, zone *time.Location) Date { return Of(instant.In(zone)) }

// IsZero reports whether there is no date.
func (d Date) IsZero() bool { return d == Date{} }

// String is Y-m-d, or "" for the zero Date.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	if d.Year < 0 || d.Year > 9999 || d.Month < 1 || d.Month > 12 || d.Day < 1 || d.Day > 31 {
		return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
	}
	digit := func(n int) byte { return byte('0' + n%10) } //nolint:gosec // it is one digit
	year, month, day := d.Year, int(d.Month), d.Day
	return string([]byte{
		digit(year / 1000), digit(year / 100), digit(year / 10), digit(year), '-', digit(month / 10), digit(month), '-',
		digit(day / 10), digit(day),
	})
}

// Compare returns -1, 0 or +1; the zero Date comes first.
func (d Date) Compare(other Date) int {
	return cmp.Or(cmp.Compare(d.Year, other.Year), cmp.Compare(d.Month, other.Month), cmp.Compare(d.Day, other.Day))
}

// Before reports whether d is an earlier day than other.
func (d Date) Before(other Date) bool { return d.Compare(other) < 0 }

// AddDays returns the date n days later.
func (d Date) AddDays(n int) Date {
	return Of(time.Date(d.Year, d.Month, d.Day+n, 0, 0, 0, 0, time.UTC))
}

// AddYears returns the same day n years later; 29 February becomes 1 March where there is none.
func (d Date) AddYears(n int) Date {
	return Of(time.Date(d.Year+n, d.Month, d.Day, 0, 0, 0, 0, time.UTC))
}

// DaysUntil returns how many days later another date is; less than 0 for an earlier one.
func (d Date) DaysUntil(other Date) int {
	at := func(d Date) time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }
	return int(at(other).Sub(at(d)) / (24 * time.Hour))
}
