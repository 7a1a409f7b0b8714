// Package mollie asks for payments through Mollie's API v2.
//
// It owns the requests, which of them are tried again, and what kind of fault an answer is. What is asked for and what an answer
// means for an invoice are core/invoice's and core/usecase/payments'.
package mollie

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/adapters/internal/jsonapi"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/payment"
	"github.com/clubhuis/clubhuis/ports"
)

// URL is where the provider is.
const URL = "https://api.mollie.com/v2"

// Options say how the provider is reached.
type Options struct {
	URL string // URL above when empty; /v2 is appended when it is missing
	// Key returns the key of the account, "" when there is none.
	Key func(ctx context.Context) (string, error)

	Timeout   time.Duration // of one try; 0 is 5 seconds
	FirstWait time.Duration // before the second try; each next wait is twice as long; 0 is half a second
}

// Payments are the payments of an account. They are safe for use by several goroutines.
type Payments struct {
	key    func(ctx context.Context) (string, error)
	client *jsonapi.Client
}

var _ ports.Payments = (*Payments)(nil)

// The limits of a request. All tries together stay within the time that a job or somebody at a page has.
const (
	tries       = 3 // in all
	longestWait = 2 * time.Second
	mostBytes   = 8 << 20 // of an answer
	pageSize    = 250     // of a list; more the provider refuses
	mostPages   = 200
)

// New makes a client. It sends nothing.
func New(o Options) *Payments {
	return &Payments{key: o.Key, client: jsonapi.New(jsonapi.Options{
		URL: withVersion(cmp.Or(o.URL, URL)), Header: http.Header{"Accept": {"application/hal+json"}},
		Timeout: cmp.Or(o.Timeout, 5*time.Second), FirstWait: cmp.Or(o.FirstWait, time.Second/2),
		Tries: tries, LongestWait: longestWait, MostBytes: mostBytes,
	})}
}

// withVersion returns the address with the version of the interface at its end.
func withVersion(address string) string {
	address = strings.TrimRight(address, "/")
	if !strings.HasSuffix(address, "/v2") {
		address += "/v2"
	}
	return address
}

// Ask implements ports.Payments.
func (p *Payments) Ask(ctx context.Context, request payment.Request) (payment.Link, error) {
	if request.Amount <= 0 || request.Description == "" ||
		utf8.RuneCountInString(request.Description) > payment.MostDescription {
		return payment.Link{}, errInvalid.Because(errors.New("an amount or a description that no provider takes"))
	}
	wire := struct {
		Description string `json:"description"`
		Amount      amount `json:"amount"`
		RedirectURL string `json:"redirectUrl,omitempty"`
		WebhookURL  string `json:"webhookUrl,omitempty"`
	}{request.Description, amount{"EUR", request.Amount.String()}, request.Return, request.Callback}
	create := jsonapi.Request{Method: http.MethodPost, Path: "/payment-links", JSON: wire, Header: http.Header{}}
	if request.Key != "" {
		create.Header.Set("Idempotency-Key", request.Key)
	}
	var made link
	if err := p.send(ctx, create, &made); err != nil {
		return payment.Link{}, err
	}
	return made.read()
}

