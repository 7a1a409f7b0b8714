package main_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/adapters/riverjobs"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/usecase/jobs"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// The outbox as the program has it: gormstore's transactions, in which riverjobs keeps jobs. Neither adapter knows the other, so
// that their contract is proven here.

// outboxed is a club's database with an outbox, as one process has it.
type outboxed struct {
	*gormstore.Store
	outbox   *riverjobs.Outbox
	pool     *sql.DB
	postgres bool
}

func openOutboxed(location string, now func() time.Time) (outboxed, error) {
	store, err := gormstore.Open(context.Background(), location)
	if err != nil {
		return outboxed{}, err
	}
	pool, postgres, err := store.Pool()
	if err != nil {
		return outboxed{}, err
	}
	outbox, err := riverjobs.NewOutbox(pool, postgres, now)
	if err == nil {
		store.SetOutbox(outbox.Add)
	}
	return outboxed{store, outbox, pool, postgres}, err
}

// runs begins to run jobs.
func (o outboxed) runs(work riverjobs.Work) (*riverjobs.Queue, error) {
	if work.Wake == nil {
		work.Wake = func(context.Context) {}
	}
	queue, err := riverjobs.Open(o.pool, o.postgres, work)
	if err == nil {
		err = queue.Start(context.Background())
	}
	return queue, err
}

// migrated is an open database that is fit for use until the test ends.
func migrated(t testing.TB, location string, now func() time.Time) outboxed {
	t.Helper()
	o, err := openOutboxed(location, now)
	ok(t, err)
	t.Cleanup(func() { ok(t, o.Close()) })
	ok(t, o.Migrate(context.Background()))
	ok(t, riverjobs.Migrate(context.Background(), o.pool, o.postgres))
	return o
}

func (o outboxed) start(t testing.TB, work riverjobs.Work) {
	t.Helper()
	queue, err := o.runs(work)
	ok(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), soon)
		defer cancel()
		ok(t, queue.Stop(ctx))
	})
}

// onBothDatabases runs a test with a maker of empty databases.
func onBothDatabases(t *testing.T, test func(t *testing.T, location func(testing.TB) string)) {
	t.Parallel()
	for name, location := range map[string]func(testing.TB) string{
		"SQLite":     func(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "club.db") },
		"PostgreSQL": postgres.NewDatabase,
	} {
		t.Run(name, func(t *testing.T) { t.Parallel(); test(t, location) })
	}
}

const quickly = 10 * time.Millisecond

func TestTheOutboxOfTheProgramKeepsItsContract(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, location func(testing.TB) string) {
		porttest.Outbox(t, func(t testing.TB) porttest.KeptJobs {
			o := migrated(t, location(t), time.Now)
			return porttest.KeptJobs{
				Database: porttest.Database{Stores: o.Stores(), Atomic: o.Store},
				Jobs:     o.kept,
			}
		})
	})
}

// kept are the jobs that the database has.
func (o outboxed) kept(t testing.TB) (list []job.Job) {
	t.Helper()
	args := "json(args)"
	if o.postgres {
		args = "args::text"
	}
	rows, err := o.pool.QueryContext(context.Background(), "SELECT "+args+" FROM river_job ORDER BY id")
	ok(t, err)
	defer rows.Close()
	for rows.Next() {
		var text string
		ok(t, rows.Scan(&text))
		var row struct {
			Kind, Key, Args string
			NotBefore       time.Time `json:"not_before"`
		}
		ok(t, json.Unmarshal([]byte(text), &row))
		list = append(list, job.Job{Kind: row.Kind, Key: row.Key, Args: row.Args, NotBefore: row.NotBefore})
	}
	ok(t, rows.Err())
	return list
}

// day is what the daily work of two servers did.
type day struct {
	mu  sync.Mutex
	now time.Time
	ran map[string]int
}

func (d *day) at() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

