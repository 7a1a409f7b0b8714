package adapters_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The arrows between adapters (docs/architecture.md), read from the files themselves.

const module = "github.com/clubhuis/clubhuis/"

func inside(imported, tree string) bool {
	return imported == tree || strings.HasPrefix(imported, tree+"/")
}

// areaMay are the packages of httpapi that its areas (…api) share.
var areaMay = []string{"httpapi/rest", "httpapi/session"}

// apitest is what the tests of httpapi share. It is test code, and nothing else imports it.
const apitest = "httpapi/internal/apitest"

func isTest(file string) bool {
	return strings.HasSuffix(file, "_test.go") || path.Dir(file) == apitest
}

// allowed reports whether a file, named by its path below adapters, may import a package of this module.
func allowed(file, imported string) bool {
	test, dir := isTest(file), path.Dir(file)
	tech, _, _ := strings.Cut(dir, "/")
	switch own, isAdapter := strings.CutPrefix(imported, module+"adapters/"); {
	case test && imported == module+"adapters/inmem":
		return true // what a test of another adapter keeps its club in
	case isAdapter && inside(own, "internal"): // what several adapters share, which knows nothing of ours
		return tech != "internal" || test && dir == own
	case isAdapter && !inside(own, tech):
		return false
	case isAdapter && tech == "httpapi":
		return allowedInHTTP(dir, own, test)
	case isAdapter:
		return true
	case inside(imported, module+"core"), imported == module+"ports":
		return tech != "internal"
	case inside(imported, module+"ports/porttest"), inside(imported, module+"fixtures"):
		return test
	}
	return false // apps, and whatever comes
}

// allowedInHTTP is the rule inside of httpapi: areas know rest and session, never each other, and nobody but httpapi
// itself (and the command below it) knows an area. Tests ask the whole, with the help of apitest.
func allowedInHTTP(dir, own string, test bool) bool {
	switch {
	case own == apitest:
		return test
	case test && (dir == own || own == "httpapi"): // external tests
		return true
	case dir == "httpapi", strings.HasPrefix(dir, "httpapi/internal/"):
		return true
	case dir == "httpapi/rest":
		return own == "httpapi/internal/operation"
	case dir == "httpapi/session":
		return own == "httpapi/rest"
	case strings.HasSuffix(dir, "api"), dir == "httpapi/paymentpage", dir == "httpapi/leavepage", dir == "httpapi/oldaddress":
		return slices.Contains(areaMay, own)
	}
	return false
}

// faults returns what a file must not import.
func faults(name string, file *ast.File) (found []string) {
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		ours := inside(imported, strings.TrimSuffix(module, "/"))
		if ours && !allowed(name, imported) || imported == "testing" && !isTest(name) {
			found = append(found, name+" imports "+imported)
		}
	}
	return found
}

func TestAdaptersKnowTheCoreAndNotEachOther(t *testing.T) {
	t.Parallel()
	read := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		read++
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, found := range faults(filepath.ToSlash(name), file) {
			t.Error(found)
		}
		return nil
	})
	if err != nil || read < 20 {
		t.Fatalf("%d files read: %v", read, err)
	}
}

func TestTheArrowTestOfAdaptersCanFail(t *testing.T) {
	t.Parallel()
	for _, example := range []struct {
		name, file, imported string
		ok                   bool
	}{
		{"an adapter knows ports", "inmem/x.go", module + "ports", true},
		{"an adapter knows nouns", "inmem/x.go", module + "core/person", true},
		{"an adapter knows its libraries", "gormstore/x.go", "gorm.io/gorm", true},
		{"an adapter knows no other", "gormstore/x.go", module + "adapters/inmem", false},
		{"an adapter knows what several share", "syncapi/x.go", module + "adapters/internal/local", true},
		{"and that knows nothing of ours", "internal/local/x.go", module + "core/person", false},
		{"not even its like", "internal/local/x.go", module + "adapters/internal/other", false},
		{"its own tests know it", "internal/local/x_test.go", module + "adapters/internal/local", true},
		{"its tests keep a club in memory", "httpapi/x_test.go", module + "adapters/inmem", true},
		{"and in nothing else", "httpapi/x_test.go", module + "adapters/gormstore", false},
		{"an adapter knows no program", "httpapi/x.go", module + "apps/web", false},
		{"nor do its tests", "httpapi/x_test.go", module + "apps/server", false},
		{"an adapter brings no test data", "gormstore/x.go", module + "fixtures/club", false},
		{"its tests do", "gormstore/x_test.go", module + "fixtures/club", true},
		{"an adapter brings no suites", "gormstore/x.go", module + "ports/porttest", false},
		{"an adapter brings no test code", "gormstore/x.go", "testing", false},
		{"an area knows rest", "httpapi/peopleapi/x.go", module + "adapters/httpapi/rest", true},
		{"an area knows session", "httpapi/peopleapi/x.go", module + "adapters/httpapi/session", true},
		{"an area knows no other", "httpapi/peopleapi/x.go", module + "adapters/httpapi/accountsapi", false},
		{"an area knows not the whole", "httpapi/peopleapi/x.go", module + "adapters/httpapi", false},
		{"an area has own tests", "httpapi/peopleapi/x_test.go", module + "adapters/httpapi/peopleapi", true},
		{"its tests ask the whole", "httpapi/peopleapi/x_test.go", module + "adapters/httpapi", true},
		{"with what tests share", "httpapi/peopleapi/x_test.go", module + "adapters/httpapi/internal/apitest", true},
		{"they know no other area", "httpapi/peopleapi/x_test.go", module + "adapters/httpapi/termsapi", false},
		{"an area knows nothing that tests share", "httpapi/peopleapi/x.go", module + "adapters/httpapi/internal/apitest", false},
		{"nor does the whole", "httpapi/x.go", module + "adapters/httpapi/internal/apitest", false},
		{"nor do tests of others", "inmem/x_test.go", module + "adapters/httpapi/internal/apitest", false},
		{"what tests share is test code", "httpapi/internal/apitest/x.go", "testing", true},
		{"it keeps a club in memory", "httpapi/internal/apitest/x.go", module + "adapters/inmem", true},
		{"a command beside it does not", "httpapi/internal/openapi/x.go", module + "adapters/inmem", false},
		{"rest knows no area", "httpapi/rest/x.go", module + "adapters/httpapi/peopleapi", false},
		{"rest knows how operations are registered", "httpapi/rest/x.go", module + "adapters/httpapi/internal/operation", true},
		{"an area does not", "httpapi/peopleapi/x.go", module + "adapters/httpapi/internal/operation", false},
		{"session knows rest", "httpapi/session/x.go", module + "adapters/httpapi/rest", true},
		{"rest knows not session", "httpapi/rest/x.go", module + "adapters/httpapi/session", false},
		{"the whole knows areas", "httpapi/x.go", module + "adapters/httpapi/peopleapi", true},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nimport "+strconv.Quote(example.imported),
			parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(faults(example.file, file)) == 0; got != example.ok {
			t.Errorf("%s: got %v", example.name, got)
		}
	}
}
