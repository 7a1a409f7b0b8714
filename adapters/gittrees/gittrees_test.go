package gittrees_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gittrees"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// forge is a bare repository, and the hands of those who push there.
type forge struct {
	t    testing.TB
	path string
}

// git runs git as somebody else, with nothing of this machine's configuration.
func git(t testing.TB, folder string, words ...string) string {
	t.Helper()
	cmd := exec.Command("git", words...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Iemand",
		"GIT_AUTHOR_EMAIL=i@x.example",
		"GIT_COMMITTER_NAME=Iemand", "GIT_COMMITTER_EMAIL=i@x.example")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", words, err, out)
	}
	return strings.TrimSpace(string(out))
}

func newForge(t testing.TB) *forge {
	f := &forge{t, filepath.Join(t.TempDir(), "forge.git")}
	git(t, t.TempDir(), "init", "-q", "--bare", "-b", "main", f.path)
	f.commit("main", "README.md", "een\n")
	f.commit("main", "src/a.go", "package a\n")
	return f
}

// commit changes a file of a branch, which begins at main.
func (f *forge) commit(branch, name, text string) {
	f.t.Helper()
	folder := f.t.TempDir()
	git(f.t, folder, "clone", "-q", f.path, "x")
	folder = filepath.Join(folder, "x")
	if f.has(branch) {
		git(f.t, folder, "checkout", "-q", branch)
	} else {
		git(f.t, folder, "checkout", "-q", "-b", branch)
	}
	edit(f.t, folder, name, text)
	git(f.t, folder, "add", "-A")
	git(f.t, folder, "commit", "-q", "-m", "x")
	git(f.t, folder, "push", "-q", "origin", branch)
}

func (f *forge) has(branch string) bool {
	return git(f.t, f.path, "for-each-ref", "refs/heads/"+branch) != ""
}

func (f *forge) files(branch string) map[string]string {
	f.t.Helper()
	if !f.has(branch) {
		return nil
	}
	files := map[string]string{}
	for _, name := range strings.Fields(git(f.t, f.path, "ls-tree", "-r", "--name-only", branch)) {
		files[name] = git(f.t, f.path, "show", branch+":"+name) + "\n"
	}
	return files
}

func (f *forge) repository() agent.Repository {
	return agent.Repository{CloneURL: f.path, Default: "main"}
}

func edit(t testing.TB, folder, name, text string) {
	t.Helper()
	place := filepath.Join(folder, name)
	err := os.MkdirAll(filepath.Dir(place), 0o755)
	if text == "" {
		err = os.Remove(place)
	} else if err == nil {
		err = os.WriteFile(place, []byte(text), 0o644)
	}
	ok(t, err)
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func trees(t testing.TB, folder string) *gittrees.Trees {
	t.Helper()
	made, err := gittrees.New(gittrees.Options{Folder: folder, Token: "geheim-van-de-forge"})
	ok(t, err)
	return made
}

func TestWorkTree(t *testing.T) {
	t.Parallel()
	porttest.WorkTree(t, func(t testing.TB) porttest.Code {
		f := newForge(t)
		return porttest.Code{
			WorkTree: trees(t, t.TempDir()), From: f.repository(),
			Edit:   func(folder, name, text string) { edit(t, folder, name, text) },
			Commit: f.commit, Files: f.files,
		}
	})
}
