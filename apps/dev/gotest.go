package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// startPostgres starts the one server that the tests of all packages share.
func (s *session) startPostgres(ctx context.Context) (string, error) {
	server, err := postgres.StartInMemory(ctx)
	if err != nil {
		return "", err
	}
	s.cluster = server
	return "", nil
}

func (s *session) vet(ctx context.Context) (string, error) {
	return "", quiet(s.goCommand(ctx, "vet", "./..."))
}

func (s *session) testGo(ctx context.Context) (string, error) {
	// A step of its own has vetted the whole, not just what go test looks at.
	// Packages with browsers in them take minutes, and several of them share the machine's processors.
	args := append([]string{"test", "-json", "-vet=off", "-timeout=30m"}, s.afresh()...)
	cmd := s.goCommand(ctx, append(args, "./...")...)
	cmd.Env = append(cmd.Env, "CHROMIUM="+s.chromium)
	return s.goTest(cmd)
}

// afresh returns what makes go test run what passed before as well: in CI nothing passes by the memory of it, and it would take
// no time.
func (s *session) afresh() []string {
	if s.options.times || os.Getenv("CI") != "" {
		return []string{"-count=1"}
	}
	return nil
}

// testQuickly runs what needs no PostgreSQL, no browser and no program. Generated tests draw a fifth of their cases.
func (s *session) testQuickly(ctx context.Context) (string, error) {
	all, err := s.testPackages(ctx)
	if err != nil {
		return "", err
	}
	quick, others := quickPackages(all)
	s.leftOut = slices.Concat(s.leftOut, []string{"tests with Postgres in their name"}, others)
	args := append([]string{"test", "-json", "-vet=off", "-short", "-skip=" + postgresTests}, s.afresh()...)
	cmd := s.goCommand(ctx, append(args, quick...)...)
	cmd.Env = append(cmd.Env, postgres.Variable+"=none") // a test that wants one all the same fails
	return s.goTest(cmd)
}

// testGenerated runs the packages whose tests draw cases, with as many of them as was asked for.
func (s *session) testGenerated(ctx context.Context) (string, error) {
	all, err := s.testPackages(ctx)
	if err != nil {
		return "", err
	}
	var drawing []string
	for _, p := range all {
		if p.reaches(rapidPackage) && !p.program {
			drawing = append(drawing, p.path)
		}
	}
	s.leftOut = []string{"packages whose tests draw no cases", "the page"}
	// go test does not see in its cache that the variable has changed.
	cmd := s.goCommand(ctx, append([]string{"test", "-json", "-vet=off", "-count=1", "-timeout=5h"}, drawing...)...)
	cmd.Env = append(cmd.Env, "RAPID_CHECKS="+strconv.Itoa(s.options.cases))
	return s.goTest(cmd)
}

// concurrencyTests are the tests that run under the race detector in a package
// that reaches SQLite, whose translation from C is twenty times slower there.
const concurrencyTests = "Concurren|Parallel|Race"

// testRaces runs under the race detector: of packages that reach SQLite the
// tests about concurrency alone, of the others everything.
func (s *session) testRaces(ctx context.Context) (string, error) {
	all, err := s.testPackages(ctx)
	if err != nil {
		return "", err
	}
	whole, partly := racePackages(all)
	var runs [][]string
	if len(whole) > 0 {
		runs = append(runs, whole)
	}
	if len(partly) > 0 {
		runs = append(runs, append([]string{"-run", concurrencyTests}, partly...))
	}
	before := s.count
	for _, args := range runs {
		args = slices.Concat([]string{"test", "-race", "-json", "-vet=off"}, s.afresh(), args)
		cmd := s.command(ctx, ".", "go", args...)
		cmd.Env = append(cmd.Env, "CGO_ENABLED=1")
		if _, err := s.goTest(cmd); err != nil {
			return "", err
		}
	}
	return s.count.minus(before).String(), nil
}

// goTest runs a `go test -json` and counts its tests. It stays quiet about what
// passes.
func (s *session) goTest(cmd *exec.Cmd) (string, error) {
	if os.Getenv("GOGC") == "" {
		// Tests use little memory: with garbage collected a quarter as often some take two fifths less.
		cmd.Env = append(cmd.Env, "GOGC=400")
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	report, readErr := readGoTest(output)
	if readErr != nil {
		// Let the program write on, or it would wait for a reader for ever.
		_, _ = io.Copy(io.Discard, output)
	}
	failure := cmd.Wait()
	s.counted(report.tally, report.times)
	if failure != nil {
		failure = &commandError{
			command: "go test",
			output:  append(report.output, stderr.Bytes()...),
			err:     failure,
		}
	}
	if failure == nil || report.failed > 0 {
		failure = errors.Join(failure, report.check())
	}
	return report.tally.String(), errors.Join(failure, readErr)
}

// goReport is the outcome of a `go test -json`, with the output of whatever failed.
type goReport struct {
	outcome
	output []byte
}

// goEvent is one line of `go test -json`; see `go doc test2json`.
type goEvent struct {
	Action      string
	Package     string
	Test        string
	ImportPath  string // of a package that is being built
	FailedBuild string // of a package that could not be tested
	Output      string
	Elapsed     float64 // seconds, at the end of a test or a package
}

// readGoTest reads events up to their end. Sub-tests count as tests. A package
// that fails without a failing test (it does not compile, it panics outside a
// test, its time is up) counts as one failure.
func readGoTest(events io.Reader) (goReport, error) {
	var report goReport
	var failures bytes.Buffer
	outputs := make(map[goEvent]*bytes.Buffer) // by package and test, or by what is built
	failedTests := make(map[string]int)        // by package

	scanner := bufio.NewScanner(events)
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		var event goEvent
		if err := json.Unmarshal(scanner.Bytes(), &event); err != nil {
			// Not an event: something that go itself had to say.
			failures.Write(append(scanner.Bytes(), '\n'))
			continue
		}
		source := goEvent{Package: event.Package, Test: event.Test, ImportPath: event.ImportPath}
		switch event.Action {
		case "output", "build-output":
			if outputs[source] == nil {
				outputs[source] = new(bytes.Buffer)
			}
			outputs[source].WriteString(event.Output)
			continue
		case "pass":
			if event.Test != "" {
				report.passed++
			}
		case "skip":
			if event.Test != "" { // a package without tests also says "skip"
				report.skipped++
				report.skips = append(report.skips, event.Package+" "+event.Test)
			}
		case "fail":
			if event.Test != "" {
				report.failed++
				failedTests[event.Package]++
			} else if failedTests[event.Package] == 0 {
				report.failed++
			}
			copyOutput(&failures, outputs[source])
		case "build-fail":
			copyOutput(&failures, outputs[source])
		default: // start, run, pause, cont, bench
			continue
		}
		if event.Test == "" && event.Elapsed > 0 {
			report.times = append(report.times, timing{event.Package, time.Duration(event.Elapsed * float64(time.Second))})
		}
		delete(outputs, source)
	}
	report.output = failures.Bytes()
	if err := scanner.Err(); err != nil {
		return report, fmt.Errorf("read the report of go test: %w", err)
	}
	return report, nil
}

func copyOutput(to, from *bytes.Buffer) {
	if from != nil {
		to.Write(from.Bytes())
	}
}
