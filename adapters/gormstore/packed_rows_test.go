package gormstore_test

import (
	"path/filepath"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// saved returns a PostgreSQL database of three people, whom a program left for the next start, and that program.
func saved(t *testing.T) (location string, store *gormstore.Store) {
	t.Helper()
	location = databases["PostgreSQL"].migrated(t)
	store, slow := derived(t, location)
	if !slow {
		t.Fatal("people lay there before anybody left them")
	}
	for _, first := range []string{"Jan", "Öz", "Piet"} {
		register(t, store, first)
	}
	ok(t, store.SavePeople(t.Context()))
	return location, store
}

// rows returns how many rows there are in which people lie.
func rows(t *testing.T, store *gormstore.Store) int {
	t.Helper()
	return len(asked(t, store, "SELECT CAST(part AS TEXT) FROM packed_people"))
}

func TestTheNextStartOnPostgresTakesPeopleAsTheyWereHeld(t *testing.T) {
	t.Parallel()
	location, store := saved(t)
	if n := rows(t, store); n != 2 {
		t.Fatalf("%d rows", n)
	}
	rename(t, store, 1)
	last := register(t, store, "Truus")
	again, slow := derived(t, location)
	if _, known := again.Stores().Directory.View().Stored(last); slow || !known {
		t.Errorf("derived: %v, the newest is there: %v", slow, known)
	}
	asLoaded(t, again.Stores().Directory.View(), location)
	before := again.Stores().Directory.View()
	ok(t, again.ComparePeople(t.Context()))
	if again.Stores().Directory.View() != before {
		t.Error("everybody was read anew, though nobody had changed anything by hand")
	}
	ok(t, again.SavePeople(t.Context()))
	if again.Stores().Directory.View() != before {
		t.Error("texts that lie in a file were moved into another one")
	}
}

// Where no file can be made, texts are unpacked into memory.
func TestPeopleOnPostgresAreUnpackedWithoutAFile(t *testing.T) {
	location, _ := saved(t)
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	again, slow := derived(t, location)
	if slow {
		t.Error("everybody was derived")
	}
	before := again.Stores().Directory.View()
	asLoaded(t, before, location)
	t.Setenv("TMPDIR", t.TempDir())
	ok(t, again.SavePeople(t.Context()))
	if again.Stores().Directory.View() == before {
		t.Error("texts in memory were not moved when there was a place")
	}
}

// A few changes are read from the database; many are a reason to write everybody again, by any of the servers, once.
func TestPeopleOnPostgresAreWrittenAgainWhenManyChanged(t *testing.T) {
	t.Parallel()
	location, store := saved(t)
	other, _ := derived(t, location)
	mark := func() string { return asked(t, store, "SELECT DISTINCT CAST(mark AS TEXT) FROM packed_people")[0] }
	first := mark()
	ok(t, other.SavePeople(t.Context()))
	if mark() != first {
		t.Error("written though nobody changed")
	}
	for _, id := range []person.ID{1, 2, 3} {
		rename(t, store, id)
	}
	register(t, store, "Truus")
	ok(t, other.Stores().Directory.Refresh(t.Context()))
	ok(t, other.SavePeople(t.Context()))
	second := mark()
	if second == first || rows(t, store) != 2 {
		t.Error("not written, or beside the old ones")
	}
	ok(t, store.SavePeople(t.Context()))
	if mark() != second {
		t.Error("the other server wrote the same again")
	}
}

// Nobody is in the table who was removed, not even when somebody is removed while another server writes it.
func TestWhoIsRemovedLiesInNoRowOfPostgres(t *testing.T) {
	t.Parallel()
	location, store := saved(t)
	remove(t, store, 2)
	if n := rows(t, store); n != 0 {
		t.Errorf("%d rows", n)
	}
	ok(t, store.SavePeople(t.Context()))
	if n := rows(t, store); n != 2 {
		t.Errorf("%d rows", n)
	}
	again, slow := derived(t, location)
	if slow {
		t.Error("everybody was derived")
	}
	asLoaded(t, again.Stores().Directory.View(), location)
	remove(t, store, 3)
	ok(t, again.SavePeople(t.Context())) // which has not heard of it
	if n := rows(t, store); n != 0 {
		t.Errorf("%d rows of a server that had not heard of the removal", n)
	}
}

// What does not follow on the database, was damaged, or is of other rules does not count.
func TestRowsThatDoNotFitOnPostgresAreNotTaken(t *testing.T) {
	t.Parallel()
	const twice = "INSERT INTO packed_people SELECT mark, 2, '', content FROM packed_people WHERE part = 1"
	for name, spoil := range map[string]string{
		"the database is an earlier one":        "UPDATE change_counter SET number = 1",
		"the database went back":                "UPDATE settings SET value = '7' WHERE name = 'packed people'",
		"a row is missing":                      "DELETE FROM packed_people WHERE part = 1",
		"the heading is missing":                "DELETE FROM packed_people WHERE part = 0",
		"a row is twice there":                  twice,
		"a bit":                                 "UPDATE packed_people SET content = set_byte(content, 20, 99) WHERE part = 1",
		"another program's":                     "UPDATE packed_people SET heading = REPLACE(heading, 'of', 'of 1') WHERE part = 0",
		"what is searched was changed by hand":  `INSERT INTO settings (name, value) VALUES ('search', '{"searchable_fields":["company"]}')`,
		"PostgreSQL crashed, and they are gone": "TRUNCATE packed_people",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			location, store := saved(t)
			run(t, store, spoil)
			again, slow := derived(t, location)
			if !slow {
				t.Error("people were taken from the rows")
			}
			asLoaded(t, again.Stores().Directory.View(), location)
		})
	}
	t.Run("who volunteers is told by other rules", func(t *testing.T) {
		t.Parallel()
		location, store := saved(t)
		_, err := store.Stores().VolunteerRules.Change(t.Context(), func(r *work.Rules) error { r.PlayerRoles = []string{"Keeper"}; return nil })
		ok(t, err)
		again, slow := derived(t, location)
		if !slow {
			t.Error("people were taken from the rows")
		}
		asLoaded(t, again.Stores().Directory.View(), location)
	})
}

