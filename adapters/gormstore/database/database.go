// Package database opens the databases that the stores keep their tables in, SQLite or PostgreSQL, and holds what all of
// them need: pools, steps that happen wholly or not at all, errors by kind, a log without people's data, numbered migrations.
//
// It knows no table and no port. Whose tables are in a database, and what happens in a step, the stores say.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"gorm.io/gorm"
)

// Database is one open database.
type Database struct{ handle Handle }

// Open connects to a database: "sqlite:path/to/file.db" or "postgres://…". It makes a missing SQLite file and its folder;
// it migrates nothing (see Migrate). mapped is of how many bytes of an SQLite file are read as memory: it serves many readers
// faster, and what was read counts as the program's memory until the system needs it. 0 is for none.
func Open(ctx context.Context, location string, mapped int64) (*Database, error) {
	scheme, rest, _ := strings.Cut(location, ":")
	switch scheme {
	case "sqlite":
		return openSQLite(ctx, rest, mapped)
	case "postgres", "postgresql":
		return openPostgres(ctx, location)
	}
	return nil, fmt.Errorf("the database %q is neither sqlite:FILE nor postgres://…", scheme)
}

// Handle returns how stores reach it.
func (d *Database) Handle() Handle { return d.handle }

// Close ends all connections.
func (d *Database) Close() error {
	var failures []error
	for _, db := range []*gorm.DB{d.handle.Read, d.handle.Write} {
		pool, err := db.DB()
		if err == nil {
			err = pool.Close() // closing one pool twice is no error
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// Ping reports whether it responds.
func (d *Database) Ping(ctx context.Context) error {
	pool, err := d.handle.Read.DB()
	if err != nil {
		return err
	}
	return classify(pool.PingContext(ctx))
}

// Pool returns the connection pool that writes.
func (d *Database) Pool() (*sql.DB, error) { return d.handle.Write.DB() }
