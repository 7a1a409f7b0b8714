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
