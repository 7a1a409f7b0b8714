package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// webDir is the page's folder.
const webDir = "apps/web"

// Inside webDir: the files whose age says when the page was built and when npm
// filled node_modules, and what building and testing write.
const (
	builtPage   = "dist/index.html"
	npmLock     = "package-lock.json"
	npmMark     = "node_modules/.package-lock.json"
	npmFolder   = "node_modules"
	webFallback = "fallback.html"
	testedMark  = "node_modules/.tests-passed"
)

// testedToo is what the page's unit tests read outside webDir.
const testedToo = "core/access"

// notSource are the names in webDir that the built page does not come from.
var notSource = []string{npmFolder, "dist", "e2e", "test-results", "playwright-report", ".tanstack", webFallback, "embed.go"}

// npm runs it without what it likes to say and to download beside the packages:
// the browser is the machine's own.
func (s *session) npm(ctx context.Context, args ...string) *exec.Cmd {
	cmd := s.command(ctx, webDir, "npm", args...)
	cmd.Env = append(cmd.Env,
		"PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1",
		"npm_config_audit=false", "npm_config_fund=false", "npm_config_update_notifier=false")
	return cmd
}

// installWebPackages fills node_modules from the lock file unless it is newer.
func (s *session) installWebPackages(ctx context.Context) (string, error) {
	web := os.DirFS(s.path(webDir))
	locked, found, err := builtAt(web, npmLock)
	if err != nil {
		return "", err
	}
	if !found {
		return "", errors.New("apps/web/package-lock.json is missing")
	}
	installed, found, err := builtAt(web, npmMark)
	if err != nil {
		return "", err
	}
	if found && !locked.After(installed) {
		return "already there", nil
	}
	return "", quiet(s.npm(ctx, "ci"))
}

func (s *session) buildPage(ctx context.Context) (string, error) {
	return "", quiet(s.npm(ctx, "run", "build"))
}

// refreshPage builds the page when it is not built or older than its sources.
func (s *session) refreshPage(ctx context.Context) (string, error) {
	web := os.DirFS(s.path(webDir))
	built, found, err := builtAt(web, builtPage)
	if err != nil {
		return "", err
	}
	if found {
		changed, err := newer(web, notSource, built)
		if err != nil {
			return "", err
		}
		if !changed {
			return "built before", nil
		}
	}
	if _, err := s.installWebPackages(ctx); err != nil {
		return "", err
	}
	return s.buildPage(ctx)
}

func (s *session) checkPageTypes(ctx context.Context) (string, error) {
	return "", quiet(s.npm(ctx, "run", "typecheck"))
}

func (s *session) lintPage(ctx context.Context) (string, error) {
	return "", quiet(s.npm(ctx, "run", "lint"))
}

func (s *session) generateWeb(ctx context.Context) (string, error) {
	return "", quiet(s.npm(ctx, "run", "generate"))
}

func (s *session) testPage(ctx context.Context) (string, error) {
	return s.reported(func(report string) *exec.Cmd {
		return s.npm(ctx, "run", "test", "--",
			"--reporter=default", "--reporter=json", "--outputFile.json="+report)
	}, readVitest)
}

// testChangedPage runs the page's unit tests unless they passed, of the same files, before: in the inner loop go test remembers
// that of packages, too. In CI they always run.
func (s *session) testChangedPage(ctx context.Context) (string, error) {
	if s.afresh() == nil {
		passed, found, err := builtAt(os.DirFS(s.path(webDir)), testedMark)
		if err != nil {
			return "", err
		}
		if found {
			changed, err := newer(os.DirFS(s.path(webDir)), notSource, passed)
			if err == nil && !changed {
				changed, err = newer(os.DirFS(s.path(testedToo)), nil, passed)
			}
			if err != nil {
				return "", err
			}
			if !changed {
				s.leftOut = append(s.leftOut, "the page's tests, of which nothing changed since they passed")
				return "passed before", nil
			}
		}
	}
	begin := time.Now()
	said, err := s.testPage(ctx)
	if err != nil {
		return said, err
	}
	mark := s.path(webDir, testedMark)
	if err := os.WriteFile(mark, nil, 0o600); err != nil {
		return said, err
	}
	return said, os.Chtimes(mark, begin, begin)
}

// testBrowser drives the built page on the built server with the machine's own
// Chromium.
func (s *session) testBrowser(ctx context.Context) (string, error) {
	return s.reported(func(report string) *exec.Cmd {
		cmd := s.npm(ctx, "run", "e2e", "--", "--reporter=list,json")
		cmd.Env = append(cmd.Env,
			"CLUBHUIS_BINARY="+s.binary(),
			"CHROMIUM="+s.chromium,
			"PLAYWRIGHT_JSON_OUTPUT_NAME="+report,
			"PLAYWRIGHT_HTML_OPEN=never")
		return cmd
	}, readPlaywright)
}

// reported runs tests that write a JSON report and counts what is in it. The
// tests' own failure comes before anything that is odd about the report.
func (s *session) reported(prepare func(report string) *exec.Cmd, read func([]byte) (outcome, error)) (string, error) {
	dir, err := os.MkdirTemp("", "clubhuis-report-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	report := filepath.Join(dir, "report.json")
	cmd := prepare(report)
	output, failure := cmd.CombinedOutput()
	if failure != nil {
		failure = &commandError{command: "npm " + cmd.Args[2], output: output, err: failure}
	}
	content, err := os.ReadFile(report)
	if err != nil {
		return "", errors.Join(failure, fmt.Errorf("the tests left no report: %w", err))
	}
	result, err := read(content)
	if err != nil {
		return "", errors.Join(failure, err)
	}
	s.counted(result.tally, result.times)
	return result.tally.String(), errors.Join(failure, result.check())
}
