// Package secretfile reads the files in which the operator of a program keeps its secrets: keys, passwords, tokens.
//
// A file that everybody on the machine can read is refused. What stands in it is the caller's to judge.
package secretfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// most is the size of the largest secret, in bytes: a whole disk given by mistake isn't read.
const most = 64 << 10

// mounted is where containers are given their secrets, readable by everybody inside.
const mounted = "/run/secrets"

// Read returns what stands in a file, without blanks around it.
func Read(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // it was only read
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&0o004 != 0 && runtime.GOOS != "windows" && !isMounted(path) { // Windows has no such modes
		return "", fmt.Errorf("everybody on this machine can read %[1]s: run chmod 600 %[1]s, "+
			"with the program's own user as its owner", path)
	}
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return "", err
	}
	if len(text) > most {
		return "", errors.New("the file is too large to hold a secret")
	}
	return strings.TrimSpace(string(text)), nil
}

// isMounted reports whether the path, or what it links to, is a secret of a container.
func isMounted(path string) bool {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	target, err := filepath.EvalSymlinks(absolute)
	return isBelow(absolute) || err == nil && isBelow(target)
}

func isBelow(path string) bool { return strings.HasPrefix(path, mounted+string(filepath.Separator)) }
