package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/apps/bench/alike"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/work"
)

// alikeCommand sends the same requests to two builds of the server, and reports where their answers differ.
type alikeCommand struct {
	Against  string `required:"" placeholder:"BINARY" type:"existingfile" help:"The other build, whose answers are right."`
	Binary   string `env:"CLUBHUIS_BINARY" placeholder:"FILE" help:"The built server; it is built when this is empty."`
	Database string `default:"sqlite" enum:"sqlite,postgres" help:"sqlite or postgres (${default})."`
	People   int    `default:"1500" help:"People in the club (${default})."`
	Requests int    `default:"2000" help:"Requests that read, half of them before the writes (${default})."`
	Writes   int    `default:"200" help:"Requests that write, in between (${default})."`
	Seed     uint64 `default:"1" help:"Which club and which requests (${default})."`
}

const (
	printed = 50              // most differences that are shown
	slack   = 2 * time.Second // between the same change in the two builds
	prepare = 60              // writes before the database is copied
	photos  = 12
)

// Run fails when an answer differs.
func (c *alikeCommand) Run(ctx context.Context) (err error) {
	if c.People < largePage || c.Requests < 2 || c.Writes < 0 {
		return fmt.Errorf("there is nothing to compare: at least %d people and 2 requests", largePage)
	}
	folder, err := os.MkdirTemp("", "clubhuis-alike-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	w, err := newEnvironment(ctx, folder, c.Binary, c.Seed, []string{c.Database})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	pair, err := c.startBoth(ctx, w)
	defer func() { err = errors.Join(err, pair.close(context.WithoutCancel(ctx))) }()
	if err != nil {
		return err
	}
	found, err := c.compare(ctx, newDuet(pair), c.generator(w, 0))
	if err != nil {
		return err
	}
	fmt.Printf("%d requests, %d differences\n", c.Requests, found)
	if found > 0 {
		return errors.New("the two builds differ")
	}
	return nil
}

// generator makes requests about the club; each turn has others.
func (c *alikeCommand) generator(w *environment, turn uint64) *alike.Generator {
	made := w.club(c.People)
	world := alike.World{People: made.People}
	for i, g := range made.Groups { // the server numbers them in this order
		numbers := &world.Teams
		if g.Kind == work.Committee {
			numbers = &world.Committees
		}
		*numbers = append(*numbers, int64(group.ClubWide)+int64(i))
	}
	return alike.NewGenerator(c.Seed<<1|turn, world)
}

// startBoth makes a club with the other build, copies its database for ours, which migrates it, and starts both.
func (c *alikeCommand) startBoth(ctx context.Context, w *environment) (p pair, err error) {
	say("filling a database with the other build")
	if p.other, err = w.seeded(ctx, c.Database, c.Against, "other", c.People); err != nil {
		return p, err
	}
	if err := c.enrich(ctx, p.other, c.generator(w, 1)); err != nil {
		return p, err
	}
	if p.server, err = p.other.copied(ctx, w.binary, "server"); err != nil {
		return p, err
	}
	if _, err := p.server.command(ctx, "", "migrate"); err != nil {
		return p, err
	}
	for _, s := range []*stand{p.other, p.server} {
		if _, err := s.start(ctx, "--base-url", "http://club.example"); err != nil {
			return p, err
		}
	}
	return p, nil
}

// enrich has the other build make what a synthetic club has not: labels, favourites, photos, and records of users.
func (c *alikeCommand) enrich(ctx context.Context, s *stand, generator *alike.Generator) (err error) {
	if _, err := s.start(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Stop()); s.Process = nil }()
	asking := client(1)
	defer asking.CloseIdleConnections()
	for range prepare {
		if _, err := s.answer(ctx, asking, generator.Write()); err != nil {
			return err
		}
	}
	for n := range photos {
		if err := s.addPhoto(ctx, asking, 1+n*97%c.People); err != nil {
			return err
		}
	}
	return nil
}

