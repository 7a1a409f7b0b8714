package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/apps/internal/disk"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// A tool is a program that a step needs and go cannot fetch.
type tool struct {
	name     string
	look     func(*session, context.Context) error // nil when it is there; else why not
	packages []string                              // of Debian; nil when Debian's may be too old
	install  string                                // what to do when the packages cannot be installed
}

// headlessShell is Chromium without the windows that nobody sees: the tests take half of the time in it.
const headlessShell = "chromium-headless-shell"

var (
	goTool   = tool{name: "Go", look: (*session).lookGo, install: "see https://go.dev/dl"}
	nodeTool = tool{name: "Node.js with npm", look: (*session).lookNode, install: "see https://nodejs.org/en/download"}

	postgresTool = tool{
		name:     "PostgreSQL",
		look:     func(*session, context.Context) error { return postgres.Installed() },
		packages: []string{"postgresql"},
	}
	chromiumTool = tool{
		name:     "Chromium",
		look:     (*session).lookChromium,
		packages: []string{headlessShell},
	}
	gitTool = tool{
		name:     "git",
		look:     func(*session, context.Context) error { return lookPath("git") },
		packages: []string{"git"},
	}
	// wrapperTool keeps a coding agent in its folder.
	wrapperTool = tool{
		name:     "bubblewrap",
		look:     (*session).lookWrapper,
		packages: []string{"bubblewrap"},
	}
	roomTool = tool{
		name:    "room on the disk",
		look:    (*session).lookRoom,
		install: "remove files, or let go make its cache anew with: go clean -cache",
	}
	compilerTool = tool{
		name:     "a C compiler",
		look:     func(*session, context.Context) error { return lookPath("gcc", "cc", "clang") },
		packages: []string{"gcc", "libc6-dev"},
	}
)

// needs returns the step that sees to it that tools are there.
func needs(tools ...tool) step {
	var names []string
	for _, tool := range tools {
		names = append(names, tool.name)
	}
	return step{
		name: "tools: " + strings.Join(names, ", "),
		run: func(s *session, ctx context.Context) (string, error) {
			return "", s.need(ctx, tools...)
		},
		advice: "Install what is named above, then run the command again. " +
			"As root on Debian this installs by itself what Debian has.",
	}
}

// need returns nil when every tool is there, after installing what it can. The
// error names all that is missing at once.
func (s *session) need(ctx context.Context, tools ...tool) error {
	missing, problem := s.missing(ctx, tools)
	var packages []string
	for _, tool := range missing {
		packages = append(packages, tool.packages...)
	}
	if len(packages) > 0 && canInstall() {
		if err := s.install(ctx, packages); err != nil {
			return fmt.Errorf("install %s: %w", strings.Join(packages, ", "), err)
		}
		_, problem = s.missing(ctx, tools)
	}
	return problem
}

// missing returns the tools that are not there, with one error that tells all.
func (s *session) missing(ctx context.Context, tools []tool) ([]tool, error) {
	var missing []tool
	var problems []error
	for _, tool := range tools {
		err := tool.look(s, ctx)
		if err == nil {
			continue
		}
		missing = append(missing, tool)
		remedy := tool.install
		if len(tool.packages) > 0 {
			remedy = "on Debian and Ubuntu: sudo apt-get install -y --no-install-recommends " + strings.Join(tool.packages, " ")
		}
		problems = append(problems, fmt.Errorf("%s is missing: %w (%s)", tool.name, err, remedy))
	}
	return missing, errors.Join(problems...)
}

// canInstall says whether we may install packages: as root on Debian and its kin.
func canInstall() bool {
	_, err := exec.LookPath("apt-get")
	return err == nil && os.Geteuid() == 0
}

