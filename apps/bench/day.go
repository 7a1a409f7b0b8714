package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"time"
)

// dayCommand measures what users see of the day: dashboards, matches, calendars and the daily mails.
type dayCommand struct {
	People    int      `default:"10000" help:"People in the club (${default})."`
	Large     int      `default:"100000" help:"People in the club that dashboards are held against; 0 for none (${default})."`
	Calendar  int      `default:"1500" help:"People in the club whose calendar of birthdays is read (${default})."`
	Users     int      `default:"500" help:"Users who are mailed what their day holds (${default})."`
	Databases []string `default:"sqlite,postgres" enum:"sqlite,postgres" help:"Databases (${default})."`
	Quick     bool     `help:"1,500 people and 50 users: a minute."`
	JSON      string   `placeholder:"FILE" help:"Write the results as JSON, too."`
	Seed      uint64   `default:"1" help:"Which synthetic club (${default})."`
	Binary    string   `env:"CLUBHUIS_BINARY" placeholder:"FILE" help:"The built server; it is built when this is empty."`
}

// Run measures and prints.
func (c *dayCommand) Run(ctx context.Context) (err error) {
	if c.Quick {
		c.People, c.Large, c.Users = smallClub, 0, 50
	}
	if min(c.People, c.Calendar) < largePage || c.Large != 0 && c.Large < largePage || c.Users < 1 {
		return fmt.Errorf("a club has at least %d people, and somebody to mail", largePage)
	}
	folder, err := os.MkdirTemp("", "clubhuis-bench-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	results := dayReport{Machine: describeMachine()}
	begin := time.Now()
	w, err := newEnvironment(ctx, folder, c.Binary, c.Seed, c.Databases)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	for _, database := range c.Databases {
		one, err := c.measure(ctx, w, database)
		if err != nil {
			return fmt.Errorf("the day on %s: %w", database, err)
		}
		results.Databases = append(results.Databases, one)
	}
	results.Took = time.Since(begin).Round(time.Second).String()
	results.print(os.Stdout)
	if c.JSON == "" {
		return nil
	}
	results.Bars = results.bars()
	return saveJSON(c.JSON, results)
}

// measure measures a club of each size on one database.
func (c *dayCommand) measure(ctx context.Context, w *environment, database string) (d dayOn, err error) {
	d.Database = database
	sizes := []int{c.People}
	if c.Large > 0 {
		sizes = append(sizes, c.Large)
	}
	for _, people := range sizes {
		say("%s: dashboards of a club of %d people", database, people)
		err := c.inClub(ctx, w, database, people, func(s *stand, teams []int64) error {
			boards, err := s.dashboards(ctx, people, teams)
			d.Dashboards = append(d.Dashboards, boards)
			if err == nil && people == c.People {
				say("%s: %d users are mailed", database, c.Users)
				d.Digest, err = s.digests(ctx, c.Users)
			}
			return err
		})
		if err != nil {
			return d, err
		}
	}
	say("%s: the calendar of %d people", database, c.Calendar)
	return d, c.inClub(ctx, w, database, c.Calendar, func(s *stand, _ []int64) error {
		d.Calendar, err = s.birthdays(ctx, c.Calendar)
		return err
	})
}

// inClub lets a server run on a club of so many people, where ten teams have a coordinator and so many users are mailed.
func (c *dayCommand) inClub(
	ctx context.Context, w *environment, database string, people int, work func(s *stand, teams []int64) error,
) (err error) {
	feed, err := w.matches(w.club(c.People))
	if err != nil {
		return err
	}
	defer feed.close()
	s, err := w.seeded(ctx, database, w.binary, "day_"+strconv.Itoa(people), people)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close(ctx)) }()
	teams, err := s.giveDay(ctx, c.Users)
	if err != nil {
		return err
	}
	if _, err := s.start(ctx, feed.flags...); err != nil {
		return err
	}
	if err := s.planDay(ctx, teams); err != nil {
		return err
	}
	return work(s, teams)
}

// dashboards measures what each costs, one after another: the processor time of the server alone.
func (s *stand) dashboards(ctx context.Context, people int, teams []int64) (d dashboardCosts, err error) {
	const root = "/api/club/v1/dashboard"
	d.People = people
	if err := s.settled(ctx); err != nil {
		return d, err
	}
	for _, one := range []struct {
		path  string
		as    account
		shows string // what proves that it is the whole
		into  *float64
	}{
		{root + "/workspace", chair, `"board":true,"coordinator":true`, &d.Workspace},
		{root, administrator, `"total_people":`, &d.Classic},
		{root + "/matches", administrator, `"match_id":`, &d.Matches},
		{root + "/matches?team_id=" + strconv.FormatInt(teams[0], 10), chair, `"matches":[`, &d.TeamMatches},
	} {
		check := func(status int, _ http.Header, body []byte) error {
			if status != http.StatusOK || !bytes.Contains(body, []byte(one.shows)) {
				return unexpected(status, body)
			}
			return nil
		}
		const asked = 300
		if *one.into, err = s.cost(ctx, one.as, get(one.path, check), asked); err != nil {
			return d, err
		}
	}
	return d, nil
}

