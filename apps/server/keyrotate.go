package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/usecase/sealing"
)

type keyRotateCommand struct{ serveFlags }

// Help says what is needed, and what a new key ends.
func (c *keyRotateCommand) Help() string {
	return "All servers of the club must be stopped. Each of them needs the new key afterwards: copy the file of " +
		"--secret-key-file to the other machines before they start. Cut off, run it again. Links in mails that end the " +
		"daily overview, and links of " +
		"pictures, end with the old key; sessions go on."
}

// Run gives all sealed secrets a new key. The file of keys holds the new and the old one at first, then the new one alone, and
// the secrets change between these, in one transaction: at each moment the keys in the file open everything. No server starts
// while there are two.
func (c *keyRotateCommand) Run(ctx context.Context, s streams) error {
	var problems settings.Problems
	config := c.parse(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	result, err := config.rotateKey(ctx)
	note(ctx, "key.rotate", 0, err)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(
		s.stdout,
		"%s is new, with the fingerprint %s: %d secrets are sealed with it\n",
		config.SecretKeyFile,
		fingerprint(config.SecretKeyFile),
		result.Resealed+result.Already,
	)
	if err == nil && result.Lost > 0 {
		_, err = fmt.Fprintf(
			s.stderr,
			"warning: %d secrets were sealed with a key that is neither the old nor the new one, and stay as "+
				"they are: 'clubhuis doctor' says what lacks\n",
			result.Lost,
		)
	}
	return err
}

func (c serveConfig) rotateKey(ctx context.Context) (sealing.Rotated, error) {
	if err := c.store.Exists(); err != nil {
		return sealing.Rotated{}, err
	}
	keys, err := readKeys(c.SecretKeyFile)
	if errors.Is(err, fs.ErrNotExist) {
		return sealing.Rotated{}, fmt.Errorf("%w: there is nothing to change, a server makes one when it starts", err)
	}
	if err != nil {
		return sealing.Rotated{}, err
	}
	if path, file := c.Path(); file {
		if _, err := os.Stat(path); err != nil {
			return sealing.Rotated{}, err // none is made, where a name is wrong
		}
	}
	if err := database.Alone(ctx, string(c.URL)); err != nil {
		return sealing.Rotated{}, fmt.Errorf("stop all servers first: %w", err)
	}
	begun := len(keys) == 2 // and was cut off: the secrets may be sealed with either
	if !begun {
		fresh, err := newKey()
		if err != nil {
			return sealing.Rotated{}, err
		}
		keys = [][]byte{fresh, keys[0]}
		if err := writeKeys(c.SecretKeyFile, keys...); err != nil {
			return sealing.Rotated{}, fmt.Errorf("write the new key: %w", err)
		}
	}
	// From here on no server starts beside this file. Of one that started meanwhile the key is the old one: then nothing changes.
	if err := database.Alone(ctx, string(c.URL)); err != nil {
		err = fmt.Errorf("a server started meanwhile, stop it: %w", err)
		if !begun {
			err = errors.Join(err, writeKeys(c.SecretKeyFile, keys[1]))
		}
		return sealing.Rotated{}, err
	}
	result, err := c.reseal(ctx, keys[1], keys[0])
	if err != nil {
		return result, fmt.Errorf("the secrets were not sealed anew, run this again: %w", err)
	}
	// Who started before the secrets had the new key, on another machine with a file of its own, goes on sealing with the old one.
	if err := database.Alone(ctx, string(c.URL)); err != nil {
		return result, fmt.Errorf("a server started meanwhile with the old key: stop it, and run this again: %w", err)
	}
	return result, writeKeys(c.SecretKeyFile, keys[0])
}

func (c serveConfig) reseal(ctx context.Context, old, fresh []byte) (result sealing.Rotated, err error) {
	p, err := open(ctx, c.store, false, nil)
	if err != nil {
		return result, err
	}
	service := sealing.Service{Atomic: p.store, Now: c.store.now, Random: rand.Read}
	if result, err = service.Rotate(ctx, old, fresh); err == nil {
		err = p.store.NoteKey(ctx, seal.Fingerprint(fresh))
	}
	return result, errors.Join(err, p.close())
}
