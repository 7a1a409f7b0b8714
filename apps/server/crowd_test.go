package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
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
	request, err := http.NewRequestWithContext(c.t.Context(), method, c.servers[at].Load().url+path, body)
	ok(c.t, err)
	request.Header.Set("Content-Type", kind)
	request.SetBasicAuth(c.login, c.pass)
	response, err := c.client.Do(request)
	if err != nil {
		c.broke.Add(1)
		return 0, nil
	}
	defer response.Body.Close()
	text, err = io.ReadAll(response.Body)
	switch {
	case err != nil:
		c.broke.Add(1)
		return 0, nil
	case response.StatusCode == http.StatusServiceUnavailable:
		c.broke.Add(1)
	case response.StatusCode >= http.StatusBadRequest:
		c.t.Errorf("%s %s: %d %.300s", method, path, response.StatusCode, text)
	default:
		c.worked.Add(1)
	}
	return response.StatusCode, text
}

// worker is somebody who makes people and edits one of them again and again.
type worker struct {
	*crowd
	name    string
	dice    *rand.Rand
	own     int64  // the person who is edited, 0 for none yet
	written string // what an answer said last
	perhaps []string
	made    map[string]bool // by last name; false where nobody knows whether it was made
	shown   []int64         // pictures that were brought
}

func (w *worker) at() int { return w.dice.IntN(len(w.servers)) }

func (w *worker) step(n int) {
	switch w.dice.IntN(7) {
	case 0:
		name := fmt.Sprintf("%s-%d", w.name, n)
		status, text := w.send(w.at(), http.MethodPost, collection, object{"acf": object{"first_name": "Lid", "last_name": name}})
		w.made[name] = status == http.StatusCreated
		var made struct{ ID int64 }
		if w.made[name] && w.own == 0 && json.Unmarshal(text, &made) == nil {
			w.own = made.ID
		}
	case 1, 2:
		if w.own == 0 {
			return
		}
		value := fmt.Sprintf("%s.%d", w.name, n)
		status, _ := w.send(w.at(), http.MethodPut, w.path(), object{"acf": object{"nickname": value}})
		if status == http.StatusOK {
			w.written, w.perhaps = value, nil
		} else {
			w.perhaps = append(w.perhaps, value)
		}
	case 3:
		if w.own == 0 {
			return
		}
		if status, text := w.send(w.at(), http.MethodGet, w.path(), nil); status == http.StatusOK {
			w.reads(text)
		}
	case 4:
		w.send(w.at(), http.MethodGet, collection+"?per_page=20&page=1", nil)
	case 5:
		w.send(w.at(), http.MethodGet, collection+"?search="+w.name+"-", nil)
	case 6:
		w.bring()
	}
}

// bring uploads a picture, which no other has.
func (w *worker) bring() {
	picture := image.NewGray(image.Rect(0, 0, 8, 8))
	for i := range picture.Pix {
		picture.Pix[i] = byte(w.dice.IntN(256))
	}
	var b bytes.Buffer
	ok(w.t, png.Encode(&b, picture))
	body, kind, err := asForm("foto.png", b.Bytes())
	ok(w.t, err)
	status, text := w.sendAs(w.at(), http.MethodPost, "/api/cms/v2/media", kind, body)
	var added struct{ ID int64 }
	if status == http.StatusCreated && json.Unmarshal(text, &added) == nil {
		w.shown = append(w.shown, added.ID)
	}
}

func (w *worker) path() string { return fmt.Sprintf("%s/%d", collection, w.own) }

// reads holds that a person is as the last answer said, or as a write made them of which nobody knows.
func (w *worker) reads(text []byte) {
	var found struct{ ACF struct{ Nickname string } }
	ok(w.t, json.Unmarshal(text, &found))
	got := found.ACF.Nickname
	if got == w.written {
		return
	}
	for _, value := range w.perhaps {
		if got == value {
			return
		}
	}
	w.t.Errorf("%s is %q, not %q nor one of %q", w.name, got, w.written, w.perhaps)
}

// crash kills one of the database's processes, as the system does that has no memory left: PostgreSQL breaks all connections and
// recovers.
func crash(t *testing.T, dsn string) {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), dsn)
	ok(t, err)
	ok(t, syscall.Kill(int(connection.PgConn().PID()), syscall.SIGKILL)) //nolint:gosec // the number of a process
	_ = connection.Close(t.Context())                                    // it is broken
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

// Three servers on one database and one bucket under 64 people, each killed and started again in turn, and the database once:
// what was answered is there, once, and nobody gets another error than that it is not available now.
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
	c.pass = c.program(c.login)
	c.start(0)
	c.start(1)
	c.start(2)

	length := crowded(t)
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	var everybody sync.WaitGroup
	workers := make([]*worker, 64)
	for i := range workers {
		w := &worker{crowd: c, name: fmt.Sprintf("Wie%02d", i), made: map[string]bool{}}
		w.dice = rand.New(rand.NewPCG(uint64(i), 1)) //nolint:gosec // a test
		workers[i] = w
		everybody.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				w.step(n)
			}
		})
	}
	for n := range 4 { // three servers, and the database among them
		time.Sleep(length / 5)
		if n == 2 {
			crash(t, dsn)
			continue
		}
		at := n % 3
		if n == 3 {
			at = 2
		}
		c.servers[at].Load().killed()
		c.start(at)
	}
	everybody.Wait()
	t.Logf("%d requests were done, %d were not", c.worked.Load(), c.broke.Load())
	if c.worked.Load() < 500 {
		t.Errorf("only %d requests were done", c.worked.Load())
	}
	c.left(workers)
}

// start starts one of the servers.
func (c *crowd) start(at int) {
	c.servers[at].Store(c.club.start("serve", "--base-url", "http://club.example"))
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
	pictures := 0
	for _, w := range workers {
		for name, answered := range w.made {
			if n := there[name]; n > 1 || answered && n == 0 {
				c.t.Errorf("%s is there %d times; it was answered: %v", name, n, answered)
			}
		}
		if w.own != 0 {
			w.reads([]byte(last.get(w.path()).is(http.StatusOK).text))
		}
		for _, id := range w.shown {
			shown := last.get(fmt.Sprintf("/api/club/v1/media/%d/full", id)).is(http.StatusOK)
			if _, err := png.Decode(strings.NewReader(shown.text)); err != nil {
				c.t.Errorf("the picture %d: %v", id, err)
			}
			pictures++
		}
	}
	c.t.Logf("%d pictures are there", pictures)
	if pictures == 0 {
		c.t.Error("nobody brought a picture")
	}
}
