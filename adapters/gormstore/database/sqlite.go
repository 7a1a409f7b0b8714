package database

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	gormsqlite "gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"
)

// openSQLite opens one writing connection and a pool of reading ones: SQLite has one writer, and readers that never write
// never find the database locked. What is deleted is written over in the file: it may be about people.
func openSQLite(ctx context.Context, path string, mapped int64) (*Database, error) {
	if path == "" {
		return nil, errors.New("sqlite: the file's name is missing")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDONLY, 0o600) // SQLite would let others read a new one
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	if err := file.Close(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	mmap := fmt.Sprintf("&_pragma=mmap_size(%d)", mapped)
	const writing = "_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=secure_delete(1)"
	write, err := connectSQLite(ctx, path, 1, false, writing+mmap)
	if err != nil {
		return nil, err
	}
	read, err := connectSQLite(ctx, path, max(3, runtime.NumCPU()), true, "_pragma=query_only(1)"+mmap)
	if err != nil {
		return nil, err
	}
	pool, err := write.DB()
	if err != nil {
		return nil, err
	}
	write.ConnPool = newPrepared(pool)
	write.Statement.ConnPool = write.ConnPool
	return &Database{Handle{Read: read, Write: write, Dialect: SQLite}}, nil
}

// busyWait is how long one statement waits for another process that writes to the file. It is short, for the end of the
// context does not cut it off; a step waits longer by trying again.
const busyWait = 2 * time.Second

// connectSQLite opens a pool. LIKE minds the case in it, as it does in the core and in PostgreSQL: keys are folded already.
func connectSQLite(ctx context.Context, path string, connections int, prepare bool, options string) (*gorm.DB, error) {
	dsn := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() +
		fmt.Sprintf("?_pragma=busy_timeout(%d)&_pragma=foreign_keys(1)&_pragma=case_sensitive_like(1)&", busyWait.Milliseconds()) +
		options
	db, err := gorm.Open(sqliteDialector{gormsqlite.Dialector{DriverName: "sqlite", DSN: dsn}}, configuration(prepare))
	if err != nil {
		return nil, cannotOpen(path, err)
	}
	pool, err := db.DB()
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	if err := pool.PingContext(ctx); err != nil {
		return nil, errors.Join(cannotOpen(path, classify(err)), pool.Close())
	}
	return db, nil
}

// cannotOpen says which file could not be opened, and what helps where SQLite does not say why.
func cannotOpen(path string, err error) error {
	var failed *sqlite.Error
	if errors.As(err, &failed) && failed.Code()&0xff == lite.SQLITE_CANTOPEN {
		return fmt.Errorf("sqlite: can't open %s, which must be a file in a folder that this user may write to: %w", path, err)
	}
	return fmt.Errorf("sqlite: can't open %s: %w", path, err)
}

// sqliteDialector is gorm's dialector over the pure Go driver, whose errors gorm does not know.
type sqliteDialector struct{ gormsqlite.Dialector }

// Translate implements gorm.ErrorTranslator, by SQLite's extended result codes.
func (d sqliteDialector) Translate(err error) error {
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		switch failed.Code() {
		case lite.SQLITE_CONSTRAINT_PRIMARYKEY, lite.SQLITE_CONSTRAINT_UNIQUE:
			return gorm.ErrDuplicatedKey
		case lite.SQLITE_CONSTRAINT_FOREIGNKEY:
			return gorm.ErrForeignKeyViolated
		}
	}
	return classify(err)
}
