package gormstore

import (
	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/core/erasure"
)

// club takes somebody out of what is told of teams, committees and workspaces, which the directory holds.
func (s erasures) club(of *erasure.Subject) error {
	told, err := s.groups(s.locking(), of)
	if err != nil {
		return err
	}
	for i := range told {
		row := &told[i]
		row.Revision, row.Editor = row.Revision+1, 0
		if err := s.overwrite(row, row.ID, "kind"); err != nil {
			return err
		}
		if row.RemovedAt != 0 {
			continue
		}
		if err := groups(s).wrote(row); err != nil {
			return err
		}
	}
	if err := s.views(of); err != nil {
		return err
	}
	described, err := s.described(s.Write, of)
	if err != nil {
		return err
	}
	for id, texts := range described {
		const update = "UPDATE workspaces SET description = ?, revision = revision + 1, editor = 0 WHERE id = ?"
		if err := s.Write.Exec(update, texts[0], id).Error; err != nil {
			return err
		}
		s.written(nounWorkspaces, id)
	}
	return nil
}

// groups returns the teams and committees, those in the trash too, of which is told who somebody is, as they are without.
func (s erasures) groups(db *gorm.DB, of *erasure.Subject) (changed []groupRow, err error) {
	if len(of.Words)+len(of.Phones) == 0 {
		return nil, nil
	}
	if len(of.Phones) == 0 { // which are written in many ways
		condition, args := naming([]string{"content", "document"}, of.Words)
		db = db.Where(condition, args...)
	}
	var rows []groupRow
	if err := db.Order("id").Find(&rows).Error; err != nil {
		return nil, err
	}
	erased := of.Eraser()
	for i := range rows {
		g, err := rows[i].group()
		if err != nil {
			return nil, err
		}
		if g.Forget(of, erased) {
			row := newGroupRow(&g)
			row.RemovedAt = rows[i].RemovedAt
			changed = append(changed, row)
		}
	}
	return changed, nil
}

// described returns the descriptions of workspaces that name somebody, as they are without.
func (s erasures) described(db *gorm.DB, of *erasure.Subject) (map[int64][]string, error) {
	if len(of.Words) == 0 {
		return nil, nil
	}
	return named(db, "workspaces", "true", []string{"description"}, of)
}

// clubNames counts what club changes.
func (s erasures) clubNames(of *erasure.Subject) (int, error) {
	told, err := s.groups(s.Read, of)
	if err != nil {
		return 0, err
	}
	described, err := s.described(s.Read, of)
	if err != nil {
		return 0, err
	}
	_, views, err := s.viewed(s.Read, of)
	return len(told) + len(described) + views, err
}

// views takes somebody out of the names and filters of the views that users keep.
func (s erasures) views(of *erasure.Subject) error {
	lists, _, err := s.viewed(s.locking(), of)
	if err != nil {
		return err
	}
	for _, row := range lists {
		if err := s.Write.Model(&savedViewsRow{}).Where("user_id = ?", row.UserID).UpdateColumn("list", row.List).Error; err != nil {
			return err
		}
	}
	return nil
}

// viewed returns the lists of views that name somebody, as they are without, and how many views do so. Who is somebody's user may
// share views, which others get.
func (s erasures) viewed(db *gorm.DB, of *erasure.Subject) (changed []savedViewsRow, count int, err error) {
	if len(of.Words) == 0 {
		return nil, 0, nil
	}
	condition, args := naming([]string{"list"}, of.Words)
	var rows []savedViewsRow
	if err := db.Where(condition, args...).Order("user_id").Find(&rows).Error; err != nil {
		return nil, 0, err
	}
	erased := of.Eraser()
	for i := range rows {
		views, err := rows[i].list()
		if err != nil {
			return nil, 0, err
		}
		if n := views.Forget(erased); n > 0 {
			changed, count = append(changed, savedViewsRow{rows[i].UserID, asJSON(views)}), count+n
		}
	}
	return changed, count, nil
}
