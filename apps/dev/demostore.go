package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// demoStore is where a demo whose club arrives keeps what it needs besides the
// club's database: the folder of the same name beside it. Both go together.
type demoStore struct {
	root     string
	database string // as the server is told, to show
	file     string // of an SQLite database, else ""
	folder   string
}

// demoMemory is what the next demo on the same database must know.
type demoMemory struct {
	People  int    `json:"people"`
	Seed    uint64 `json:"seed"`
	Today   string `json:"today"`   // Y-m-d: the day on which the made-up club stands still
	Arrived bool   `json:"arrived"` // everybody has been read once
}

func (s *session) demoStore(args []string) demoStore {
	database := setting(args, "--database")
	if file := setting(args, "--database-file"); file != "" {
		database = file
	}
	store := demoStore{root: s.root, database: database}
	if file, found := strings.CutPrefix(database, "sqlite:"); found {
		store.database, store.file = file, store.absolute(file)
		store.folder = strings.TrimSuffix(store.file, ".db") + "-arrival"
		return store
	}
	sum := sha256.Sum256([]byte(database))
	name := hex.EncodeToString(sum[:4]) + "-arrival"
	store.database, store.folder = "the database and var/"+name, s.path("var", name)
	return store
}

// absolute returns the place of a file that the server, in the work tree, would find.
func (d demoStore) absolute(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(d.root, file)
}

// place returns where a file of the demo is.
func (d demoStore) place(elements ...string) string {
	return filepath.Join(append([]string{d.folder}, elements...)...)
}

// shown returns the place of a file of the demo as people read it.
func (d demoStore) shown(name string) string {
	if relative, err := filepath.Rel(d.root, d.place(name)); err == nil && filepath.IsLocal(relative) {
		return relative
	}
	return d.place(name)
}

func (d demoStore) memoryFile() string { return d.place("demo.json") }

// madeThere says whether the database holds a club that did not arrive.
func (d demoStore) madeThere() (bool, error) {
	if d.file == "" {
		return false, nil
	}
	database, err := exists(d.file)
	if err != nil || !database {
		return false, err
	}
	memory, err := exists(d.memoryFile())
	return !memory, err
}

// databaseGone says whether a demo left its folder beside a database that is there
// no longer.
func (d demoStore) databaseGone() (bool, error) {
	if d.file == "" {
		return false, nil
	}
	database, err := exists(d.file)
	if err != nil || database {
		return false, err
	}
	return exists(d.memoryFile())
}

func exists(file string) (bool, error) {
	_, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// open returns what the demo before left, or how a new one begins. What belongs to
// a database that is gone goes, too.
func (d demoStore) open(args []string, now time.Time) (demoMemory, error) {
	gone, err := d.databaseGone()
	if err != nil {
		return demoMemory{}, err
	}
	if gone {
		if err := os.RemoveAll(d.folder); err != nil {
			return demoMemory{}, err
		}
	}
	if err := os.MkdirAll(d.folder, 0o700); err != nil {
		return demoMemory{}, err
	}
	text, err := os.ReadFile(d.memoryFile())
	if errors.Is(err, fs.ErrNotExist) {
		return newDemo(args, now), nil
	}
	if err != nil {
		return demoMemory{}, err
	}
	var m demoMemory
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("read %s: %w", d.memoryFile(), err)
	}
	return m, nil
}

// newDemo returns the club that the server would make: of as many people, by the same
// chance. What is no number the server refuses before anybody asks for it here.
func newDemo(args []string, now time.Time) demoMemory {
	m := demoMemory{People: 1500, Seed: 1, Today: now.Format(time.DateOnly)}
	if n, err := strconv.Atoi(setting(args, "--people")); err == nil {
		m.People = n
	}
	if n, err := strconv.ParseUint(setting(args, "--seed"), 10, 64); err == nil {
		m.Seed = n
	}
	return m
}

// other says whether args ask for another club than this one.
func (m demoMemory) other(args []string) bool {
	asked := newDemo(args, time.Time{})
	return names(args, "--people") && asked.People != m.People || names(args, "--seed") && asked.Seed != m.Seed
}

func (d demoStore) remember(m demoMemory) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(d.memoryFile(), append(text, '\n'), 0o600)
}

// log opens the log of a program, which begins anew with each demo.
func (d demoStore) log(program string) (*os.File, error) { return os.Create(d.place(program + ".log")) }

// keepSecrets writes the files that the synchronization reads its passwords from.
func (d *arrival) keepSecrets(ctx context.Context) error {
	for name, value := range map[string]string{
		"site-password": d.world.Clubsite.Password, "site-secret": d.world.Clubsite.Secret,
		"list-key": d.world.Maillist.Key, "mail-token": d.world.Maildelivery.Token,
		"helpdesk-key": d.world.Helpdesk.Key, "contributions-key": d.world.Contributions.Key,
		"forge-token": d.world.Forge.Token,
	} {
		if err := os.WriteFile(d.place(name), []byte(value+"\n"), 0o600); err != nil {
			return err
		}
	}
	made, err := exists(d.place("app-password"))
	if err != nil || made {
		return err
	}
	password, err := captured(d.commandOf(ctx, "app-password", "add", "--username", "synchronisatie", "--name", "clubsync"))
	if err != nil {
		return fmt.Errorf("make an application password: %w", err)
	}
	return os.WriteFile(d.place("app-password"), []byte(password), 0o600)
}
