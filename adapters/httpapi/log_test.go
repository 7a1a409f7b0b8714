package httpapi_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ownLogs are what a package that is handed its logger may use of slog.
var ownLogs = []string{
	"Logger", "Level", "LevelDebug", "LevelInfo", "LevelWarn", "LevelError", "Group", "Attr", "Any", "String", "Int", "Int64",
	"Bool", "Duration",
}

// programLog returns where a file uses the log of the whole program.
func programLog(name, source string) (found []string, err error) {
	var text any
	if source != "" {
		text = source
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, spec := range file.Imports {
		if spec.Path.Value == `"log"` {
			found = append(found, files.Position(spec.Pos()).String())
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if used, is := node.(*ast.SelectorExpr); is {
			if from, is := used.X.(*ast.Ident); is && from.Name == "slog" && !slices.Contains(ownLogs, used.Sel.Name) {
				found = append(found, files.Position(used.Pos()).String())
			}
		}
		return true
	})
	return found, nil
}

func TestTheHTTPSideWritesToItsOwnLogAlone(t *testing.T) {
	t.Parallel()
	read := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") ||
			strings.Contains(name, "apitest") {
			return err
		}
		read++
		found, err := programLog(name, "")
		for _, place := range found {
			t.Errorf("%s: the log of the whole program", place)
		}
		return err
	})
	if err != nil || read < 30 {
		t.Errorf("%d files: %v", read, err)
	}
	for _, source := range []string{
		`import "log"`, `import "log/slog"; func f() { slog.Info("x") }`, `import "log/slog"; var l = slog.Default()`,
		`import "log/slog"; func f() { slog.ErrorContext(nil, "x") }`,
	} {
		if found, err := programLog("x.go", "package x; "+source); err != nil || len(found) != 1 {
			t.Errorf("%s: found %v, %v", source, found, err)
		}
	}
}
