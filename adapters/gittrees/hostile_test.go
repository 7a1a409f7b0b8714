package gittrees_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gittrees"
	"github.com/clubhuis/clubhuis/core/sync/agent"
)

const branch = "feedback/7-x"

// hostile lets a script, which misbehaves, work in a tree, and returns what becomes of its change.
func hostile(t *testing.T, script string) (*forge, *gittrees.Trees, agent.Diff, error) {
	t.Helper()
	f := newForge(t)
	made := trees(t, t.TempDir())
	tree, err := made.Begin(t.Context(), f.repository(), branch)
	ok(t, err)
	cmd := exec.Command("bash", "-c", script)
	cmd.Dir = tree.Folder
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@x",
		"GIT_COMMITTER_NAME=x",
		"GIT_COMMITTER_EMAIL=x@x", "OUT="+f.path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	d, err := made.Take(t.Context())
	return f, made, d, err
}

func pathsOf(d agent.Diff) (names []string) {
	for _, c := range d.Changes {
		names = append(names, c.Path)
	}
	return names
}

// Whatever the agent does to git in its tree, only its files are taken, and nothing of it runs.
func TestAnAgentThatTampersWithGit(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"deletes .git": `rm -rf .git; echo x > new.txt`,
		"edits hooks": `mkdir -p .git/hooks; for h in pre-commit post-checkout pre-push post-commit pre-merge-commit; do
			printf '#!/bin/sh\ntouch '"$OUT"'.ran\n' > .git/hooks/$h; chmod +x .git/hooks/$h; done; echo x > new.txt`,
		"edits its configuration": `git config core.fsmonitor "touch $OUT.ran"; git config core.hooksPath "$PWD/h";
			git config core.sshCommand "touch $OUT.ran";
			git config filter.x.clean "touch $OUT.ran; cat"; git config filter.x.smudge "touch $OUT.ran; cat";
			git config diff.external "touch $OUT.ran"; git config core.attributesFile "$PWD/.git/a"; echo '* filter=x' > .git/a;
			echo '* filter=x' > .git/info/attributes 2>/dev/null; git config credential.helper "!touch $OUT.ran"; echo x > new.txt`,
		"commits by itself":              `echo x > new.txt; git add -A; git commit -q -m mine; git branch other; git tag v1`,
		"makes another repository of it": `rm -rf .git; git init -q .; echo x > new.txt; git add -A; git commit -q -m mine`,
		"tries to push": `echo x > new.txt; git add -A; git commit -q -m mine; git push -q origin HEAD:main 2>/dev/null;
			git remote -v | grep . && exit 1; true`,
		"makes .git a link": `rm -rf .git; ln -s "$OUT" .git; echo x > new.txt`,
		"makes .git a file": `rm -rf .git; echo "gitdir: $OUT" > .git; echo x > new.txt`,
		"locks its index":   `touch .git/index.lock; echo x > new.txt`,
		"takes rights away": `echo x > new.txt; mkdir closed; echo y > closed/y; chmod 000 .git`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, made, d, err := hostile(t, script)
			ok(t, err)
			if names := pathsOf(d); !slices.Contains(names, "new.txt") || len(names) > 2 || len(d.Wrong) > 0 {
				t.Fatalf("taken: %v %v", names, d.Wrong)
			}
			_, err = made.Push(t.Context(), "bug: x")
			ok(t, err)
			_, err = made.Leave(t.Context())
			ok(t, err)
			if main := f.files("main"); main["README.md"] != "een\n" || main["new.txt"] != "" || f.files(branch)["new.txt"] != "x\n" {
				t.Error("the branches are wrong")
			}
			if got := git(t, f.path, "for-each-ref", "--format=%(refname)"); got != "refs/heads/"+branch+"\nrefs/heads/main" {
				t.Errorf("the forge has %s", got)
			}
			if _, err := os.Stat(f.path + ".ran"); err == nil {
				t.Error("something of the agent's ran")
			}
		})
	}
}

