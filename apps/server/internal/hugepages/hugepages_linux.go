// Package hugepages lets what a program allocates first lie in pages of 2 MB, where Linux gives them to programs that ask. A
// start touches thousands of pages of 4 kB for the first time, and a virtual machine may take 13 µs for each, however large.
//
// Importing it does so. It imports next to nothing, so that it begins before most packages that allocate before main.
package hugepages

import (
	"bytes"
	"os"
	"runtime"
	"sync"
	"syscall"
	"unsafe"
)

// mode says who gets huge pages: everybody (always), who asks for them (madvise), or nobody (never). What counts stands in
// brackets (https://docs.kernel.org/admin-guide/mm/transhuge.html).
const mode = "/sys/kernel/mm/transparent_hugepage/enabled"

// most is more than a start allocates with 10,000 people, of which half becomes garbage.
const most = 96 << 20

// asked is the part of the heap for which huge pages were asked; it stays the heap's for as long as the program runs.
var asked struct{ start, size uintptr }

func init() {
	text, err := os.ReadFile(mode)
	if err != nil || !bytes.Contains(text, []byte("[madvise]")) {
		return
	}
	block := make([]byte, most) // the heap's next addresses, which nobody touches
	if syscall.Madvise(block, syscall.MADV_HUGEPAGE) == nil {
		asked.start, asked.size = uintptr(unsafe.Pointer(unsafe.SliceData(block))), most //nolint:gosec // madvise takes a number
	}
	runtime.KeepAlive(block)
	runtime.GC() // the heap has the block back, and gives out its lowest addresses first
}

var end sync.Once

// End lets the system keep no huge page of which the program gave a part back.
func End() {
	end.Do(func() {
		if asked.size > 0 {
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, asked.start, asked.size, syscall.MADV_NOHUGEPAGE)
		}
	})
}
