package gormstore

import (
	"database/sql"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
)

// partIndex is SQLite's index of the parts of a noun's search keys, three letters at a time: an FTS5 table without content, whose
// rowid is the record's number. To change it costs more than everything else that a change of a record writes, unless many
// changes come at once. So changed records wait in a table beside it, and searches look at those that wait, too. (PostgreSQL's own
// index of parts, gin, does the same.)
type partIndex struct {
	table string // and with _pending behind it, where the changed ones wait
	keys  string // the table of the search keys
	id    string // its column of numbers
}

var (
	personParts = partIndex{"person_parts", "person_keys", "person_id"}
	groupParts  = partIndex{"group_parts", "groups", "id"}
)

// mostPending is how many records wait before all of them go into the index.
const mostPending = 50

// trigram is the length of the shortest text that the index finds, in characters.
const trigram = 3

// keepParts notes that the search keys of these records have changed. It does nothing on PostgreSQL.
func (h handle) keepParts(index partIndex, ids []int64) error {
	if h.Dialect != database.SQLite || len(ids) == 0 {
		return nil
	}
	var waiting int
	pending := index.table + "_pending"
	list, arg := h.Dialect.Numbers(ids)
	err := database.ScanAll(h.Write.Raw("INSERT OR REPLACE INTO "+pending+" (id) SELECT value FROM "+list+
		" RETURNING (SELECT COUNT(*) FROM "+pending+")", arg), func(row *sql.Rows) error { return row.Scan(&waiting) })
	if err != nil || waiting < mostPending {
		return err
	}
	err = h.Write.Exec("INSERT OR REPLACE INTO " + index.table + " (rowid, search) SELECT k." + index.id + ", k.search_key FROM " + index.keys +
		" k JOIN " + pending + " p ON p.id = k." + index.id).Error
	if err != nil {
		return err
	}
	return h.Write.Exec("DELETE FROM " + pending).Error
}

// compactParts writes the indexes anew, without the parts of what was taken out of them: until then those stay in the file. It does
// nothing on PostgreSQL.
func (h handle) compactParts() error {
	if h.Dialect != database.SQLite {
		return nil
	}
	for _, index := range []partIndex{personParts, groupParts} {
		if err := h.Write.Exec("INSERT INTO " + index.table + " (" + index.table + ") VALUES ('optimize')").Error; err != nil {
			return err
		}
	}
	return nil
}

// candidates is a query for the records that may hold a text; whether they do is asked besides.
func (index partIndex) candidates() string {
	return "(SELECT rowid FROM " + index.table + " WHERE " + index.table + " MATCH ? UNION ALL SELECT id FROM " + index.table + "_pending)"
}
