package gormstore

import (
	"context"
	"database/sql"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
)

// Health is what a database tells of itself.
type Health struct {
	Bytes  int64
	Clock  time.Time // what time it is there; the zero value for SQLite, whose clock is this machine's
	Broken []string  // what is damaged in the file, in the words of SQLite
}

// Health asks the database how it is. It changes nothing, and reads an SQLite file as a whole.
func (s *Store) Health(ctx context.Context) (h Health, err error) {
	read := s.handle().Read.WithContext(ctx)
	if s.handle().Dialect == database.Postgres {
		var micros int64
		err = database.ScanOne(
			read.Raw("SELECT pg_database_size(current_database()), (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint"),
			func(row *sql.Rows) error { return row.Scan(&h.Bytes, &micros) })
		h.Clock = database.Instant(micros)
		return h, err
	}
	err = database.ScanOne(read.Raw("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"),
		func(row *sql.Rows) error { return row.Scan(&h.Bytes) })
	if err != nil {
		return h, err
	}
	err = database.ScanAll(read.Raw("PRAGMA quick_check(5)"), func(row *sql.Rows) error {
		var said string
		if err := row.Scan(&said); err != nil {
			return err
		}
		if said != "ok" {
			h.Broken = append(h.Broken, said)
		}
		return nil
	})
	return h, err
}
