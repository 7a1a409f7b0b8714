package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// mostBytes is how large a program may be: fifty megabytes of 2^20 bytes.
const mostBytes = 50 << 20

// binary is where a program lies.
func (r *release) binary(program, architecture string) string {
	return filepath.Join(r.out, program+"-linux-"+architecture)
}

// command returns one that runs in the sources, and shows its errors.
func (r *release) command(ctx context.Context, name string, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, words...)
	cmd.Dir, cmd.Stderr = r.root, os.Stderr
	return cmd
}

// conform writes which tests hold which section of the contracts.
func (r *release) conform(ctx context.Context) error {
	page, err := filepath.Abs(filepath.Join(r.out, "conformance.md"))
	if err != nil {
		return err
	}
	return r.command(ctx, "go", "run", "./apps/dev", "conformance", "--to", page).Run()
}

// build builds the programs: without C, so that they run on any Linux, and the same from the same commit wherever that is.
func (r *release) build(ctx context.Context) error {
	r.at = time.Unix(0, 0).UTC()
	stamped := "false"
	if text, err := r.command(ctx, "git", "log", "-1", "--format=%ct").Output(); err == nil {
		seconds, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err != nil {
			return fmt.Errorf("the time of the commit: %w", err)
		}
		r.at, stamped = time.Unix(seconds, 0).UTC(), "true"
	}
	for program, folder := range programs {
		for _, architecture := range architectures {
			cmd := r.command(ctx, "go", "build", "-trimpath", "-buildvcs="+stamped, "-tags=timetzdata", "-ldflags=-s -w -buildid=",
				"-o", abs(r.binary(program, architecture)), folder)
			cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+architecture, "GOFLAGS=", "GOWORK=off")
			if err := cmd.Run(); err != nil {
				return fmt.Errorf("%s for %s: %w", program, architecture, err)
			}
			info, err := os.Stat(r.binary(program, architecture))
			if err != nil {
				return err
			}
			if info.Size() > mostBytes {
				return fmt.Errorf("%s for %s has %d bytes, more than %d", program, architecture, info.Size(), mostBytes)
			}
		}
	}
	text, err := r.command(ctx, abs(r.binary("clubhuis", runtime.GOARCH)), "version").Output()
	if err != nil {
		return err
	}
	r.version, err = released(strings.TrimSpace(string(text)))
	return err
}

// built is what a program says of its version: the release, and where they are known the commit and the page.
var built = regexp.MustCompile(`^(\d+\.\d+\.\d+)(?:-[0-9a-f]{7})?(?:\+[0-9a-f]+)?$`)

// released returns the release of which a program says that it is. There are none before a release: one like 1.2.3-rc1 would be
// packaged as 1.2.3, and that one, when it comes, would be no newer.
func released(version string) (string, error) {
	parts := built.FindStringSubmatch(version)
	if parts == nil {
		return "", fmt.Errorf("the program is of version %q, and a release has three numbers: 1.2.3", version)
	}
	return parts[1], nil
}

func abs(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		panic(err) // there is no current folder
	}
	return full
}

// describe lets the programs write their man pages and completions.
func (r *release) describe(ctx context.Context) error {
	for program := range programs {
		for _, form := range []string{"man", "bash", "zsh", "fish"} {
			text, err := r.command(ctx, abs(r.binary(program, runtime.GOARCH)), "manual", form).Output()
			if err != nil {
				return fmt.Errorf("%s %s: %w", program, form, err)
			}
			if err := os.WriteFile(r.manual(program, form), text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *release) manual(program, form string) string {
	return filepath.Join(r.out, "manual", program+"."+form)
}

// sum writes the checksums of everything that is handed out.
func (r *release) sum(context.Context) error {
	compose, err := os.ReadFile(filepath.Join(r.root, "deploy", "compose.yaml"))
	if err != nil {
		return err
	}
	compose, err = composed(compose, r.version)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.out, "compose.yaml"), compose, 0o644); err != nil {
		return err
	}
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var lines []string
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(r.out, entry.Name()))
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(data), entry.Name()))
	}
	slices.Sort(lines)
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(strings.Join(lines, "")), 0o644)
}

// composed is compose.yaml for a release: what it starts is of that version unless it is told another.
func composed(compose []byte, version string) ([]byte, error) {
	const latest = repository + ":${CLUBHUIS_VERSION:-latest}"
	if !bytes.Contains(compose, []byte(latest)) {
		return nil, errors.New("compose.yaml does not name the image as " + latest)
	}
	return bytes.ReplaceAll(compose, []byte(latest), []byte(repository+":${CLUBHUIS_VERSION:-"+version+"}")), nil
}
