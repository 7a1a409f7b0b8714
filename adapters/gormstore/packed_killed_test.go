package gormstore_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// killed returns the location of what a database and what lies beside it would be if its program were killed now.
func killed(t *testing.T, location string) (another string) {
	t.Helper()
	path, copied := strings.TrimPrefix(location, "sqlite:"), filepath.Join(t.TempDir(), "club.db")
	for _, ending := range []string{"", "-wal", ".people", ".people.new"} {
		data, err := os.ReadFile(path + ending)
		if os.IsNotExist(err) {
			continue
		}
		ok(t, err)
		ok(t, os.WriteFile(copied+ending, data, 0o600))
	}
	return "sqlite:" + copied
}

// register registers somebody.
func register(t *testing.T, store *gormstore.Store, first string) person.ID {
	t.Helper()
	return create(t, store.Stores(), person.Person{Author: 1, Name: person.Name{First: first}, Labels: []int64{}})
}

// rename gives somebody another name.
func rename(t *testing.T, store *gormstore.Store, id person.ID) {
	t.Helper()
	ok(t, store.Stores().People.Update(t.Context(), []person.ID{id}, func(all map[person.ID]*person.Person) error {
		all[id].Name.First += "a"
		return nil
	}))
}

// remove lets anybody put somebody into the trash.
func remove(t *testing.T, store *gormstore.Store, id person.ID) {
	t.Helper()
	ok(t, store.Stores().People.Remove(t.Context(), id, 1, time.Now(), func(access.Subject, record.Edition) error { return nil }))
}

// After a start that read everybody from the database, their texts go to the file.
func TestTextIsMovedOutOfMemory(t *testing.T) {
	t.Parallel()
	location, file := left(t)
	ok(t, os.Remove(file))
	store, slow := derived(t, location)
	if !slow {
		t.Fatal("there was a file")
	}
	before := store.Stores().Directory.View()
	ok(t, store.SavePeople(t.Context()))
	moved := store.Stores().Directory.View()
	if moved == before {
		t.Error("nothing was moved")
	}
	if !there(file) || there(file+".new") {
		t.Errorf("the file is there: %v", there(file))
	}
	porttest.SameView(t, "moved", moved, before)
	ok(t, store.SavePeople(t.Context()))
	if store.Stores().Directory.View() != moved {
		t.Error("moved twice")
	}
	created, err := store.Stores().People.Create(t.Context(), person.Person{Author: 1, Name: person.Name{First: "Piet"}})
	ok(t, err)
	ok(t, store.Close())
	again, slow := derived(t, location)
	if _, known := again.Stores().Directory.View().Stored(created[0]); slow || !known {
		t.Errorf("derived: %v, the newest is there: %v", slow, known)
	}
	view := again.Stores().Directory.View()
	if err := again.SavePeople(t.Context()); err != nil || again.Stores().Directory.View() != view {
		t.Errorf("what is mapped already is moved again: %v", err)
	}
	asLoaded(t, view, location)
}

// Beside PostgreSQL there is no place for a file: theirs has no name.
func TestTextIsMovedOutOfMemoryOnPostgreSQL(t *testing.T) {
	t.Parallel()
	location := databases["PostgreSQL"].migrated(t)
	store := loaded(t, location)
	for range 3 {
		register(t, store, "Jan")
	}
	before := store.Stores().Directory.View()
	ok(t, store.SavePeople(t.Context()))
	moved := store.Stores().Directory.View()
	if moved == before {
		t.Error("nothing was moved")
	}
	porttest.SameView(t, "moved", moved, before)
	ok(t, store.SavePeople(t.Context()))
	if store.Stores().Directory.View() != moved {
		t.Error("moved twice")
	}
	rename(t, store, 1)
	asLoaded(t, store.Stores().Directory.View(), location)
}

// A folder in which nothing can be written leaves everybody where they are.
func TestTextThatCannotBeMovedStays(t *testing.T) {
	t.Parallel()
	location, file := left(t)
	ok(t, os.Remove(file))
	store, _ := derived(t, location)
	before := store.Stores().Directory.View()
	ok(t, os.Mkdir(file+".new", 0o700)) // also a superuser is refused
	if err := store.SavePeople(t.Context()); err == nil || store.Stores().Directory.View() != before {
		t.Errorf("moved: %v", err)
	}
}

// A start after a kill takes people from the file, and reads who changed since.
func TestAStartAfterAKillReadsWhoChanged(t *testing.T) {
	t.Parallel()
	for name, save := range map[string]bool{"the file of the stop before": false, "a file of its own": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			location, file := left(t)
			if save {
				ok(t, os.Remove(file))
			}
			store, _ := derived(t, location)
			created := register(t, store, "Piet")
			if save {
				ok(t, store.SavePeople(t.Context()))
			}
			_, slow := derived(t, killed(t, location))
			if slow {
				t.Error("a start at once derived everybody")
			}
			rename(t, store, created)
			last := register(t, store, "Truus")
			after := killed(t, location)
			again, slow := derived(t, after)
			for _, id := range []person.ID{created, last} {
				if _, known := again.Stores().Directory.View().Stored(id); slow || !known {
					t.Errorf("derived: %v, %d is there: %v", slow, id, known)
				}
			}
			asLoaded(t, again.Stores().Directory.View(), after)
			before := again.Stores().Directory.View()
			ok(t, again.ComparePeople(t.Context()))
			if again.Stores().Directory.View() != before {
				t.Error("everybody was read anew, though nobody had changed anything by hand")
			}
		})
	}
}

