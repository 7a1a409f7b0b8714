package main

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// A server on another machine, with its own file of the old key, starts while the secrets are sealed anew. It goes on sealing
// with the old key: what it sealed gets the new one when the command is run again.
func TestARotationSeesWhoStartsMeanwhilePostgres(t *testing.T) {
	t.Parallel()
	location := postgres.NewDatabase(t)
	c := serveConfig{serveFlags: serveFlags{SecretKeyFile: filepath.Join(t.TempDir(), "the.key")}}
	c.URL, c.Files, c.KeepLog, c.KeepChanges, c.KeepLooks = settings.URL(location), "mem", 1, 1, 1
	c.store = storeConfig{c.storeFlags, time.Now}
	p, err := open(t.Context(), c.store, true, nil)
	if err == nil {
		err = errors.Join(p.close(), makeKey(c.SecretKeyFile))
	}
	if err != nil {
		t.Fatal(err)
	}

	other, err := sql.Open("pgx", location)
	if err != nil {
		t.Fatal(err)
	}
	other.SetMaxOpenConns(1)
	c.store.now = func() time.Time { // asked for within the step that seals
		if err := other.PingContext(t.Context()); err != nil {
			t.Error(err)
		}
		return time.Now()
	}
	if _, err := c.rotateKey(t.Context()); !errors.Is(err, database.ErrShared) {
		t.Errorf("a server started meanwhile: %v", err)
	}
	if keys, err := readKeys(c.SecretKeyFile); err != nil || len(keys) != 2 {
		t.Errorf("it holds %d keys, %v: no server may start, and what the other one sealed must be opened", len(keys), err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	c.store.now = time.Now
	if _, err := c.rotateKey(t.Context()); err != nil {
		t.Errorf("once it has stopped: %v", err)
	}
	if keys, err := readKeys(c.SecretKeyFile); err != nil || len(keys) != 1 {
		t.Errorf("it holds %d keys, %v", len(keys), err)
	}
}
