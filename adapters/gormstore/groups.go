package gormstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/roster"
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
	columns := map[string]any{
		"kind": row.Kind, "author": row.Author, "administered": row.Administered, "created_at": row.CreatedAt, "modified_at": row.ModifiedAt, "removed_at": 0,
		"title": row.Title, "content": row.Content, "parent_id": row.ParentID, "logo_id": row.LogoID, "website": row.Website,
		"document": row.Document,
	}
	if row.ID != 0 {
		columns["id"] = row.ID
	}
	values := group.Keys.Values(g)
	for i, name := range group.Keys.Names() {
		columns[name+"_key"] = values[i]
	}
	list, marks, args := []byte{}, []byte{}, []any{}
	for name, value := range columns {
		list, marks, args = append(append(list, ", "...), name...), append(marks, ", ?"...), append(args, value)
	}
	err := database.ScanOne(s.Write.Raw("INSERT INTO groups ("+string(list[2:])+") VALUES ("+string(marks[2:])+") RETURNING id", args...),
		func(row *sql.Rows) error { return row.Scan(&g.ID) })
	if err != nil {
		return err
	}
	return s.keepParts(groupParts, []int64{g.ID})
}

func (s groups) Update(ctx context.Context, id group.ID, change func(*group.Group) error) error {
	return s.step(ctx, func(tx handle) error {
		var row groupRow
		err := tx.Write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? AND removed_at = 0", id).Take(&row).Error
		if err != nil {
			return database.Absent(err, group.ErrAbsent)
		}
		record := row.record()
		before, err := record.Group()
		if err != nil {
			return err
		}
		g := before.Clone()
		if err := change(&g); err != nil {
			return err
		}
		g.ID, g.Kind, g.Author = before.ID, before.Kind, before.Author
		changed := newGroupRow(&g)
		if changed == row {
			return nil
		}
		err = database.Affected(tx.Write.Model(&groupRow{}).Where("id = ?", id).Select("*").Omit("id", "kind", "author", "removed_at").
			Updates(&changed), group.ErrAbsent)
		if err != nil {
			return err
		}
		return groups{tx}.keepKeys(&before, &g)
	})
}

func (s groups) keepKeys(before, after *group.Group) error {
	old, values := group.Keys.Values(before), group.Keys.Values(after)
	args := []any{}
	for _, value := range values {
		args = append(args, value)
	}
	if err := s.Write.Exec(keepGroupKeys, append(args, after.ID)...).Error; err != nil {
		return err
	}
	if slices.Equal(values, old) {
		return nil
	}
	return s.keepParts(groupParts, []int64{after.ID})
}

const groupColumns = `SELECT k.id, k.kind, k.author, k.administered, k.created_at, k.modified_at, k.removed_at, k.title, k.content, k.parent_id,
	k.logo_id, k.website, k.document FROM groups k`

func scanGroup(row *sql.Rows) (group.Record, error) {
	var r groupRow
	err := row.Scan(&r.ID, &r.Kind, &r.Author, &r.Administered, &r.CreatedAt, &r.ModifiedAt, &r.RemovedAt, &r.Title, &r.Content,
		&r.ParentID, &r.LogoID, &r.Website, &r.Document)
	if err == nil && !isObject(r.Document) {
		err = fmt.Errorf("group %d is damaged", r.ID)
	}
	return r.record(), err
}

func (s groups) Record(ctx context.Context, id group.ID, as group.AsOf) (group.Record, error) {
	var list []group.Record
	err := database.ScanOne(s.Read.WithContext(ctx).Raw(groupColumns+" WHERE k.id = ? AND k.removed_at = 0", id), func(row *sql.Rows) error {
		r, err := scanGroup(row)
		list = append(list, r)
		return err
	})
	if err != nil {
		return group.Record{}, database.Absent(err, group.ErrAbsent)
	}
	err = s.count(ctx, list, as)
	return list[0], err
}

func (s groups) List(ctx context.Context, query group.Query) (group.Page, error) {
	q := s.selection("k.id", groupParts)
	q.where("k.removed_at = 0")
	q.scope(query.Reader)
	q.include(query.Filter.Include)
	q.exclude(query.Filter.Exclude)
	q.slugs(query.Filter.Slugs)
	q.tests(query.Filter.Conditions())
	var page group.Page
	if query.Limit > 0 {
		order, args := q.orderBy(query.Order)
		all := append(append(q.args[:len(q.args):len(q.args)], args...), query.Offset)
		err := database.ScanAll(s.Read.WithContext(ctx).Raw(groupColumns+q.matching()+order+limit(query.Limit), all...), func(row *sql.Rows) error {
			r, err := scanGroup(row)
			page.Records = append(page.Records, r)
			return err
		})
		if err != nil {
			return group.Page{}, err
		}
	}
	page.Total = query.Offset + len(page.Records)
	if len(page.Records) == query.Limit || len(page.Records) == 0 && query.Offset > 0 {
		err := database.ScanOne(s.Read.WithContext(ctx).Raw("SELECT COUNT(*) FROM groups k"+q.matching(), q.args...),
			func(row *sql.Rows) error { return row.Scan(&page.Total) })
		if err != nil {
			return group.Page{}, err
		}
	}
	if query.Bare {
		return page, nil
	}
	return page, s.count(ctx, page.Records, query.AsOf)
}

