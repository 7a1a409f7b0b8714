package gormstore

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

type recents struct{ handle }

var _ ports.Recents = recents{}

// recentOrder is the last one first.
const recentOrder = " FROM recent_people WHERE user_id = ? ORDER BY place DESC"

func (s recents) Of(ctx context.Context, user account.UserID) ([]person.ID, error) {
	return database.ScanNumbers(s.Read.WithContext(ctx).Raw("SELECT person_id"+recentOrder, user))
}

func (s recents) Open(ctx context.Context, user account.UserID, id person.ID) error {
	return s.step(ctx, func(tx handle) error {
		if err := tx.lock(&userRow{}, account.ErrAbsent, "id = ?", user); err != nil {
			return err
		}
		added := tx.Write.Exec("INSERT INTO recent_people (user_id, person_id, place) SELECT ?, id, "+
			"1 + COALESCE((SELECT MAX(place) FROM recent_people WHERE user_id = ?), 0) FROM people WHERE id = ? AND removed_at = 0 "+
			"ON CONFLICT (user_id, person_id) DO UPDATE SET place = excluded.place", user, user, id)
		switch {
		case added.Error != nil:
			return added.Error
		case added.RowsAffected == 0:
			return person.ErrAbsent
		}
		return tx.Write.Exec("DELETE FROM recent_people WHERE user_id = ? AND place <= (SELECT place"+recentOrder+
			" LIMIT 1 OFFSET ?)", user, user, account.MostRecent).Error
	})
}
