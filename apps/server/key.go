package main

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/clubhuis/clubhuis/apps/internal/secretfile"
)

const keyLength = 32

// readKey reads the secret of this installation, and makes one when the file is missing. Of several processes that make
// one at once, all use the first.
func readKey(path string) ([]byte, error) {
	key, err := existingKey(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeKey(path); err != nil {
			return nil, fmt.Errorf("the secret key can't be made: %w", err)
		}
		return existingKey(path)
	}
	return key, err
}

// existingKey reads the secret of this installation.
func existingKey(path string) ([]byte, error) {
	text, err := secretfile.Read(path)
	if err != nil {
		return nil, fmt.Errorf("the secret key can't be read: %w", err)
	}
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(key) < keyLength {
		return nil, fmt.Errorf("the secret key in %s is not %d bytes in base64", path, keyLength)
	}
	return key, nil
}

func makeKey(path string) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	key := make([]byte, keyLength)
	if _, err := rand.Read(key); err != nil {
		return err
	}
	whole, err := os.CreateTemp(folder, ".key-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(whole.Name()) //nolint:errcheck // it is linked, or of no use
	_, err = whole.WriteString(base64.StdEncoding.EncodeToString(key) + "\n")
	if err = errors.Join(err, whole.Close()); err != nil {
		return err
	}
	if err := os.Link(whole.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
