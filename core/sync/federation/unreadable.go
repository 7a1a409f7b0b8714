package federation

import (
	"errors"
	"fmt"
	"strings"
)

// Unreadable rows are an odd member or two up to these numbers. More than both show that the site has changed.
const (
	fewUnreadable     = 5
	percentUnreadable = 1
)

// UnreadableRows is the error of a search, or of a list of cases, of which some rows have a date or an amount that cannot be
// read; all other rows were read.
type UnreadableRows struct{ Rows []UnreadableRow }

// UnreadableRow is a row that cannot be read, and why.
type UnreadableRow struct {
	Code  string // of the member; the dossier of a case
	Cause error
}

// Error says in plain words which rows they are.
func (u *UnreadableRows) Error() string {
	said := make([]string, len(u.Rows))
	for i, r := range u.Rows {
		said[i] = r.Error()
	}
	return strings.Join(said, "; ")
}

// Error says in plain words whose row it is.
func (r UnreadableRow) Error() string {
	return fmt.Sprintf("de rij van %s in de ledenadministratie is niet te lezen (%v); alles van dit lid blijft zoals het was",
		r.Code, r.Cause)
}

// Unwrap returns the cause.
func (r UnreadableRow) Unwrap() error { return r.Cause }

// Unread returns the error of a search of so many rows: nil when all were read, ErrShape when too many were not.
func Unread(rows []UnreadableRow, all int) error {
	switch n := len(rows); {
	case n == 0:
		return nil
	case n > fewUnreadable && n*100 > all*percentUnreadable:
		return ErrShape.Because(fmt.Errorf("%d of %d rows cannot be read: %w", n, all, rows[0].Cause))
	}
	return &UnreadableRows{Rows: rows}
}

// Readable returns the rows that an error of a search tells of, or the error when it is another one.
func Readable(err error) ([]UnreadableRow, error) {
	if u, some := errors.AsType[*UnreadableRows](err); some {
		return u.Rows, nil
	}
	return nil, err
}
