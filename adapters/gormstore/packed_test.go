package gormstore_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// left returns the location of a database of three people that was closed by a program that had read them.
func left(t *testing.T) (location, file string) {
	t.Helper()
	location = migratedFile(t)
	store, err := gormstore.OpenToLoad(t.Context(), location)
	ok(t, err)
	s := store.Stores()
	ok(t, s.Directory.Load(t.Context()))
	for _, last := range []string{"Jansen", "Öztürk", "De Vries"} {
		_, err := s.People.Create(t.Context(), person.Person{Author: 1, Name: person.Name{First: "Jan", Last: last}, Labels: []int64{}})
		ok(t, err)
	}
	ok(t, store.Close())
	return location, strings.TrimPrefix(location, "sqlite:") + ".people"
}

// derived reports whether a store read everybody from the database when it loaded.
func derived(t *testing.T, location string) (*gormstore.Store, bool) {
	t.Helper()
	store, err := gormstore.OpenToLoad(context.Background(), location)
	ok(t, err)
	t.Cleanup(func() { ok(t, store.Close()) })
	ok(t, store.Stores().Directory.Load(t.Context()))
	return store, !store.Unpacked()
}

func there(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func TestTheNextStartTakesPeopleAsTheyWereHeld(t *testing.T) {
	t.Parallel()
	location, file := left(t)
	info, err := os.Stat(file)
	ok(t, err)
	if info.Mode().Perm() != 0o600 || there(file+".new") {
		t.Errorf("mode %v", info.Mode())
	}
	store, slow := derived(t, location)
	if slow || !there(file) {
		t.Errorf("derived: %v, the file is still there: %v", slow, there(file))
	}
	if n := store.Stores().Directory.View().Size(); n != 3 {
		t.Errorf("%d people", n)
	}
	_, err = store.Stores().VolunteerRules.Change(t.Context(), func(r *work.Rules) error { r.PlayerRoles = []string{"Keeper"}; return nil })
	ok(t, err)
	before := store.Stores().Directory.View()
	ok(t, store.Stores().Directory.Load(t.Context())) // whoever loads again reads the database
	porttest.SameView(t, "read", store.Stores().Directory.View(), before)
	created, err := store.Stores().People.Create(t.Context(), person.Person{Author: 1, Name: person.Name{First: "Piet"}})
	ok(t, err)
	ok(t, store.Close())
	store, slow = derived(t, location)
	if _, known := store.Stores().Directory.View().Stored(created[0]); slow || !known {
		t.Errorf("derived: %v, the newest is there: %v", slow, known)
	}
	asLoaded(t, store.Stores().Directory.View(), location)
}

// What was changed past the program, half written or damaged does not count: everybody is read from the database.
func TestPeopleOfAnotherDatabaseAreNotTaken(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(t *testing.T, location, file string){
		"changed by hand": func(t *testing.T, location, _ string) {
			store, err := gormstore.Open(t.Context(), location)
			ok(t, err)
			run(t, store, "UPDATE people SET photo_id = 7")
			ok(t, store.Close())
		},
		"another program wrote": func(t *testing.T, location, _ string) {
			store, err := gormstore.Open(t.Context(), location)
			ok(t, err)
			_, err = store.Stores().People.Create(t.Context(), person.Person{Author: 1, Name: person.Name{First: "Truus"}})
			ok(t, err)
			ok(t, store.Close())
		},
		"touched": func(t *testing.T, location, _ string) {
			ok(t, os.Chtimes(strings.TrimPrefix(location, "sqlite:"), at, at))
		},
		"cut off": func(t *testing.T, _, file string) { ok(t, os.Truncate(file, 200)) },
		"emptied": func(t *testing.T, _, file string) { ok(t, os.Truncate(file, 0)) },
		"a bit": func(t *testing.T, _, file string) {
			data, err := os.ReadFile(file)
			ok(t, err)
			data[len(data)-9] ^= 1
			ok(t, os.WriteFile(file, data, 0o600))
		},
		"no file": func(t *testing.T, _, file string) {
			ok(t, os.Remove(file))
			ok(t, os.Mkdir(file, 0o700))
			ok(t, os.WriteFile(filepath.Join(file, "x"), nil, 0o600)) // so that it can't be removed
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			location, file := left(t)
			spoil(t, location, file)
			store, slow := derived(t, location)
			if !slow {
				t.Error("people were taken from the file")
			}
			asLoaded(t, store.Stores().Directory.View(), location)
		})
	}
}

