package payments_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
)

// What the provider does over a real socket is tested with its client: adapters/mollie.

// down is what a provider says whose end is unknown.
var down = fault.New(fault.Unavailable, "down", "Even niet.")

// club is a club with one invoice, and a provider in memory.
type club struct {
	*payments.Service
	store    *inmem.Store
	provider *inmem.Payments
	at       time.Time
	id       int64
	token    string
}

func open(t testing.TB) *club {
	t.Helper()
	c := &club{store: inmem.Open(), at: time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)}
	now := func() time.Time { return c.at }
	c.provider = inmem.NewPayments(now)
	key := bytes.Repeat([]byte{7}, 32)
	c.Service = &payments.Service{
		Logo:     func(context.Context) ([]byte, error) { return nil, nil },
		Invoices: c.store.Stores().Invoices, Atomic: c.store, Now: now, Zone: time.UTC, Random: rand.Read, Key: key,
		BaseURL: "https://club.example", Callback: "https://club.example/hook", Provider: c.provider,
		Offered: func(context.Context) (bool, error) { return true, nil },
		Terms: func(context.Context, season.Season) (invoice.Terms, error) {
			return invoice.Terms{Quarterly: true, Monthly: true, AdminFee: 1_50}, nil
		},
		Payee: func(context.Context) (payments.Payee, error) {
			return payments.Payee{Name: "vv De Proef", Accent: "#0d687d"}, nil
		},
	}
	raw := make([]byte, 32+seal.NonceSize)
	if _, err := rand.Read(raw); err != nil {
		t.Fatal(err)
	}
	c.token = hex.EncodeToString(raw[:32])
	sealed, err := seal.Seal(key, seal.Payments, raw[32:], c.token)
	if err != nil {
		t.Fatal(err)
	}
	moment := invoice.At(c.at, time.UTC)
	made, err := invoice.New(record.NewHead(1, "Penning", c.at), invoice.Draw{Kind: invoice.Membership, Season: 2026, Person: 12,
		PersonName: "Joël", Lines: []invoice.Line{{Description: "Contributie", Amount: 90_00}},
		TokenDigest: string(account.DigestOf(c.token)), TokenSealed: sealed}, moment)
	if err == nil {
		err = made.Send(moment, 14)
	}
	if err == nil {
		made, err = c.Invoices.Create(t.Context(), made, 2026)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.id = made.ID
	return c
}

// choose chooses a plan; it is tried again as somebody at the page would, and by the jobs.
func (c *club) choose(t testing.TB, plan invoice.Plan) {
	t.Helper()
	for range 4 {
		_, err := c.Choose(t.Context(), c.token, payments.Choice{Plan: plan}, access.Entrance{})
		if err == nil {
			return
		}
		if fault.KindOf(err) != fault.Unavailable {
			t.Fatal(err)
		}
	}
	t.Fatal("it never succeeds")
}

// pay pays what can be paid. The callback comes, and jobs are done until all is quiet.
func (c *club) pay(t *testing.T) {
	t.Helper()
	for _, l := range c.provider.Links() {
		if l.Usable(c.at) {
			c.provider.Pay(l.ID, l.Amount, true)
			_ = c.News(t.Context(), l.Ref, "") // what fails here is for the jobs
		}
	}
	for range 30 {
		c.at = c.at.Add(time.Minute)
		c.store.RunJobs(t.Context(), c.at, job.Backoff, func(ctx context.Context, _ job.Job) error { return c.SettleOne(ctx, c.id) })
	}
}

// TestWhateverDiesTheBooksAreRight lets each call to the provider fail in turn, before it did anything and after it did all, in
// the middle of a plan that is chosen, replaced and paid. In the end the books hold what the provider has, and nothing more can
// be paid.
func TestWhateverDiesTheBooksAreRight(t *testing.T) {
	t.Parallel()
	calls := 1
	for n := 0; n < calls; n++ {
		for _, after := range []bool{false, true} {
			name := fmt.Sprintf("call %d, after %v", n, after)
			c := open(t)
			seen := 0
			fail := func(string, string) error {
				seen++
				if seen == n+1 {
					return down
				}
				return nil
			}
			if after {
				c.provider.After = fail
			} else {
				c.provider.Fail = fail
			}
			c.choose(t, invoice.Full)
			c.choose(t, invoice.Quarterly)
			if usable := c.usable(); usable != 1 {
				t.Errorf("%s: %d links can be paid", name, usable)
			}
			for range 3 {
				c.goOn(t)
				c.pay(t)
			}
			c.provider.Fail, c.provider.After = nil, nil
			i := c.get(t)
			if i.Status != invoice.Paid || i.Open() != 0 || i.Received() != c.paid(t) || c.usable() != 0 || len(i.Payments) != 3 {
				t.Errorf("%s: %s, %s open, %s received of %s, %d links can be paid", name, i.Status, i.Open(), i.Received(), c.paid(t),
					c.usable())
			}
			for k := range i.Payments {
				if i.Payments[k].Review != "" {
					t.Errorf("%s: %+v", name, i.Payments[k])
				}
			}
			calls = max(calls, seen)
		}
	}
	if calls < 15 {
		t.Errorf("only %d calls were tried", calls)
	}
}

