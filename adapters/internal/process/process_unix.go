//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// killGroup ends cmd and all that stayed in its group.
func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // there may be nobody left
	}
}
