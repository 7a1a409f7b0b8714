package main

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"time"

	"filippo.io/age"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/adapters/files"
	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/apps/internal/backups"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/backup"
	daily "github.com/clubhuis/clubhuis/core/usecase/backups"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// owner is whose data a backup holds.
const owner = "clubsync"

type backupMakeCommand struct {
	To        settings.URL `required:"" placeholder:"PLACE" help:"A file, a folder that is there, or the URL of a bucket."`
	Recipient []string     `placeholder:"age1…" help:"For whom it is encrypted; repeat it for several."`
	Plain     bool         `help:"Let a backup leave this machine unencrypted."`
	Keep      bool         `help:"Remove older backups there, but 7 days, 4 weeks and 12 months."`
}

// Run makes a backup of the database and of the files, tries it out, and prints where it is and what it holds.
func (c *backupMakeCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	recipients, err := backups.Recipients(c.Recipient)
	if err != nil {
		return err
	}
	place, name, err := archive.Open(string(c.To))
	if err != nil {
		return err
	}
	if place.IsBucket() && recipients == nil && !c.Plain {
		return errors.Join(backups.ErrPlain, place.Close())
	}
	return errors.Join(flags.with(ctx, func(e *environment) error {
		bucket, err := files.Open(ctx, filepath.Join(e.data, "files"))
		if err != nil {
			return err
		}
		defer bucket.Close() //nolint:errcheck // it was read
		k, err := e.keeper(ctx, bucket, place, recipients, flags.ClubName)
		if err != nil {
			return err
		}
		if c.Keep {
			if err := e.claim(ctx, k); err != nil {
				return err
			}
		}
		m, name, err := k.Make(ctx, time.Now(), name)
		if err != nil {
			return err
		}
		if err := backups.Tell(s.stdout, name, m); err != nil || !c.Keep {
			return err
		}
		_, err = e.tidy(ctx, place)
		return err
	}), place.Close())
}

// keeper keeps backups of the database and of the files in a place.
func (e *environment) keeper(
	ctx context.Context, bucket *files.Bucket, place *archive.Place, recipients []age.Recipient, club string,
) (*backups.Keeper, error) {
	schema, err := e.store.Schema(ctx)
	if err != nil {
		return nil, err
	}
	return &backups.Keeper{
		Place: place, Recipients: recipients, Source: backups.Source{Store: e.store, Files: bucket}, Scratch: scratch,
		Head: backup.Manifest{Owner: owner, Club: club, Schema: schema.Have},
	}, nil
}

// claim makes the place of a keeper the synchronization's own.
func (e *environment) claim(ctx context.Context, k *backups.Keeper) error {
	installation, err := e.store.Stores().Agent.Owner(ctx, e.host+"-"+rand.Text())
	if err != nil {
		return err
	}
	return k.Claim(ctx, installation)
}

// tidy removes older backups, and returns how many.
func (e *environment) tidy(ctx context.Context, place *archive.Place) (int, error) {
	return (&daily.Service{Zone: e.zone}).Tidy(ctx, daily.Place{
		List:   func(ctx context.Context) ([]time.Time, error) { return place.List(ctx, owner) },
		Remove: func(ctx context.Context, made time.Time) error { return place.Remove(ctx, owner, made) },
		Expire: func(ctx context.Context, before time.Time) error { return place.Expire(ctx, owner, before) },
	})
}

// throwaway is a database that its Close destroys.
type throwaway struct {
	*syncstore.Store
	folder string
}

// Close implements backups.Store.
func (t throwaway) Close() error { return errors.Join(t.Store.Close(), os.RemoveAll(t.folder)) }

func scratch(ctx context.Context) (backups.Store, error) {
	folder, err := backups.Scratch(owner, time.Now())
	if err != nil {
		return nil, err
	}
	store, err := syncstore.Open(ctx, "sqlite:"+filepath.Join(folder, "clubsync.db"))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return throwaway{store, folder}, nil
}

type backupVerifyCommand struct {
	From         settings.URL `arg:"" help:"The backup: a file, or the URL of one in a bucket."`
	IdentityFile string       `placeholder:"FILE" help:"File with the secret identity of age for which it is encrypted."`
}

// Run brings a backup back into a throw-away database and compares counts and hashes.
func (c *backupVerifyCommand) Run(ctx context.Context, s streams) error {
	place, name, identities, err := backups.Open(ctx, string(c.From), c.IdentityFile)
	if err != nil {
		return err
	}
	k := &backups.Keeper{Place: place, Head: backup.Manifest{Owner: owner}, Scratch: scratch}
	m, err := k.Verify(ctx, name, identities...)
	if err = errors.Join(err, place.Close()); err != nil {
		return err
	}
	return backups.Tell(s.stdout, name, m)
}

type restoreCommand struct {
	From         settings.URL `arg:"" help:"The backup: a file, or the URL of one in a bucket."`
	IdentityFile string       `placeholder:"FILE" help:"File with the secret identity of age for which it is encrypted."`

	backups.AloneFlags `embed:""`
}

// Run brings a backup back into an empty database and the folder of the data.
func (c *restoreCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	var problems settings.Problems
	config := flags.parseStore(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	if err := c.Alone(ctx, config.database); err != nil {
		return err
	}
	place, name, identities, err := backups.Open(ctx, string(c.From), c.IdentityFile)
	if err != nil {
		return err
	}
	defer place.Close() //nolint:errcheck // it was read
	content, err := place.Read(ctx, name)
	if err != nil {
		return err
	}
	defer content.Close()
	if err := os.MkdirAll(config.data, 0o700); err != nil {
		return err
	}
	store, err := syncstore.Open(ctx, string(config.database))
	if err != nil {
		return err
	}
	bucket, err := files.Open(ctx, filepath.Join(config.data, "files"))
	if err != nil {
		return errors.Join(err, store.Close())
	}
	m, err := backups.Restore(ctx, owner, content, backups.Target{Store: store, Files: bucket}, identities...)
	if err == nil {
		err = synchronizations.Restored(ctx, store.Stores().Ledger, m.Made, time.Now(), config.zone)
	}
	if err = errors.Join(err, bucket.Close(), store.Close()); err != nil {
		return err
	}
	return backups.Tell(s.stdout, name, m)
}