// What must not become a commit is refused, and the rest stays what it is.
func TestAnAgentThatLeavesWhatNobodyReviews(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script string
		want   agent.Reason
	}{
		"a link that leads out":     {`ln -s /etc/passwd out`, agent.LinkOut},
		"one that climbs":           {`mkdir d; ln -s ../../../x d/out`, agent.LinkOut},
		"one into .git":             {`ln -s .git/config out`, agent.LinkOut},
		"a folder that leads out":   {`rm -rf src; ln -s /etc src`, agent.LinkOut},
		"its whole tree leads out":  {`d=$PWD; cd ..; mv tree elsewhere; ln -s /etc tree`, agent.LinkOut},
		"a pipe":                    {`mkfifo pipe`, agent.Device},
		"another repository":        {`mkdir in; cd in; git init -q .; echo x > x; git add -A; git commit -q -m x`, agent.GitFile},
		"a .git by another name":    {`mkdir in; echo x > in/.GIT; mkdir 'GIT~1'; echo x > 'GIT~1/config'`, agent.GitFile},
		"a file that is too long":   {`head -c 11000000 /dev/zero > big`, agent.Binary},
		"what is no text":           {`head -c 1000 /dev/zero > zeros`, agent.Binary},
		"attributes":                {`echo '* -diff' > .gitattributes; head -c 1000 /dev/urandom > x`, agent.GitFile},
		"a name with a backslash":   {`echo x > 'a\b'`, agent.OddName},
		"a name on two lines":       {"echo x > $'a\\nb'", agent.OddName},
		"a key":                     {`echo '-----BEGIN RSA PRIVATE KEY-----' > key.txt`, agent.Secret},
		"a key behind a new link":   {`ln -sf src/a.go README.md; echo '-----BEGIN RSA PRIVATE KEY-----' > z`, agent.Secret},
		"a workflow":                {`mkdir -p .github/workflows; echo 'on: push' > .github/workflows/x.yml`, agent.Workflow},
		"a thousand files":          {`for i in $(seq 200); do echo x > f$i; done`, agent.TooManyFiles},
		"a flood of lines":          {`seq 100000 > lines.txt`, agent.TooManyLines},
		"a flood in what git hides": {`echo 'lines.txt binary' > .gitattributes; seq 100000 > lines.txt`, agent.Binary},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, made, d, err := hostile(t, c.script)
			ok(t, err)
			refused := agent.DefaultBounds.Check(&d)
			if !slices.ContainsFunc(refused, func(r agent.Refused) bool { return r.Reason == c.want }) {
				t.Errorf("refused %v, want %s; changed %v", refused, c.want, pathsOf(d))
			}
			for _, change := range d.Changes {
				for _, line := range change.Lines {
					if strings.Contains(line, "root:") {
						t.Errorf("%s holds what lies outside", change.Path)
					}
				}
			}
			_, err = made.Leave(t.Context())
			ok(t, err)
		})
	}
}

func TestWhatTheProjectIgnoresIsNotTaken(t *testing.T) {
	t.Parallel()
	f := newForge(t)
	f.commit("main", ".gitignore", "build/\n*.log\n")
	made := trees(t, t.TempDir())
	tree, err := made.Begin(t.Context(), f.repository(), branch)
	ok(t, err)
	edit(t, tree.Folder, "build/big", "x\n")
	edit(t, tree.Folder, "a.log", "x\n")
	edit(t, tree.Folder, "src/b.go", "package b\n")
	d, err := made.Take(t.Context())
	if err != nil || !slices.Equal(pathsOf(d), []string{"src/b.go"}) {
		t.Errorf("taken: %v, %v", pathsOf(d), err)
	}
}

func TestFilesAndFoldersChangePlaces(t *testing.T) {
	t.Parallel()
	f, made, d, err := hostile(t,
		`rm src/a.go; mkdir src/a.go; echo x > src/a.go/x; rm README.md; ln -s src/a.go/x README.md; echo y > y; chmod +x y`)
	ok(t, err)
	if got := pathsOf(d); !slices.Equal(got, []string{"README.md", "src/a.go", "src/a.go/x", "y"}) || len(d.Wrong) > 0 {
		t.Fatalf("taken: %v %v", got, d.Wrong)
	}
	_, err = made.Push(t.Context(), "x")
	ok(t, err)
	modes := git(t, f.path, "ls-tree", "-r", "--format=%(objectmode) %(path)", branch)
	if modes != "120000 README.md\n100644 src/a.go/x\n100755 y" {
		t.Errorf("got %s", modes)
	}
	tree, err := made.Begin(t.Context(), f.repository(), branch)
	ok(t, err)
	ok(t, os.RemoveAll(filepath.Join(tree.Folder, "src")))
	edit(t, tree.Folder, "src", "a file\n")
	d, err = made.Take(t.Context())
	ok(t, err)
	if got := pathsOf(d); !slices.Contains(got, "src") || slices.Contains(got, "src/a.go/x") {
		t.Errorf("taken: %v", got)
	}
}

