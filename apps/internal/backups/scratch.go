package backups

import (
	"errors"
	"os"
	"path/filepath"
	"time"
)

// abandoned is how old a scratch folder is of which nobody is still trying out a backup.
const abandoned = 24 * time.Hour

// Scratch makes a folder for a throw-away database, which its owner alone may read, in the folder for temporary files (TMPDIR).
// What a program that was killed left there a day ago or more is destroyed: it is the whole club, and nobody else removes it in a
// container.
func Scratch(owner string, now time.Time) (folder string, err error) {
	name := owner + "-verify-*"
	left, err := filepath.Glob(filepath.Join(os.TempDir(), name))
	if err != nil {
		return "", err
	}
	for _, one := range left {
		info, err := os.Lstat(one)
		if err != nil || !info.IsDir() || now.Sub(info.ModTime()) < abandoned {
			continue
		}
		if err := os.RemoveAll(one); err != nil && !errors.Is(err, os.ErrPermission) { // another user's
			return "", err
		}
	}
	return os.MkdirTemp("", name)
}
