package syncstore

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/ports"
)

type entries struct{ database.Handle }

var _ ports.Ledger = entries{}

type entryRow struct {
	Kind      string `gorm:"primaryKey"`
	RecordKey string `gorm:"primaryKey"`
	Remote    string
	Synced    string
	State     *string
	Waits     bool
	At        int64
}

func (entryRow) TableName() string { return "sync_ledger" }

func newEntryRow(e *ledger.Entry) entryRow {
	row := entryRow{
		Kind: string(e.Kind), RecordKey: e.Key, Remote: e.Remote, Synced: e.Synced, Waits: e.Waits, At: database.Micros(e.At),
	}
	if e.State != nil {
		state := string(e.State)
		row.State = &state
	}
	return row
}

func (r *entryRow) entry() ledger.Entry {
	e := ledger.Entry{
		Kind: ledger.Kind(r.Kind), Key: r.RecordKey, Remote: r.Remote, Synced: r.Synced, Waits: r.Waits, At: database.Instant(r.At),
	}
	if r.State != nil {
		e.State = json.RawMessage(*r.State)
	}
	return e
}

func (s entries) Entries(ctx context.Context, kind ledger.Kind) ([]ledger.Entry, error) {
	return entriesOf(s.Read.WithContext(ctx).Where("kind = ?", string(kind)))
}

func (s entries) Waiting(ctx context.Context, kind ledger.Kind) ([]ledger.Entry, error) {
	return entriesOf(s.Read.WithContext(ctx).Where("kind = ? AND waits", string(kind)))
}

func entriesOf(query *gorm.DB) ([]ledger.Entry, error) {
	var rows []entryRow
	if err := query.Order("record_key").Find(&rows).Error; err != nil {
		return nil, err
	}
	list := make([]ledger.Entry, len(rows))
	for i := range rows {
		list[i] = rows[i].entry()
	}
	return list, nil
}

func (s entries) Find(ctx context.Context, kind ledger.Kind, key string) (ledger.Entry, error) {
	var row entryRow
	err := s.Read.WithContext(ctx).Where("kind = ? AND record_key = ?", string(kind), key).Take(&row).Error
	if err != nil {
		return ledger.Entry{}, database.Absent(err, fault.ErrNotFound)
	}
	return row.entry(), nil
}

func (s entries) Put(ctx context.Context, all ...ledger.Entry) error {
	rows := make([]entryRow, len(all))
	for i := range all {
		rows[i] = newEntryRow(&all[i])
	}
	rows = lastOfEach(rows)
	return s.Step(ctx, func(tx database.Handle) error {
		return tx.Insert("sync_ledger", "kind, record_key, remote, synced, state, waits, at",
			" ON CONFLICT (kind, record_key) DO UPDATE SET "+
				"remote = excluded.remote, synced = excluded.synced, state = excluded.state, waits = excluded.waits, at = excluded.at",
			len(rows),
			func(i int) []any {
				r := &rows[i]
				return []any{r.Kind, r.RecordKey, r.Remote, r.Synced, r.State, r.Waits, r.At}
			})
	})
}

// lastOfEach brings rows into the order of their keys, so that two steps lock them in one order, and leaves the last of those
// with one kind and key: PostgreSQL refuses to keep a row twice in one statement.
func lastOfEach(rows []entryRow) []entryRow {
	slices.Reverse(rows)
	same := func(a, b entryRow) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.RecordKey, b.RecordKey))
	}
	slices.SortStableFunc(rows, same)
	return slices.CompactFunc(rows, func(a, b entryRow) bool { return same(a, b) == 0 })
}

func (s entries) Remove(ctx context.Context, kind ledger.Kind, keys ...string) error {
	list, arg := s.Dialect.Texts(keys)
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("kind = ? AND record_key IN "+list, string(kind), arg).Delete(&entryRow{})
	}).Error
}
