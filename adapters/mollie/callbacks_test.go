package mollie_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/payment"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
	"github.com/clubhuis/clubhuis/ports"
)

func TestACallbackMayComeAnyhow(t *testing.T) {
	for _, how := range []string{"callback-twice", "callback-late", "callback-reversed", "callback-never"} {
		t.Run(how, func(t *testing.T) {
			w := open(t)
			id, token := w.bill(invoice.Membership, 90_00)
			w.always(how)
			for n := range 4 { // what was given back of the first part is asked for anew
				link := w.choose(token, invoice.Quarterly)
				made := w.pay(link)
				if n == 0 {
					if err := w.provider.Refund(ctx, made.ID, 5_00); err != nil {
						t.Fatal(err)
					}
				}
				w.provider.Deliver(ctx)
				if how == "callback-never" {
					w.pass(time.Hour)
					if count, err := w.Reconcile(ctx); err != nil || count != 1 {
						t.Errorf("%d, %v", count, err)
					}
				}
				w.work()
			}
			i := w.get(id)
			if len(i.Payments) != 4 || i.Received() != 94_50 || i.Open() != 0 || i.Payments[0].Refunded != 5_00 {
				t.Errorf("%s received, %s open, %+v", i.Received(), i.Open(), i.Payments)
			}
			if live := w.live(); len(live) != 0 {
				t.Errorf("live are %v", live)
			}
			for _, err := range w.heard {
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestAForgedCallbackChangesNothing(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 90_00)
	link := w.choose(token, invoice.Full)
	before := w.get(id)
	for _, c := range [][2]string{{"", ""}, {"", "tr_onzin"}, {"", link}, {"onzin", "tr_onzin"}, {before.Checkouts[0].Ref, ""},
		{before.Checkouts[0].Ref, "tr_onzin"}, {strings.Repeat("x", 1000), strings.Repeat("y", 1000)}} {
		var want error
		if known := c[1] == link || c[0] == before.Checkouts[0].Ref; !known {
			want = payments.ErrMeaningless
		}
		if err := w.News(ctx, c[0], c[1]); !errors.Is(err, want) || want == nil && err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
	w.work()
	if after := w.get(id); after.Revision != before.Revision || after.Open() != 90_00 {
		t.Errorf("%+v", after)
	}
	w.provider.Control.Turn("callback-never", true)
	made := w.pay(link)
	if err := w.News(ctx, "", link); err != nil || w.get(id).Open() != 0 {
		t.Errorf("a callback with the link's id: %v", err)
	}
	if err := w.provider.Refund(ctx, made.ID, 1_00); err != nil {
		t.Fatal(err)
	}
	if err := w.News(ctx, "", made.ID); err != nil || w.get(id).Open() != 1_00 {
		t.Errorf("a callback with the payment's id: %v", err)
	}
}

func TestAnUnknownEndMakesNoSecondLink(t *testing.T) {
	for what, later := range map[string]time.Duration{"at once": 0, "when the key may be forgotten": 2 * time.Hour} {
		t.Run(what, func(t *testing.T) {
			w := open(t)
			id, token := w.bill(invoice.Membership, 90_00)
			w.always("answer-lost")
			if _, err := w.Choose(ctx, token, invoice.Full, from); fault.KindOf(err) != fault.Unavailable {
				t.Fatalf("got %v", err)
			}
			if i := w.get(id); len(i.Checkouts) != 1 || i.Checkouts[0].State != invoice.CheckoutAsking {
				t.Fatalf("%+v", i.Checkouts)
			}
			w.provider.Control.Turn("answer-lost", false)
			w.pass(later)
			w.choose(token, invoice.Full)
			if n := len(w.provider.Links()); n != 1 {
				t.Errorf("%d links", n)
			}
		})
	}
}

// Two calls with one key at once: the provider refuses the second one, and nobody knows yet what becomes of the first.
func TestACallThatGoesOnIsWaitedFor(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 90_00)
	w.always("key-busy")
	if _, err := w.Choose(ctx, token, invoice.Full, from); fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("got %v", err)
	}
	if i := w.get(id); len(i.Checkouts) != 1 || i.Checkouts[0].State != invoice.CheckoutAsking {
		t.Fatalf("%+v", i.Checkouts)
	}
	w.provider.Control.Turn("key-busy", false)
	w.choose(token, invoice.Full)
	if i := w.get(id); len(w.provider.Links()) != 1 || len(i.Checkouts) != 1 {
		t.Errorf("%d links, %+v", len(w.provider.Links()), i.Checkouts)
	}
}

func TestARequestThatNeverArrivedIsForgottenInTheEnd(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 90_00)
	w.always("restart")
	if _, err := w.Choose(ctx, token, invoice.Full, from); fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("got %v", err)
	}
	w.provider.Control.Turn("restart", false)
	w.pass(2 * time.Hour)
	w.choose(token, invoice.Full)
	if i := w.get(id); len(w.provider.Links()) != 1 || len(i.Checkouts) != 2 || i.Checkouts[0].State != invoice.CheckoutCancelled {
		t.Errorf("%+v", i.Checkouts)
	}
}

func TestTheLinksOfAForgottenKeyAreClosed(t *testing.T) {
	w := open(t)
	_, token := w.bill(invoice.Membership, 90_00)
	w.always("answer-lost")
	w.provider.Control.Turn("key-forgotten", true)
	if _, err := w.Choose(ctx, token, invoice.Full, from); fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("got %v", err)
	}
	w.provider.Control.Turn("answer-lost", false)
	w.pass(2 * time.Hour)
	link := w.choose(token, invoice.Full)
	if live := w.live(); len(w.provider.Links()) != 3 || len(live) != 1 || live[0] != link || w.provider.Links()[0].ID != link {
		t.Errorf("live are %v of %d", live, len(w.provider.Links()))
	}
}