// While two versions run, neither writes over the other's again and again.
func TestRowsOfAnotherProgramOnPostgresAreWrittenOverOnce(t *testing.T) {
	t.Parallel()
	location, store := saved(t)
	run(t, store, "UPDATE packed_people SET heading = REPLACE(heading, ', of ', ', of 1') WHERE part = 0")
	before := asked(t, store, "SELECT heading FROM packed_people WHERE part = 0")
	ok(t, store.SavePeople(t.Context()))
	same(t, asked(t, store, "SELECT heading FROM packed_people WHERE part = 0"), before)
	again, _ := derived(t, location)
	ok(t, again.SavePeople(t.Context()))
	if after := asked(t, store, "SELECT heading FROM packed_people WHERE part = 0"); len(after) != 1 || after[0] == before[0] {
		t.Error("a program that starts leaves nobody")
	}
}

// What was changed by hand is in no change: it is found when everybody is compared.
func TestWhatWasChangedByHandOnPostgresIsFound(t *testing.T) {
	t.Parallel()
	location, store := saved(t)
	run(t, store, "UPDATE people SET photo_id = 7")
	again, slow := derived(t, location)
	if slow {
		t.Fatal("everybody was derived already")
	}
	ok(t, again.ComparePeople(t.Context()))
	asLoaded(t, again.Stores().Directory.View(), location)
	if n := rows(t, store); n != 0 {
		t.Errorf("%d rows", n)
	}
}

// What fills a database leaves people for its first start.
func TestWhatFilledPostgresLeavesPeople(t *testing.T) {
	t.Parallel()
	location := databases["PostgreSQL"].migrated(t)
	store := open(t, location)
	for _, first := range []string{"Jan", "Piet", "Truus"} {
		register(t, store, first)
	}
	ok(t, store.LeavePeople(t.Context()))
	again, slow := derived(t, location)
	if slow {
		t.Error("everybody was derived")
	}
	asLoaded(t, again.Stores().Directory.View(), location)
}
