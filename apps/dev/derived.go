package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

// digest identifies a file's content.
type digest = [sha256.Size]byte

func (s *session) generateGo(ctx context.Context) (string, error) {
	return "", quiet(s.goCommand(ctx, "generate", "./..."))
}

func (s *session) checkModule(ctx context.Context) (string, error) {
	return "", quiet(s.goCommand(ctx, "mod", "tidy", "-diff"))
}

func (s *session) takeSnapshot(context.Context) (string, error) {
	files, err := digests(os.DirFS(s.root))
	if err != nil {
		return "", err
	}
	s.files = files
	return fmt.Sprintf("%d files", len(files)), nil
}

// compareSnapshot fails when a file is not as it was before generating. It looks
// at every file of the work tree, so that there is no list of derived files to
// keep, and not at git, so that work in progress is no difference.
func (s *session) compareSnapshot(context.Context) (string, error) {
	files, err := digests(os.DirFS(s.root))
	if err != nil {
		return "", err
	}
	if changed := differences(s.files, files); len(changed) > 0 {
		return "", fmt.Errorf("these derived files were out of date:\n  %s", strings.Join(changed, "\n  "))
	}
	return "", nil
}

// digests reads every file that could be committed.
func digests(tree fs.FS) (map[string]digest, error) {
	files := make(map[string]digest)
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && neverCommitted(name) {
			return fs.SkipDir
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		files[name] = sha256.Sum256(content)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the work tree: %w", err)
	}
	return files, nil
}

// neverCommitted says whether a folder holds only what building and running leave.
func neverCommitted(dir string) bool {
	switch path.Base(dir) {
	case ".git", "node_modules", "dist", "test-results", "playwright-report", ".tanstack":
		return true
	default:
		return dir == "var"
	}
}

// differences returns the names, sorted, that are not the same in both.
func differences(before, after map[string]digest) []string {
	changed := make(map[string]bool)
	for name, content := range after {
		if old, found := before[name]; !found || old != content {
			changed[name] = true
		}
	}
	for name := range before {
		if _, found := after[name]; !found {
			changed[name] = true
		}
	}
	return slices.Sorted(maps.Keys(changed))
}
