package porttest

import (
	"context"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

// Forged is a forge as an adapter hands it to the suite. Its default branch is main.
type Forged struct {
	ports.Forge
	// Push makes a branch with a commit of its own, and returns the commit.
	Push func(branch string) string
	// Merge and Close are what reviewers do with a pull request.
	Merge, Close func(number int)
}

// Forge is the contract of ports.Forge.
func Forge(t *testing.T, open func(t testing.TB) Forged) {
	ctx := context.Background()
	const branch = "feedback/7-lijst-leeg"
	proposal := agent.Proposal{Branch: branch, Base: "main", Title: "bug: Lijst leeg (feedback 7)", Body: "Twee\nregels"}

	t.Run("the repository is known", func(t *testing.T) {
		t.Parallel()
		r := must(open(t).Repository(ctx))(t)
		equal(t, "default", r.Default, "main")
		if r.CloneURL == "" {
			t.Error("it has no address")
		}
	})

	t.Run("a pull request is opened once, and found by its branch", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		equal(t, "before", len(must(f.PullRequests(ctx, branch))(t)), 0)
		commit := f.Push(branch)
		f.Push("feedback/77")
		made := must(f.Open(ctx, proposal))(t)
		if !made.Open || made.Merged || made.Number == 0 || made.Head != commit || !strings.HasPrefix(made.URL, "http") {
			t.Errorf("got %+v", made)
		}
		_, err := f.Open(ctx, proposal)
		isFault(t, "again", err, agent.ErrExists)
		deepEqual(t, "found", must(f.PullRequests(ctx, branch))(t), []agent.PullRequest{made})
		equal(t, "of another branch", len(must(f.PullRequests(ctx, "feedback/77"))(t)), 0)
		if _, err := f.Open(ctx, agent.Proposal{Branch: "feedback/8-absent", Base: "main", Title: "x"}); err == nil {
			t.Error("of a branch that is not there")
		}
	})

	t.Run("a merged one says so, with the commit that was merged", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		commit := f.Push(branch)
		made := must(f.Open(ctx, proposal))(t)
		f.Merge(made.Number)
		found := must(f.PullRequests(ctx, branch))(t)
		if len(found) != 1 || found[0].Open || !found[0].Merged || found[0].Head != commit {
			t.Errorf("got %+v", found)
		}
	})

	t.Run("after a closed one there may be another, the newest first", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		f.Push(branch)
		first := must(f.Open(ctx, proposal))(t)
		f.Close(first.Number)
		second := must(f.Open(ctx, proposal))(t)
		found := must(f.PullRequests(ctx, branch))(t)
		if len(found) != 2 || found[0].Number != second.Number || !found[0].Open || found[1].Open || found[1].Merged {
			t.Errorf("got %+v", found)
		}
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		if _, err := f.Repository(cancelled()); err == nil {
			t.Error("it went on")
		}
		if _, err := f.PullRequests(cancelled(), branch); err == nil {
			t.Error("it went on")
		}
		if _, err := f.Open(cancelled(), proposal); err == nil {
			t.Error("it went on")
		}
	})
}
