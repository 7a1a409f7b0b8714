package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"time"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/apps/internal/backups"
	"github.com/clubhuis/clubhuis/core/backup"
	daily "github.com/clubhuis/clubhuis/core/usecase/backups"
)

// How often it is looked whether a backup is due, and how long after one that failed.
const (
	backupEvery = time.Minute
	backupAgain = time.Hour
)

// startBackups makes the daily backup beside the server, when the operator says where to, and returns how to stop it. It is no
// job of the queue: a backup of one moment can't be made in slices.
func (p *program) startBackups(ctx context.Context, c *serveConfig) (stop func(), err error) {
	if c.BackupTo == "" {
		return func() {}, nil
	}
	place, err := archive.OpenFolder(string(c.BackupTo))
	if err != nil {
		return nil, err
	}
	k, err := p.keeper(ctx, c, place, false)
	if err != nil {
		return nil, errors.Join(err, place.Close())
	}
	return backups.Beside(ctx, place, func(ctx context.Context) { p.backUp(ctx, k) }), nil
}

// backUp makes a backup whenever one is due, until the context ends.
func (p *program) backUp(ctx context.Context, k *backups.Keeper) {
	wait := time.Duration(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = backupEvery
		if err := p.backUpOnce(ctx, k); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "job failed", "job", daily.Name, "cause", err)
			wait = backupAgain
		}
	}
}

// backUpOnce makes a backup, if one is due that nobody else makes, and removes what need not be kept.
func (p *program) backUpOnce(ctx context.Context, k *backups.Keeper) error {
	run, err := p.club.Backups.Begin(ctx, false)
	if err != nil || run == nil {
		return err
	}
	stop := keepAlive(ctx, run)
	m, name := backup.Manifest{}, ""
	if err = p.claim(ctx, k); err == nil {
		m, name, err = k.Make(ctx, run.At(), "")
	}
	stop()
	if err := run.End(context.WithoutCancel(ctx), err); err != nil {
		return err
	}
	if len(m.Missing) > 0 {
		slog.WarnContext(ctx, "pictures have no file", "job", daily.Name, "pictures", m.Missing)
	}
	removed, err := p.club.Backups.Tidy(ctx, placeOf(k))
	slog.InfoContext(ctx, "job done", "job", daily.Name, "backup", name, "files", len(m.Files), "removed", removed)
	return err
}

// claim makes the place of a keeper the club's own.
func (p *program) claim(ctx context.Context, k *backups.Keeper) error {
	installation, err := p.club.Backups.Installation(ctx, rand.Text())
	if err != nil {
		return err
	}
	return k.Claim(ctx, installation)
}

// placeOf is where a keeper keeps backups.
func placeOf(k *backups.Keeper) daily.Place {
	return daily.Place{
		List:   func(ctx context.Context) ([]time.Time, error) { return k.Place.List(ctx, owner) },
		Remove: func(ctx context.Context, made time.Time) error { return k.Place.Remove(ctx, owner, made) },
		Expire: func(ctx context.Context, before time.Time) error { return k.Place.Expire(ctx, owner, before) },
	}
}
