package archive_test

import (
	"bytes"
	"errors"
	"io"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/core/backup"
)

var at = time.Date(2026, 11, 24, 11, 36, 41, 0, time.UTC)

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		ok(t, err)
		return value
	}
}

// written is a backup of two tables, one of them large, two files and a setting.
func written(t testing.TB, recipients ...age.Recipient) []byte {
	t.Helper()
	var b bytes.Buffer
	a, err := archive.NewWriter(&b, backup.Manifest{Owner: "clubhuis", Made: at, Club: "vv De Proef", Schema: 43}, recipients...)
	ok(t, err)
	ok(t, a.Begin(backup.Table{Name: "people", Last: 1200, Columns: []backup.Column{
		{Name: "id", Kind: backup.Number}, {Name: "document", Kind: backup.Text},
	}}))
	for id := range int64(1200) {
		ok(t, a.Row([]any{id, strings.Repeat("Joël ", 200)}))
	}
	ok(t, a.Begin(backup.Table{Name: "notes", Columns: []backup.Column{{Name: "id", Kind: backup.Number}}}))
	ok(t, a.Extra("settings.txt", []byte("listen: 127.0.0.1:8080\n")))
	ok(t, a.File("media/a/full", 5, strings.NewReader("photo")))
	ok(t, a.File("media/é/thumbnail", 0, strings.NewReader("")))
	_, err = a.End()
	ok(t, err)
	return b.Bytes()
}

// read reads a backup to its end, and returns what was in it.
func read(data []byte, identities ...age.Identity) (m backup.Manifest, tables []backup.Counted, files []string, err error) {
	a, err := archive.NewReader(bytes.NewReader(data), identities...)
	if err != nil {
		return m, nil, nil, err
	}
	defer a.Close()
	var counter backup.Counter
	m, err = a.Read(archive.Contents{
		Tables: &counter,
		File: func(key string, size int64, content io.Reader) error {
			text, err := io.ReadAll(content)
			files = append(files, key+"="+string(text))
			if int64(len(text)) != size {
				err = errors.Join(err, errors.New("another size"))
			}
			return err
		},
		Extra: func(name string, text []byte) error {
			files = append(files, name+"="+string(text))
			return nil
		},
	})
	return m, counter.Tables, files, err
}

func TestABackupIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	identity, err := age.GenerateX25519Identity()
	ok(t, err)
	hybrid, err := age.GenerateHybridIdentity()
	ok(t, err)
	stranger, err := age.GenerateX25519Identity()
	ok(t, err)
	for name, c := range map[string]struct {
		data       []byte
		identities []age.Identity
	}{
		"plain": {written(t), nil}, "encrypted": {written(t, identity.Recipient()), []age.Identity{stranger, identity}},
		"for the next computers, too": {written(t, hybrid.Recipient()), []age.Identity{hybrid}},
		"of the first form":           {must(os.ReadFile("testdata/format-1.backup"))(t), nil},
		"of the second form":          {must(os.ReadFile("testdata/format-2.backup"))(t), nil},
	} {
		m, tables, files, err := read(c.data, c.identities...)
		if err != nil || m.Owner != "clubhuis" || m.Schema != 43 || !m.Made.Equal(at) || len(tables) != 2 || tables[0].Rows != 1200 ||
			len(backup.Differences(m.Tables, tables)) > 0 || len(m.Files) != 2 || m.Files[0].Key != "media/a/full" {
			t.Errorf("%s: %+v, %v", name, m.Files, err)
		}
		want := []string{"settings.txt=listen: 127.0.0.1:8080\n", "media/a/full=photo", "media/é/thumbnail="}
		if !slices.Equal(files, want) {
			t.Errorf("%s: %q", name, files)
		}
		if c.identities != nil && bytes.Contains(c.data, []byte("people")) {
			t.Errorf("%s can be read by everybody", name)
		}
	}
	secret := written(t, identity.Recipient())
	if _, _, _, err := read(secret); !errors.Is(err, archive.ErrEncrypted) {
		t.Errorf("without an identity: %v", err)
	}
	if _, _, _, err := read(secret, stranger); !errors.Is(err, archive.ErrWrongKey) {
		t.Errorf("with another one: %v", err)
	}
}

