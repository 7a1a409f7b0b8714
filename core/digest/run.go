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
	Told time.Time  // the notes shared before it were told, or are older than the first digest; zero when no first one is planned
	Mail int64      // with which the last one was mailed, 0 for none; see TakeBack
	From time.Time  // the notes that it told were shared from then on
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

// Plan lets the next digest come at a time of day: today, unless that has passed or today's was mailed, else tomorrow. The first
// one tells the notes of the day before it; when it fails, they are still to be told.
func (r *Run) Plan(clock string, now time.Time, zone *time.Location) {
	today := civil.On(now, zone)
	r.Next = At(today, clock, zone)
	if !r.Next.After(now) || r.had(now, zone) {
		r.Next = At(today.AddDays(1), clock, zone)
	}
	if !r.toldKnown(now) {
		r.Told = At(civil.On(r.Next, zone).AddDays(-1), clock, zone)
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
	r.Mailed(0, time.Time{})
	if mailed {
		r.Sent = today
	}
	r.Next = At(today.AddDays(1), clock, zone)
}

const (
	// settling is how long a note may take to be kept, and how far the clocks of several servers may differ. Younger notes are
	// told the next time: else one that was made before a digest, and kept just after it was composed, would be told in none.
	settling = time.Minute
	// mostBehind is how far back the notes go that a digest tells when none came for long.
	mostBehind = 7 * 24 * time.Hour
)

// Until returns before when the notes were shared that a digest tells which is composed at a time.
func Until(now time.Time) time.Time { return civil.Instant(now.Add(-settling)) }

// Since returns from when on the notes were shared that a digest tells which is composed at a time: those that the ones before it
// did not tell, of a week at most. Where nothing is known of those it is when yesterday's was to come.
func (r *Run) Since(clock string, now time.Time, zone *time.Location) time.Time {
	if !r.toldKnown(now) {
		return At(civil.On(now, zone).AddDays(-1), clock, zone)
	}
	if earliest := Until(now).Add(-mostBehind); r.Told.Before(earliest) {
		return earliest
	}
	return r.Told
}

// Tell notes that the notes shared before a time were told, or that there were none. A clock that went back takes nothing back,
// but for one that was wrong by days.
func (r *Run) Tell(until, now time.Time) {
	if r.Told.Before(until) || !r.toldKnown(now) {
		r.Told = until
	}
}

// Mailed notes with which mail the digest goes out that tells the notes shared from a time on.
func (r *Run) Mailed(mail int64, from time.Time) { r.Mail, r.From = mail, from }

// TakeBack notes that the mail of the last digest never goes out: what it told is still to be told. With again the digest of
// today comes once more, at once.
func (r *Run) TakeBack(again bool, now time.Time, zone *time.Location) {
	r.Told = r.From
	r.Mailed(0, time.Time{})
	if again && !r.Next.IsZero() && r.had(now, zone) {
		r.Sent, r.Next = civil.Date{}, now
	}
}

// toldKnown reports whether it is known until when notes were told. A clock that was wrong by days knew nothing.
func (r *Run) toldKnown(now time.Time) bool { return !r.Told.IsZero() && !job.WrongClock(r.Told, now) }

// had reports whether today's digest was mailed. A clock that went back has had the days that are to come again, but for one
// that was wrong by days.
func (r *Run) had(now time.Time, zone *time.Location) bool {
	return !r.Sent.Before(civil.On(now, zone)) && !job.WrongClock(r.Sent.At("00:00", zone), now)
}