// since returns what ran, and forgets it.
func (d *day) since() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := fmt.Sprint(d.ran)
	clear(d.ran)
	return all
}

// serves is one server on a database, with two pieces of daily work.
func (d *day) serves(t *testing.T, location string, zone *time.Location) *jobs.Service {
	o := migrated(t, location, d.at)
	s := &jobs.Service{Runs: o.Stores().JobRuns, Outbox: o.Stores().Outbox, Failed: o.outbox, Now: d.at, Zone: zone}
	for _, name := range []string{"one", "two"} {
		s.Jobs = append(s.Jobs, jobs.Job{Name: name, Run: func(context.Context) (int, error) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.ran[name]++
			return 1, nil
		}})
	}
	o.start(t, riverjobs.Work{
		Now: d.at, PollEvery: quickly, Do: func(ctx context.Context, j job.Job) error { return s.Do(ctx, j).Err },
	})
	return s
}

func TestTwoServersDoDailyWorkOnceOnEveryDayOfTheClub(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, location func(testing.TB) string) {
		zone, err := time.LoadLocation("Europe/Amsterdam")
		ok(t, err)
		at, d := location(t), &day{ran: map[string]int{}}
		servers := []*jobs.Service{d.serves(t, at, zone), d.serves(t, at, zone)}
		const both, none = "map[one:1 two:1]", "map[]"
		for _, step := range []struct{ name, at, want string }{
			{"midnight before the clock goes forward", "2026-03-28T23:00:00Z", both},
			{"23 hours later it is midnight in summer", "2026-03-29T21:59:59Z", none},
			{"and a second more", "2026-03-29T22:00:00Z", both},
			{"the night in which the clock goes back", "2026-10-24T22:00:00Z", both},
			{"two o'clock, for the first time", "2026-10-25T00:30:00Z", none},
			{"two o'clock, for the second time", "2026-10-25T01:30:00Z", none},
			{"midnight in winter", "2026-10-25T23:00:00Z", both},
			{"a clock that went back", "2026-10-24T23:00:00Z", none},
		} {
			now, err := time.Parse(time.RFC3339, step.at)
			ok(t, err)
			d.mu.Lock()
			d.now = now
			d.mu.Unlock()
			var asked sync.WaitGroup
			for _, server := range append(servers, servers...) {
				asked.Go(func() {
					if err := server.AddDue(context.Background()); err != nil {
						t.Error(err)
					}
				})
			}
			asked.Wait()
			eventually(t, step.name+": it is done", func() bool {
				d.mu.Lock()
				defer d.mu.Unlock()
				return fmt.Sprint(d.ran) == step.want
			})
			time.Sleep(20 * quickly) // what runs twice shows
			if got := d.since(); got != step.want {
				t.Errorf("%s: ran %s, want %s", step.name, got, step.want)
			}
		}
	})
}

// A program that is killed. The test starts itself with one of these, and kills what comes of it when it has said a line.
const (
	dying     = "CLUBHUIS_TEST_DYING"
	afterStep = "after the step"
	inStep    = "in the step"
	inJob     = "in the job"
	rescue    = time.Second
)

func init() {
	if os.Getenv(dying) != "" {
		fmt.Fprintln(os.Stderr, die(os.Args[1], os.Getenv(dying)))
		os.Exit(1)
	}
}

// letter is a job that belongs to a user of the same name.
func addLetter(s ports.Stores, to string) error {
	_, err := s.Users.Create(context.Background(), account.User{Username: to, Email: to + "@club.example", DisplayName: to})
	return errors.Join(err, s.Outbox.Add(context.Background(), job.Kind[string]("letter").New(to, to)))
}