func TestNoDamageGoesUnseen(t *testing.T) {
	t.Parallel()
	identity, err := age.GenerateX25519Identity()
	ok(t, err)
	for name, whole := range map[string][]byte{"plain": written(t), "encrypted": written(t, identity.Recipient())} {
		step := max(1, len(whole)/31)
		for cut := 0; cut < len(whole); cut += step {
			if _, _, _, err := read(whole[:cut], identity); err == nil {
				t.Errorf("%s, cut off after %d of %d bytes, is read", name, cut, len(whole))
			}
			flipped := slices.Clone(whole)
			flipped[cut] ^= 0x10
			if m, tables, _, err := read(flipped, identity); err == nil && backup.Differences(m.Tables, tables) != nil {
				t.Errorf("%s, with byte %d another one, is read", name, cut)
			}
		}
		if _, _, _, err := read(whole[:len(whole)-1], identity); err == nil {
			t.Errorf("%s without its last byte is read", name)
		}
	}
	for _, other := range []string{"", "x", "age-encryption.org/v1\nrubbish", strings.Repeat("x", 10_000), "\x28\xb5\x2f\xfd rubbish"} {
		if _, _, _, err := read([]byte(other), identity); err == nil {
			t.Errorf("%.20q is read", other)
		}
	}
}

func TestAFileThatIsShorterThanItWasIsAnError(t *testing.T) {
	t.Parallel()
	a, err := archive.NewWriter(io.Discard, backup.Manifest{})
	ok(t, err)
	if err := a.File("x", 5, strings.NewReader("abc")); err == nil {
		t.Error("it is written")
	}
}

// places are where backups are kept: a folder and a bucket.
func places(t *testing.T) map[string]string {
	t.Helper()
	backend := s3mem.New()
	ok(t, backend.CreateBucket("club"))
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	query := "?" + url.Values{"endpoint": {server.URL}, "region": {"eu-west-1"}, "use_path_style": {"true"}}.Encode()
	return map[string]string{"a folder": t.TempDir() + "/new/", "a bucket": "s3://club" + query, "a folder of one": "s3://club/below/it" + query}
}

func TestPlaces(t *testing.T) {
	for name, location := range places(t) {
		p, one, err := archive.Open(location)
		ok(t, err)
		if one != "" || p.IsBucket() != strings.Contains(location, "://") {
			t.Errorf("%s is taken for %q", name, one)
		}
		text := func(w io.Writer) error { _, err := io.WriteString(w, "whole"); return err }
		for day := range 3 {
			ok(t, p.Create(t.Context(), backup.Name("clubhuis", at.AddDate(0, 0, day)), text))
		}
		ok(t, p.Create(t.Context(), backup.Name("clubsync", at), text))
		if err := p.Create(t.Context(), backup.Name("clubhuis", at), text); err == nil {
			t.Errorf("%s: one is written over another", name)
		}
		broken := errors.New("broken")
		half := func(w io.Writer) error { return errors.Join(text(w), broken) }
		if err := p.Create(t.Context(), backup.Name("clubhuis", at.AddDate(1, 0, 0)), half); !errors.Is(err, broken) {
			t.Errorf("%s: a half one: %v", name, err)
		}
		made, err := p.List(t.Context(), "clubhuis")
		if err != nil || len(made) != 3 || !made[0].Equal(at.AddDate(0, 0, 2)) || !made[2].Equal(at) {
			t.Errorf("%s: there are %v, %v", name, made, err)
		}
		content, err := p.Read(t.Context(), backup.Name("clubhuis", at))
		ok(t, err)
		if got, err := io.ReadAll(content); err != nil || string(got) != "whole" {
			t.Errorf("%s: read %q, %v", name, got, err)
		}
		ok(t, content.Close())
		ok(t, p.Remove(t.Context(), "clubhuis", at))
		if made, err := p.List(t.Context(), "clubhuis"); err != nil || len(made) != 2 {
			t.Errorf("%s: there are %v, %v", name, made, err)
		}
		if _, err := p.Read(t.Context(), backup.Name("clubhuis", at)); err == nil {
			t.Errorf("%s: a removed one is read", name)
		}
		ok(t, p.Close())
	}
}

