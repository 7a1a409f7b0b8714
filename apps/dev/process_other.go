//go:build !unix

package main

import (
	"os"
	"os/exec"
)

// ownGroup does nothing: without process groups Ctrl-C reaches the children by itself.
func ownGroup(*exec.Cmd) {}

// signalGroup can only end cmd: there is no other signal to send.
func signalGroup(cmd *exec.Cmd, _ os.Signal) error { return cmd.Process.Kill() }
