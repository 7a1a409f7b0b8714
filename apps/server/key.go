package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/apps/internal/secretfile"
	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/core/seal"
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

var errCutOff = errors.New("is being changed, which was cut off: run 'clubhuis key rotate' again")

// existingKey reads the secret of this installation. Between two keys it is errCutOff.
func existingKey(path string) ([]byte, error) {
	keys, err := readKeys(path)
	if err != nil {
		return nil, err
	}
	if len(keys) > 1 {
		return nil, fmt.Errorf("the secret key in %s %w", path, errCutOff)
	}
	return keys[0], nil
}

// readKeys reads a file of keys, a line each: one, or while it is changed the new one and the old one.
func readKeys(path string) (keys [][]byte, err error) {
	text, err := secretfile.Read(path)
	if err != nil {
		return nil, fmt.Errorf("the secret key can't be read: %w", err)
	}
	lines := strings.Fields(text)
	for _, line := range lines {
		key, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(key) < keyLength {
			return nil, fmt.Errorf("the secret key in %s is not %d bytes in base64", path, keyLength)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 || len(keys) > 2 {
		return nil, fmt.Errorf("the secret key in %s is not %d bytes in base64", path, keyLength)
	}
	return keys, nil
}

// fingerprint is that of the key in a file; "" while there is none, or none that can be used.
func fingerprint(path string) string {
	key, err := existingKey(path)
	if err != nil {
		return ""
	}
	return seal.Fingerprint(key)
}

// opensSecrets returns whether the key in a file opens the secrets that a database holds; true where it holds none.
func opensSecrets(ctx context.Context, store *gormstore.Store, path string) (bool, error) {
	sealed, opened, err := tryKey(ctx, store, path)
	return opened || !sealed, err
}

// tryKey returns whether a database holds secrets, and whether the key in a file opens them.
func tryKey(ctx context.Context, store *gormstore.Store, path string) (sealed, opened bool, err error) {
	key, err := existingKey(path)
	if err != nil {
		return false, false, err
	}
	return store.TryKey(ctx, func(purpose seal.Purpose, secret string) bool {
		_, err := seal.Open(key, purpose, secret)
		return err == nil
	})
}

// serversKey returns the key of the servers of the club, for a command that seals beside them. It makes none: the servers would
// not open what that one sealed.
func serversKey(path string) ([]byte, error) {
	key, err := existingKey(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: name the file of the server with --secret-key-file (CLUBHUIS_SECRET_KEY_FILE), or start "+
			"the server once, which makes it", err)
	}
	return key, err
}

// checkServersKey refuses a key that opens none of the secrets in the database, unless the server that started last has it. While
// there are no secrets it refuses another key than that of the server.
func checkServersKey(ctx context.Context, store *gormstore.Store, path string) error {
	sealed, opens, err := tryKey(ctx, store, path)
	if err != nil || opens {
		return err
	}
	known, err := store.KeyFingerprint(ctx)
	if err != nil {
		return err
	}
	if known == fingerprint(path) || known == "" && !sealed {
		return nil
	}
	return fmt.Errorf("the key in %s is another one than that of the server: name the right file with --secret-key-file "+
		"(CLUBHUIS_SECRET_KEY_FILE)", path)
}

// checkKey refuses to start with another key than that of the secrets in the database. A fresh one is not kept then: it was made
// because the right one is missing.
func (c *serveConfig) checkKey(ctx context.Context, p *program, fresh bool) error {
	if c.secretsLost {
		return nil
	}
	opens, err := opensSecrets(ctx, p.store, c.SecretKeyFile)
	if err != nil || opens {
		return err
	}
	if fresh {
		err = os.Remove(c.SecretKeyFile)
	}
	return errors.Join(fmt.Errorf("the secrets in the database are sealed with another key than that of %s: "+
		"bring the right file back (docs/operations.md, Backups), or start with --secrets-lost", c.SecretKeyFile), err)
}

// tellKey says which key the secrets in a backup need, and warns when the one in the file is another.
func tellKey(s streams, m *backup.Manifest, path string) error {
	if m.Fingerprint == "" {
		return nil
	}
	where := "it does not hold that key"
	if m.Key {
		where = "it holds that key"
	}
	if _, err := fmt.Fprintf(s.stdout, "sealed with the key %s; %s\n", m.Fingerprint, where); err != nil {
		return err
	}
	have := fingerprint(path)
	if have == "" || have == m.Fingerprint {
		return nil
	}
	_, err := fmt.Fprintf(s.stderr, "warning: %s holds another key, %s: with it the secrets of this backup can't be read; "+
		"bring the file of that day back in its place before a server starts\n", path, have)
	return err
}

func newKey() ([]byte, error) {
	key := make([]byte, keyLength)
	_, err := rand.Read(key)
	return key, err
}

func makeKey(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	key, err := newKey()
	if err != nil {
		return err
	}
	return placeKeys(path, [][]byte{key}, func(whole string) error {
		if err := os.Link(whole, path); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		return nil
	})
}

// writeKeys puts keys in the place of those in a file, as one step, whatever dies.
func writeKeys(path string, keys ...[]byte) error {
	if err := placeKeys(path, keys, func(whole string) error { return os.Rename(whole, path) }); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// placeKeys writes a whole file of keys beside the path, and lets place bring it there.
func placeKeys(path string, keys [][]byte, place func(whole string) error) error {
	whole, err := os.CreateTemp(filepath.Dir(path), ".key-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(whole.Name()) //nolint:errcheck // it is in its place, or of no use
	for _, key := range keys {
		_, failed := whole.WriteString(base64.StdEncoding.EncodeToString(key) + "\n")
		err = errors.Join(err, failed)
	}
	if err = errors.Join(err, keepOwner(whole, path), whole.Sync(), whole.Close()); err != nil {
		return err
	}
	return place(whole.Name())
}