// Find implements ports.Payments. The provider keeps no word of ours with a link but the addresses that it is to use.
func (p *Payments) Find(ctx context.Context, ref string, since time.Time) ([]payment.Link, error) {
	var found []payment.Link
	if ref == "" {
		return found, nil
	}
	err := walk(ctx, p, "/payment-links", "payment_links", func(each link) (more bool, err error) {
		if each.CreatedAt.Before(since.Truncate(time.Second)) {
			return false, nil
		}
		if each.ref() != ref {
			return true, nil
		}
		read, err := each.read()
		found = append(found, read)
		return true, err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// Link implements ports.Payments.
func (p *Payments) Link(ctx context.Context, id string) (payment.Link, error) {
	var found link
	if err := p.get(ctx, "/payment-links/"+url.PathEscape(id), nil, &found); err != nil {
		return payment.Link{}, err
	}
	return found.read()
}

// Cancel implements ports.Payments.
func (p *Payments) Cancel(ctx context.Context, id string) error {
	var changed link
	err := p.send(ctx, jsonapi.Request{
		Method: http.MethodPatch, Path: "/payment-links/" + url.PathEscape(id), JSON: map[string]bool{"archived": true},
	}, &changed)
	if errors.Is(err, errAbsent) {
		return nil
	}
	return err
}

// Received implements ports.Payments.
func (p *Payments) Received(ctx context.Context, id string) ([]payment.Transaction, error) {
	var all []payment.Transaction
	path := "/payment-links/" + url.PathEscape(id) + "/payments"
	err := walk(ctx, p, path, "payments", func(each attempt) (bool, error) {
		read, err := each.read()
		all = append(all, read)
		return true, err
	})
	if err != nil {
		return nil, err
	}
	slices.Reverse(all) // the newest comes first
	return all, nil
}

// Transaction implements ports.Payments.
func (p *Payments) Transaction(ctx context.Context, id string) (payment.Transaction, error) {
	var found attempt
	if err := p.get(ctx, "/payments/"+url.PathEscape(id), nil, &found); err != nil {
		return payment.Transaction{}, err
	}
	return found.read()
}

// Returned implements ports.Payments.
func (p *Payments) Returned(ctx context.Context, since time.Time) ([]string, error) {
	var ids []string
	for _, name := range []string{"refunds", "chargebacks"} {
		err := walk(ctx, p, "/"+name, name, func(each returned) (bool, error) {
			if each.CreatedAt.Before(since.Truncate(time.Second)) {
				return false, nil
			}
			if each.Payment == "" {
				return false, errUnreadable.Because(errors.New("a refund or chargeback of no payment"))
			}
			if !slices.Contains(ids, each.Payment) {
				ids = append(ids, each.Payment)
			}
			return true, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// walk goes through a list of the provider, the newest first, until the function wants no more.
func walk[T any](ctx context.Context, p *Payments, path, name string, do func(T) (more bool, err error)) error {
	query := url.Values{"limit": {strconv.Itoa(pageSize)}}
	for range mostPages {
		var page struct {
			Embedded map[string][]T `json:"_embedded"`
			Links    struct {
				Next *struct{ Href string }
			} `json:"_links"`
		}
		if err := p.get(ctx, path, query, &page); err != nil {
			return err
		}
		if page.Embedded == nil {
			return errUnreadable.Because(errors.New("a list without its items"))
		}
		for _, each := range page.Embedded[name] {
			if more, err := do(each); err != nil || !more {
				return err
			}
		}
		if page.Links.Next == nil || page.Links.Next.Href == "" {
			return nil
		}
		// Only the cursor is taken from the provider: the key goes nowhere else.
		after, err := url.Parse(page.Links.Next.Href)
		if err != nil || after.Query().Get("from") == "" {
			return errUnreadable.Because(errors.New("a next page without a cursor"))
		}
		query.Set("from", after.Query().Get("from"))
	}
	return errUnreadable.Because(errors.New("a list without an end"))
}

// amount is money on the wire.
type amount struct {
	Currency string `json:"currency"`
	Value    string `json:"value"`
}

// cents reads an amount; none is zero.
func (a *amount) cents() (money.Cents, error) {
	if a == nil {
		return 0, nil
	}
	if a.Currency != "EUR" {
		return 0, errUnreadable.Because(fmt.Errorf("an amount in %q", a.Currency))
	}
	cents, err := money.Parse(a.Value)
	if err != nil {
		return 0, errUnreadable.Because(fmt.Errorf("the amount %q", a.Value))
	}
	return cents, nil
}

// link is a payment link on the wire.
type link struct {
	ID          string
	Amount      *amount
	Archived    bool
	RedirectURL string
	WebhookURL  string
	CreatedAt   time.Time
	PaidAt      *time.Time
	ExpiresAt   *time.Time
	Links       struct {
		PaymentLink struct{ Href string }
	} `json:"_links"`
}

func (l *link) ref() string {
	if ref := payment.RefOf(l.WebhookURL); ref != "" {
		return ref
	}
	return payment.RefOf(l.RedirectURL)
}

func (l *link) read() (payment.Link, error) {
	cents, err := l.Amount.cents()
	if err != nil {
		return payment.Link{}, err
	}
	if l.ID == "" || l.Links.PaymentLink.Href == "" {
		return payment.Link{}, errUnreadable.Because(errors.New("a link without an id or an address"))
	}
	read := payment.Link{ID: l.ID, URL: l.Links.PaymentLink.Href, Ref: l.ref(), Amount: cents, Paid: l.PaidAt != nil,
		Closed: l.Archived, Created: l.CreatedAt.UTC()}
	if l.ExpiresAt != nil {
		read.Expires = l.ExpiresAt.UTC()
	}
	return read, nil
}

// attempt is a payment on the wire.
type attempt struct {
	ID                string
	Status            string
	Amount            *amount
	AmountRefunded    *amount
	AmountChargedBack *amount
	PaidAt            *time.Time
}

func (a *attempt) read() (payment.Transaction, error) {
	if a.ID == "" || a.Status == "" || a.Amount == nil {
		return payment.Transaction{}, errUnreadable.Because(errors.New("a payment without an id, a status or an amount"))
	}
	read := payment.Transaction{ID: a.ID, Paid: a.Status == "paid"}
	if a.PaidAt != nil {
		read.PaidAt = a.PaidAt.UTC()
	}
	var errs [3]error
	read.Amount, errs[0] = a.Amount.cents()
	read.Refunded, errs[1] = a.AmountRefunded.cents()
	read.ChargedBack, errs[2] = a.AmountChargedBack.cents()
	return cleared(read, errors.Join(errs[:]...))
}

// returned is a refund or a chargeback on the wire.
type returned struct {
	Payment   string `json:"paymentId"`
	CreatedAt time.Time
}

func cleared(t payment.Transaction, err error) (payment.Transaction, error) {
	if err != nil {
		return payment.Transaction{}, err
	}
	return t, nil
}

// send asks and decodes the answer into the value. All requests may be repeated: what writes has an idempotency key, or says how
// something is to be. The error is a fault, or the context's.
func (p *Payments) send(ctx context.Context, r jsonapi.Request, into any) error {
	account, err := p.key(ctx)
	if err != nil {
		return fmt.Errorf("the provider's key: %w", err)
	}
	if account == "" {
		return errNoKey
	}
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set("Authorization", "Bearer "+account)
	answer, err := p.client.Do(ctx, r)
	switch {
	case errors.Is(err, jsonapi.ErrSilent):
		return errSilent.Because(err)
	case err != nil:
		return err
	}
	what := r.Method + " " + r.Path
	if err := judge(answer); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if err := answer.Read(into); err != nil {
		return errUnreadable.Because(fmt.Errorf("%s: %w", what, err))
	}
	return nil
}

func (p *Payments) get(ctx context.Context, path string, query url.Values, into any) error {
	return p.send(ctx, jsonapi.Request{Method: http.MethodGet, Path: path, Query: query}, into)
}

// judge returns nil for an answer to a granted request, else its fault.
func judge(answer *jsonapi.Answer) error {
	status := answer.Status
	cause := fmt.Errorf("status %d", status)
	switch {
	case answer.Good():
		return nil
	case status == http.StatusTooManyRequests:
		return errBusy.Because(cause).After(answer.Asked())
	case status == http.StatusConflict: // another call under this key goes on: nobody knows how that ends
		return errBroken.Because(cause)
	case status >= 500:
		return errBroken.Because(cause)
	}
	var said struct{ Title, Detail, Field string }
	if err := answer.Read(&said); err != nil || said.Title == "" {
		return errUnreadable.Because(cause)
	}
	cause = fmt.Errorf("status %d, field %q: %s", status, said.Field, said.Detail)
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return errKey.Because(cause)
	case http.StatusNotFound, http.StatusGone:
		return errAbsent.Because(cause)
	}
	return errInvalid.Because(cause)
}
