package gormstore

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type personChanges struct{ handle }

var _ ports.PersonChanges = personChanges{}

// personChange is what became of a person, as it is noted within a step.
type personChange struct {
	id     person.ID
	by     int64
	at     time.Time
	fields []person.FieldChange
}

const (
	personChangeColumns = "person_id, at, by_user, by_name, fields"
	nameOfUser          = "COALESCE((SELECT display_name FROM users WHERE id = ?), '')"
)

// keepChanges keeps what became of people, in one statement for very many.
func (s people) keepChanges(list ...personChange) error {
	const place, most = "(?, ?, ?, " + nameOfUser + ", ?)", 1000
	for part := range slices.Chunk(list, most) {
		args := make([]any, 0, 5*len(part))
		for i := range part {
			c := &part[i]
			args = append(args, c.id, database.Micros(c.at), c.by, c.by, person.EncodeChanges(c.fields))
		}
		err := s.Write.Exec("INSERT INTO person_changes ("+personChangeColumns+") VALUES "+place+
			strings.Repeat(", "+place, len(part)-1), args...).Error
		if err != nil {
			return err
		}
	}
	return nil
}

func (s personChanges) Page(ctx context.Context, q person.ChangesQuery) (page record.Page[person.Change], err error) {
	db := s.Read.WithContext(ctx)
	err = database.ScanOne(db.Raw("SELECT COUNT(*) FROM person_changes WHERE person_id = ?", q.Person), func(row *sql.Rows) error {
		return row.Scan(&page.Total)
	})
	if err != nil || q.Limit == 0 || q.Offset >= page.Total {
		return page, err
	}
	query := db.Raw("SELECT id, "+personChangeColumns+" FROM person_changes WHERE person_id = ? ORDER BY at DESC, id DESC "+
		"LIMIT ? OFFSET ?", q.Person, q.Limit, q.Offset)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var c person.Change
		var at int64
		var fields string
		err := row.Scan(&c.ID, &c.Person, &at, &c.By, &c.ByName, &fields)
		c.At, c.Fields = database.Instant(at), person.DecodeChanges(fields)
		page.Records = append(page.Records, c)
		return err
	})
	return page, err
}

func (s personChanges) Purge(ctx context.Context, before time.Time) (int, error) {
	result := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Exec("DELETE FROM person_changes WHERE at < ?", database.Micros(before))
	})
	return int(result.RowsAffected), result.Error
}
