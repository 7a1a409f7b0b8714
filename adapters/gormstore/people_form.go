package gormstore

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
)

// rebuild brings everybody into this program's form: the documents as person.Fields writes them today, and what is beside them.
// When somebody was changed stays.
func (s people) rebuild(ctx context.Context) error {
	const batch = 500
	for after := int64(0); ; {
		ids, err := database.ScanNumbers(s.Write.WithContext(ctx).Raw("SELECT id FROM people WHERE id > ? ORDER BY id LIMIT ?",
			after, batch))
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			break
		}
		after = ids[len(ids)-1]
		if err := s.rebuildSome(ids); err != nil {
			return err
		}
	}
	for _, statement := range []string{
		"UPDATE people SET code = '' WHERE removed_at > 0 AND code <> ''",
		// Form 1 kept relations to people who were removed afterwards.
		`DELETE FROM person_relations WHERE person_id IN (SELECT id FROM people WHERE removed_at = 0)
			AND to_id NOT IN (SELECT id FROM people WHERE removed_at = 0)`,
	} {
		if err := s.Write.Exec(statement).Error; err != nil {
			return err
		}
	}
	return nil
}

func (s people) rebuildSome(ids []person.ID) error {
	before, err := s.read(ids, "", s.Dialect.ForUpdate())
	if err != nil {
		return err
	}
	var all, related []personRow
	for i := range before {
		p, err := before[i].Person()
		if err != nil {
			return err
		}
		var refused fault.Problems // what was kept stays, were it refused today
		unsettled := p.Clone()
		p.Validate(&unsettled, person.References{}, &refused)
		row := newPersonRow(&p)
		all = append(all, row)
		if !slices.Equal(row.Relations, before[i].Relations) {
			related = append(related, row)
		}
	}
	s.written(nounPeople, ids...)
	return s.keepRows(all, related)
}
