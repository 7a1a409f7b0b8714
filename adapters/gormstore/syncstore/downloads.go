package syncstore

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

// downloads keeps records by generation. A set's kept generation is in its row of sync_downloads, and none without a row is 0;
// the one after it is staged. So putting a download in place is a matter of counting on.
type downloads struct{ database.Handle }

var _ ports.Downloads = downloads{}

type downloadRow struct {
	SetName    string `gorm:"primaryKey"`
	Generation int64
	TakenAt    int64
}

func (downloadRow) TableName() string { return "sync_downloads" }

type recordRow struct {
	SetName    string `gorm:"primaryKey"`
	Generation int64  `gorm:"primaryKey"`
	RecordKey  string `gorm:"primaryKey"`
	Record     string
}

func (recordRow) TableName() string { return "sync_records" }

// ofKept finds the records of the kept download; its arguments are the set, twice.
const ofKept = "set_name = ? AND generation = (SELECT COALESCE(MAX(generation), 0) FROM sync_downloads WHERE set_name = ?)"

// change runs a step on a set of which kept is the generation. Steps on one set come one after another.
func (s downloads) change(ctx context.Context, set string, step func(tx downloads, kept int64) error) error {
	return s.Step(ctx, func(tx database.Handle) error {
		err := tx.Write.Exec("INSERT INTO sync_downloads (set_name, generation, taken_at) VALUES (?, 0, 0) "+
			"ON CONFLICT (set_name) DO NOTHING", set).Error
		if err != nil {
			return err
		}
		var kept int64
		err = database.ScanOne(tx.Write.Raw("SELECT generation FROM sync_downloads WHERE set_name = ?"+tx.Dialect.ForUpdate(), set),
			func(row *sql.Rows) error { return row.Scan(&kept) })
		if err != nil {
			return err
		}
		return step(downloads{tx}, kept)
	})
}

func (s downloads) Begin(ctx context.Context, set string) error {
	return s.change(ctx, set, func(tx downloads, kept int64) error { return tx.forgetAllBut(set, kept) })
}

func (s downloads) forgetAllBut(set string, generation int64) error {
	return s.Write.Where("set_name = ? AND generation <> ?", set, generation).Delete(&recordRow{}).Error
}

func (s downloads) Stage(ctx context.Context, set string, records map[string][]byte) error {
	return s.change(ctx, set, func(tx downloads, kept int64) error { return tx.keep(set, kept+1, records) })
}

func (s downloads) Put(ctx context.Context, set string, records map[string][]byte) error {
	return s.change(ctx, set, func(tx downloads, kept int64) error { return tx.keep(set, kept, records) })
}

func (s downloads) keep(set string, generation int64, records map[string][]byte) error {
	keys := slices.Sorted(maps.Keys(records))
	return s.Insert("sync_records", "set_name, generation, record_key, record",
		" ON CONFLICT (set_name, generation, record_key) DO UPDATE SET record = excluded.record", len(keys),
		func(i int) []any { return []any{set, generation, keys[i], string(records[keys[i]])} })
}

func (s downloads) Commit(ctx context.Context, set string, taken time.Time) error {
	return s.change(ctx, set, func(tx downloads, kept int64) error {
		err := tx.Write.Model(&downloadRow{}).Where("set_name = ?", set).
			UpdateColumns(map[string]any{"generation": kept + 1, "taken_at": database.Micros(taken)}).Error
		if err != nil {
			return err
		}
		return tx.forgetAllBut(set, kept+1)
	})
}

func (s downloads) Drop(ctx context.Context, set string, keys ...string) error {
	list, arg := s.Dialect.Texts(keys)
	return s.change(ctx, set, func(tx downloads, kept int64) error {
		return tx.Write.Where("set_name = ? AND generation = ? AND record_key IN "+list, set, kept, arg).Delete(&recordRow{}).Error
	})
}

func (s downloads) Get(ctx context.Context, set, key string) (record []byte, err error) {
	query := s.Read.WithContext(ctx).Raw("SELECT record FROM sync_records WHERE "+ofKept+" AND record_key = ?", set, set, key)
	err = database.ScanOne(query, func(row *sql.Rows) error { return row.Scan(&record) })
	return record, database.Absent(err, fault.ErrNotFound)
}

// page is how many records are in memory while they are visited.
const page = 100

// Each reads page after page, each of the download that is kept by then: after a Commit it goes on in the new one, behind the
// last key. No query is open while visit runs, which may need the connection.
func (s downloads) Each(ctx context.Context, set string, visit func(key string, record []byte) error) error {
	for after, compare := "", ">="; ; compare = ">" {
		var rows []recordRow
		err := s.Read.WithContext(ctx).Where(ofKept+" AND record_key "+compare+" ?", set, set, after).
			Order("record_key").Limit(page).Select("record_key", "record").Find(&rows).Error
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := visit(row.RecordKey, []byte(row.Record)); err != nil {
				return err
			}
		}
		if len(rows) < page {
			return nil
		}
		after = rows[page-1].RecordKey
	}
}

func (s downloads) Taken(ctx context.Context, set string) (time.Time, error) {
	var taken int64
	query := s.Read.WithContext(ctx).Raw("SELECT taken_at FROM sync_downloads WHERE set_name = ?", set)
	err := database.ScanOne(query, func(row *sql.Rows) error { return row.Scan(&taken) })
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return database.Instant(taken), err
}