func (s *session) install(ctx context.Context, packages []string) error {
	for _, args := range [][]string{
		{"update", "-qq"},
		append([]string{"install", "-y", "-qq", "--no-install-recommends"}, packages...),
	} {
		cmd := s.command(ctx, ".", "apt-get", args...)
		cmd.Env = append(cmd.Env, "DEBIAN_FRONTEND=noninteractive")
		if err := quiet(cmd); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) lookGo(ctx context.Context) error {
	content, err := os.ReadFile(s.path("go.mod"))
	if err != nil {
		return err
	}
	match := regexp.MustCompile(`(?m)^go (\S+)$`).FindSubmatch(content)
	if match == nil {
		return errors.New("go.mod has no go line")
	}
	have, err := captured(s.command(ctx, ".", "go", "env", "GOVERSION"))
	if err != nil {
		return err
	}
	return atLeast(strings.TrimSpace(have), string(match[1]))
}

// enoughRoom is how many bytes the tests need when go's cache is empty.
const enoughRoom = 6e9

// lookRoom asks where go puts programs, and where it keeps them.
func (s *session) lookRoom(ctx context.Context) error {
	cache, err := captured(s.command(ctx, ".", "go", "env", "GOCACHE"))
	if err != nil {
		return err
	}
	for _, place := range []string{os.TempDir(), strings.TrimSpace(cache)} {
		free, err := disk.Room(place)
		if err != nil {
			continue // what can't be told is no reason to stop
		}
		if err := checkRoom(place, free); err != nil {
			return err
		}
	}
	return nil
}

func checkRoom(place string, free int64) error {
	if free >= enoughRoom {
		return nil
	}
	return fmt.Errorf("%.1f GB free for %s, and %.0f are needed", float64(free)/1e9, place, enoughRoom/1e9)
}

func (s *session) lookNode(ctx context.Context) error {
	if err := lookPath("npm"); err != nil {
		return err
	}
	have, err := captured(s.command(ctx, ".", "node", "--version"))
	if err != nil {
		return err
	}
	content, err := os.ReadFile(s.path("apps", "web", "package.json"))
	if err != nil {
		return err
	}
	want, err := engine(content)
	if err != nil {
		return err
	}
	return atLeast(strings.TrimSpace(have), want)
}

// engine returns the oldest version of Node that a package.json accepts.
func engine(packageJSON []byte) (string, error) {
	var content struct {
		Engines struct {
			Node string `json:"node"`
		} `json:"engines"`
	}
	if err := json.Unmarshal(packageJSON, &content); err != nil {
		return "", fmt.Errorf("read apps/web/package.json: %w", err)
	}
	version, ok := strings.CutPrefix(content.Engines.Node, ">=")
	if !ok {
		return "", errors.New(`apps/web/package.json must say engines.node as ">=version"`)
	}
	return strings.TrimSpace(version), nil
}

// lookChromium finds a browser that really starts; Ubuntu's chromium-browser may
// be a stub that only says how to install it.
func (s *session) lookChromium(ctx context.Context) error {
	names := []string{headlessShell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"}
	if chosen := os.Getenv("CHROMIUM"); chosen != "" {
		names = []string{chosen}
	}
	var problems []error
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if err := s.tryBrowser(ctx, path); err != nil {
			problems = append(problems, err)
			continue
		}
		s.chromium = path
		return nil
	}
	if len(problems) > 0 {
		return errors.Join(problems...)
	}
	return fmt.Errorf("none of %s was found", strings.Join(names, ", "))
}

func (s *session) tryBrowser(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	cmd := s.command(ctx, ".", path, "--version")
	output, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s does not start: %w: %s", path, err, bytes.TrimSpace(output))
	}
	return nil
}

// lookWrapper finds bubblewrap, and tries whether this machine lets it work.
func (s *session) lookWrapper(ctx context.Context) error {
	if err := lookPath("bwrap"); err != nil {
		return err
	}
	return quiet(s.command(ctx, ".", "bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"))
}

// lookPath returns nil when one of the programs is on PATH.
func lookPath(names ...string) error {
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s is not on PATH", strings.Join(names, " or "))
}
