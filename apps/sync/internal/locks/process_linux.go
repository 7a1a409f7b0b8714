package locks

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// birth tells a process from every other one that had or will have its number: which start of the machine it belongs to, and
// its own start. It is "" when there is no such process, or only what is left of one until its parent asks how it ended.
func birth(process int) string {
	state, started := stat(process)
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil || started == "" || strings.ContainsAny(state, "ZX") {
		return ""
	}
	return strings.TrimSpace(string(boot)) + "/" + started
}

// stat reads a process's state and the tick of its start from the kernel; "" without such a process. The program's name stands
// before them in brackets and may hold anything.
func stat(process int) (state, started string) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	if err != nil {
		return "", ""
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	const fromState, fromStart = 0, 19
	if len(fields) <= fromStart {
		return "", ""
	}
	return fields[fromState], fields[fromStart]
}

// Lives reports whether this machine has a process of the number.
func Lives(process int) bool { return lives(process, "") }

// lives reports whether the process of the number is the one that was born so; any one when that is not known.
func lives(process int, born string) bool {
	if errors.Is(syscall.Kill(process, 0), syscall.ESRCH) {
		return false
	}
	if state, started := stat(process); started == "" {
		return state == "" // it is there and not ours to look at
	}
	now := birth(process)
	return now != "" && (born == "" || born == now)
}