// The bank takes a payment back of somebody who was erased: that is booked, and no money is asked for, however often the jobs
// run.
func TestAChargebackOfWhoWasErasedAsksForNothing(t *testing.T) {
	t.Parallel()
	c := open(t)
	c.choose(t, invoice.Quarterly)
	var last, ref string
	for c.get(t).Open() > 0 {
		for _, l := range c.provider.Links() {
			if l.Usable(c.at) {
				last, ref = c.provider.Pay(l.ID, l.Amount, true), l.Ref
				if err := c.News(t.Context(), l.Ref, ""); err != nil {
					t.Fatal(err)
				}
			}
		}
		if c.get(t).Open() > 0 {
			c.goOn(t)
		}
	}
	err := c.Invoices.Update(t.Context(), c.id, func(v *invoice.Invoice) error { v.Erase(nil); return nil })
	if err != nil {
		t.Fatal(err)
	}
	links := len(c.provider.Links())
	c.provider.ChargeBack(last)
	if err := c.News(t.Context(), ref, ""); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := c.SettleOne(t.Context(), c.id); err != nil {
			t.Error(err)
		}
	}
	if v := c.get(t); v.Open() <= 0 || v.Live() != nil || len(c.provider.Links()) != links {
		t.Errorf("open %v, live %v, %d links of %d", v.Open(), v.Live(), len(c.provider.Links()), links)
	}
}

// The provider tells of a chargeback and is silent when it is asked: the job asks about the checkout that was told of, which is
// closed long since.
func TestACallbackThatFailedIsAskedAboutAgain(t *testing.T) {
	t.Parallel()
	c := open(t)
	c.choose(t, invoice.Full)
	l := c.provider.Links()[0]
	paid := c.provider.Pay(l.ID, l.Amount, true)
	if err := c.News(t.Context(), l.Ref, ""); err != nil || c.get(t).Open() != 0 {
		t.Fatal(err)
	}
	work := func() {
		for range 10 {
			c.at = c.at.Add(time.Minute)
			c.store.RunJobs(t.Context(), c.at, job.Backoff, func(ctx context.Context, j job.Job) error {
				if j.Kind != string(payments.Look) {
					return c.SettleOne(ctx, c.id)
				}
				asked, err := payments.Look.Args(j)
				if err == nil {
					err = c.LookAt(ctx, asked)
				}
				return err
			})
		}
	}
	work()
	c.provider.ChargeBack(paid)
	told, late := context.WithCancel(t.Context())
	c.provider.Fail = func(string, string) error {
		late() // the time of the callback is over
		return down
	}
	if err := c.News(told, l.Ref, ""); err == nil {
		t.Fatal("the provider answered")
	}
	c.provider.Fail = nil
	work()
	if v := c.get(t); v.Open() != l.Amount || v.Payments[0].ChargedBack != l.Amount || !v.ToReview() {
		t.Errorf("%v is open, payments %+v", v.Open(), v.Payments)
	}
	for _, nothing := range []payments.Asked{{Invoice: c.id, Ref: "onzin"}, {Invoice: 99, Ref: l.Ref}} {
		if err := c.LookAt(t.Context(), nothing); err != nil {
			t.Errorf("%+v: %v", nothing, err)
		}
	}
}

// goOn goes on with the plan, unless the job has asked for the next part already.
func (c *club) goOn(t *testing.T) {
	t.Helper()
	if c.usable() == 0 {
		c.choose(t, invoice.Quarterly)
	}
}

func (c *club) usable() (count int) {
	for _, l := range c.provider.Links() {
		if l.Usable(c.at) {
			count++
		}
	}
	return count
}

func (c *club) paid(t *testing.T) (sum money.Cents) {
	t.Helper()
	for _, l := range c.provider.Links() {
		all, err := c.provider.Received(t.Context(), l.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, each := range all {
			if each.Paid {
				sum += each.Amount
			}
		}
	}
	return sum
}

func (c *club) get(t *testing.T) *invoice.Invoice {
	t.Helper()
	found, err := c.Invoices.ByID(t.Context(), c.id)
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	return &found[0]
}

func TestIsToken(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		strings.Repeat("0", 64): true, strings.Repeat("f9", 32): true, "": false, strings.Repeat("0", 63): false,
		strings.Repeat("0", 65): false, strings.Repeat("F", 64): false, strings.Repeat("g", 64): false, strings.Repeat("é", 32): false,
	} {
		if got := payments.IsToken(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
