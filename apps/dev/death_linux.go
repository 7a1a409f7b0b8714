package main

import (
	"os/exec"
	"runtime"
	"syscall"
)

// endWithUs has the kernel end cmd when we are killed without a chance to do it
// ourselves: cmd leads a group of its own, which a signal to ours does not reach.
// The kernel watches the thread that starts cmd, so the caller keeps it for good.
func endWithUs(cmd *exec.Cmd) {
	runtime.LockOSThread()
	cmd.SysProcAttr.Pdeathsig = syscall.SIGTERM
}