// What was changed by hand before a kill is in no change: it is found when everybody is compared.
func TestWhatWasChangedByHandBeforeAKillIsFound(t *testing.T) {
	t.Parallel()
	for name, by := range map[string]string{
		"a photo":     "UPDATE people SET photo_id = 7",
		"a document":  `UPDATE people SET document = REPLACE(document, 'Jansen', 'Janszn')`,
		"a removal":   "UPDATE people SET removed_at = 5 WHERE id = (SELECT MAX(id) FROM people)",
		"unreadable":  "UPDATE people SET document = '{' WHERE id = (SELECT MIN(id) FROM people)",
		"a new label": "UPDATE people SET revision = revision + 1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			location, _ := left(t)
			store, _ := derived(t, location)
			run(t, store, by)
			after := killed(t, location)
			again, slow := derived(t, after)
			if slow {
				t.Fatal("everybody was derived already")
			}
			register(t, again, "Piet") // who is written after it counts for what was written
			cancelled, cancel := context.WithCancel(t.Context())
			cancel()
			if err := again.ComparePeople(cancelled); err == nil {
				t.Error("compared without a database")
			}
			ok(t, again.ComparePeople(t.Context()))
			if there(strings.TrimPrefix(after, "sqlite:") + ".people") {
				t.Error("the file is still there")
			}
			asLoaded(t, again.Stores().Directory.View(), after)
			view := again.Stores().Directory.View()
			ok(t, again.ComparePeople(t.Context()))
			if again.Stores().Directory.View() != view {
				t.Error("they were compared twice")
			}
		})
	}
}

