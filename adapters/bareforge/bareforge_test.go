package bareforge_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/bareforge"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/fixtures/forge"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestForge(t *testing.T) {
	t.Parallel()
	porttest.Forge(t, func(t testing.TB) porttest.Forged {
		folder := t.TempDir()
		check := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		repository, err := forge.New(forge.Options{Folder: folder})
		check(err)
		f, err := bareforge.New(folder, "club/clubhuis")
		check(err)
		set := func(number int, state string) {
			file := filepath.Join(folder, "club", "clubhuis.pulls", fmt.Sprint(number)+".json")
			text, err := os.ReadFile(file)
			check(err)
			var kept map[string]any
			check(json.Unmarshal(text, &kept))
			kept["state"] = state
			text, err = json.Marshal(kept)
			check(err)
			check(os.WriteFile(file, text, 0o600))
		}
		return porttest.Forged{
			Forge: f,
			Push: func(branch string) string {
				check(repository.Commit(branch, "x", map[string]string{"new-" + branch + ".txt": "x\n"}))
				commit, err := repository.Git("rev-parse", branch)
				check(err)
				return commit
			},
			Merge: func(int) {
				_, err := repository.Git("update-ref", "refs/heads/main", "refs/heads/feedback/7-lijst-leeg")
				check(err)
			},
			Close: func(number int) { set(number, "closed") },
		}
	})
}

func TestARepositoryThatIsNone(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"", "x", "../x", "a/../../b", "a/b/c", "/a/b"} {
		if _, err := bareforge.New(t.TempDir(), wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
	f, err := bareforge.New(t.TempDir(), "club/elders")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Repository(t.Context()); !errors.Is(err, agent.ErrGone) {
		t.Errorf("got %v", err)
	}
}
