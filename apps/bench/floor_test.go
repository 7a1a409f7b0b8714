package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// TestFloor asks the floor everything that a run asks, on both databases: its answers pass the checks of the server's.
func TestFloor(t *testing.T) {
	for name, database := range map[string]func(*testing.T) string{
		"sqlite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "floor.db") },
		"postgres": func(t *testing.T) string { return postgres.NewDatabase(t) },
	} {
		t.Run(name, func(t *testing.T) {
			tables, err := openTables(t.Context(), database(t))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(tables.close)
			made := club.Generate(250, 1, civil.Date{Year: 2026, Month: 3, Day: 1})
			if err := tables.fill(t.Context(), made); err != nil {
				t.Fatal(err)
			}
			if err := tables.prepare(t.Context()); err != nil {
				t.Fatal(err)
			}
			handler, d := newFloor(tables, "http://floor.example").routes(), newDrawer(made, "run")
			for _, op := range operations {
				for n := range int64(20) {
					asked := op.make(d, n)
					w := httptest.NewRecorder()
					handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), asked.method, asked.path, strings.NewReader(string(asked.body))))
					if err := asked.check(w.Code, w.Result().Header, w.Body.Bytes()); err != nil {
						t.Fatalf("%s %s: %v", asked.method, asked.path, err)
					}
				}
			}
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, collection+"/251", nil))
			if w.Code != http.StatusOK {
				t.Errorf("the first new person is not number 251: %d %s", w.Code, w.Body)
			}
		})
	}
}
