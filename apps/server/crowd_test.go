package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// crowd are several servers on one database, and people who work on any of them as a proxy would send them, while servers and the
// database die.
type crowd struct {
	*club
	login, pass string
	servers     [3]atomic.Pointer[server]
	client      *http.Client
	worked      atomic.Int64 // requests that were done
	broke       atomic.Int64 // requests that were not, as they may be while something is down
}

// send makes a request of one of the servers, and returns 0 when the connection broke, so that nobody knows what became of it.
func (c *crowd) send(at int, method, path string, body any) (status int, text []byte) {
	encoded, err := json.Marshal(body)
	ok(c.t, err)
	return c.sendAs(at, method, path, "application/json", bytes.NewReader(encoded))
}

func (c *crowd) sendAs(at int, method, path, kind string, body io.Reader) (status int, text []byte) {
	request := c.request(at, method, path, body)
	request.Header.Set("Content-Type", kind)
	request.SetBasicAuth(c.login, c.pass)
	status, _, text = c.exchange(request)
	return status, text
}

func (c *crowd) request(at int, method, path string, body io.Reader) *http.Request {
	request, err := http.NewRequestWithContext(c.t.Context(), method, c.servers[at].Load().url+path, body)
	ok(c.t, err)
	return request
}

// exchange returns 0 when the connection broke.
func (c *crowd) exchange(request *http.Request) (status int, set []*http.Cookie, text []byte) {
	response, err := c.client.Do(request)
	if err != nil {
		if os.IsTimeout(err) {
			c.t.Errorf("%s %s: no answer within %v", request.Method, request.URL.Path, c.client.Timeout)
		}
		c.broke.Add(1)
		return 0, nil, nil
	}
	defer response.Body.Close()
	text, err = io.ReadAll(response.Body)
	switch {
	case err != nil:
		c.broke.Add(1)
		return 0, nil, nil
	case response.StatusCode == http.StatusServiceUnavailable:
		c.broke.Add(1)
	case response.StatusCode >= http.StatusBadRequest:
		c.t.Errorf("%s %s: %d %.300s", request.Method, request.URL.Path, response.StatusCode, text)
	default:
		c.worked.Add(1)
	}
	return response.StatusCode, response.Cookies(), text
}

// crash kills one of the database's processes, as the system does that has no memory left: PostgreSQL breaks all connections and
// recovers.
func crash(t *testing.T, dsn string) {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), dsn)
	ok(t, err)
	ok(t, syscall.Kill(int(connection.PgConn().PID()), syscall.SIGKILL)) //nolint:gosec // the number of a process
	_ = connection.Close(t.Context())                                    // it is broken
	eventually(t, "the database has recovered", func() bool {            // a server that starts before gives up
		again, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			return false
		}
		return again.Close(t.Context()) == nil
	})
}

// crowded is for how long they work: a minute every night.
func crowded(t *testing.T) time.Duration {
	if text := os.Getenv("CLUBHUIS_CROWD"); text != "" {
		length, err := time.ParseDuration(text)
		ok(t, err)
		return length
	}
	return 12 * time.Second
}

// inBucket lets the files of a club lie in an S3 bucket, which outlives the servers.
func (c *club) inBucket() *club {
	backend := s3mem.New()
	ok(c.t, backend.CreateBucket("club"))
	server := httptest.NewServer(gofakes3.New(backend).Server())
	c.t.Cleanup(server.Close)
	place := url.Values{"endpoint": {server.URL}, "region": {"eu-west-1"}, "use_path_style": {"true"}}
	c.flags = append(c.flags, "--files", "s3://club?"+place.Encode())
	c.env = append(c.env, "AWS_ACCESS_KEY_ID=test", "AWS_SECRET_ACCESS_KEY=test", "AWS_EC2_METADATA_DISABLED=true")
	return c
}

// Three servers on one database and one bucket under 64 people, each killed and started again in turn, while one bills all
// members, too; the database crashes once, and is restarted once. What was answered is there, once, all servers show it at once,
// and nobody gets another error than that it is not available now.
func TestServersAndTheDatabaseDieUnderACrowdOnPostgreSQL(t *testing.T) {
	t.Parallel()
	database, err := postgres.Start(t.Context())
	ok(t, err)
	t.Cleanup(func() { ok(t, database.Stop()) })
	ok(t, database.CreateDatabase(t.Context(), "crowd"))
	// What is answered must survive the death of the database, though not that of the machine.
	dsn := database.DSN("crowd") + "&synchronous_commit=on"
	c := &crowd{club: newClub(t).on(dsn).inBucket(), login: "beheer", client: &http.Client{
		Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: soon,
	}}
	c.run("", "migrate").prints("")
	c.addUser(c.login, "--role", "administrator")
	for i := range browsers {
		c.addUser(browsing(i), "--role", "club_user")
	}
	c.pass = c.program(c.login)
	c.start(0)
	c.start(1)
	c.start(2)
	c.join(members)

	length := crowded(t)
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	var everybody sync.WaitGroup
	workers := make([]*worker, 64)
	for i := range workers {
		w := &worker{crowd: c, name: fmt.Sprintf("Wie%02d", i), made: map[string]bool{}, chief: i == 0}
		w.dice = rand.New(rand.NewPCG(uint64(i), 1)) //nolint:gosec // a test
		if i < browsers {
			w.account, w.address = browsing(i), fmt.Sprint("192.0.2.", i+1)
			w.cookies, err = cookiejar.New(nil)
			ok(t, err)
		}
		workers[i] = w
		everybody.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				w.step(n)
			}
		})
	}
	for n, event := range []func(){ // what dies in turn
		func() { c.bills(0); c.dies(0) },
		func() { c.dies(1) },
		func() { crash(t, dsn) },
		func() { c.dies(2) },
		func() { ok(t, database.Restart(t.Context())) },
	} {
		time.Sleep(length / 6)
		t.Logf("%d: %d requests were done, %d were not", n, c.worked.Load(), c.broke.Load())
		event()
	}
	everybody.Wait()
	t.Logf("%d requests were done, %d were not", c.worked.Load(), c.broke.Load())
	if c.worked.Load() < int64(40*length.Seconds()) {
		t.Errorf("only %d requests were done", c.worked.Load())
	}
	c.left(workers)
}

