package civil

import (
	"regexp"
	"time"
)

var clock = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

// IsClock reports whether a text is a time of day: HH:MM.
func IsClock(text string) bool { return clock.MatchString(text) }

// At returns the instant at which a clock in the zone shows this day and time of day (see IsClock). Of a time that the change
// of the clock skips it returns the same distance behind the change.
func (d Date) At(clock string, zone *time.Location) time.Time {
	of, _ := time.Parse("15:04", clock)
	return time.Date(d.Year, d.Month, d.Day, of.Hour(), of.Minute(), 0, 0, zone)
}
