package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// keeper is a part of the world that remembers over a restart.
type keeper interface {
	Keep() ([]byte, error)
	Restore(text []byte) error
}

// state is the folder in which the world remembers what it was told: nothing that was written to it is taken back by a restart.
// Who is signed in, how the switches stand and what was received is not remembered.
type state struct {
	folder string // "" for a world that forgets
	parts  map[string]keeper

	mu      sync.Mutex
	written map[string][]byte
	changed chan struct{}
}

// identity says of which world a folder is.
type identity struct {
	People int
	Seed   uint64
	Today  civil.Date
}

func (s *state) file(name string) string { return filepath.Join(s.folder, name+".json") }

// begin returns the day on which the club is made: that of the world which the folder remembers, or today, which it remembers
// from then on.
func (s *state) begin(w *world, today civil.Date) (civil.Date, error) {
	if s.folder == "" {
		return today, nil
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return today, err
	}
	text, err := os.ReadFile(s.file("world"))
	if errors.Is(err, fs.ErrNotExist) {
		text, err = json.Marshal(identity{People: w.People, Seed: w.Seed, Today: today})
		return today, errors.Join(err, replace(s.file("world"), text))
	}
	var before identity
	if err == nil {
		err = json.Unmarshal(text, &before)
	}
	if err != nil {
		return today, fmt.Errorf("--state: %w", err)
	}
	if before.People != w.People || before.Seed != w.Seed || w.Today != "" && before.Today != today {
		return today, fmt.Errorf("--state: %s remembers another world (--people %d --seed %d --today %v): "+
			"name another folder, or remove it", s.folder, before.People, before.Seed, before.Today)
	}
	return before.Today, nil
}

// restore gives every part what it knew before.
func (s *state) restore() error {
	if s.folder == "" {
		return nil
	}
	s.written, s.changed = map[string][]byte{}, make(chan struct{}, 1)
	for name, part := range s.parts {
		text, err := os.ReadFile(s.file(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = part.Restore(text)
		}
		if err != nil {
			return fmt.Errorf("--state: %s: %w", s.file(name), err)
		}
		s.written[name] = text
	}
	return nil
}

// watch notes that something may have changed after each request that is no question.
func (s *state) watch(next http.Handler) http.Handler {
	if s.folder == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			defer s.touch() // also when the connection is broken off after the write
		}
		next.ServeHTTP(w, r)
	})
}

func (s *state) touch() {
	select {
	case s.changed <- struct{}{}:
	default: // it is noted already
	}
}

// pause is how long writes are gathered before they are kept.
const pause = 300 * time.Millisecond

// keep writes what changed to disk, until the context ends, and then once more.
func (s *state) keep(ctx context.Context) error {
	if s.folder == "" {
		<-ctx.Done()
		return nil
	}
	for {
		select {
		case <-ctx.Done():
			return s.save()
		case <-s.changed:
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		if err := s.save(); err != nil {
			return err
		}
	}
}

func (s *state) save() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, part := range s.parts {
		text, err := part.Keep()
		if err == nil && !bytes.Equal(text, s.written[name]) {
			err = replace(s.file(name), text)
		}
		if err != nil {
			return fmt.Errorf("--state: %w", err)
		}
		s.written[name] = text
	}
	return nil
}

// replace puts a whole new file in the place of another, also when the program dies meanwhile.
func replace(name string, text []byte) error {
	if err := os.WriteFile(name+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
