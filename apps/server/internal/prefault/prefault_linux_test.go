package prefault_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/apps/server/internal/prefault"
)

const mega = 1 << 20

// kept is what the program of a test allocated.
var kept [][]byte

// resident returns how many bytes of the mapping in which kept lies have memory (https://docs.kernel.org/filesystems/proc.html,
// smaps).
func resident() (int, error) {
	text, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return 0, err
	}
	var from, to, at uint64
	if _, err := fmt.Sscanf(fmt.Sprintf("%p", kept[0]), "0x%x", &at); err != nil {
		return 0, err
	}
	inside := false
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); n == 2 {
			inside = from <= at && at < to
		}
		var kilobytes int
		if n, _ := fmt.Sscanf(lines.Text(), "Rss: %d kB", &kilobytes); n == 1 && inside {
			return kilobytes << 10, nil
		}
	}
	return 0, fmt.Errorf("no mapping has %p", kept[0])
}

// reaches waits until so many bytes have memory, and returns how many have some time later.
func reaches(bytes int) (int, error) {
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		has, err := resident()
		if err != nil || time.Now().After(end) {
			return has, err
		}
		if has >= bytes {
			time.Sleep(50 * time.Millisecond)
			return resident()
		}
	}
}

// program is what a process of its own does, of which next to nothing was allocated yet: it prints how much of its heap has
// memory at first, when it allocated 10 MB that it does not touch, and when it allocated 10 MB more after the end.
func program() error {
	debug.SetGCPercent(-1) // what is not in use is not given back
	kept = append(kept, make([]byte, 1))
	expected := []int{2 * mega, 20 * mega, 20 * mega}
	for i, bytes := range expected {
		if i == 2 {
			prefault.End()
		}
		if i > 0 {
			kept = append(kept, make([]byte, 10*mega))
		}
		has, err := reaches(bytes)
		if err != nil {
			return err
		}
		fmt.Println(has)
	}
	runtime.KeepAlive(kept)
	return nil
}

func TestMain(m *testing.M) {
	if os.Getenv("PREFAULT") == "" {
		os.Exit(m.Run())
	}
	if err := program(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// known reports whether the system gives memory to who asks for it.
func known(t *testing.T) bool {
	t.Helper()
	block, err := syscall.Mmap(-1, 0, mega, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Munmap(block) }()
	return syscall.Madvise(block, prefault.Populate) == nil
}

func TestMemoryIsThereBeforeItIsAllocated(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = []string{"PREFAULT=1", "GOMAXPROCS=2"}
	output, err := cmd.CombinedOutput()
	var first, more, after int
	if n, _ := fmt.Sscan(string(output), &first, &more, &after); n != 3 || err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	if !known(t) { // Linux before 5.14
		if first > 10*mega || more > 10*mega {
			t.Errorf("%d bytes have memory, and nobody asked for it", more)
		}
		return
	}
	if first < 2*mega || first > 10*mega || more < 20*mega || more > 34*mega || after > more+3*mega {
		t.Errorf("%d bytes have memory at first, %d when 10 MB more were allocated, %d when it is over", first, more, after)
	}
}
