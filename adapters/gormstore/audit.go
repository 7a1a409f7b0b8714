package gormstore

import (
	"context"
	"database/sql"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type auditLog struct{ handle }

var _ ports.Audit = auditLog{}

const auditColumns = "at, kind, actor, actor_name, way, way_name, address, object_noun, object_id, object_name, fields, " +
	"before_values, after_values"

func (s auditLog) Append(ctx context.Context, entries ...audit.Entry) error {
	entries = audit.Kept(entries)
	return s.step(ctx, func(tx handle) error {
		return tx.Insert("audit", auditColumns, "", len(entries), func(i int) []any {
			e := &entries[i]
			return []any{
				database.Micros(e.At), string(e.Kind), e.Actor.User, e.Actor.Name, string(e.Actor.Way), e.Actor.Entrance.Name,
				e.Actor.Address, string(e.Object.Noun), e.Object.ID, e.Object.Name, asJSON(e.Fields), e.Before.Encode(), e.After.Encode(),
			}
		})
	})
}

func (s auditLog) Page(ctx context.Context, q audit.Query) (page record.Page[audit.Entry], err error) {
	where, args := auditWhere(&q)
	db := s.Read.WithContext(ctx)
	err = database.ScanOne(db.Raw("SELECT COUNT(*) FROM audit"+where, args...), func(row *sql.Rows) error {
		return row.Scan(&page.Total)
	})
	if err != nil || q.Limit == 0 || q.Offset >= page.Total {
		return page, err
	}
	query := db.Raw("SELECT id, "+auditColumns+" FROM audit"+where+" ORDER BY at DESC, id DESC LIMIT ? OFFSET ?",
		append(args, q.Limit, q.Offset)...)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		e, err := scanEntry(row)
		page.Records = append(page.Records, e)
		return err
	})
	return page, err
}

// auditWhere is Query.Match as a condition.
func auditWhere(q *audit.Query) (where string, args []any) {
	where = " WHERE true"
	and := func(asked bool, condition string, value any) {
		if asked {
			where, args = where+" AND "+condition, append(args, value)
		}
	}
	and(q.Actor != 0, "actor = ?", q.Actor)
	and(q.Object.Noun != "", "object_noun = ?", string(q.Object.Noun))
	and(q.Object.ID != 0, "object_id = ?", q.Object.ID)
	and(q.Kind != "", "kind = ?", string(q.Kind))
	and(!q.From.IsZero(), "at >= ?", database.Micros(q.From))
	and(!q.To.IsZero(), "at < ?", database.Micros(q.To))
	return where, args
}

func scanEntry(row *sql.Rows) (e audit.Entry, err error) {
	var at int64
	var fields, before, after string
	err = row.Scan(&e.ID, &at, &e.Kind, &e.Actor.User, &e.Actor.Name, &e.Actor.Way, &e.Actor.Entrance.Name, &e.Actor.Address,
		&e.Object.Noun, &e.Object.ID, &e.Object.Name, &fields, &before, &after)
	if err != nil {
		return e, err
	}
	e.At, e.Fields = database.Instant(at), ofJSON[[]string](fields)
	if e.Before, err = audit.Decode(before); err == nil {
		e.After, err = audit.Decode(after)
	}
	return e, err
}

func (s auditLog) Purge(ctx context.Context, before, books time.Time) (deleted int, err error) {
	err = s.step(ctx, func(tx handle) error {
		result := tx.Write.Exec("DELETE FROM audit WHERE at < ? AND (at < ? OR NOT ("+ofMoney+"))", database.Micros(before),
			database.Micros(books), audit.MoneyKinds(), audit.SettingsChanged, audit.Settings,
			audit.FinanceSettings, audit.FinanceSettings, audit.FeeSettings, audit.FeeSettings)
		if deleted = int(result.RowsAffected); result.Error != nil {
			return result.Error
		}
		return tx.Write.Exec("UPDATE audit SET address = '' WHERE at < ? AND address <> ''", database.Micros(before)).Error
	})
	return deleted, err
}

// ofMoney is Entry.OfMoney as a condition.
const ofMoney = "kind IN ? OR kind = ? AND object_noun = ? AND " +
	"(SUBSTR(object_name, 1, LENGTH(?)) = ? OR SUBSTR(object_name, 1, LENGTH(?)) = ?)"
