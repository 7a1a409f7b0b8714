package run

import (
	"slices"
	"time"
)

// Slot is a time of the day at which a pipeline runs.
type Slot struct {
	Pipeline     Pipeline
	Days         []time.Weekday // nil: every day
	Hour, Minute int            // on the club's clock
}

// Schedule is when the pipelines run (contract §1).
var Schedule = []Slot{
	{People, nil, 8, 0}, {People, nil, 11, 0}, {People, nil, 14, 0}, {People, nil, 17, 0},
	{Functions, nil, 7, 30}, {Functions, nil, 10, 30}, {Functions, nil, 13, 30}, {Functions, nil, 16, 30},
	{FunctionsFull, []time.Weekday{time.Sunday}, 1, 0},
	{Teams, []time.Weekday{time.Sunday}, 6, 0},
	{Contributions, nil, 7, 0},
	{Helpdesk, nil, 8, 0},
	{Discipline, []time.Weekday{time.Monday}, 23, 30},
}

// AgentSchedule is when the coding agent looks for feedback: every half hour (contract §1). It is apart from Schedule: the
// agent waits for none of the pipelines and none of them for it, and a run of it that finds nothing is not kept.
var AgentSchedule = halfHours()

func halfHours() (slots []Slot) {
	for hour := range 24 {
		slots = append(slots, Slot{Feedback, nil, hour, 0}, Slot{Feedback, nil, hour, 30})
	}
	return slots
}

// How long after its time a run still starts (contract §1): what comes again the same day is soon done anyway, what comes once a
// day or once a week is not given up before a day has passed.
const (
	LateSeveral = 3 * time.Hour
	LateOnce    = 24 * time.Hour
)

// Late returns how long after its time a pipeline of the slots still starts.
func Late(pipeline Pipeline, slots []Slot) time.Duration {
	for day := time.Sunday; day <= time.Saturday; day++ {
		times := 0
		for _, slot := range slots {
			if slot.Pipeline == pipeline && (len(slot.Days) == 0 || slices.Contains(slot.Days, day)) {
				times++
			}
		}
		if times > 1 {
			return LateSeveral
		}
	}
	return LateOnce
}

// Scheduled returns the pipelines of the schedule, each once, in its order.
func Scheduled() (pipelines []Pipeline) {
	for _, slot := range Schedule {
		if !slices.Contains(pipelines, slot.Pipeline) {
			pipelines = append(pipelines, slot.Pipeline)
		}
	}
	return pipelines
}

// Next returns the first moment after another one at which a slot is due, and the slots that are due then, in their order; the
// zero time when there are no slots. A time that the clock skips in spring is due at the first moment after the gap; a time that
// comes twice in autumn is due the first time.
func Next(after time.Time, zone *time.Location, slots []Slot) (time.Time, []Slot) {
	var next time.Time
	var due []Slot
	for _, slot := range slots {
		switch at := slot.next(after, zone); {
		case at.IsZero():
		case next.IsZero(), at.Before(next):
			next, due = at, []Slot{slot}
		case at.Equal(next):
			due = append(due, slot)
		}
	}
	return next, due
}

// next returns the first time of the slot after a moment.
func (s Slot) next(after time.Time, zone *time.Location) time.Time {
	year, month, day := after.In(zone).Date()
	for n := range 9 { // a week, and a day whose time has passed
		date := time.Date(year, month, day+n, 12, 0, 0, 0, time.UTC)
		if len(s.Days) > 0 && !slices.Contains(s.Days, date.Weekday()) {
			continue
		}
		if at := onClock(date, s.Hour, s.Minute, zone); at.After(after) {
			return at
		}
	}
	return time.Time{}
}

// onClock returns the first moment of a day at which the zone's clock shows the time, or would have shown it, had it not been put
// forward.
func onClock(day time.Time, hour, minute int, zone *time.Location) time.Time {
	at := time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, zone)
	start, end := at.ZoneBounds()
	if at.Hour() != hour || at.Minute() != minute { // the clock skips it
		if time.Duration(at.Hour())*time.Hour+time.Duration(at.Minute())*time.Minute >
			time.Duration(hour)*time.Hour+time.Duration(minute)*time.Minute {
			return start // it shows what is past the gap
		}
		return end
	}
	if start.IsZero() {
		return at
	}
	_, offset := at.Zone()
	_, before := start.Add(-time.Nanosecond).Zone()
	if earlier := at.Add(time.Duration(offset-before) * time.Second); earlier.Before(start) && earlier.Before(at) {
		return earlier // the clock shows it twice
	}
	return at
}
