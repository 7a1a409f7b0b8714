// Package payments owns how members pay: the page behind the link of an invoice, what is asked of the provider, and how what the
// provider tells gets into the books, whatever is told twice, late, in another order, or not at all.
//
// It does not own what a payment does to an invoice (core/invoice), who is billed (core/usecase/invoices), nor mails. Nothing is
// asked of the provider inside a step of the stores: what is to be asked is kept before, and what came of it afterwards.
package payments

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/payment"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is how the members of one club pay. All its fields are needed, but for Provider and Callback.
type Service struct {
	Invoices ports.Invoices
	Atomic   ports.Atomic   // of the same stores
	Provider ports.Payments // nil for a club that has none
	Now      func() time.Time
	Zone     *time.Location            // the club's
	Random   func([]byte) (int, error) // fills with unpredictable bytes
	Key      []byte                    // of the installation: it opens tokens of payment pages

	BaseURL  string // where members reach the page, without a slash at the end
	Callback string // where the provider tells of news; "" when it could not reach us

	// Offered reports whether there is a provider that can be asked: one without a key can't.
	Offered func(ctx context.Context) (bool, error)
	// Terms returns what the club offers in a season.
	Terms func(ctx context.Context, of season.Season) (invoice.Terms, error)
	// Payee returns who is paid.
	Payee  func(ctx context.Context) (Payee, error)
	Papers ports.Papers // draws codes
	// Logo returns the picture that stands in codes, nil for none.
	Logo func(ctx context.Context) ([]byte, error)

	rests rests
}

// Settle is the job that brings an invoice and the provider together: what came in is booked, what is not asked for any more is
// closed, and the next instalment is asked for. It carries the number of the invoice.
const Settle job.Kind[int64] = "settle-payments"

// Check is Settle as it is asked for every hour, in case that a callback never came.
const Check job.Kind[int64] = "check-payments"

// ReturnQuery is the query with which the provider sends somebody back.
const ReturnQuery = "betaald=1"

// TokenLength is how many characters a token has: lowercase hexadecimal.
const TokenLength = 64

// byToken returns the invoice of a payment page. A text that is no token is invoice.ErrAbsent, too.
func (s *Service) byToken(ctx context.Context, token string) (invoice.Invoice, error) {
	if !IsToken(token) {
		return invoice.Invoice{}, invoice.ErrAbsent
	}
	return s.Invoices.ByKey(ctx, invoice.Key{By: invoice.ByToken, Value: string(account.DigestOf(token))})
}

// IsToken reports whether a text has the form of a token.
func IsToken(text string) bool {
	if len(text) != TokenLength {
		return false
	}
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func (s *Service) moment() invoice.Moment { return invoice.At(s.Now(), s.Zone) }

func (s *Service) offered(ctx context.Context) (bool, error) {
	if s.Provider == nil {
		return false, nil
	}
	return s.Offered(ctx)
}

// random returns 64 hexadecimal characters that nobody can guess.
func (s *Service) random() (string, error) {
	raw := make([]byte, 32)
	if _, err := s.Random(raw); err != nil {
		return "", err
	}
	return hex.EncodeToString(raw), nil
}

// request is what the provider is asked for a checkout, the same each time.
func (s *Service) request(i *invoice.Invoice, c *invoice.Checkout) (payment.Request, error) {
	token, err := seal.Open(s.Key, seal.Payments, i.TokenSealed)
	if err != nil {
		return payment.Request{}, err
	}
	asked := payment.Request{
		Key: c.Key, Ref: c.Ref, Amount: c.Amount, Description: c.Description,
		Return: payment.WithRef(finance.PageAddress(s.BaseURL, token)+"?"+ReturnQuery, c.Ref),
	}
	if s.Callback != "" {
		asked.Callback = payment.WithRef(s.Callback, c.Ref)
	}
	return asked, nil
}

// byID returns an invoice by its number.
func (s *Service) byID(ctx context.Context, id int64) (invoice.Invoice, error) {
	found, err := s.Invoices.ByID(ctx, id)
	if err == nil && len(found) == 0 {
		err = invoice.ErrAbsent
	}
	if err != nil {
		return invoice.Invoice{}, err
	}
	return found[0], nil
}

// visitor is whoever opened a payment page.
func visitor(from access.Entrance) audit.Actor { return audit.Visitor(from.Address) }

func about(i *invoice.Invoice) audit.Object {
	return audit.Object{Noun: audit.Invoice, ID: i.ID, Name: i.Number}
}

// surely reports whether the provider surely did nothing of what it was asked.
func surely(err error) bool {
	return fault.KindOf(err) == fault.Invalid || fault.KindOf(err) == fault.Unauthenticated
}
