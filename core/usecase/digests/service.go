// Package digests owns that each user is mailed what the day holds, once a day at the time that the user chose, and what
// administrators see and do about it (contract §4.9 and §6).
//
// It does not own when a digest is due, nor what it says (core/digest); what a user may read is asked of the directory at the
// moment of sending.
package digests

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the digests of one club. All its fields are needed.
type Service struct {
	Directory ports.Directory
	Users     ports.Users
	Digests   ports.Digests
	Tasks     ports.TaskLists
	Timeline  ports.Timeline
	Shifts    ports.ShiftLists
	Mails     ports.MailQueue
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location      // the club's
	House     func() letter.House // whose mails these are
	Key       []byte              // secret of this installation, which signs the links that end the mails

	// Kept returns what is kept of the programme of the club and then of the teams with these numbers at the federation, and
	// of what was called off.
	Kept func(ctx context.Context, teams ...string) (programmes []matchday.Fetched, off matchday.Fetched, err error)
	// Mentions returns the mentions that wait for a user's digest and that the user may read, and the numbers of all that are told
	// with it. called knows what users are called.
	Mentions func(
		ctx context.Context, user access.Viewer, called func(account.UserID) string,
	) (list []digest.Mention, told []int64, err error)
	// Post keeps a mail in a step of the stores, and sends it afterwards. It returns the mail's number.
	Post func(ctx context.Context, stores ports.Stores, draft mail.Draft) (int64, error)
	// Withdraw withdraws a mail that still waits, and calls Lost, and reports whether it did. One that is being handed over is
	// mail.ErrBusy.
	Withdraw func(ctx context.Context, id int64) (withdrawn bool, err error)
}

// Every is how often is looked which digests are due: users choose a time in these steps.
const Every = 5 * time.Minute

// Run mails the digests that are due, and returns how many. One that fails keeps no other from coming, and is due again.
func (s *Service) Run(ctx context.Context) (mailed int, err error) {
	all, err := s.planned(ctx)
	if err != nil {
		return 0, err
	}
	due, err := s.Digests.Due(ctx, s.Now())
	if err != nil || len(due) == 0 {
		return 0, err
	}
	return s.send(ctx, all, due, false)
}

// users are the users of the club.
type users struct {
	get   map[account.UserID]*account.User // those who get digests
	names map[account.UserID]string        // of all
}

// planned returns the users, and plans the first one of those who have none: new ones, those whose mail was off or who could not
// sign in, and those whose next one a wrong clock planned.
func (s *Service) planned(ctx context.Context) (all users, err error) {
	listed, err := s.Users.List(ctx, nil, 0)
	if err != nil {
		return all, err
	}
	kept, err := s.Digests.List(ctx)
	if err != nil {
		return all, err
	}
	waits := make(map[account.UserID]bool, len(kept))
	for _, run := range kept {
		waits[run.User] = run.Waits(s.Now(), s.Zone)
	}
	all = users{map[account.UserID]*account.User{}, make(map[account.UserID]string, len(listed))}
	for i := range listed {
		u := &listed[i].User
		all.names[u.ID] = u.DisplayName
		if !u.OfClub() {
			continue
		}
		all.get[u.ID] = u
		if !waits[u.ID] {
			if err := present(s.plan(ctx, s.Digests, u)); err != nil {
				return all, err
			}
		}
	}
	return all, nil
}

func (s *Service) plan(ctx context.Context, port ports.Digests, u *account.User) error {
	now := s.Now()
	return port.Update(ctx, u.ID, func(r *digest.Run) error {
		r.Plan(u.Preferences.Notifications.At(), now, s.Zone)
		return nil
	})
}

// Chosen plans a user's next digest in the step in which the user chose another time, or to get none, or some again. A time that
// has passed means tomorrow.
func (s *Service) Chosen(ctx context.Context, stores ports.Stores, u *account.User) error {
	if u.OfClub() {
		return s.plan(ctx, stores.Digests, u)
	}
	return stores.Digests.Update(ctx, u.ID, func(r *digest.Run) error { r.Stop(); return nil })
}

// send mails the digests of users, if they are due, or anyway when today's was not mailed, and returns how many.
func (s *Service) send(
	ctx context.Context, all users, due []digest.Run, anyway bool,
) (mailed int, err error) {
	due, failures := s.settled(ctx, all, due, anyway)
	day, err := s.day(ctx, all, due)
	if err != nil {
		return 0, errors.Join(append(failures, err)...)
	}
	for _, run := range due {
		if err := ctx.Err(); err != nil {
			return mailed, err
		}
		sent, err := s.one(ctx, &day, run, all.get[run.User], anyway)
		if sent {
			mailed++
		}
		if err != nil {
			failures = append(failures, err)
		}
	}
	return mailed, errors.Join(failures...)
}

