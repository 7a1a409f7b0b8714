package gormstore_test

import (
	"regexp"
	"testing"
)

// referring are the columns that hold numbers of people, and what a merge of two people does with them. A new one stands here,
// and in duplicates.go of this package and of inmem when it has to follow.
var referring = map[string]string{
	"activities.person_id": "moved", "activities.participants": "moved", "notes.person_id": "moved", "tasks.people": "moved",
	"mails.person_id": "moved", "mails.along": "moved", "messages.unreached": "moved", "discipline_cases.person_id": "moved",
	"invoices.person_id": "moved", "shifts.people": "moved", "shifts.assignments": "moved", "media.person_id": "the photo moves",
	"users.person_id":             "moved by the use case",
	"member_functions.person_id":  "stays: the synchronization tells of it anew",
	"import_rows.person_id":       "stays: a row is about the record that it made",
	"messages.people":             "a count",
	"messages.waiting":            "stays: it is sent within minutes",
	"person_changes.person_id":    "stays: it tells of the record",
	"removed_relations.person_id": "stays with who is in the trash",
	"removed_relations.to_id":     "stays with who is in the trash",
	"person_relations.person_id":  "moved by the use case",
	"person_relations.to_id":      "moved by the use case",
	"timeline.person_id":          "moved",
	"recent_people.person_id":     "forgotten",
	"person_looks.person_id":      "moved",
	"leaver_items.person_id":      "stays: who is in the trash by then is left out",
	"erasures.person_id":          "stays: whom it is about is in the trash, or destroyed",
}

// TestEveryReferenceToAPersonIsKnownToTheMerge walks the schema, so that a new table is not forgotten.
func TestEveryReferenceToAPersonIsKnownToTheMerge(t *testing.T) {
	t.Parallel()
	suspicious := regexp.MustCompile(`^(.*person.*|people|participants|along|to_id|unreached|waiting|assignments|members?)$`)
	onBoth(t, func(t *testing.T, location string) {
		pool, postgres, err := open(t, location).Pool()
		ok(t, err)
		columns := "SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'"
		if postgres {
			columns = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
		}
		rows, err := pool.QueryContext(t.Context(), columns)
		ok(t, err)
		defer rows.Close()
		seen := 0
		for rows.Next() {
			var table, column string
			ok(t, rows.Scan(&table, &column))
			if !suspicious.MatchString(column) {
				continue
			}
			seen++
			if _, known := referring[table+"."+column]; !known {
				t.Errorf("what does a merge do with %s.%s?", table, column)
			}
		}
		ok(t, rows.Err())
		if seen < len(referring) {
			t.Errorf("%d columns were found", seen)
		}
	})
}
