package agent

import (
	"path"
	"slices"
	"strings"
)

// languages are the ends of names of what people write by hand.
var languages = []string{
	".go", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".php", ".py", ".rb", ".rs", ".java", ".kt",
	".cs", ".c", ".h", ".cc", ".cpp", ".sh",
	".css", ".scss", ".sql", ".vue", ".svelte",
}

// elsewhere are folders of what others wrote or programs made.
var elsewhere = []string{"vendor", "node_modules", "third_party", "dist", "build", "testdata", "generated"}

// IsSource reports whether a file is code of the project's own.
func IsSource(name string) bool {
	for _, folder := range strings.Split(path.Dir(name), "/") {
		if slices.Contains(elsewhere, folder) {
			return false
		}
	}
	base := path.Base(name)
	return slices.Contains(languages, path.Ext(base)) && !strings.Contains(base, ".gen.") && !strings.Contains(base, ".min.") &&
		!IsWorkflow(name)
}
