package synchronizations_test

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

// The floors of the synchronization. A pipeline (the files beside this one) puts rooms together. A room stands on the engine, and
// knows no other room: what it needs of one it declares, and a pipeline hands it over. The engine knows the synchronization's own
// stores, and no port of another system.

const (
	clubhuis = "github.com/clubhuis/clubhuis/"
	rooms    = clubhuis + "core/usecase/synchronizations/internal/"
)

// ground are what a room may stand on, and these on each other; all other packages below internal are rooms.
var ground = map[string][]string{
	"texts":  {},
	"engine": {"texts"},
	"sets":   {"engine"},
}

// enginePorts are the ports that the engine may name, and engineNouns what else of the core it may know.
var (
	enginePorts = []string{"SyncStores", "Files"}
	engineNouns = []string{"core/fault", "core/sync/diff", "core/sync/ledger", "core/sync/run"}
)

// crossings returns what a file, named by its path below this folder, must not import or name.
func crossings(name string, file *ast.File) (found []string) {
	room := path.Base(path.Dir(name))
	imports := map[string]string{}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		imports[path.Base(imported)] = imported
		if other, below := strings.CutPrefix(imported, rooms); below && !mayStandOn(room, other) {
			found = append(found, name+" imports the room "+other)
		}
		noun, ours := strings.CutPrefix(imported, clubhuis)
		if room == "engine" && ours && noun != "ports" && !slices.Contains(engineNouns, noun) && !strings.HasPrefix(imported, rooms) {
			found = append(found, name+" knows "+noun)
		}
	}
	if room != "engine" {
		return found
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if s, ok := node.(*ast.SelectorExpr); ok {
			x, named := s.X.(*ast.Ident)
			if named && imports[x.Name] == clubhuis+"ports" && !slices.Contains(enginePorts, s.Sel.Name) {
				found = append(found, name+" knows the port "+s.Sel.Name)
			}
		}
		return true
	})
	return found
}

// mayStandOn reports whether a package below internal may import another one.
func mayStandOn(room, other string) bool {
	if below, is := ground[room]; is {
		return slices.Contains(below, other)
	}
	_, is := ground[other]
	return is
}

func TestRoomsDoNotKnowEachOther(t *testing.T) {
	t.Parallel()
	read := map[string]bool{}
	err := filepath.WalkDir("internal", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		read[filepath.Base(filepath.Dir(name))] = true
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, found := range crossings(filepath.ToSlash(name), file) {
			t.Error(found)
		}
		return nil
	})
	if err != nil || len(read) < 9 || !read["engine"] {
		t.Fatalf("%v read: %v", read, err)
	}
}

func TestTheArrowTestOfTheRoomsCanFail(t *testing.T) {
	t.Parallel()
	room := func(name string) string { return `import "` + rooms + name + `"` }
	for _, c := range []struct{ name, file, source, want string }{
		{"a room stands on the engine", "internal/lists/x.go", room("engine"), ""},
		{"a new room, too", "internal/helpdesk/x.go", `import ("` + rooms + `engine"; "` + rooms + `texts")`, ""},
		{"a room knows no other", "internal/parents/x.go", room("members"), "internal/parents/x.go imports the room members"},
		{"a new one neither", "internal/helpdesk/x.go", room("members"), "internal/helpdesk/x.go imports the room members"},
		{"the engine knows no room", "internal/engine/x.go", room("members"), "internal/engine/x.go imports the room members"},
		{"nor where rooms keep things", "internal/engine/x.go", room("sets"), "internal/engine/x.go imports the room sets"},
		{"the sentences know nothing", "internal/texts/x.go", room("engine"), "internal/texts/x.go imports the room engine"},
		{"the engine has stores", "internal/engine/x.go", `import "` + clubhuis + `ports"; var s ports.SyncStores`, ""},
		{
			"and no site", "internal/engine/x.go", `import "` + clubhuis + `ports"; var s ports.ClubSite`,
			"internal/engine/x.go knows the port ClubSite",
		},
		{"a room has a site", "internal/site/x.go", `import "` + clubhuis + `ports"; var s ports.ClubSite`, ""},
		{
			"the engine does not know what is told to the application", "internal/engine/x.go",
			`import "` + clubhuis + `core/sync/payload"`, "internal/engine/x.go knows core/sync/payload",
		},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), c.file, "package x\n"+c.source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(crossings(c.file, file), "; "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// pipelines are the files beside this one that are one pipeline each.
var pipelines = []string{"people.go", "teams.go", "functions.go", "individual.go", "verify.go"}

// declared are the names that a pipeline's file brings into the package: its declarations, and what it adds to the pipeline.
func declared(file *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil || isPipeline(d.Recv.List[0].Type) {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						names[name.Name] = true
					}
				}
			}
		}
	}
	return names
}

func isPipeline(receiver ast.Expr) bool {
	star, ok := receiver.(*ast.StarExpr)
	if !ok {
		return false
	}
	name, ok := star.X.(*ast.Ident)
	return ok && name.Name == "pipeline"
}

// meetings are the names of one pipeline that another one uses.
func meetings(files map[string]*ast.File) (found []string) {
	for name, file := range files {
		for other, theirs := range files {
			names := declared(theirs)
			ast.Inspect(file, func(node ast.Node) bool {
				if ident, ok := node.(*ast.Ident); ok && other != name && names[ident.Name] {
					found = append(found, name+" uses "+ident.Name+" of "+other)
				}
				return true
			})
		}
	}
	return found
}

func TestPipelinesDoNotKnowEachOther(t *testing.T) {
	t.Parallel()
	files := map[string]*ast.File{}
	for _, name := range pipelines {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = file
	}
	for _, found := range meetings(files) {
		t.Error(found)
	}
}

func TestTheArrowTestOfThePipelinesCanFail(t *testing.T) {
	t.Parallel()
	const a = `package x
		type people struct{}
		func (p *pipeline) people() {}
		func help() {}
		const most = 1
		func (p *people) own() {}`
	for _, c := range []struct{ name, source, want string }{
		{"alone", "type teams struct{}", ""},
		{"a function", "func f() { help() }", "b.go uses help of a.go"},
		{"a constant", "var n = most", "b.go uses most of a.go"},
		{"what it adds to the pipeline", "func f(p *pipeline) { p.people() }", "b.go uses people of a.go"},
		{"a name of its own", "func (t *teams) own() {}", ""},
	} {
		files := map[string]*ast.File{}
		for name, source := range map[string]string{"a.go": a, "b.go": "package x\n" + c.source} {
			file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = file
		}
		if got := strings.Join(meetings(files), "; "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
