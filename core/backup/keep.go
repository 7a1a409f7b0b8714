package backup

import (
	"slices"
	"strings"
	"time"
)

const (
	ending = ".backup"
	stamp  = "20060102-150405"
)

// Name is what the backup of a program's data of a time is called.
func Name(owner string, at time.Time) string { return owner + "-" + at.UTC().Format(stamp) + ending }

// IsFile reports whether a name is that of one backup, and not of a place for many.
func IsFile(name string) bool { return strings.HasSuffix(name, ending) }

// Made returns of what time a backup is, by its name; false for a name that Name doesn't give.
func Made(owner, name string) (time.Time, bool) {
	middle, named := strings.CutPrefix(name, owner+"-")
	middle, ended := strings.CutSuffix(middle, ending)
	at, err := time.Parse(stamp, middle)
	return at, named && ended && err == nil
}

// Old is how old the last backup is when somebody must look why there is no newer one.
const Old = 36 * time.Hour

// How many days, weeks and months have a backup that is kept.
const (
	KeptDays   = 7
	KeptWeeks  = 4
	KeptMonths = 12
)

// KeptBroken is how long before the newest backup one that does not hold is kept for whoever wants to look: the whole club may be
// in it.
const KeptBroken = 28 * 24 * time.Hour

// Superfluous returns which backups need not be kept: all but the newest of each of the last days, weeks and months in which
// there was one, and those of more than a year before the newest: they hold people whom the club forgot since. Days are those of
// the zone. So the newest one always stays, however old it is.
func Superfluous(made []time.Time, zone *time.Location) []time.Time {
	made = slices.SortedFunc(slices.Values(made), func(a, b time.Time) int { return b.Compare(a) })
	kept := map[time.Time]bool{}
	for _, rule := range []struct {
		most   int
		period func(time.Time) int
	}{
		{KeptDays, func(t time.Time) int { return t.Year()*1000 + t.YearDay() }},
		{KeptWeeks, func(t time.Time) int { year, week := t.ISOWeek(); return year*100 + week }},
		{KeptMonths, func(t time.Time) int { return t.Year()*100 + int(t.Month()) }},
	} {
		seen := map[int]bool{}
		for _, at := range made {
			period := rule.period(at.In(zone))
			if at.Before(made[0].In(zone).AddDate(-1, 0, 0)) {
				break
			}
			if len(seen) < rule.most && !seen[period] {
				seen[period], kept[at] = true, true
			}
		}
	}
	return slices.DeleteFunc(made, func(at time.Time) bool { return kept[at] })
}
