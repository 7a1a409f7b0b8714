package ports_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What every port keeps to (docs/architecture.md), read from the files themselves.

const module = "github.com/clubhuis/clubhuis/"

const mostMethods = 8

// machinery are the packages of the standard library that would make a port name a technology.
var machinery = []string{"database", "log", "math/rand", "net", "os", "crypto/rand", "testing"}

func inside(imported, tree string) bool {
	return imported == tree || strings.HasPrefix(imported, tree+"/")
}

func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

// allowed reports whether a port (suite: whether a suite) may import a package.
func allowed(suite bool, imported string) bool {
	switch {
	case inside(imported, module+"core"):
		return !inside(imported, module+"core/usecase")
	case standard(imported):
		return suite || !slices.ContainsFunc(machinery, func(tree string) bool { return inside(imported, tree) })
	}
	return suite && (imported == module+"ports" || imported == "pgregory.net/rapid")
}

func importFaults(suite bool, files []*ast.File) (found []string) {
	for _, file := range files {
		for _, spec := range file.Imports {
			if imported, _ := strconv.Unquote(spec.Path.Value); !allowed(suite, imported) {
				found = append(found, "package "+file.Name.Name+" imports "+imported)
			}
		}
	}
	return found
}

// interfaces returns the exported interfaces by name.
func interfaces(files []*ast.File) map[string]*ast.InterfaceType {
	all := map[string]*ast.InterfaceType{}
	eachType(files, func(spec *ast.TypeSpec, _ *ast.GenDecl) {
		if port, ok := spec.Type.(*ast.InterfaceType); ok && spec.Name.IsExported() {
			all[spec.Name.Name] = port
		}
	})
	return all
}

func eachType(files []*ast.File, visit func(*ast.TypeSpec, *ast.GenDecl)) {
	for _, file := range files {
		for _, decl := range file.Decls {
			if types, ok := decl.(*ast.GenDecl); ok && types.Tok == token.TYPE {
				for _, spec := range types.Specs {
					visit(spec.(*ast.TypeSpec), types)
				}
			}
		}
	}
}

// functions returns the exported functions by name.
func functions(files []*ast.File) map[string]*ast.FuncDecl {
	all := map[string]*ast.FuncDecl{}
	for _, file := range files {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() {
				all[f.Name.Name] = f
			}
		}
	}
	return all
}

// portFaults returns what is wrong with the ports, given the suites.
func portFaults(files, suites []*ast.File) (found []string) {
	eachType(files, func(spec *ast.TypeSpec, types *ast.GenDecl) {
		if spec.Doc == nil && types.Doc == nil {
			found = append(found, spec.Name.Name+" has no comment")
		}
	})
	known := functions(suites)
	for name, port := range interfaces(files) {
		if n := len(port.Methods.List); n > mostMethods {
			found = append(found, fmt.Sprintf("%s has %d methods", name, n))
		}
		for _, method := range port.Methods.List {
			switch {
			case len(method.Names) == 0:
				found = append(found, name+" embeds another type")
			case method.Doc == nil:
				found = append(found, name+"."+method.Names[0].Name+" has no comment")
			}
		}
		if known[name] == nil {
			found = append(found, name+" has no suite")
		}
	}
	slices.Sort(found)
	return found
}

// used returns the names that files take from a package.
func used(node ast.Node, pkg string) []string {
	names := map[string]bool{}
	ast.Inspect(node, func(node ast.Node) bool {
		if s, ok := node.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == pkg {
				names[s.Sel.Name] = true
			}
		}
		return true
	})
	return slices.Sorted(maps.Keys(names))
}

// claims returns the ports of which a file says "var _ ports.X = …".
func claims(file *ast.File) (names []string) {
	for _, decl := range file.Decls {
		vars, ok := decl.(*ast.GenDecl)
		if !ok || vars.Tok != token.VAR {
			continue
		}
		for _, spec := range vars.Specs {
			if v := spec.(*ast.ValueSpec); v.Names[0].Name == "_" && v.Type != nil {
				names = append(names, used(v.Type, "ports")...)
			}
		}
	}
	return names
}

// unproven returns the ports that an adapter claims and whose suite its tests don't run. A suite that runs others
// (porttest.Storage) counts for all of them.
func unproven(code, tests, suites []*ast.File) (found []string) {
	known := functions(suites)
	ran := map[string]bool{}
	for _, test := range tests {
		for _, name := range used(test, "porttest") {
			ran[name] = true
			if suite := known[name]; suite != nil {
				ast.Inspect(suite.Body, func(node ast.Node) bool {
					if called, ok := node.(*ast.Ident); ok && known[called.Name] != nil {
						ran[called.Name] = true
					}
					return true
				})
			}
		}
	}
	for _, file := range code {
		for _, name := range claims(file) {
			if !ran[name] {
				found = append(found, "claims ports."+name+" and does not run its suite")
			}
		}
	}
	return found
}

