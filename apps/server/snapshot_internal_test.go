package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
)

func storeAt(t *testing.T, path string) *gormstore.Store {
	t.Helper()
	store, err := gormstore.Open(t.Context(), "sqlite:"+path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func snapshots(t *testing.T, path string) []string {
	t.Helper()
	all, err := filepath.Glob(path + ".schema-*")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestADatabaseIsCopiedBeforeItIsMigrated(t *testing.T) {
	t.Parallel()
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "club.db")
	c := &storeConfig{now: time.Now}
	c.URL = settings.URL("sqlite:" + path)
	const earlier = 40
	store := storeAt(t, path)
	if err := store.MakeEmpty(ctx, earlier); err != nil {
		t.Fatal(err)
	}
	for _, old := range []string{
		".schema-1-20200101-120000", ".schema-1-20200101-120000.people", ".schema-1-20200101-120000-wal",
		".schema-2-20210101-120000", ".schema-2-20210101-120000-shm",
	} {
		if err := os.WriteFile(path+old, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		day := time.Date(2020, 1, 1, 12, 0, 0, 0, time.UTC)
		if strings.Contains(old, "2021") {
			day = day.AddDate(1, 0, 0)
		}
		if err := os.Chtimes(path+old, day, day); err != nil {
			t.Fatal(err)
		}
	}
	if err := fit(ctx, store, c, false); err != nil {
		t.Fatal(err)
	}
	all := snapshots(t, path)
	if len(all) != 3 || !strings.HasSuffix(all[1], "120000-shm") || !strings.Contains(all[2], ".schema-40-") {
		t.Fatalf("the copies are %q", all)
	}
	info, err := os.Stat(all[2])
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := upgrade(ctx, store, c); err != nil || len(snapshots(t, path)) != 3 { // there is nothing to do
		t.Errorf("%v, copies %q", err, snapshots(t, path))
	}
	fresh := filepath.Join(t.TempDir(), "club.db")
	c.URL = settings.URL("sqlite:" + fresh)
	if err := upgrade(ctx, storeAt(t, fresh), c); err != nil || len(snapshots(t, fresh)) != 0 {
		t.Errorf("%v, copies %q of nothing", err, snapshots(t, fresh))
	}
	if schema, err := storeAt(t, all[2]).Schema(ctx); err != nil || schema.Have != earlier {
		t.Errorf("the copy has schema %d, %v", schema.Have, err)
	}
}
