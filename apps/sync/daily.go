package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/apps/internal/backups"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
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
	sv.backups.note(func(stand *operators.Backup) { stand.Daily = true })
	sv.metrics.BackedUp(time.Time{}) // until the place says otherwise: one that never does must not go unseen
	k, err := sv.keeper(ctx, sv.bucket, place, recipients, sv.config.ClubName)
	if err != nil {
		return nil, errors.Join(err, place.Close())
	}
	return backups.Beside(ctx, place, func(ctx context.Context) { sv.backUp(ctx, k) }), nil
}

// backupStand is how the daily backup stands, for the operators' pages.
type backupStand struct {
	mu    sync.Mutex
	stand operators.Backup
}

func (b *backupStand) note(change func(*operators.Backup)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change(&b.stand)
}

// backedUp takes note of when the last backup is that was tried out.
func (sv *service) backedUp(at time.Time) {
	sv.metrics.BackedUp(at)
	sv.backups.note(func(stand *operators.Backup) { stand.Last = at })
}

// backUp makes a backup whenever one is due, until the context ends.
func (sv *service) backUp(ctx context.Context, k *backups.Keeper) {
	for {
		err := sv.backUpOnce(ctx, k)
		if err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "no backup was made", "cause", err)
		}
		sv.backups.note(func(stand *operators.Backup) { stand.Failed = err != nil })
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
	if err := sv.claim(ctx, k); err != nil {
		return err
	}
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
		sv.backedUp(last)
		if !civil.On(last, sv.zone).Before(civil.On(now, sv.zone)) {
			return nil
		}
	}
	m, name, err := k.Make(ctx, now, "")
	if err != nil {
		return err
	}
	sv.backedUp(now)
	removed, err := sv.tidy(ctx, k.Place)
	if err != nil { // the next one tries again
		slog.ErrorContext(ctx, "older backups were not all removed", "cause", err)
	}
	slog.InfoContext(ctx, "a backup was made", "backup", name, "files", len(m.Files), "removed", removed)
	return nil
}