// count fills in how many people the groups have.
func (s groups) count(ctx context.Context, list []group.Record, as group.AsOf) error {
	if len(list) == 0 {
		return nil
	}
	ids, place := make([]int64, len(list)), map[group.ID]int{}
	for i := range list {
		ids[i], place[list[i].ID] = list[i].ID, i
		list[i].People = map[work.Role]int{}
	}
	q := s.selection("w.group_id", partIndex{})
	q.include(ids)
	q.scope(as.Reader)
	q.where("w.current AND (w.end_date = '' OR w.end_date >= ?)", as.Day.String())
	q.tests(person.Filter{}.WithoutFormer().Tests)
	return database.ScanAll(s.Read.WithContext(ctx).Raw(`SELECT w.group_id, w.role, COUNT(DISTINCT w.person_id) FROM person_work w
		JOIN person_keys k ON k.person_id = w.person_id`+q.matching()+" GROUP BY w.group_id, w.role", q.args...), func(row *sql.Rows) error {
		var id group.ID
		var role string
		var people int
		err := row.Scan(&id, &role, &people)
		list[place[id]].People[work.Role(role)] = people
		return err
	})
}

func (s groups) Places(ctx context.Context, kind work.Kind) (places []group.Place, err error) {
	lock := ""
	if s.Inside() {
		lock = s.Dialect.ForUpdate()
	}
	query := s.Read.WithContext(ctx).Raw("SELECT id, parent_id FROM groups WHERE kind = ? AND removed_at = 0 ORDER BY id"+lock, string(kind))
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var place group.Place
		err := row.Scan(&place.ID, &place.Parent)
		places = append(places, place)
		return err
	})
	return places, err
}

func (s groups) Roster(ctx context.Context, id group.ID, scope access.Scope) ([]roster.Entry, error) {
	q := s.selection("w.person_id", partIndex{})
	q.where("w.group_id = ?", id)
	q.scope(scope)
	var entries []roster.Entry
	list := records{place: map[person.ID]int{}}
	there := s.Read.WithContext(ctx).Raw("SELECT id FROM groups WHERE id = ? AND removed_at = 0", id)
	if err := database.ScanOne(there, func(row *sql.Rows) error { return row.Scan(&id) }); err != nil {
		return nil, database.Absent(err, group.ErrAbsent)
	}
	err := database.ScanAll(s.Read.WithContext(ctx).Raw(summaryColumns+`, w.kind, w.title, w.role, w.current, w.start_date, w.end_date
		FROM person_work w JOIN person_keys k ON k.person_id = w.person_id JOIN people p ON p.id = w.person_id`+q.matching(), q.args...),
		func(row *sql.Rows) error {
			e, labels, err := scanEntry(row)
			if err != nil {
				return err
			}
			e.Work.Group = id
			entries = append(entries, e)
			if _, known := list.place[e.Person.ID]; known {
				return nil
			}
			list.place[e.Person.ID] = len(list.found)
			list.found = append(list.found, person.Record{ID: e.Person.ID})
			return list.label(e.Person.ID, labels)
		})
	if err == nil {
		err = people(s).nameLabels(ctx, &list)
	}
	for i := range entries {
		entries[i].Person.Labels = list.found[list.place[entries[i].Person.ID]].Labels
	}
	return entries, err
}

func scanEntry(row *sql.Rows) (e roster.Entry, labels string, err error) {
	var kind, role, start, end string
	p := &e.Person
	err = row.Scan(&p.ID, &p.Name.First, &p.Name.Infix, &p.Name.Last, &p.Name.Nick, &p.Former, &p.Photo, &labels,
		&kind, &e.Work.Title, &role, &e.Work.Current, &start, &end)
	e.Work.Kind, e.Role = work.Kind(kind), work.Role(role)
	e.Work.Start, _ = civil.Parse(start)
	e.Work.End, _ = civil.Parse(end)
	return e, labels, err
}

func (s groups) Remove(ctx context.Context, id group.ID, at time.Time) error {
	return s.step(ctx, func(tx handle) error {
		err := database.Affected(tx.Write.Model(&groupRow{}).Where("id = ? AND removed_at = 0", id).
			UpdateColumn("removed_at", database.Micros(at)), group.ErrAbsent)
		if err != nil {
			return err
		}
		if s.Dialect == database.SQLite {
			for _, statement := range []string{"DELETE FROM group_parts WHERE rowid = ?", "DELETE FROM group_parts_pending WHERE id = ?"} {
				if err := tx.Write.Exec(statement, id).Error; err != nil {
					return err
				}
			}
		}
		return tx.Write.Exec("UPDATE groups SET parent_id = 0, parent_key = ? WHERE parent_id = ?", "0", id).Error
	})
}

// rebuild brings all groups into this program's form.
func (s groups) rebuild() error {
	var rows []groupRow
	if err := s.Write.Order("id").Find(&rows).Error; err != nil {
		return err
	}
	for i := range rows {
		record := rows[i].record()
		g, err := record.Group()
		if err != nil {
			return err
		}
		fresh := newGroupRow(&g)
		err = s.Write.Model(&groupRow{}).Where("id = ?", g.ID).UpdateColumn("document", fresh.Document).Error
		if err != nil {
			return err
		}
		if err := s.keepKeys(&group.Group{}, &g); err != nil {
			return err
		}
	}
	return nil
}
