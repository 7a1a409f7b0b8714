package gormstore

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

// contents returns what is in a file that nobody changes any more, as part of the address space: what is read of it is no memory
// of the program's own, and the system may take it back. The file may be removed. The text must not be used after letGo.
func contents(file *os.File) (text string, letGo func(), err error) {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return "", func() {}, err
	}
	data, err := syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE|syscall.MAP_POPULATE)
	if err != nil {
		return "", nil, err
	}
	letGo = func() { _ = syscall.Munmap(data) }
	return unsafe.String(unsafe.SliceData(data), len(data)), letGo, nil //nolint:gosec // nobody writes it
}

// mapsFiles says that contents does not read a file into memory.
const mapsFiles = true

// running returns which file this program was started from, also when another one took its place: its size, and when it was last
// written and put there.
func running() (string, error) {
	info, err := os.Stat("/proc/self/exe")
	if err != nil {
		return "", err
	}
	placed := int64(0)
	if stat, known := info.Sys().(*syscall.Stat_t); known {
		placed = stat.Ctim.Nano()
	}
	return fmt.Sprintf("%d %d %d", info.Size(), info.ModTime().UnixNano(), placed), nil
}
