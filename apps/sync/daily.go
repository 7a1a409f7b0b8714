package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/apps/internal/backups"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/civil"
)

// backupFlags say where the daily backup goes.
type backupFlags struct {
	BackupTo         settings.URL `placeholder:"PLACE" empty:"(nowhere)" help:"Folder or bucket URL for a backup every day; 7 days, 4 weeks and 12 months are kept."`
	BackupRecipients []string     `name:"backup-recipient" placeholder:"age1…" empty:"(for whoever reads it)" help:"For whom the backups are encrypted; repeat it for several."`
}

func (c *syncConfig) parseBackup(problems *settings.Problems) {
	recipients, err := backups.Recipients(c.BackupRecipients)
	if err != nil {
		problems.Add("backup-recipient", "%w", err)
	}
	if c.BackupTo != "" && recipients == nil {
		c.warnings = append(c.warnings,
			"--backup-to without --backup-recipient: whoever reads the backups reads everything; make a key with age-keygen")
	}
}

// How often it is looked at least whether a backup is due, and how long after one that failed.
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
		return nil, err
	}
	working, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { sv.backUp(working, k) })
	return func() {
		cancel()
		running.Wait()
		_ = place.Close() // what was written there is
	}, nil
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
