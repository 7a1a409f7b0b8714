package backups_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/adapters/files"
	"github.com/clubhuis/clubhuis/apps/internal/backups"
	"github.com/clubhuis/clubhuis/core/backup"
)

// empty is a database without a table.
type empty struct{}

func (empty) Dump(context.Context, backup.Writer) error { return nil }
func (empty) MakeEmpty(context.Context, int64) error    { return nil }
func (empty) Fill(_ context.Context, from func(backup.Writer) error) error {
	return from(new(backup.Counter))
}
func (empty) Migrate(context.Context) error              { return nil }
func (empty) Close() error                               { return nil }
func openScratch(context.Context) (backups.Store, error) { return empty{}, nil }

// telling is a database with a row.
type telling struct{ empty }

func (telling) Dump(_ context.Context, to backup.Writer) error {
	if err := to.Begin(backup.Table{Name: "people", Columns: []backup.Column{{Name: "id", Kind: backup.Number}}}); err != nil {
		return err
	}
	return to.Row([]any{int64(1)})
}

// filled is a database that takes no row.
type filled struct{ failure error }

func (filled) Dump(context.Context, backup.Writer) error { return nil }
func (filled) MakeEmpty(context.Context, int64) error    { return nil }
func (f filled) Fill(_ context.Context, from func(backup.Writer) error) error {
	return from(f)
}
func (filled) Migrate(context.Context) error { return nil }
func (filled) Close() error                  { return nil }
func (filled) Begin(backup.Table) error      { return nil }
func (f filled) Row([]any) error             { return f.failure }

var at = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)

func keeper(t *testing.T) (*backups.Keeper, string) {
	t.Helper()
	folder := t.TempDir()
	place, _, err := archive.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	bucket, err := files.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bucket.Close() })
	return &backups.Keeper{
		Place: place, Source: backups.Source{Store: empty{}, Files: bucket}, Head: backup.Manifest{Owner: "club"}, Scratch: openScratch,
	}, folder
}

func TestABackupThatDoesNotHoldCountsForNoDay(t *testing.T) {
	t.Parallel()
	k, folder := keeper(t)
	k.Look = func(context.Context, backups.Store, backup.Manifest) ([]string, error) {
		return nil, errors.New("it is damaged")
	}
	for _, at := range []time.Time{at.Add(-time.Hour), at} {
		if _, _, err := k.Make(t.Context(), at, ""); err == nil {
			t.Fatal("it holds")
		}
	}
	if aside, err := filepath.Glob(filepath.Join(folder, "*.broken")); err != nil || len(aside) != 1 {
		t.Errorf("%q are kept", aside)
	}
	if made, err := k.Place.List(t.Context(), "club"); err != nil || len(made) != 0 {
		t.Errorf("got %v, %v", made, err)
	}
	if _, err := os.Stat(filepath.Join(folder, "club-20260615-120000.backup.broken")); err != nil {
		t.Error(err)
	}
	k.Look = nil
	if _, _, err := k.Make(t.Context(), at, ""); err != nil { // its name is free
		t.Error(err)
	}
}

// What keeps a backup from being tried out says nothing about it.
func TestABackupThatCouldNotBeTriedOutKeepsItsName(t *testing.T) {
	t.Parallel()
	full := errors.New("no space left on device")
	for name, fails := range map[string]func(k *backups.Keeper, cancel func()){
		"the program stops": func(k *backups.Keeper, cancel func()) {
			k.Look = func(ctx context.Context, _ backups.Store, _ backup.Manifest) ([]string, error) {
				cancel()
				return nil, ctx.Err()
			}
		},
		"there is no throw-away database": func(k *backups.Keeper, _ func()) {
			k.Scratch = func(context.Context) (backups.Store, error) { return nil, full }
		},
		"the throw-away database is full": func(k *backups.Keeper, _ func()) {
			k.Source.Store = telling{}
			k.Scratch = func(context.Context) (backups.Store, error) { return filled{full}, nil }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k, folder := keeper(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			fails(k, cancel)
			if _, _, err := k.Make(ctx, at, ""); err == nil {
				t.Fatal("it was tried out")
			}
			if made, err := k.Place.List(t.Context(), "club"); err != nil || len(made) != 1 {
				t.Errorf("got %v, %v", made, err)
			}
			if aside, err := filepath.Glob(filepath.Join(folder, "*.broken")); err != nil || len(aside) != 0 {
				t.Errorf("%q are set aside", aside)
			}
		})
	}
}

