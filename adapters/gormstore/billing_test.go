package gormstore_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"path"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/core/usecase/billing"
	"github.com/clubhuis/clubhuis/ports"
)

var errStopped = errors.New("the process stops here")

// process is a program that bills a club, as it stands after its start.
func process(t *testing.T, location string) (*gormstore.Store, *usecase.Club) {
	t.Helper()
	store := loaded(t, location)
	store.SetOutbox(func(context.Context, *sql.Tx, []job.Job) error { return nil }) // the test runs the job itself
	return store, usecase.New(usecase.Adapters{
		Stores: store.Stores(), Atomic: store, Now: func() time.Time { return at }, Zone: time.UTC, Random: rand.Read,
		Key: make([]byte, 32), BaseURL: "https://club.example",
	})
}

// stopping stops the program at a step: before it is kept, or when it is.
type stopping struct {
	ports.Atomic
	kept bool
}

func (s stopping) Do(ctx context.Context, work func(ports.Stores) error) error {
	if s.kept {
		if err := s.Atomic.Do(ctx, work); err != nil {
			return err
		}
	}
	return errStopped
}

// contract: club §2.8, §4.7
func TestAJobThatBillsASeasonGoesOnWhereItWasCutOff(t *testing.T) {
	t.Parallel()
	const members = 120
	onBoth(t, func(t *testing.T, location string) {
		store, club := process(t, location)
		treasurer, err := store.Stores().Users.Create(t.Context(), userOf(0))
		ok(t, err)
		all := make([]person.Person, members)
		for i := range all {
			all[i] = jan()
			all[i].Name.Last = fmt.Sprint("Lid", i)
			all[i].Birthdate = civil.Date{Year: 1990, Month: time.May, Day: 5}
			all[i].Membership.Type, all[i].Membership.AgeGroup = "Bondslid", "Senioren"
			all[i].Membership.Since = civil.Date{Year: 2015, Month: time.January, Day: 1}
		}
		_, err = store.Stores().People.Create(t.Context(), all...)
		ok(t, err)
		viewer := access.Viewer{User: treasurer, Roles: []access.Role{access.Administrator}}
		begun, err := club.Billing.BillAll(t.Context(), viewer, 0)
		ok(t, err)
		if _, err := club.Billing.BillAll(t.Context(), viewer, 0); !errors.Is(err, billing.ErrRunning) {
			t.Errorf("a second one: %v", err)
		}

		// Somebody stops the server, and it is killed: in the middle of a portion, and between a portion and its note.
		_, club = process(t, location)
		ctx, stop := context.WithCancel(t.Context())
		bill, made := club.Billing.Bill, 0
		club.Billing.Bill = func(ctx context.Context, by access.Viewer, due *fee.Fee, of season.Season) (invoice.Invoice, error) {
			if made++; made == 20 {
				stop()
			}
			return bill(ctx, by, due, of)
		}
		if err := club.Billing.BillPortions(ctx, begun.Number); !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled: %v", err)
		}
		for _, kept := range []bool{false, true} {
			_, club = process(t, location)
			club.Billing.Atomic = stopping{Atomic: club.Billing.Atomic, kept: kept}
			if err := club.Billing.BillPortions(t.Context(), begun.Number); !errors.Is(err, errStopped) {
				t.Fatalf("stopped: %v", err)
			}
		}

		store, club = process(t, location)
		for err = (job.Again{}); errors.Is(err, job.Again{}); {
			err = club.Billing.BillPortions(t.Context(), begun.Number)
		}
		ok(t, err)
		ended, err := club.Billing.Job(t.Context(), viewer)
		ok(t, err)
		if ended.Status != bulk.Done || ended.Created != members || ended.Processed != members || ended.Skipped != 0 ||
			len(ended.Errors) != 0 {
			t.Errorf("in the end %+v", ended)
		}
		page, err := store.Stores().Invoices.Page(t.Context(), invoice.Query{On: civil.Of(at), Limit: math.MaxInt32})
		ok(t, err)
		billed := map[int64]bool{}
		for i := range page.Records {
			v := &page.Records[i]
			billed[v.Person] = true
			if want := invoice.SeriesMembership.Number(at.Year(), i+1); v.Number != want {
				t.Errorf("invoice %d is %s, not %s", v.ID, v.Number, want)
			}
		}
		if len(page.Records) != members || len(billed) != members {
			t.Errorf("%d invoices for %d people", len(page.Records), len(billed))
		}
	})
}

