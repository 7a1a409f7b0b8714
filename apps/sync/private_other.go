//go:build !unix

package main

// keepPrivate does nothing: files have the rights of the folder that they are in.
func keepPrivate() {}
