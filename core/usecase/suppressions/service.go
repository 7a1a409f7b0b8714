// Package suppressions owns what the provider or the server that delivers mail tells of addresses: it is heard once, it blocks
// the address, and somebody gets to do something about it.
//
// It does not own when that blocks one (core/suppression), and holds no mail back (core/usecase/mails).
package suppressions

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/suppression"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the suppressions of one club. All its fields are needed, but for Secret.
type Service struct {
	Directory    ports.Directory
	Suppressions ports.Suppressions
	Users        ports.Users
	Atomic       ports.Atomic // of the same stores
	Now          func() time.Time
	Zone         *time.Location // the club's

	Secret    string        // that the provider signs with; without one nothing is heard
	Tolerance time.Duration // how far the moment of a signature may be from now

	// Holders returns who has a function in the club, else the administrators.
	Holders func(ctx context.Context, function string) ([]account.User, error)
}

// Hear hears what the provider tells, by whatever it sent along: news that it did not sign is suppression.ErrSignature, and
// what it told already is nothing new.
func (s *Service) Hear(ctx context.Context, signature, delivery string, body []byte) error {
	if err := suppression.Verify(s.Secret, signature, delivery, body, s.Now(), s.Tolerance); err != nil {
		return err
	}
	news, acts, err := suppression.Read(body)
	if err != nil || !acts {
		return err
	}
	return s.note(ctx, news)
}

// NoMailbox notes that addresses have no mailbox, as a mail server tells when it is handed a mail.
func (s *Service) NoMailbox(ctx context.Context, addresses []string) error {
	for _, address := range addresses {
		news := suppression.News{Kind: suppression.HardBounce, Address: suppression.Address(address)}
		if err := s.note(ctx, news); err != nil {
			return err
		}
	}
	return nil
}

// List returns a part of the addresses that mail does not reach, the last told first: for administrators.
func (s *Service) List(ctx context.Context, viewer access.Viewer, q suppression.Query) (suppression.Page, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return suppression.Page{}, err
	}
	return s.Suppressions.Page(ctx, q)
}

// Lift lets mail go to an address again, for administrators, and returns what was known of it. The tasks about it are done.
func (s *Service) Lift(ctx context.Context, viewer access.Viewer, id int64) (lifted suppression.Suppression, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return suppression.Suppression{}, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		lifted, err = stores.Suppressions.Remove(ctx, id)
		if err != nil {
			return err
		}
		if err := s.finish(ctx, stores, viewer.User, &lifted); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.SuppressionLifted, audit.By(viewer), s.Now(),
			audit.Object{Noun: audit.Settings}).With(audit.Values{"suppression": id}))
	})
	return lifted, err
}

// Changed forgets, in the step that changes a person, what is known of addresses that nobody has any more, and no account. They
// are in lower case.
func (s *Service) Changed(
	ctx context.Context,
	stores ports.Stores,
	editor account.UserID,
	changed person.ID,
	addresses []string,
) error {
	if len(addresses) == 0 {
		return nil
	}
	known, err := stores.Suppressions.Known(ctx, addresses...)
	if err != nil {
		return err
	}
	view := stores.Directory.View()
	var gone []string
	for _, address := range known {
		if slices.ContainsFunc(With(view, address), func(id person.ID) bool { return id != changed }) {
			continue
		}
		user, err := stores.Users.ByLogin(ctx, address)
		if err != nil && !errors.Is(err, account.ErrAbsent) {
			return err
		}
		if err != nil || account.LoginKey(user.Email) != address { // else mail goes there still
			gone = append(gone, address)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	forgotten, err := stores.Suppressions.Forget(ctx, gone...)
	if err != nil {
		return err
	}
	for i := range forgotten {
		if err := s.finish(ctx, stores, editor, &forgotten[i]); err != nil {
			return err
		}
	}
	return nil
}

// finish completes what was to be done about an address.
func (s *Service) finish(ctx context.Context, stores ports.Stores, editor int64, gone *suppression.Suppression) error {
	standing, err := stores.Tasks.ByID(ctx, gone.Tasks...)
	if err != nil {
		return err
	}
	for i := range standing {
		if err := stores.Tasks.Update(ctx, standing[i].ID, func(t *task.Task) error {
			if t.Status != task.Completed {
				t.Enter(task.Completed, s.Now())
				t.Touch(editor, s.Now())
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// Purge forgets which news was heard long ago, and returns how many.
func (s *Service) Purge(ctx context.Context) (int, error) {
	return s.Suppressions.Purge(ctx, s.Now().Add(-suppression.Remembered))
}
