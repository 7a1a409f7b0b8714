package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// floors are an empty database of each kind.
var floors = map[string]func(*testing.T) string{
	"sqlite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "floor.db") },
	"postgres": func(t *testing.T) string { return postgres.NewDatabase(t) },
}

// openFloor returns a floor with a club of 250.
func openFloor(t *testing.T, database string) (*tables, club.Club) {
	t.Helper()
	tables, err := openTables(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tables.close)
	made := club.Generate(250, 1, civil.Date{Year: 2026, Month: 3, Day: 1})
	if err := errors.Join(tables.fill(t.Context(), made), tables.prepare(t.Context())); err != nil {
		t.Fatal(err)
	}
	return tables, made
}

// TestFloor asks the floor everything that a run asks, on both databases: its answers pass the checks of the server's.
func TestFloor(t *testing.T) {
	for name, database := range floors {
		t.Run(name, func(t *testing.T) {
			tables, made := openFloor(t, database(t))
			handler, d := newFloor(tables, "http://floor.example").routes(), newDrawer(made, []int64{1, 2}, administrator, "run")
			for _, op := range operations {
				if !op.onFloor() {
					continue
				}
				for n := range int64(20) {
					asked := op.make(d, n)
					w := httptest.NewRecorder()
					handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), asked.method, asked.path,
						strings.NewReader(string(asked.body))))
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

func TestTheFloorFindsWhatWasWrittenAndNoMoreWhatWasNot(t *testing.T) {
	for name, database := range floors {
		t.Run(name, func(t *testing.T) {
			tables, made := openFloor(t, database(t))
			ctx := t.Context()
			written := personFields{
				scalars:  scalars{FirstName: "Zwier", LastName: "Quapenburg", Code: "XYZ7"},
				Contacts: []contactRow{{"email", "", "Zwier@wolkenveld.example"}},
			}
			id, err := tables.create(ctx, &written, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			// everywhere asks for a text in everything and in names alone, with and without the index.
			everywhere := func(text string, want, inNames int) {
				t.Helper()
				hits, err := tables.find(ctx, text)
				if err != nil || len(hits.People) != want {
					t.Errorf("%q: found %+v, %v", text, hits.People, err)
				}
				records, total, err := tables.page(ctx, text, 0)
				if err != nil || total != inNames || len(records) != inNames {
					t.Errorf("%q: %d of %d in names, %v", text, len(records), total, err)
				}
			}
			everywhere("quapenb", 1, 1)
			everywhere("wolkenveld", 1, 0)
			everywhere("xyz7", 1, 0)
			everywhere(`"qu%`, 0, 0)
			written.Contacts[0].Value, written.LastName = "zwier~a@regenveld.example", "Jqxruizen"
			if err := tables.update(ctx, id, &written, time.Now()); err != nil {
				t.Fatal(err)
			}
			everywhere("quapenb", 0, 0)
			everywhere("wolkenveld", 0, 0)
			everywhere("regenveld", 1, 0)
			everywhere("jqxruizen", 1, 1)
			everywhere("r~", 1, 0)
			matching := func(text string) (n int) {
				for i := range made.People {
					if strings.Contains(fold.Key(made.People[i].Name.Full()), text) {
						n++
					}
				}
				return n
			}
			for _, text := range []string{"de", "jan", "van der"} {
				if _, total, err := tables.page(ctx, text, 0); err != nil || total != matching(text) || total == 0 {
					t.Errorf("%q is in %d names, %v; it should be in %d", text, total, err, matching(text))
				}
			}
		})
	}
}