// directory parses the Go files of one directory, tests apart.
func directory(t *testing.T, dir string) (code, tests []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			tests = append(tests, file)
		} else {
			code = append(code, file)
		}
	}
	return code, tests
}

func TestPortsAreSmallCommentedAndHaveASuite(t *testing.T) {
	t.Parallel()
	ports, _ := directory(t, ".")
	suites, _ := directory(t, "porttest")
	if len(interfaces(ports)) < 9 {
		t.Fatalf("found only the ports %v", slices.Sorted(maps.Keys(interfaces(ports))))
	}
	for _, found := range slices.Concat(importFaults(false, ports), importFaults(true, suites), portFaults(ports, suites)) {
		t.Error(found)
	}
}

func TestEveryAdapterRunsTheSuitesOfItsPorts(t *testing.T) {
	t.Parallel()
	suites, _ := directory(t, "porttest")
	proven := map[string]int{}
	dirs, err := filepath.Glob("../adapters/*")
	if err != nil {
		t.Fatal(err)
	}
	deeper, err := filepath.Glob("../adapters/*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range append(dirs, deeper...) {
		code, tests := directory(t, dir)
		for _, found := range unproven(code, tests, suites) {
			t.Error(filepath.Base(dir), found)
		}
		for _, file := range code {
			for _, name := range claims(file) {
				proven[name]++
			}
		}
	}
	ports, _ := directory(t, ".")
	for name := range interfaces(ports) {
		if proven[name] == 0 {
			t.Errorf("no adapter says that it implements ports.%s", name)
		}
	}
}

func source(t *testing.T, text string) []*ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return []*ast.File{file}
}

func TestTheTestsOfPortsCanFail(t *testing.T) {
	t.Parallel()
	imports := func(suite bool, path string) []string {
		return importFaults(suite, source(t, "package x\nimport "+strconv.Quote(path)))
	}
	suites := source(t, "package porttest\nfunc Small() {}\nfunc Other() {}\nfunc Storage() { Small() }")
	adapter := source(t, "package a\nvar _ ports.Small = x{}\nvar _, y = 1, ports.Other(nil)")
	many := "package ports\n// Small is small.\ntype Small interface {\n"
	for i := range mostMethods + 1 {
		many += fmt.Sprintf("// M%d is commented.\nM%d()\n", i, i)
	}
	for _, example := range []struct {
		name string
		got  []string
		want string
	}{
		{"a port may use nouns", imports(false, module+"core/person"), "[]"},
		{"a port knows no use case", imports(false, module+"core/usecase/people"),
			"[package x imports " + module + "core/usecase/people]"},
		{"a port knows no technology", imports(false, "net/http"), "[package x imports net/http]"},
		{"a port needs no library", imports(false, "pgregory.net/rapid"), "[package x imports pgregory.net/rapid]"},
		{"a suite may", imports(true, "pgregory.net/rapid"), "[]"},
		{"a suite knows no adapter", imports(true, module+"adapters/inmem"), "[package x imports " + module + "adapters/inmem]"},
		{
			"a good port", portFaults(source(t, "package ports\n// Small is small.\ntype Small interface {\n// M is commented.\nM()\n}"),
				suites), "[]",
		},
		{"too many methods", portFaults(source(t, many+"}"), suites), "[Small has 9 methods]"},
		{
			"no comments, no suite, an embedded port", portFaults(source(t, "package ports\ntype Big interface { M(); Small }"), suites),
			"[Big embeds another type Big has no comment Big has no suite Big.M has no comment]",
		},
		{"no suite run", unproven(adapter, nil, suites), "[claims ports.Small and does not run its suite]"},
		{"another suite run", unproven(adapter, source(t, "package a\nvar _ = porttest.Other"), suites),
			"[claims ports.Small and does not run its suite]"},
		{"its suite run", unproven(adapter, source(t, "package a\nvar _ = porttest.Small"), suites), "[]"},
		{"a suite of suites run", unproven(adapter, source(t, "package a\nvar _ = porttest.Storage"), suites), "[]"},
	} {
		if got := fmt.Sprint(example.got); got != example.want {
			t.Errorf("%s: got %s, want %s", example.name, got, example.want)
		}
	}
}