// contract: sync §4-6 (rule 4: a dirty working directory aborts the run). It is the clean clone that must not
// be touched.
func TestACleanCloneThatWasTouchedAborts(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"a file":        `echo x > ../clean/x`,
		"a change":      `echo x > ../clean/README.md`,
		"its hooks":     `printf '[core]\n\tfsmonitor = touch '"$OUT"'.ran\n' >> ../clean/.git/config`,
		"attributes":    `mkdir -p ../clean/.git/info; echo '* filter=x' > ../clean/.git/info/attributes`,
		"a commit":      `(cd ../clean; echo x > x; git add -A; git commit -q -m x)`,
		"what is added": `(cd ../clean; echo x > x; git add -A)`,
		"the copy":      `printf '[core]\n\tfsmonitor = x\n' >> ../../copy.git/config`,
		"it is gone":    `rm -rf ../clean`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, made, _, err := hostile(t, script+`; echo x > new.txt`)
			if !errors.Is(err, agent.ErrDirty) {
				t.Fatalf("got %v", err)
			}
			if _, err := made.Push(t.Context(), "x"); err == nil {
				t.Error("it was pushed")
			}
			patch, err := made.Leave(t.Context())
			if err != nil || patch == "" {
				t.Errorf("the tree is kept in %q: %v", patch, err)
			}
			if _, err := os.Stat(f.path + ".ran"); err == nil {
				t.Error("something of the agent's ran")
			}
			tree, err := made.Begin(t.Context(), f.repository(), branch) // and the next one begins clean
			ok(t, err)
			edit(t, tree.Folder, "ok.txt", "x\n")
			d, err := made.Take(t.Context())
			if err != nil || len(d.Changes) != 1 {
				t.Errorf("afterwards: %v, %v", pathsOf(d), err)
			}
		})
	}
}

