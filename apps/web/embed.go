// Package web holds the built page of Clubhuis as files.
//
// It owns the embedding alone: which headers an answer carries, where the page is mounted and what the REST root is
// called belong to the program that serves it. A clone that never ran Node still compiles: dist then holds nothing but
// its .gitkeep, Built returns false and Fallback is what there is to show.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

//go:embed fallback.html
var fallback []byte

// Files is the built page: index.html, reference.html and the hashed files under assets/, of which scripts and styles are
// there as NAME.gz.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // "dist" is a constant and a valid path
	}
	return files
}

// Built tells whether the page was built into this program.
func Built() bool {
	_, err := fs.Stat(Files(), "index.html")
	return err == nil
}

// Fallback is the page that says how to build the page.
func Fallback() []byte { return append([]byte(nil), fallback...) }