// A backup that does not hold has the whole club in it, too.
func TestABackupThatDoesNotHoldExpires(t *testing.T) {
	t.Parallel()
	k, folder := keeper(t)
	names := []string{"club-20260515-120000.backup.broken", "club-20260615-120000.backup.broken", "other-20260515-120000.backup.broken"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Place.Expire(t.Context(), "club", at); err != nil {
		t.Error(err)
	}
	left, err := filepath.Glob(filepath.Join(folder, "*.broken"))
	for i := range left {
		left[i] = filepath.Base(left[i])
	}
	if err != nil || !slices.Equal(left, names[1:]) {
		t.Errorf("got %q, %v", left, err)
	}
}

func TestAPictureThatIsDeletedMeanwhileIsNotMissed(t *testing.T) {
	t.Parallel()
	k, _ := keeper(t)
	shown := []string{"media/stays", "media/goes"}
	for _, folder := range shown[:1] {
		if err := k.Source.Files.Write(t.Context(), folder+"/full.jpg", "image/jpeg", strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	asked := 0
	k.Source.Shown = func(context.Context) ([]string, error) {
		asked++
		return slices.Clone(shown[:3-asked]), nil
	}
	k.Look = func(_ context.Context, _ backups.Store, m backup.Manifest) ([]string, error) {
		return m.Without(append(shown, "media/lost")), nil
	}
	m, name, err := k.Make(t.Context(), at, "")
	if err != nil || !slices.Equal(m.Deleted, shown[1:]) || !slices.Equal(m.Missing, []string{"media/lost"}) {
		t.Errorf("got %q, %q, %v", m.Deleted, m.Missing, err)
	}
	var told strings.Builder
	if err := backups.Tell(&told, name, m); err != nil || !strings.Contains(told.String(), "lost before: media/lost") {
		t.Errorf("got %q, %v", told.String(), err)
	}
}

func TestABackupHoldsNoBackups(t *testing.T) {
	t.Parallel()
	k, _ := keeper(t)
	for _, key := range []string{
		"media/a/full.jpg", "backup/club-20260615-120000.backup", "x.backup.broken", "old/.clubhuis-12.part", "media/backup/x.jpg",
	} {
		if err := k.Source.Files.Write(t.Context(), key, "application/octet-stream", strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	m, _, err := k.Make(t.Context(), at, "")
	if err != nil || len(m.Files) != 2 || m.Files[0].Key != "media/a/full.jpg" || m.Files[1].Key != "media/backup/x.jpg" {
		t.Errorf("got %v, %v", m.Files, err)
	}
}

func TestABrokenLineIsNoDamage(t *testing.T) {
	t.Parallel()
	k, _ := keeper(t)
	var whole bytes.Buffer
	if _, err := k.Source.Write(t.Context(), &whole, k.Head); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("connection reset by peer")
	for n := range whole.Len() {
		begin := whole.Bytes()[:n]
		for name, damaged := range map[string]bool{"the line breaks": false, "it ends": true} {
			var content io.Reader = bytes.NewReader(begin)
			if !damaged {
				content = io.MultiReader(content, iotest.ErrReader(broken))
			}
			_, err := backups.Restore(t.Context(), "club", content, backups.Target{Store: empty{}})
			if err == nil || backups.Damaged(err) != damaged {
				t.Fatalf("%s after %d bytes of %d: damaged: %v, %v", name, n, whole.Len(), !damaged, err)
			}
		}
	}
}
