package gormstore_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
)

func TestAFullDiskLosesNothingThatWasKept(t *testing.T) {
	t.Parallel()
	store := loaded(t, migratedFile(t))
	ok(t, store.TryWrite(t.Context()))
	s := store.Stores()
	user, err := s.Users.Create(t.Context(), userOf(0))
	ok(t, err)
	p := jan()
	p.Name.Nick = strings.Repeat("x", 5000)
	create(t, s, p)
	asked(t, store, "PRAGMA max_page_count(1)") // never below what there is: there is no room for another page
	kept := 1
	for range 100 {
		if _, err = s.People.Create(t.Context(), p); err != nil {
			break
		}
		kept++
	}
	if !errors.Is(err, fault.ErrFull) || fault.KindOf(err) != fault.Unavailable || fault.As(err).RetryAfter == 0 {
		t.Errorf("Create: %v", err)
	}
	if err := store.TryWrite(t.Context()); !errors.Is(err, fault.ErrFull) {
		t.Errorf("TryWrite: %v", err)
	}
	err = nil
	for i := 0; err == nil; i++ { // there may be room in a page of the sessions
		err = s.Sessions.Create(t.Context(), account.Session{ID: fmt.Sprint(i), Digest: account.DigestOf(fmt.Sprint(i)), User: user})
	}
	if !errors.Is(err, fault.ErrFull) {
		t.Errorf("a session: %v", err)
	}
	known := s.Directory.View().Size()
	ok(t, s.Directory.Load(t.Context()))
	if loaded := s.Directory.View().Size(); known != kept || loaded != kept {
		t.Errorf("%d people are known and %d are there, %d were kept", known, loaded, kept)
	}
}

// locked takes the write lock of the file, as another process that writes to it does.
func locked(t *testing.T, location string) (release func()) {
	t.Helper()
	pool, err := sql.Open("sqlite", strings.TrimPrefix(location, "sqlite:"))
	ok(t, err)
	other, err := pool.Conn(t.Context())
	ok(t, err)
	_, err = other.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	ok(t, err)
	return func() { ok(t, errors.Join(other.Close(), pool.Close())) }
}

func TestALockedFileIsUnavailableAndIsReadMeanwhile(t *testing.T) {
	t.Parallel()
	location := migratedFile(t)
	store := open(t, location)
	release := locked(t, location)
	s := store.Stores()
	impatient, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := s.People.Create(impatient, jan())
	if !errors.Is(err, context.DeadlineExceeded) && fault.KindOf(err) != fault.Unavailable {
		t.Errorf("Create: %v", err)
	}
	ok(t, s.Directory.Load(t.Context()))
	if !testing.Short() { // until it gives up, half a minute passes
		if err := s.Labels.Remove(t.Context(), 1); !errors.Is(err, fault.ErrUnreachable) {
			t.Errorf("Remove: %v", err)
		}
	}
	release()
	create(t, s, jan())
}

// standing returns the texts of which a piece of seven letters, of whatever case, stands in the files of an SQLite database.
func standing(t *testing.T, location string, texts ...string) (found []string) {
	t.Helper()
	file := strings.TrimPrefix(location, "sqlite:")
	kept, err := os.ReadFile(file)
	ok(t, err)
	log, err := os.ReadFile(file + "-wal")
	if !errors.Is(err, fs.ErrNotExist) {
		ok(t, err)
	}
	all := bytes.ToLower(append(kept, log...))
	for _, text := range texts {
		for i := range len(text) - 6 {
			if bytes.Contains(all, []byte(strings.ToLower(text[i:i+7]))) {
				found = append(found, text)
			}
		}
	}
	return found
}

