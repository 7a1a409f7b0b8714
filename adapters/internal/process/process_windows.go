package process

import "os/exec"

func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = cmd.Process.Kill() // it may have ended
	}
}

// killMarked finds nobody: this system does not say in which environment others run.
func killMarked(string) {}
