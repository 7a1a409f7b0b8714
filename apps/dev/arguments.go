package main

import (
	"os"
	"slices"
	"strings"
)

// names says whether args set a flag, as "--flag value" or "--flag=value".
func names(args []string, flag string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return arg == flag || strings.HasPrefix(arg, flag+"=")
	})
}

// setting returns what a flag of the server is set to: by the last of args that names
// it, else in the environment as CLUBHUIS_FLAG; "" when nobody sets it.
func setting(args []string, flag string) string {
	for i := len(args) - 1; i >= 0; i-- {
		if value, found := strings.CutPrefix(args[i], flag+"="); found {
			return value
		}
		if args[i] == flag && i+1 < len(args) {
			return args[i+1]
		}
	}
	return os.Getenv("CLUBHUIS_" + strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(flag, "--"), "-", "_")))
}
