package porttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/payment"
	"github.com/clubhuis/clubhuis/ports"
)

// PaymentProvider is a provider as an adapter hands it to the suite: without links.
type PaymentProvider struct {
	ports.Payments
	// Pay lets somebody try to pay a link, in full, and returns the id of the attempt.
	Pay func(link string, paid bool) string
	// Refund gives some of a paid attempt back, ChargeBack takes all that is left of it.
	Refund     func(id string, amount money.Cents)
	ChargeBack func(id string)
}

// Payments is the contract of ports.Payments. open makes a provider for one part of it.
func Payments(t *testing.T, open func(t testing.TB) PaymentProvider) {
	ctx := context.Background()
	past := time.Now().Add(-time.Hour)
	request := func(ref string, amount money.Cents) payment.Request {
		return payment.Request{Key: "sleutel-" + ref, Ref: ref, Amount: amount, Description: "Factuur C2026-001, é en €",
			Return:   payment.WithRef("https://club.example/betaling/x?betaald=1", ref),
			Callback: payment.WithRef("https://club.example/hook", ref)}
	}

	t.Run("a link asks for what was said", func(t *testing.T) {
		p := open(t)
		for _, amount := range []money.Cents{1, 99, 100_00, 101_25, 12_345_67} {
			ref := fmt.Sprintf("ref%d", amount)
			made := must(p.Ask(ctx, request(ref, amount)))(t)
			if made.ID == "" || made.URL == "" || made.Ref != ref || made.Amount != amount || made.Paid || made.Closed ||
				!made.Usable(time.Now()) || made.Created.Before(past) {
				t.Errorf("got %+v", made)
			}
			equal(t, "read again", must(p.Link(ctx, made.ID))(t), made)
			equal(t, "attempts", len(must(p.Received(ctx, made.ID))(t)), 0)
		}
	})

	t.Run("the same key makes one link, also at once", func(t *testing.T) {
		p := open(t)
		ids := make([]string, 8)
		var all sync.WaitGroup
		for i := range ids {
			all.Go(func() {
				made, err := p.Ask(ctx, request("r", 500))
				if err != nil {
					t.Error(err)
				}
				ids[i] = made.ID
			})
		}
		all.Wait()
		if len(slices.Compact(ids)) != 1 || ids[0] == "" {
			t.Errorf("got %v", ids)
		}
		other := request("r", 500)
		other.Key = "anders"
		if again := must(p.Ask(ctx, other))(t); again.ID == ids[0] {
			t.Error("another key made no other link")
		}
	})

	t.Run("a link is found by its ref, however many there are", func(t *testing.T) {
		p := open(t)
		first := must(p.Ask(ctx, request("gezocht", 100)))(t)
		for i := range 60 {
			must(p.Ask(ctx, request(fmt.Sprintf("ander%d", i), 100)))(t)
		}
		second := request("gezocht", 200)
		second.Key, second.Callback = "tweede", ""
		last := must(p.Ask(ctx, second))(t)
		found := must(p.Find(ctx, "gezocht", past))(t)
		if len(found) != 2 || found[0].ID != last.ID || found[1].ID != first.ID {
			t.Errorf("got %+v", found)
		}
		equal(t, "none", len(must(p.Find(ctx, "onbekend", past))(t)), 0)
		equal(t, "of no ref", len(must(p.Find(ctx, "", past))(t)), 0)
		equal(t, "later ones", len(must(p.Find(ctx, "gezocht", time.Now().Add(time.Hour)))(t)), 0)
	})

	t.Run("a closed link stays closed", func(t *testing.T) {
		p := open(t)
		made := must(p.Ask(ctx, request("r", 100)))(t)
		for range 2 {
			ok(t, p.Cancel(ctx, made.ID))
			if now := must(p.Link(ctx, made.ID))(t); !now.Closed || now.Usable(time.Now()) {
				t.Errorf("got %+v", now)
			}
		}
		ok(t, p.Cancel(ctx, "pl_onbekend"))
	})

	t.Run("attempts in their order; a failed one leaves the link usable", func(t *testing.T) {
		p := open(t)
		made := must(p.Ask(ctx, request("r", 12_34)))(t)
		failed := p.Pay(made.ID, false)
		if now := must(p.Link(ctx, made.ID))(t); now.Paid || !now.Usable(time.Now()) {
			t.Errorf("got %+v", now)
		}
		paid := p.Pay(made.ID, true)
		if now := must(p.Link(ctx, made.ID))(t); !now.Paid || now.Usable(time.Now()) {
			t.Errorf("got %+v", now)
		}
		all := must(p.Received(ctx, made.ID))(t)
		if len(all) != 2 || all[0].ID != failed || all[0].Paid || all[1].ID != paid || !all[1].Paid || all[1].Amount != 12_34 ||
			all[1].PaidAt.Before(past) || all[1].Refunded != 0 || all[1].ChargedBack != 0 {
			t.Errorf("got %+v", all)
		}
		equal(t, "by its id", must(p.Transaction(ctx, paid))(t), all[1])
		ok(t, p.Cancel(ctx, made.ID))
	})

	t.Run("what is given or taken back leaves it paid", func(t *testing.T) {
		p := open(t)
		link := func(ref string) string { return must(p.Ask(ctx, request(ref, 10_00)))(t).ID }
		given, taken, untouched := p.Pay(link("a"), true), p.Pay(link("b"), true), p.Pay(link("c"), true)
		p.Refund(given, 2_50)
		p.Refund(given, 1_00)
		p.ChargeBack(taken)
		for id, want := range map[string][2]money.Cents{given: {3_50, 0}, taken: {0, 10_00}, untouched: {0, 0}} {
			got := must(p.Transaction(ctx, id))(t)
			if !got.Paid || got.Amount != 10_00 || got.Refunded != want[0] || got.ChargedBack != want[1] {
				t.Errorf("got %+v, want %v", got, want)
			}
		}
		got := must(p.Returned(ctx, past))(t)
		slices.Sort(got)
		want := []string{given, taken}
		slices.Sort(want)
		equal(t, "returned", strings.Join(got, " "), strings.Join(want, " "))
		equal(t, "returned later", len(must(p.Returned(ctx, time.Now().Add(time.Hour)))(t)), 0)
	})

	t.Run("what is refused is invalid and makes nothing", func(t *testing.T) {
		p := open(t)
		for _, wrong := range []func(*payment.Request){
			func(r *payment.Request) { r.Amount = 0 },
			func(r *payment.Request) { r.Amount = -1 },
			func(r *payment.Request) { r.Description = "" },
			func(r *payment.Request) { r.Description = strings.Repeat("é", payment.MostDescription+1) },
		} {
			r := request("r", 100)
			wrong(&r)
			_, err := p.Ask(ctx, r)
			ofKind(t, fmt.Sprintf("%+v", r), err, fault.Invalid)
		}
		equal(t, "links", len(must(p.Find(ctx, "r", past))(t)), 0)
	})

	t.Run("what is absent is not found", func(t *testing.T) {
		p := open(t)
		_, err := p.Link(ctx, "pl_onbekend")
		ofKind(t, "Link", err, fault.NotFound)
		_, err = p.Received(ctx, "pl_onbekend")
		ofKind(t, "Received", err, fault.NotFound)
		_, err = p.Transaction(ctx, "tr_onbekend")
		ofKind(t, "Transaction", err, fault.NotFound)
	})

	t.Run("a cancelled context stops every call", func(t *testing.T) {
		p := open(t)
		made := must(p.Ask(ctx, request("r", 100)))(t)
		errs := map[string]error{"Cancel": p.Cancel(cancelled(), made.ID)}
		_, errs["Ask"] = p.Ask(cancelled(), request("s", 100))
		_, errs["Find"] = p.Find(cancelled(), "r", past)
		_, errs["Link"] = p.Link(cancelled(), made.ID)
		_, errs["Received"] = p.Received(cancelled(), made.ID)
		_, errs["Transaction"] = p.Transaction(cancelled(), "tr_x")
		_, errs["Returned"] = p.Returned(cancelled(), past)
		for call, err := range errs {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", call, err)
			}
		}
		if now := must(p.Link(ctx, made.ID))(t); now.Closed {
			t.Error("it was cancelled all the same")
		}
	})
}
