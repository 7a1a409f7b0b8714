package gormstore

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
)

// recordColumns are what a person.Record is made of, in the order in which scanRecord reads them.
const recordColumns = `SELECT p.id, p.author, p.administered, p.created_at, p.modified_at, p.first_name, p.infix, p.last_name, p.nickname,
	p.former, p.document, p.meta, p.photo_id, p.labels, k.slug_key, k.volunteer_until_key, COALESCE(u.id, 0)
	FROM people p JOIN person_keys k ON k.person_id = p.id LEFT JOIN users u ON u.person_id = p.id `

func (s people) Record(ctx context.Context, id person.ID, as person.AsOf) (person.Record, error) {
	list := records{as: as, place: map[person.ID]int{id: 0}, found: make([]person.Record, 1)}
	query := s.Read.WithContext(ctx).Raw(recordColumns+"WHERE p.id = ? AND p.removed_at = 0", id)
	if err := database.ScanOne(query, list.scan); err != nil {
		return person.Record{}, database.Absent(err, person.ErrAbsent)
	}
	err := s.complete(ctx, &list, "r.person_id = ?", id)
	return list.found[0], err
}

func (s people) selected(q person.Query) *selection {
	selected := s.selection("k.person_id", personParts)
	selected.scope(q.Reader)
	s.filter(selected, q.Filter)
	return selected
}

// filter translates person.Filter.Match.
func (s people) filter(q *selection, f person.Filter) {
	q.include(f.Include)
	q.exclude(f.Exclude)
	q.slugs(f.Slugs)
	q.tests(f.Tests)
}

func (s people) List(ctx context.Context, query person.Query) (person.Page, error) {
	q := s.selected(query)
	numbers, total, err := s.page(ctx, q, query)
	if err != nil {
		return person.Page{}, err
	}
	switch {
	case total > 0:
	case len(numbers) > 0 && len(numbers) < query.Limit: // the last page
		total = query.Offset + len(numbers)
	case len(numbers) > 0 || query.Offset > 0 || query.Limit == 0: // there may be others beside the page
		err := database.ScanOne(s.Read.WithContext(ctx).Raw("SELECT COUNT(*) FROM person_keys k"+q.matching(), q.args...),
			func(row *sql.Rows) error { return row.Scan(&total) })
		if err != nil {
			return person.Page{}, err
		}
	}
	page := person.Page{Total: total}
	page.Records, err = s.records(ctx, numbers, query.AsOf)
	return page, err
}

// page answers the numbers of the people on a page, in the list's order, and of how many, when that costs nothing: else 0. Only
// keys are looked at: people are wide.
func (s people) page(ctx context.Context, q *selection, query person.Query) (numbers []person.ID, total int, err error) {
	if query.Limit == 0 {
		return nil, 0, nil
	}
	order, args := q.orderBy(query.Order)
	all := append(append(q.args[:len(q.args):len(q.args)], args...), query.Offset)
	statement := "SELECT k.person_id" + q.total() + " FROM person_keys k" + q.matching() + order + limit(query.Limit)
	err = database.ScanAll(s.Read.WithContext(ctx).Raw(statement, all...), func(row *sql.Rows) error {
		var number person.ID
		err := row.Scan(&number, &total)
		numbers = append(numbers, number)
		return err
	})
	return numbers, total, err
}

// records answers people by their numbers, in that order.
func (s people) records(ctx context.Context, numbers []person.ID, as person.AsOf) ([]person.Record, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	list := newRecords(numbers, as)
	in, arg := s.Dialect.Numbers(numbers)
	if err := database.ScanAll(s.Read.WithContext(ctx).Raw(recordColumns+"WHERE p.removed_at = 0 AND p.id IN "+in, arg), list.scan); err != nil {
		return nil, err
	}
	if err := s.complete(ctx, &list, "r.person_id IN "+in, arg); err != nil {
		return nil, err
	}
	return list.there(), nil
}

// records are people on their way from the database into a list.
type records struct {
	as     person.AsOf
	place  map[person.ID]int
	found  []person.Record
	labels map[person.ID][]term.ID
}

func newRecords(numbers []person.ID, as person.AsOf) records {
	list := records{as: as, place: make(map[person.ID]int, len(numbers)), found: make([]person.Record, len(numbers))}
	for i, id := range numbers {
		list.place[id] = i
	}
	return list
}

// there are those that were found: somebody may have been removed between two queries.
func (l *records) there() []person.Record {
	there := l.found[:0]
	for _, r := range l.found {
		if r.ID != 0 {
			there = append(there, r)
		}
	}
	return there
}

func (l *records) scan(row *sql.Rows) error {
	var r person.Record
	var created, modified int64
	var labels, volunteerUntil string
	err := row.Scan(&r.ID, &r.Author, &r.Administered, &created, &modified, &r.Name.First, &r.Name.Infix, &r.Name.Last, &r.Name.Nick,
		&r.Former, &r.Document, &r.Meta, &r.Photo, &labels, &r.Slug, &volunteerUntil, &r.LinkedUser)
	if err != nil {
		return err
	}
	if !isObject(r.Document) || !isObject(r.Meta) {
		return fmt.Errorf("person %d is damaged", r.ID)
	}
	r.Created, r.Modified = database.Instant(created), database.Instant(modified)
	r.Volunteer = volunteerUntil != "" && volunteerUntil >= l.as.Day.String()
	l.found[l.place[r.ID]] = r
	return l.label(r.ID, labels)
}

