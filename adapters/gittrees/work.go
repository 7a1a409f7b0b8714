package gittrees

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/internal/process"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/agent"
)

// Begin implements ports.WorkTree.
func (t *Trees) Begin(ctx context.Context, from agent.Repository, branch string) (tree agent.Tree, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !agent.Ours(branch) || branch == from.Default {
		return tree, agent.ErrNotOurs
	}
	if _, err := t.leave(ctx); err != nil {
		return tree, err
	}
	if err := t.fetch(ctx, from); err != nil {
		return tree, err
	}
	t.from, t.branch, t.pushed = from, branch, false
	if t.base, err = t.line(ctx, t.copied(), "rev-parse", "--verify", "--quiet",
		"refs/heads/"+from.Default+"^{commit}"); err != nil {
		return tree, err
	}
	if err := os.MkdirAll(t.place("work"), 0o700); err != nil {
		return tree, fmt.Errorf("the folder of the work: %w", err)
	}
	if err := t.clone(ctx, t.clean()); err != nil {
		return tree, err
	}
	if tree.Continued, err = t.stand(ctx); err != nil {
		return tree, err
	}
	if t.head, err = t.line(ctx, t.clean(), "rev-parse", "HEAD"); err != nil {
		return tree, err
	}
	t.start = t.head
	// Its default branch and the work that a dead process may leave are known from here on.
	if err := os.WriteFile(t.place("work", "began"), []byte(t.base+" "+t.start+" "+branch+"\n"), 0o600); err != nil {
		return tree, fmt.Errorf("note what is begun: %w", err)
	}
	if err := t.forAgent(ctx); err != nil {
		return tree, err
	}
	if t.index, err = t.line(ctx, t.clean(), "write-tree"); err != nil {
		return tree, err
	}
	if t.seal, err = t.sealed(); err != nil {
		return tree, err
	}
	if err := t.untouched(ctx); err != nil {
		return tree, err
	}
	tree.Folder, tree.Base = t.tree(), t.base
	return tree, nil
}

// clone makes a clone of the copy without files.
func (t *Trees) clone(ctx context.Context, folder string) error {
	_, err := t.git(ctx, t.o.Folder, "", "", "clone", "--quiet", "--shared", "--no-checkout", "--no-tags", "--template=", "--",
		t.copied(), folder)
	return err
}

// stand brings the clean clone to the branch as the forge has it, with the default branch merged into it. Of a branch that cannot
// be merged the history goes on, with the files of the default branch.
func (t *Trees) stand(ctx context.Context) (continued bool, err error) {
	theirs, err := t.line(ctx, t.copied(), "for-each-ref", "--format=%(objectname)", "refs/heads/"+t.branch)
	if err != nil {
		return false, err
	}
	if theirs == "" {
		for _, words := range [][]string{
			{"update-ref", "refs/heads/" + t.branch, t.base}, {"symbolic-ref", "HEAD", "refs/heads/" + t.branch},
		} {
			if _, err := t.git(ctx, t.clean(), "", "", words...); err != nil {
				return false, err
			}
		}
		return false, t.lay(ctx, t.clean(), t.base)
	}
	if _, err := t.git(ctx, t.clean(), "", "", "checkout", "--quiet", "--force", "-B", t.branch, theirs); err != nil {
		return false, err
	}
	if _, err = t.git(ctx, t.clean(), "", "", "merge", "--quiet", "--no-edit", "--no-verify", "-m",
		"Bring the branch up to date", t.base); err == nil {
		return true, nil
	}
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if _, err = t.git(ctx, t.clean(), "", "", "reset", "--quiet", "--hard", theirs); err != nil {
		return false, err
	}
	kept, err := t.git(ctx, t.clean(), "", "Begin anew from the default branch\n", "commit-tree", t.base+"^{tree}", "-p", theirs,
		"-p", t.base)
	if err != nil {
		return false, err
	}
	_, err = t.git(ctx, t.clean(), "", "", "reset", "--quiet", "--hard", strings.TrimSpace(kept))
	return false, err
}

// lay gives a clone the index of a commit. Of its files it writes those alone that say how git treats the others: the index is
// what is committed, and writing all files would take most of the time of a run.
func (t *Trees) lay(ctx context.Context, folder, commit string) error {
	if _, err := t.git(ctx, folder, "", "", "read-tree", commit); err != nil {
		return err
	}
	list, err := t.git(ctx, folder, "", "", "ls-files", "-z", "--cached", "--", ":(glob)**/.gitignore", ":(glob)**/.gitattributes")
	if err != nil || list == "" {
		return err
	}
	_, err = t.git(ctx, folder, "", list, "checkout-index", "--quiet", "--force", "-u", "-z", "--stdin")
	return err
}

// forAgent makes the tree in which the agent works: the files of the clean clone with its history, and no remote. Its objects
// are copies: what the agent does to them stays there.
func (t *Trees) forAgent(ctx context.Context) error {
	_, err := t.git(ctx, t.place("work"), "", "", "clone", "--quiet", "--local", "--no-hardlinks", "--no-checkout", "--no-tags",
		"--single-branch",
		"--branch="+t.from.Default, "--template=", "--", t.copied(), t.tree())
	if err == nil {
		_, err = t.git(ctx, t.tree(), "", "", "fetch", "--quiet", "--no-tags", "--", t.clean(), "HEAD")
	}
	if err == nil {
		err = t.fill(ctx)
	}
	if err == nil {
		_, err = t.git(ctx, t.tree(), "", "", "remote", "remove", "origin")
	}
	for _, name := range []string{"logs", "FETCH_HEAD"} {
		if err == nil {
			err = os.RemoveAll(filepath.Join(t.tree(), ".git", name))
		}
	}
	return err
}