// A file of another database, of an earlier state or under other settings does not count after a kill.
func TestAfterAKillAnotherFileDoesNotCount(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(t *testing.T, store *gormstore.Store, file string){
		"of another database": func(t *testing.T, _ *gormstore.Store, file string) {
			_, other := left(t)
			data, err := os.ReadFile(other)
			ok(t, err)
			ok(t, os.WriteFile(file, data, 0o600))
		},
		"the database is an earlier one": func(t *testing.T, store *gormstore.Store, _ string) {
			run(t, store, "UPDATE change_counter SET number = 1")
		},
		"the database lost its number": func(t *testing.T, store *gormstore.Store, _ string) {
			run(t, store, "PRAGMA user_version = 0")
		},
		"who volunteers is told by other rules": func(t *testing.T, store *gormstore.Store, _ string) {
			_, err := store.Stores().VolunteerRules.Change(t.Context(), func(r *work.Rules) error { r.PlayerRoles = []string{"Keeper"}; return nil })
			ok(t, err)
		},
		"what is searched was changed by hand": func(t *testing.T, store *gormstore.Store, _ string) {
			run(t, store, `INSERT INTO settings (name, value) VALUES ('search', '{"searchable_fields":["company"]}')`)
		},
		"half written": func(t *testing.T, _ *gormstore.Store, file string) {
			data, err := os.ReadFile(file)
			ok(t, err)
			ok(t, os.WriteFile(file, data[:len(data)/2], 0o600))
			ok(t, os.WriteFile(file+".new", data, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			location, file := left(t)
			store, _ := derived(t, location)
			register(t, store, "Piet")
			ok(t, store.SavePeople(t.Context()))
			spoil(t, store, file)
			after := killed(t, location)
			again, slow := derived(t, after)
			if !slow {
				t.Error("people were taken from the file")
			}
			for _, ending := range []string{".people", ".people.new"} {
				if there(strings.TrimPrefix(after, "sqlite:") + ending) {
					t.Errorf("%s is still there", ending)
				}
			}
			asLoaded(t, again.Stores().Directory.View(), after)
		})
	}
}

// The file is written again when many changed since, and not for each of them.
func TestPeopleAreSavedAgainWhenManyChanged(t *testing.T) {
	t.Parallel()
	location, file := left(t)
	store, _ := derived(t, location)
	written := func() time.Time {
		info, err := os.Stat(file)
		ok(t, err)
		return info.ModTime()
	}
	ok(t, os.Chtimes(file, at, at))
	piet := register(t, store, "Piet")
	ok(t, store.SavePeople(t.Context()))
	if !written().Equal(at) {
		t.Error("the file was written for one of four")
	}
	for range 4 { // one more than there are
		rename(t, store, piet)
	}
	ok(t, store.SavePeople(t.Context()))
	if written().Equal(at) {
		t.Error("the file was not written after five changes of four people")
	}
	ok(t, os.Chtimes(file, at, at))
	ok(t, store.SavePeople(t.Context()))
	if !written().Equal(at) {
		t.Error("the file was written twice for the same changes")
	}
}

// A change of the settings makes the file worthless: it is written anew.
func TestPeopleAreSavedAgainAfterOtherSettings(t *testing.T) {
	t.Parallel()
	location, _ := left(t)
	store, _ := derived(t, location)
	_, err := store.Stores().VolunteerRules.Change(t.Context(), func(r *work.Rules) error { r.PlayerRoles = []string{"Keeper"}; return nil })
	ok(t, err)
	ok(t, store.SavePeople(t.Context()))
	after := killed(t, location)
	again, slow := derived(t, after)
	if slow {
		t.Error("everybody was derived")
	}
	asLoaded(t, again.Stores().Directory.View(), after)
}

// An attempt to write that fails leaves the file of before as it counts, and a file that somebody deleted is written again.
func TestAFailedSaveSpoilsNothing(t *testing.T) {
	t.Parallel()
	location, file := left(t)
	store, _ := derived(t, location)
	for range 5 {
		rename(t, store, 1)
	}
	ok(t, os.Mkdir(file+".new", 0o700))
	if err := store.SavePeople(t.Context()); err == nil {
		t.Fatal("saved")
	}
	ok(t, os.Remove(file+".new"))
	if _, slow := derived(t, killed(t, location)); slow {
		t.Error("the file of before does not count any more")
	}
	ok(t, store.SavePeople(t.Context()))
	ok(t, os.Remove(file))
	ok(t, store.SavePeople(t.Context()))
	if !there(file) {
		t.Error("the file that was deleted is not there again")
	}
}

// A command between a kill and the start closes the database: the number tells it then, too.
func TestACommandAfterAKillLeavesTheFile(t *testing.T) {
	t.Parallel()
	location, _ := left(t)
	store, _ := derived(t, location)
	rename(t, store, 1)
	after := killed(t, location)
	command, err := gormstore.Open(t.Context(), after)
	ok(t, err)
	ok(t, command.Stores().Directory.Load(t.Context()))
	if command.Unpacked() {
		t.Error("a command took people from the file")
	}
	ok(t, command.Close())
	again, slow := derived(t, after)
	if slow {
		t.Error("everybody was derived")
	}
	asLoaded(t, again.Stores().Directory.View(), after)
}

// A stop while another program has the database open leaves a file that its number tells.
func TestAStopBesideAnotherProgramLeavesTheFile(t *testing.T) {
	t.Parallel()
	location, file := left(t)
	store, err := gormstore.OpenToLoad(t.Context(), location)
	ok(t, err)
	ok(t, store.Stores().Directory.Load(t.Context()))
	other := loaded(t, location)
	ok(t, store.Close())
	if !there(file) {
		t.Error("there is no file")
	}
	rename(t, other, 1)
	again, slow := derived(t, location)
	if slow {
		t.Error("everybody was derived")
	}
	asLoaded(t, again.Stores().Directory.View(), location)
}

// A backup that goes into a database that was served before follows on nothing.
func TestWhatIsRestoredDoesNotFollowOnAFile(t *testing.T) {
	t.Parallel()
	full := loaded(t, migratedFile(t))
	for range 4 {
		register(t, full, "Vroeg")
	}
	var kept keptBackup
	ok(t, full.Dump(t.Context(), nil, &kept))
	location := migratedFile(t)
	empty, err := gormstore.OpenToLoad(t.Context(), location)
	ok(t, err)
	ok(t, empty.Stores().Directory.Load(t.Context()))
	_, err = empty.Stores().Labels.Create(t.Context(), term.Term{Name: "a", Slug: "a"})
	ok(t, err)
	ok(t, empty.Close())
	restored := open(t, location)
	schema, err := restored.Schema(t.Context())
	ok(t, err)
	ok(t, restored.MakeEmpty(t.Context(), schema.Have))
	file := strings.TrimPrefix(location, "sqlite:") + ".people"
	data, err := os.ReadFile(file)
	ok(t, err)
	ok(t, restored.Fill(t.Context(), kept.tell))
	if there(file) {
		t.Error("the file is still there")
	}
	ok(t, os.WriteFile(file, data, 0o600))
	after := killed(t, location)
	again, _ := derived(t, after)
	asLoaded(t, again.Stores().Directory.View(), after)
}

// keptBackup is a backup in memory: tables and rows.
type keptBackup []any

func (k *keptBackup) Begin(t backup.Table) error { *k = append(*k, t); return nil }
func (k *keptBackup) Row(values []any) error     { *k = append(*k, slices.Clone(values)); return nil }

func (k *keptBackup) tell(to backup.Writer) (err error) {
	for _, one := range *k {
		switch one := one.(type) {
		case backup.Table:
			err = errors.Join(err, to.Begin(one))
		case []any:
			err = errors.Join(err, to.Row(one))
		}
	}
	return err
}
