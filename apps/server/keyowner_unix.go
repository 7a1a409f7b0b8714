//go:build unix

package main

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner of the one whose place it takes: an operator may write as root what the server reads.
func keepOwner(file *os.File, of string) error {
	info, err := os.Stat(of)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known || int(stat.Uid) == os.Geteuid() && int(stat.Gid) == os.Getegid() {
		return nil
	}
	return file.Chown(int(stat.Uid), int(stat.Gid))
}