// errNotDue ends a step in which nothing is to be mailed.
var errNotDue = errors.New("not due")

// one mails a user's digest, and reports whether it did. That it was mailed is kept in the step that keeps the mail, so that
// nobody gets two on one day, whatever dies when, and however many programs try at once. So is until when notes were told.
func (s *Service) one(
	ctx context.Context, day *day, run digest.Run, known *account.User, anyway bool,
) (mailed bool, err error) {
	if known == nil {
		return false, s.stop(ctx, run)
	}
	if !s.due(&run, known.Preferences.Notifications.At(), anyway) {
		return false, s.putOff(ctx, known, anyway)
	}
	view := s.Directory.View()
	if len(view.Suppressed([]string{strings.ToLower(known.Email)})) > 0 {
		return false, s.keepQuiet(ctx, known, anyway)
	}
	rights := view.RightsOf(known) // before the content: what is taken away meanwhile withdraws the mail
	from := s.since(day, &run, known)
	content, told, err := s.content(ctx, day, from, known)
	if err != nil {
		return false, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		mailed = false // it may run twice
		user, err := stores.Users.ByID(ctx, known.ID)
		if errors.Is(err, account.ErrAbsent) || err == nil && !user.OfClub() { // gone meanwhile
			return errNotDue
		}
		if err != nil {
			return err
		}
		if !slices.Equal(user.Held(), known.Held()) || !user.Given.Same(known.Given) {
			return errNotDue // what the content tells may be hidden now: the next run reads it anew
		}
		says, clock := !content.Empty(), user.Preferences.Notifications.At()
		err = stores.Digests.Update(ctx, known.ID, func(r *digest.Run) error {
			if !s.due(r, clock, anyway) || !r.Since(clock, day.at, s.Zone).Equal(from) { // the last one was taken back meanwhile
				return errNotDue
			}
			if says || !anyway { // whoever is asked too early and has nothing gets it at the usual time
				r.Done(says, clock, s.Now(), s.Zone)
				r.Tell(day.until, s.Now())
			}
			return nil
		})
		if err != nil {
			return err
		}
		if !says {
			if anyway {
				return nil
			}
			return stores.Mentions.Tell(ctx, known.ID, 0, told...) // hidden or gone: they keep no others from their turn
		}
		mailed = true
		draft := content.Write(s.House(), user.Address(), clock, s.token(known.ID))
		draft.Basis.Rights, draft.Basis.Until = rights, digest.At(content.Day.AddDays(1), "00:00", s.Zone)
		id, err := s.Post(ctx, stores, draft)
		if err != nil {
			return err
		}
		if err := stores.Mentions.Tell(ctx, known.ID, id, told...); err != nil {
			return err
		}
		return stores.Digests.Update(ctx, known.ID, func(r *digest.Run) error {
			r.Mailed(id, from)
			return nil
		})
	})
	if errors.Is(err, errNotDue) {
		return false, nil
	}
	return mailed && err == nil, err
}

func (s *Service) due(r *digest.Run, clock string, anyway bool) bool {
	if anyway {
		return r.Owes(s.Now(), s.Zone)
	}
	return r.Due(clock, s.Now(), s.Zone)
}

// keepQuiet lets a user to whose address nothing is sent have no digest today: nothing is told, and mentions wait on.
func (s *Service) keepQuiet(ctx context.Context, u *account.User, anyway bool) error {
	if anyway {
		return nil
	}
	return present(s.Digests.Update(ctx, u.ID, func(r *digest.Run) error {
		if clock := u.Preferences.Notifications.At(); s.due(r, clock, anyway) {
			r.Done(false, clock, s.Now(), s.Zone)
		}
		return nil
	}))
}

// putOff lets a digest that was not for today come when it should.
func (s *Service) putOff(ctx context.Context, u *account.User, anyway bool) error {
	if anyway {
		return nil
	}
	return present(s.Digests.Update(ctx, u.ID, func(r *digest.Run) error {
		s.due(r, u.Preferences.Notifications.At(), anyway)
		return nil
	}))
}

// stop ends the digests of who gets none any more.
func (s *Service) stop(ctx context.Context, run digest.Run) error {
	if run.Next.IsZero() {
		return nil
	}
	return present(s.Digests.Update(ctx, run.User, func(r *digest.Run) error { r.Stop(); return nil }))
}

// present leaves out that a user is gone.
func present(err error) error {
	if errors.Is(err, account.ErrAbsent) {
		return nil
	}
	return err
}
