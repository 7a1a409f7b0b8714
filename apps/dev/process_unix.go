//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup lets cmd lead a process group, so that Ctrl-C reaches it once, from
// us, and so that a signal from us reaches its children as well.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// signalGroup sends a signal to cmd and everything that it started.
func signalGroup(cmd *exec.Cmd, signal os.Signal) error {
	number, ok := signal.(syscall.Signal)
	if !ok {
		return fmt.Errorf("%v is not a signal of this system", signal)
	}
	return syscall.Kill(-cmd.Process.Pid, number)
}
