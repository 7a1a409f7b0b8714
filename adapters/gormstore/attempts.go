package gormstore

import (
	"context"
	"database/sql"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports"
)

type attempts struct{ handle }

var _ ports.Attempts = attempts{}

type attemptRow struct {
	ID      int64 `gorm:"primaryKey"`
	Account string
	Address string
	Subnet  string
	Site    string
	Browser string
	Early   bool
	At      int64
}

func (attemptRow) TableName() string { return "sign_in_attempts" }

// The counts of account.CountFor. That for the account stops where more make no difference: an attack leaves many rows.
const (
	countAccount = "SELECT COUNT(*), 0, 0 FROM (SELECT 1 FROM sign_in_attempts " +
		"WHERE account = ? AND browser = '' AND NOT early AND at > ? LIMIT ?) counted"
	countHere = "SELECT COUNT(CASE WHEN NOT early THEN 1 END), COALESCE(MIN(CASE WHEN NOT early THEN at END), 0), " +
		"COALESCE(MAX(at), 0) FROM sign_in_attempts WHERE account = ? AND address = ? AND browser = '' AND at > ?"
	countBrowser = "SELECT COUNT(*), COALESCE(MIN(at), 0), 0 FROM sign_in_attempts " +
		"WHERE account = ? AND browser = ? AND browser <> '' AND at > ?"
	countNetwork = "SELECT COUNT(*), COALESCE(MIN(at), 0), 0 FROM sign_in_attempts WHERE browser = '' AND at > ? AND "
)

func (s attempts) Tally(ctx context.Context, a account.Attempt) (t account.Tally, err error) {
	after := database.Micros(a.At.Add(-account.AttemptWindow))
	count := func(into *account.Count, query string, args ...any) (latest time.Time) {
		if err != nil {
			return latest
		}
		var oldest, last int64
		err = database.ScanOne(s.Read.WithContext(ctx).Raw(query, args...), func(row *sql.Rows) error {
			return row.Scan(&into.N, &oldest, &last)
		})
		into.Oldest = database.Instant(oldest)
		return database.Instant(last)
	}
	if a.Browser != "" {
		count(&t.Browser, countBrowser, a.Account, a.Browser, after)
		return t, err
	}
	var wrong account.Count
	count(&wrong, countAccount, a.Account, after, account.DelayedAtMost)
	t.Account = wrong.N
	t.Last = count(&t.Here, countHere, a.Account, a.Address, after)
	count(&t.Address, countNetwork+"address = ?", after, a.Address)
	if a.Site != "" {
		count(&t.Subnet, countNetwork+"subnet = ? AND subnet <> ''", after, a.Subnet)
		count(&t.Site, countNetwork+"site = ? AND site <> ''", after, a.Site)
	}
	return t, err
}

// oneAtATime lets no other step of the application's count tries on PostgreSQL until this one has ended. SQLite has one writer
// anyway.
const oneAtATime = "SELECT pg_advisory_xact_lock(7365171)"

func (s attempts) Add(ctx context.Context, a account.Attempt) (id int64, wait time.Duration, err error) {
	err = s.step(ctx, func(tx handle) error {
		if tx.Dialect == database.Postgres {
			if err := tx.Write.Exec(oneAtATime).Error; err != nil {
				return err
			}
		}
		tally, err := attempts{tx}.Tally(ctx, a)
		if err != nil {
			return err
		}
		var note bool
		if wait, note = tally.Judge(a); !note {
			id = 0
			return nil
		}
		row := attemptRow{
			Account: a.Account, Address: a.Address, Subnet: a.Subnet, Site: a.Site, Browser: a.Browser, Early: wait > 0,
			At: database.Micros(a.At),
		}
		err = tx.Write.Create(&row).Error
		id = row.ID
		return err
	})
	if err != nil {
		return 0, 0, err
	}
	return id, wait, nil
}

func (s attempts) Remove(ctx context.Context, id int64) error {
	_, err := s.remove(ctx, &attemptRow{}, "id = ?", id)
	return err
}

func (s attempts) Purge(ctx context.Context, before time.Time) (int, error) {
	return s.remove(ctx, &attemptRow{}, "at < ?", database.Micros(before))
}
