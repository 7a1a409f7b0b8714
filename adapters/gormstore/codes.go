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
	query := db.Raw(`SELECT p.id, p.administered FROM person_keys k JOIN people p ON p.id = k.person_id
		WHERE k.code_key = ? AND k.code_key <> '' ORDER BY p.id`, code)
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
	query := s.Read.WithContext(ctx).Raw(`SELECT code_key, person_id FROM person_keys WHERE code_key IN
		(SELECT code_key FROM person_keys WHERE code_key <> '' GROUP BY code_key HAVING COUNT(*) > 1) ORDER BY person_id`)
	return doubles, database.ScanAll(query, func(row *sql.Rows) error {
		var code string
		var id person.ID
		err := row.Scan(&code, &id)
		doubles[code] = append(doubles[code], id)
		return err
	})
}
