package mollie_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/adapters/mollie"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
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
		Logo:     func(context.Context) ([]byte, error) { return nil, nil },
		Invoices: stores.Invoices, Atomic: w.store, Now: w.now, Zone: zone, Random: rand.Read, Key: installation,
		BaseURL: "https://club.example", Callback: hook.URL,
		Provider: mollie.New(mollie.Options{URL: address, FirstWait: time.Millisecond,
			Key: func(context.Context) (string, error) { return provider.Key, nil }}),
		Offered: func(context.Context) (bool, error) { return w.offered, nil },
		Terms:   func(context.Context, season.Season) (invoice.Terms, error) { return w.terms, nil },
		Payee: func(context.Context) (payments.Payee, error) {
			return payments.Payee{Name: "vv De Proef", IBAN: "NL91ABNA0417164300", Accent: "#0d687d"}, nil
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

// Choose chooses a plan as somebody whose page does not say what is paid.
func (w *world) Choose(ctx context.Context, token string, plan invoice.Plan, from access.Entrance) (string, error) {
	return w.Service.Choose(ctx, token, payments.Choice{Plan: plan}, from)
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
		jobs.Handle(payments.Settle, w.SettleOne), jobs.Handle(payments.Check, w.CheckOne), jobs.Handle(payments.Look, w.LookAt),
		jobs.Handle(payments.CheckReturns, w.BookReturns), jobs.Handle(payments.CheckClosed, w.CheckClosedOf),
		jobs.Handle(payments.CheckReturn, w.BookReturn),
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
