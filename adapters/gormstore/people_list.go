package gormstore

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// recordColumns are what a person.Record is made of, in the order in which scanRecord reads them; the volunteer condition
// comes last.
const recordColumns = `SELECT p.id, p.author, p.created_at, p.modified_at, p.first_name, p.infix, p.last_name, p.nickname,
	p.former, p.document, p.meta, COALESCE((SELECT u.id FROM users u WHERE u.person_id = p.id), 0), `

func (s people) Record(ctx context.Context, id person.ID, as person.AsOf) (r person.Record, err error) {
	volunteer, args := s.volunteer("p.id", as)
	err = scanOne(s.read.WithContext(ctx).Raw(recordColumns+volunteer+" FROM people p WHERE p.id = ? AND p.removed_at = 0",
		append(args, id)...), func(row *sql.Rows) error {
		r, err = scanRecord(row)
		return err
	})
	return r, absent(err, person.ErrAbsent)
}

func (s people) List(ctx context.Context, query person.Query) (person.Page, error) {
	q := s.selection("k.person_id")
	q.scope(query.Scope)
	s.filter(q, query.Filter, query.AsOf)
	numbers, err := s.page(ctx, q, query)
	if err != nil {
		return person.Page{}, err
	}
	page := person.Page{Total: query.Offset + len(numbers)}
	if len(numbers) == query.Limit || len(numbers) == 0 && query.Offset > 0 { // there may be others beside the page
		err := scanOne(s.read.WithContext(ctx).Raw("SELECT COUNT(*) FROM person_keys k"+q.matching(), q.args...),
			func(row *sql.Rows) error { return row.Scan(&page.Total) })
		if err != nil {
			return person.Page{}, err
		}
	}
	page.Records, err = s.records(ctx, numbers, query.AsOf)
	return page, err
}

// page answers the numbers of the people on a page, in the list's order. Only keys are looked at: people are wide.
func (s people) page(ctx context.Context, q *selection, query person.Query) ([]person.ID, error) {
	if query.Limit == 0 {
		return nil, nil
	}
	volunteer, args := s.volunteer("k.person_id", query.AsOf)
	order := q.orderBy(query.Order, map[string]string{person.ByVolunteer: volunteer})
	all := slices.Concat(q.args, repeated(args, strings.Count(order, volunteer)), []any{query.Offset})
	return scanNumbers(s.read.WithContext(ctx).Raw(
		"SELECT k.person_id FROM person_keys k"+q.matching()+order+limit(query.Limit), all...))
}

func repeated(args []any, times int) (list []any) {
	for range times {
		list = append(list, args...)
	}
	return list
}

// records answers people by their numbers, in that order.
func (s people) records(ctx context.Context, numbers []person.ID, as person.AsOf) ([]person.Record, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	volunteer, args := s.volunteer("p.id", as)
	list, arg := s.dialect.numbers(numbers)
	rows, err := s.read.WithContext(ctx).Raw(recordColumns+volunteer+" FROM people p WHERE p.removed_at = 0 AND p.id IN "+list,
		append(args, arg)...).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	place := make(map[person.ID]int, len(numbers))
	for i, id := range numbers {
		place[id] = i
	}
	found := make([]person.Record, len(numbers))
	for rows.Next() {
		r, err := scanRecord(rows)
		if err != nil {
			return nil, err
		}
		found[place[r.ID]] = r
	}
	there := found[:0]
	for _, r := range found {
		if r.ID != 0 { // somebody may have been removed between the two queries
			there = append(there, r)
		}
	}
	return there, rows.Err()
}

func scanRecord(row *sql.Rows) (person.Record, error) {
	var r person.Record
	var created, modified int64
	var document, meta []byte
	err := row.Scan(&r.ID, &r.Author, &created, &modified, &r.Name.First, &r.Name.Infix, &r.Name.Last, &r.Name.Nick, &r.Former,
		&document, &meta, &r.LinkedUser, &r.Volunteer)
	r.Created, r.Modified, r.Document, r.Meta = instant(created), instant(modified), document, meta
	if err == nil && (!isObject(document) || !isObject(meta)) {
		err = fmt.Errorf("person %d is damaged", r.ID)
	}
	return r, err
}

// isObject looks at the ends alone: documents go into answers as they are, and only a whole one makes a whole answer.
func isObject(text []byte) bool {
	return bytes.HasPrefix(text, []byte("{")) && bytes.HasSuffix(text, []byte("}"))
}

func scanNumbers(query *gorm.DB) (numbers []int64, err error) {
	rows, err := query.Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var number int64
		if err := rows.Scan(&number); err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
	}
	return numbers, rows.Err()
}

func (s people) Visible(ctx context.Context, scope access.Scope, ids []person.ID) ([]person.ID, error) {
	q := s.selection("k.person_id")
	q.scope(scope)
	q.include(ids)
	return scanNumbers(s.read.WithContext(ctx).Raw("SELECT k.person_id FROM person_keys k"+q.matching(), q.args...))
}

// filter translates person.Filter.Match.
func (s people) filter(q *selection, f person.Filter, as person.AsOf) {
	if f.Include != nil {
		q.include(f.Include)
	}
	if len(f.Exclude) > 0 {
		q.exclude(f.Exclude)
	}
	if f.Slugs != nil {
		q.slugs(f.Slugs)
	}
	q.tests(f.Tests)
	volunteer, args := s.volunteer("k.person_id", as)
	switch f.Volunteer {
	case person.Yes:
		q.where(volunteer, args...)
	case person.No:
		q.where("NOT "+volunteer, args...)
	}
}

// slugs compares the name behind each number: no two people have the same.
func (q *selection) slugs(slugs []string) {
	list, arg := q.dialect.texts(slugs)
	q.where(column(person.KeySlug)+" || '-' || "+q.number+" IN "+list, arg)
	var ids []int64 // by which the people are found
	for _, slug := range slugs {
		if _, id, ok := person.SplitSlug(slug); ok {
			ids = append(ids, id)
		}
	}
	q.include(ids)
}

// volunteer translates work.Rules.Volunteer: true for the people with a current entry that counts.
func (s people) volunteer(number string, as person.AsOf) (condition string, args []any) {
	excluded, excludedTitles := s.dialect.texts(foldedTitles(as.Rules.ExcludedRoles))
	players, playerTitles := s.dialect.texts(foldedTitles(as.Rules.PlayerRoles))
	exempt, exemptGroups := s.dialect.numbers(as.Rules.ExemptCommittees)
	condition = `EXISTS (SELECT 1 FROM person_work w WHERE w.person_id = ` + number + ` AND w.current
		AND (w.end_date = '' OR w.end_date >= ?) AND w.title_key NOT IN ` + excluded + `
		AND (w.kind = ? AND w.group_id NOT IN ` + exempt + ` OR w.kind <> ? AND w.title_key <> '' AND w.title_key NOT IN ` + players + `))`
	return condition, []any{as.Day.String(), excludedTitles, work.Committee, exemptGroups, work.Committee, playerTitles}
}

func foldedTitles(titles []string) []string {
	keys := make([]string, len(titles))
	for i, title := range titles {
		keys[i] = fold.Key(title)
	}
	return keys
}
