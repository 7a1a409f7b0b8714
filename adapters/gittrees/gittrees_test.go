package gittrees_test

import (
	"archive/tar"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

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
	return gitWith(t, folder, "", "", words...)
}

// gitWith is git with something to read, and with an index of its own.
func gitWith(t testing.TB, folder, input, index string, words ...string) string {
	t.Helper()
	cmd := exec.Command("git", words...)
	cmd.Dir, cmd.Stdin = folder, strings.NewReader(input)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Iemand",
		"GIT_AUTHOR_EMAIL=i@x.example",
		"GIT_COMMITTER_NAME=Iemand", "GIT_COMMITTER_EMAIL=i@x.example")
	if index != "" {
		cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+index)
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", words, err, out)
	}
	return strings.TrimSpace(string(out))
}

// first is a forge as every test finds it. It is made once: git takes its time.
var first struct {
	once  sync.Once
	files fstest.MapFS
}

func newForge(t testing.TB) *forge {
	first.once.Do(func() {
		f := &forge{t, filepath.Join(t.TempDir(), "forge.git")}
		git(t, t.TempDir(), "init", "-q", "--bare", "-b", "main", f.path)
		f.commit("main", "README.md", "een\n")
		f.commit("main", "src/a.go", "package a\n")
		first.files = contents(t, f.path)
	})
	f := &forge{t, filepath.Join(t.TempDir(), "forge.git")}
	ok(t, os.CopyFS(f.path, first.files))
	return f
}

// contents reads a folder.
func contents(t testing.TB, folder string) fstest.MapFS {
	files := fstest.MapFS{}
	ok(t, fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			files[name] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
			return err
		}
		data, err := os.ReadFile(filepath.Join(folder, name))
		files[name] = &fstest.MapFile{Data: data, Mode: 0o644}
		return err
	}))
	return files
}

// commit changes a file of a branch, which begins at main.
func (f *forge) commit(branch, name, text string) {
	f.t.Helper()
	index := filepath.Join(f.t.TempDir(), "index")
	run := func(input string, words ...string) string { return gitWith(f.t, f.path, input, index, words...) }
	var parent []string
	for _, from := range []string{branch, "main"} {
		if f.has(from) {
			run("", "read-tree", from)
			parent = []string{"-p", from}
			break
		}
	}
	if text == "" {
		run("", "update-index", "--force-remove", name)
	} else {
		run("", "update-index", "--add", "--cacheinfo", "100644,"+run(text, "hash-object", "-w", "--stdin")+","+name)
	}
	words := append([]string{"commit-tree", "-m", "x", run("", "write-tree")}, parent...)
	run("", "update-ref", "refs/heads/"+branch, run("", words...))
}

func (f *forge) has(branch string) bool {
	return git(f.t, f.path, "for-each-ref", "refs/heads/"+branch) != ""
}

// files are what a branch holds, nil for no such branch.
func (f *forge) files(branch string) map[string]string {
	f.t.Helper()
	if !f.has(branch) {
		return nil
	}
	packed, files := tar.NewReader(strings.NewReader(git(f.t, f.path, "archive", "--format=tar", branch))), map[string]string{}
	for {
		header, err := packed.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		ok(f.t, err)
		if header.Typeflag == tar.TypeDir || header.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		text, err := io.ReadAll(packed)
		ok(f.t, err)
		files[header.Name] = strings.TrimSpace(string(text)+header.Linkname) + "\n"
	}
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

// The next tree uses the files of the one before, and is nevertheless what the forge has, whatever was done to them.
func TestTheFilesOfTheTreeBeforeAreUsedAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script string
		again  bool // README.md is the same file
	}{
		"nothing":                {``, true},
		"other texts":            {`echo x >> src/a.go; echo y > new; mkdir -p d/e; echo z > d/e/f; rm run.sh`, true},
		"what the project hides": {`echo x > hidden.log; mkdir node; cp README.md node`, true},
		"rights":                 {`chmod 755 src/a.go; chmod 644 run.sh`, true},
		"a repository within":    {`mkdir in; cd in; git init -q .; echo x > x`, true},
		"a link for a folder":    {`rm -rf src; ln -s /etc src`, true},
		"a link for a file":      {`rm src/a.go; ln -s /etc/passwd src/a.go`, true},
		"a folder for a file":    {`rm run.sh; mkdir run.sh; echo x > run.sh/x`, true},
		"a file of two names":    {`ln README.md other`, false},
		"a program of its user":  {`chmod u+s run.sh`, false},
		"a closed folder":        {`mkdir closed; echo x > closed/x; chmod 000 closed`, false},
		"a pipe":                 {`mkfifo pipe`, false},
		"no tree":                {`d=$PWD; cd ..; mv tree elsewhere; ln -s /etc tree`, false},
		"hooks":                  {`printf '#!/bin/sh\ntouch ran\n' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout`, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, made := newForge(t), trees(t, t.TempDir())
			f.commit("main", "run.sh", "#!/bin/sh\n")
			f.commit("main", ".gitignore", "*.log\nnode\n")
			tree, err := made.Begin(t.Context(), f.repository(), "feedback/1")
			ok(t, err)
			first, err := os.Open(filepath.Join(tree.Folder, "README.md")) // while it is open no other gets its number
			ok(t, err)
			defer first.Close() //nolint:errcheck // it is only looked at
			before, err := first.Stat()
			ok(t, err)
			cmd := exec.Command("bash", "-c", "mkdir -p .git/hooks; "+c.script)
			cmd.Dir = tree.Folder
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			_, err = made.Leave(t.Context())
			ok(t, err)
			f.commit("main", "src/b.go", "package b\n")
			tree, err = made.Begin(t.Context(), f.repository(), "feedback/2")
			ok(t, err)
			if got := git(t, tree.Folder, "status", "--porcelain", "--ignored"); got != "" {
				t.Errorf("the tree has %s", got)
			}
			if got := git(t, tree.Folder, "rev-parse", "HEAD"); got != git(t, f.path, "rev-parse", "main") {
				t.Errorf("it stands at %s", got)
			}
			for name, text := range f.files("main") {
				if got, err := os.ReadFile(filepath.Join(tree.Folder, name)); err != nil || string(got) != text {
					t.Errorf("%s is %s, %v", name, got, err)
				}
			}
			after, err := os.Stat(filepath.Join(tree.Folder, "README.md"))
			if err != nil || os.SameFile(before, after) != c.again {
				t.Errorf("README.md is the same file: %v, %v", os.SameFile(before, after), err)
			}
			if remotes := git(t, tree.Folder, "remote"); remotes != "" {
				t.Errorf("remotes: %s", remotes)
			}
			edit(t, tree.Folder, "src/a.go", "package c\n")
			d, err := made.Take(t.Context())
			if err != nil || len(d.Changes) != 1 || d.Changes[0].Path != "src/a.go" || len(d.Wrong) > 0 {
				t.Errorf("taken: %+v, %v", d, err)
			}
		})
	}
}
