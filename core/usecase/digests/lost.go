package digests

import (
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// Lost takes back what a digest told whose mail never goes out, in the step in which that turns out: its mentions wait again, and
// the next digest tells its notes. With again it was withdrawn because its user may not read what it says any more, or may read
// something else: then the next run writes it anew, today. Of a mail that is nobody's last digest it takes back nothing.
func (s *Service) Lost(ctx context.Context, stores ports.Stores, id int64, again bool) error {
	of, err := stores.Digests.OfMail(ctx, id)
	if err != nil || of.User == 0 {
		return err
	}
	last := false
	err = stores.Digests.Update(ctx, of.User, func(r *digest.Run) error {
		if last = r.Mail == id; last {
			r.TakeBack(again, s.Now(), s.Zone)
		}
		return nil
	})
	if err != nil || !last {
		return present(err)
	}
	return stores.Mentions.TakeBack(ctx, of.User, id)
}

// settled returns the runs of those whose next digest may be written, as they are now: those whose last one still waits have it
// withdrawn first, so that the next one tells what it told. One that is being handed over just now is waited for until the next
// run. What failed keeps no other back.
func (s *Service) settled(
	ctx context.Context, all users, due []digest.Run, anyway bool,
) (ready []digest.Run, failures []error) {
	pending, err := s.pending(ctx, all, due, anyway)
	if err != nil {
		return nil, []error{err}
	}
	for _, run := range due {
		if pending[run.Mail] {
			withdrawn, err := s.Withdraw(ctx, run.Mail)
			switch {
			case errors.Is(err, mail.ErrBusy):
				continue
			case err != nil && !errors.Is(err, mail.ErrAbsent):
				failures = append(failures, err)
				continue
			case withdrawn:
				run.TakeBack(false, s.Now(), s.Zone)
			}
		}
		ready = append(ready, run)
	}
	return ready, failures
}

// pending returns which of the last digests of users whose next one is due are still on their way.
func (s *Service) pending(ctx context.Context, all users, due []digest.Run, anyway bool) (map[int64]bool, error) {
	var ids []int64
	for _, run := range due {
		if u := all.get[run.User]; u != nil && run.Mail != 0 && s.due(&run, clockOf(u), anyway) {
			ids = append(ids, run.Mail)
		}
	}
	pending := map[int64]bool{}
	for part := range slices.Chunk(ids, mostAsked) {
		found, err := s.Mails.Page(ctx, mail.Query{IDs: part, Limit: len(part)})
		if err != nil {
			return nil, err
		}
		for i := range found.Records {
			if m := &found.Records[i]; m.State.Pending() {
				pending[m.ID] = true
			}
		}
	}
	return pending, nil
}

// mostAsked is after how many mails is asked at once.
const mostAsked = 500

// clockOf is when a user's digests come.
func clockOf(u *account.User) string { return u.Preferences.Notifications.At() }
