package agent

import (
	"path"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Diff is what the agent changed.
type Diff struct {
	Changes []Change
	Patch   string    // in git's form, bounded
	Wrong   []Refused // what could not even be looked at: links that lead out, devices
}

// Empty reports whether nothing changed.
func (d *Diff) Empty() bool { return len(d.Changes) == 0 && len(d.Wrong) == 0 }

// Change is what changed in one file. The lines that came are looked at and not kept.
type Change struct {
	Path           string // with slashes
	Added, Removed int    // lines
	Binary         bool
	Link           bool     // a symbolic link
	Lines          []string // those that came, of a text
}

// Bounds are what a change may hold.
type Bounds struct {
	Files     int // that changed
	Lines     int // that came and went
	Workflows bool
}

// DefaultBounds fit a change that a maintainer reviews in an evening.
var DefaultBounds = Bounds{Files: 50, Lines: 2000}

// Reason is why a change is refused.
type Reason string

// The reasons.
const (
	TooManyFiles Reason = "too-many-files"
	TooManyLines Reason = "too-many-lines"
	Binary       Reason = "binary"
	Workflow     Reason = "workflow"
	Secret       Reason = "secret"
	LinkOut      Reason = "link-out"
	Device       Reason = "device"
	GitFile      Reason = "git-file"
	OddName      Reason = "odd-name"
)

// Refused is what is wrong with a change. Path is "" when it is the whole.
type Refused struct {
	Reason Reason
	Path   string
}

// mostRefused is how many of them are told.
const mostRefused = 20

// Check returns what of a diff may not become a commit, nil for nothing.
func (b Bounds) Check(d *Diff) []Refused {
	refused := append([]Refused(nil), d.Wrong...)
	lines := 0
	for i := range d.Changes {
		c := &d.Changes[i]
		lines += c.Added + c.Removed
		refused = append(refused, b.file(c)...)
	}
	if len(d.Changes) > b.Files {
		refused = append([]Refused{{TooManyFiles, ""}}, refused...)
	}
	if lines > b.Lines {
		refused = append([]Refused{{TooManyLines, ""}}, refused...)
	}
	return refused[:min(len(refused), mostRefused)]
}

func (b Bounds) file(c *Change) (refused []Refused) {
	if !readableName(c.Path) {
		refused = append(refused, Refused{OddName, c.Path})
	}
	if c.Binary {
		refused = append(refused, Refused{Binary, c.Path})
	}
	if gitFile(c.Path) {
		refused = append(refused, Refused{GitFile, c.Path})
	}
	if !b.Workflows && IsWorkflow(c.Path) {
		refused = append(refused, Refused{Workflow, c.Path})
	}
	for _, line := range c.Lines {
		if LooksSecret(line) {
			return append(refused, Refused{Secret, c.Path})
		}
	}
	return refused
}

// gitFile reports whether a file steers git itself: of others' clones, with their rights.
func gitFile(name string) bool {
	base := strings.ToLower(path.Base(name))
	return base == ".gitattributes" || base == ".gitmodules" || base == ".lfsconfig" ||
		strings.HasPrefix(strings.ToLower(name), ".githooks/") || strings.HasPrefix(strings.ToLower(name), ".husky/")
}

// pipelines are the files and folders with which forges and their like run something with rights of their own.
var pipelines = []string{
	".github/workflows/", ".github/actions/", ".gitea/workflows/", ".forgejo/workflows/", ".gitlab-ci.yml", ".gitlab/", ".circleci/",
	".drone.yml", ".woodpecker/", ".woodpecker.yml", ".travis.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml", "jenkinsfile",
	".buildkite/", ".ci/", ".github/dependabot.yml", ".github/codeowners", "codeowners", "docs/codeowners",
}

// IsWorkflow reports whether a forge would run a file, or asks it who has to review.
func IsWorkflow(name string) bool {
	name = strings.ToLower(name)
	for _, one := range pipelines {
		if name == one || strings.HasSuffix(one, "/") && strings.HasPrefix(name, one) {
			return true
		}
	}
	return false
}

// readableName reports whether a reviewer sees the name of a file as it is.
func readableName(name string) bool {
	if !utf8.ValidString(name) || len(name) > 400 {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool {
		return r < ' ' || r == 0x7f || r == '\\' || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	})
}

// secrets are what keys and passwords look like.
var secrets = []*regexp.Regexp{
	regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY`),
	regexp.MustCompile(`\b(AKIA|ASIA)[0-9A-Z]{16}\b`),
	regexp.MustCompile(`\bgh[pousr]_[A-Za-z0-9]{20,}`),
	regexp.MustCompile(`\bgithub_pat_[A-Za-z0-9_]{20,}`),
	regexp.MustCompile(`\bglpat-[A-Za-z0-9_-]{16,}`),
	regexp.MustCompile(`\bxox[abprs]-[A-Za-z0-9-]{10,}`),
	regexp.MustCompile(`\b(sk|rk|pk)[-_](ant|live|test|proj)[-_][A-Za-z0-9_-]{10,}`),
	regexp.MustCompile(`\bsk-[A-Za-z0-9]{20,}`),
	regexp.MustCompile(`\bAIza[0-9A-Za-z_-]{30,}`),
	regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.`),
	regexp.MustCompile(`(?i)\b[a-z]+://[^/\s:@'"]+:[^/\s:@'"$%{<]{6,}@`),
	regexp.MustCompile(`(?i)(password|passwd|wachtwoord|secret|token|api[_-]?key|private[_-]?key)` +
		`["']?\s*[:=]+\s*["'][^"'\s$%{<]{12,}["']`),
	regexp.MustCompile(`(?i)authorization["']?\s*[:=,]\s*["']?(basic|bearer)\s+[A-Za-z0-9+/=_.-]{16,}`),
}

// LooksSecret reports whether a line looks as if it held a key or a password.
func LooksSecret(line string) bool {
	for _, secret := range secrets {
		if secret.MatchString(line) {
			return true
		}
	}
	return false
}