// addPhoto gives somebody a photo, each person another colour.
func (s *stand) addPhoto(ctx context.Context, asking *http.Client, id int) error {
	picture := image.NewPaletted(image.Rect(0, 0, 40, 40), color.Palette{color.RGBA{R: uint8(id), G: 120, B: 90, A: 255}})
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, err := writer.CreateFormFile("file", "foto.png")
	if err != nil {
		return err
	}
	if err := errors.Join(png.Encode(part, picture), writer.Close()); err != nil {
		return err
	}
	path := "/api/club/v1/people/" + strconv.Itoa(id) + "/photo"
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Address+path, &form)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", writer.FormDataContentType())
	a, err := s.send(asking, administrator, r)
	if err == nil && a.Status >= http.StatusBadRequest && a.Status != http.StatusNotFound { // somebody whom a write removed has none
		err = unexpected(a.Status, a.Body)
	}
	return err
}

// copied returns a copy of a stand whose process is not running, for another build.
func (s *stand) copied(ctx context.Context, binary, name string) (*stand, error) {
	copied := *s
	copied.binary, copied.name = binary, name
	if err := os.CopyFS(copied.folder(), os.DirFS(s.folder())); err != nil {
		return nil, err
	}
	if err := os.Chmod(copied.key(), 0o600); err != nil {
		return nil, err
	}
	if s.kind == "sqlite" {
		copied.database = "sqlite:" + filepath.Join(copied.folder(), "club.db")
		return &copied, nil
	}
	copied.database = s.environment.postgres.DSN(name)
	pool, err := sql.Open("pgx", s.environment.postgres.DSN("postgres"))
	if err != nil {
		return nil, err
	}
	_, err = pool.ExecContext(ctx, `CREATE DATABASE "`+name+`" TEMPLATE "`+s.name+`"`)
	return &copied, errors.Join(err, pool.Close())
}

// duet sends requests to both builds.
type duet struct {
	pair
	old, now *http.Client
	begin    time.Time // from when on the two make changes of their own
	statuses map[int]int
}

func newDuet(p pair) *duet {
	return &duet{pair: p, old: client(1), now: client(1), begin: time.Now(), statuses: map[int]int{}}
}

// compare sends everything and returns how many requests differ; it prints the first ones.
func (c *alikeCommand) compare(ctx context.Context, d *duet, generator *alike.Generator) (found int, err error) {
	for _, turn := range []struct {
		what  string
		count int
		draw  func() alike.Request
	}{
		{"requests", c.Requests / 2, generator.Read}, {"writes", c.Writes, generator.Write},
		{"requests", c.Requests - c.Requests/2, generator.Read},
	} {
		say("%d %s", turn.count, turn.what)
		for range turn.count {
			asked := turn.draw()
			differences, err := d.ask(ctx, asked)
			if err != nil {
				return found, fmt.Errorf("%s: %w", asked, err)
			}
			if len(differences) == 0 {
				continue
			}
			if found++; found <= printed {
				fmt.Printf("%s\n   %s\n", asked, strings.Join(differences, "\n   "))
			}
		}
	}
	for status, count := range d.statuses {
		say("status %d: %d answers", status, count)
	}
	return found, nil
}

// ask sends a request to both at once, so that their writes have the same time, and compares the answers.
func (d *duet) ask(ctx context.Context, asked alike.Request) ([]string, error) {
	var now alike.Answer
	failed := make(chan error, 1)
	go func() {
		var err error
		now, err = d.server.answer(ctx, d.now, asked)
		failed <- err
	}()
	old, err := d.other.answer(ctx, d.old, asked)
	if err := errors.Join(err, <-failed); err != nil {
		return nil, err
	}
	d.statuses[old.Status]++
	return alike.Compare(old, now, d.begin, slack), nil
}

// nobody does not sign in.
const nobody account = -1

// sender is the account of a request.
var sender = map[alike.Account]account{
	alike.Administrator: administrator, alike.Plain: few, alike.Board: board, alike.Nobody: nobody,
}

// answer sends a request to a stand.
func (s *stand) answer(ctx context.Context, asking *http.Client, asked alike.Request) (a alike.Answer, err error) {
	r, err := http.NewRequestWithContext(ctx, asked.Method, s.Address+asked.Path, strings.NewReader(asked.Body))
	if err != nil {
		return a, err
	}
	if asked.Body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return s.send(asking, sender[asked.As], r)
}

func (s *stand) send(asking *http.Client, as account, r *http.Request) (a alike.Answer, err error) {
	if as != nobody {
		r.SetBasicAuth(accounts[as], s.passwords[as])
	}
	response, err := asking.Do(r)
	if err != nil {
		return a, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return alike.Answer{Status: response.StatusCode, Header: response.Header, Body: body}, err
}