// What a dead process left is put right by the next one: its tree is kept as a patch, and the locks of git go.
// What the forge does not take is another thing than a forge that is away.
func TestAPushThatIsNotTakenIsNoOutage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(*forge)
		want   error
		said   string
	}{
		"a rule of the forge": {func(f *forge) {
			hook := "#!/bin/sh\necho 'GH013: repository rule violations' >&2\nexit 1\n"
			ok(f.t, os.MkdirAll(filepath.Join(f.path, "hooks"), 0o755))
			ok(f.t, os.WriteFile(filepath.Join(f.path, "hooks", "pre-receive"), []byte(hook), 0o755))
		}, agent.ErrRejected, "GH013"},
		"a forge that is gone": {func(f *forge) { ok(f.t, os.Rename(f.path, f.path+".away")) }, agent.ErrSilent, "git push"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, made := newForge(t), trees(t, t.TempDir())
			tree, err := made.Begin(t.Context(), f.repository(), "feedback/7-x")
			ok(t, err)
			edit(t, tree.Folder, "x.txt", "een\n")
			_, err = made.Take(t.Context())
			ok(t, err)
			c.before(f)
			if _, err = made.Push(t.Context(), "x"); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.said) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// So is a forge that does not take the key any more.
func TestAPushWithAKeyThatIsNotTakenIsNoRefusalOfTheChange(t *testing.T) {
	t.Parallel()
	f, made := newForge(t), trees(t, t.TempDir())
	var refuses atomic.Bool
	backend := &cgi.Handler{
		Path: filepath.Join(git(t, f.path, "--exec-path"), "git-http-backend"),
		Env: []string{"GIT_PROJECT_ROOT=" + filepath.Dir(f.path), "GIT_HTTP_EXPORT_ALL=1", "REMOTE_USER=x",
			"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*"},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refuses.Load() && strings.Contains(r.URL.String(), "receive-pack") {
			http.Error(w, "Write access to repository not granted.", http.StatusForbidden)
			return
		}
		backend.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	from := agent.Repository{CloneURL: server.URL + "/" + filepath.Base(f.path), Default: "main"}
	tree, err := made.Begin(t.Context(), from, "feedback/7-x")
	ok(t, err)
	edit(t, tree.Folder, "x.txt", "een\n")
	_, err = made.Take(t.Context())
	ok(t, err)
	refuses.Store(true)
	if _, err = made.Push(t.Context(), "x"); !errors.Is(err, agent.ErrRefused) {
		t.Errorf("got %v", err)
	}
}

func TestADeadProcessLeavesNothingInTheWay(t *testing.T) {
	t.Parallel()
	f, folder := newForge(t), t.TempDir()
	first := trees(t, folder)
	tree, err := first.Begin(t.Context(), f.repository(), branch)
	ok(t, err)
	edit(t, tree.Folder, "half.txt", "half\n")
	edit(t, folder, "copy.git/config.lock", "x")
	edit(t, folder, "copy.git/refs/heads/main.lock", "x")
	edit(t, folder, "work/clean/.git/index.lock", "x")
	second := trees(t, folder)
	patch, err := second.Leave(t.Context())
	ok(t, err)
	text, err := os.ReadFile(patch)
	if err != nil || !strings.Contains(string(text), "+half") {
		t.Errorf("the patch is %s, %v", text, err)
	}
	tree, err = second.Begin(t.Context(), f.repository(), branch)
	ok(t, err)
	edit(t, tree.Folder, "whole.txt", "whole\n")
	d, err := second.Take(t.Context())
	if err != nil || !slices.Equal(pathsOf(d), []string{"whole.txt"}) {
		t.Errorf("taken: %v, %v", pathsOf(d), err)
	}
	_, err = second.Push(t.Context(), "x")
	ok(t, err)
}

// The token reaches neither the agent's tree nor anything on the disk.
func TestTheTokenIsNotWritten(t *testing.T) {
	t.Parallel()
	f, folder := newForge(t), t.TempDir()
	made := trees(t, folder)
	tree, err := made.Begin(t.Context(), f.repository(), branch)
	ok(t, err)
	edit(t, tree.Folder, "x", "x\n")
	_, err = made.Take(t.Context())
	ok(t, err)
	_, err = made.Push(t.Context(), "x")
	ok(t, err)
	if out, _ := exec.Command("grep", "-r", "geheim-van-de-forge", folder).Output(); len(out) > 0 {
		t.Errorf("found in %s", out)
	}
	if remotes := git(t, tree.Folder, "remote", "-v"); remotes != "" {
		t.Errorf("the tree has %s", remotes)
	}
}

func BenchmarkOverheadOf10000Files(b *testing.B) {
	f := &forge{b, filepath.Join(b.TempDir(), "forge.git")}
	git(b, b.TempDir(), "init", "-q", "--bare", "-b", "main", f.path)
	folder := b.TempDir()
	git(b, folder, "clone", "-q", f.path, "x")
	folder = filepath.Join(folder, "x")
	git(b, folder, "checkout", "-q", "-B", "main")
	for i := range 10_000 {
		edit(b, folder, fmt.Sprintf("d%02d/e%02d/f%d.go", i%100, i/100%10, i), strings.Repeat(fmt.Sprintf("line %d\n", i), 40))
	}
	git(b, folder, "add", "-A")
	git(b, folder, "commit", "-q", "-m", "x")
	git(b, folder, "push", "-q", "origin", "main")
	made, n := trees(b, b.TempDir()), 0
	_, err := made.Sources(b.Context(), f.repository()) // the first copy is made once
	ok(b, err)
	begun := cpu()
	for b.Loop() {
		n++
		tree, err := made.Begin(b.Context(), f.repository(), fmt.Sprintf("feedback/%d", n))
		ok(b, err)
		edit(b, tree.Folder, "d01/e01/new.go", "package x\n")
		_, err = made.Take(b.Context())
		ok(b, err)
		_, err = made.Push(b.Context(), "x")
		ok(b, err)
		_, err = made.Leave(b.Context())
		ok(b, err)
	}
	b.ReportMetric((cpu()-begun)/float64(n), "cpu-s/op")
}

// cpu is how many seconds of processor this process and its children took.
func cpu() float64 {
	var own, children syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &own)
	_ = syscall.Getrusage(syscall.RUSAGE_CHILDREN, &children)
	sum := 0.0
	for _, u := range []syscall.Rusage{own, children} {
		sum += float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
	}
	return sum
}
