// Package backups owns when a backup of the club is due, that one of many programs makes it, which older ones go then, and how
// old the last one is that was tried out.
//
// How a backup is made, and where it is kept, is the program's.
package backups

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/ports"
)

// Name is under which it is known when the last backup was tried out.
const Name = "back-up"

// Place is where backups are kept.
type Place struct {
	List   func(ctx context.Context) ([]time.Time, error)
	Remove func(ctx context.Context, made time.Time) error
	// Expire removes those of before a time that do not hold.
	Expire func(ctx context.Context, before time.Time) error
}

// Service makes backups every day.
type Service struct {
	Runs ports.JobRuns
	Club ports.Setting[identity.Settings]
	Now  func() time.Time
	Zone *time.Location
}

// Lease is how long a program that makes a backup may say nothing: then it counts as dead, and another one begins anew. It says
// so with Renew.
const Lease = 3 * time.Minute

// Run is a backup that is being made here.
type Run struct {
	service *Service
	at      time.Time    // of the backup
	before  ports.JobRun // as it was noted before it began
	seen    ports.JobRun // as it was noted last
}

// Installation returns what tells the club's data from every other club's: the given text when nothing does yet.
func (s *Service) Installation(ctx context.Context, proposed string) (string, error) {
	club, err := s.Club.Change(ctx, func(set *identity.Settings) error {
		set.Installation = cmp.Or(set.Installation, proposed)
		return nil
	})
	return club.Installation, err
}

// Begin returns a run when a backup is due on this day of the club, or anyway, and no other program makes one; else nil.
func (s *Service) Begin(ctx context.Context, anyway bool) (*Run, error) {
	last, err := s.Runs.Last(ctx, Name)
	now := civil.Instant(s.Now())
	if err != nil || running(last, now) || !anyway && job.DoneOn(last.Finished, now, s.Zone) {
		return nil, err
	}
	started, err := s.Runs.Start(ctx, Name, last, now)
	if err != nil || !started {
		return nil, err
	}
	return &Run{s, now, last, ports.JobRun{Started: now, Finished: last.Finished}}, nil
}

// running reports whether a program makes a backup. One that said nothing for so long is dead.
func running(last ports.JobRun, now time.Time) bool {
	return last.Started.After(last.Finished) && now.Sub(last.Started) < Lease && !job.WrongClock(last.Started, now)
}

// At is the time that the backup is of.
func (r *Run) At() time.Time { return r.at }

// ErrTaken is returned to who was silent for so long that another program took the run over.
var ErrTaken = errors.New("another program makes the backup by now")

// Renew says that the run goes on.
func (r *Run) Renew(ctx context.Context) error {
	now := civil.Instant(r.service.Now())
	started, err := r.service.Runs.Start(ctx, Name, r.seen, now)
	if err == nil && !started {
		err = ErrTaken
	}
	if err == nil {
		r.seen.Started = now
	}
	return err
}

// End notes what became of the run: without an error the backup was tried out.
func (r *Run) End(ctx context.Context, failed error) error {
	if failed != nil {
		return errors.Join(failed, r.service.Runs.Abandon(ctx, Name, r.seen.Started, r.before))
	}
	return r.service.Runs.Finish(ctx, Name, r.seen.Started, civil.Instant(r.service.Now()))
}

// Tidy removes the backups that need not be kept any more, and returns how many. So go those that do not hold, uncounted.
func (s *Service) Tidy(ctx context.Context, p Place) (removed int, err error) {
	made, err := p.List(ctx)
	if err != nil {
		return 0, fmt.Errorf("list the backups: %w", err)
	}
	for _, at := range backup.Superfluous(made, s.Zone) {
		if err := p.Remove(ctx, at); err != nil {
			return removed, fmt.Errorf("remove the backup of %v: %w", at, err)
		}
		removed++
	}
	if len(made) == 0 {
		return 0, nil
	}
	if err := p.Expire(ctx, slices.MaxFunc(made, time.Time.Compare).Add(-backup.KeptBroken)); err != nil {
		return removed, fmt.Errorf("remove backups that do not hold: %w", err)
	}
	return removed, nil
}

// Verified returns when the last backup was tried out; the zero time for never, and for the time of a clock that was wrong.
func (s *Service) Verified(ctx context.Context) (time.Time, error) {
	last, err := s.Runs.Last(ctx, Name)
	if job.WrongClock(last.Finished, s.Now()) {
		return time.Time{}, err
	}
	return last.Finished, err
}
