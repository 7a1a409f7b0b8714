package gormstore

import (
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
