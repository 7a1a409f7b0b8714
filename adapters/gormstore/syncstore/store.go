// Package syncstore keeps what the synchronization knows in SQLite or PostgreSQL, through gorm: its ledger, the last good
// downloads, its runs and the conflicts that it met.
//
// It is a database of the synchronization's own; the club's is gormstore's. Should both be one, they do not touch: tables
// have names of their own, and so has the one that counts the migrations. Rows are unexported and never leave the package.
package syncstore

import (
	"context"
	"embed"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/ports"
)

//go:embed migrations
var files embed.FS

var migrations = database.Migrations{Files: files, Table: "sync_schema_version"}

// Store is one open database.
type Store struct{ db *database.Database }

// Open connects to a database: "sqlite:path/to/file.db" or "postgres://…". It makes a missing SQLite file and its folder;
// it migrates nothing (see Migrate).
func Open(ctx context.Context, location string) (*Store, error) {
	db, err := database.Open(ctx, location, 0) // one run at a time reads it, on a machine that may be small
	if err != nil {
		return nil, err
	}
	return &Store{db: db}, nil
}

// Close ends all connections.
func (s *Store) Close() error { return s.db.Close() }

// Ping reports whether the database responds.
func (s *Store) Ping(ctx context.Context) error { return s.db.Ping(ctx) }

// Schema reads the version of the database. It changes nothing.
func (s *Store) Schema(ctx context.Context) (database.Schema, error) {
	return s.db.Schema(ctx, migrations)
}

// Migrate brings the database to this program's schema. A newer one is refused.
func (s *Store) Migrate(ctx context.Context) error { return s.db.Migrate(ctx, migrations) }

// Health asks the database how it is. It changes nothing, and reads an SQLite file as a whole.
func (s *Store) Health(ctx context.Context) (database.Health, error) { return s.db.Health(ctx) }

// CopyFile writes the SQLite database to a new file, as it is at one moment. There is no such file before it is whole.
func (s *Store) CopyFile(ctx context.Context, path string) error { return s.db.CopyFile(ctx, path) }

// Stores returns the ports of s.
func (s *Store) Stores() ports.SyncStores {
	h := s.db.Handle()
	return ports.SyncStores{
		Ledger: entries{h}, Downloads: downloads{h}, Runs: runs{h}, Conflicts: conflicts{h}, Operators: operators{h},
		Agent: agentMemory{h},
	}
}
