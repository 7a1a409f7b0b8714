package disk_test

import (
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
