package volunteer_test

import (
	"fmt"
	"testing"
	"time"
	_ "time/tzdata" // Europe/Amsterdam on a machine without zones

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

func amsterdam(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

var today = civil.Date{Year: 2026, Month: 11, Day: 24}

// fills says who is there: people 1 to 9.
func fills(person int64) bool { return person > 0 && person < 10 }

func shift(capacity int, people ...int64) volunteer.Shift {
	s := volunteer.Shift{Title: "Bar", Date: today.AddDays(4), Start: "19:00", End: "23:00", Capacity: capacity, Published: true}
	for _, id := range people {
		s.Assignments = append(s.Assignments, volunteer.Assignment{Person: id})
	}
	return s
}

// contract: club §2.11-7
func TestShortages(t *testing.T) {
	t.Parallel()
	zone := amsterdam(t)
	with := func(s volunteer.Shift, edit func(*volunteer.Shift)) volunteer.Shift { edit(&s); return s }
	at := func(date civil.Date, start string) volunteer.Shift {
		return with(shift(1), func(s *volunteer.Shift) { s.Date, s.Start = date, start })
	}
	for _, c := range []struct {
		name  string
		shift volunteer.Shift
		want  string // shifts, places, filled
	}{
		{"nobody yet", shift(3), "1 3 0"},
		{"some", shift(3, 1, 2), "1 1 2"},
		{"full", shift(2, 1, 2), "0 0"},
		{"more than full", shift(2, 1, 2, 3), "0 0"},
		{"the same person twice", shift(2, 1, 1), "1 1 1"},
		{"somebody who is not there any more", shift(2, 1, 99), "1 1 1"},
		{"not published", with(shift(1), func(s *volunteer.Shift) { s.Published = false }), "0 0"},
		{"cancelled", with(shift(1), func(s *volunteer.Shift) { s.State = volunteer.Cancelled }), "0 0"},
		{"completed", with(shift(1), func(s *volunteer.Shift) { s.State = volunteer.Completed }), "0 0"},
		{"yesterday", at(today.AddDays(-1), "19:00"), "0 0"},
		{"an hour ago", at(today, "11:00"), "0 0"},
		{"just now", at(today, "12:00"), "0 0"},
		{"in a minute", at(today, "12:01"), "1 1 0"},
		{"on the last day", at(today.AddDays(30), "23:59"), "1 1 0"},
		{"a day later", at(today.AddDays(31), "00:00"), "0 0"},
	} {
		got := volunteer.ShortagesAt(time.Date(2026, 11, 24, 11, 0, 0, 0, time.UTC), zone, []volunteer.Shift{c.shift}, fills)
		said := fmt.Sprint(got.OpenShifts, " ", got.OpenPlaces)
		if len(got.Items) > 0 {
			said += fmt.Sprint(" ", got.Items[0].Filled)
		}
		if said != c.want || len(got.Items) != got.OpenShifts {
			t.Errorf("%s: got %q, want %q", c.name, said, c.want)
		}
	}
}

func TestTheNextShortageComesFirst(t *testing.T) {
	t.Parallel()
	var shifts []volunteer.Shift
	for i, of := range []struct {
		days  int
		start string
	}{{3, "19:00"}, {2, "19:00"}, {2, "09:00"}, {2, "09:00"}} {
		s := shift(2)
		s.ID, s.Date, s.Start = int64(9-i), today.AddDays(of.days), of.start
		shifts = append(shifts, s)
	}
	got := volunteer.ShortagesAt(today.At("12:00", time.UTC), time.UTC, shifts, fills)
	order := ""
	for _, item := range got.Items {
		order += fmt.Sprint(item.ID)
	}
	if order != "6789" || got.OpenShifts != 4 || got.OpenPlaces != 8 {
		t.Errorf("got %s, %+v", order, got)
	}
}

func TestAnEndBeforeTheStartIsTheNextDay(t *testing.T) {
	t.Parallel()
	zone := amsterdam(t)
	s := shift(1)
	s.Date, s.Start, s.End = civil.Date{Year: 2026, Month: 10, Day: 24}, "20:00", "03:00" // the clock goes back on the way
	if took := s.Ends(zone).Sub(s.Begins(zone)); took != 8*time.Hour {
		t.Errorf("took %v", took)
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		shift volunteer.Shift
		state volunteer.State
		want  volunteer.Status
	}{
		{shift(2, 1), "", volunteer.IsOpen}, {shift(2, 1, 2), "", volunteer.IsFull}, {shift(2, 1, 99), "", volunteer.IsOpen},
		{shift(1, 1), volunteer.Cancelled, volunteer.IsCancelled}, {shift(1), volunteer.Completed, volunteer.IsCompleted},
	} {
		c.shift.State = c.state
		if got := c.shift.Status(fills); got != c.want {
			t.Errorf("%+v is %s, want %s", c.shift, got, c.want)
		}
	}
}
