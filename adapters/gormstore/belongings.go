package gormstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"database/sql"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	membernote "github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

type belongings struct{ handle }

var _ ports.Belongings = belongings{}

// HandOver implements ports.Belongings.
func (s belongings) HandOver(ctx context.Context, from, to account.UserID) error {
	return s.step(ctx, func(tx handle) error {
		for _, of := range []struct{ table, noun, shares string }{
			{"people", nounPeople, "person_shares"}, {"groups", nounGroups, "group_shares"},
		} {
			// They are locked in one order, as everybody locks.
			ids, err := database.ScanNumbers(tx.Write.Raw("SELECT id FROM "+of.table+" WHERE author = ? ORDER BY id"+
				tx.Dialect.ForUpdate(), from))
			if err != nil {
				return err
			}
			err = tx.Write.Exec("UPDATE "+of.table+" SET author = ?, revision = revision + 1 WHERE author = ?", to, from).Error
			if err != nil {
				return err
			}
			tx.written(of.noun, ids...)
			// What was shared with the new author would count again once somebody else is the author.
			ended := tx.Write.Exec("DELETE FROM "+of.shares+" WHERE user_id = ? AND record_id IN (SELECT id FROM "+of.table+
				" WHERE author = ?)", to, to)
			if ended.Error != nil {
				return ended.Error
			}
			if ended.RowsAffected > 0 {
				tx.written(nounUsers, to)
			}
		}
		for _, statement := range []string{
			"UPDATE feedback SET author = ?, revision = revision + 1 WHERE author = ?", "UPDATE media SET author = ? WHERE author = ?",
		} {
			if err := tx.Write.Exec(statement, to, from).Error; err != nil {
				return err
			}
		}
		return nil
	})
}

// DropPrivateNotes implements ports.Belongings.
func (s belongings) DropPrivateNotes(ctx context.Context, user account.UserID) error {
	return s.step(ctx, func(tx handle) error {
		ids, err := database.ScanNumbers(tx.Write.Raw("DELETE FROM notes WHERE author = ? AND visibility <> ? RETURNING id",
			user, string(membernote.Shared)))
		if err != nil || len(ids) == 0 {
			return err
		}
		where, args := tx.among("record_id", ids)
		return tx.Write.Exec("DELETE FROM timeline WHERE kind = ? AND "+where,
			append([]any{string(timeline.Note)}, args...)...).Error
	})
}

type memberFunctions struct{ handle }

var _ ports.MemberFunctions = memberFunctions{}

type memberFunctionsRow struct {
	PersonID  int64 `gorm:"primaryKey"`
	Functions string
}

func (memberFunctionsRow) TableName() string { return "member_functions" }

// Keep implements ports.MemberFunctions.
func (s memberFunctions) Keep(ctx context.Context, id person.ID, functions []string) error {
	text, err := json.Marshal(append([]string{}, functions...))
	if err != nil {
		return err
	}
	row := memberFunctionsRow{id, string(text)}
	err = s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row)
	}).Error
	if errors.Is(err, gorm.ErrForeignKeyViolated) {
		return person.ErrAbsent
	}
	return err
}

// Of implements ports.MemberFunctions.
func (s memberFunctions) Of(ctx context.Context, ids ...person.ID) (map[person.ID][]string, error) {
	functions := map[person.ID][]string{}
	where, args := s.among("person_id", append([]int64{}, ids...))
	query := s.Read.WithContext(ctx).Raw("SELECT person_id, functions FROM member_functions WHERE "+where, args...)
	return functions, database.ScanAll(query, func(row *sql.Rows) error {
		var id person.ID
		var text string
		if err := row.Scan(&id, &text); err != nil {
			return err
		}
		var list []string
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			return fmt.Errorf("the functions of person %d are damaged: %w", id, err)
		}
		if len(list) > 0 {
			functions[id] = list
		}
		return nil
	})
}