// sealed returns what the configuration of the clean clone and of the copy is.
func (t *Trees) sealed() (string, error) {
	hash := sha256.New()
	for _, name := range []string{
		filepath.Join(t.clean(), ".git", "config"), filepath.Join(t.clean(), ".git", "info", "attributes"),
		filepath.Join(t.clean(), ".git", "info", "exclude"), filepath.Join(t.clean(), ".git", "objects", "info", "alternates"),
		filepath.Join(t.clean(), ".git", "config.worktree"), filepath.Join(t.clean(), ".git", "commondir"),
		filepath.Join(t.copied(), "config"), filepath.Join(t.copied(), "info", "attributes"), filepath.Join(t.copied(),
			"config.worktree"),
		filepath.Join(t.copied(), "commondir"), filepath.Join(t.copied(), "objects", "info", "alternates"),
	} {
		text, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("look at the clean clone: %w", err)
		}
		fmt.Fprintf(hash, "%s %d %v\n%s", name, len(text), err == nil, text)
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}

// untouched is ErrDirty when the clean clone is not as it was left here.
func (t *Trees) untouched(ctx context.Context) error {
	seal, err := t.sealed()
	if err != nil || seal != t.seal { // before git is asked, which would read it
		return agent.ErrDirty.Because(err)
	}
	head, err := t.line(ctx, t.clean(), "rev-parse", "HEAD")
	if err != nil || head != t.head {
		return agent.ErrDirty.Because(err)
	}
	index, err := t.line(ctx, t.clean(), "write-tree")
	if err != nil || index != t.index {
		return agent.ErrDirty.Because(err)
	}
	out, err := t.git(ctx, t.clean(), "", "", "status", "--porcelain", "-z", "--untracked-files=normal", "--ignore-submodules=all")
	if err != nil {
		return agent.ErrDirty.Because(err)
	}
	for entry := range strings.SplitSeq(out, "\x00") {
		if len(entry) > 2 && entry[1] != ' ' && entry[1] != 'D' { // most files of the clone are not written
			return agent.ErrDirty.Because(fmt.Errorf("status %s", entry))
		}
	}
	return nil
}

// mostRead is how long a file is that is read for the prompt, in bytes.
const mostRead = 1 << 20

// Read implements ports.WorkTree.
func (t *Trees) Read(ctx context.Context, name string) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	out, err := t.git(ctx, t.clean(), "", "", "ls-tree", "-z", "--long", "--full-tree", t.index, "--", name)
	if err != nil {
		return "", fault.ErrNotFound.Because(err)
	}
	about, path, _ := strings.Cut(strings.TrimSuffix(out, "\x00"), "\t")
	words := strings.Fields(about) // mode, kind, object, size
	if path != name || len(words) != 4 || !strings.HasPrefix(words[0], "100") {
		return "", fault.ErrNotFound
	}
	if size, err := strconv.Atoi(words[3]); err != nil || size > mostRead {
		return "", fault.ErrNotFound.Because(err)
	}
	return t.git(ctx, t.clean(), "", "", "cat-file", "blob", words[2])
}

// Push implements ports.WorkTree.
func (t *Trees) Push(ctx context.Context, message string) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !agent.Ours(t.branch) || t.branch == t.from.Default {
		return "", agent.ErrNotOurs
	}
	if err := t.untouched(ctx); err != nil {
		return "", err
	}
	of, err := t.line(ctx, t.clean(), "rev-parse", "HEAD^{tree}")
	if err != nil {
		return "", err
	}
	if of != t.index {
		if _, err := t.git(ctx, t.clean(), "", message, "commit", "--quiet", "--no-verify", "--cleanup=verbatim",
			"--file=-"); err != nil {
			return "", err
		}
		if t.head, err = t.line(ctx, t.clean(), "rev-parse", "HEAD"); err != nil {
			return "", err
		}
	}
	theirs, err := t.line(ctx, t.copied(), "for-each-ref", "--format=%(objectname)", "refs/heads/"+t.branch)
	if err != nil {
		return "", err
	}
	if theirs != t.head {
		_, err = t.git(ctx, t.clean(), t.from.CloneURL, "", "push", "--quiet", "--no-verify", "--no-follow-tags", "--", t.from.CloneURL,
			"HEAD:refs/heads/"+t.branch)
		if err != nil && ctx.Err() == nil {
			err = t.unpushed(ctx, err)
		}
	}
	t.pushed = err == nil
	return t.head, err
}

// unpushed returns the fault of a push that failed. Git ends with 1 when the forge said that it does not take the branch. Else
// the forge did not answer, or the way there is cut off, unless it can still be read: then it is about what was pushed.
func (t *Trees) unpushed(ctx context.Context, err error) error {
	var ended *process.Error
	if !errors.As(err, &ended) {
		return err
	}
	if ended.Code != 1 {
		for _, words := range []string{"error: 401", "error: 403", "Authentication failed"} {
			if strings.Contains(ended.Said, words) {
				return agent.ErrRefused.Because(fmt.Errorf("git push: %w", ended))
			}
		}
		if _, away := t.git(ctx, t.clean(), t.from.CloneURL, "", "ls-remote", "--quiet", "--", t.from.CloneURL, "HEAD"); away != nil {
			return agent.ErrSilent.Because(fmt.Errorf("git push: %w", ended))
		}
	}
	return agent.ErrRejected.Because(fmt.Errorf("git push: %w", ended))
}
