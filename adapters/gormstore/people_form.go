package gormstore

import (
	"context"

	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
)

// everybody runs change with the numbers of all people, in batches, each batch as one step.
func (h handle) everybody(ctx context.Context, change func(tx people, ids []person.ID) error) error {
	const batch = 500
	for after := int64(0); ; {
		ids, err := scanNumbers(h.Write.WithContext(ctx).Raw("SELECT id FROM people WHERE id > ? ORDER BY id LIMIT ?", after, batch))
		if err != nil || len(ids) == 0 {
			return err
		}
		after = ids[len(ids)-1]
		if err := h.step(ctx, func(tx handle) error { return change(people{tx}, ids) }); err != nil {
			return err
		}
	}
}

// reindex brings everybody's index from the settings of before to those of the club now. A person who is being changed by
// others is waited for: see Update.
func (s people) reindex(ctx context.Context, before *person.Club) error {
	after, err := s.club("")
	if err != nil {
		return err
	}
	return s.everybody(ctx, func(tx people, ids []person.ID) error {
		var rows []personRow
		err := tx.Write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id IN ? AND removed_at = 0", ids).Order("id").Find(&rows).Error
		if err != nil {
			return err
		}
		list := make([]saved, len(rows))
		for i := range rows {
			p, err := rows[i].person()
			if err != nil {
				return err
			}
			list[i] = saved{&person.Indexed{Person: &p, Club: before}, person.Indexed{Person: &p, Club: after}}
		}
		return tx.keepIndex(list)
	})
}

// rebuild brings everybody into this program's form: the documents as person.Fields writes them today, the relations beside
// them, and the keys of today. When somebody was changed stays.
func (s people) rebuild(ctx context.Context) error {
	club, err := s.club("")
	if err != nil {
		return err
	}
	err = s.everybody(ctx, func(tx people, ids []person.ID) error { return tx.rebuildSome(ids, club) })
	if err != nil {
		return err
	}
	// Form 1 kept relations to people who were removed afterwards.
	return s.Write.Exec(`DELETE FROM person_relations WHERE person_id IN (SELECT id FROM people WHERE removed_at = 0)
		AND to_id NOT IN (SELECT id FROM people WHERE removed_at = 0)`).Error
}

func (s people) rebuildSome(ids []person.ID, club *person.Club) error {
	found := make(map[person.ID]*person.Person, len(ids))
	var rows []personRow
	if err := s.Write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id IN ?", ids).Order("id").Find(&rows).Error; err != nil {
		return err
	}
	for i := range rows {
		p, err := rows[i].person()
		if err != nil {
			return err
		}
		found[p.ID] = &p
	}
	inDocument := map[person.ID]bool{} // as form 1 kept the relations
	for id, p := range found {
		inDocument[id] = len(p.Relations) > 0
	}
	err := s.relations(ids, func(id person.ID, r person.Relation) {
		if !inDocument[id] {
			found[id].Relations = append(found[id].Relations, r)
		}
	})
	if err != nil {
		return err
	}
	var everybody, living []saved
	for i := range rows {
		p := found[rows[i].ID]
		var refused fault.Problems // what was kept stays, were it refused today
		before := p.Clone()
		p.Settle(&before, person.Surroundings{}, &refused)
		removed := rows[i].RemovedAt
		rows[i] = newPersonRow(p)
		rows[i].RemovedAt = removed
		one := saved{after: person.Indexed{Person: p, Club: club}}
		if everybody = append(everybody, one); removed == 0 {
			living = append(living, one)
		}
	}
	for _, table := range []string{"person_relations", "person_work"} {
		if err := s.forget(table, ids); err != nil {
			return err
		}
	}
	if err := s.keepRows(rows); err != nil {
		return err
	}
	if err := s.keepRelations(everybody); err != nil {
		return err
	}
	return s.keepIndex(living)
}