func TestPeopleAreLeftOnlyByWhoKnowsAll(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(t *testing.T, location string, store *gormstore.Store){
		"another program wrote": func(t *testing.T, location string, _ *gormstore.Store) {
			other, err := gormstore.Open(t.Context(), location)
			ok(t, err)
			_, err = other.Stores().People.Create(t.Context(), person.Person{Author: 1, Name: person.Name{First: "Truus"}})
			ok(t, err)
			ok(t, other.Close())
		},
		"somebody wrote by hand": func(t *testing.T, _ string, store *gormstore.Store) {
			run(t, store, "UPDATE people SET photo_id = 7 WHERE id = (SELECT MAX(id) FROM people)")
		},
		"somebody changed a document by hand": func(t *testing.T, _ string, store *gormstore.Store) {
			run(t, store, `UPDATE people SET document = REPLACE(document, 'Jansen', 'Janszn')`)
		},
		"somebody changed a setting by hand": func(t *testing.T, _ string, store *gormstore.Store) {
			run(t, store, `INSERT INTO settings (name, value) VALUES ('search', '{"searchable_fields":["company"]}')`)
		},
		"somebody was removed by hand": func(t *testing.T, _ string, store *gormstore.Store) {
			run(t, store, "UPDATE people SET removed_at = 5 WHERE id = (SELECT MAX(id) FROM people)")
		},
		"somebody is damaged": func(t *testing.T, _ string, store *gormstore.Store) {
			run(t, store, "UPDATE people SET document = '{' WHERE id = (SELECT MIN(id) FROM people)")
			ok(t, store.Stores().Directory.Load(t.Context()))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			location, file := left(t)
			store, err := gormstore.OpenToLoad(t.Context(), location)
			ok(t, err)
			ok(t, store.Stores().Directory.Load(t.Context()))
			spoil(t, location, store)
			ok(t, store.Close())
			if there(file) || there(file+".new") {
				t.Error("a file was left")
			}
		})
	}
	location, file := left(t) // who never loads leaves the file of who did, also a server that does not start
	for _, open := range []func(context.Context, string) (*gormstore.Store, error){gormstore.Open, gormstore.OpenToLoad} {
		store, err := open(t.Context(), location)
		ok(t, err)
		ok(t, store.Close())
		if !there(file) {
			t.Error("the file is gone")
		}
	}
	_, slow := derived(t, location)
	if slow {
		t.Error("a program that changed nothing made the file worthless")
	}
}

// What fills a database leaves its people for the first start.
func TestWhoFillsADatabaseLeavesItsPeople(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store, err := gormstore.Open(t.Context(), location)
		ok(t, err)
		ok(t, store.Migrate(t.Context()))
		id := register(t, store, "Piet")
		ok(t, store.LeavePeople(t.Context()))
		last := register(t, store, "Truus")
		ok(t, store.Close())
		again, slow := derived(t, location)
		if strings.HasPrefix(location, "sqlite:") == slow {
			t.Errorf("the first start derived everybody: %v", slow)
		}
		for _, one := range []person.ID{id, last} {
			if _, known := again.Stores().Directory.View().Stored(one); !known {
				t.Errorf("%d is not there", one)
			}
		}
		asLoaded(t, again.Stores().Directory.View(), location)
	})
}
