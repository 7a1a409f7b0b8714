package digest

import (
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/job"
)

// Run is when the digest of a user comes, and when the last one did.
type Run struct {
	User int64
	Next time.Time  // zero for never: the user gets none
	Sent civil.Date // the last day on which one was mailed, the zero Date for never
}

// At returns when a day's digest comes that is asked for at a time of day (HH:MM) in a zone: once, whatever the clock does. A
// time that the change of the clock skips is the moment of the change; of one that comes twice it is the first.
func At(day civil.Date, clock string, zone *time.Location) time.Time {
	at := day.At(clock, zone)
	changed, _ := at.ZoneBounds()
	if changed.IsZero() {
		return at
	}
	if at.Format("15:04") != clock {
		return changed
	}
	_, now := at.Zone()
	_, before := changed.Add(-time.Second).In(zone).Zone()
	first := at.Add(time.Duration(now-before) * time.Second)
	if first.Before(changed) && first.Format("15:04") == clock && civil.Of(first) == day {
		return first
	}
	return at
}

// Plan lets the next digest come at a time of day: today, unless that has passed or today's was mailed, else tomorrow.
func (r *Run) Plan(clock string, now time.Time, zone *time.Location) {
	today := civil.On(now, zone)
	r.Next = At(today, clock, zone)
	if !r.Next.After(now) || r.had(now, zone) {
		r.Next = At(today.AddDays(1), clock, zone)
	}
}

// Waits reports whether the next digest is planned. One beyond tomorrow was planned by a clock that was ahead, and is not.
func (r *Run) Waits(now time.Time, zone *time.Location) bool {
	return !r.Next.IsZero() && !civil.On(now, zone).AddDays(1).Before(civil.On(r.Next, zone))
}

// Stop lets no further digest come. That today's was mailed is remembered.
func (r *Run) Stop() { r.Next = time.Time{} }

// Due reports whether the digest of today is to be mailed now. One that was missed on an earlier day is not made up for: then the
// next one is that of today, at its time. One whose day has had its mail is put off to the next day.
func (r *Run) Due(clock string, now time.Time, zone *time.Location) bool {
	today := civil.On(now, zone)
	switch {
	case r.Next.IsZero() || r.Next.After(now):
		return false
	case r.had(now, zone):
		r.Plan(clock, now, zone)
		return false
	case civil.On(r.Next, zone).Before(today):
		r.Next = At(today, clock, zone)
	}
	return !r.Next.After(now)
}

// Owes reports whether today's digest was not mailed yet, at whatever time it comes.
func (r *Run) Owes(now time.Time, zone *time.Location) bool { return !r.had(now, zone) }

// Done notes that the day's digest is dealt with: mailed, or there was nothing to say. The next one comes tomorrow.
func (r *Run) Done(mailed bool, clock string, now time.Time, zone *time.Location) {
	today := civil.On(now, zone)
	if mailed {
		r.Sent = today
	}
	r.Next = At(today.AddDays(1), clock, zone)
}

// had reports whether today's digest was mailed. A clock that went back has had the days that are to come again, but for one
// that was wrong by days.
func (r *Run) had(now time.Time, zone *time.Location) bool {
	return !r.Sent.Before(civil.On(now, zone)) && !job.WrongClock(r.Sent.At("00:00", zone), now)
}
