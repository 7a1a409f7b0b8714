package gittrees

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/agent"
)

// Take implements ports.WorkTree.
func (t *Trees) Take(ctx context.Context) (agent.Diff, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var d agent.Diff
	if err := t.untouched(ctx); err != nil {
		return d, err
	}
	wrong, err := t.bring(ctx, t.clean())
	if errors.Is(err, errName) {
		// The clone goes back to where it was, and the whole is refused.
		wrong = append(wrong, agent.Refused{Reason: agent.OddName})
		if _, err = t.git(ctx, t.clean(), "", "", "reset", "--quiet", "--hard", t.head); err == nil {
			_, err = t.git(ctx, t.clean(), "", "", "clean", "--quiet", "-ffdx")
		}
	}
	if err != nil {
		return d, err
	}
	if t.index, err = t.line(ctx, t.clean(), "write-tree"); err != nil {
		return d, err
	}
	t.pushed = false
	d, err = t.difference(ctx, t.clean(), t.base)
	d.Wrong = append(wrong, d.Wrong...)
	return d, err
}

// mostPatch is how long a patch is that is looked at, in bytes.
const mostPatch = 8 << 20

var plainDiff = []string{"diff", "--cached", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames",
	"--ignore-submodules=none"}

// difference returns what is staged in a clone beside a commit.
func (t *Trees) difference(ctx context.Context, folder, base string) (d agent.Diff, err error) {
	numbers, err := t.git(ctx, folder, "", "", slices.Concat(plainDiff, []string{"--numstat", "-z", base, "--"})...)
	if err != nil {
		return d, err
	}
	modes, err := t.git(ctx, folder, "", "", slices.Concat(plainDiff, []string{"--raw", "-z", base, "--"})...)
	if err != nil {
		return d, err
	}
	patch, err := t.git(ctx, folder, "", "", slices.Concat(plainDiff, []string{"--src-prefix=a/", "--dst-prefix=b/", base, "--"})...)
	if err != nil {
		return d, err
	}
	return readDiff(numbers, modes, patch), nil
}

// readDiff reads what git says of a difference: in numbers (--numstat -z), in modes (--raw -z) and as a patch.
func readDiff(numbers, modes, patch string) (d agent.Diff) {
	places := map[string]int{}
	for entry := range strings.SplitSeq(numbers, "\x00") {
		words := strings.SplitN(entry, "\t", 3)
		if len(words) != 3 {
			continue
		}
		c := agent.Change{Path: words[2], Binary: words[0] == "-"}
		c.Added, _ = strconv.Atoi(words[0])
		c.Removed, _ = strconv.Atoi(words[1])
		places[c.Path] = len(d.Changes)
		d.Changes = append(d.Changes, c)
	}
	entries := strings.Split(modes, "\x00")
	for i := 0; i+1 < len(entries); i += 2 {
		words := strings.Fields(strings.TrimPrefix(entries[i], ":"))
		at, known := places[entries[i+1]]
		if len(words) < 2 || !known {
			continue
		}
		switch words[1] {
		case "120000":
			d.Changes[at].Link = true
		case "160000":
			d.Wrong = append(d.Wrong, agent.Refused{Reason: agent.GitFile, Path: entries[i+1]})
		}
	}
	if len(patch) > mostPatch {
		patch = patch[:mostPatch]
		d.Wrong = append(d.Wrong, agent.Refused{Reason: agent.TooManyLines})
	}
	d.Patch = strings.ToValidUTF8(patch, "�")
	addLines(&d, patch)
	return d
}

// addLines notes the lines that came, which stand in the patch in the order of the files. A file that becomes a link, or a link
// that becomes a file, stands there twice in a row, as what goes and as what comes.
func addLines(d *agent.Diff, patch string) {
	file, within, header := -1, false, ""
	for line := range strings.Lines(patch) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "diff --git "):
			if line != header {
				file, header = file+1, line
			}
			within = false
		case strings.HasPrefix(line, "@@"):
			within = true
		case within && strings.HasPrefix(line, "+") && file >= 0 && file < len(d.Changes):
			d.Changes[file].Lines = append(d.Changes[file].Lines, strings.ToValidUTF8(line[1:], "�"))
		}
	}
}

// Leave implements ports.WorkTree.
func (t *Trees) Leave(ctx context.Context) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.leave(ctx)
}

func (t *Trees) leave(ctx context.Context) (patch string, err error) {
	began, err := os.ReadFile(t.place("work", "began"))
	if err == nil && !t.pushed {
		// What cannot be kept is thrown away all the same: it stood in the way of everything that follows.
		if patch, err = t.keep(ctx, strings.Fields(string(began))); err != nil && ctx.Err() != nil {
			return "", ctx.Err()
		}
	}
	t.pushed, t.branch, t.seal = false, "", ""
	if err := t.keepFiles(); err != nil {
		return patch, fmt.Errorf("keep the files: %w", err)
	}
	if err := discard(t.place("work")); err != nil {
		return patch, fmt.Errorf("throw the work away: %w", err)
	}
	return patch, nil
}

// discard removes a folder, also one in which somebody took rights away.
func discard(folder string) error {
	if err := os.RemoveAll(folder); err == nil {
		return nil
	}
	_ = filepath.WalkDir(folder, func(name string, entry os.DirEntry, _ error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(name, 0o700) //nolint:gosec // a folder that is removed
		}
		return nil
	})
	return os.RemoveAll(folder)
}

// mostPatches is how many patches are kept, the newest.
const mostPatches = 50

// keep writes what is in the tree and not in the commit with which it began into a patch, through a new clone: the old one may
// have been touched.
func (t *Trees) keep(ctx context.Context, began []string) (string, error) {
	if len(began) != 3 {
		return "", nil // it was not begun
	}
	if err := os.WriteFile(filepath.Join(t.copied(), "config"), []byte(copyConfig), 0o600); err != nil {
		return "", err
	}
	folder := t.place("work", "last")
	if err := discard(folder); err != nil {
		return "", err
	}
	if err := t.clone(ctx, folder); err != nil {
		return "", err
	}
	start := began[1]
	if _, err := t.line(ctx, folder, "rev-parse", "--verify", "--quiet", start+"^{commit}"); err != nil {
		start = began[0] // a merge that only the clean clone had
	}
	if err := t.lay(ctx, folder, start); err != nil {
		return "", err
	}
	if _, err := t.bring(ctx, folder); err != nil && !errors.Is(err, errName) {
		return "", err
	}
	text, err := t.git(ctx, folder, "", "", slices.Concat(plainDiff, []string{"--binary", start, "--"})...)
	if err != nil || text == "" {
		return "", err
	}
	name := time.Now().UTC().Format("20060102-150405.000") + "-" + strings.ReplaceAll(began[2], "/", "-") + ".patch"
	file := t.place("patches", name)
	if err := os.WriteFile(file, []byte(text[:min(len(text), mostPatch)]), 0o600); err != nil {
		return "", err
	}
	old, _ := filepath.Glob(t.place("patches", "*.patch"))
	for len(old) > mostPatches {
		_ = os.Remove(old[0]) // the next time
		old = old[1:]
	}
	return file, nil
}
