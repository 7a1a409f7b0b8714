// Package gittrees keeps the code on which a coding agent works, by the git program: a copy of the forge's repository, for each
// piece of work a clean clone, which alone commits and pushes, and a tree without remote, in which the agent works.
//
// It trusts nothing that lies in the agent's tree. The tree's own .git is never used: files are read one by one, without
// following links out of it, and written into the clean clone. Git runs with no configuration but the one that is written here,
// without hooks, filters and monitors, and gets the token in its environment, for the commands that speak to the forge alone.
package gittrees

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/clubhuis/clubhuis/adapters/internal/process"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

// Options say where and as whom.
type Options struct {
	Folder string // of its own
	Token  string // of the forge; given as a password to its own address alone
	Name   string // of who commits; "Clubhuis" when empty
	Email  string // likewise
}

// Trees is the git of one installation. One at a time works with it: its user holds a lock.
type Trees struct {
	o  Options
	mu sync.Mutex

	// Of the work that is under way:
	from   agent.Repository
	branch string
	base   string // commit of the default branch
	start  string // commit that the tree began with
	head   string // commit at which the clean clone stands
	index  string // tree of what was taken
	seal   string // configuration of the clean clone and the copy
	pushed bool   // all that was taken
}

var _ ports.WorkTree = (*Trees)(nil)

// New makes the folder.
func New(o Options) (*Trees, error) {
	if o.Name == "" {
		o.Name = "Clubhuis"
	}
	if o.Email == "" {
		o.Email = "clubhuis@localhost"
	}
	folder, err := filepath.Abs(o.Folder)
	if err != nil {
		return nil, fmt.Errorf("the folder of the agent: %w", err)
	}
	o.Folder = folder
	for _, name := range []string{"home", "patches"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o700); err != nil {
			return nil, fmt.Errorf("the folder of the agent: %w", err)
		}
	}
	return &Trees{o: o}, nil
}

func (t *Trees) place(names ...string) string {
	return filepath.Join(append([]string{t.o.Folder}, names...)...)
}

func (t *Trees) copied() string { return t.place("copy.git") }
func (t *Trees) clean() string  { return t.place("work", "clean") }
func (t *Trees) tree() string   { return t.place("work", "tree") }

// settings are all of git's, for every command.
var settings = []string{
	"core.hooksPath=/dev/null", "core.fsmonitor=false", "core.untrackedCache=false", "core.attributesFile=/dev/null",
	"core.excludesFile=/dev/null", "core.autocrlf=false", "core.quotePath=false", "core.symlinks=true", "core.protectHFS=true",
	"core.protectNTFS=true", "protocol.allow=never", "protocol.https.allow=always", "protocol.http.allow=always",
	"protocol.file.allow=always", "http.followRedirects=false", "submodule.recurse=false", "fetch.recurseSubmodules=false",
	"gc.auto=0", "maintenance.auto=false", "commit.gpgSign=false", "push.gpgSign=false", "credential.helper=", "diff.external=",
	"advice.detachedHead=false", "init.defaultBranch=main", "safe.directory=*", "uploadpack.allowFilter=false",
	"merge.renames=true", "core.checkStat=default",
}

// kept are the variables of ours that git needs: how the network is reached.
var kept = []string{
	"PATH", "TMPDIR", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
	"SSL_CERT_FILE", "SSL_CERT_DIR",
	"SystemRoot",
}

// mostOutput bounds what is read of a git command, in bytes.
const mostOutput = 64 << 20

