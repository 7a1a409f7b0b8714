package gormstore_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
)

// leaveNoRoom leaves no room in the file for another page.
func leaveNoRoom(t *testing.T, store *gormstore.Store) {
	t.Helper()
	pool, _, err := store.Pool()
	ok(t, err)
	var pages int
	ok(t, pool.QueryRowContext(t.Context(), "PRAGMA max_page_count(1)").Scan(&pages)) // never below what there is
}

func TestAFullDiskLosesNothingThatWasKept(t *testing.T) {
	store := loaded(t, sqliteFile(t))
	ok(t, store.TryWrite(t.Context()))
	s := store.Stores()
	user, err := s.Users.Create(t.Context(), account.User{Username: "jan", Email: "jan@club.example", DisplayName: "Jan", Roles: []access.Role{access.Member}})
	ok(t, err)
	p := person.New(1, at)
	p.Name.Nick = strings.Repeat("x", 5000)
	create(t, s, p)
	leaveNoRoom(t, store)
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
	location := sqliteFile(t)
	store := ready(t, location)
	release := locked(t, location)
	impatient, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	s := store.Stores()
	if _, err := s.People.Create(impatient, person.New(1, at)); !errors.Is(err, context.DeadlineExceeded) && fault.KindOf(err) != fault.Unavailable {
		t.Errorf("Create: %v", err)
	}
	if err := s.Directory.Load(t.Context()); err != nil {
		t.Errorf("Load: %v", err)
	}
	release()
	_, err := s.People.Create(t.Context(), person.New(1, at))
	ok(t, err)
}

func TestALockThatLastsIsUnavailableInTheEnd(t *testing.T) {
	location := sqliteFile(t)
	store := ready(t, location)
	defer locked(t, location)()
	if err := store.Stores().Labels.Remove(t.Context(), 1); !errors.Is(err, fault.ErrUnreachable) {
		t.Errorf("got %v", err)
	}
}

// pieces are the parts of a text that are as long as n letters.
func pieces(text string, n int) (all [][]byte) {
	for i := 0; i+n <= len(text); i++ {
		all = append(all, []byte(text[i:i+n]))
	}
	return all
}

func TestNothingOfADestroyedPersonStaysInTheFiles(t *testing.T) {
	location := sqliteFile(t)
	store := ready(t, location)
	s := store.Stores()
	files := strings.TrimPrefix(location, "sqlite:")
	found := func(texts ...string) (what []string) {
		t.Helper()
		for _, file := range []string{files, files + "-wal"} {
			data, err := os.ReadFile(file)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			for _, text := range texts {
				for _, piece := range append(pieces(text, 7), pieces(strings.ToLower(text), 7)...) {
					if bytes.Contains(data, piece) {
						what = append(what, file+": "+string(piece))
					}
				}
			}
		}
		return what
	}
	const stays = "Dorpsgenotenvandaal"
	people := func(last string, n int) (ids []person.ID) {
		for range n {
			p := person.New(1, at)
			p.Name.First, p.Name.Last = "Wilhelmina", last
			p.Addresses = []person.Address{{Street: "Ravenswaaijdreef", PostalCode: "9999XZ", City: "Zevenhuizerveen"}}
			ids = append(ids, create(t, s, p))
		}
		return ids
	}
	destroyed := people("Quispelschoenmaker", 3)
	for _, id := range destroyed {
		ok(t, update(t.Context(), s.People, id, func(p *person.Person) error { p.Name.Last = "Buitenhuisjagermans"; return nil }))
	}
	for _, id := range people(stays, 90) {
		ok(t, update(t.Context(), s.People, id, func(p *person.Person) error {
			p.Name.First, p.Addresses = "Anna", nil
			return nil
		}))
	}
	for _, id := range destroyed {
		ok(t, s.People.Remove(t.Context(), id, at, anybody))
	}
	gone := []string{"Quispelschoenmaker", "Buitenhuisjagermans", "Ravenswaaijdreef", "Zevenhuizerveen", "Wilhelmina"}
	if len(found(gone...)) == 0 {
		t.Fatal("they were never there")
	}
	n, err := s.People.Purge(t.Context(), at.Add(time.Second))
	if ok(t, err); n != len(destroyed) {
		t.Errorf("%d destroyed", n)
	}
	if what := found(gone...); len(what) > 0 {
		t.Errorf("still there: %d pieces, %.300q", len(what), what)
	}
	if len(found(stays)) == 0 {
		t.Error("others are gone too")
	}
}

func TestWhatAReaderKeepsInTheLogIsErasedByTheNextPurge(t *testing.T) {
	location := sqliteFile(t)
	store := ready(t, location)
	s := store.Stores()
	p := person.New(1, at)
	p.Name.Last = "Quispelschoenmaker"
	id := create(t, s, p)
	ok(t, s.People.Remove(t.Context(), id, at, anybody))
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

func TestTheNameOfADestroyedPictureIsInNoFile(t *testing.T) {
	location := sqliteFile(t)
	store := ready(t, location)
	s := store.Stores()
	id, err := s.Media.Create(t.Context(), media.Media{Author: 1, Person: 1, Created: at, Name: "qwibble-xylofoonsma.jpg", Type: media.JPEG, Folder: "x", State: media.Ready})
	ok(t, err)
	ok(t, s.Media.Update(t.Context(), id, func(m *media.Media) error { m.State = media.Removed; return nil }))
	files := strings.TrimPrefix(location, "sqlite:")
	stands := func() (in []string) {
		for _, file := range []string{files, files + "-wal"} {
			if data, err := os.ReadFile(file); err == nil && bytes.Contains(data, []byte("xylofoon")) {
				in = append(in, file)
			}
		}
		return in
	}
	if len(stands()) == 0 {
		t.Fatal("it was never there")
	}
	ok(t, s.Media.Destroy(t.Context(), id))
	if in := stands(); len(in) > 0 {
		t.Errorf("it stands in %v", in)
	}
}
