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
		if err := (groups{s.handle}).wrote(row); err != nil {
			return err
		}
	}
	described, err := s.described(s.Write, of)
	for id, texts := range described {
		err := s.Write.Exec("UPDATE workspaces SET description = ?, revision = revision + 1, editor = 0 WHERE id = ?", texts[0], id).Error
		if err != nil {
			return err
		}
		s.written(nounWorkspaces, id)
	}
	return err
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
	return len(told) + len(described), err
}
