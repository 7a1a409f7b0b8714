package gormstore

import (
	"context"
	"database/sql"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

type groups struct{ handle }

var _ ports.Groups = groups{}

func (s groups) Create(ctx context.Context, g group.Group) (group.ID, error) {
	g.ID = 0
	err := s.step(ctx, func(tx handle) error { return groups{tx}.insert(&g) })
	return g.ID, err
}

// insert keeps a group that is not there yet, under its number or a new one.
func (s groups) insert(g *group.Group) error {
	row := newGroupRow(g)
	row.Revision = 1
	if err := s.Write.Create(&row).Error; err != nil {
		return err
	}
	g.ID = row.ID
	return s.wrote(&row)
}

// wrote notes a group as it is found again later.
func (s groups) wrote(row *groupRow) error {
	g, err := row.group()
	s.writtenGroup(g)
	return err
}

func (s groups) Update(ctx context.Context, id group.ID, change func(*group.Group) error) error {
	return s.step(ctx, func(tx handle) error {
		var row groupRow
		if err := tx.lock(&row, group.ErrAbsent, "id = ? AND removed_at = 0", id); err != nil {
			return err
		}
		changed, err := row.edited(change)
		if err != nil {
			return err
		}
		if changed == row {
			return nil
		}
		changed.Revision++
		if err := tx.overwrite(&changed, id, "kind", "removed_at"); err != nil {
			return err
		}
		return groups{tx}.wrote(&changed)
	})
}

// Restore implements ports.Groups.
func (s groups) Restore(ctx context.Context, id group.ID, change func(*group.Group) error) error {
	return s.step(ctx, func(tx handle) error {
		var row groupRow
		if err := tx.lock(&row, group.ErrNotRemoved, "id = ? AND removed_at > 0", id); err != nil {
			return err
		}
		changed, err := row.edited(change)
		if err != nil {
			return err
		}
		changed.Revision++
		if err := tx.overwrite(&changed, id, "kind"); err != nil {
			return err
		}
		return groups{tx}.wrote(&changed)
	})
}

// rows returns the groups with these numbers, nil for all.
func (s groups) rows(ids []group.ID) (list []groupRow, err error) {
	where, args := s.among("id", ids)
	err = s.Read.Where(where, args...).Where("removed_at = 0").Order("id").Find(&list).Error
	return list, err
}

func (s groups) Places(ctx context.Context, kind work.Kind) (places []group.Place, err error) {
	lock := ""
	if s.Inside() {
		lock = s.Dialect.ForUpdate()
	}
	query := s.Read.WithContext(ctx).Raw(
		"SELECT id, parent_id FROM groups WHERE kind = ? AND removed_at = 0 ORDER BY id"+lock, string(kind),
	)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var place group.Place
		err := row.Scan(&place.ID, &place.Parent)
		places = append(places, place)
		return err
	})
	return places, err
}

func (s groups) Remove(ctx context.Context, id group.ID, at time.Time) error {
	return s.step(ctx, func(tx handle) error {
		err := database.Affected(tx.Write.Model(&groupRow{}).Where("id = ? AND removed_at = 0", id).
			UpdateColumns(map[string]any{"removed_at": database.Micros(at), "revision": gorm.Expr("revision + 1")}), group.ErrAbsent)
		if err != nil {
			return err
		}
		tx.note(note{Noun: nounGroups, Record: id, removed: true})
		below, err := database.ScanNumbers(tx.Write.Raw(
			"UPDATE groups SET parent_id = 0, revision = revision + 1, editor = 0 WHERE parent_id = ? RETURNING id", id))
		tx.written(nounGroups, below...)
		return err
	})
}
