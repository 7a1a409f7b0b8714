package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/apps/internal/program"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// workshop holds what all measurements share.
type workshop struct {
	folder   string
	binary   string // the server
	self     string // this program, for the floor
	seed     uint64
	clubs    map[int]club.Club
	postgres *postgres.Server
}

func newWorkshop(ctx context.Context, c *measureCommand, folder string) (*workshop, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &workshop{folder: folder, binary: c.Binary, self: self, seed: c.Seed, clubs: map[int]club.Club{}}
	if w.binary == "" {
		w.binary = filepath.Join(folder, "clubhuis")
		if err := program.Build(ctx, w.binary, "server"); err != nil {
			return nil, err
		}
	}
	for _, database := range c.Databases {
		if database == "postgres" && w.postgres == nil {
			if w.postgres, err = postgres.Start(ctx); err != nil {
				return nil, err
			}
		}
	}
	return w, nil
}

func (w *workshop) close() error {
	if w.postgres == nil {
		return nil
	}
	return w.postgres.Stop()
}

// club is the synthetic club of a size.
func (w *workshop) club(size int) club.Club {
	if _, made := w.clubs[size]; !made {
		w.clubs[size] = club.Generate(size, w.seed, today())
	}
	return w.clubs[size]
}

// database makes an empty one, and says where it is.
func (w *workshop) database(ctx context.Context, kind, name string) (string, error) {
	if kind == "sqlite" {
		return "sqlite:" + filepath.Join(w.folder, name, "club.db"), os.MkdirAll(filepath.Join(w.folder, name), 0o700)
	}
	return w.postgres.DSN(name), w.postgres.CreateDatabase(ctx, name)
}

// settledClub is a server and a floor with the same people.
type settledClub struct {
	workshop      *workshop
	kind          string
	names         []string // of its databases
	database      string   // of the server
	server, floor target
	filling       time.Duration // how long `clubhuis seed` took
}

const username = "bench"

// settle fills the two databases and starts the two processes.
func (w *workshop) settle(ctx context.Context, kind string, size int) (*settledClub, error) {
	c := &settledClub{workshop: w, kind: kind}
	for _, name := range []string{"server", "floor"} {
		c.names = append(c.names, name+"_"+strconv.Itoa(size))
	}
	var err error
	if c.database, err = w.database(ctx, kind, c.names[0]); err != nil {
		return nil, err
	}
	if kind == "postgres" {
		if _, err := c.command(ctx, "", "migrate"); err != nil {
			return nil, err
		}
	}
	begin := time.Now()
	if _, err := c.command(ctx, "", "seed", "--people", strconv.Itoa(size), "--seed", strconv.FormatUint(w.seed, 10)); err != nil {
		return nil, err
	}
	c.filling = time.Since(begin)
	_, err = c.command(ctx, rand.Text(), "user", "add", "--username", username, "--email", "bench@voorbeeld.example",
		"--display-name", "Bench", "--role", "administrator", "--password-stdin")
	if err != nil {
		return nil, err
	}
	password, err := c.command(ctx, "", "app-password", "add", "--username", username, "--name", "bench")
	if err != nil {
		return nil, err
	}
	c.server.user, c.server.password = username, strings.TrimSpace(password)
	location, err := w.database(ctx, kind, c.names[1])
	if err != nil {
		return nil, err
	}
	if c.floor.Process, err = program.Start(ctx, "floor", w.folder, w.self, "floor", "--database", location,
		"--people", strconv.Itoa(size), "--seed", strconv.FormatUint(w.seed, 10)); err != nil {
		return nil, err
	}
	if kind == "postgres" {
		main, err := mainProcess(c.database)
		if err != nil {
			return nil, errors.Join(err, c.floor.Stop())
		}
		c.server.database, c.floor.database = main, main
		if err := errors.Join(tidy(ctx, c.database), tidy(ctx, location)); err != nil {
			return nil, errors.Join(err, c.floor.Stop())
		}
	}
	return c, nil
}

// command runs one of the server's commands on its database, and answers what it prints.
func (c *settledClub) command(ctx context.Context, input string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, c.workshop.binary, append(args, c.places()...)...)
	var wrong bytes.Buffer
	command.Stdin, command.Stderr = strings.NewReader(input), &wrong
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("clubhuis %s: %w: %s", args[0], err, bytes.TrimSpace(wrong.Bytes()))
	}
	return string(out), nil
}

// places are the flags that every command of the server has.
func (c *settledClub) places() []string {
	return []string{"--database", c.database, "--files", filepath.Join(c.workshop.folder, "files")}
}

// timeStarts starts the server so many times on its database and answers the median of the time to the first answer. The
// last one stays.
func (c *settledClub) timeStarts(ctx context.Context, times int) (time.Duration, error) {
	var took []time.Duration
	for n := range times {
		begin := time.Now()
		server, err := program.Start(ctx, "server", c.workshop.folder, c.workshop.binary, append([]string{"serve", "--listen", "127.0.0.1:0",
			"--secret-key-file", filepath.Join(c.workshop.folder, "clubhuis.key")}, c.places()...)...)
		if err != nil {
			return 0, err
		}
		c.server.Process = server
		first := request{method: http.MethodGet, path: collection + "/1", check: func(status int, _ http.Header, body []byte) error {
			return checkPerson(status, http.StatusOK, body, "1", "")
		}}
		if err := c.server.ask(ctx, client(1), first, new(bytes.Buffer)); err != nil {
			return 0, err
		}
		took = append(took, time.Since(begin))
		if n < times-1 {
			if err := server.Stop(); err != nil {
				return 0, err
			}
		}
	}
	return percentile(took, .5), nil
}

// close stops the two processes and removes their databases.
func (c *settledClub) close(ctx context.Context) error {
	var failures []error
	for _, p := range []*program.Process{c.server.Process, c.floor.Process} {
		if p != nil {
			failures = append(failures, p.Stop(), os.Remove(p.Log))
		}
	}
	for _, name := range c.names {
		if c.kind == "postgres" {
			failures = append(failures, c.workshop.postgres.DropDatabase(ctx, name))
		} else {
			failures = append(failures, os.RemoveAll(filepath.Join(c.workshop.folder, name)))
		}
	}
	return errors.Join(failures...)
}

// tidy does what a PostgreSQL that runs for a while does by itself: its statistics are right, nothing is left to clean up.
func tidy(ctx context.Context, database string) error {
	pool, err := sql.Open("pgx", database)
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "VACUUM ANALYZE")
	return errors.Join(err, pool.Close())
}

// mainProcess is the number of PostgreSQL's first process, whose children serve the connections. It stands in a file beside
// the socket, which the address names.
func mainProcess(database string) (int, error) {
	address, err := url.Parse(database)
	if err != nil {
		return 0, errors.New("PostgreSQL's address can't be read")
	}
	text, err := os.ReadFile(filepath.Join(address.Query().Get("host"), "data", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(strings.TrimSpace(first))
}
