package gormstore

import (
	"context"
	"database/sql"
	"slices"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type looks struct{ handle }

var _ ports.Looks = looks{}

const lookColumns = "person_id, by_user, day, by_name, opened_at, exported_at"

// joinLooks is person.Look.And.
var joinLooks = " ON CONFLICT (person_id, day, by_user) DO UPDATE SET by_name = excluded.by_name, opened_at = " +
	earliestOf("opened_at") + ", exported_at = " + earliestOf("exported_at")

// earliestOf is the earliest time of what is there and what comes, 0 for none.
func earliestOf(column string) string {
	was, is := "person_looks."+column, "excluded."+column
	return "CASE WHEN " + was + " = 0 OR (" + is + " > 0 AND " + is + " < " + was + ") THEN " + is + " ELSE " + was + " END"
}

func (s looks) Keep(ctx context.Context, list ...person.Look) error {
	list = oneOfEach(list)
	ids := make([]person.ID, len(list))
	for i := range list {
		ids[i] = list[i].Person
	}
	return s.step(ctx, func(tx handle) error {
		where, args := tx.among("id", ids)
		living := "SELECT id FROM people WHERE " + where + " ORDER BY id" + tx.Dialect.ForUpdate() // and in the trash
		there, err := database.ScanNumbers(tx.Write.Raw(living, args...))
		if err != nil {
			return err
		}
		list := slices.DeleteFunc(slices.Clone(list), func(l person.Look) bool {
			_, known := slices.BinarySearch(there, l.Person)
			return !known
		})
		return tx.Insert("person_looks", lookColumns, joinLooks, len(list), func(i int) []any {
			l := &list[i]
			return []any{l.Person, l.By, l.Day.String(), l.ByName, database.Micros(l.Opened), database.Micros(l.Exported)}
		})
	})
}

// oneOfEach returns one look of each key, in the order in which rows are locked.
func oneOfEach(list []person.Look) []person.Look {
	byKey := make(map[person.LookKey]person.Look, len(list))
	for _, l := range list {
		if was, there := byKey[l.LookKey]; there {
			l = was.And(l)
		}
		byKey[l.LookKey] = l
	}
	all := make([]person.Look, 0, len(byKey))
	for _, l := range byKey {
		all = append(all, l)
	}
	slices.SortFunc(all, person.CompareLooks)
	return all
}

func (s looks) Page(ctx context.Context, q person.LooksQuery) (page record.Page[person.Look], err error) {
	db := s.Read.WithContext(ctx)
	err = database.ScanOne(db.Raw("SELECT COUNT(*) FROM person_looks WHERE person_id = ?", q.Person), func(row *sql.Rows) error {
		return row.Scan(&page.Total)
	})
	if err != nil || q.Limit == 0 || q.Offset >= page.Total {
		return page, err
	}
	query := db.Raw("SELECT "+lookColumns+" FROM person_looks WHERE person_id = ? ORDER BY day DESC, by_user LIMIT ? OFFSET ?",
		q.Person, q.Limit, q.Offset)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var l person.Look
		var day string
		var opened, exported int64
		err := row.Scan(&l.Person, &l.By, &day, &l.ByName, &opened, &exported)
		l.Day, _ = civil.Parse(day)
		l.Opened, l.Exported = database.Instant(opened), database.Instant(exported)
		page.Records = append(page.Records, l)
		return err
	})
	return page, err
}

func (s looks) Purge(ctx context.Context, before civil.Date) (int, error) {
	result := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Exec("DELETE FROM person_looks WHERE day < ?", before.String())
	})
	return int(result.RowsAffected), result.Error
}
