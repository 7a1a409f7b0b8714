package calendarsapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/core/work"
)

// The calendars beside the contract hold what is the user's own, and what is of the teams that the user was given.
func TestTheOtherCalendarsOfAUser(t *testing.T) {
	s := open(t)
	me := s.Person(s.admin.Writes, apitest.Object{"first_name": "Lid"}).ID()
	other := s.Person(s.admin.Writes, apitest.Object{"first_name": "Ander"}).ID()
	stores, lid := s.Stores(), s.Viewer("lid").User
	day := civil.On(s.Now, time.UTC).AddDays(2)
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var teams []int64
	for title, code := range map[string]string{"JO11-1": "77", "MO13-1": "78"} {
		id, err := stores.Groups.Create(t.Context(), group.Group{Kind: work.Team, Title: title, PublicID: code})
		do(err)
		if title == "JO11-1" {
			teams = append([]int64{id}, teams...)
		} else {
			teams = append(teams, id)
		}
	}
	do(stores.Users.Update(t.Context(), lid, func(u *account.User) error {
		u.Person, u.Given.Teams = me, teams[:1]
		return nil
	}))
	for i, of := range []account.UserID{lid, s.Viewer("beheer").User} {
		_, err := stores.Tasks.Create(t.Context(), task.Task{
			Head: record.NewHead(of, "", s.Now), Content: []string{"Mijn taak", "Niet van mij"}[i], Status: task.Open, Due: day,
		})
		do(err)
		_, err = stores.Shifts.Create(t.Context(), volunteer.Shift{
			Title: []string{"Mijn dienst", "Niet van mij"}[i], Date: day, Start: "10:00", End: "12:00", Capacity: 1, Published: true,
			State: []volunteer.State{volunteer.Cancelled, ""}[i], Assignments: []volunteer.Assignment{{Person: []int64{me, other}[i]}},
		})
		do(err)
	}
	_, err := stores.Tasks.Create(t.Context(), task.Task{
		Head: record.NewHead(lid, "", s.Now), Content: "Niet van mij: weggegeven", Status: task.Open, Due: day,
		Assignee: s.Viewer("beheer").User,
	})
	do(err)
	_, err = stores.Training.Change(t.Context(), func(schedule *training.Schedule) error {
		schedule.Blocks = []training.Block{
			{ID: 1, Day: training.Weekday(day), Start: "19:00", End: "20:30", Teams: teams, Label: "intern", Cancelled: []civil.Date{day}},
			{ID: 2, Day: training.Weekday(day), Start: "20:30", End: "22:00", Teams: teams[1:]},
		}
		return nil
	})
	do(err)
	do(stores.FetchedMatches.Update(t.Context(), matchday.Programme, func(f *matchday.Fetched) error {
		f.Take([]matchday.Match{
			{ID: 1, Start: s.Now.Add(24 * time.Hour), Home: "JO11-1", Away: "Gasten", HomeCode: "77"},
			{ID: 2, Start: s.Now.Add(24 * time.Hour), Home: "MO13-1", Away: "Gasten", HomeCode: "78"},
		}, "", s.Now)
		return nil
	}))
	token := s.token(s.lid)
	for name, want := range map[string]string{"tasks": "Mijn taak", "shifts": "Mijn dienst", "matches": "JO11-1 – Gasten"} {
		parsed, text := s.read("/calendar/" + token + "/" + name + ".ics")
		if summaries(parsed) != want {
			t.Errorf("%s: %s", name, summaries(parsed))
		}
		if cancelled := strings.Contains(text, "\r\nSTATUS:CANCELLED\r\n"); cancelled != (name == "shifts") {
			t.Errorf("%s: cancelled %v\n%s", name, cancelled, text)
		}
		if utc := strings.Contains(text, "\r\nDTSTART:2026"); utc != (name != "tasks") {
			t.Errorf("%s: not in UTC\n%s", name, text)
		}
	}
	parsed, text := s.read("/calendar/" + token + "/training.ics")
	if n := len(parsed.Events()); n != 8 || strings.Count(text, "SUMMARY:Training JO11-1\r\n") != n ||
		strings.Count(text, "STATUS:CANCELLED") != 1 || strings.Contains(text, "intern") || strings.Contains(text, "MO13") {
		t.Errorf("%d times training\n%s", n, text)
	}
	for _, name := range []string{"tasks", "shifts", "matches", "training"} { // of who has nothing
		if parsed, _ := s.read("/calendar/" + s.token(s.admin) + "/" + name + ".ics"); name != "tasks" && len(parsed.Events()) > 0 {
			t.Errorf("%s: %s", name, summaries(parsed))
		}
	}
	for _, path := range []string{token + "/other.ics", token + "/tasks", token + "/tasks.ics/x", "x/tasks.ics"} {
		if got := s.fetch("/calendar/" + path).Code; got != 404 {
			t.Errorf("%s: %d", path, got)
		}
	}
}
