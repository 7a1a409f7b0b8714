//go:build !linux

package gormstore

import (
	"io"
	"os"
	"strings"
)

// contents returns what is in a file.
func contents(file *os.File) (text string, letGo func(), err error) {
	var all strings.Builder
	_, err = io.Copy(&all, file)
	return all.String(), func() {}, err
}
