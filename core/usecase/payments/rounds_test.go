package payments_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
	"github.com/clubhuis/clubhuis/ports"
)

// silent is a provider that says nothing about some links or payments.
func (c *club) silent(of ...string) {
	c.provider.Fail = func(_, which string) error {
		for _, one := range of {
			if which == one || one == "" {
				return down
			}
		}
		return nil
	}
}

func (c *club) unavailable(t *testing.T, what string, err error) {
	t.Helper()
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("%s: %v", what, err)
	}
}

// On its last day nobody else would ask about a checkout: a silent provider is asked again, and keeps back no other checkout.
func TestAClosedCheckoutIsAskedAboutUntilTheProviderSpeaks(t *testing.T) {
	t.Parallel()
	c := open(t)
	c.choose(t, invoice.Full)
	c.choose(t, invoice.Quarterly) // the first is closed
	links := c.provider.Links()
	c.provider.Pay(links[1].ID, links[1].Amount, true)
	if err := c.News(t.Context(), links[1].Ref, ""); err != nil {
		t.Fatal(err)
	}
	for _, l := range links { // in second windows
		c.provider.Pay(l.ID, l.Amount, true)
	}
	c.at = c.at.Add(21 * 24 * time.Hour)
	c.silent(links[0].ID)
	for range 2 {
		c.unavailable(t, "one is silent", c.CheckClosedOf(t.Context(), c.id))
		if v := c.get(t); len(v.Payments) != 2 {
			t.Errorf("the other: %+v", v.Payments)
		}
	}
	c.at = c.at.Add(36 * time.Hour) // the last try
	c.silent()
	for range 2 {
		if err := c.CheckClosedOf(t.Context(), c.id); err != nil {
			t.Error(err)
		}
		if v := c.get(t); len(v.Payments) != 3 || v.Received() != c.paid(t) {
			t.Errorf("in the end: %+v", v.Payments)
		}
	}
}

func TestRoundsAreDoneAgainWhenTheProviderIsSilent(t *testing.T) {
	t.Parallel()
	c := open(t)
	c.choose(t, invoice.Full)
	l := c.provider.Links()[0]
	paid := c.provider.Pay(l.ID, l.Amount, true)
	c.silent("", l.ID)
	if err := c.CheckOne(t.Context(), c.id); err != nil || len(c.get(t).Payments) != 0 {
		t.Errorf("the next hour asks again: %+v, %v", c.get(t).Payments, err)
	}
	c.silent()
	for range 2 {
		if err := c.CheckOne(t.Context(), c.id); err != nil || len(c.get(t).Payments) != 1 {
			t.Errorf("%+v, %v", c.get(t).Payments, err)
		}
	}
	c.provider.ChargeBack(paid)
	c.silent(paid)
	c.unavailable(t, "what was taken back", c.BookReturn(t.Context(), paid))
	c.silent()
	for range 2 {
		if err := c.BookReturn(t.Context(), paid); err != nil || c.get(t).Open() != l.Amount {
			t.Errorf("%s open, %v", c.get(t).Open(), err)
		}
	}
}

// The bank may give in weeks after it took money back: the provider tells that at the day of the chargeback.
func TestChargebacksAreLookedBackForTwoMonths(t *testing.T) {
	t.Parallel()
	c := open(t)
	c.choose(t, invoice.Full)
	l := c.provider.Links()[0]
	paid := c.provider.Pay(l.ID, l.Amount, true)
	if err := c.News(t.Context(), l.Ref, ""); err != nil {
		t.Fatal(err)
	}
	c.provider.ChargeBack(paid)
	c.at = c.at.Add(59 * 24 * time.Hour)
	if err := c.BookReturns(t.Context(), c.at); err != nil {
		t.Fatal(err)
	}
	c.store.RunJobs(t.Context(), c.at, job.Backoff, func(ctx context.Context, j job.Job) error {
		if j.Kind != string(payments.CheckReturn) {
			return nil
		}
		id, err := payments.CheckReturn.Args(j)
		return errors.Join(err, c.BookReturn(ctx, id))
	})
	if v := c.get(t); v.Open() != l.Amount {
		t.Errorf("%s open", v.Open())
	}
}

// busy is a queue whose jobs are done at once.
type busy struct {
	ports.Atomic
	work func()
}

func (b busy) Do(ctx context.Context, step func(ports.Stores) error) error {
	err := b.Atomic.Do(ctx, step)
	b.work()
	return err
}

// What a job has closed is live no more: the rest of a list that is counted off by places would move up.
func TestEveryLiveCheckoutIsAskedAboutWhileJobsCloseThem(t *testing.T) {
	t.Parallel()
	c := open(t)
	moment := invoice.At(c.at, time.UTC)
	const many = 430
	for n := range many {
		made, err := invoice.New(record.NewHead(1, "Penning", c.at), invoice.Draw{Kind: invoice.Discipline, Person: int64(n + 20),
			Lines: []invoice.Line{{Description: "Boete", Amount: 10_00}}, TokenDigest: strconv.Itoa(n)}, moment)
		if err == nil {
			_, _, err = made.Begin(fmt.Sprint("ref", n), "key", moment)
		}
		if err == nil {
			_, err = c.Invoices.Create(t.Context(), made, 2026)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	asked := map[int64]bool{}
	c.Atomic = busy{c.store, func() {
		c.store.RunJobs(t.Context(), c.at, job.Backoff, func(ctx context.Context, j job.Job) error {
			id, err := payments.Check.Args(j)
			if asked[id] = true; err != nil {
				return err
			}
			return c.Invoices.Update(ctx, id, func(v *invoice.Invoice) error { return v.Cancelled(v.Live().Ref, moment) })
		})
	}}
	if count, err := c.Reconcile(t.Context()); err != nil || count != many || len(asked) != many {
		t.Errorf("%d of %d, %v, asked about %d", count, many, err, len(asked))
	}
}

// There may be hundreds of checkouts, and few jobs are done at once: mails would wait for a provider that hangs.
func TestAProviderThatHangsIsLeftAloneForAMinute(t *testing.T) {
	t.Parallel()
	c := open(t)
	c.choose(t, invoice.Full)
	calls, takes := 0, 3*time.Second
	c.provider.Fail = func(string, string) error {
		calls++
		c.at = c.at.Add(takes)
		return down
	}
	rounds := []func() error{
		func() error { return c.CheckOne(t.Context(), c.id) }, func() error { return c.CheckOne(t.Context(), c.id) },
	}
	asked := func() int {
		calls = 0
		for _, do := range rounds {
			if err := do(); err != nil {
				t.Error(err)
			}
		}
		return calls
	}
	for _, step := range []struct {
		takes, later time.Duration
		want         int
	}{
		{3 * time.Second, 0, 2}, {5 * time.Second, 0, 1}, {5 * time.Second, 59 * time.Second, 0}, {5 * time.Second, time.Second, 1},
		{5 * time.Second, -time.Hour, 1}, // the clock went back
	} {
		takes, c.at = step.takes, c.at.Add(step.later)
		if got := asked(); got != step.want {
			t.Errorf("after %s and %s: asked %d times, want %d", step.takes, step.later, got, step.want)
		}
	}
	if err := c.SettleOne(t.Context(), c.id); err == nil || calls != 2 {
		t.Errorf("what somebody waits for is asked: %d, %v", calls, err)
	}
	c.silent()
	c.at = c.at.Add(time.Minute)
	if err := c.CheckOne(t.Context(), c.id); err != nil {
		t.Error(err)
	}
}
