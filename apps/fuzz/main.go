// Command fuzz attacks a running server with requests that it makes from the description of the API: right ones, and wrong ones
// in every way that it knows, from users with different rights.
//
//	go run ./apps/fuzz                            # 100,000 requests, half of them on each kind of database
//	go run ./apps/fuzz --for 5m --seed 7          # five minutes of the requests that belong to seed 7
//	go run ./apps/fuzz --connections 1 --seed 7   # one after the other: exactly the same requests each time
//
// It owns the requests and what must hold of every answer: no error of the server, the shape that was promised, and nobody is
// told what belongs to somebody else. It knows the server as any program does, by its commands and its REST interface. Attacks
// that need thought (races, sign-in, memory) have tests of their own beside what they attack.
package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/clubhuis/clubhuis/apps/internal/program"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

type command struct {
	Requests    int64         `default:"100000" help:"Requests in all (${default})."`
	For         time.Duration `placeholder:"DURATION" help:"So long in all, instead of a number of requests."`
	Seed        uint64        `placeholder:"NUMBER" help:"Which requests; it is drawn and printed when this is empty."`
	Database    string        `default:"both" enum:"sqlite,postgres,both" help:"sqlite, postgres or both (${default})."`
	Binary      string        `env:"CLUBHUIS_BINARY" placeholder:"FILE" help:"The built server; it is built when this is empty."`
	Connections int           `default:"4" help:"Requests at once (${default}). With 1 a seed is repeated exactly."`
	Round       int64         `default:"1000" help:"Requests after which everything is read back (${default})."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	var c command
	kong.Parse(&c, kong.Name("fuzz"), kong.Description("Attacks a server with generated requests."), kong.UsageOnError())
	err := c.run(ctx)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "fuzz: %v\n", err)
		os.Exit(1)
	}
}

// run attacks a server on each database.
func (c *command) run(ctx context.Context) (err error) {
	if min(c.Requests, c.Round, int64(c.Connections)) < 1 || c.For < 0 {
		return errors.New("there is nothing to send: numbers start at 1")
	}
	for c.Seed == 0 {
		c.Seed = rand.Uint64() >> 32
	}
	folder, err := os.MkdirTemp("", "clubhuis-fuzz-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if c.Binary == "" {
		c.Binary = filepath.Join(folder, "clubhuis")
		if err := program.Build(ctx, c.Binary, "server"); err != nil {
			return err
		}
	}
	databases := []string{c.Database}
	if c.Database == "both" {
		databases = []string{"sqlite", "postgres"}
	}
	say("seed %d", c.Seed)
	for _, database := range databases {
		limit := limits{requests: max(1, c.Requests/int64(len(databases))), duration: c.For / time.Duration(len(databases)),
			round:       c.Round,
			connections: c.Connections}
		if err := c.attack(ctx, filepath.Join(folder, database), database, limit); err != nil {
			return err
		}
	}
	return nil
}

// attack makes a club in an empty database, starts a server on it and attacks that.
func (c *command) attack(ctx context.Context, folder, database string, limit limits) (err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	location := "sqlite:" + filepath.Join(folder, "club.db")
	if database == "postgres" {
		server, err := postgres.Start(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, server.Stop()) }()
		if err := server.CreateDatabase(ctx, "fuzz"); err != nil {
			return err
		}
		location = server.DSN("fuzz")
	}
	s, err := startSite(ctx, c.Binary, folder, location, c.Seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	a := &attack{site: s, name: database, seed: c.Seed, say: say}
	if err := a.run(ctx, limit); err != nil {
		return fmt.Errorf("seed %d on %s: %w", c.Seed, database, err)
	}
	fmt.Printf("%s, seed %d: %s\n", database, c.Seed, a.summary())
	return nil
}

// say tells the terminal what happens; the results alone go to standard output.
func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s %s\n", time.Now().Format(time.TimeOnly), fmt.Sprintf(format, args...))
}
