package core_test

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

// The arrows of the core (docs/architecture.md), read from the files themselves.

const module = "github.com/clubhuis/clubhuis/"

// outside are the packages of the standard library that do I/O, log, wait or draw lots, with all below them.
var outside = []string{
	"context", "crypto/rand", "database", "embed", "expvar", "io/fs", "io/ioutil", "log", "math/rand", "net", "os", "plugin",
	"runtime", "syscall", "testing", "unsafe",
}

// parsers lie below a package of outside, and only read texts.
var parsers = []string{"net/mail", "net/netip", "net/url"}

// calls that bring in a clock, a zone or an output.
var calls = map[string][]string{
	"time": {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer", "Local"},
	"fmt":  {"Print", "Printf", "Println"},
}

func inside(imported, tree string) bool {
	return imported == tree || strings.HasPrefix(imported, tree+"/")
}

func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

// allowed reports whether a file, named by its path below core, may import a package.
func allowed(file, imported string) bool {
	test, dir := strings.HasSuffix(file, "_test.go"), path.Dir(file)
	usecase := inside(dir, "usecase")
	example := test && dir == "."
	switch {
	case inside(imported, module+"core/sync"):
		return knowsSync(dir)
	case inside(imported, module+"core/usecase"):
		own := module + "core/" + useCase(dir)
		gathers := dir == "usecase" // package usecase makes all of them
		return example || gathers || test && imported == own || usecase && inside(imported, own+"/internal")
	case inside(imported, module+"core"), inside(imported, "golang.org/x/text"):
		return true
	case imported == module+"ports":
		return usecase || example
	case imported == module+"adapters/inmem":
		return example || test && usecase
	case imported == "pgregory.net/rapid":
		return test
	case inside(imported, "github.com/RoaringBitmap/roaring"):
		return dir == "directory"
	case !standard(imported):
		return false
	case test, slices.Contains(parsers, imported), usecase && imported == "context":
		return true
	}
	return !slices.ContainsFunc(outside, func(tree string) bool { return inside(imported, tree) })
}

// useCase is the folder of the use case to which a folder belongs.
func useCase(dir string) string {
	parts := strings.SplitN(dir, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// knowsSync reports whether a package may know the nouns of the synchronization: it is one of them, or a use case about it. The
// club's own nouns stand without it.
func knowsSync(dir string) bool {
	return inside(dir, "sync") || inside(dir, "usecase/synchronizations") || inside(dir, "usecase/refreshes") ||
		inside(dir, "usecase/operators") || inside(dir, "usecase/agents")
}

// faults returns what a file must not do.
func faults(name string, file *ast.File) (found []string) {
	imports := map[string]string{} // the name in the file to the path
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		local := path.Base(imported)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		imports[local] = imported
		if !allowed(name, imported) {
			found = append(found, name+" imports "+imported)
		}
		if local == "." {
			found = append(found, name+" hides where its names come from: "+imported)
		}
	}
	if strings.HasSuffix(name, "_test.go") {
		return found
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.SelectorExpr:
			if x, ok := node.X.(*ast.Ident); ok && slices.Contains(calls[imports[x.Name]], node.Sel.Name) {
				found = append(found, name+" uses "+imports[x.Name]+"."+node.Sel.Name)
			}
		case *ast.CallExpr:
			if f, ok := node.Fun.(*ast.Ident); ok && (f.Name == "print" || f.Name == "println") {
				found = append(found, name+" uses "+f.Name)
			}
		}
		return true
	})
	return found
}