func TestNothingOfWhatIsDestroyedStaysInTheFiles(t *testing.T) {
	t.Parallel()
	location := migratedFile(t)
	s := open(t, location).Stores()
	const stays = "Dorpsgenotenvandaal"
	people := func(last string, n int) []person.ID {
		p := jan()
		p.Name.First, p.Name.Last = "Wilhelmina", last
		p.Addresses = []person.Address{{Street: "Ravenswaaijdreef", PostalCode: "9999XZ", City: "Zevenhuizerveen"}}
		ids, err := s.People.Create(t.Context(), slices.Repeat([]person.Person{p}, n)...)
		ok(t, err)
		return ids
	}
	destroyed := people("Quispelschoenmaker", 3)
	ok(t, edit(s, destroyed, func(p *person.Person) {
		p.Name.Last = "Buitenhuisjagermans"
		p.Touch(1, at.Add(time.Hour))
	}))
	for _, id := range people(stays, 90) {
		ok(t, edit(s, []person.ID{id}, func(p *person.Person) { p.Name.First, p.Addresses = "Anna", nil }))
	}
	for _, id := range destroyed {
		ok(t, s.People.Remove(t.Context(), id, 1, at, anybody))
	}
	gone := []string{"Quispelschoenmaker", "Buitenhuisjagermans", "Ravenswaaijdreef", "Zevenhuizerveen", "Wilhelmina"}
	if len(standing(t, location, gone...)) == 0 {
		t.Fatal("they were never there")
	}
	_, err := s.PersonChanges.Purge(t.Context(), at.Add(time.Minute)) // of those who stay
	ok(t, err)
	n, err := s.People.Purge(t.Context(), at.Add(time.Second))
	if ok(t, err); n != len(destroyed) {
		t.Errorf("%d destroyed", n)
	}
	if what := standing(t, location, gone...); len(what) > 0 {
		t.Errorf("still there: %q", what)
	}
	if len(standing(t, location, stays)) == 0 {
		t.Error("others are gone too")
	}
	picture, err := s.Media.Create(t.Context(), media.Media{Name: "qwibble-xylofoonsma.jpg", Folder: "x"})
	ok(t, err)
	ok(t, s.Media.Update(t.Context(), picture, func(m *media.Media) error { m.State = media.Removed; return nil }))
	if len(standing(t, location, "xylofoon")) == 0 {
		t.Fatal("the picture was never there")
	}
	ok(t, s.Media.Destroy(t.Context(), picture))
	_, err = s.People.Purge(t.Context(), at)
	ok(t, err)
	if len(standing(t, location, "xylofoon")) > 0 {
		t.Error("the name of the picture is still there")
	}
}

func TestWhatAReaderKeepsInTheLogIsErasedByTheNextPurge(t *testing.T) {
	t.Parallel()
	location := migratedFile(t)
	s := open(t, location).Stores()
	ok(t, s.People.Remove(t.Context(), create(t, s, jan()), 1, at, anybody))
	pool, err := sql.Open("sqlite", strings.TrimPrefix(location, "sqlite:"))
	ok(t, err)
	defer pool.Close() //nolint:errcheck // it only read
	reader, err := pool.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	ok(t, err)
	var people int
	ok(t, reader.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM people").Scan(&people))
	impatient, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := s.People.Purge(impatient, at.Add(time.Second)); err == nil {
		t.Error("the log is not empty, and nobody is told")
	}
	ok(t, reader.Rollback())
	_, err = s.People.Purge(t.Context(), at.Add(time.Second))
	ok(t, err)
	if info, err := os.Stat(strings.TrimPrefix(location, "sqlite:") + "-wal"); err != nil || info.Size() > 0 {
		t.Errorf("the log: %v, %v", info, err)
	}
}

// A purge that does not come to its end goes on where it was.
func TestAPurgeKeepsThePortionsThatItDestroyed(t *testing.T) {
	t.Parallel()
	store := loaded(t, migratedFile(t))
	s := store.Stores()
	ids, err := s.People.Create(t.Context(), slices.Repeat([]person.Person{jan()}, 7)...)
	ok(t, err)
	for _, id := range ids {
		ok(t, s.People.Remove(t.Context(), id, 1, at, anybody))
	}
	run(t, store, fmt.Sprintf("CREATE TRIGGER stuck BEFORE DELETE ON people WHEN OLD.id = %d "+
		"BEGIN SELECT RAISE(ABORT, 'stuck'); END", ids[4]))
	if n, err := s.People.Purge(t.Context(), at.Add(time.Second)); err == nil || n != 4 {
		t.Errorf("%d destroyed, %v", n, err)
	}
	run(t, store, "DROP TRIGGER stuck")
	n, err := s.People.Purge(t.Context(), at.Add(time.Second))
	if ok(t, err); n != 3 {
		t.Errorf("%d destroyed after that", n)
	}
}
