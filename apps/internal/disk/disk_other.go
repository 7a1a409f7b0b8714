//go:build !linux

package disk

import "errors"

// Room returns how many bytes can be written where a file or folder is, or will be.
func Room(string) (int64, error) { return 0, errors.New("only Linux is asked") }
