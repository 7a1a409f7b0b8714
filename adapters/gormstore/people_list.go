package gormstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// recordColumns are what a person.Record is made of, in the order in which scanRecord reads them. The volunteer condition
// stands in between.
const recordColumns = `p.id, p.author, p.created_at, p.modified_at, p.first_name, p.infix, p.last_name, p.nickname, p.former,
	p.fields, p.meta, COALESCE((SELECT u.id FROM users u WHERE u.person_id = p.id), 0) AS linked_user, `

func (s people) Record(ctx context.Context, id person.ID, as person.AsOf) (person.Record, error) {
	q := newSelection(as)
	q.where("p.id = ?", id)
	sentence, args := q.page("", 0, 1)
	var r person.Record
	err := scanOne(s.read.WithContext(ctx).Raw(sentence, args...), func(row *sql.Rows) (err error) {
		r, err = scanRecord(row)
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return r, fault.ErrNoSuchPerson
	}
	return r, err
}

func (s people) List(ctx context.Context, query person.Query) (person.Page, error) {
	q := newSelection(query.AsOf)
	q.scope(query.Scope)
	q.filter(query.Filter)
	var page person.Page
	err := scanOne(s.read.WithContext(ctx).Raw("SELECT COUNT(*)"+q.from(), q.args...), func(row *sql.Rows) error {
		return row.Scan(&page.Total)
	})
	if err != nil {
		return page, err
	}
	if query.Limit == 0 || query.Offset >= page.Total {
		return page, nil
	}
	sentence, args := q.page(orderBy(query.Order), query.Offset, query.Limit)
	rows, err := s.read.WithContext(ctx).Raw(sentence, args...).Rows()
	if err != nil {
		return page, err
	}
	defer rows.Close() //nolint:errcheck // Err tells
	for rows.Next() {
		r, err := scanRecord(rows)
		if err != nil {
			return page, err
		}
		page.Records = append(page.Records, r)
	}
	return page, rows.Err()
}

func scanRecord(row *sql.Rows) (person.Record, error) {
	var r person.Record
	var created, modified int64
	var fields, meta []byte
	err := row.Scan(&r.ID, &r.Author, &created, &modified, &r.Name.First, &r.Name.Infix, &r.Name.Last, &r.Name.Nick, &r.Former,
		&fields, &meta, &r.LinkedUser, &r.Volunteer)
	r.Created, r.Modified, r.Fields, r.Meta = instant(created), instant(modified), fields, meta
	return r, err
}

// selection gathers the conditions of a query over people, and their arguments.
type selection struct {
	conditions []string
	args       []any
	as         person.AsOf
}

func newSelection(as person.AsOf) *selection {
	return &selection{conditions: []string{"p.removed_at = 0"}, as: as}
}

func (q *selection) where(condition string, args ...any) {
	q.conditions = append(q.conditions, condition)
	q.args = append(q.args, args...)
}

// scope translates access.Scope.Permits.
func (q *selection) scope(s access.Scope) {
	if s.All {
		return
	}
	q.where("p.author = ? AND p.author <> 0", s.Author)
}

// filter translates person.Filter.Match.
func (q *selection) filter(f person.Filter) {
	if f.Include != nil {
		q.oneOf("p.id", f.Include)
	}
	if len(f.Exclude) > 0 {
		q.where("p.id NOT IN ?", f.Exclude)
	}
	if f.Slugs != nil {
		q.slugs(f.Slugs)
	}
	for _, word := range f.Words {
		q.where(`p.title_key LIKE ? ESCAPE '\'`, "%"+likeEscaper.Replace(word)+"%")
	}
	if !f.ModifiedAfter.IsZero() {
		q.where("p.modified_at > ?", micros(f.ModifiedAfter))
	}
	if f.Author != 0 {
		q.where("p.author = ?", f.Author)
	}
	if f.NotAuthor != 0 {
		q.where("p.author <> ?", f.NotAuthor)
	}
	q.is(f.Former, "p.former")
	volunteer, args := volunteerCondition(q.as)
	q.is(f.Volunteer, volunteer, args...)
}

// likeEscaper makes a text match only itself in a LIKE pattern.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func (q *selection) is(is person.Is, condition string, args ...any) {
	switch is {
	case person.Yes:
		q.where(condition, args...)
	case person.No:
		q.where("NOT "+condition, args...)
	}
}

// oneOf is "column IN (values)"; no values let nothing through.
func (q *selection) oneOf(column string, values []int64) {
	if len(values) == 0 {
		q.where("1 = 0")
		return
	}
	q.where(column+" IN ?", values)
}

func (q *selection) slugs(slugs []string) {
	conditions, args := []string{"1 = 0"}, []any{}
	for _, slug := range slugs {
		if name, id, ok := person.SplitSlug(slug); ok {
			conditions, args = append(conditions, "p.id = ? AND p.slug_key = ?"), append(args, id, name)
		}
	}
	q.where("("+strings.Join(conditions, " OR ")+")", args...)
}

// volunteerCondition translates work.Rules.Volunteer: true for the people with a current entry that counts.
func volunteerCondition(as person.AsOf) (condition string, args []any) {
	condition = `EXISTS (SELECT 1 FROM person_work w WHERE w.person_id = p.id AND w.current
		AND (w.end_date = '' OR w.end_date >= ?) AND w.title_key NOT IN ?
		AND (w.kind = ? AND w.group_id NOT IN ? OR w.kind <> ? AND w.title_key <> '' AND w.title_key NOT IN ?))`
	return condition, []any{
		as.Day.String(), foldedTitles(as.Rules.ExcludedRoles),
		work.Committee, append([]int64{-1}, as.Rules.ExemptCommittees...), work.Committee, foldedTitles(as.Rules.PlayerRoles),
	}
}

// foldedTitles are never an empty list, which SQL does not have: the first entry is no title.
func foldedTitles(titles []string) []string {
	keys := []string{"\t"}
	for _, title := range titles {
		keys = append(keys, fold.Key(title))
	}
	return keys
}

func (q *selection) from() string {
	return " FROM people p WHERE " + strings.Join(q.conditions, " AND ")
}

func (q *selection) page(order string, offset, limit int) (sentence string, args []any) {
	volunteer, args := volunteerCondition(q.as)
	args = append(append(args, q.args...), limit, offset)
	return "SELECT " + recordColumns + volunteer + " AS volunteer" + q.from() + order + " LIMIT ? OFFSET ?", args
}

// orderBy names columns by person.Column, which are no input of clients.
func orderBy(order person.Order) string {
	columns := []string{}
	for _, sort := range order.Total() {
		column := string(sort.By)
		if sort.Desc {
			column += " DESC"
		}
		columns = append(columns, column)
	}
	return " ORDER BY " + strings.Join(columns, ", ")
}
