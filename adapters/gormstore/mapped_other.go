//go:build !linux

package gormstore

import (
	"errors"
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

// mapsFiles says that contents does not read a file into memory.
const mapsFiles = false

// running returns which file this program was started from. Only Linux tells it when another one took its place.
func running() (string, error) { return "", errors.New("only Linux is asked") }
