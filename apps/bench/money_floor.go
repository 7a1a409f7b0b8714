package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/season"
)

// measureRules returns the processor time of computing the fees of so many members, in milliseconds. Two of three are youth, and
// three of them live at one address.
func measureRules(count int) (float64, error) {
	members := make([]fee.Member, count)
	for i := range members {
		m := &members[i]
		m.ID, m.Name, m.AgeClass = int64(i+1), fmt.Sprint("Lid ", i), fmt.Sprint("Onder ", 6+i%14)
		m.Household = fmt.Sprint("1234AB-", i/3)
		m.Since.Year, m.Since.Month, m.Since.Day = 2015+i%11, time.Month(1+i%12), 1
		if i%3 == 0 {
			m.AgeClass, m.Teams = "Senioren", []int64{int64(i % 20)}
		}
	}
	terms := fee.Terms{Season: season.Season(2025), Settings: fee.Defaults([]int64{7, 8})}
	const measured = time.Second // a tick of the clock of processor time is a hundredth of it
	runs := 0
	before, err := cpuOf(os.Getpid())
	if err != nil {
		return 0, err
	}
	for begin := time.Now(); time.Since(begin) < measured; runs++ {
		if fees := fee.Season(terms, members); len(fees) != count || fees[1].Final <= 0 {
			return 0, fmt.Errorf("the fees are wrong: %+v", fees[1])
		}
	}
	after, err := cpuOf(os.Getpid())
	return milliseconds(after-before) / float64(runs), err
}

// billedRows are the tables into which a bulk job writes, and the column by which their rows belong to an invoice.
var billedRows = []struct{ table, invoice, only string }{
	{"invoices", "id", ""}, {"invoice_keys", "invoice_id", ""}, {"audit", "object_id", "WHERE kind = 'invoice-created'"},
}

// insert is a statement with its values.
type insert struct {
	statement string
	values    []any
}

// bareInserts returns how long it takes to insert the rows that the job made once more, in an empty database of the same schema:
// with nothing but the driver, and a transaction for each invoice.
func (s *stand) bareInserts(ctx context.Context) (float64, error) {
	from, err := s.open()
	if err != nil {
		return 0, err
	}
	invoices, order, err := s.rowsByInvoice(ctx, from)
	if err = errors.Join(err, from.Close()); err != nil {
		return 0, err
	}
	empty := *s
	empty.name += "_bare"
	if empty.database, err = s.environment.database(ctx, s.kind, empty.name); err != nil {
		return 0, err
	}
	empty.Process = nil
	defer func() { _ = empty.close(ctx) }()
	if _, err := empty.command(ctx, "", "migrate"); err != nil {
		return 0, err
	}
	into, err := empty.openToWrite()
	if err != nil {
		return 0, err
	}
	defer func() { _ = into.Close() }() // it was only written to be timed
	into.SetMaxOpenConns(1)
	prepared := map[string]*sql.Stmt{}
	begin := time.Now()
	for _, id := range order {
		if err := insertOne(ctx, into, prepared, invoices[id]); err != nil {
			return 0, err
		}
	}
	return time.Since(begin).Seconds(), nil
}

// openToWrite opens the database as the server does.
func (s *stand) openToWrite() (*sql.DB, error) {
	if s.kind == "postgres" {
		return sql.Open("pgx", s.database)
	}
	path := filepath.Join(s.folder(), "club.db")
	return sql.Open("sqlite", "file:"+path+"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)"+
		"&_pragma=secure_delete(1)&_pragma=foreign_keys(1)")
}

func insertOne(ctx context.Context, into *sql.DB, prepared map[string]*sql.Stmt, rows []insert) error {
	tx, err := into.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for _, row := range rows {
		statement := prepared[row.statement]
		if statement == nil {
			if statement, err = tx.PrepareContext(ctx, row.statement); err != nil {
				return errors.Join(err, tx.Rollback())
			}
			defer func() { _ = statement.Close() }() // the commit tells
		}
		if _, err := statement.ExecContext(ctx, row.values...); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	return tx.Commit()
}

// rowsByInvoice reads what there is of each invoice, and returns the invoices in their order.
func (s *stand) rowsByInvoice(ctx context.Context, from *sql.DB) (rows map[int64][]insert, order []int64, err error) {
	rows = map[int64][]insert{}
	for _, of := range billedRows {
		found, err := from.QueryContext(ctx, "SELECT * FROM "+of.table+" "+of.only+" ORDER BY "+of.invoice)
		if err != nil {
			return nil, nil, err
		}
		for found.Next() {
			id, one, err := s.row(found, of.table, of.invoice)
			if err != nil {
				return nil, nil, errors.Join(err, found.Close()) //nolint:sqlclosecheck // in a loop: the next ones follow
			}
			if of.table == "invoices" {
				order = append(order, id)
			}
			rows[id] = append(rows[id], one)
		}
		if err := errors.Join(found.Err(), found.Close()); err != nil {
			return nil, nil, err
		}
	}
	return rows, order, nil
}

func (s *stand) row(found *sql.Rows, table, invoice string) (id int64, one insert, err error) {
	columns, err := found.Columns()
	if err != nil {
		return 0, one, err
	}
	one.values = make([]any, len(columns))
	into, places := make([]any, len(columns)), make([]string, len(columns))
	for i := range columns {
		into[i], places[i] = &one.values[i], "?"
		if s.kind == "postgres" {
			places[i] = fmt.Sprint("$", i+1)
		}
	}
	if err := found.Scan(into...); err != nil {
		return 0, one, err
	}
	for i, column := range columns {
		if column == invoice {
			id, _ = one.values[i].(int64)
		}
	}
	one.statement = "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")"
	return id, one, nil
}