func TestTheCoreDependsOnNothingOutsideOfIt(t *testing.T) {
	t.Parallel()
	read := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		read++
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
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

func TestTheArrowTestOfTheCoreCanFail(t *testing.T) {
	t.Parallel()
	const head = "package x\n"
	for _, example := range []struct{ name, file, source, want string }{
		{"a noun may use another noun", "person/x.go", `import "github.com/clubhuis/clubhuis/core/work"`, ""},
		{
			"the club knows no synchronization", "person/x.go", `import "github.com/clubhuis/clubhuis/core/sync/payload"`,
			"person/x.go imports github.com/clubhuis/clubhuis/core/sync/payload",
		},
		{"the synchronization knows the club", "sync/payload/x.go", `import "github.com/clubhuis/clubhuis/core/person"`, ""},
		{"and its own nouns", "sync/payload/x.go", `import "github.com/clubhuis/clubhuis/core/sync/federation"`, ""},
		{"its use case knows them", "usecase/synchronizations/x.go", `import "github.com/clubhuis/clubhuis/core/sync/federation"`, ""},
		{
			"no other use case does", "usecase/people/x.go", `import "github.com/clubhuis/clubhuis/core/sync/federation"`,
			"usecase/people/x.go imports github.com/clubhuis/clubhuis/core/sync/federation",
		},
		{"a noun may use text tables", "fold/x.go", `import "golang.org/x/text/unicode/norm"`, ""},
		{"a noun may parse", "account/x.go", `import "net/mail"`, ""},
		{"a noun does not wait", "person/x.go", `import "context"`, "person/x.go imports context"},
		{"a use case may wait", "usecase/people/x.go", `import "context"`, ""},
		{"a noun does not open files", "person/x.go", `import "os/exec"`, "person/x.go imports os/exec"},
		{"a noun does not log", "person/x.go", `import l "log/slog"`, "person/x.go imports log/slog"},
		{"a noun does not draw lots", "person/x.go", `import "math/rand/v2"`, "person/x.go imports math/rand/v2"},
		{"a use case does not draw lots", "usecase/people/x.go", `import "crypto/rand"`, "usecase/people/x.go imports crypto/rand"},
		{"a noun knows no port", "person/x.go", `import "github.com/clubhuis/clubhuis/ports"`,
			"person/x.go imports github.com/clubhuis/clubhuis/ports"},
		{
			"a use case knows no other", "usecase/people/x.go", `import "github.com/clubhuis/clubhuis/core/usecase/accounts"`,
			"usecase/people/x.go imports github.com/clubhuis/clubhuis/core/usecase/accounts",
		},
		{
			"nor do its tests", "usecase/people/x_test.go", `import "github.com/clubhuis/clubhuis/core/usecase/accounts"`,
			"usecase/people/x_test.go imports github.com/clubhuis/clubhuis/core/usecase/accounts",
		},
		{"all of them are gathered", "usecase/x.go", `import "github.com/clubhuis/clubhuis/core/usecase/accounts"`, ""},
		{
			"but know nothing of that", "usecase/people/x.go", `import "github.com/clubhuis/clubhuis/core/usecase"`,
			"usecase/people/x.go imports github.com/clubhuis/clubhuis/core/usecase",
		},
		{
			"nor does a noun", "person/x.go", `import "github.com/clubhuis/clubhuis/core/usecase"`,
			"person/x.go imports github.com/clubhuis/clubhuis/core/usecase",
		},
		{
			"where they are gathered, no adapter is known", "usecase/x.go", `import "github.com/clubhuis/clubhuis/adapters/inmem"`,
			"usecase/x.go imports github.com/clubhuis/clubhuis/adapters/inmem",
		},
		{
			"a use case knows no adapter", "usecase/people/x.go", `import "github.com/clubhuis/clubhuis/adapters/inmem"`,
			"usecase/people/x.go imports github.com/clubhuis/clubhuis/adapters/inmem",
		},
		{"but its tests do", "usecase/people/x_test.go", `import "github.com/clubhuis/clubhuis/adapters/inmem"`, ""},
		{"the example knows use cases", "example_test.go", `import "github.com/clubhuis/clubhuis/core/usecase/people"`, ""},
		{"the directory has its sets", "directory/x.go", `import "github.com/RoaringBitmap/roaring/v2"`, ""},
		{"no other noun does", "person/x.go", `import "github.com/RoaringBitmap/roaring/v2"`,
			"person/x.go imports github.com/RoaringBitmap/roaring/v2"},
		{
			"a use case knows its own rooms", "usecase/synchronizations/x.go",
			`import "github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"`, "",
		},
		{
			"its rooms do, too", "usecase/synchronizations/internal/lists/x.go",
			`import "github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"`, "",
		},
		{
			"no other use case does", "usecase/people/x.go",
			`import "github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"`,
			"usecase/people/x.go imports github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine",
		},
		{
			"a room does not know the use case", "usecase/synchronizations/internal/lists/x.go",
			`import "github.com/clubhuis/clubhuis/core/usecase/synchronizations"`,
			"usecase/synchronizations/internal/lists/x.go imports github.com/clubhuis/clubhuis/core/usecase/synchronizations",
		},
		{"no library", "person/x.go", `import "gorm.io/gorm"`, "person/x.go imports gorm.io/gorm"},
		{"no clock under another name", "work/x.go", "import t \"time\"\nvar now = t.Now()", "work/x.go uses time.Now"},
		{"no zone of the machine", "work/x.go", "import \"time\"\nvar zone = time.Local", "work/x.go uses time.Local"},
		{"durations are no clock", "work/x.go", "import \"time\"\nvar minute = time.Minute", ""},
		{"no output", "work/x.go", "import \"fmt\"\nfunc f() { fmt.Println() }", "work/x.go uses fmt.Println"},
		{"no output without an import", "work/x.go", "func f() { println() }", "work/x.go uses println"},
		{"no dot", "work/x.go", `import . "time"`, "work/x.go hides where its names come from: time"},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), example.file, head+example.source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(faults(example.file, file), "; "); got != example.want {
			t.Errorf("%s: got %q, want %q", example.name, got, example.want)
		}
	}
}
