package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// golangciModule is what runs when golangci-lint is not on PATH, compiled by our
// own Go: it refuses a module whose Go is newer than the one that built it.
const golangciModule = "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0"

// checkFormat fails on Go files that gofmt would write otherwise.
func (s *session) checkFormat(ctx context.Context) (string, error) {
	files, err := goFiles(os.DirFS(s.root))
	if err != nil {
		return "", err
	}
	output, err := captured(s.command(ctx, ".", "gofmt", append([]string{"-l", "--"}, files...)...))
	if err != nil {
		return "", err
	}
	if unformatted := strings.Fields(output); len(unformatted) > 0 {
		return "", fmt.Errorf("gofmt would change:\n  %s", strings.Join(unformatted, "\n  "))
	}
	return fmt.Sprintf("%d files", len(files)), nil
}

// goFiles returns our Go files. npm packages bring some of their own, which
// `gofmt -l .` would find as well.
func goFiles(tree fs.FS) ([]string, error) {
	var files []string
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && neverCommitted(name) {
			return fs.SkipDir
		}
		if !entry.IsDir() && strings.HasSuffix(name, ".go") {
			files = append(files, filepath.FromSlash(name))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the Go files: %w", err)
	}
	return files, nil
}

// lintGo runs golangci-lint: the one on PATH, or one that go compiles, which
// takes minutes the first time.
func (s *session) lintGo(ctx context.Context) (string, error) {
	if _, err := exec.LookPath("golangci-lint"); err != nil {
		return "compiled from source", quiet(s.goCommand(ctx, "run", golangciModule, "run", "./..."))
	}
	cmd := s.command(ctx, ".", "golangci-lint", "run", "./...")
	cmd.Env = append(cmd.Env, "CGO_ENABLED=0")
	return "", quiet(cmd)
}
