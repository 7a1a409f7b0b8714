package pictures

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/media"
)

// KeptPending is how long an upload is believed to be still going on.
const KeptPending = 24 * time.Hour

// Sweep deletes the files of pictures that were discarded, of uploads that never came to an end, and of photos of people who
// were destroyed, and forgets them; it answers how many. It is daily work: no viewer asks for it. What can't be deleted
// stays for the next time. It also forgets how much users brought a week ago.
func (s *Service) Sweep(ctx context.Context) (count int, err error) {
	stale, err := s.Media.Stale(ctx, s.Now().Add(-KeptPending))
	if err != nil {
		return 0, err
	}
	failures := []error{s.forgetUploads(ctx)}
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
			break
		}
	}
	return count, errors.Join(failures...)
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