// die works on a database until it is killed.
func die(location, when string) error {
	o, err := openOutboxed(location, time.Now)
	if err != nil {
		return err
	}
	said := func() error {
		fmt.Println(when)
		select {} // until it is killed
	}
	switch when {
	case inStep:
		return o.Do(context.Background(), func(s ports.Stores) error { return errors.Join(addLetter(s, "inside"), said()) })
	case afterStep:
		err := o.Do(context.Background(), func(s ports.Stores) error { return addLetter(s, "after") })
		return errors.Join(err, said())
	}
	_, err = o.runs(riverjobs.Work{
		Now: time.Now, PollEvery: quickly, RescueAfter: rescue, Do: func(context.Context, job.Job) error { return said() },
	})
	if err != nil {
		return err
	}
	select {}
}

// kill starts a program on a database, and kills it where it says that it is.
func kill(t *testing.T, location, when string) {
	t.Helper()
	program := exec.Command(os.Args[0], location)
	program.Env = append(os.Environ(), dying+"="+when)
	var stderr strings.Builder
	program.Stderr = &stderr
	out, err := program.StdoutPipe()
	ok(t, err)
	ok(t, program.Start())
	timer := time.AfterFunc(soon, func() { _ = program.Process.Kill() })
	line, _ := bufio.NewReader(out).ReadString('\n')
	timer.Stop()
	ok(t, program.Process.Kill())
	if err := program.Wait(); err == nil || line != when+"\n" {
		t.Fatalf("it was not killed %s: %q, %v, %s", when, line, err, &stderr)
	}
}

func TestAJobSurvivesTheDeathOfItsProgram(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, location func(testing.TB) string) {
		at := location(t)
		o := migrated(t, at, time.Now)
		kill(t, at, inStep)
		if _, err := o.Stores().Users.ByLogin(t.Context(), "inside"); !errors.Is(err, account.ErrAbsent) {
			t.Errorf("the user of a step that never ended: %v", err)
		}
		kill(t, at, afterStep)
		if _, err := o.Stores().Users.ByLogin(t.Context(), "after"); err != nil {
			t.Errorf("the user of a step that ended: %v", err)
		}
		kill(t, at, inJob)
		died := time.Now()
		ran := make(chan string, 10)
		o.start(t, riverjobs.Work{Now: time.Now, PollEvery: quickly, RescueAfter: rescue, Do: func(_ context.Context, j job.Job) error {
			ran <- j.Args
			return nil
		}})
		select {
		case letter := <-ran:
			if took := time.Since(died); letter != `"after"` || took > time.Minute {
				t.Errorf("ran %s after %v", letter, took)
			}
		case <-time.After(time.Minute):
			t.Fatal("it never ran again")
		}
		time.Sleep(20 * quickly)
		if len(ran) > 0 {
			t.Errorf("ran once more: %s", <-ran)
		}
	})
}

func TestAnOperatorSeesFailedJobsAndLetsThemRunAgain(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.run("", "migrate").prints("")
	c.run("", "job", "failed").prints("")
	o, err := openOutboxed(c.flags[1], time.Now)
	ok(t, err)
	ok(t, o.Stores().Outbox.Add(t.Context(), job.Job{Kind: "newer", Args: "1", Key: "k"}))
	ok(t, o.Close())
	s := c.start()
	var number string
	eventually(t, "it failed often enough to wait", func() bool {
		out := c.run("", "job", "failed").out
		number, _, _ = strings.Cut(out, "\t")
		return strings.Contains(out, "\tnewer\tk\t") && strings.Contains(out, "tries\tagain 20") &&
			strings.Contains(out, "does not know")
	})
	failures := strings.Count(s.log.String(), "job failed")
	c.run("", "job", "retry", number).prints("")
	eventually(t, "it was tried again, which the log says", func() bool {
		return strings.Count(s.log.String(), "job failed") > failures
	})
	if strings.Contains(s.log.String(), "Job errored") {
		t.Errorf("it is said twice: %s", s.log)
	}
	s.stop()
	c.run("", "job", "retry", "99999").fails("no failed job 99999")
	c.run("", "job", "retry", "x").fails("x")
}
