// Package disk says how much room there is on disks. What is enough is said by who asks.
package disk

import (
	"os"
	"path/filepath"
)

// standing returns the nearest folder of a path that is there.
func standing(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return "."
	}
	for !there(path) && filepath.Dir(path) != path {
		path = filepath.Dir(path)
	}
	return path
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
