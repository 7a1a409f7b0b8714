// Package calendar owns what stands in the calendars that members subscribe to: birthdays, to-dos, shifts, matches and training
// (contract §4.9). Values come in, events go out.
//
// It decides nothing about who may see what, and does not know how a calendar is written (RFC 5545).
package calendar

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

// Calendar is one that is subscribed to.
type Calendar struct {
	Name   string
	Events []Event
}

// Event is one of them: all of a day, or from a moment to another one.
type Event struct {
	UID         string
	Stamp       time.Time // when it was changed last
	Day         civil.Date
	Start, End  time.Time // instead of Day
	Yearly      bool
	Summary     string
	Description string
	Place       string
	URL         string
	Cancelled   bool
}

// House is whose calendars they are.
type House struct {
	Club    string // its name
	BaseURL string // where members reach the page, without a slash at the end
	Zone    *time.Location
}

// uids returns what gives each event of a kind a number that no other event of the world has.
func (h House) uids(kind string) func(id int64, more ...string) string {
	domain := "localhost"
	if u, err := url.Parse(h.BaseURL); err == nil {
		domain = cmp.Or(u.Hostname(), domain)
	}
	return func(id int64, more ...string) string {
		return kind + "-" + strconv.FormatInt(id, 10) + strings.Join(more, "") + "@" + domain
	}
}

// Person is somebody whose day of birth is known.
type Person struct {
	ID       int64
	Name     string
	Born     civil.Date
	Modified time.Time
}

// Birthdays are those of people, every year on the day of birth. of names the workspace whose they are, "" for what a user may
// read.
func (h House) Birthdays(people []Person, of string) Calendar {
	c := Calendar{Name: h.Club + birthdays, Events: make([]Event, 0, len(people))}
	if of != "" {
		c.Name = h.Club + " " + of
	}
	uid := h.uids("birthday")
	for _, p := range people {
		c.Events = append(c.Events, Event{
			UID: uid(p.ID), Stamp: p.Modified, Day: p.Born, Yearly: true, Summary: p.Name + birthday,
			Description: isBirthday, URL: h.BaseURL + "/leden/" + strconv.FormatInt(p.ID, 10),
		})
	}
	return c
}

// Tasks are the to-dos that have a day, on that day.
func (h House) Tasks(tasks []task.Task) Calendar {
	c, uid := Calendar{Name: h.Club + taken}, h.uids("task")
	for i := range tasks {
		if t := &tasks[i]; !t.Due.IsZero() {
			c.Events = append(c.Events, Event{
				UID: uid(t.ID), Stamp: t.Modified, Day: t.Due, Summary: t.Content, URL: h.BaseURL + "/taken",
			})
		}
	}
	return c
}

// Shifts are shifts, with those that were called off.
func (h House) Shifts(shifts []volunteer.Shift) Calendar {
	c, uid := Calendar{Name: h.Club + diensten}, h.uids("shift")
	for i := range shifts {
		s := &shifts[i]
		c.Events = append(c.Events, Event{
			UID: uid(s.ID), Stamp: s.Modified, Start: s.Begins(h.Zone), End: s.Ends(h.Zone), Summary: s.Title, Place: s.Place,
			URL: h.BaseURL + "/diensten", Cancelled: s.State == volunteer.Cancelled,
		})
	}
	return c
}

// matchLasts is how long a match takes with what is around it: the federation does not tell.
const matchLasts = 2 * time.Hour

// Matches are matches, with those that were called off, as they were known on a day.
func (h House) Matches(matches []matchday.Match, known civil.Date) Calendar {
	c, uid := Calendar{Name: h.Club + wedstrijden}, h.uids("match")
	for i := range matches {
		m := &matches[i]
		e := Event{
			UID: uid(m.ID), Stamp: known.At("00:00", h.Zone), Start: m.Start, End: m.Start.Add(matchLasts),
			Summary: m.Home + " – " + m.Away, Description: m.Competition, Place: m.Location, Cancelled: m.Cancelled,
		}
		if m.Cancelled && m.Cancellation != "" {
			e.Description = m.Cancellation
		}
		c.Events = append(c.Events, e)
	}
	return c
}

// Training is when teams train between two days, each time by itself, with those that were called off. teams names them.
func (h House) Training(schedule *training.Schedule, of []int64, teams func(int64) string, from, to civil.Date) Calendar {
	c, uid := Calendar{Name: h.Club + trainingen}, h.uids("training")
	pitches := map[int64]string{}
	for _, pitch := range schedule.Pitches {
		pitches[pitch.ID] = pitch.Name
	}
	for _, block := range schedule.Blocks {
		block, theirs := block.For(of)
		if !theirs {
			continue
		}
		called := block.Cancelled
		block.Cancelled = nil
		for day := from; !to.Before(day); day = day.AddDays(1) {
			if !block.On(day) {
				continue
			}
			c.Events = append(c.Events, Event{
				UID: uid(block.ID, "-", day.String()), Stamp: from.At("00:00", h.Zone),
				Start: day.At(block.Start, h.Zone), End: day.At(block.End, h.Zone), Summary: trains(block.Teams, teams),
				Place: pitches[block.Pitch], Cancelled: slices.Contains(called, day),
			})
		}
	}
	sorting.By(c.Events, func(a, b Event) int { return a.Start.Compare(b.Start) })
	return c
}