// label notes which labels somebody has; their names are looked up for all at once.
func (l *records) label(id person.ID, encoded string) error {
	ids, err := decodedNumbers(encoded)
	if err != nil {
		return fmt.Errorf("the labels of person %d are damaged: %w", id, err)
	}
	if len(ids) > 0 {
		if l.labels == nil {
			l.labels = map[person.ID][]term.ID{}
		}
		l.labels[id] = ids
	}
	return nil
}

// isObject looks at the ends alone: documents go into answers as they are, and only a whole one makes a whole answer.
func isObject(text string) bool { return strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") }

// complete adds the relations and labels of the people that the condition finds.
func (s people) complete(ctx context.Context, l *records, condition string, arg any) error {
	err := database.ScanAll(s.Read.WithContext(ctx).Raw(`SELECT r.person_id, r.to_id, r.document, t.name, t.slug, o.first_name,
		o.infix, o.last_name, o.photo_id, o.author FROM person_relations r JOIN relationship_types t ON t.id = r.type_id
		JOIN people o ON o.id = r.to_id WHERE `+condition+` AND o.removed_at = 0 ORDER BY r.person_id, r.position`, arg), l.scanRelation)
	if err != nil {
		return err
	}
	return s.nameLabels(ctx, l)
}

// nameLabels looks up the labels that somebody in the list has: those that exist.
func (s people) nameLabels(ctx context.Context, l *records) error {
	if l.labels == nil {
		return nil
	}
	all, err := s.handle.labels().All(ctx)
	if err != nil {
		return err
	}
	names := make(map[term.ID]term.Term, len(all))
	for _, label := range all {
		names[label.ID] = label
	}
	for id, labels := range l.labels {
		r := &l.found[l.place[id]]
		for _, label := range labels {
			if named, there := names[label]; there {
				r.Labels = append(r.Labels, named)
			}
		}
	}
	return nil
}

func (l *records) scanRelation(row *sql.Rows) error {
	var of, author int64
	var related person.Related
	var name person.Name
	err := row.Scan(&of, &related.To, &related.Document, &related.TypeName, &related.TypeSlug, &name.First, &name.Infix, &name.Last,
		&related.Photo, &author)
	if err != nil {
		return err
	}
	if l.as.Reader.Permits(access.Subject{Author: author}) {
		related.Name = name.Full()
	} else {
		related.Photo = 0
	}
	r := &l.found[l.place[of]]
	r.Relations = append(r.Relations, related)
	return nil
}

func (s people) Find(ctx context.Context, query person.Query) ([]person.Summary, error) {
	numbers, _, err := s.page(ctx, s.selected(query), query)
	if err != nil || len(numbers) == 0 {
		return nil, err
	}
	list := newRecords(numbers, query.AsOf)
	in, arg := s.Dialect.Numbers(numbers)
	if err := database.ScanAll(s.Read.WithContext(ctx).Raw(summaryColumns+" FROM people p WHERE p.removed_at = 0 AND p.id IN "+in, arg),
		list.scanSummary); err != nil {
		return nil, err
	}
	if err := s.nameLabels(ctx, &list); err != nil {
		return nil, err
	}
	var summaries []person.Summary
	for _, r := range list.there() {
		summaries = append(summaries, r.Summary())
	}
	return summaries, nil
}

// summaryColumns are what a person.Summary is made of.
const summaryColumns = "SELECT p.id, p.first_name, p.infix, p.last_name, p.nickname, p.former, p.photo_id, p.labels"

func (l *records) scanSummary(row *sql.Rows) error {
	var r person.Record
	var labels string
	err := row.Scan(&r.ID, &r.Name.First, &r.Name.Infix, &r.Name.Last, &r.Name.Nick, &r.Former, &r.Photo, &labels)
	if err != nil {
		return err
	}
	l.found[l.place[r.ID]] = r
	return l.label(r.ID, labels)
}

func (s people) Tally(ctx context.Context, scope access.Scope, filter person.Filter, key string) ([]listing.Count, error) {
	q := s.selected(person.Query{AsOf: person.AsOf{Reader: scope}, Filter: filter})
	var counts []listing.Count
	by := column(key)
	err := database.ScanAll(s.Read.WithContext(ctx).Raw("SELECT "+by+", COUNT(*) FROM person_keys k"+q.matching()+
		" GROUP BY "+by+" ORDER BY "+by, q.args...), func(row *sql.Rows) error {
		var count listing.Count
		err := row.Scan(&count.Value, &count.Count)
		counts = append(counts, count)
		return err
	})
	return counts, err
}

func scanNumbers(query *gorm.DB) (numbers []int64, err error) {
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var number int64
		err := row.Scan(&number)
		numbers = append(numbers, number)
		return err
	})
	return numbers, err
}
