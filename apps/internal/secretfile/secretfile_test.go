package secretfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/apps/internal/secretfile"
)

func write(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // the umask has no say
		t.Fatal(err)
	}
	return path
}

func TestASecretIsReadWithoutTheBlanksAroundIt(t *testing.T) {
	t.Parallel()
	for _, mode := range []os.FileMode{0o600, 0o400, 0o640} {
		if got, err := secretfile.Read(write(t, " geheim\r\n", mode)); err != nil || got != "geheim" {
			t.Errorf("mode %o: %q, %v", mode, got, err)
		}
	}
}

func TestASecretThatEverybodyCanReadIsRefused(t *testing.T) {
	t.Parallel()
	for _, mode := range []os.FileMode{0o644, 0o604, 0o666} {
		path := write(t, "geheim", mode)
		link := path + "-link"
		if err := os.Symlink(path, link); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{path, link} {
			got, err := secretfile.Read(name)
			if err == nil || got != "" || !strings.Contains(err.Error(), "chmod 600 "+name) || strings.Contains(err.Error(), "geheim") {
				t.Errorf("mode %o: %q, %v", mode, got, err)
			}
		}
	}
}

func TestWhatIsNoSecretIsRefused(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{
		"absent": filepath.Join(t.TempDir(), "none"), "a folder": t.TempDir(), "huge": write(t, strings.Repeat("x", 64<<10+1), 0o600),
	} {
		if got, err := secretfile.Read(path); err == nil || got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}