func TestAnotherPlanAfterAnUnknownEndLeavesOneLink(t *testing.T) {
	w := open(t)
	_, token := w.bill(invoice.Membership, 90_00)
	w.always("answer-lost")
	if _, err := w.Choose(ctx, token, invoice.Full, from); fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("got %v", err)
	}
	w.provider.Control.Turn("answer-lost", false)
	link := w.choose(token, invoice.Quarterly)
	if live := w.live(); len(w.provider.Links()) != 2 || len(live) != 1 || live[0] != link {
		t.Errorf("live are %v of %d", live, len(w.provider.Links()))
	}
}

func TestARefusalIsSaidAndForgotten(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 90_00)
	w.provider.Control.Turn("loopback-refused", true)
	if _, err := w.Choose(ctx, token, invoice.Full, from); fault.KindOf(err) != fault.Invalid {
		t.Fatalf("got %v", err)
	}
	if i := w.get(id); i.Live() != nil {
		t.Errorf("%+v", i.Checkouts)
	}
	w.Callback = "" // as the program leaves it out
	w.choose(token, invoice.Full)
	if l := w.provider.Links(); len(l) != 1 || l[0].WebhookURL != "" {
		t.Errorf("%+v", l)
	}
	w.pay(w.provider.Links()[0].ID)
	w.pass(time.Hour)
	if count, err := w.Reconcile(ctx); err != nil || count != 1 {
		t.Errorf("%d, %v", count, err)
	}
	w.work()
	if i := w.get(id); i.Status != invoice.Paid {
		t.Errorf("%s", i.Status)
	}
}

func TestMoneyThatNobodyAskedForIsLookedAt(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 90_00)
	w.provider.Control.Turn("wrong-amount", true)
	w.provider.Control.Turn("paid-again", true)
	link := w.choose(token, invoice.Full)
	w.pay(link)
	if i := w.get(id); i.Status == invoice.Paid || i.Open() != 1 || i.Payments[0].Review != invoice.ReviewWrongAmount {
		t.Errorf("%s, %+v", i.Status, i.Payments)
	}
	w.provider.Control.Turn("wrong-amount", false)
	w.pay(link)
	i := w.get(id)
	if i.Open() != -89_99 || len(i.Payments) != 2 || i.Payments[1].Review != invoice.ReviewSecond {
		t.Errorf("%s open, %+v", i.Open(), i.Payments)
	}
}

