package calendar_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // Europe/Amsterdam on a machine without zones

	"github.com/clubhuis/clubhuis/core/calendar"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

var amsterdam, _ = time.LoadLocation("Europe/Amsterdam")

func house() calendar.House {
	return calendar.House{Club: "vv De Proef", BaseURL: "https://club.example:8443", Zone: amsterdam}
}

func day(text string) civil.Date {
	d, ok := civil.Parse(text)
	if !ok {
		panic(text)
	}
	return d
}

// shown is what a program shows of events, in UTC.
func shown(c calendar.Calendar) string {
	list := []string{c.Name}
	for _, e := range c.Events {
		text := e.UID + " "
		if e.Day.IsZero() {
			text += e.Start.UTC().Format("2006-01-02T15:04Z") + "/" + e.End.UTC().Format("02T15:04Z")
		} else {
			text += e.Day.String()
		}
		text += " " + e.Summary + " " + e.Place + " " + e.Description
		if e.Cancelled {
			text += " cancelled"
		}
		list = append(list, strings.Join(strings.Fields(text), " "))
	}
	return strings.Join(list, "\n")
}

func TestWhatStandsInCalendars(t *testing.T) {
	t.Parallel()
	head := record.Head{ID: 7, Modified: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)}
	at := time.Date(2026, 6, 20, 12, 30, 0, 0, time.UTC)
	schedule := &training.Schedule{
		Pitches: []training.Pitch{{ID: 3, Name: "Veld 2"}},
		Blocks: []training.Block{
			{ID: 1, Day: 7, Start: "02:15", End: "10:00", Pitch: 3, Teams: []int64{5, 6, 9}, Label: "geheim",
				Cancelled: []civil.Date{day("2026-04-05")}, Until: day("2026-04-10")},
			{ID: 2, Day: 7, Start: "08:00", End: "09:00", Teams: []int64{9}},
		},
	}
	names := func(id int64) string { return map[int64]string{5: "JO11-1", 6: "JO11-2", 9: "MO13"}[id] }
	for what, c := range map[string]struct {
		got  calendar.Calendar
		want string
	}{
		"tasks": {house().Tasks([]task.Task{{Head: head, Content: "Bellen", Due: day("2026-06-20")}, {Content: "ooit"}}),
			"vv De Proef taken\ntask-7@club.example 2026-06-20 Bellen"},
		"shifts": {house().Shifts([]volunteer.Shift{
			{Head: head, Title: "Bar", Place: "Kantine", Date: day("2026-10-24"), Start: "23:00", End: "03:00"},
			{Title: "Af", Date: day("2026-03-29"), Start: "01:00", End: "04:00", State: volunteer.Cancelled},
		}), "vv De Proef diensten\nshift-7@club.example 2026-10-24T21:00Z/25T02:00Z Bar Kantine\n" +
			"shift-0@club.example 2026-03-29T00:00Z/29T02:00Z Af cancelled"},
		"matches": {house().Matches([]matchday.Match{
			{ID: 1, Start: at, Home: "A", Away: "B", Location: "Sportpark", Competition: "Beker"},
			{ID: 2, Start: at, Home: "A", Away: "C", Competition: "Beker", Cancelled: true, Cancellation: "Regen"},
		}, day("2026-06-15")), "vv De Proef wedstrijden\nmatch-1@club.example 2026-06-20T12:30Z/20T14:30Z A – B Sportpark Beker\n" +
			"match-2@club.example 2026-06-20T12:30Z/20T14:30Z A – C Regen cancelled"},
		"training": {house().Training(schedule, []int64{6, 5}, names, day("2026-03-22"), day("2026-04-30")),
			"vv De Proef trainingen\n" +
				"training-1-2026-03-22@club.example 2026-03-22T01:15Z/22T09:00Z Training JO11-1, JO11-2 Veld 2\n" +
				"training-1-2026-03-29@club.example 2026-03-29T01:15Z/29T08:00Z Training JO11-1, JO11-2 Veld 2\n" +
				"training-1-2026-04-05@club.example 2026-04-05T00:15Z/05T08:00Z Training JO11-1, JO11-2 Veld 2 cancelled"},
		"birthdays": {house().Birthdays([]calendar.Person{{ID: 7, Name: "Zoë", Born: day("2000-02-29")}}, ""),
			"vv De Proef Birthdays\nbirthday-7@club.example 2000-02-29 Zoë's Birthday Birthday"},
	} {
		if got := shown(c.got); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", what, got, c.want)
		}
	}
}

// The events of one calendar have numbers of their own, and none changes while nothing else does.
func TestNumbersStay(t *testing.T) {
	t.Parallel()
	people := []calendar.Person{{ID: 1}, {ID: 12}, {ID: 123}}
	seen := map[string]bool{}
	for range 2 {
		for _, e := range house().Birthdays(people, "Jeugd").Events {
			seen[e.UID] = true
		}
	}
	if len(seen) != len(people) {
		t.Error(fmt.Sprint(seen))
	}
}
