package program

import (
	"os/exec"
	"runtime"
	"syscall"
)

func init() {
	runtime.LockOSThread() // the kernel watches the thread that starts a process
}

// EndWithUs has the kernel end the program when we are killed without a chance to do it. Start such a program from the main
// goroutine.
func EndWithUs(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
}