// Who stood at the bank when the checkout was closed pays all the same, and nobody tells us.
func TestMoneyByACheckoutThatWasClosedIsFoundWithoutACallback(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 90_00)
	first := w.choose(token, invoice.Full)
	second := w.choose(token, invoice.Quarterly)
	w.provider.Control.Turn("paid-again", true)
	w.provider.Control.Turn("callback-never", true)
	w.pay(first)
	w.pay(second)
	w.pay(second) // in two windows
	day := func() *invoice.Invoice {
		w.pass(24 * time.Hour)
		for _, run := range []func(context.Context) (int, error){w.Reconcile, w.Returned} {
			if _, err := run(ctx); err != nil {
				t.Fatal(err)
			}
		}
		w.work()
		return w.get(id)
	}
	day()
	i := day()
	if len(i.Payments) != 3 || i.Received() != 90_00+2*31_50 {
		t.Errorf("booked is %+v", i.Payments)
	}
	review, err := w.Review(ctx, treasurer)
	if err != nil || len(review) != 2 {
		t.Errorf("to look at is %+v, %v", review, err)
	}
	// It is asked for three weeks, and a provider that is away is no fault.
	w.always("server-error")
	day()
	w.provider.Control.Turn("server-error", false)
	w.pass(21 * 24 * time.Hour)
	w.pay(first)
	if i := day(); len(i.Payments) != 3 {
		t.Errorf("a month later: %+v", i.Payments)
	}
}

func TestWhatIsTakenBackReopens(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 90_00)
	w.provider.Control.Turn("callback-never", true)
	made := w.pay(w.choose(token, invoice.Full))
	w.pass(time.Hour)
	if _, err := w.Reconcile(ctx); err != nil {
		t.Fatal(err)
	}
	w.work()
	if i := w.get(id); i.Status != invoice.Paid {
		t.Fatal(i.Status)
	}
	w.pass(20 * time.Hour)
	if err := w.provider.ChargeBack(ctx, made.ID); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if count, err := w.Returned(ctx); err != nil || count != 2 { // what was taken back, and the checkout that was paid
			t.Errorf("%d, %v", count, err)
		}
		w.work()
	}
	i := w.get(id)
	if i.Open() != 90_00 || i.Payments[0].ChargedBack != 90_00 || i.Status != invoice.Sent {
		t.Errorf("%s, %s open", i.Status, i.Open())
	}
	if got := w.kinds(); got[len(got)-1] != audit.PaymentReturned || slices.Index(got, audit.PaymentReturned) != len(got)-1 {
		t.Errorf("the log has %v", got)
	}
	if again := w.choose(token, invoice.Full); again == "" {
		t.Error("it can't be paid again")
	}
}

// An answer that was asked for before the bank took the money back comes after that was booked.
func TestAnOlderAnswerTakesNothingBack(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 90_00)
	made := w.pay(w.choose(token, invoice.Full))
	w.pass(time.Hour)
	w.work()
	if err := w.provider.ChargeBack(ctx, made.ID); err != nil { // its callback books it
		t.Fatal(err)
	}
	if i := w.get(id); i.Open() != 90_00 {
		t.Fatalf("%s open", i.Open())
	}
	w.Provider = &older{w.Provider}
	if err := w.News(ctx, w.get(id).Payments[0].Ref, ""); err != nil {
		t.Fatal(err)
	}
	w.work()
	if i := w.get(id); i.Open() != 90_00 || i.Payments[0].ChargedBack != 90_00 {
		t.Errorf("%s open, %s taken back", i.Open(), i.Payments[0].ChargedBack)
	}
	returned := slices.DeleteFunc(w.kinds(), func(kind audit.Kind) bool { return kind != audit.PaymentReturned })
	if len(returned) != 1 {
		t.Errorf("the log tells of it %d times", len(returned))
	}
}

// older is a provider that tells of checkouts what was so before anything was taken back.
type older struct{ ports.Payments }

func (p *older) Received(ctx context.Context, link string) ([]payment.Transaction, error) {
	all, err := p.Payments.Received(ctx, link)
	for n := range all {
		all[n].Refunded, all[n].ChargedBack = 0, 0
	}
	return all, err
}

