package digests

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/ports"
)

// Triggered is what came of mailing the digests at once.
type Triggered struct {
	Users, Mailed int
}

// Trigger mails today's digests that were not mailed yet, whatever the hour: for administrators.
func (s *Service) Trigger(ctx context.Context, viewer access.Viewer) (t Triggered, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return t, err
	}
	all, err := s.planned(ctx)
	if err != nil {
		return t, err
	}
	kept, err := s.Digests.List(ctx)
	if err != nil {
		return t, err
	}
	t.Users = len(all.get)
	t.Mailed, err = s.send(ctx, all, kept, true)
	return t, err
}

// Reschedule plans everybody's next digest anew, and returns of how many users: for administrators. One that is due stays due.
func (s *Service) Reschedule(ctx context.Context, viewer access.Viewer) (scheduled int, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return 0, err
	}
	all, err := s.planned(ctx)
	if err != nil {
		return 0, err
	}
	kept, err := s.Digests.List(ctx)
	if err != nil {
		return 0, err
	}
	now := s.Now()
	for _, run := range kept {
		user := all.get[run.User]
		if user == nil {
			err = s.stop(ctx, run)
		} else {
			scheduled++
			err = s.Digests.Update(ctx, run.User, func(r *digest.Run) error {
				if clock := user.Preferences.Notifications.At(); !r.Due(clock, now, s.Zone) {
					r.Plan(clock, now, s.Zone)
				}
				return nil
			})
		}
		if err := present(err); err != nil {
			return scheduled, err
		}
	}
	return scheduled, nil
}

// Scheduled is when the digest of a user comes.
type Scheduled struct {
	User account.UserID
	Name string
	Next time.Time
	Sent bool // today's
}

// Status is how the digests stand.
type Status struct {
	Users     int         // who can sign in
	Scheduled []Scheduled // by the name of the user
	Now       time.Time
	Zone      *time.Location
}

// Status tells how the digests stand: to administrators.
func (s *Service) Status(ctx context.Context, viewer access.Viewer) (status Status, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return status, err
	}
	listed, err := s.Users.List(ctx, nil, 0)
	if err != nil {
		return status, err
	}
	kept, err := s.Digests.List(ctx)
	if err != nil {
		return status, err
	}
	runs := make(map[account.UserID]digest.Run, len(kept))
	for _, run := range kept {
		runs[run.User] = run
	}
	status = Status{Now: s.Now(), Zone: s.Zone, Scheduled: []Scheduled{}}
	for i := range listed {
		u := &listed[i].User
		if u.MaySignIn() {
			status.Users++
		}
		if run := runs[u.ID]; u.OfClub() {
			if !run.Waits(status.Now, s.Zone) { // of a new user: the next run plans it so
				run.Plan(u.Preferences.Notifications.At(), status.Now, s.Zone)
			}
			status.Scheduled = append(status.Scheduled, Scheduled{u.ID, u.DisplayName, run.Next, !run.Owes(status.Now, s.Zone)})
		}
	}
	return status, nil
}

// byMail is the channel that a link ends.
const byMail = "email"

// token is what the link that ends a user's mails has: the user's number, and a signature of it.
func (s *Service) token(user account.UserID) string {
	number := strconv.FormatInt(user, 10)
	return number + "-" + seal.Sign(s.Key, seal.Unsubscribe, byMail+" "+number)
}

// Ends returns whose mails a link ends. A link that is not one of ours, or of a user who is gone, is account.ErrNoLink.
func (s *Service) Ends(ctx context.Context, token string) (account.User, error) {
	number, signed, _ := strings.Cut(token, "-")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != number || !seal.Signed(s.Key, seal.Unsubscribe, byMail+" "+number, signed) {
		return account.User{}, account.ErrNoLink
	}
	user, err := s.Users.ByID(ctx, id)
	if errors.Is(err, account.ErrAbsent) {
		err = account.ErrNoLink
	}
	return user, err
}

// Unsubscribe turns off the mails of the user whose link it is, who need not be signed in.
func (s *Service) Unsubscribe(ctx context.Context, token string) error {
	user, err := s.Ends(ctx, token)
	if err != nil {
		return err
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		err := stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			u.Preferences.Notifications.NoMail = true
			return nil
		})
		if err == nil {
			err = stores.Digests.Update(ctx, user.ID, func(r *digest.Run) error { r.Stop(); return nil })
		}
		if errors.Is(err, account.ErrAbsent) {
			return account.ErrNoLink
		}
		return err
	})
}
