package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"
)

// newer says whether anything under the folder source was changed after when,
// the names in ignored (of files or folders at its top) left out. Folders count,
// because removing a file changes nothing else; source itself does not, because
// building writes into it.
func newer(source fs.FS, ignored []string, when time.Time) (bool, error) {
	skip := make(map[string]bool, len(ignored))
	for _, name := range ignored {
		skip[name] = true
	}
	found := false
	err := fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name == "." {
			return nil
		}
		if skip[name] {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if info.ModTime().After(when) {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("look for changes: %w", err)
	}
	return found, nil
}

// builtAt returns when the file at name was made, false when it is not there.
func builtAt(folder fs.FS, name string) (time.Time, bool, error) {
	info, err := fs.Stat(folder, path.Clean(name))
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, false, nil
	}
	if err != nil {
		return time.Time{}, false, err
	}
	return info.ModTime(), true, nil
}
