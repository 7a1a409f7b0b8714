package database_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
)

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// parser is SQLite, and counts what it is asked to prepare.
type parser struct {
	driver   sqlite.Driver
	file     string
	prepared atomic.Int64
}

func (p *parser) Driver() driver.Driver { return &p.driver }

func (p *parser) Connect(context.Context) (driver.Conn, error) {
	conn, err := p.driver.Open(p.file)
	return parsing{conn.(lite), p}, err
}

// lite is what SQLite's connections can do.
type lite interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.ExecerContext
	driver.QueryerContext
}

type parsing struct {
	lite
	parser *parser
}

func (p parsing) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	p.parser.prepared.Add(1)
	return p.lite.PrepareContext(ctx, query)
}

// pool is a pool of one connection with a table of numbers, on which statements are prepared once.
type pool struct {
	t *testing.T
	database.Pool
	*parser
}

func newPool(t *testing.T) pool {
	t.Helper()
	p := &parser{file: filepath.Join(t.TempDir(), "x.db")}
	db := sql.OpenDB(p)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { ok(t, db.Close()) })
	_, err := db.ExecContext(t.Context(), "CREATE TABLE numbers (n INTEGER PRIMARY KEY)")
	ok(t, err)
	return pool{t, database.NewPool(db), p}
}

// transaction runs do in a transaction, commits it, and returns how many statements were prepared in it, and after it.
func (p pool) transaction(do func(database.Tx)) (within, after int64) {
	p.t.Helper()
	tx, err := p.Begin(p.t.Context())
	ok(p.t, err)
	before := p.prepared.Load()
	do(tx)
	within = p.prepared.Load() - before
	ok(p.t, tx.Commit())
	return within, p.prepared.Load() - before - within
}

// holds checks which numbers there are: from 1 on.
func (p pool) holds(want int) {
	p.t.Helper()
	p.transaction(func(tx database.Tx) {
		var count, most int
		rows, err := tx.QueryContext(p.t.Context(), "SELECT COUNT(*), COALESCE(MAX(n), 0) FROM numbers")
		ok(p.t, err)
		defer rows.Close()
		if !rows.Next() || rows.Scan(&count, &most) != nil || count != want || most != want {
			p.t.Errorf("%d numbers up to %d, want %d", count, most, want)
		}
		ok(p.t, rows.Err())
	})
}

const insertNumber = "INSERT INTO numbers (n) VALUES (?)"

func exec(t *testing.T, tx database.Tx, query string, args ...any) {
	t.Helper()
	_, err := tx.ExecContext(t.Context(), query, args...)
	ok(t, err)
}

func TestAStatementIsPreparedOnce(t *testing.T) {
	p, n := newPool(t), 0
	fifty := func(tx database.Tx) {
		for range 50 {
			n++
			exec(t, tx, insertNumber, n)
		}
	}
	if within, after := p.transaction(fifty); within != 1 || after != 1 {
		t.Errorf("a new statement: prepared %d times in a long transaction, %d times after it", within, after)
	}
	for range 3 {
		if within, after := p.transaction(fifty); within != 0 || after != 0 {
			t.Errorf("a known statement: prepared %d times in a long transaction, %d times after it", within, after)
		}
	}
	p.holds(200)
}

func TestMoreStatementsThanAreKept(t *testing.T) {
	p := newPool(t)
	const count = 700
	all := func(tx database.Tx) {
		for n := range count {
			exec(t, tx, fmt.Sprintf("INSERT OR REPLACE INTO numbers (n) VALUES (? + %d)", n), 1)
		}
	}
	within, after := p.transaction(all)
	if within != 0 || after < 100 || after >= count {
		t.Errorf("prepared %d statements in the transaction, %d after it", within, after)
	}
	for range 2 {
		if within, after := p.transaction(all); within != 0 || after != 0 {
			t.Errorf("once more: prepared %d statements in the transaction, %d after it", within, after)
		}
	}
	// One for which there was no place is still prepared for a transaction that sends it again.
	if within, after := p.transaction(func(tx database.Tx) {
		for n := range 20 {
			exec(t, tx, "INSERT OR REPLACE INTO numbers (n) VALUES (?) -- once more", n+1)
		}
	}); within != 1 || after != 0 {
		t.Errorf("one more: prepared %d times in the transaction, %d times after it", within, after)
	}
	p.holds(count)
}

// The first transaction sends statements that are new, the second one those that are known.
func TestAStatementThatFailsInASavepointIsSentAgain(t *testing.T) {
	p := newPool(t)
	for round := range 3 {
		p.transaction(func(tx database.Tx) {
			for i := range 4 {
				exec(t, tx, "SAVEPOINT step")
				exec(t, tx, insertNumber, 1000)
				if _, err := tx.ExecContext(t.Context(), insertNumber, 1000); err == nil {
					t.Error("a number twice is no error")
				}
				if _, err := tx.ExecContext(t.Context(), "INSERT INTO nothing VALUES (1)"); err == nil {
					t.Error("a table that is not there is no error")
				}
				exec(t, tx, "ROLLBACK TO SAVEPOINT step; RELEASE SAVEPOINT step")
				exec(t, tx, "SAVEPOINT step")
				exec(t, tx, insertNumber, round*4+i+1)
				exec(t, tx, "RELEASE SAVEPOINT step")
			}
		})
		p.holds(4 * (round + 1))
	}
}

func TestACancelledStatementIsSentAgain(t *testing.T) {
	p := newPool(t)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for round := range 3 {
		p.transaction(func(tx database.Tx) {
			for i := range 3 {
				if _, err := tx.ExecContext(cancelled, insertNumber, 1000); !errors.Is(err, context.Canceled) {
					t.Errorf("round %d: %v", round, err)
				}
				rows, err := tx.QueryContext(cancelled, "SELECT n FROM numbers") //nolint:rowserrcheck // there are none
				if !errors.Is(err, context.Canceled) {
					t.Errorf("round %d: %v, %v", round, rows, err)
				}
				exec(t, tx, insertNumber, round*3+i+1)
			}
		})
	}
	p.holds(9)
}

func TestACancelledTransactionLeavesThePoolAsItWas(t *testing.T) {
	p := newPool(t)
	for round := range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		tx, err := p.Begin(ctx)
		ok(t, err)
		exec(t, tx, insertNumber, 1000)
		cancel()
		if err := tx.Commit(); err == nil {
			t.Error("committed")
		}
		if round == 1 {
			tx, err := p.Begin(t.Context())
			ok(t, err)
			exec(t, tx, insertNumber, 1000)
			ok(t, tx.Rollback())
		}
		p.transaction(func(tx database.Tx) { exec(t, tx, insertNumber, round+1) })
		p.holds(round + 1)
	}
}

func TestStatementsArePreparedConcurrently(t *testing.T) {
	p := newPool(t)
	var all sync.WaitGroup
	for worker := range 6 {
		all.Go(func() {
			for i := range 20 {
				tx, err := p.Begin(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				_, err = tx.ExecContext(t.Context(), fmt.Sprintf("%s -- %d", insertNumber, i%7), worker*20+i+1)
				if err := errors.Join(err, tx.Commit()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	p.holds(120)
}