func TestManyReturnsAreBookedOneByOne(t *testing.T) {
	w := open(t)
	w.provider.Control.Turn("callback-never", true)
	var ids []int64
	for range 3 {
		id, token := w.bill(invoice.Membership, 90_00)
		made := w.pay(w.choose(token, invoice.Full))
		ids = append(ids, id)
		if _, err := w.Reconcile(ctx); err != nil {
			t.Fatal(err)
		}
		w.pass(time.Hour)
		w.work()
		if err := w.provider.ChargeBack(ctx, made.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.BookReturns(ctx, w.now()); err != nil { // asks about none itself
		t.Fatal(err)
	}
	for _, id := range ids {
		if i := w.get(id); i.Open() != 0 {
			t.Errorf("%s open before the job", i.Open())
		}
	}
	w.work()
	for _, id := range ids {
		if i := w.get(id); i.Open() != 90_00 {
			t.Errorf("%s open", i.Open())
		}
	}
}

func TestAProviderThatIsAwayLosesNothing(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 90_00)
	link := w.choose(token, invoice.Full)
	w.always("server-error")
	w.pay(link) // the callback comes, and nobody can say what it means
	if i := w.get(id); i.Open() != 90_00 {
		t.Fatal(i.Open())
	}
	if again := w.choose(token, invoice.Full); again != link {
		t.Error("the address changed")
	}
	if _, err := w.Reconcile(ctx); err != nil {
		t.Error(err)
	}
	w.work()
	w.provider.Control.Turn("server-error", false)
	w.pass(2 * time.Hour)
	w.work()
	if i := w.get(id); i.Status != invoice.Paid {
		t.Errorf("%s", i.Status)
	}
}

func TestWithoutAProviderThereIsATransfer(t *testing.T) {
	w := open(t)
	id, token := w.bill(invoice.Membership, 90_00)
	w.offered = false
	if address, err := w.Choose(ctx, token, invoice.Quarterly, from); err != nil || address != "" {
		t.Errorf("%q, %v", address, err)
	}
	view, err := w.Page(ctx, token)
	i := w.get(id)
	if err != nil || view.Online || view.Transfer == nil || view.Transfer.Amount != 31_50 || view.Transfer.Text != i.Number ||
		len(view.Parts) != 3 {
		t.Errorf("%+v, %v", view, err)
	}
	if err := w.News(ctx, "x", "y"); err != nil || len(w.provider.Control.Requests()) != 0 {
		t.Errorf("a callback: %v", err)
	}
	if count, err := w.Reconcile(ctx); count != 0 || err != nil {
		t.Errorf("Reconcile: %d, %v", count, err)
	}
	if err := w.BookReturns(ctx, w.now()); err != nil {
		t.Error(err)
	}
	if err := w.SettleOne(ctx, id); err != nil {
		t.Error(err)
	}
}

// contract: club §4.9-1, §4.9-2
func TestThePage(t *testing.T) {
	w := open(t)
	_, token := w.bill(invoice.Membership, 90_00)
	view, err := w.Page(ctx, token)
	if err != nil || view.Person != "Joël de Vries" || view.Total != 90_00 || len(view.Offers) != 3 || view.Paid() || !view.Online ||
		view.Transfer != nil {
		t.Errorf("%+v, %v", view, err)
	}
	w.choose(token, invoice.Monthly)
	view, err = w.Page(ctx, token)
	if err != nil || len(view.Parts) != 8 || len(view.Offers) != 3 || view.Next.Number != 1 ||
		view.Offers[0].Installments[0].Amount != 90_00 {
		t.Errorf("%+v, %v", view, err)
	}
	w.pay(w.live()[0])
	view, err = w.Page(ctx, token)
	if err != nil || len(view.Offers) != 0 || view.Parts[0].Status != invoice.InstallmentPaid || view.Next.Number != 2 {
		t.Errorf("%+v, %v", view, err)
	}
	for _, wrong := range []string{"", "onzin", strings.ToUpper(token), strings.Repeat("0", 64), token + "0"} {
		_, page := w.Page(ctx, wrong)
		_, choice := w.Choose(ctx, wrong, invoice.Full, from)
		if !errors.Is(page, invoice.ErrAbsent) || !errors.Is(choice, invoice.ErrAbsent) {
			t.Errorf("%q: %v, %v", wrong, page, choice)
		}
	}
	for _, plan := range []invoice.Plan{"", "onzin"} {
		_, other := w.bill(invoice.Discipline, 10_00)
		if _, err := w.Choose(ctx, other, plan, from); !errors.Is(err, invoice.ErrPlan) {
			t.Errorf("%q: %v", plan, err)
		}
	}
}
