package gormstore_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// erasing are the tables, and what becomes in each of somebody who is erased. A new one stands here, and when it holds people in
// erase.go of this package, in that of inmem, and in porttest.Planted.
var erasing = map[string]string{
	"people":            "the row is destroyed; others who name the person in their own record do so still",
	"person_relations":  "destroyed",
	"removed_relations": "destroyed with the row of the person",
	"person_changes":    "destroyed; the name is taken out of those of others",
	"person_looks":      "destroyed; the name is taken out of those at others",
	"person_shares":     "destroyed with the row of the person",
	"recent_people":     "destroyed with the row of the person",
	"member_functions":  "destroyed with the row of the person",
	"favorites":         "destroyed",
	"timeline":          "destroyed with the row of the person",
	"activities":        "destroyed; the name is taken out of those about others",
	"notes":             "destroyed; the name is taken out of those about others",
	"tasks":             "destroyed; of those about others, too, the person is taken off",
	"mails":             "destroyed; those to others, too, lose what they said",
	"messages":          "the name is taken out",
	"discipline_cases":  "destroyed; those of others keep what the federation said",
	"invoices":          "kept with name and address alone",
	"invoice_keys":      "those of the payment page go",
	"invoice_counters":  "holds nobody",
	"shifts":            "the person is taken off; the name is taken out of titles and places",
	"audit":             "destroyed; the name is taken out of what others did",
	"media":             "the use case of pictures deletes what hangs on nobody",
	"imports":           "numbers and headings",
	"import_rows":       "destroyed",
	"dismissed_pairs":   "destroyed",
	"merged_people":     "destroyed",
	"suppressions":      "destroyed",
	"workspace_invites": "destroyed; the name of who invited is taken out",
	"feedback":          "the name is taken out",
	"feedback_comments": "the name is taken out",
	"erasures":          "the use case takes the name out",
	"leaver_proposals":  "counts, and who stopped one",
	"leaver_items":      "numbers alone, until the proposal ends",
	"origins":           "numbers alone, so that moving in again brings nobody back",

	"users":                 "the use case of accounts destroys the account, and what follows with it",
	"user_logins":           "destroyed with the account",
	"user_tokens":           "destroyed with the account",
	"sessions":              "destroyed with the account",
	"application_passwords": "destroyed with the account",
	"password_links":        "destroyed with the account",
	"saved_views":           "destroyed with the account; the name is taken out of those of others",
	"shared_views":          "destroyed with the account",
	"digests":               "destroyed with the account",
	"mentions":              "destroyed with the account",
	"group_shares":          "destroyed with the account",
	"workspace_members":     "the use case of accounts takes the user out",

	"undos":              "destroyed after ten minutes, long before",
	"sign_in_attempts":   "digests, destroyed after a day",
	"uploads":            "numbers",
	"heard_news":         "numbers of the provider's news",
	"groups":             "the name is taken out of what is told; a title stays, and is changed by hand",
	"workspaces":         "the name is taken out of the description; its name stays, and is changed by hand",
	"settings":           "holds nobody but the club; why somebody's data was kept, or had no invoice, goes",
	"person_labels":      "holds nobody",
	"relationship_types": "holds nobody",
	"fetched_matches":    "holds nobody",
	"changes":            "numbers",
	"change_counter":     "a number",
	"forms":              "numbers",
	"job_runs":           "times",
}

// marked notes in which columns of a dump somebody is named, in any case.
type marked struct {
	table   backup.Table
	tables  []string
	columns []string
}

func (m *marked) Begin(t backup.Table) error {
	m.table, m.tables = t, append(m.tables, t.Name)
	return nil
}

func (m *marked) Row(values []any) error {
	for i, value := range values {
		column := m.table.Name + "." + m.table.Columns[i].Name
		if strings.Contains(strings.ToLower(fmt.Sprint(value)), "zeldzaam") && !slices.Contains(m.columns, column) {
			m.columns = append(m.columns, column)
		}
	}
	return nil
}

// TestEveryTableForgetsWhoIsErased walks the schema, so that a new table is not forgotten, and looks into every column.
func TestEveryTableForgetsWhoIsErased(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		db := contracted(store, location)
		of := porttest.Planted(t, db)
		var before, after marked
		ok(t, store.Dump(t.Context(), nil, &before))
		for _, table := range before.tables {
			if erasing[table] == "" {
				t.Errorf("what becomes of somebody in %s who is erased?", table)
			}
		}
		for table := range erasing {
			if !slices.Contains(before.tables, table) {
				t.Errorf("there is no table %s", table)
			}
		}
		if len(before.columns) < 40 {
			t.Errorf("the person stands in %d columns alone: %v", len(before.columns), before.columns)
		}
		ok(t, db.People.Remove(t.Context(), of.Person, 1, time.Now(), func(access.Subject, record.Edition) error { return nil }))
		_, err := db.Erasures.Destroy(t.Context(), of)
		ok(t, err)
		ok(t, db.Users.Remove(t.Context(), of.User, func(*account.User) error { return nil }))
		ok(t, store.Dump(t.Context(), nil, &after))
		slices.Sort(after.columns)
		if kept := []string{"invoices.document", "invoices.name_key", "invoices.search"}; !slices.Equal(after.columns, kept) {
			t.Errorf("the person still stands in %v", after.columns)
		}
	})
}
