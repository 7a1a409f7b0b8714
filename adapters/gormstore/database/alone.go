package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers pgx
)

// ErrShared is the error of a database that another program has open.
var ErrShared = errors.New("another program has the database open")

// How long Alone waits for connections that are just being closed, and how often it looks.
const (
	alonePatience = 2 * time.Second
	aloneInterval = 50 * time.Millisecond
)

// Alone returns nil when no other program has a database open at this moment, else ErrShared. This program must not have it open
// either. In PostgreSQL each other connection of a client counts, also one of somebody who only looks.
func Alone(ctx context.Context, location string) error {
	scheme, rest, _ := strings.Cut(location, ":")
	look, driver, name := aloneInPostgres, "pgx", location
	if scheme == "sqlite" {
		name = (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: rest}).EscapedPath()}).String()
		look, driver = aloneInSQLite, "sqlite"
	}
	pool, err := sql.Open(driver, name)
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(1)
	err = look(ctx, pool)
	for until := time.Now().Add(alonePatience); errors.Is(err, ErrShared) && time.Now().Before(until); {
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), pool.Close())
		case <-time.After(aloneInterval):
			err = look(ctx, pool)
		}
	}
	return errors.Join(err, pool.Close())
}

// aloneInSQLite takes a database out of its journal and puts it back, which takes that nobody else has it open.
func aloneInSQLite(ctx context.Context, pool *sql.DB) error {
	var mode string
	err := pool.QueryRowContext(ctx, "PRAGMA journal_mode = DELETE").Scan(&mode)
	if err != nil && !isUnreachable(err) {
		return err
	}
	if err != nil || !strings.EqualFold(mode, "delete") {
		return ErrShared
	}
	return pool.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode)
}

func aloneInPostgres(ctx context.Context, pool *sql.DB) error {
	var others int
	var who string
	err := pool.QueryRowContext(ctx, `SELECT COUNT(*),
		COALESCE(STRING_AGG(DISTINCT COALESCE(HOST(client_addr), 'this machine'), ', '), '')
		FROM pg_stat_activity WHERE datname = CURRENT_DATABASE() AND pid <> pg_backend_pid()
		AND backend_type = 'client backend'`).Scan(&others, &who)
	if err == nil && others > 0 {
		err = fmt.Errorf("%w: %d connections from %s", ErrShared, others, who)
	}
	return err
}
