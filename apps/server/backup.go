package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"filippo.io/age"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/adapters/riverjobs"
	"github.com/clubhuis/clubhuis/apps/internal/backups"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/job"
	daily "github.com/clubhuis/clubhuis/core/usecase/backups"
	"github.com/clubhuis/clubhuis/core/usecase/pictures"
)

// owner is whose data a backup holds.
const owner = "clubhuis"

// keyExtra and settingsExtra are what a backup holds of the installation.
const (
	keyExtra      = "clubhuis.key"
	settingsExtra = "settings.txt"
)

// recipients are those of the flags, as age knows them.
func (c *serveConfig) recipients() ([]age.Recipient, error) {
	return backups.Recipients(c.BackupRecipients)
}

// clubStore is the club's database, as backups see it.
type clubStore struct {
	*gormstore.Store
	close func() error // after the store was closed; may be nil
}

var _ backups.Store = clubStore{}

// openStore opens a database without looking at its version.
func openStore(ctx context.Context, location string, now func() time.Time) (clubStore, error) {
	store, err := gormstore.Open(ctx, location)
	if err != nil {
		return clubStore{}, err
	}
	if _, err := openOutbox(store, now); err != nil {
		return clubStore{}, errors.Join(err, store.Close())
	}
	return clubStore{Store: store}, nil
}

// Version implements backups.Versioned.
func (s clubStore) Version(ctx context.Context) (int64, error) {
	fits, err := current(ctx, s.Store)
	if err != nil {
		return 0, err
	}
	if !fits {
		return 0, errors.New("the database that is read must be migrated first: run 'clubhuis migrate'")
	}
	schema, err := s.Schema(ctx)
	return schema.Have, err
}

// Dump implements backups.Store.
func (s clubStore) Dump(ctx context.Context, to backup.Writer) error {
	_, postgres, err := s.Pool()
	if err != nil {
		return err
	}
	return s.Store.Dump(ctx, func(ctx context.Context, db gormstore.Querier) ([]job.Job, error) {
		return riverjobs.Pending(ctx, db, postgres)
	}, to)
}

// MakeEmpty implements backups.Store, with the tables of jobs.
func (s clubStore) MakeEmpty(ctx context.Context, version int64) error {
	if err := s.Store.MakeEmpty(ctx, version); err != nil {
		return err
	}
	pool, postgres, err := s.Pool()
	if err != nil {
		return err
	}
	return riverjobs.Migrate(ctx, pool, postgres)
}

// Migrate implements backups.Store.
func (s clubStore) Migrate(ctx context.Context) error { return migrateAll(ctx, s.Store) }

// Close implements backups.Store.
func (s clubStore) Close() error {
	err := s.Store.Close()
	if s.close == nil {
		return err
	}
	return errors.Join(err, s.close())
}

// scratch opens a throw-away database.
func scratch(now func() time.Time) func(context.Context) (backups.Store, error) {
	return func(ctx context.Context) (backups.Store, error) {
		folder, err := backups.Scratch(owner, now())
		if err != nil {
			return nil, err
		}
		store, err := openStore(ctx, "sqlite:"+filepath.Join(folder, "club.db"), now)
		if err != nil {
			return nil, errors.Join(err, os.RemoveAll(folder))
		}
		store.close = func() error { return os.RemoveAll(folder) }
		return store, nil
	}
}

// look lets the program read a club that was brought back, and returns the pictures without their files.
func look(ctx context.Context, store backups.Store, m backup.Manifest) (missing []string, err error) {
	club, ok := store.(clubStore)
	if !ok {
		return nil, nil
	}
	if err := club.Stores().Directory.Load(ctx); err != nil {
		return nil, fmt.Errorf("the club that was brought back can't be read: %w", err)
	}
	shown, err := club.ShownPictures(ctx)
	if err != nil {
		return nil, err
	}
	return m.Without(shown), nil
}

// lookByHand is look for a command, which may be told another place of files than the server's: then no picture has one.
func lookByHand(ctx context.Context, store backups.Store, m backup.Manifest) (missing []string, err error) {
	missing, err = look(ctx, store, m)
	if err == nil && len(missing) > 0 && len(m.Files) == 0 {
		err = fmt.Errorf("it has no files, but names %d pictures: is --files the place where the server keeps them?", len(missing))
	}
	return missing, err
}

// notTheClubs reports whether a file among the club's is the server's own.
func notTheClubs(key string) bool { return key == writableFile || pictures.IsMark(key) }

// keeper makes backups of the program in a place.
func (p *program) keeper(ctx context.Context, c *serveConfig, place *archive.Place, withKey bool) (*backups.Keeper, error) {
	recipients, err := c.recipients()
	if err != nil {
		return nil, err
	}
	schema, err := p.store.Schema(ctx)
	if err != nil {
		return nil, err
	}
	club, err := p.clubName(ctx, c.ClubName)
	if err != nil {
		return nil, err
	}
	var printed bytes.Buffer
	if err := settings.Print(&printed, c.serveFlags); err != nil {
		return nil, err
	}
	source := backups.Source{
		Store: clubStore{Store: p.store}, Files: p.bucket, Skip: notTheClubs,
		Extras: []backups.Extra{{Name: settingsExtra, Data: printed.Bytes()}}, Shown: p.store.ShownPictures,
	}
	if withKey {
		key, err := os.ReadFile(c.SecretKeyFile)
		if err != nil {
			return nil, err
		}
		source.Extras = append(source.Extras, backups.Extra{Name: keyExtra, Data: key})
	}
	return &backups.Keeper{
		Place: place, Recipients: recipients, Source: source, Scratch: scratch(p.now), Look: look,
		Head: backup.Manifest{Owner: owner, Program: version(), Club: club, Schema: schema.Have, Key: withKey,
			Fingerprint: fingerprint(c.SecretKeyFile)},
	}, nil
}