// browsers are how many of them also sign in as people do, each as somebody else.
const browsers = 6

func browsing(n int) string { return fmt.Sprint("wie", n) }

// members are who is billed, beside those whom workers make.
const members = 200

// join makes so many members.
func (c *crowd) join(count int) {
	c.t.Helper()
	var all sync.WaitGroup
	for part := range 8 {
		all.Go(func() {
			for n := range count / 8 {
				if status, text := c.send(part%3, http.MethodPost, collection, object{"acf": object{
					"first_name": "Lid", "last_name": fmt.Sprintf("Leden-%d-%d", part, n), "leeftijdsgroep": "Senioren",
				}}); status != http.StatusCreated {
					c.t.Errorf("%d %.300s", status, text)
				}
			}
		})
	}
	all.Wait()
}

// bills lets a server bill everybody, and returns when it has begun.
func (c *crowd) bills(at int) {
	c.t.Helper()
	eventually(c.t, "some are billed", func() bool {
		status, text := c.send(at, http.MethodGet, billing, nil)
		var told struct {
			Status  string
			Created int
		}
		if status != http.StatusOK || json.Unmarshal(text, &told) != nil {
			return false
		}
		if told.Status == "idle" { // it may have begun although the answer was lost: never ask twice
			c.send(at, http.MethodPost, "/api/club/v1/fees/bulk-create-invoices", object{})
		}
		return told.Created > 0
	})
}

const billing = "/api/club/v1/fees/bulk-invoice-job"

// dies kills a server and starts it again.
func (c *crowd) dies(at int) {
	c.t.Helper()
	c.servers[at].Load().killed()
	c.start(at)
}

// start starts one of the servers.
func (c *crowd) start(at int) {
	c.servers[at].Store(c.club.start("serve", "--base-url", "http://club.example", "--trusted-proxies", "127.0.0.1"))
}

// left holds what is there in the end against what was answered.
func (c *crowd) left(workers []*worker) {
	c.t.Helper()
	last := c.servers[0].Load().as(c.login, c.pass)
	eventually(c.t, "the server is ready", func() bool { return last.get("/readyz").status == http.StatusOK })
	there := map[string]int{}
	for page := 1; ; page++ {
		list := last.get(fmt.Sprintf("%s?per_page=100&page=%d&_fields=id,acf", collection, page))
		if list.status == http.StatusBadRequest {
			break // beyond the last page
		}
		people := list.is(http.StatusOK).list()
		for _, p := range people {
			there[p["acf"].(object)["last_name"].(string)]++
		}
		if len(people) < 100 {
			break
		}
	}
	billed := c.booked(last)
	pictures, paid := 0, 0
	for _, w := range workers {
		for name, answered := range w.made {
			if n := there[name]; n > 1 || answered && n == 0 {
				c.t.Errorf("%s is there %d times; it was answered: %v", name, n, answered)
			}
		}
		if w.own != 0 {
			w.reads([]byte(last.get(w.path()).is(http.StatusOK).text))
		}
		if w.invoice != 0 {
			paid += w.paidOnce(last)
		}
		for _, id := range w.shown {
			shown := last.get(fmt.Sprintf("/api/club/v1/media/%d/full", id)).is(http.StatusOK)
			if _, err := png.Decode(strings.NewReader(shown.text)); err != nil {
				c.t.Errorf("the picture %d: %v", id, err)
			}
			pictures++
		}
	}
	c.t.Logf("%d pictures, %d invoices, %d payments are there", pictures, billed, paid)
	if pictures == 0 || billed <= members || paid == 0 {
		c.t.Error("of something there is none")
	}
}

// booked holds that the season was billed once, and that the numbers of all invoices follow one another.
func (c *crowd) booked(last *server) (invoices int) {
	c.t.Helper()
	eventually(c.t, "everybody is billed", func() bool {
		return last.get(billing).is(http.StatusOK).object()["status"] == "done"
	})
	if errs, _ := last.get(billing).object()["errors"].([]any); len(errs) > 0 {
		c.t.Errorf("who was not billed: %v", errs)
	}
	season, numbers := map[any]int{}, map[any]bool{}
	for _, one := range last.get("/api/club/v1/invoices").is(http.StatusOK).list() {
		if one["invoice_type"] == "membership" {
			season[one["person"].(object)["id"]]++
		}
		numbers[one["invoice_number"]] = true
		invoices++
	}
	for who, times := range season {
		if times != 1 {
			c.t.Errorf("person %v has %d invoices of a season", who, times)
		}
	}
	if len(season) < members {
		c.t.Errorf("%d of %d are billed", len(season), members)
	}
	type series struct {
		of   invoice.Series
		year int
	}
	count, highest := map[series]int64{}, map[series]int64{}
	for number := range numbers {
		of, year, nth, there := invoice.InSeries(number.(string))
		if !there {
			c.t.Errorf("%v is in no series", number)
		}
		in := series{of, year}
		count[in]++
		highest[in] = max(highest[in], nth)
	}
	if !maps.Equal(count, highest) {
		c.t.Errorf("the series %v have %v numbers", highest, count)
	}
	if len(numbers) != invoices {
		c.t.Errorf("%d invoices have %d numbers", invoices, len(numbers))
	}
	return invoices
}
