//go:build !linux

package locks

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// birth is not known: a process that got the number of a dead one counts as that one.
func birth(int) string { return "" }

// Lives reports whether this machine has a process of the number.
func Lives(process int) bool { return lives(process, "") }

func lives(process int, _ string) bool {
	found, err := os.FindProcess(process)
	if err != nil || runtime.GOOS == "windows" { // where only a process that is there is found
		return err == nil
	}
	err = found.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}
