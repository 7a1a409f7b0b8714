// Package umask says who may read the files that a program makes. It changes nothing of files that are there already.
package umask
