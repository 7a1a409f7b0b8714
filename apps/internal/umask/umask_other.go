//go:build !unix

package umask

// Private does nothing: files have the rights of the folder that they are in.
func Private() {}
