package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of the times in /proc/PID/stat. The kernel shows it to programs as a hundredth of a second everywhere.
const tick = 10 * time.Millisecond

// cpuOf returns the processor time that a process has used.
func cpuOf(pid int) (time.Duration, error) {
	s, err := readStat(pid)
	return s.own, err
}

// cpuOfFamily returns the processor time of a process and its children, those that ended included.
func cpuOfFamily(pid int) (time.Duration, error) {
	parent, err := readStat(pid)
	if err != nil {
		return 0, err
	}
	total := parent.own + parent.reaped
	entries, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0, err
	}
	for _, entry := range entries {
		child, err := strconv.Atoi(filepath.Base(entry))
		if err != nil {
			continue
		}
		if s, err := readStat(child); err == nil && s.parent == pid { // others come and go meanwhile
			total += s.own + s.reaped
		}
	}
	return total, nil
}

// stat is what /proc/PID/stat says about a process.
type stat struct {
	parent      int
	own, reaped time.Duration // its own time, and that of children that ended
}

func readStat(pid int) (stat, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return stat{}, err
	}
	return parseStat(text)
}

// parseStat reads the line of /proc/PID/stat. The program's name in it may hold blanks and brackets, so what counts starts
// behind the last bracket, at field 3.
func parseStat(text []byte) (stat, error) {
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	number := func(field int) int {
		if field-3 >= len(fields) {
			return -1
		}
		n, err := strconv.Atoi(fields[field-3])
		if err != nil {
			return -1
		}
		return n
	}
	parent, user, system, childUser, childSystem := number(4), number(14), number(15), number(16), number(17)
	if min(parent, user, system, childUser, childSystem) < 0 {
		return stat{}, fmt.Errorf("this is no line of /proc/PID/stat: %q", text)
	}
	return stat{parent, time.Duration(user+system) * tick, time.Duration(childUser+childSystem) * tick}, nil
}

// memoryOf returns the memory of a process. Its own are the pages that no file holds, as the kernel counts them one by one.
func memoryOf(pid int) (memory, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return memory{}, err
	}
	pages, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return memory{}, err
	}
	return memory{Peak: kilobytes(status, "VmHWM"), Own: kilobytes(pages, "Anonymous"), Mapped: kilobytes(status, "RssFile")}, nil
}

// kilobytes returns a value of /proc/PID/status or smaps_rollup, in bytes; 0 when it is not there.
func kilobytes(lines []byte, name string) int64 {
	for line := range strings.Lines(string(lines)) {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
			if err != nil {
				return 0
			}
			return n << 10
		}
	}
	return 0
}