// A case that is billed stays, and one that is removed is billed by nobody, whoever comes first.
//
// contract: facts §1.3
func TestACaseIsBilledOrRemovedConcurrently(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store, club := process(t, location)
		treasurer, err := store.Stores().Users.Create(t.Context(), userOf(0))
		ok(t, err)
		ids, err := store.Stores().People.Create(t.Context(), jan())
		ok(t, err)
		_, other := process(t, location)
		viewer := access.Viewer{User: treasurer, Roles: []access.Role{access.Administrator}}
		billed := 0
		for n := range 20 {
			id, err := store.Stores().Cases.Create(t.Context(), discipline.Case{
				Head: record.NewHead(1, "Piet", at), Dossier: fmt.Sprint("T-", n), Person: ids[0],
			})
			ok(t, err)
			var both sync.WaitGroup
			var notBilled, notRemoved error
			both.Go(func() {
				lines := []invoice.Line{{Description: "A - B", Amount: 1000, Case: id}}
				_, notBilled = club.Invoices.Create(t.Context(), viewer, ids[0], lines)
			})
			both.Go(func() { _, notRemoved = other.Cases.Remove(t.Context(), viewer, id, nil) })
			both.Wait()
			if (notBilled == nil) == (notRemoved == nil) {
				t.Fatalf("case %d: billed: %v, removed: %v", id, notBilled, notRemoved)
			}
			if notRemoved != nil && !errors.Is(notRemoved, discipline.ErrBilled) {
				t.Fatal(notRemoved)
			}
			there, err := store.Stores().Cases.ByID(t.Context(), id)
			ok(t, err)
			if (notBilled == nil) != (len(there) == 1) {
				t.Fatalf("case %d: billed: %v, there are %d", id, notBilled, len(there))
			}
			if notBilled == nil {
				billed++
			}
		}
		t.Logf("%d of 20 were billed", billed)
	})
}

// What a payment page shows is read by three statements at most, whatever became of the invoice.
func TestAPaymentPageAsksFewQuestions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store, club := process(t, location)
		treasurer, err := store.Stores().Users.Create(t.Context(), userOf(0))
		ok(t, err)
		p := jan()
		p.Membership.Type, p.Membership.AgeGroup = "Bondslid", "Onder 10"
		ids, err := store.Stores().People.Create(t.Context(), p)
		ok(t, err)
		viewer := access.Viewer{User: treasurer, Roles: []access.Role{access.Administrator}}
		made, err := club.Invoices.CreateMembership(t.Context(), viewer, ids[0], 0)
		ok(t, err)
		token := path.Base(made.URL)
		var asks atomic.Int64
		ok(t, store.OnQuery(func() { asks.Add(1) }))
		costs := func(what string) {
			t.Helper()
			before := asks.Load()
			view, err := club.Payments.Page(t.Context(), token)
			ok(t, err)
			if got := asks.Load() - before; got > 3 || view.Number != made.Number {
				t.Errorf("%s: %d statements for %s", what, got, view.Number)
			}
		}
		costs("a draft")
		terms := invoice.Terms{Quarterly: true, Monthly: true, AdminFee: 50}
		now := invoice.At(time.Date(2025, time.October, 1, 9, 0, 0, 0, time.UTC), time.UTC)
		for n := range 30 {
			ok(t, store.Stores().Invoices.Update(t.Context(), made.ID, func(v *invoice.Invoice) error {
				if n == 0 {
					if err := v.Choose(invoice.Quarterly, terms, now); err != nil {
						return err
					}
				}
				ref := fmt.Sprint("ref", n)
				if _, _, err := v.Begin(ref, "key"+ref, now); err != nil {
					return err
				}
				if err := v.Linked(ref, "pl_"+ref, "https://pay.example/"+ref, now); err != nil {
					return err
				}
				_, err := v.Observe(ref, invoice.Observed{ID: "tr_" + ref, Amount: 10}, now)
				return err
			}))
		}
		costs("three instalments and thirty payments")
	})
}
