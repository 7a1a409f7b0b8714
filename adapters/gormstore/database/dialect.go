package database

import "encoding/json"

// Dialect names what differs between the two databases, and the folder of its migrations.
type Dialect string

// The dialects.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// ForUpdate ends a query whose row nobody else may change before the transaction ends. SQLite has one writer anyway.
func (d Dialect) ForUpdate() string {
	if d == Postgres {
		return " FOR UPDATE"
	}
	return ""
}

// Numbers returns a list of values inside a query: one argument however long it is, so that there is one statement.
func (d Dialect) Numbers(ids []int64) (list string, arg any) {
	if d == Postgres {
		return "(SELECT v::bigint FROM jsonb_array_elements_text(?::jsonb) v)", Encoded(ids)
	}
	return "(SELECT value FROM json_each(?))", Encoded(ids)
}

// Texts is Numbers for texts.
func (d Dialect) Texts(values []string) (list string, arg any) {
	if d == Postgres {
		return "(SELECT jsonb_array_elements_text(?::jsonb))", Encoded(values)
	}
	return "(SELECT value FROM json_each(?))", Encoded(values)
}

// Encoded returns a list as JSON.
func Encoded[T any](values []T) string {
	if values == nil {
		return "[]"
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic("database: a list does not encode: " + err.Error())
	}
	return string(text)
}
