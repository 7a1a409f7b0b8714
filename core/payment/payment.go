// Package payment is what the club and a provider of payments say to each other: the club asks for money by a link that lives
// long, and the provider tells what came in by it.
//
// It owns the words of that conversation. Which link belongs to which part of an invoice, and what money that comes in does to
// it, is core/invoice's; how a provider writes these words down is an adapter's.
package payment

import (
	"net/url"
	"time"

	"github.com/clubhuis/clubhuis/core/money"
)

// Request asks for one amount.
type Request struct {
	Key         string // requests with the same key make one link, for an hour at least
	Ref         string // ours, random; by it a link is found again
	Amount      money.Cents
	Description string // on the payer's bank statement; at most MostDescription characters
	Return      string // where the payer's browser goes afterwards; carries the ref
	Callback    string // where the provider tells of news; carries the ref; "" for nowhere
}

// MostDescription is how many characters a description has at most.
const MostDescription = 255

// RefParameter is the parameter of Return and Callback that carries the ref. Providers keep nothing else of ours with a link.
const RefParameter = "ref"

// Link is where somebody can pay.
type Link struct {
	ID      string
	URL     string // of the checkout
	Ref     string // "" for a link that was not made by a Request
	Amount  money.Cents
	Paid    bool // at least once
	Closed  bool // cancelled: nobody can begin to pay any more
	Expires time.Time
	Created time.Time
}

// Usable reports whether somebody can begin to pay at a moment.
func (l *Link) Usable(at time.Time) bool {
	return !l.Closed && !l.Paid && (l.Expires.IsZero() || at.Before(l.Expires))
}

// Transaction is one attempt to pay.
type Transaction struct {
	ID          string
	Paid        bool // it stays paid whatever is given or taken back
	Amount      money.Cents
	PaidAt      time.Time
	Refunded    money.Cents // given back by the club, so far
	ChargedBack money.Cents // taken back by the payer's bank, so far
}

// RefOf returns the ref that an address carries, "" when it has none.
func RefOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Query().Get(RefParameter)
}

// WithRef returns the address with the ref.
func WithRef(address, ref string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	values := u.Query()
	values.Set(RefParameter, ref)
	u.RawQuery = values.Encode()
	return u.String()
}
