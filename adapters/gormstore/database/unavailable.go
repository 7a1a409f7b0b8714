package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"

	"github.com/clubhuis/clubhuis/core/fault"
)

// classify turns what a driver says of a database that can't be asked now into a fault of kind Unavailable: one that is
// down, locked by another process, or on a full disk. It returns every other error as it is, and the end of the context too.
func classify(err error) error {
	var known *fault.Fault
	switch {
	case err == nil, errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, gorm.ErrRecordNotFound):
		return err
	case isFull(err):
		return fault.ErrFull.Because(err)
	case isUnreachable(err):
		return fault.ErrUnreachable.Because(err)
	}
	return err
}

// isFull reports whether a database has no room to write.
func isFull(err error) bool {
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		switch failed.Code() {
		case lite.SQLITE_FULL, lite.SQLITE_IOERR_WRITE, lite.SQLITE_IOERR_SHMSIZE:
			return true
		}
	}
	var postgres *pgconn.PgError
	return errors.As(err, &postgres) && postgres.Code == "53100" || errors.Is(err, syscall.ENOSPC)
}

// isUnreachable reports whether a database doesn't respond, or can't do what it is asked at this time.
func isUnreachable(err error) bool {
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		switch failed.Code() & 0xff { // the higher bits say why
		case lite.SQLITE_BUSY, lite.SQLITE_LOCKED, lite.SQLITE_IOERR, lite.SQLITE_CANTOPEN, lite.SQLITE_PROTOCOL:
			return true
		}
		return false
	}
	var postgres *pgconn.PgError
	if errors.As(err, &postgres) {
		return postgresIsDown(postgres.Code)
	}
	var connecting *pgconn.ConnectError
	if errors.As(err, &connecting) {
		return true
	}
	if errors.Is(err, context.DeadlineExceeded) { // which calls itself an error of the network
		return false
	}
	for _, lost := range []error{driver.ErrBadConn, sql.ErrConnDone, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed} {
		if errors.Is(err, lost) {
			return true
		}
	}
	var network net.Error
	return errors.As(err, &network) || pgconn.SafeToRetry(err)
}

// postgresIsDown goes by the classes of PostgreSQL's codes: lost connections, too few resources, a server that stops or starts,
// failures of its system; and by the codes of a standby, of a transaction that stood still for too long, of a lock that was
// waited for, and of steps in each other's way.
func postgresIsDown(code string) bool {
	switch code {
	case "25006", "25P03", "40001", "40P01", "55P03":
		return true
	}
	for _, class := range []string{"08", "53", "57P", "58"} {
		if strings.HasPrefix(code, class) {
			return true
		}
	}
	return false
}
