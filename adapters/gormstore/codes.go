package gormstore

import (
	"context"
	"database/sql"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

type memberCodes struct{ handle }

var _ ports.MemberCodes = memberCodes{}

// codesLock is the first number of the advisory locks on member codes; the second is the code's hash.
const codesLock = 1

func (s memberCodes) Holders(ctx context.Context, code string) (holders []person.Holder, err error) {
	code = fold.Key(code)
	db := s.Read.WithContext(ctx)
	if s.Inside() && s.Dialect == database.Postgres { // SQLite has one writer anyway
		if err := db.Exec("SELECT pg_advisory_xact_lock(?, hashtext(?))", codesLock, code).Error; err != nil {
			return nil, err
		}
	}
	query := db.Raw("SELECT id, administered FROM people WHERE code = ? AND code <> '' ORDER BY id", code)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var holder person.Holder
		err := row.Scan(&holder.ID, &holder.Administered)
		holders = append(holders, holder)
		return err
	})
	return holders, err
}

func (s memberCodes) Doubles(ctx context.Context) (map[string][]person.ID, error) {
	doubles := map[string][]person.ID{}
	query := s.Read.WithContext(ctx).Raw(`SELECT code, id FROM people WHERE code IN
		(SELECT code FROM people WHERE code <> '' GROUP BY code HAVING COUNT(*) > 1) ORDER BY id`)
	return doubles, database.ScanAll(query, func(row *sql.Rows) error {
		var code string
		var id person.ID
		err := row.Scan(&code, &id)
		doubles[code] = append(doubles[code], id)
		return err
	})
}
