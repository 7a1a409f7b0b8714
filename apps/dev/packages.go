package main

import (
	"context"
	"slices"
	"strings"
)

// What the tests of a package reach decides when they run.
const (
	rapidPackage    = "pgregory.net/rapid"                             // draws cases
	sqlitePackage   = "modernc.org/sqlite"                             // slow under the race detector
	browserPackage  = "github.com/go-rod/rod"                          // starts a browser
	postgresPackage = "github.com/clubhuis/clubhuis/fixtures/postgres" // starts a server
)

// postgresTests are the tests that need PostgreSQL in a package that has others as well.
const postgresTests = "Postgres|/PostgreSQL"

// testPackage is a package with tests.
type testPackage struct {
	path         string
	program      bool     // package main
	dependencies []string // of its tests, sorted
}

func (p testPackage) reaches(path string) bool {
	_, found := slices.BinarySearch(p.dependencies, path)
	return found
}

func (s *session) testPackages(ctx context.Context) ([]testPackage, error) {
	listed, err := captured(s.goCommand(ctx, "list", "-test", "-f", `{{.ImportPath}} {{.Name}} {{join .Deps " "}}`, "./..."))
	return readPackages(listed), err
}

// readPackages reads a line per package: its path, its name, and all that it depends on. The program that go makes of a package's
// tests has the path of the package with ".test" behind it.
func readPackages(listed string) (all []testPackage) {
	programs := make(map[string]bool)
	for line := range strings.Lines(listed) {
		fields := strings.Fields(line)
		if len(fields) < 2 || strings.HasPrefix(fields[1], "[") { // a package as go compiles it for some test
			continue
		}
		path, tests := strings.CutSuffix(fields[0], ".test")
		if !tests {
			programs[path] = fields[1] == "main"
			continue
		}
		slices.Sort(fields[2:])
		all = append(all, testPackage{path: path, dependencies: fields[2:]})
	}
	for i := range all {
		all[i].program = programs[all[i].path]
	}
	return all
}

// quickPackages divides packages by whether their tests run without a program, a browser, or PostgreSQL as their only database.
func quickPackages(all []testPackage) (quick, others []string) {
	for _, p := range all {
		if p.program || p.reaches(browserPackage) || p.reaches(postgresPackage) && !p.reaches(sqlitePackage) {
			others = append(others, p.path)
		} else {
			quick = append(quick, p.path)
		}
	}
	return quick, others
}

// racePackages divides packages by whether their tests reach SQLite.
func racePackages(all []testPackage) (whole, partly []string) {
	for _, p := range all {
		if p.reaches(sqlitePackage) {
			partly = append(partly, p.path)
		} else {
			whole = append(whole, p.path)
		}
	}
	return whole, partly
}
