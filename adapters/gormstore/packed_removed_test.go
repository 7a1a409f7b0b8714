package gormstore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// names reports whether a file has a text.
func names(t *testing.T, file, text string) bool {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	return bytes.Contains(data, []byte(text))
}

// Whoever is removed is in no file any more when that is done, whoever removes them.
func TestTheFileNamesNobodyWhoWasRemoved(t *testing.T) {
	t.Parallel()
	for name, by := range map[string]func(t *testing.T, location, file string){
		"by a command": func(t *testing.T, location, file string) {
			data, err := os.ReadFile(file)
			ok(t, err)
			ok(t, os.WriteFile(file+".new", data, 0o600)) // a server was killed while it wrote
			command := open(t, location)
			remove(t, command, 1)
		},
		"by the server": func(t *testing.T, location, _ string) {
			store, _ := derived(t, location)
			ok(t, store.SavePeople(t.Context()))
			remove(t, store, 1)
		},
		"by the server, which is killed right after the commit": func(t *testing.T, location, file string) {
			store, _ := derived(t, location)
			data, err := os.ReadFile(file)
			ok(t, err)
			remove(t, store, 1)
			ok(t, os.WriteFile(file, data, 0o600))
			after := killed(t, location)
			again, slow := derived(t, after)
			if slow || names(t, strings.TrimPrefix(after, "sqlite:")+".people", "Jansen") {
				t.Errorf("derived: %v, or still named", slow)
			}
			asLoaded(t, again.Stores().Directory.View(), after)
			ok(t, os.Remove(file))
		},
		"by a command beside the server, which saves before it follows": func(t *testing.T, location, _ string) {
			store, _ := derived(t, location)
			for range 4 {
				rename(t, store, 2)
			}
			remove(t, open(t, location), 1)
			ok(t, store.SavePeople(t.Context()))
		},
		"by a command beside the server, which follows": func(t *testing.T, location, file string) {
			store, _ := derived(t, location)
			data, err := os.ReadFile(file)
			ok(t, err)
			remove(t, open(t, location), 1)
			ok(t, os.WriteFile(file, data, 0o600))
			ok(t, store.Stores().Directory.Refresh(t.Context()))
		},
		"by the server while it saves": func(t *testing.T, location, _ string) {
			store, _ := derived(t, location)
			ok(t, store.SaveAfter(t.Context(), func() { remove(t, store, 1) }))
		},
		"by a command while the server saves": func(t *testing.T, location, _ string) {
			store, _ := derived(t, location)
			ok(t, store.SaveAfter(t.Context(), func() { remove(t, open(t, location), 1) }))
		},
		"by a rule about who left": func(t *testing.T, location, _ string) {
			store, _ := derived(t, location)
			ok(t, store.SavePeople(t.Context()))
			clearName(t, store, 1)
		},
		"by a rule that a command carries out beside the server, which follows": func(t *testing.T, location, file string) {
			store, _ := derived(t, location)
			data, err := os.ReadFile(file)
			ok(t, err)
			clearName(t, open(t, location), 1)
			ok(t, os.WriteFile(file, data, 0o600))
			ok(t, store.Stores().Directory.Refresh(t.Context()))
		},
		"by a command before the server stops": func(t *testing.T, location, _ string) {
			store, err := gormstore.OpenToLoad(t.Context(), location)
			ok(t, err)
			ok(t, store.Stores().Directory.Load(t.Context()))
			remove(t, open(t, location), 1)
			ok(t, store.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			location, file := left(t)
			if !names(t, file, "Jansen") {
				t.Fatal("it does not name them before")
			}
			by(t, location, file)
			for _, one := range []string{file, file + ".new"} {
				if names(t, one, "Jansen") {
					t.Errorf("%s names who was removed", one)
				}
			}
		})
	}
}

// clearName lets a rule about who left destroy the name of somebody.
func clearName(t *testing.T, store *gormstore.Store, id person.ID) {
	t.Helper()
	ok(t, store.Do(t.Context(), func(s ports.Stores) error {
		err := s.People.Update(t.Context(), []person.ID{id}, func(all map[person.ID]*person.Person) error {
			all[id].Name.Last = ""
			return nil
		})
		return errors.Join(err, s.Leavers.Clear(t.Context(), erasure.Subject{Person: id}, []leaver.Kind{leaver.Contacts}))
	}))
}

// A save that began before a removal gives its file no name.
func TestParallelSavesNameNobodyWhoWasRemoved(t *testing.T) {
	t.Parallel()
	location, file := left(t)
	store, _ := derived(t, location)
	ctx, stop := context.WithCancel(t.Context())
	var saving sync.WaitGroup
	for range 2 {
		saving.Go(func() {
			for ctx.Err() == nil {
				if err := store.SavePeople(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 60 {
		name := fmt.Sprintf("Weg%03d", i)
		id := register(t, store, name)
		_ = store.SavePeople(t.Context())
		remove(t, store, id)
		for range 3 {
			if names(t, file, name) {
				t.Fatalf("%s was removed and is in the file", name)
			}
		}
	}
	stop()
	saving.Wait()
}

// Where the database will be is not known of a link to nothing: no file lies in two places.
func TestALinkToNothingHasNoFile(t *testing.T) {
	t.Parallel()
	link := filepath.Join(t.TempDir(), "club.db")
	ok(t, os.Symlink(link+".there", link))
	store, err := gormstore.OpenToLoad(t.Context(), "sqlite:"+link)
	ok(t, err)
	ok(t, store.Migrate(t.Context()))
	ok(t, store.Stores().Directory.Load(t.Context()))
	for range 3 {
		register(t, store, "Jan")
	}
	ok(t, store.SavePeople(t.Context()))
	ok(t, store.Close())
	if there(link+".people") || there(link+".there.people") {
		t.Error("there is a file")
	}
	store, _ = derived(t, "sqlite:"+link)
	ok(t, store.SavePeople(t.Context()))
	if !there(link + ".there.people") {
		t.Error("there is no file")
	}
}
