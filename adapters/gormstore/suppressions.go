package gormstore

import (
	"context"
	"database/sql"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/suppression"
	"github.com/clubhuis/clubhuis/ports"
)

type suppressions struct{ handle }

var _ ports.Suppressions = suppressions{}

type suppressionRow struct {
	ID      int64 `gorm:"primaryKey"`
	Address string
	Kind    string
	Blocked bool
	FirstAt int64
	LastAt  int64
	Softs   string // JSON: microseconds
	Tasks   string // numbers, a comma before each
}

func (suppressionRow) TableName() string { return "suppressions" }

type heardNewsRow struct {
	News    string `gorm:"primaryKey"`
	HeardAt int64
}

func (heardNewsRow) TableName() string { return "heard_news" }

func newSuppressionRow(s *suppression.Suppression) suppressionRow {
	softs := make([]int64, len(s.Softs))
	for i, at := range s.Softs {
		softs[i] = database.Micros(at)
	}
	return suppressionRow{
		ID: s.ID, Address: s.Address, Kind: string(s.Kind), Blocked: s.Blocked, FirstAt: database.Micros(s.First),
		LastAt: database.Micros(s.Last), Softs: asJSON(softs), Tasks: joined(s.Tasks),
	}
}

func (r *suppressionRow) suppression() suppression.Suppression {
	s := suppression.Suppression{
		ID: r.ID, Address: r.Address, Kind: suppression.Kind(r.Kind), Blocked: r.Blocked, First: database.Instant(r.FirstAt),
		Last: database.Instant(r.LastAt), Tasks: split(r.Tasks),
	}
	for _, at := range ofJSON[[]int64](r.Softs) {
		s.Softs = append(s.Softs, database.Instant(at))
	}
	return s
}

// Hear implements ports.Suppressions.
func (s suppressions) Hear(ctx context.Context, news string, at time.Time) (bool, error) {
	result := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Clauses(clause.OnConflict{DoNothing: true}).Create(&heardNewsRow{News: news, HeardAt: database.Micros(at)})
	})
	return result.Error == nil && result.RowsAffected == 1, result.Error
}

// Change implements ports.Suppressions.
func (s suppressions) Change(
	ctx context.Context, address string, change func(*suppression.Suppression) error,
) (kept suppression.Suppression, err error) {
	err = s.step(ctx, func(tx handle) error {
		begun := newSuppressionRow(&suppression.Suppression{Address: address})
		if err := tx.Write.Clauses(clause.OnConflict{DoNothing: true}).Create(&begun).Error; err != nil {
			return err
		}
		var row suppressionRow
		locked := tx.Write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("address = ?", address)
		if err := locked.Take(&row).Error; err != nil {
			return err
		}
		edited := row.suppression()
		if err := change(&edited); err != nil {
			return err
		}
		edited.ID, edited.Address = row.ID, row.Address
		changed := newSuppressionRow(&edited)
		kept = changed.suppression()
		if changed.Blocked != row.Blocked {
			tx.written(nounSuppressed, 0)
		}
		return tx.overwrite(&changed, row.ID, "address")
	})
	if err != nil {
		return suppression.Suppression{}, err
	}
	return kept, nil
}

// Page implements ports.Suppressions.
func (s suppressions) Page(ctx context.Context, q suppression.Query) (page suppression.Page, err error) {
	where := func() *gorm.DB {
		db := s.Read.WithContext(ctx).Model(&suppressionRow{})
		if q.Blocked {
			db = db.Where("blocked = ?", true)
		}
		return db
	}
	var total int64
	if err := where().Count(&total).Error; err != nil {
		return page, err
	}
	page.Total = int(total)
	if q.Limit == 0 || q.Offset >= page.Total {
		return page, nil
	}
	page.Records, err = list(where().Order("last_at DESC, id DESC").Offset(q.Offset).Limit(q.Limit), (*suppressionRow).suppression)
	return page, err
}

// Remove implements ports.Suppressions.
func (s suppressions) Remove(ctx context.Context, id int64) (gone suppression.Suppression, err error) {
	err = s.step(ctx, func(tx handle) error {
		var row suppressionRow
		if err := tx.lock(&row, suppression.ErrAbsent, "id = ?", id); err != nil {
			return err
		}
		gone = row.suppression()
		return suppressions{tx}.drop(&row)
	})
	if err != nil {
		return suppression.Suppression{}, err
	}
	return gone, nil
}

func (s suppressions) drop(row *suppressionRow) error {
	if row.Blocked {
		s.written(nounSuppressed, 0)
	}
	return s.Write.Where("id = ?", row.ID).Delete(&suppressionRow{}).Error
}

// Known implements ports.Suppressions.
func (s suppressions) Known(ctx context.Context, addresses ...string) (known []string, err error) {
	query := s.Read.WithContext(ctx).Model(&suppressionRow{}).Where("address IN ?", addresses)
	err = query.Pluck("address", &known).Error
	return known, err
}

// Forget implements ports.Suppressions.
func (s suppressions) Forget(ctx context.Context, addresses ...string) (gone []suppression.Suppression, err error) {
	err = s.step(ctx, func(tx handle) error {
		gone = nil // it may run twice
		var rows []suppressionRow
		locked := tx.Write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("address IN ?", addresses).Order("id")
		if err := locked.Find(&rows).Error; err != nil {
			return err
		}
		for i := range rows {
			gone = append(gone, rows[i].suppression())
			if err := (suppressions{tx}).drop(&rows[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return gone, err
}

// Purge implements ports.Suppressions.
func (s suppressions) Purge(ctx context.Context, before time.Time) (int, error) {
	return s.remove(ctx, &heardNewsRow{}, "heard_at < ?", database.Micros(before))
}

// blocked returns the addresses to which nothing is sent.
func (s suppressions) blocked() (addresses []string, err error) {
	addresses = []string{}
	query := s.Read.Raw("SELECT address FROM suppressions WHERE blocked = ? ORDER BY address", true)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var address string
		err := row.Scan(&address)
		addresses = append(addresses, address)
		return err
	})
	return addresses, err
}
