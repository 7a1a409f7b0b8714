package erasures

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// Run erases those whose 30 days are over, and takes the names out of books that are old enough. It is daily work: no viewer asks
// for it. Each person is one step, so that a run that was cut off is made good by the next one. Who owes or is owed money by now
// waits until that is settled, which the erasure says. It returns how many were erased.
func (s *Service) Run(ctx context.Context) (count int, err error) {
	if err := s.Directory.Refresh(ctx); err != nil {
		return 0, err
	}
	now := civil.Instant(s.Now())
	var due []erasure.Erasure
	for {
		page, err := s.Erasures.Page(ctx, erasure.Query{
			State: erasure.Planned, DueBefore: now, Offset: len(due), Limit: most,
		})
		if err != nil {
			return 0, err
		}
		if due = append(due, page.Records...); len(page.Records) < most {
			break
		}
	}
	var failures []error
	for i := range due {
		done, err := s.destroy(ctx, &due[i])
		if err != nil {
			failures = append(failures, fmt.Errorf("erase person %d: %w", due[i].Person, err))
		}
		if done {
			count++
		}
		if ctx.Err() != nil {
			return count, errors.Join(append(failures, ctx.Err())...)
		}
	}
	if _, err := s.Erasures.ForgetBooks(ctx, erasure.BooksBefore(civil.On(now, s.Zone)), s.Zone); err != nil {
		failures = append(failures, fmt.Errorf("forget books: %w", err))
	}
	return count, errors.Join(failures...)
}

// destroy erases somebody, unless another process did, the person came back, or something is to be paid. A panic is an error: who
// can't be erased keeps nobody else from it.
func (s *Service) destroy(ctx context.Context, planned *erasure.Erasure) (done bool, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			done, err = false, fmt.Errorf("panic: %v", caught)
		}
	}()
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		done = false
		now := civil.Instant(s.Now())
		var stands erasure.Erasure
		err := stores.Erasures.Update(ctx, planned.ID, func(kept *erasure.Erasure) error {
			stands = kept.Clone()
			return nil
		})
		if err != nil || stands.State != erasure.Planned {
			return err
		}
		numbers, err := s.unsettled(ctx, stores.Invoices, stands.Person)
		if err != nil {
			return err
		}
		if len(numbers) > 0 {
			if slices.Equal(numbers, stands.Open) {
				return nil
			}
			return stores.Erasures.Update(ctx, stands.ID, func(kept *erasure.Erasure) error { return kept.Wait(numbers) })
		}
		p, user, err := s.lookBehind(ctx, stores, &stands)
		if err != nil {
			return err
		}
		subject, err := subjectOf(ctx, stores.Directory.View(), stores.Users, &p, user)
		if err != nil {
			return err
		}
		gone, err := s.draftsOf(ctx, stores.Invoices, stands.Person)
		if err != nil {
			return err
		}
		counts, err := stores.Erasures.Destroy(ctx, subject)
		if err != nil {
			return err
		}
		if user != 0 {
			if err := s.Erase(ctx, stores, user, stands.By); err != nil {
				return err
			}
		}
		err = stores.Erasures.Update(ctx, stands.ID, func(kept *erasure.Erasure) error { return kept.Destroy(counts, now) })
		if err != nil {
			return err
		}
		done = true
		told := audit.New(audit.PersonErased, audit.Job(JobName), now, audit.PersonNumbered(stands.Person))
		return stores.Audit.Append(ctx, append(gone, told.With(audit.Values{"erasure": stands.ID}))...)
	})
	return done && err == nil, err
}

// draftsOf returns what the log tells of the drafts that go with somebody: their numbers are never given again.
func (s *Service) draftsOf(ctx context.Context, bills ports.Invoices, id person.ID) (gone []audit.Entry, err error) {
	err = s.eachBill(ctx, bills, id, func(v *invoice.Invoice) {
		if v.Unsent() {
			about := audit.Object{Noun: audit.Invoice, ID: v.ID, Name: v.Number}
			entry := audit.New(audit.InvoiceDeleted, audit.Job(JobName), civil.Instant(s.Now()), about)
			gone = append(gone, entry.With(audit.Values{"number": v.Number, "total": v.Total()}))
		}
	})
	return gone, err
}

// lookBehind returns somebody in the trash, with the user who the person is: also one whom somebody took off the person
// meanwhile. When that user is another person by now, the erasure does not keep them out any more.
func (s *Service) lookBehind(
	ctx context.Context, stores ports.Stores, planned *erasure.Erasure,
) (p person.Person, user account.UserID, err error) {
	p, err = stores.Erasures.Removed(ctx, planned.Person)
	if err != nil {
		return p, 0, err
	}
	all, err := stores.Users.List(ctx, nil, 0)
	for i := range all {
		switch u := &all[i]; {
		case u.Person == planned.Person:
			user = u.ID
		case u.ID != planned.User:
		case u.Person == 0 && user == 0:
			user = u.ID
		case planned.Blocked:
		default:
			if err := s.Release(ctx, stores, u.ID); err != nil {
				return p, 0, err
			}
		}
	}
	return p, user, err
}
