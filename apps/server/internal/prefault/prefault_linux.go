// Package prefault gets memory for a program that starts a little before it needs it, on another processor. A start touches
// thousands of pages for the first time, and a virtual machine may take 13 µs for each.
//
// Importing it does so. It imports next to nothing, so that it begins before most packages that allocate before main.
package prefault

import (
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

const (
	most  = 64 << 20 // bytes: what a start allocates with 10,000 people before garbage is collected
	ahead = 2 << 20  // bytes that are there before they are allocated, besides as many as are: most commands need little
	extra = 8 << 20  // of as many as are, at most: what nobody comes to need stays
	piece = 1 << 20  // bytes that are asked for at once
	pause = time.Millisecond
)

// populate is MADV_POPULATE_WRITE: pages get memory as if they were written to, and keep what they have (Linux 5.14, madvise(2)).
const populate = 23

func init() {
	if runtime.GOMAXPROCS(0) < 2 {
		return // it would only do earlier what the start does
	}
	block := make([]byte, most) // the heap's next addresses, which nobody touches
	first := uintptr(unsafe.Pointer(unsafe.SliceData(block)))
	runtime.KeepAlive(block)
	runtime.GC() // the heap has the block back, and gives out its lowest addresses first
	go run(first)
}

var ended atomic.Bool

// End lets memory come when it is needed.
func End() { ended.Store(true) }

// run stays ahead of what the program allocates, from an address of the heap on.
func run(first uintptr) {
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(allocated)
	before := allocated[0].Value.Uint64()
	for done := uintptr(0); done < most && !ended.Load(); {
		metrics.Read(allocated)
		since := allocated[0].Value.Uint64() - before
		if uint64(done) >= since+ahead+min(since, extra) {
			time.Sleep(pause)
			continue
		}
		if _, _, failed := syscall.Syscall(syscall.SYS_MADVISE, first+done, piece, populate); failed != 0 {
			return
		}
		_ = read(first+done, first+done+piece)
		done += piece
	}
}

// read reads a byte of each page from one address to another. A hypervisor that has page tables of its own fills them then. It
// is the heap's memory, which others write to meanwhile; what is read there does not matter. It is not inlined, so that it is
// not left out.
//
//go:noinline
//go:norace
//go:nocheckptr
func read(from, to uintptr) (sum byte) {
	page := uintptr(syscall.Getpagesize())
	for at := from; at < to; at += page {
		sum += *(*byte)(unsafe.Add(nil, at))
	}
	return sum
}
