package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// fuzzParsers lets go invent inputs for everything that reads outside text: each target of its own for a while. A target that
// fails leaves its input in testdata/fuzz of its package, where it is a test from then on; the others still run.
func (s *session) fuzzParsers(ctx context.Context) error { return s.told(s.runFuzzTargets(ctx)) }

func (s *session) runFuzzTargets(ctx context.Context) error {
	flags := flag.NewFlagSet("fuzz:parsers", flag.ContinueOnError)
	flags.SetOutput(s.stderr)
	each := flags.Duration("for", 10*time.Second, "how long each target runs")
	within := flags.Duration("within", 0, "how long all of them run together, instead of --for: 1h")
	only := flags.String("only", "", "run those alone whose name matches this expression")
	if err := flags.Parse(s.args); err != nil {
		return exitError(exitUsage)
	}
	wanted, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("--only: %w", err)
	}
	targets, err := fuzzTargets(s.root)
	if err != nil {
		return err
	}
	targets = slices.DeleteFunc(targets, func(t fuzzTarget) bool { return !wanted.MatchString(t.name) })
	if len(targets) == 0 {
		return errors.New("there is no such target")
	}
	if *within > 0 {
		*each = *within / time.Duration(len(targets))
	}
	var failures []error
	for _, target := range targets {
		begun := time.Now()
		// Without other tests: those of the package have run.
		cmd := s.goCommand(ctx, "test", target.folder, "-run", "^$", "-fuzz", "^"+target.name+"$", "-fuzztime", each.String())
		err := quiet(cmd)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		outcome := "ok"
		if err != nil {
			outcome = "FAILED"
			var failed *commandError
			if errors.As(err, &failed) {
				fmt.Fprintf(s.stderr, "%s", failed.output)
			}
			failures = append(failures, fmt.Errorf("%s in %s", target.name, target.folder))
		}
		fmt.Fprintf(s.stdout, "%-48s %6.1f s  %s\n", target.folder+" "+target.name, time.Since(begun).Seconds(), outcome)
	}
	return errors.Join(failures...)
}

// fuzzTarget is a function that go draws inputs for.
type fuzzTarget struct{ folder, name string } // the folder as go test takes it

var fuzzFunction = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(\w+ \*testing\.F\)`)

// fuzzTargets finds all of them below a folder.
func fuzzTargets(root string) (targets []fuzzTarget, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && slices.Contains(notOurs, entry.Name()) {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, found := range fuzzFunction.FindAllSubmatch(text, -1) {
			targets = append(targets, fuzzTarget{"./" + filepath.ToSlash(folder), string(found[1])})
		}
		return nil
	})
	return targets, err
}