// clubName is how the club is called: as the operator says, else as it says itself.
func (p *program) clubName(ctx context.Context, given string) (string, error) {
	if given != "" {
		return given, nil
	}
	club := p.store.Stores().Directory
	if club.View() == nil { // a command did not load the club
		if err := club.Load(ctx); err != nil {
			return "", err
		}
	}
	return club.View().Identity().With(identity.Given{}).Name, nil
}

type backupMakeCommand struct {
	serveFlags
	To        settings.URL `placeholder:"PLACE" help:"A file, a folder that is there, or the URL of a bucket (default: --backup-to). Elsewhere it is none of the daily ones."`
	Recipient []string     `placeholder:"age1…" help:"For whom it is encrypted; repeat it for several (default: --backup-recipient)."`
	WithKey   bool         `help:"Put the key of the installation into it, too."`
	Plain     bool         `help:"Let a backup leave this machine unencrypted."`
	Keep      bool         `help:"Remove older backups there, but 7 days, 4 weeks and 12 months."`
}

// Run makes a backup while the server runs, tries it out, and prints where it is and what it holds.
func (c *backupMakeCommand) Run(ctx context.Context, s streams) error {
	elsewhere := c.To != "" && c.BackupTo != "" && c.To != c.BackupTo // the daily backup is due all the same
	// What removes older ones there is not to remove another club's.
	claims := c.Keep || c.BackupTo != "" && !elsewhere
	if c.To != "" {
		c.BackupTo = c.To
	}
	if c.Recipient != nil {
		c.BackupRecipients = c.Recipient
	}
	var problems settings.Problems
	config := c.parse(&problems)
	problems.Require("to", string(c.BackupTo))
	if err := problems.Err(); err != nil {
		return err
	}
	place, name, err := archive.Open(string(c.BackupTo))
	if err != nil {
		return err
	}
	if place.IsBucket() && len(config.BackupRecipients) == 0 && !c.Plain {
		return errors.Join(backups.ErrPlain, place.Close())
	}
	return errors.Join(c.with(ctx, func(p *program) error {
		k, err := p.keeper(ctx, &config, place, c.WithKey)
		if err != nil {
			return err
		}
		k.Look = lookByHand
		if claims && name == "" {
			if err := p.claim(ctx, k); err != nil {
				return err
			}
		}
		err = p.makeByHand(ctx, k, name, elsewhere, s)
		note(ctx, "backup.make", 0, err)
		if err != nil || !c.Keep || name != "" {
			return err
		}
		_, err = p.club.Backups.Tidy(ctx, placeOf(k))
		return err
	}), place.Close())
}

// makeByHand makes a backup and notes that it was tried out, unless the daily ones go elsewhere. One that is made meanwhile by
// the server does not keep it from that.
func (p *program) makeByHand(ctx context.Context, k *backups.Keeper, name string, elsewhere bool, s streams) (err error) {
	var run *daily.Run
	if !elsewhere {
		if run, err = p.club.Backups.Begin(ctx, true); err != nil {
			return err
		}
	}
	stop := keepAlive(ctx, run)
	m, name, err := k.Make(ctx, p.now(), name)
	stop()
	if run != nil {
		err = run.End(context.WithoutCancel(ctx), err)
	}
	if err != nil {
		return err
	}
	return errors.Join(backups.Tell(s.stdout, name, m), tellKey(s, &m, ""))
}

// keepAlive says that a run goes on, until stop.
func keepAlive(ctx context.Context, run *daily.Run) (stop func()) {
	if run == nil {
		return func() {}
	}
	alive, cancel := context.WithCancel(ctx)
	var saying sync.WaitGroup
	saying.Go(func() {
		every := time.NewTicker(daily.Lease / 4)
		defer every.Stop()
		for {
			select {
			case <-alive.Done():
				return
			case <-every.C:
				_ = run.Renew(alive) // another one that took it over does no harm: there are two backups then
			}
		}
	})
	return func() { cancel(); saying.Wait() }
}

type backupVerifyCommand struct {
	From         settings.URL `arg:"" help:"The backup: a file, or the URL of one in a bucket."`
	IdentityFile string       `placeholder:"FILE" help:"File with the secret identity of age for which it is encrypted."`
	Database     string       `hidden:"" help:"Accepted like everywhere; not used."`
	Files        string       `hidden:"" help:"Accepted like everywhere; not used."`

	SecretKeyFile string `placeholder:"FILE" help:"Secret of an installation; warns when the backup needs another one."`
}

// Run brings a backup back into a throw-away database and compares counts and hashes. It needs nothing but the backup.
func (c *backupVerifyCommand) Run(ctx context.Context, s streams) error {
	place, name, identities, err := backups.Open(ctx, string(c.From), c.IdentityFile)
	if err != nil {
		return err
	}
	k := &backups.Keeper{Place: place, Head: backup.Manifest{Owner: owner}, Scratch: scratch(time.Now), Look: look}
	m, err := k.Verify(ctx, name, identities...)
	if err = errors.Join(err, place.Close()); err != nil {
		return err
	}
	return errors.Join(backups.Tell(s.stdout, name, m), tellKey(s, &m, c.SecretKeyFile))
}
