package disk_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/clubhuis/clubhuis/apps/internal/disk"
)

func TestOneFileSystemIsToldFromAnother(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if !disk.Same(folder, filepath.Join(folder, "not", "there", "yet")) {
		t.Error("what will be in a folder is on its file system")
	}
	if disk.Same(folder, "/proc") {
		t.Error("/proc is a file system of its own")
	}
	if disk.IsMemory("/proc") {
		t.Error("/proc keeps nothing in memory")
	}
}

func TestWhatCannotBeWrittenToSaysWhy(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, fine := range []string{folder, filepath.Join(folder, "not", "there", "yet")} {
		if err := disk.Writable(fine); err != nil {
			t.Error(err)
		}
	}
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := disk.Writable(filepath.Join(file, "backups")); err == nil || err.Error() != "write to "+file+": not a directory" {
		t.Errorf("got %v", err)
	}
}
