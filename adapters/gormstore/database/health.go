package database

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"time"
)

// Health is what a database tells of itself.
type Health struct {
	Bytes  int64
	Clock  time.Time // what time it is there; the zero value for SQLite, whose clock is this machine's
	Broken []string  // what is damaged in the file, in the words of SQLite
}

// Health asks the database how it is. It changes nothing, and reads an SQLite file as a whole.
func (d *Database) Health(ctx context.Context) (h Health, err error) {
	read := d.handle.Read.WithContext(ctx)
	if d.handle.Dialect == Postgres {
		var micros int64
		err = ScanOne(
			read.Raw("SELECT pg_database_size(current_database()), (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint"),
			func(row *sql.Rows) error { return row.Scan(&h.Bytes, &micros) })
		h.Clock = Instant(micros)
		return h, err
	}
	err = ScanOne(read.Raw("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"),
		func(row *sql.Rows) error { return row.Scan(&h.Bytes) })
	if err != nil {
		return h, err
	}
	err = ScanAll(read.Raw("PRAGMA quick_check(5)"), func(row *sql.Rows) error {
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

// CopyFile writes the SQLite database to a new file, as it is at one moment. There is no such file before it is whole.
func (d *Database) CopyFile(ctx context.Context, path string) error {
	if d.handle.Dialect != SQLite {
		return errors.New("a PostgreSQL database is no file")
	}
	part := path + ".part"
	if err := os.RemoveAll(part); err != nil { // of a process that died
		return err
	}
	if err := d.handle.Write.WithContext(ctx).Exec("VACUUM INTO ?", part).Error; err != nil {
		return errors.Join(err, os.RemoveAll(part))
	}
	file, err := os.OpenFile(part, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Chmod(0o600), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(part, path)
}
