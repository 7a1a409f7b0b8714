// Package bareforge is a forge without a server: bare repositories in a folder, OWNER/NAME.git, with their pull requests as files
// beside them, OWNER/NAME.pulls/1.json. It is for trying out, and for clubs that review with git alone.
//
// Whoever reviews merges with git and removes nothing else: a pull request counts as merged when its branch is in the default
// branch, or when its file says "merged".
package bareforge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/internal/process"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

// Forge is one repository.
type Forge struct {
	folder, repository string
	pages              string // address before the number of a pull request
}

var _ ports.Forge = (*Forge)(nil)

// New takes a repository of a folder. It reads nothing yet.
func New(folder, repository string) (*Forge, error) {
	owner, name, found := strings.Cut(repository, "/")
	if !found || !filepath.IsLocal(filepath.FromSlash(repository)) || owner == "" || name == "" || strings.Contains(name, "/") {
		return nil, fmt.Errorf("the repository is no OWNER/NAME: %q", repository)
	}
	// The application shows http addresses alone. Nobody serves this one.
	return &Forge{folder, repository, "http://localhost/" + repository + "/pull/"}, nil
}

func (f *Forge) path() string {
	return filepath.Join(f.folder, filepath.FromSlash(f.repository)+".git")
}

func (f *Forge) pulls() string {
	return filepath.Join(f.folder, filepath.FromSlash(f.repository)+".pulls")
}

func (f *Forge) git(ctx context.Context, words ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*"},
		words...)...) //nolint:gosec // the words are ours
	cmd.Dir = f.path()
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "LC_ALL=C")
	out, err := process.Output(ctx, cmd, nil, 1<<20)
	if err != nil && ctx.Err() != nil {
		return "", ctx.Err()
	}
	return strings.TrimSpace(string(out)), err
}

// Repository implements ports.Forge.
func (f *Forge) Repository(ctx context.Context) (r agent.Repository, err error) {
	if _, err := os.Stat(filepath.Join(f.path(), "HEAD")); errors.Is(err, fs.ErrNotExist) {
		return r, agent.ErrGone.Because(err)
	}
	head, err := f.git(ctx, "symbolic-ref", "--short", "HEAD")
	if err != nil {
		return r, odd(ctx, err)
	}
	return agent.Repository{CloneURL: f.path(), Default: head}, nil
}

// odd is what an error of git means.
func odd(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return agent.ErrOdd.Because(err)
}

// kept is a pull request as it lies in its file.
type kept struct {
	Number int    `json:"number"`
	Branch string `json:"branch"`
	Base   string `json:"base"`
	Title  string `json:"title"`
	Body   string `json:"body"`
	Head   string `json:"head"`
	State  string `json:"state"` // open, closed or merged
}

func (f *Forge) file(number int) string {
	return filepath.Join(f.pulls(), strconv.Itoa(number)+".json")
}

// read returns the pull request of a number, nil for none.
func (f *Forge) read(number int) (*kept, error) {
	text, err := os.ReadFile(f.file(number))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var p kept
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		return nil, agent.ErrOdd.Because(err)
	}
	return &p, nil
}

// PullRequests implements ports.Forge.
func (f *Forge) PullRequests(ctx context.Context, branch string) (list []agent.PullRequest, err error) {
	if _, err := f.Repository(ctx); err != nil {
		return nil, err
	}
	for number := 1; ; number++ {
		p, err := f.read(number)
		if err != nil {
			return nil, err
		}
		if p == nil {
			break
		}
		if p.Branch == branch {
			list = append([]agent.PullRequest{f.known(ctx, p)}, list...)
		}
	}
	return list[:min(len(list), 100)], ctx.Err()
}

// known is a pull request as it stands in the repository.
func (f *Forge) known(ctx context.Context, p *kept) agent.PullRequest {
	made := agent.PullRequest{
		Number: p.Number, URL: f.pages + strconv.Itoa(p.Number), Open: p.State == "open", Merged: p.State == "merged", Head: p.Head,
	}
	if !made.Open {
		return made
	}
	if head, err := f.git(ctx, "rev-parse", "--verify", "--quiet", "refs/heads/"+p.Branch); err == nil {
		made.Head = head
	}
	if _, err := f.git(ctx, "merge-base", "--is-ancestor", made.Head, "refs/heads/"+p.Base); err == nil {
		made.Open, made.Merged = false, true
	}
	return made
}

// Open implements ports.Forge.
func (f *Forge) Open(ctx context.Context, p agent.Proposal) (made agent.PullRequest, err error) {
	known, err := f.PullRequests(ctx, p.Branch)
	if err != nil {
		return made, err
	}
	if len(known) > 0 && known[0].Open {
		return made, agent.ErrExists
	}
	head, err := f.git(ctx, "rev-parse", "--verify", "--quiet", "refs/heads/"+p.Branch)
	if err != nil {
		return made, odd(ctx, err)
	}
	if err := os.MkdirAll(f.pulls(), 0o750); err != nil {
		return made, agent.ErrOdd.Because(err)
	}
	for number := 1; ; number++ {
		one := kept{number, p.Branch, p.Base, p.Title, p.Body, head, "open"}
		text, err := json.MarshalIndent(one, "", "  ")
		if err != nil {
			return made, agent.ErrOdd.Because(err)
		}
		switch err := create(f.file(number), append(text, '\n')); {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return made, agent.ErrOdd.Because(err)
		}
		return f.known(ctx, &one), nil
	}
}

// create writes a new file as a whole, or not at all.
func create(path string, text []byte) error {
	part, err := os.CreateTemp(filepath.Dir(path), ".part-*")
	if err != nil {
		return err
	}
	_, err = part.Write(text)
	if err = errors.Join(err, part.Close()); err == nil {
		err = os.Link(part.Name(), path)
	}
	_ = os.Remove(part.Name()) // it has another name, or is not wanted
	return err
}
