package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/apps/internal/program"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// environment holds what all measurements share.
type environment struct {
	folder   string
	binary   string // the server
	self     string // this program, for the floor
	seed     uint64
	clubs    map[int]club.Club
	postgres *postgres.Server
}

// newEnvironment builds the server when no binary is named, and starts PostgreSQL when it is one of the databases.
func newEnvironment(ctx context.Context, folder, binary string, seed uint64, databases []string) (*environment, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &environment{folder: folder, binary: binary, self: self, seed: seed, clubs: map[int]club.Club{}}
	if w.binary == "" {
		w.binary = filepath.Join(folder, "clubhuis")
		if err := program.Build(ctx, w.binary, "server"); err != nil {
			return nil, err
		}
	}
	for _, database := range databases {
		if database == "postgres" && w.postgres == nil {
			if w.postgres, err = postgres.Start(ctx); err != nil {
				return nil, err
			}
		}
	}
	return w, nil
}

func (w *environment) close() error {
	if w.postgres == nil {
		return nil
	}
	return w.postgres.Stop()
}

// club returns the synthetic club of a size.
func (w *environment) club(size int) club.Club {
	if _, made := w.clubs[size]; !made {
		w.clubs[size] = club.Generate(size, w.seed, today())
	}
	return w.clubs[size]
}

// database makes an empty one, beside a folder of that name, and says where it is.
func (w *environment) database(ctx context.Context, kind, name string) (string, error) {
	folder := filepath.Join(w.folder, name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	if kind == "sqlite" {
		return "sqlite:" + filepath.Join(folder, "club.db"), nil
	}
	return w.postgres.DSN(name), w.postgres.CreateDatabase(ctx, name)
}

// floor fills a database for the floor and starts it.
func (w *environment) floor(ctx context.Context, kind string, size int) (*stand, error) {
	s := &stand{environment: w, binary: w.self, kind: kind, name: fmt.Sprintf("floor_%d", size)}
	var err error
	if s.database, err = w.database(ctx, kind, s.name); err != nil {
		return nil, err
	}
	if s.Process, err = program.Start(ctx, "floor", s.folder(), s.binary, "floor", "--database", s.database,
		"--people", strconv.Itoa(size), "--seed", strconv.FormatUint(w.seed, 10)); err != nil {
		return nil, err
	}
	if err := s.tidied(ctx); err != nil {
		return nil, errors.Join(err, s.close(ctx))
	}
	return s, nil
}

// mainProcess returns the number of PostgreSQL's first process, whose children serve the connections. It stands in a file beside
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
