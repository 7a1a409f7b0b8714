package gormstore

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/listing"
)

// selection gathers the conditions of a query over the keys of a noun, and their arguments. It is the translation of
// listing's tests and orders and of access.Scope, the same for every noun; what is a noun's own is in its file.
type selection struct {
	dialect    dialect
	number     string // the column of the records' numbers
	conditions []string
	args       []any
}

func (h handle) selection(number string) *selection {
	return &selection{dialect: h.dialect, number: number}
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

// tests translates listing.Keys.MatchAll.
func (q *selection) tests(tests []listing.Test) {
	for _, test := range tests {
		condition, args := translate(test)
		q.where(condition, args...)
	}
}

var operators = map[listing.Operator]string{
	listing.Equal: " = ?", listing.NotEqual: " <> ?", listing.Before: " < ?", listing.From: " >= ?", listing.After: " > ?",
}

func translate(test listing.Test) (condition string, args []any) {
	if test.AnyOf != nil {
		conditions := []string{"1 = 0"}
		for _, one := range test.AnyOf {
			condition, more := translate(one)
			conditions, args = append(conditions, condition), append(args, more...)
		}
		return "(" + strings.Join(conditions, " OR ") + ")", args
	}
	if test.Is == listing.Contains {
		return column(test.Key) + ` LIKE ? ESCAPE '\'`, []any{"%" + likeEscaper.Replace(test.Value) + "%"}
	}
	return column(test.Key) + operators[test.Is], []any{test.Value}
}

// likeEscaper makes a text match only itself in a LIKE pattern.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// forUpdate ends a query whose row nobody else may change before the transaction ends. SQLite has one writer anyway.
func (d dialect) forUpdate() string {
	if d == postgresDialect {
		return " FOR UPDATE"
	}
	return ""
}

// numbers are a list of values inside a query: one argument however long it is, so that there is one statement.
func (d dialect) numbers(ids []int64) (list string, arg any) {
	if d == postgresDialect {
		return "(SELECT v::bigint FROM jsonb_array_elements_text(?::jsonb) v)", encoded(ids)
	}
	return "(SELECT value FROM json_each(?))", encoded(ids)
}

// texts is numbers for texts.
func (d dialect) texts(values []string) (list string, arg any) {
	if d == postgresDialect {
		return "(SELECT jsonb_array_elements_text(?::jsonb))", encoded(values)
	}
	return "(SELECT value FROM json_each(?))", encoded(values)
}

func encoded[T any](values []T) string {
	if values == nil {
		return "[]"
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic("gormstore: a list does not encode: " + err.Error())
	}
	return string(text)
}

// include keeps only these numbers, exclude all others.
func (q *selection) include(ids []int64) {
	list, arg := q.dialect.numbers(ids)
	q.where(q.number+" IN "+list, arg)
}

func (q *selection) exclude(ids []int64) {
	list, arg := q.dialect.numbers(ids)
	q.where(q.number+" NOT IN "+list, arg)
}

// orderBy translates a list's order; special names what is sorted by besides the keys.
func (q *selection) orderBy(order listing.Order, special map[string]string) string {
	columns := []string{}
	for _, sort := range order {
		by, isSpecial := special[sort.By]
		if !isSpecial {
			by = column(sort.By)
		}
		columns = append(columns, by+direction(sort.Desc))
	}
	return " ORDER BY " + strings.Join(append(columns, q.number+direction(order.Desc())), ", ")
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
