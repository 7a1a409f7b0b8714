package github_test

import (
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/github"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/fixtures/forge"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func open(t testing.TB, token string) (*github.Forge, *forge.Forge) {
	t.Helper()
	fake, address := forge.ForTest(t, forge.Options{})
	f, err := github.New(github.Options{URL: address, Token: token, Repository: fake.Repository()})
	if err != nil {
		t.Fatal(err)
	}
	return f, fake
}

func TestForge(t *testing.T) {
	t.Parallel()
	for name, squash := range map[string]bool{"merged": false, "squashed": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			porttest.Forge(t, func(t testing.TB) porttest.Forged {
				f, fake := open(t, forge.Token)
				check := func(err error) {
					t.Helper()
					if err != nil {
						t.Fatal(err)
					}
				}
				return porttest.Forged{
					Forge: f,
					Push: func(branch string) string {
						check(fake.Commit(branch, "x", map[string]string{"new-" + branch + ".txt": "x\n"}))
						commit, err := fake.Git("rev-parse", branch)
						check(err)
						return commit
					},
					Merge: func(number int) {
						if squash {
							check(fake.Squash(number))
							return
						}
						check(fake.Merge(number))
					},
					Close: func(number int) { check(fake.Close(number)) },
				}
			})
		})
	}
}

func TestWhatCanBeWrongWithAForge(t *testing.T) {
	t.Parallel()
	f, fake := open(t, forge.Token)
	for name, want := range map[string]error{
		forge.ServerError: agent.ErrSilent, forge.Refused: agent.ErrRefused, forge.Odd: agent.ErrOdd,
	} {
		fake.Control.Turn(name, true)
		if _, err := f.Repository(t.Context()); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
		fake.Control.Turn(name, false)
	}
	other, _ := open(t, "een ander")
	if _, err := other.Repository(t.Context()); !errors.Is(err, agent.ErrRefused) {
		t.Errorf("another token: %v", err)
	}
	_, address := forge.ForTest(t, forge.Options{})
	absent, err := github.New(github.Options{URL: address, Token: forge.Token, Repository: "club/elders"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := absent.Repository(t.Context()); !errors.Is(err, agent.ErrGone) {
		t.Errorf("another repository: %v", err)
	}
	nothing := agent.Proposal{Branch: "feedback/8-absent", Base: "main", Title: "x"}
	if _, err := f.Open(t.Context(), nothing); !errors.Is(err, agent.ErrRejected) {
		t.Errorf("a branch that is not there: %v", err)
	}
	silent, err := github.New(github.Options{URL: "http://127.0.0.1:1", Token: forge.Token, Repository: "club/elders"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := silent.Repository(t.Context()); !errors.Is(err, agent.ErrSilent) {
		t.Errorf("nobody: %v", err)
	}
	for _, wrong := range []github.Options{{Repository: "x"}, {Repository: "a/b/c"}, {Repository: "a/b", URL: "ftp://x"},
		{Repository: "/"}} {
		if _, err := github.New(wrong); err == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
}
