package pictures

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

// KeptPending is how long an upload is believed to be still going on.
const KeptPending = 24 * time.Hour

// Sweep deletes the files of uploads that never came to an end, of photos of people who were destroyed, and of discarded
// pictures that DeleteFiles has not come to, and forgets them; it returns how many. It is daily work: no viewer asks for it.
// What can't be deleted stays for the next time. It also forgets how much users brought a week ago, and removes what
// is left of files whose writing was cut off.
func (s *Service) Sweep(ctx context.Context) (count int, err error) {
	stale, err := s.Media.Stale(ctx, s.Now().Add(-KeptPending))
	if err != nil {
		return 0, err
	}
	failures := []error{s.forgetUploads(ctx), s.Files.Tidy(ctx, KeptPending)}
	for _, m := range stale {
		err := s.sweep(ctx, m)
		switch {
		case errors.Is(err, errTurned), errors.Is(err, media.ErrAbsent): // the upload came to its end, or another process swept
		case err != nil:
			failures = append(failures, fmt.Errorf("sweep picture %d: %w", m.ID, err))
		default:
			count++
		}
		if ctx.Err() != nil {
			failures = append(failures, ctx.Err())
			break
		}
	}
	return count, errors.Join(failures...)
}

// RemovedFiles is the job that deletes the files of a picture that nothing shows any more. It carries the picture's number.
const RemovedFiles job.Kind[media.ID] = "removed-picture-files"

// readersGone is how long after its removal the files of a picture are deleted: whoever was being sent it gets it whole.
const readersGone = time.Minute

// discarded puts the files of a picture that was removed in the same step on their way.
func (s *Service) discarded(ctx context.Context, stores ports.Stores, id media.ID) error {
	files := RemovedFiles.New(strconv.FormatInt(id, 10), id)
	files.NotBefore = civil.Instant(s.Now()).Add(readersGone)
	return stores.Outbox.Add(ctx, files)
}

// DeleteFiles deletes the files of a picture that was removed, and forgets it. One that is gone already is no error.
func (s *Service) DeleteFiles(ctx context.Context, id media.ID) error {
	var removed media.Media
	err := s.Media.Update(ctx, id, func(m *media.Media) error {
		if removed = *m; m.State != media.Removed {
			return errTurned
		}
		return nil
	})
	if err == nil {
		err = s.sweep(ctx, removed)
	}
	if errors.Is(err, media.ErrAbsent) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("delete the files of picture %d: %w", id, err)
	}
	return nil
}

// sweep takes away what is left of a picture, if it is still in the state in which it was found.
func (s *Service) sweep(ctx context.Context, m media.Media) error {
	if m.State != media.Removed { // first, so that nobody finds a picture without its files
		if err := turn(ctx, s.Media, m.ID, m.State, media.Removed); err != nil {
			return err
		}
	}
	for _, size := range media.Sizes() { // all there can be: earlier versions kept a vector picture twice
		if err := s.Files.Delete(ctx, media.Key(m.Folder, size)); err != nil {
			return err
		}
	}
	return s.Media.Destroy(ctx, m.ID)
}

// patience is how long a failed upload is cleaned up.
const patience = 10 * time.Second

// abandon takes away what a failed upload has left, as far as that can be done now; Sweep does the rest. An upload whose
// last step took place after all stays.
func (s *Service) abandon(ctx context.Context, m media.Media) {
	settling, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	m.State = media.Pending
	_ = s.sweep(settling, m)
}
