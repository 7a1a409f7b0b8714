package mollie_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
	fake "github.com/clubhuis/clubhuis/fixtures/payments"
)

// contract: facts §1.10, club §4.9
func TestAnInvoiceIsPaidAtOnce(t *testing.T) {
	w := open(t)
	for _, kind := range []invoice.Kind{invoice.Membership, invoice.Discipline} {
		id, token := w.bill(kind, 101_25)
		made := w.choose(token, invoice.Full)
		l := w.provider.Links()[len(w.provider.Links())-1]
		i := w.get(id)
		ref := i.Checkouts[0].Ref
		if l.ID != made || l.Amount != 101_25 || l.Description != "Factuur "+i.Number ||
			l.RedirectURL != "https://club.example/betaling/"+token+"?betaald=1&ref="+ref || l.WebhookURL != w.Callback+"?ref="+ref {
			t.Errorf("asked for %+v", l)
		}
		w.pay(made)
		w.work()
		i = w.get(id)
		if i.Status != invoice.Paid || i.Open() != 0 || len(i.Payments) != 1 || i.Payments[0].Review != "" || len(w.live()) != 0 {
			t.Errorf("%s, %+v", i.Status, i.Payments)
		}
		if _, err := w.Choose(ctx, token, invoice.Full, from); !errors.Is(err, invoice.ErrPaid) {
			t.Errorf("paid, and chosen again: %v", err)
		}
	}
	want := []audit.Kind{audit.PlanChosen, audit.PaymentReceived, audit.PlanChosen, audit.PaymentReceived}
	if got := w.kinds(); !slices.Equal(got, want) {
		t.Errorf("the log has %v", got)
	}
}

// contract: facts §1.11
func TestAPlanIsPaidPartByPart(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 100_00)
	link := w.choose(token, invoice.Quarterly)
	for n, amount := range []int64{34_83, 34_83, 34_84} {
		l := w.provider.Links()[len(w.provider.Links())-1]
		i := w.get(id)
		if l.ID != link || l.Amount != amount || l.Description != fmt.Sprintf("Termijn %d/3 - Factuur %s", n+1, i.Number) {
			t.Fatalf("part %d: asked for %+v", n+1, l)
		}
		if meta := i.Meta(civil.On(w.now(), w.Zone)); meta[fmt.Sprintf("_installment_%d_payment_id", n+1)] != link {
			t.Errorf("part %d: %v", n+1, meta)
		}
		w.pay(link)
		w.work()
		if live := w.live(); n < 2 && len(live) == 1 {
			link = live[0]
		} else if n < 2 || len(live) != 0 {
			t.Fatalf("part %d: live are %v", n+1, live)
		}
	}
	if i := w.get(id); i.Status != invoice.Paid || i.Received() != 104_50 || i.Open() != 0 {
		t.Errorf("%s, %s received, %s open", i.Status, i.Received(), i.Open())
	}
}

