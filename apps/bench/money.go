package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"
)

// moneyCommand measures what the treasurer and members wait for: fees, invoices, papers and the payment page.
type moneyCommand struct {
	People    int           `default:"2250" help:"People in the club, of whom two thirds pay (${default})."`
	Databases []string      `default:"sqlite,postgres" enum:"sqlite,postgres" help:"Databases (${default})."`
	Rules     []int         `default:"1500,10000,100000" help:"Members whose fees are computed in memory (${default})."`
	Opening   time.Duration `default:"1m" help:"Within which all members open their payment page (${default})."`
	Quick     bool          `help:"150 people, within five seconds."`
	JSON      string        `placeholder:"FILE" help:"Write the results as JSON, too."`
	Seed      uint64        `default:"1" help:"Which synthetic club (${default})."`
	Binary    string        `env:"CLUBHUIS_BINARY" placeholder:"FILE" help:"The built server; it is built when this is empty."`
}

// Run measures and prints.
func (c *moneyCommand) Run(ctx context.Context) (err error) {
	if c.Quick {
		c.People, c.Rules, c.Opening = 150, []int{1500, 10000}, 5*time.Second
	}
	folder, err := os.MkdirTemp("", "clubhuis-bench-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	results := moneyReport{Machine: describeMachine()}
	begin := time.Now()
	for _, members := range c.Rules {
		cost, err := measureRules(members)
		if err != nil {
			return err
		}
		results.Rules = append(results.Rules, ruleCost{members, cost})
		say("fees of %d members: %.2f ms", members, cost)
	}
	w, err := newEnvironment(ctx, folder, c.Binary, c.Seed, c.Databases)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	for _, database := range c.Databases {
		club, err := c.measureClub(ctx, w, database)
		if err != nil {
			return fmt.Errorf("money on %s: %w", database, err)
		}
		results.Clubs = append(results.Clubs, club)
	}
	results.Took = time.Since(begin).Round(time.Second).String()
	results.print(os.Stdout)
	if c.JSON == "" {
		return nil
	}
	results.Bars = results.bars()
	return saveJSON(c.JSON, results)
}

func (c *moneyCommand) measureClub(ctx context.Context, w *environment, database string) (result moneyClub, err error) {
	say("%s: a club of %d people", database, c.People)
	s, err := w.seeded(ctx, database, w.binary, "money", c.People)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, s.close(ctx)) }()
	if _, err := s.start(ctx); err != nil {
		return result, err
	}
	result.Database = database
	const quickly = 200
	list := func(*drawer, int64) request { return get("/api/club/v1/fees", checkOK) }
	if result.List, err = s.perRequest(ctx, list, quickly); err != nil {
		return result, err
	}
	say("%s: billing a season", database)
	if result.Invoices, result.Bulk, result.BulkCPU, err = s.billSeason(ctx); err != nil {
		return result, err
	}
	if result.Bare, err = s.bareInserts(ctx); err != nil {
		return result, err
	}
	made, err := s.invoices(ctx)
	if err != nil {
		return result, err
	}
	paper := func(_ *drawer, n int64) request { return get(made[int(n)%len(made)].pdf, checkOK) }
	if result.PDF, err = s.perRequest(ctx, paper, quickly); err != nil {
		return result, err
	}
	page := func(_ *drawer, n int64) request { return get(made[int(n)%len(made)].page, checkOK) }
	if result.Page, err = s.perRequest(ctx, page, 5*quickly); err != nil {
		return result, err
	}
	say("%s: %d members open their page within %v", database, len(made), c.Opening)
	result.Opening, err = s.opening(ctx, made, c.Opening)
	return result, err
}

func checkOK(status int, _ http.Header, body []byte) error {
	if status != http.StatusOK || len(body) == 0 {
		return unexpected(status, body)
	}
	return nil
}

