package gormstore

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
)

// Health is what a database tells of itself.
type Health = database.Health

// Health asks the database how it is. It changes nothing, and reads an SQLite file as a whole.
func (s *Store) Health(ctx context.Context) (Health, error) { return s.db.Health(ctx) }

// CopyFile writes the SQLite database to a new file, as it is at one moment. There is no such file before it is whole.
func (s *Store) CopyFile(ctx context.Context, path string) error { return s.db.CopyFile(ctx, path) }
