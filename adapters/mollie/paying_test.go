package mollie_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	_ "time/tzdata" // Europe/Amsterdam on a machine without zones

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/adapters/mollie"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/jobs"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
	"github.com/clubhuis/clubhuis/fixtures/control"
	fake "github.com/clubhuis/clubhuis/fixtures/payments"
)

var (
	installation = bytes.Repeat([]byte{7}, 32)
	from         = access.Entrance{Way: access.AsVisitor, Address: "192.0.2.1"}
	treasurer    = access.Viewer{User: 1, Name: "Penning", Roles: []access.Role{access.SectionRole(access.Finance)}}
)

// world is a club whose members pay, with a provider behind a real socket that calls back.
type world struct {
	*payments.Service
	t        *testing.T
	store    *inmem.Store
	provider *fake.Provider

	mu      sync.Mutex
	at      time.Time
	offered bool
	terms   invoice.Terms
	heard   []error // of callbacks
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(d)
}

func open(t *testing.T) *world {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	// A second ago, for the provider's times have no fraction.
	w := &world{t: t, store: inmem.Open(), at: time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC), offered: true,
		terms: invoice.Terms{Quarterly: true, Monthly: true, AdminFee: 1_50}}
	provider, address := fake.ForTest(t, fake.Options{Now: w.now})
	w.provider = provider
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		err := w.News(r.Context(), r.URL.Query().Get("ref"), r.FormValue("id"))
		w.mu.Lock()
		defer w.mu.Unlock()
		w.heard = append(w.heard, err)
	}))
	t.Cleanup(hook.Close)
	stores := w.store.Stores()
	w.Service = &payments.Service{
		Invoices: stores.Invoices, Atomic: w.store, Now: w.now, Zone: zone, Random: rand.Read, Key: installation,
		BaseURL: "https://club.example", Callback: hook.URL,
		Provider: mollie.New(mollie.Options{URL: address, FirstWait: time.Millisecond,
			Key: func(context.Context) (string, error) { return provider.Key, nil }}),
		Offered: func(context.Context) (bool, error) { return w.offered, nil },
		Terms:   func(context.Context, season.Season) (invoice.Terms, error) { return w.terms, nil },
		Payee: func(context.Context) (payments.Payee, error) {
			return payments.Payee{Name: "vv De Proef", IBAN: "NL91ABNA0417164300"}, nil
		},
		Papers: inmem.Papers{},
	}
	return w
}

// bill makes a sent invoice and returns its number and its token.
func (w *world) bill(kind invoice.Kind, amount money.Cents) (int64, string) {
	w.t.Helper()
	raw, nonce := make([]byte, 32), make([]byte, seal.NonceSize)
	_, _ = rand.Read(raw)   // never fails
	_, _ = rand.Read(nonce) // never fails
	token := hex.EncodeToString(raw)
	sealed, err := seal.Seal(installation, seal.Payments, nonce, token)
	if err != nil {
		w.t.Fatal(err)
	}
	now := invoice.At(w.now(), w.Zone)
	draw := invoice.Draw{Kind: kind, Person: 12, PersonName: "Joël de Vries", TokenDigest: string(account.DigestOf(token)),
		TokenSealed: sealed, Lines: []invoice.Line{{Description: "Contributie", Amount: amount}}}
	if kind == invoice.Membership {
		draw.Season, draw.Person = season.On(now.On), int64(raw[0])<<16|int64(raw[1])<<8|int64(raw[2])
	}
	made, err := invoice.New(record.NewHead(1, "Penning", w.now()), draw, now)
	if err != nil {
		w.t.Fatal(err)
	}
	if made, err = w.Invoices.Create(ctx, made, 2026); err != nil {
		w.t.Fatal(err)
	}
	w.update(made.ID, func(i *invoice.Invoice) error { return i.Send(now, 14) })
	return made.ID, token
}

func (w *world) update(id int64, change func(*invoice.Invoice) error) {
	w.t.Helper()
	if err := w.Invoices.Update(ctx, id, change); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) get(id int64) *invoice.Invoice {
	w.t.Helper()
	found, err := w.Invoices.ByID(ctx, id)
	if err != nil || len(found) != 1 {
		w.t.Fatal(found, err)
	}
	return &found[0]
}

// choose chooses a plan and returns the link of the checkout.
func (w *world) choose(token string, plan invoice.Plan) string {
	w.t.Helper()
	address, err := w.Choose(ctx, token, plan, from)
	if err != nil || address == "" {
		w.t.Fatalf("%q, %v", address, err)
	}
	return address[strings.LastIndex(address, "/")+1:]
}

// work does all jobs that are due, until there are none.
func (w *world) work() {
	w.t.Helper()
	service := jobs.Service{Handlers: []jobs.Handler{
		jobs.Handle(payments.Settle, w.SettleOne), jobs.Handle(payments.Check, w.CheckOne),
		jobs.Handle(payments.CheckReturns, w.BookReturns),
	}}
	for range 20 {
		do := func(ctx context.Context, j job.Job) error { return service.Do(ctx, j).Err }
		if w.store.RunJobs(ctx, w.now(), job.Backoff, do) == 0 {
			return
		}
	}
	w.t.Fatal("there is always more to do")
}

func (w *world) pay(link string) fake.Payment {
	w.t.Helper()
	made, err := w.provider.Pay(ctx, link, fake.Paid)
	if err != nil {
		w.t.Fatal(err)
	}
	return made
}

func (w *world) always(name string) {
	w.t.Helper()
	none := 0
	if _, err := w.provider.Control.Set(name, control.Setting{On: true, Times: &none}); err != nil {
		w.t.Fatal(err)
	}
}

// live returns the links that can be paid at the provider.
func (w *world) live() (ids []string) {
	for _, l := range w.provider.Links() {
		if !l.Archived && l.PaidAt.IsZero() {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

func (w *world) kinds() (kinds []audit.Kind) {
	w.t.Helper()
	page, err := w.store.Stores().Audit.Page(ctx, audit.Query{Limit: 100})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, e := range page.Records {
		kinds = append(kinds, e.Kind)
	}
	slices.Reverse(kinds)
	return kinds
}

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
		if err := w.News(ctx, c[0], c[1]); err != nil {
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
		if count, err := w.Returned(ctx); err != nil || count != 1 {
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