func TestParallelChoicesMakeOneCheckout(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 100_00)
	addresses := make([]string, 50)
	var all sync.WaitGroup
	for n := range addresses {
		all.Go(func() {
			var err error
			if addresses[n], err = w.Choose(ctx, token, invoice.Monthly, from); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	slices.Sort(addresses)
	if got := slices.Compact(addresses); len(got) != 1 || len(w.provider.Links()) != 1 || len(w.get(id).Checkouts) != 1 {
		t.Errorf("addresses %v, links %d", got, len(w.provider.Links()))
	}
	if got := w.kinds(); len(got) != 1 {
		t.Errorf("the log has %v", got)
	}
}

// Somebody has the page in two windows, and chooses in both.
func TestWhoeverIsSentOnPaysThePlanThatWasChosenThere(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 100_00)
	w.choose(token, invoice.Quarterly)
	terms := w.Terms
	w.Terms = func(ctx context.Context, of season.Season) (invoice.Terms, error) { // after the invoice was read
		w.update(id, func(i *invoice.Invoice) error { return i.Choose(invoice.Full, w.terms, invoice.At(w.now(), w.Zone)) })
		return terms(ctx, of)
	}
	link := w.choose(token, invoice.Quarterly)
	if i := w.get(id); i.Plan != invoice.Quarterly || i.Live() == nil || i.Live().LinkID != link || i.Live().Amount != 33_33+1_50 {
		t.Errorf("%s, %+v", i.Plan, i.Checkouts)
	}
}

func TestAnotherPlanClosesTheCheckoutBefore(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 100_00)
	first := w.choose(token, invoice.Full)
	second := w.choose(token, invoice.Quarterly)
	third := w.choose(token, invoice.Full)
	if live := w.live(); first == second || second == third || len(live) != 1 || live[0] != third {
		t.Errorf("%s, %s, %s: live are %v", first, second, third, live)
	}
	if i := w.get(id); i.Plan != invoice.Full || len(i.Installments) != 1 {
		t.Errorf("%+v", i.Installments)
	}
	w.provider.Control.Turn("paid-again", true)
	w.pay(second) // somebody had the bank's page open
	w.work()
	i := w.get(id)
	if len(i.Payments) != 1 || i.Payments[0].Review != invoice.ReviewReplacedPlan || i.Received() != 34_83 {
		t.Errorf("%+v", i.Payments)
	}
	if _, err := w.Choose(ctx, token, invoice.Quarterly, from); !errors.Is(err, invoice.ErrBegun) {
		t.Errorf("another plan after something was paid: %v", err)
	}
	review, err := w.Review(ctx, treasurer)
	if err != nil || len(review) != 1 || review[0].Payment.ID != i.Payments[0].ID || review[0].Invoice.ID != id {
		t.Fatalf("%+v, %v", review, err)
	}
	for range 2 {
		if err := w.Reviewed(ctx, treasurer, id, i.Payments[0].ID); err != nil {
			t.Error(err)
		}
	}
	if err := w.Reviewed(ctx, treasurer, id, 99); !errors.Is(err, invoice.ErrNoPayment) {
		// One that nobody has to look at any more is not looked for.
		t.Errorf("no payment: %v", err)
	}
	if review, err = w.Review(ctx, treasurer); err != nil || len(review) != 0 {
		t.Errorf("%+v, %v", review, err)
	}
	if got := w.kinds(); got[len(got)-1] != audit.PaymentReviewed || got[len(got)-2] == audit.PaymentReviewed {
		t.Errorf("the log has %v", got)
	}
}

func TestWhoMayNotDoesNot(t *testing.T) {
	w := open(t)
	for _, viewer := range []access.Viewer{{}, {User: 2}} {
		_, review := w.Review(ctx, viewer)
		for what, err := range map[string]error{"Review": review, "Reviewed": w.Reviewed(ctx, viewer, 1, 1),
			"Regenerate": w.Regenerate(ctx, viewer, 1)} {
			if kind := fault.KindOf(err); err == nil || kind != fault.Forbidden && kind != fault.Unauthenticated {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

func TestAFailedPaymentLeavesItsLink(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 50_00)
	first := w.choose(token, invoice.Full)
	for _, status := range []string{fake.Failed, fake.Canceled, fake.Expired} {
		if _, err := w.provider.Pay(ctx, first, status); err != nil {
			t.Fatal(err)
		}
		if again := w.choose(token, invoice.Full); again != first {
			t.Errorf("%s: another link", status)
		}
	}
	w.pay(first)
	if i := w.get(id); i.Status != invoice.Paid {
		t.Errorf("%s", i.Status)
	}
}

func TestALinkThatIsClosedElsewhereIsReplaced(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 50_00)
	first := w.choose(token, invoice.Full)
	if err := w.Provider.Cancel(ctx, first); err != nil {
		t.Fatal(err)
	}
	second := w.choose(token, invoice.Full)
	if i := w.get(id); second == first || len(w.live()) != 1 || i.Checkouts[0].State != invoice.CheckoutCancelled {
		t.Errorf("%s and %s, %+v", first, second, i.Checkouts)
	}
	if err := w.Regenerate(ctx, treasurer, id); err != nil {
		t.Fatal(err)
	}
	if live := w.live(); len(live) != 1 || live[0] == second {
		t.Errorf("live are %v", live)
	}
	w.pay(w.live()[0])
	if err := w.Regenerate(ctx, treasurer, id); !errors.Is(err, invoice.ErrPaid) {
		t.Errorf("paid: %v", err)
	}
	w.offered = false
	if err := w.Regenerate(ctx, treasurer, id); !errors.Is(err, payments.ErrNoProvider) {
		t.Errorf("without a provider: %v", err)
	}
}
