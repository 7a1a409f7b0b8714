package usecase_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/audit"
)

// TestEveryKindOfTheLogIsWritten finds each constant of core/audit/kinds.go in a use case: the filter of the page offers all.
func TestEveryKindOfTheLogIsWritten(t *testing.T) {
	t.Parallel()
	written := map[string]bool{}
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if used, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := used.X.(*ast.Ident); ok && of.Name == "audit" {
					written[used.Sel.Name] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	table, err := parser.ParseFile(files, "../audit/kinds.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	kinds := 0
	ast.Inspect(table, func(n ast.Node) bool {
		constant, ok := n.(*ast.ValueSpec)
		if !ok || len(constant.Values) != 1 {
			return true
		}
		value, ok := constant.Values[0].(*ast.BasicLit)
		if !ok || !slices.Contains(audit.Kinds(), audit.Kind(strings.Trim(value.Value, `"`))) {
			return true
		}
		kinds++
		if name := constant.Names[0].Name; !written[name] {
			t.Errorf("no use case writes %s", name)
		}
		return true
	})
	if kinds != len(audit.Kinds()) {
		t.Errorf("%d kinds in the source, %d in the table", kinds, len(audit.Kinds()))
	}
}
