package process

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
)

// ownGroup lets cmd lead a process group, and lets the kernel end it when we are killed.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killMarked ends what left the group of a program and still has its mark, until there is none.
func killMarked(mark string) {
	want := []byte(Markvar + "=" + mark)
	for range 10 { // one that starts another while we look
		found := false
		names, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil || !bytes.Contains(text, want) {
				continue
			}
			if process, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil && process != os.Getpid() {
				found = syscall.Kill(process, syscall.SIGKILL) == nil || found
			}
		}
		if !found {
			return
		}
	}
}