// git runs a git command in a folder. remote is the address that it speaks to, "" for none.
func (t *Trees) git(ctx context.Context, folder, remote, input string, words ...string) (string, error) {
	var all []string
	for _, setting := range settings {
		all = append(all, "-c", setting)
	}
	cmd := exec.CommandContext(ctx, "git", append(all, words...)...) //nolint:gosec // the words are ours, names among them behind --
	cmd.Dir = folder
	for _, name := range kept {
		if value, there := os.LookupEnv(name); there {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	cmd.Env = append(cmd.Env, "HOME="+t.place("home"), "XDG_CONFIG_HOME="+t.place("home"), "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_ATTR_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0",
		"GIT_LFS_SKIP_SMUDGE=1",
		"GIT_AUTHOR_NAME="+t.o.Name, "GIT_AUTHOR_EMAIL="+t.o.Email, "GIT_COMMITTER_NAME="+t.o.Name, "GIT_COMMITTER_EMAIL="+t.o.Email,
		"GIT_EDITOR=true", "GIT_MERGE_AUTOEDIT=no")
	cmd.Env = append(cmd.Env, t.credential(remote)...)
	out, err := process.Output(ctx, cmd, strings.NewReader(input), mostOutput)
	if err != nil && ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return string(out), agent.ErrGit.Because(fmt.Errorf("git %s: %w", words[0], err))
	}
	return string(out), nil
}

// credential returns the variables by which git gets the token, for one address.
func (t *Trees) credential(remote string) []string {
	address, err := url.Parse(remote)
	if t.o.Token == "" || err != nil || address.Scheme != "https" && address.Scheme != "http" {
		return nil
	}
	basic := base64.StdEncoding.EncodeToString([]byte("x-access-token:" + t.o.Token))
	return []string{
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=http." + address.Scheme + "://" + address.Host + "/.extraHeader",
		"GIT_CONFIG_VALUE_0=Authorization: Basic " + basic,
	}
}

// line is git's answer of one line.
func (t *Trees) line(ctx context.Context, folder string, words ...string) (string, error) {
	out, err := t.git(ctx, folder, "", "", words...)
	return strings.TrimSpace(out), err
}

// copyConfig is the whole configuration of the copy.
const copyConfig = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"

// fetch brings the copy to what the forge has of the default branch and of ours. What a dead process left of git is put right.
func (t *Trees) fetch(ctx context.Context, from agent.Repository) error {
	if strings.HasPrefix(from.CloneURL, "-") || strings.HasPrefix(from.Default, "-") || from.Default == "" {
		return agent.ErrOdd.Because(fmt.Errorf("the branch %q of %q", from.Default, from.CloneURL))
	}
	folder := t.copied()
	if _, err := os.Stat(filepath.Join(folder, "HEAD")); errors.Is(err, fs.ErrNotExist) {
		if _, err := t.git(ctx, t.o.Folder, "", "", "init", "--quiet", "--bare", "--template=", folder); err != nil {
			return err
		}
	}
	for _, name := range []string{"hooks", "info"} {
		if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
			return fmt.Errorf("put the copy right: %w", err)
		}
	}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && (strings.HasSuffix(name, ".lock") || strings.HasPrefix(entry.Name(), "tmp_")) {
			return os.Remove(name)
		}
		return err
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "config"), []byte(copyConfig), 0o600)
	}
	if err != nil {
		return fmt.Errorf("put the copy right: %w", err)
	}
	_, err = t.git(ctx, folder, from.CloneURL, "", "fetch", "--quiet", "--prune", "--no-tags", "--force", "--", from.CloneURL,
		"+refs/heads/"+from.Default+":refs/heads/"+from.Default, "+refs/heads/feedback/*:refs/heads/feedback/*",
		"+refs/heads/optimize/*:refs/heads/optimize/*")
	return err
}

// Sources implements ports.WorkTree.
func (t *Trees) Sources(ctx context.Context, from agent.Repository) ([]agent.Source, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fetch(ctx, from); err != nil {
		return nil, err
	}
	out, err := t.git(ctx, t.copied(), "", "", "ls-tree", "-r", "-z", "refs/heads/"+from.Default)
	if err != nil {
		return nil, err
	}
	var list []agent.Source
	for entry := range strings.SplitSeq(out, "\x00") {
		about, name, found := strings.Cut(entry, "\t")
		if words := strings.Fields(about); found && len(words) == 3 && strings.HasPrefix(words[0], "100") {
			list = append(list, agent.Source{Path: name, Blob: words[2]})
		}
	}
	return list, nil
}

// Branches implements ports.WorkTree.
func (t *Trees) Branches(ctx context.Context, from agent.Repository) ([]agent.Branch, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fetch(ctx, from); err != nil {
		return nil, err
	}
	out, err := t.git(ctx, t.copied(), "", "", "for-each-ref", "--format=%(objectname) %(refname:strip=2)", "refs/heads/feedback",
		"refs/heads/optimize")
	if err != nil {
		return nil, err
	}
	var list []agent.Branch
	for line := range strings.Lines(out) {
		commit, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if agent.Ours(name) {
			list = append(list, agent.Branch{Name: name, Commit: commit})
		}
	}
	return list, nil
}

// Remove implements ports.WorkTree.
func (t *Trees) Remove(ctx context.Context, from agent.Repository, branch agent.Branch) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !agent.Ours(branch.Name) || branch.Name == from.Default || branch.Commit == "" {
		return agent.ErrNotOurs
	}
	ref := "refs/heads/" + branch.Name
	_, err := t.git(ctx, t.copied(), from.CloneURL, "", "push", "--quiet", "--no-verify",
		"--force-with-lease="+ref+":"+branch.Commit, "--", from.CloneURL, ":"+ref)
	if err != nil {
		out, failed := t.git(ctx, t.copied(), from.CloneURL, "", "ls-remote", "--", from.CloneURL, ref)
		if failed != nil || strings.HasPrefix(out, branch.Commit) {
			return err
		}
	}
	return t.fetch(ctx, from)
}
