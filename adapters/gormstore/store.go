// Package gormstore keeps everything in SQLite or PostgreSQL, through gorm.
//
// One database is one Store. Rows are unexported and never leave the package; a person's fields are kept as the text that
// readers get, with index columns and rows beside it for what is searched, filtered and joined. Rules are not here: a
// query that looks like one is the translation of a core value's Match, and the port suites hold the two together.
package gormstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/ports"
)

// Store is one open database.
type Store struct {
	read, write *gorm.DB
	dialect     dialect
}

// dialect names what differs between the two databases.
type dialect string

const (
	sqliteDialect   dialect = "sqlite"
	postgresDialect dialect = "postgres"
)

// Open connects to a database: "sqlite:path/to/file.db" or "postgres://…". It makes a missing SQLite file and its folder;
// it migrates nothing (see Migrate).
func Open(ctx context.Context, location string) (*Store, error) {
	scheme, rest, _ := strings.Cut(location, ":")
	switch scheme {
	case "sqlite":
		return openSQLite(ctx, rest)
	case "postgres", "postgresql":
		return openPostgres(ctx, location)
	}
	return nil, fmt.Errorf("the database %q is neither sqlite:FILE nor postgres://…", scheme)
}

// Close ends all connections.
func (s *Store) Close() error {
	var failures []error
	for _, db := range []*gorm.DB{s.read, s.write} {
		pool, err := db.DB()
		if err == nil {
			err = pool.Close() // closing one pool twice is no error
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	pool, err := s.read.DB()
	if err != nil {
		return err
	}
	return pool.PingContext(ctx)
}

// Pool is the connection pool that writes, for the adapters that keep tables of their own in the same database, and
// whether it is PostgreSQL's.
func (s *Store) Pool() (pool *sql.DB, postgres bool, err error) {
	pool, err = s.write.DB()
	return pool, s.dialect == postgresDialect, err
}

func (s *Store) handle() handle { return handle{read: s.read, write: s.write, dialect: s.dialect} }

// Stores are the ports of s.
func (s *Store) Stores() ports.Stores { return s.handle().stores() }

var _ ports.Atomic = (*Store)(nil)

// Do implements ports.Atomic.
func (s *Store) Do(ctx context.Context, change func(ports.Stores) error) error {
	return s.handle().step(ctx, func(inside handle) error { return change(inside.stores()) })
}

// handle is how the ports reach the database: the pools, or one transaction as both.
type handle struct {
	read, write *gorm.DB
	dialect     dialect
	inside      bool // a transaction
}

// mostTries is how often a step runs when another one is in its way.
const mostTries = 4

// step runs change in a transaction: all of it happens or nothing. When the database gives up because of another
// transaction, it runs again. A step inside a step is a savepoint.
func (h handle) step(ctx context.Context, change func(handle) error) error {
	if h.inside {
		return h.savepoint(ctx, change)
	}
	for tries := 1; ; tries++ {
		err := h.write.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
			return change(handle{read: tx, write: tx, dialect: h.dialect, inside: true})
		})
		if !inTheWay(err) || tries == mostTries {
			return err
		}
		select { // the other one gets the time to finish
		case <-ctx.Done():
			return err
		case <-time.After(time.Duration(tries*tries) * 5 * time.Millisecond):
		}
	}
}

// savepoint runs change so that its failure is not the transaction's. It is released in the end: gorm's own nested
// transactions pile theirs up, and a long step then takes a time that grows with its square.
func (h handle) savepoint(ctx context.Context, change func(handle) error) error {
	db := h.write.WithContext(ctx)
	if err := db.Exec("SAVEPOINT step").Error; err != nil {
		return err
	}
	err := change(handle{read: db, write: db, dialect: h.dialect, inside: true})
	end := "RELEASE SAVEPOINT step"
	if err != nil {
		end = "ROLLBACK TO SAVEPOINT step; " + end
	}
	if failed := db.Exec(end).Error; failed != nil {
		return errors.Join(err, failed)
	}
	return err
}

// exec runs one statement that changes something. Inside a step it is a savepoint, so that its failure is not the step's.
func (h handle) exec(ctx context.Context, statement func(*gorm.DB) *gorm.DB) (result *gorm.DB) {
	if !h.inside {
		return statement(h.write.WithContext(ctx))
	}
	err := h.step(ctx, func(tx handle) error {
		result = statement(tx.write)
		return result.Error
	})
	if result == nil { // not even begun
		return &gorm.DB{Error: err}
	}
	return result
}

func (h handle) stores() ports.Stores {
	return ports.Stores{
		People: people{h}, Groups: groups{h}, RelationTypes: h.relationTypes(), Labels: h.labels(), Favorites: favorites{h},
		Users: users{h}, Sessions: sessions{h}, Passwords: passwords{h}, Attempts: attempts{h},
		VolunteerRules: h.volunteerRules(), SearchSettings: h.searchSettings(), JobRuns: jobRuns{h}, Media: pictures{h},
	}
}
