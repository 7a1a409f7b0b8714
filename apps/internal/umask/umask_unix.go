//go:build unix

package umask

import "syscall"

// Private lets nobody but the program's own user read the files that it makes from here on, and those of the programs it starts.
func Private() { syscall.Umask(0o077) }
