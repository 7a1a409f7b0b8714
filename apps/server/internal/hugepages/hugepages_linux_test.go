package hugepages_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/apps/server/internal/hugepages"
)

// kept is what the program of a test allocated.
var kept []byte

// flags returns those of the mapping in which kept lies: hg says that huge pages are asked for, nh that they are not wanted
// (https://docs.kernel.org/filesystems/proc.html, smaps). Whether the system had any is its own affair.
func flags() (found string, err error) {
	text, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return "", err
	}
	var from, to, at uint64
	if _, err := fmt.Sscanf(fmt.Sprintf("%p", kept), "0x%x", &at); err != nil {
		return "", err
	}
	inside := false
	for line := range strings.Lines(string(text)) {
		if n, _ := fmt.Sscanf(line, "%x-%x ", &from, &to); n == 2 {
			inside = from <= at && at < to
		}
		if value, is := strings.CutPrefix(line, "VmFlags:"); is && inside {
			found = strings.TrimSpace(value)
		}
	}
	return found, nil
}

// program is what a process of its own does, of which nothing was allocated yet. It prints the flags of its heap, at first and
// after the end.
func program() error {
	kept = make([]byte, 16<<20)
	for i := range kept {
		kept[i] = 1
	}
	for range 2 {
		found, err := flags()
		if err != nil {
			return err
		}
		fmt.Println(found)
		hugepages.End()
	}
	return nil
}

func TestMain(m *testing.M) {
	if os.Getenv("HUGEPAGES") == "" {
		os.Exit(m.Run())
	}
	if err := program(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func TestWhatIsAllocatedFirstLiesInHugePages(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = []string{"HUGEPAGES=1"}
	output, err := cmd.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	if err != nil || len(lines) != 2 {
		t.Fatalf("%v: %s", err, output)
	}
	has := func(line, flag string) bool { return slices.Contains(strings.Fields(line), flag) }
	mode, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil || !bytes.Contains(mode, []byte("[madvise]")) { // nobody is to ask: the system decides
		if has(lines[0], "hg") || has(lines[1], "nh") {
			t.Errorf("the mode is %q: %s", mode, output)
		}
		return
	}
	if !has(lines[0], "hg") {
		t.Errorf("at first: %s", lines[0])
	}
	if has(lines[1], "hg") || !has(lines[1], "nh") {
		t.Errorf("after the end: %s", lines[1])
	}
}