// settled waits until the server has done what it does after its start: it notes the parts of names, and does the work of the
// day, one piece every two seconds.
func (s *stand) settled(ctx context.Context) error {
	const patience, pause, quiet, often = 3 * time.Minute, 300 * time.Millisecond, 10 * time.Millisecond, 10
	last, err := s.cpu()
	calm := 0
	for begin := time.Now(); err == nil && ctx.Err() == nil && calm < often && time.Since(begin) < patience; {
		time.Sleep(pause)
		now, failure := s.cpu()
		if err = failure; now.own-last.own <= quiet {
			calm++
		} else {
			calm = 0
		}
		last = now
	}
	return errors.Join(err, ctx.Err())
}

// cost returns the processor time of a request of the server alone, in milliseconds, one after another.
func (s *stand) cost(ctx context.Context, as account, of request, requests int64) (float64, error) {
	op := operation{as: as, make: func(*drawer, int64) request { return of }}
	if _, err := s.load(ctx, op, drawers{}, 1, limits{requests / 10, time.Minute}); err != nil { // warm
		return 0, err
	}
	seen, err := s.load(ctx, op, drawers{}, 1, limits{requests, time.Minute})
	return milliseconds(seen.cpu) / float64(max(seen.requests, 1)), err
}

// birthdays measures the calendar of the birthdays of everybody.
func (s *stand) birthdays(ctx context.Context, people int) (calendarCost, error) {
	var address struct{ Token string }
	if err := s.read(ctx, "/api/club/v1/user/ical-url", &address); err != nil {
		return calendarCost{}, err
	}
	events := 0
	feed := get("/calendar/"+address.Token+".ics", func(status int, _ http.Header, body []byte) error {
		events = bytes.Count(body, []byte("BEGIN:VEVENT\r\n"))
		if status != http.StatusOK || events < people/2 {
			return unexpected(status, body)
		}
		return nil
	})
	const asked = 200
	cpu, err := s.cost(ctx, administrator, feed, asked)
	return calendarCost{people, events, cpu}, err
}

// digests lets the server mail everybody what today was not mailed yet, and measures its processor time and memory.
func (s *stand) digests(ctx context.Context, users int) (d digestCost, err error) {
	const often = 20 * time.Millisecond
	measured, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(measured)
		tick := time.NewTicker(often)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
				if used, err := memoryOf(s.PID); err == nil {
					d.Memory = append(d.Memory, float64(used.Own)/1e6)
				}
			}
		}
	}()
	before, err := s.cpu()
	var done struct {
		Mailed int `json:"notifications_sent"`
	}
	if err == nil {
		err = s.post(ctx, administrator, "/api/club/v1/reminders/trigger", nil, &done)
	}
	after, failure := s.cpu()
	close(over)
	<-measured
	d.Mailed, d.CPU = done.Mailed, (after.own - before.own).Seconds()
	if err = errors.Join(err, failure); err == nil && done.Mailed < users {
		err = fmt.Errorf("%d mails to %d users", done.Mailed, users)
	}
	return d, err
}

// post sends a request with a body, and reads the answer.
func (s *stand) post(ctx context.Context, as account, path string, body, into any) error {
	asked := request{method: http.MethodPost, path: path, check: reads(into)}
	if body != nil {
		var err error
		if asked.body, err = json.Marshal(body); err != nil {
			return err
		}
	}
	return s.alone(ctx, as, asked)
}

// read asks as the administrator, and reads the answer.
func (s *stand) read(ctx context.Context, path string, into any) error {
	return s.alone(ctx, administrator, get(path, reads(into)))
}

func (s *stand) alone(ctx context.Context, as account, asked request) error {
	asking := client(1)
	defer asking.CloseIdleConnections()
	if err := s.ask(ctx, asking, as, asked, new(bytes.Buffer)); err != nil {
		return fmt.Errorf("%s %s: %w", asked.method, asked.path, err)
	}
	return nil
}

// reads checks that a request succeeds, and reads the answer.
func reads(into any) func(int, http.Header, []byte) error {
	return func(status int, _ http.Header, body []byte) error {
		if !slices.Contains([]int{http.StatusOK, http.StatusCreated}, status) {
			return unexpected(status, body)
		}
		if into == nil {
			return nil
		}
		return json.Unmarshal(body, into)
	}
}
