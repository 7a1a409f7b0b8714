//go:build !linux

package disk

import "errors"

// Room returns how many bytes can be written where a file or folder is, or will be.
func Room(string) (int64, error) { return 0, errors.New("only Linux is asked") }

// Same reports whether two files or folders are, or will be, on one file system.
func Same(string, string) bool { return false }

// IsMemory reports whether what is written where a file or folder is, or will be, is memory instead of a disk.
func IsMemory(string) bool { return false }

// Writable returns why nothing can be written into a folder that is, or will be, there; nil when this user may.
func Writable(string) error { return nil }
