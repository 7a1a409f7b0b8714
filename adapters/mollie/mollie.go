// Package mollie asks for payments through Mollie's API v2.
//
// It owns the requests, which of them are tried again, and what kind of fault an answer is. What is asked for and what an answer
// means for an invoice are core/invoice's and core/usecase/payments'.
package mollie

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hashicorp/go-retryablehttp"

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
	root string
	key  func(ctx context.Context) (string, error)
	http *retryablehttp.Client
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
	if o.URL == "" {
		o.URL = URL
	}
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	if o.FirstWait == 0 {
		o.FirstWait = time.Second / 2
	}
	again := retryablehttp.NewClient()
	again.Logger = nil
	again.RetryMax, again.RetryWaitMin, again.RetryWaitMax = tries-1, o.FirstWait, o.FirstWait<<tries
	again.ErrorHandler = retryablehttp.PassthroughErrorHandler
	again.CheckRetry = mayRepeat
	again.HTTPClient.Timeout = o.Timeout
	// A redirect would take the key along.
	again.HTTPClient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Payments{root: withVersion(o.URL), key: o.Key, http: again}
}

// withVersion returns the address with the version of the interface at its end.
func withVersion(address string) string {
	address = strings.TrimRight(address, "/")
	if !strings.HasSuffix(address, "/v2") {
		address += "/v2"
	}
	return address
}

// mayRepeat reports whether a request is worth another try. All of them may be repeated: what writes has an idempotency key, or
// says how something is to be.
func mayRepeat(ctx context.Context, answer *http.Response, err error) (bool, error) {
	if err != nil {
		return ctx.Err() == nil, nil
	}
	wait := asked(answer)
	return (answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode >= 500) && wait >= 0 && wait <= longestWait, nil
}

// asked returns how long the provider asks to wait, 0 when it does not.
func asked(answer *http.Response) time.Duration { return retryablehttp.DefaultBackoff(0, 0, 0, answer) }

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
	var made link
	if err := p.send(ctx, http.MethodPost, "/payment-links", request.Key, wire, &made); err != nil {
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
	if err := p.send(ctx, http.MethodGet, "/payment-links/"+url.PathEscape(id), "", nil, &found); err != nil {
		return payment.Link{}, err
	}
	return found.read()
}

// Cancel implements ports.Payments.
func (p *Payments) Cancel(ctx context.Context, id string) error {
	var changed link
	err := p.send(ctx, http.MethodPatch, "/payment-links/"+url.PathEscape(id), "", map[string]bool{"archived": true}, &changed)
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
	if err := p.send(ctx, http.MethodGet, "/payments/"+url.PathEscape(id), "", nil, &found); err != nil {
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
	next := fmt.Sprintf("%s?limit=%d", path, pageSize)
	for range mostPages {
		var page struct {
			Embedded map[string][]T `json:"_embedded"`
			Links    struct {
				Next *struct{ Href string }
			} `json:"_links"`
		}
		if err := p.send(ctx, http.MethodGet, next, "", nil, &page); err != nil {
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
		next = fmt.Sprintf("%s?limit=%d&from=%s", path, pageSize, url.QueryEscape(after.Query().Get("from")))
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

// send asks and decodes the answer into the value. The error is a fault, or the context's.
func (p *Payments) send(ctx context.Context, method, path, key string, body, into any) error {
	account, err := p.key(ctx)
	if err != nil {
		return fmt.Errorf("the provider's key: %w", err)
	}
	if account == "" {
		return errNoKey
	}
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
	}
	what, _, _ := strings.Cut(method+" "+path, "?")
	request, err := retryablehttp.NewRequestWithContext(ctx, method, p.root+path, text)
	if err != nil {
		return fmt.Errorf("%s: %w", what, withoutAddress(err))
	}
	request.Header.Set("Authorization", "Bearer "+account)
	request.Header.Set("Accept", "application/hal+json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	answer, err := p.http.Do(request)
	if answer == nil {
		if stopped := ctx.Err(); stopped != nil {
			return fmt.Errorf("%s: %w", what, stopped)
		}
		return errSilent.Because(fmt.Errorf("%s: %w", what, withoutAddress(err)))
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(io.LimitReader(answer.Body, mostBytes))
	if err != nil {
		return errSilent.Because(fmt.Errorf("%s: %w", what, err))
	}
	if err := judge(answer, said); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if err := json.Unmarshal(said, into); err != nil {
		return errUnreadable.Because(fmt.Errorf("%s: %w", what, err))
	}
	return nil
}

// withoutAddress returns the cause of an error of net/http, which has the whole address in front.
func withoutAddress(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// judge returns nil for an answer to a granted request, else its fault.
func judge(answer *http.Response, text []byte) error {
	status := answer.StatusCode
	cause := fmt.Errorf("status %d", status)
	switch {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusTooManyRequests:
		return errBusy.Because(cause).After(max(0, asked(answer)))
	case status >= 500:
		return errBroken.Because(cause)
	}
	var said struct{ Title, Detail, Field string }
	if err := json.Unmarshal(text, &said); err != nil || said.Title == "" {
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
