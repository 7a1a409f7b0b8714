package gormstore

import (
	"context"
	"database/sql"
	"errors"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

type shares struct{ handle }

var _ ports.Shares = shares{}

// shared are the kinds that have shares, with the tables of the shares and of the records.
var shared = []struct {
	kind           access.Kind
	table, records string
	absent         *fault.Fault
}{
	{access.People, "person_shares", "people", person.ErrAbsent}, {access.Groups, "group_shares", "groups", group.ErrAbsent},
}

func (s shares) Set(
	ctx context.Context, kind access.Kind, record int64, user account.UserID, permission access.Permission,
) error {
	of := shared[0]
	if kind == access.Groups {
		of = shared[1]
	}
	err := s.step(ctx, func(tx handle) error {
		if permission == "" {
			result := tx.Write.Exec("DELETE FROM "+of.table+" WHERE user_id = ? AND record_id = ?", user, record)
			if result.RowsAffected > 0 {
				tx.written(nounUsers, user)
			}
			return result.Error
		}
		for _, needed := range []struct {
			query  string
			id     int64
			absent *fault.Fault
		}{
			{"SELECT 1 FROM " + of.records + " WHERE removed_at = 0 AND id = ?", record, of.absent},
			{"SELECT 1 FROM users WHERE id = ?", user, account.ErrAbsent},
		} {
			found, err := database.ScanNumbers(tx.Write.Raw(needed.query, needed.id))
			if err == nil && len(found) == 0 {
				err = needed.absent
			}
			if err != nil {
				return err
			}
		}
		result := tx.Write.Exec("INSERT INTO "+of.table+" (user_id, record_id, permission) VALUES (?, ?, ?) "+
			"ON CONFLICT (user_id, record_id) DO UPDATE SET permission = excluded.permission "+
			"WHERE "+of.table+".permission <> excluded.permission", user, record, string(permission))
		if result.RowsAffected > 0 {
			tx.written(nounUsers, user)
		}
		return result.Error
	})
	if errors.Is(err, gorm.ErrForeignKeyViolated) { // the user was removed at that moment
		return account.ErrAbsent
	}
	return err
}

// changes reads all shares of the users who were written.
func (s shares) changes(wrote written, c *directory.Changes) error {
	ids, some := wrote.of(nounUsers)
	if !some {
		return nil
	}
	c.Shares = map[account.UserID]access.Shares{}
	for _, id := range ids {
		c.Shares[id] = access.Shares{}
	}
	where, args := s.among("user_id", ids)
	for _, of := range shared {
		query := s.Read.Raw("SELECT user_id, record_id, permission FROM "+of.table+" WHERE "+where, args...)
		err := database.ScanAll(query, func(row *sql.Rows) error {
			var user account.UserID
			var record int64
			var permission string
			if err := row.Scan(&user, &record, &permission); err != nil {
				return err
			}
			list := c.Shares[user]
			list.Set(of.kind, record, access.Permission(permission))
			c.Shares[user] = list
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
