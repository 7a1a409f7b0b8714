package upgrades

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
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

// upgradeOf is an upgrade at a moment, on a disk with so much room.
func upgradeOf(store *gormstore.Store, path string, at time.Time, room int64) Upgrade {
	return Upgrade{
		Path: path, Store: store,
		Schema: func(ctx context.Context) (Schema, error) {
			schema, err := store.Schema(ctx)
			return Schema{Have: schema.Have, Old: !schema.Current()}, err
		},
		Migrate: store.Migrate, Now: func() time.Time { return at },
		Room: func(string) (int64, error) { return room, nil },
	}
}

func TestNothingIsMigratedOnAFullDisk(t *testing.T) {
	t.Parallel()
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "club.db")
	const earlier = 40
	store := storeAt(t, path)
	if err := store.MakeEmpty(ctx, earlier); err != nil {
		t.Fatal(err)
	}
	if err := upgradeOf(store, path, time.Now(), 1<<20).Run(ctx); err == nil || !strings.Contains(err.Error(), "no room") {
		t.Errorf("on a full disk: %v", err)
	}
	if schema, err := store.Schema(ctx); err != nil || schema.Have != earlier || len(snapshots(t, path)) != 0 {
		t.Errorf("it has schema %d, %v, and copies %q", schema.Have, err, snapshots(t, path))
	}
	if err := upgradeOf(store, path, time.Now(), 1<<40).Run(ctx); err != nil || len(snapshots(t, path)) != 1 {
		t.Errorf("with room: %v, copies %q", err, snapshots(t, path))
	}
	if schema, err := store.Schema(ctx); err != nil || !schema.Current() {
		t.Errorf("it has schema %d of %d, %v", schema.Have, schema.Want, err)
	}
}

func TestAnUpgradeThatFailsKeepsTheCopyOfBefore(t *testing.T) {
	t.Parallel()
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "club.db")
	at := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	copies := func(schema int64, want string) {
		t.Helper()
		at = at.Add(time.Second)
		store := storeAt(t, path)
		if err := store.MakeEmpty(ctx, schema); err != nil {
			t.Fatal(err)
		}
		if err := upgradeOf(store, path, at, 1<<40).snapshot(ctx); err != nil {
			t.Fatal(err)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, name := range snapshots(t, path) {
			names = append(names, strings.TrimPrefix(name, path+".schema-"))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("of schema %d: the copies are %q, want %q", schema, got, want)
		}
	}
	copies(40, "40-20260615-120001")
	copies(40, "40-20260615-120002") // it failed at once: one copy is enough
	copies(41, "40-20260615-120002") // half new: three starts keep the one that the program of before can use
	copies(41, "40-20260615-120002")
	copies(42, "40-20260615-120002")
	if err := (Upgrade{Path: path}).ended(); err != nil {
		t.Fatal(err)
	}
	copies(43, "40-20260615-120002 43-20260615-120006")
	if err := (Upgrade{Path: path}).ended(); err != nil {
		t.Fatal(err)
	}
	copies(44, "40-20260615-120002 43-20260615-120006 44-20260615-120007")
	if err := (Upgrade{Path: path}).ended(); err != nil {
		t.Fatal(err)
	}
	if all := snapshots(t, path); len(all) != keptSnapshots || strings.Contains(all[0], ".schema-40-") {
		t.Errorf("the copies are %q", all)
	}
}
