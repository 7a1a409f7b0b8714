package backups_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	k.Look = func(context.Context, backups.Store, backup.Manifest) error { return errors.New("it is damaged") }
	if _, _, err := k.Make(t.Context(), at, ""); err == nil {
		t.Fatal("it holds")
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
	k.Look = func(_ context.Context, _ backups.Store, m backup.Manifest) error {
		if missing := m.Without(append(shown, "media/lost")); !slices.Equal(missing, []string{"media/lost"}) {
			t.Errorf("missing %q", missing)
		}
		return nil
	}
	if m, _, err := k.Make(t.Context(), at, ""); err != nil || !slices.Equal(m.Deleted, shown[1:]) {
		t.Errorf("got %q, %v", m.Deleted, err)
	}
}
