package porttest

import (
	"context"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

// Code is a work tree as an adapter hands it to the suite. The default branch of its forge is main, and holds README.md with
// "een\n" and src/a.go with "package a\n".
type Code struct {
	ports.WorkTree
	From agent.Repository
	// Edit is what the agent does: it writes a file of its tree, "" removes it.
	Edit func(folder, name, text string)
	// Commit is what somebody else does: it changes a file of a branch of the forge, which begins at main.
	Commit func(branch, name, text string)
	// Files returns what a branch of the forge holds, nil without the branch.
	Files func(branch string) map[string]string
}

// WorkTree is the contract of ports.WorkTree. open makes a forge for one part of it.
func WorkTree(t *testing.T, open func(t testing.TB) Code) {
	ctx := context.Background()
	const branch = "feedback/7-lijst-leeg"
	begin := func(t *testing.T, c Code) agent.Tree {
		t.Helper()
		return must(c.Begin(ctx, c.From, branch))(t)
	}
	names := func(d agent.Diff) string {
		var all []string
		for _, change := range d.Changes {
			all = append(all, change.Path)
		}
		return strings.Join(all, " ")
	}

	t.Run("what the agent changed becomes a branch, and nothing else changes", func(t *testing.T) {
		t.Parallel()
		c := open(t)
		tree := begin(t, c)
		equal(t, "continued", tree.Continued, false)
		equal(t, "nothing changed", names(must(c.Take(ctx))(t)), "")
		c.Edit(tree.Folder, "README.md", "twee\ndrie\n")
		c.Edit(tree.Folder, "src/b.go", "package b\n")
		c.Edit(tree.Folder, "src/a.go", "")
		d := must(c.Take(ctx))(t)
		equal(t, "changed", names(d), "README.md src/a.go src/b.go")
		deepEqual(t, "a change", d.Changes[0], agent.Change{Path: "README.md", Added: 2, Removed: 1, Lines: []string{"twee", "drie"}})
		if len(d.Wrong) > 0 || !strings.Contains(d.Patch, "+drie") || d.Empty() {
			t.Errorf("got %+v", d)
		}
		commit := must(c.Push(ctx, "bug: x"))(t)
		deepEqual(t, "the branch", c.Files(branch), map[string]string{"README.md": "twee\ndrie\n", "src/b.go": "package b\n"})
		equal(t, "main", c.Files("main")["README.md"], "een\n")
		equal(t, "again", must(c.Push(ctx, "bug: x"))(t), commit)
		list := must(c.Branches(ctx, c.From))(t)
		deepEqual(t, "branches", list, []agent.Branch{{Name: branch, Commit: commit}})
		equal(t, "kept", must(c.Leave(ctx))(t), "")
	})

	t.Run("more work goes on in the same tree", func(t *testing.T) {
		t.Parallel()
		c := open(t)
		tree := begin(t, c)
		c.Edit(tree.Folder, "x.txt", "een\n")
		must(c.Take(ctx))(t)
		c.Edit(tree.Folder, "x.txt", "")
		c.Edit(tree.Folder, "y.txt", "twee\n")
		equal(t, "changed", names(must(c.Take(ctx))(t)), "y.txt")
		must(c.Push(ctx, "x"))(t)
		equal(t, "files", len(c.Files(branch)), 3)
	})

	t.Run("a branch that is there is continued", func(t *testing.T) {
		t.Parallel()
		c := open(t)
		c.Edit(begin(t, c).Folder, "x.txt", "een\n")
		must(c.Take(ctx))(t)
		first := must(c.Push(ctx, "x"))(t)
		c.Commit("main", "other.txt", "anders\n")
		tree := begin(t, c)
		equal(t, "continued", tree.Continued, true)
		equal(t, "all of it", names(must(c.Take(ctx))(t)), "x.txt")
		c.Edit(tree.Folder, "y.txt", "twee\n")
		equal(t, "and more", names(must(c.Take(ctx))(t)), "x.txt y.txt")
		if second := must(c.Push(ctx, "y"))(t); second == first || len(c.Files(branch)) != 5 {
			t.Errorf("%s, then %s: %v", first, second, c.Files(branch))
		}
	})

	t.Run("a branch that cannot be merged begins anew, and is not forced", func(t *testing.T) {
		t.Parallel()
		c := open(t)
		c.Edit(begin(t, c).Folder, "README.md", "van ons\n")
		must(c.Take(ctx))(t)
		must(c.Push(ctx, "x"))(t)
		c.Commit("main", "README.md", "van hen\n")
		tree := begin(t, c)
		equal(t, "continued", tree.Continued, false)
		equal(t, "nothing yet", names(must(c.Take(ctx))(t)), "")
		c.Edit(tree.Folder, "y.txt", "twee\n")
		must(c.Take(ctx))(t)
		must(c.Push(ctx, "y"))(t)
		equal(t, "theirs", c.Files(branch)["README.md"], "van hen\n")
	})

	t.Run("what somebody else pushed meanwhile is not overwritten", func(t *testing.T) {
		t.Parallel()
		c := open(t)
		tree := begin(t, c)
		c.Edit(tree.Folder, "x.txt", "een\n")
		must(c.Take(ctx))(t)
		c.Commit(branch, "theirs.txt", "van hen\n")
		_, err := c.Push(ctx, "x")
		isFault(t, "pushed", err, agent.ErrRejected)
		equal(t, "theirs", c.Files(branch)["theirs.txt"], "van hen\n")
		if patch := must(c.Leave(ctx))(t); patch == "" {
			t.Error("nothing was kept")
		}
	})

	t.Run("what is left is kept as a patch", func(t *testing.T) {
		t.Parallel()
		c := open(t)
		equal(t, "of nothing", must(c.Leave(ctx))(t), "")
		begin(t, c)
		equal(t, "of no change", must(c.Leave(ctx))(t), "")
		tree := begin(t, c)
		c.Edit(tree.Folder, "x.txt", "een\n")
		if patch := must(c.Leave(ctx))(t); patch == "" {
			t.Error("nothing was kept")
		}
		equal(t, "anew", names(func() agent.Diff { begin(t, c); return must(c.Take(ctx))(t) }()), "")
	})

	t.Run("only our branches are touched", func(t *testing.T) {
		t.Parallel()
		c := open(t)
		c.Commit("develop", "x.txt", "x\n")
		c.Commit("feedback/x", "x.txt", "x\n")
		c.Commit("optimize/a-go-1", "x.txt", "x\n")
		for _, name := range []string{"main", "develop", "feedback/", "feedback/7/../../main", "feedback/x", "", "-x",
			"refs/heads/main",
			"feedback/7-" + strings.Repeat("x", 60)} {
			_, err := c.Begin(ctx, c.From, name)
			isFault(t, name, err, agent.ErrNotOurs)
			isFault(t, name, c.Remove(ctx, c.From, agent.Branch{Name: name, Commit: "1"}), agent.ErrNotOurs)
		}
		list := must(c.Branches(ctx, c.From))(t)
		equal(t, "branches", len(list), 1)
		equal(t, "name", list[0].Name, "optimize/a-go-1")
		c.Commit("optimize/a-go-1", "more.txt", "x\n")
		ok(t, c.Remove(ctx, c.From, list[0]))
		equal(t, "one that moved on", len(c.Files("optimize/a-go-1")), 4)
		list = must(c.Branches(ctx, c.From))(t)
		ok(t, c.Remove(ctx, c.From, list[0]))
		ok(t, c.Remove(ctx, c.From, list[0]))
		equal(t, "left", len(must(c.Branches(ctx, c.From))(t)), 0)
		equal(t, "others", len(c.Files("develop")), 3)
	})

	t.Run("sources and texts are read", func(t *testing.T) {
		t.Parallel()
		c := open(t)
		list := must(c.Sources(ctx, c.From))(t)
		if len(list) != 2 || list[0].Path != "README.md" || list[1].Path != "src/a.go" || list[0].Blob == list[1].Blob ||
			list[0].Blob == "" {
			t.Errorf("got %+v", list)
		}
		c.Commit("main", "README.md", "anders\n")
		again := must(c.Sources(ctx, c.From))(t)
		if again[0].Blob == list[0].Blob || again[1].Blob != list[1].Blob {
			t.Errorf("got %+v", again)
		}
		begin(t, c)
		equal(t, "a text", must(c.Read(ctx, "README.md"))(t), "anders\n")
		for _, name := range []string{"absent.md", "src", "../began", ""} {
			if _, err := c.Read(ctx, name); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%q: %v", name, err)
			}
		}
	})
}
