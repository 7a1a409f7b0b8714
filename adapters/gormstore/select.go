package gormstore

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/listing"
)

// selection gathers the conditions of a query over the keys of a noun, and their arguments. It is the translation of
// listing's tests and orders and of access.Scope, the same for every noun; what is a noun's own is in its file.
type selection struct {
	dialect    database.Dialect
	number     string    // the column of the records' numbers
	parts      partIndex // of the noun, if it has one
	searched   bool      // by an index of parts: few records match, and each costs something to look at
	conditions []string
	args       []any
}

func (h handle) selection(number string, parts partIndex) *selection {
	return &selection{dialect: h.Dialect, number: number, parts: parts}
}

func (q *selection) where(condition string, args ...any) {
	q.conditions = append(q.conditions, condition)
	q.args = append(q.args, args...)
}

// matching is the condition of the whole selection. Without one it is empty: SQLite then counts without looking at rows.
func (q *selection) matching() string {
	if len(q.conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(q.conditions, " AND ")
}

// column is where a key is kept. Keys are names in the program, never input.
func column(key string) string { return "k." + key + "_key" }

// scope translates access.Scope.Permits.
func (q *selection) scope(s access.Scope) {
	if s.All {
		return
	}
	author := column(listing.KeyAuthor)
	q.where(author+" = ? AND "+author+" <> ?", listing.Number(s.Author), listing.Number(0))
}

// inParts are the keys whose text is in the index of parts: the search key, and a line of it.
var inParts = map[string]bool{"title": true, "search": true}

// tests translates listing.Keys.MatchAll.
func (q *selection) tests(tests []listing.Test) {
	for _, test := range tests {
		condition, args := translate(test)
		q.where(condition, args...)
		single := test.AnyOf == nil && test.AllOf == nil && test.Is == listing.Contains
		indexed := q.parts != (partIndex{}) && inParts[test.Key] && utf8.RuneCountInString(test.Value) >= trigram
		if !single || !indexed {
			continue
		}
		if q.searched = true; q.dialect == database.SQLite {
			q.where(q.number+" IN "+q.parts.candidates(), `"`+strings.ReplaceAll(test.Value, `"`, `""`)+`"`)
		}
	}
}

var operators = map[listing.Operator]string{
	listing.Equal: " = ?", listing.NotEqual: " <> ?", listing.Before: " < ?", listing.From: " >= ?", listing.After: " > ?",
}

func translate(test listing.Test) (condition string, args []any) {
	switch {
	case test.AnyOf != nil:
		return joined(test.AnyOf, " OR ", "1 = 0")
	case test.AllOf != nil:
		return joined(test.AllOf, " AND ", "1 = 1")
	case test.Is == listing.Contains:
		return column(test.Key) + ` LIKE ? ESCAPE '\'`, []any{"%" + likeEscaper.Replace(test.Value) + "%"}
	case test.Is == listing.Begins:
		return column(test.Key) + ` LIKE ? ESCAPE '\'`, []any{likeEscaper.Replace(test.Value) + "%"}
	}
	return column(test.Key) + operators[test.Is], []any{test.Value}
}

// joined is several tests as one condition; neutral is that of none.
func joined(tests []listing.Test, operator, neutral string) (condition string, args []any) {
	if len(tests) == 0 {
		return neutral, nil
	}
	conditions := make([]string, len(tests))
	for i, one := range tests {
		var more []any
		conditions[i], more = translate(one)
		args = append(args, more...)
	}
	return "(" + strings.Join(conditions, operator) + ")", args
}

// likeEscaper makes a text match only itself in a LIKE pattern.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// include keeps only these numbers, exclude all others. Both do nothing for nil.
func (q *selection) include(ids []int64) {
	if ids != nil {
		list, arg := q.dialect.Numbers(ids)
		q.where(q.number+" IN "+list, arg)
	}
}

func (q *selection) exclude(ids []int64) {
	if len(ids) > 0 {
		list, arg := q.dialect.Numbers(ids)
		q.where(q.number+" NOT IN "+list, arg)
	}
}

// slugs compares the name behind each number: no two records have the same. It does nothing for nil.
func (q *selection) slugs(slugs []string) {
	if slugs == nil {
		return
	}
	list, arg := q.dialect.Texts(slugs)
	q.where(column(listing.KeySlug)+" || '-' || "+q.number+" IN "+list, arg)
	ids := []int64{} // by which the records are found
	for _, slug := range slugs {
		if _, id, ok := listing.SplitSlug(slug); ok {
			ids = append(ids, id)
		}
	}
	q.include(ids)
}

// total is how a query for a page counts all that match beside it: with the page, where few match. Elsewhere a count of its own
// is cheaper, for it looks at an index alone.
func (q *selection) total() string {
	if q.searched {
		return ", COUNT(*) OVER ()"
	}
	return ", 0"
}

// orderBy translates a list's order.
func (q *selection) orderBy(order listing.Order) (clause string, args []any) {
	columns := []string{}
	if len(order.Best) > 0 {
		points, more := points(order.Best)
		columns, args = append(columns, points+" DESC"), more
	}
	for _, sort := range order.By {
		by := column(sort.By)
		if sort.Reached != "" {
			by = "CASE WHEN " + by + " >= ? THEN 1 ELSE 0 END"
			args = append(args, sort.Reached)
		}
		columns = append(columns, by+direction(sort.Desc))
	}
	return " ORDER BY " + strings.Join(append(columns, q.number+direction(order.Desc())), ", "), args
}

// points translates listing.Keys.Points: the greatest of the positive merits, and all negative ones.
func points(rank listing.Rank) (sum string, args []any) {
	merits := slices.Clone(rank)
	slices.SortStableFunc(merits, func(a, b listing.Merit) int { return cmp.Compare(b.Points, a.Points) })
	best, fines := "", ""
	for _, merit := range merits {
		condition, more := translate(merit.Test)
		args = append(args, more...)
		when := " WHEN " + condition + " THEN " + strconv.Itoa(merit.Points)
		if merit.Points > 0 {
			best += when
		} else {
			fines += " + CASE" + when + " ELSE 0 END"
		}
	}
	if best == "" {
		return "0" + fines, args
	}
	return "CASE" + best + " ELSE 0 END" + fines, args
}

// limit is the length of a page, its offset to be bound. It stands in the text because SQLite plans anew for every limit
// that is bound.
func limit(length int) string { return " LIMIT " + strconv.Itoa(length) + " OFFSET ?" }

func direction(desc bool) string {
	if desc {
		return " DESC"
	}
	return ""
}
