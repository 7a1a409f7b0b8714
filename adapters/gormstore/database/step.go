package database

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Handle is how stores reach a database: its pools, or one transaction as both.
type Handle struct {
	Read, Write *gorm.DB
	Dialect     Dialect
	inside      bool // a transaction
}

// Inside reports whether h is a transaction.
func (h Handle) Inside() bool { return h.inside }

// mostTries is how often a step runs when another one is in its way, and mostWait how long it waits at least for another
// process that writes to an SQLite file.
const (
	mostTries = 12
	mostWait  = 10 * time.Second
)

// Step runs change in a transaction: all of it happens or nothing. When the database gives up because of another
// transaction, it runs again, until the context ends. A step inside a step is a savepoint.
func (h Handle) Step(ctx context.Context, change func(Handle) error) error {
	if h.inside {
		return h.savepoint(ctx, change)
	}
	return h.repeat(ctx, func() error {
		return h.Write.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
			return change(Handle{Read: tx, Write: tx, Dialect: h.Dialect, inside: true})
		})
	})
}

// Snapshot runs read in a transaction that sees everything as it is at one moment, and writes nothing.
func (h Handle) Snapshot(ctx context.Context, read func(Handle) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if h.Dialect == Postgres {
		options.Isolation = sql.LevelRepeatableRead
	}
	return h.repeat(ctx, func() error {
		return h.Read.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
			return read(Handle{Read: tx, Write: tx, Dialect: h.Dialect, inside: true})
		}, options)
	})
}

// repeat tries something that another transaction may be in the way of.
func (h Handle) repeat(ctx context.Context, try func() error) error {
	begun := time.Now()
	for tries := 1; ; tries++ {
		err := try()
		if !inTheWay(err) || tries >= mostTries && (h.Dialect == Postgres || time.Since(begun) > mostWait) {
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
func (h Handle) savepoint(ctx context.Context, change func(Handle) error) error {
	db := h.Write.WithContext(ctx)
	if err := db.Exec("SAVEPOINT step").Error; err != nil {
		return err
	}
	err := change(Handle{Read: db, Write: db, Dialect: h.Dialect, inside: true})
	end := "RELEASE SAVEPOINT step"
	if err != nil {
		end = "ROLLBACK TO SAVEPOINT step; " + end
	}
	if failed := db.Exec(end).Error; failed != nil {
		return errors.Join(err, failed)
	}
	return err
}

// Transaction hands the transaction of a step to an adapter that keeps tables of its own in the same database.
func (h Handle) Transaction(do func(*sql.Tx) error) error {
	switch pool := h.Write.Statement.ConnPool.(type) {
	case *sql.Tx:
		return classify(do(pool))
	case *preparedTx:
		return classify(do(pool.Tx))
	}
	return errors.New("there is no transaction outside of a step")
}

// EmptyLog moves SQLite's write-ahead log into the file, and empties it: until then it holds what was deleted. It does nothing
// inside a step, and nothing on PostgreSQL. A log that others go on reading is an error.
func (h Handle) EmptyLog(ctx context.Context) error {
	if h.inside || h.Dialect != SQLite {
		return nil
	}
	return h.repeat(ctx, func() error {
		var busy, pages, moved int
		err := ScanOne(h.Write.WithContext(ctx).Raw("PRAGMA wal_checkpoint(TRUNCATE)"), func(row *sql.Rows) error {
			return row.Scan(&busy, &pages, &moved)
		})
		if err == nil && busy != 0 {
			err = fault.ErrUnreachable.Because(errLogInUse)
		}
		return err
	})
}

var errLogInUse = errors.New("sqlite: others are reading the write-ahead log, which could not be emptied")

// Exec runs one statement that changes something. Inside a step it is a savepoint, so that its failure is not the step's.
func (h Handle) Exec(ctx context.Context, statement func(*gorm.DB) *gorm.DB) (result *gorm.DB) {
	if !h.inside {
		_ = h.repeat(ctx, func() error {
			result = statement(h.Write.WithContext(ctx))
			return result.Error
		})
		return result
	}
	err := h.Step(ctx, func(tx Handle) error {
		result = statement(tx.Write)
		return result.Error
	})
	if result == nil { // not even begun
		return &gorm.DB{Error: err}
	}
	return result
}

// mostValues is how many arguments one statement has: fewer than any of the databases takes.
const mostValues = 30_000

// Insert adds rows to a table; conflict is what to do with those that are there.
func (h Handle) Insert(table, columns, conflict string, count int, row func(i int) []any) error {
	return inserts(table, columns, count, row, func(statement string, args []any) error {
		return h.Write.Exec(statement+conflict, args...).Error
	})
}

// InsertNew adds rows that get new numbers, and returns those in the order of the rows.
func (h Handle) InsertNew(table, columns string, count int, row func(i int) []any) ([]int64, error) {
	numbers := make([]int64, 0, count)
	err := inserts(table, columns, count, row, func(statement string, args []any) error {
		return ScanAll(h.Write.Raw(statement+" RETURNING id", args...), func(row *sql.Rows) error {
			numbers = append(numbers, 0)
			return row.Scan(&numbers[len(numbers)-1])
		})
	})
	slices.Sort(numbers) // they are given in the order of the rows, but not for certain returned so
	return numbers, err
}

func inserts(table, columns string, count int, row func(i int) []any, send func(statement string, args []any) error) error {
	width := 1 + strings.Count(columns, ",")
	places := "(?" + strings.Repeat(", ?", width-1) + ")"
	for from := 0; from < count; {
		rows := min(count-from, mostValues/width)
		args := make([]any, 0, rows*width)
		for i := range rows {
			args = append(args, row(from+i)...)
		}
		if err := send("INSERT INTO "+table+" ("+columns+") VALUES "+places+strings.Repeat(", "+places, rows-1), args); err != nil {
			return err
		}
		from += rows
	}
	return nil
}
