package main

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
)

// What is remembered is copied before a newer program migrates it, and left alone where there is no room for a copy.
func TestWhatIsRememberedIsCopiedBeforeItIsMigrated(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	path := filepath.Join(data, "clubsync.db")
	c := storeConfig{data: data, database: settings.URL("sqlite:" + path), onFile: true, zone: time.UTC}
	const earlier = 2
	store, err := syncstore.Open(t.Context(), string(c.database))
	ok(t, err)
	ok(t, store.MakeEmpty(t.Context(), earlier))
	copies := func() []string {
		t.Helper()
		all, err := filepath.Glob(path + ".schema-*")
		ok(t, err)
		return all
	}

	full := func(string) (int64, error) { return 1 << 20, nil }
	e := &environment{storeConfig: c, store: store}
	if err := e.upgrade(t.Context(), full); err == nil || !strings.Contains(err.Error(), "no room") {
		t.Errorf("on a full disk: %v", err)
	}
	if schema, err := store.Schema(t.Context()); err != nil || schema.Have != earlier || len(copies()) != 0 {
		t.Errorf("it has schema %d, %v, and copies %q", schema.Have, err, copies())
	}
	ok(t, store.Close())

	for range 2 { // the second program has nothing to do
		e, err = c.open(t.Context(), openReady)
		ok(t, err)
		schema, err := e.store.Schema(t.Context())
		if ok(t, errors.Join(err, e.close())); !schema.Current() {
			t.Errorf("it has schema %d of %d", schema.Have, schema.Want)
		}
	}
	all := copies()
	if len(all) != 1 || !strings.Contains(all[0], ".schema-2-") {
		t.Fatalf("the copies are %q", all)
	}
	before, err := syncstore.Open(t.Context(), "sqlite:"+all[0])
	ok(t, err)
	if schema, err := before.Schema(t.Context()); err != nil || schema.Have != earlier {
		t.Errorf("the copy has schema %d, %v", schema.Have, err)
	}
	ok(t, before.Close())
}