// Two installations that keep their backups in one place would each remove the other's.
func TestAPlaceIsThatOfWhoClaimedItFirst(t *testing.T) {
	for name, location := range places(t) {
		p, _, err := archive.Open(location)
		ok(t, err)
		ok(t, p.Claim(t.Context(), "clubhuis", "one"))
		ok(t, p.Claim(t.Context(), "clubhuis", "one"))
		if err := p.Claim(t.Context(), "clubhuis", "other"); !errors.Is(err, archive.ErrClaimed) {
			t.Errorf("%s: another one's too: %v", name, err)
		}
		ok(t, p.Claim(t.Context(), "clubsync", "third"))
		if made, err := p.List(t.Context(), "clubhuis"); err != nil || len(made) != 0 {
			t.Errorf("%s: there are %v, %v", name, made, err)
		}
		ok(t, p.Close())
	}
	folder := filepath.Join(t.TempDir(), "new") + "/"
	var first atomic.Int32
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			p, _, err := archive.Open(folder)
			if err == nil && p.Claim(t.Context(), "clubhuis", strconv.Itoa(i)) == nil {
				first.Add(1)
			}
			if err := errors.Join(err, p.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	if all.Wait(); first.Load() != 1 {
		t.Errorf("a folder is that of %d", first.Load())
	}
}

func TestAPlaceOrOneBackupIsMeant(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for location, want := range map[string]string{
		folder: "", folder + "/new/": "", filepath.Join(folder, "club.age"): "club.age",
		"s3://club/a/clubhuis-20261124-113641.backup?region=eu-west-1": "clubhuis-20261124-113641.backup",
		"s3://club/a?region=eu-west-1":                                 "",
	} {
		p, name, err := archive.Open(location)
		if err != nil || name != want {
			t.Errorf("%s means %q, %v", location, name, err)
			continue
		}
		ok(t, p.Close())
	}
	for _, wrong := range []string{"", "nowhere://x", "://"} {
		if _, _, err := archive.Open(wrong); err == nil {
			t.Errorf("%q is a place", wrong)
		}
	}
	for _, location := range []string{folder + "/many", "file://" + folder + "/many", "file://" + folder + "/many/"} {
		p, err := archive.OpenFolder(location)
		ok(t, err)
		ok(t, p.Create(t.Context(), backup.Name("clubhuis", at), func(io.Writer) error { return nil }))
		if made, err := p.List(t.Context(), "clubhuis"); err != nil || len(made) != 1 {
			t.Errorf("%s: there are %v, %v", location, made, err)
		}
		ok(t, p.Remove(t.Context(), "clubhuis", at))
		ok(t, p.Close())
	}
	if files, err := os.ReadDir(filepath.Join(folder, "many")); err != nil || len(files) != 0 {
		t.Errorf("many backups were not in their folder: %v, %v", files, err)
	}
	left := filepath.Join(folder, ".clubhuis-1.part") // of a process that died long ago
	ok(t, os.WriteFile(left, nil, 0o600))
	ok(t, os.Chtimes(left, at.AddDate(-1, 0, 0), at.AddDate(-1, 0, 0)))
	p, _, err := archive.Open(folder)
	ok(t, err)
	ok(t, p.Create(t.Context(), "x.backup", func(io.Writer) error { return nil }))
	if _, err := os.Stat(left); err == nil {
		t.Error("what it left stays")
	}
}
