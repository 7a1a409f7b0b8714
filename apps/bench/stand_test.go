package main

import (
	"errors"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// TestUsersCreateTheirShareOfThePeople gives authors in a database as builds with and without a table of keys have it.
func TestUsersCreateTheirShareOfThePeople(t *testing.T) {
	for _, kind := range []string{"sqlite", "postgres"} {
		for _, keys := range []bool{true, false} {
			t.Run(kind+" "+strconv.FormatBool(keys), func(t *testing.T) {
				s := &stand{kind: kind, database: "sqlite:" + filepath.Join(t.TempDir(), "club.db")}
				if kind == "postgres" {
					s.database = postgres.NewDatabase(t)
				}
				pool, err := s.open()
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = pool.Close() })
				statements := []string{
					"CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT)", "CREATE TABLE people (id INTEGER PRIMARY KEY, author INTEGER)",
					"INSERT INTO users VALUES (7, 'bench-few'), (8, 'bench-most'), (9, 'bench')",
					"INSERT INTO people WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT i, 1 FROM n",
				}
				if keys {
					statements = append(statements, "CREATE TABLE person_keys (person_id INTEGER, author_key TEXT)",
						"INSERT INTO person_keys SELECT id, '1' FROM people")
				}
				var failures []error
				for _, statement := range statements {
					_, err := pool.ExecContext(t.Context(), statement)
					failures = append(failures, err)
				}
				if err := errors.Join(append(failures, s.giveAuthors(t.Context()))...); err != nil {
					t.Fatal(err)
				}
				counts := []string{"SELECT COUNT(*) FROM people WHERE author = "}
				if keys {
					counts = append(counts, "SELECT COUNT(*) FROM person_keys WHERE author_key = '' || ")
				}
				for _, count := range counts {
					for author, want := range map[string]int{"7": 10, "8": 188, "0": 2} {
						var got int
						if err := pool.QueryRowContext(t.Context(), count+author).Scan(&got); err != nil || got != want {
							t.Errorf("%s%s: %d, %v", count, author, got, err)
						}
					}
				}
			})
		}
	}
}
