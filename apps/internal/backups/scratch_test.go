package backups_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/apps/internal/backups"
)

func TestWhatAKilledProgramLeftOfATryIsDestroyed(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	now := time.Now()
	left, err := backups.Scratch("clubhuis", now)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(left, "club.db"), []byte("everybody"), 0o600); err != nil {
		t.Fatal(err)
	}
	other, err := backups.Scratch("clubsync", now)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		later time.Duration
		there bool
	}{{time.Hour, true}, {25 * time.Hour, false}} {
		made, err := backups.Scratch("clubhuis", now.Add(step.later))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(left); (err == nil) != step.there {
			t.Errorf("after %v: %v", step.later, err)
		}
		if info, err := os.Stat(made); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%v, %v", info, err)
		}
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("that of the other program: %v", err)
	}
}
