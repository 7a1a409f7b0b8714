//go:build unix

package main

import "syscall"

// keepPrivate lets nobody else read the files that this process and its browser make.
func keepPrivate() { syscall.Umask(0o077) }
