//go:build !linux

// Package hugepages does nothing here: huge pages are asked for on Linux alone.
package hugepages

// End does nothing.
func End() {}
