package gormstore

import (
	"context"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type pictures struct{ handle }

var _ ports.Media = pictures{}

type mediaRow struct {
	ID        int64 `gorm:"primaryKey"`
	Author    int64
	PersonID  int64
	ItemID    int64
	CreatedAt int64 `gorm:"autoCreateTime:false"`
	Name      string
	Type      string
	Width     int
	Height    int
	Folder    string
	State     string
}

func (mediaRow) TableName() string { return "media" }

func newMediaRow(m *media.Media) mediaRow {
	return mediaRow{
		ID: m.ID, Author: m.Author, PersonID: m.Person, ItemID: m.Item, CreatedAt: database.Micros(m.Created), Name: m.Name,
		Type:  m.Type,
		Width: m.Width, Height: m.Height, Folder: m.Folder, State: string(m.State),
	}
}

func (r *mediaRow) media() media.Media {
	return media.Media{
		ID: r.ID, Author: r.Author, Person: r.PersonID, Item: r.ItemID, Created: database.Instant(r.CreatedAt),
		Name: r.Name, Type: r.Type,
		Width: r.Width, Height: r.Height, Folder: r.Folder, State: media.State(r.State),
	}
}

func (s pictures) Create(ctx context.Context, m media.Media) (media.ID, error) {
	m.ID, m.State = 0, media.Pending
	row := newMediaRow(&m)
	err := s.Exec(ctx, func(db *gorm.DB) *gorm.DB { return db.Create(&row) }).Error
	return row.ID, err
}

func (s pictures) Update(ctx context.Context, id media.ID, change func(*media.Media) error) error {
	return s.step(ctx, func(tx handle) error {
		var row mediaRow
		if err := tx.lock(&row, media.ErrAbsent, "id = ?", id); err != nil {
			return err
		}
		m := row.media()
		if err := change(&m); err != nil {
			return err
		}
		m.ID = id
		row = newMediaRow(&m)
		return tx.overwrite(&row, id, "author", "person_id", "item_id", "created_at", "folder")
	})
}

func (s pictures) ByID(ctx context.Context, id media.ID) (media.Media, error) {
	var row mediaRow
	err := s.Read.WithContext(ctx).Where("id = ? AND state = ?", id, string(media.Ready)).Take(&row).Error
	if err != nil {
		return media.Media{}, database.Absent(err, media.ErrAbsent)
	}
	return row.media(), nil
}

func (s pictures) List(ctx context.Context, q media.Query) (record.Page[media.Media], error) {
	library := func() *gorm.DB {
		// The index has the same words.
		db := s.Read.WithContext(ctx).Model(&mediaRow{}).Where("state = 'ready' AND person_id = 0 AND item_id = 0")
		if q.Include != nil {
			db = db.Where("id IN ?", q.Include)
		}
		return db
	}
	var total int64
	if err := library().Count(&total).Error; err != nil {
		return record.Page[media.Media]{}, err
	}
	page := record.Page[media.Media]{Total: int(total)}
	if q.Limit == 0 || q.Offset >= page.Total {
		return page, nil
	}
	var err error
	page.Records, err = list(library().Order("created_at DESC, id DESC").Offset(q.Offset).Limit(q.Limit), (*mediaRow).media)
	return page, err
}

func (s pictures) Stale(ctx context.Context, pendingBefore time.Time) ([]media.Media, error) {
	return list(s.Read.WithContext(ctx).Where(
		"state = 'removed' OR state = 'pending' AND created_at < ? OR "+
			"person_id <> 0 AND NOT EXISTS (SELECT 1 FROM people p WHERE p.id = media.person_id) OR "+
			"item_id <> 0 AND NOT EXISTS (SELECT 1 FROM feedback f WHERE f.id = media.item_id)", database.Micros(pendingBefore),
	).Order("id"), (*mediaRow).media)
}

func (s pictures) Known(ctx context.Context, folders []string) (map[string]bool, error) {
	var found []string
	err := s.Read.WithContext(ctx).Model(&mediaRow{}).Where("folder IN ?", folders).Pluck("folder", &found).Error
	if err != nil {
		return nil, err
	}
	known := make(map[string]bool, len(found))
	for _, folder := range found {
		known[folder] = true
	}
	return known, nil
}

func (s pictures) Destroy(ctx context.Context, id media.ID) error {
	_, err := s.remove(ctx, &mediaRow{}, "id = ? AND state = ?", id, string(media.Removed))
	return err
}