// perRequest returns the processor time of a request of the server alone, in milliseconds, one after another.
func (s *stand) perRequest(ctx context.Context, draw func(*drawer, int64) request, requests int64) (float64, error) {
	op := operation{make: draw}
	if _, err := s.load(ctx, op, drawers{}, 1, limits{requests / 10, time.Minute}); err != nil { // warm
		return 0, err
	}
	seen, err := s.load(ctx, op, drawers{}, 1, limits{requests, time.Minute})
	return milliseconds(seen.cpu) / float64(max(seen.requests, 1)), err
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// billSeason lets the job bill everybody, and returns how many invoices it made, how long it took and its processor time.
func (s *stand) billSeason(ctx context.Context) (invoices int, took, cpu float64, err error) {
	before, err := s.cpu()
	if err != nil {
		return 0, 0, 0, err
	}
	begin := time.Now()
	start := request{method: http.MethodPost, path: "/api/club/v1/fees/bulk-create-invoices", check: checkOK}
	asking := client(1)
	defer asking.CloseIdleConnections()
	var buffer bytes.Buffer
	if err := s.ask(ctx, asking, administrator, start, &buffer); err != nil {
		return 0, 0, 0, err
	}
	var job struct {
		Status  string
		Created int
		Errors  []json.RawMessage
	}
	progress := get("/api/club/v1/fees/bulk-invoice-job", func(status int, _ http.Header, body []byte) error {
		if status != http.StatusOK {
			return unexpected(status, body)
		}
		return json.Unmarshal(body, &job)
	})
	for job.Status != "done" {
		if ctx.Err() != nil {
			return 0, 0, 0, ctx.Err()
		}
		time.Sleep(20 * time.Millisecond)
		if err := s.ask(ctx, asking, administrator, progress, &buffer); err != nil {
			return 0, 0, 0, err
		}
	}
	elapsed := time.Since(begin)
	after, err := s.cpu()
	if len(job.Errors) > 0 || job.Created == 0 {
		err = fmt.Errorf("the job ends with %d invoices and %s", job.Created, job.Errors)
	}
	return job.Created, elapsed.Seconds(), (after.own - before.own).Seconds(), err
}

// made is where an invoice is read: its paper, and the page of the member.
type made struct{ pdf, page string }

func (s *stand) invoices(ctx context.Context) (list []made, err error) {
	asking := client(1)
	defer asking.CloseIdleConnections()
	var numbered []struct{ ID int64 }
	var one struct {
		Address string `json:"payment_url"`
	}
	read := func(into any) func(int, http.Header, []byte) error {
		return func(status int, _ http.Header, body []byte) error {
			if status != http.StatusOK {
				return unexpected(status, body)
			}
			return json.Unmarshal(body, into)
		}
	}
	var buffer bytes.Buffer
	if err := s.ask(ctx, asking, administrator, get("/api/club/v1/invoices", read(&numbered)), &buffer); err != nil {
		return nil, err
	}
	for _, v := range numbered {
		path := "/api/club/v1/invoices/" + strconv.FormatInt(v.ID, 10)
		if err := s.ask(ctx, asking, administrator, get(path, read(&one)), &buffer); err != nil {
			return nil, err
		}
		address, err := url.Parse(one.Address)
		if err != nil {
			return nil, err
		}
		list = append(list, made{path + "/pdf", address.Path})
	}
	return list, nil
}

// opening lets every member open the payment page, one after another at an even pace, whether or not the one before has it yet.
func (s *stand) opening(ctx context.Context, all []made, within time.Duration) (o opening, err error) {
	asking := client(len(all))
	defer asking.CloseIdleConnections()
	took, failures := make([]time.Duration, len(all)), make([]error, len(all))
	before, err := s.cpu()
	if err != nil {
		return o, err
	}
	pace := time.NewTicker(within / time.Duration(len(all)))
	defer pace.Stop()
	var everybody sync.WaitGroup
	for n := range all {
		select {
		case <-ctx.Done():
			return o, ctx.Err()
		case <-pace.C:
		}
		everybody.Go(func() {
			sent := time.Now()
			failures[n] = s.ask(ctx, asking, administrator, get(all[n].page, checkOK), new(bytes.Buffer))
			took[n] = time.Since(sent)
		})
	}
	everybody.Wait()
	after, err := s.cpu()
	return opening{
		Members: len(all), P50: milliseconds(percentile(took, .5)), P99: milliseconds(percentile(took, .99)),
		Most: milliseconds(slices.Max(took)), CPU: (after.own - before.own).Seconds(),
	}, errors.Join(append(failures, err)...)
}
