package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/apps/internal/backups"
	"github.com/clubhuis/clubhuis/core/civil"
)

// backupEvery is how often it is looked at least whether a backup is due, and how long after one that failed.
const backupEvery = time.Hour

// startBackups makes the daily backup beside the schedule, when the operator says where to, and returns how to stop it.
func (sv *service) startBackups(ctx context.Context) (stop func(), err error) {
	if sv.config.BackupTo == "" {
		return func() {}, nil
	}
	recipients, err := backups.Recipients(sv.config.BackupRecipients)
	if err != nil {
		return nil, err
	}
	place, err := archive.OpenFolder(string(sv.config.BackupTo))
	if err != nil {
		return nil, err
	}
	k, err := sv.keeper(ctx, sv.bucket, place, recipients, sv.config.ClubName)
	if err != nil {
		return nil, errors.Join(err, place.Close())
	}
	return backups.Beside(ctx, place, func(ctx context.Context) { sv.backUp(ctx, k) }), nil
}

// backUp makes a backup whenever one is due, until the context ends.
func (sv *service) backUp(ctx context.Context, k *backups.Keeper) {
	for {
		if err := sv.backUpOnce(ctx, k); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "no backup was made", "cause", err)
		}
		now := time.Now().In(sv.zone)
		tomorrow := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 1, 0, 0, sv.zone)
		select {
		case <-ctx.Done():
			return
		case <-time.After(min(backupEvery, tomorrow.Sub(now))):
		}
	}
}

// backUpOnce makes a backup, if there is none of this day yet, and removes what need not be kept. Each that lies there was tried
// out.
func (sv *service) backUpOnce(ctx context.Context, k *backups.Keeper) error {
	made, err := k.Place.List(ctx, owner)
	if err != nil {
		return err
	}
	var last time.Time
	for _, at := range made {
		if at.After(last) {
			last = at
		}
	}
	now := time.Now()
	if !last.IsZero() {
		sv.metrics.BackedUp(last)
		if !civil.On(last, sv.zone).Before(civil.On(now, sv.zone)) {
			return nil
		}
	}
	m, name, err := k.Make(ctx, now, "")
	if err != nil {
		return err
	}
	sv.metrics.BackedUp(now)
	removed, err := sv.tidy(ctx, k.Place)
	slog.InfoContext(ctx, "a backup was made", "backup", name, "files", len(m.Files), "removed", removed)
	return err
}
