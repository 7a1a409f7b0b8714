package settings

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Unknown returns a warning for each variable of an environment ("NAME=value") that begins with a prefix and an underscore and
// that no flag of a program is set by: one that is misspelt would be passed over in silence.
func Unknown(program *kong.Kong, prefix string, environment []string) (warnings []string) {
	known := map[string]bool{}
	var learn func(*kong.Node)
	learn = func(node *kong.Node) {
		for _, flag := range node.Flags {
			for _, name := range flag.Envs {
				known[name] = true
			}
		}
		for _, child := range node.Children {
			learn(child)
		}
	}
	learn(program.Model.Node)
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, prefix+"_") && !known[name] {
			warnings = append(warnings, name+" is set, which is the name of no setting")
		}
	}
	slices.Sort(warnings)
	return warnings
}
