package inmem

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/payment"
	"github.com/clubhuis/clubhuis/ports"
)

// Payments is a provider of payments in memory, which fails where it is told to. Use NewPayments.
type Payments struct {
	// Fail is asked before a call does anything, After when it has done everything: what they return is the call's error.
	// which is the ref of Ask and Find, else an id, "" with Returned. Both may be nil, and may be set anew between calls.
	Fail, After func(call, which string) error

	now func() time.Time

	mu       sync.Mutex
	links    []payment.Link
	keys     map[string]string // link by idempotency key
	attempts []attempt
	returned []takenBack
}

type attempt struct {
	link string
	payment.Transaction
}

type takenBack struct {
	id string
	at time.Time
}

var _ ports.Payments = (*Payments)(nil)

// The calls to a provider of payments.
const (
	CallAsk         = "ask"
	CallFind        = "find"
	CallLink        = "link"
	CallCancel      = "cancel"
	CallReceived    = "received"
	CallTransaction = "transaction"
	CallReturned    = "returned"
)

// What is wrong with a request.
var (
	errNoLink        = fault.New(fault.NotFound, "payments_absent", "Deze betaallink bestaat niet.")
	errNoTransaction = fault.New(fault.NotFound, "payments_absent", "Deze betaling bestaat niet.")
	errBadRequest    = fault.New(fault.Invalid, "payments_invalid", "Deze betaling kan niet worden gevraagd.")
)

// NewPayments makes a provider without links, with the clock.
func NewPayments(now func() time.Time) *Payments {
	return &Payments{now: now, keys: map[string]string{}}
}

// call does something unless it is told to fail.
func (p *Payments) call(ctx context.Context, name, which string, do func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Fail != nil {
		if err := p.Fail(name, which); err != nil {
			return err
		}
	}
	if err := do(); err != nil {
		return err
	}
	if p.After != nil {
		return p.After(name, which)
	}
	return nil
}

// Ask implements ports.Payments.
func (p *Payments) Ask(ctx context.Context, request payment.Request) (made payment.Link, err error) {
	err = p.call(ctx, CallAsk, request.Ref, func() error {
		if request.Amount <= 0 || request.Description == "" ||
			utf8.RuneCountInString(request.Description) > payment.MostDescription {
			return errBadRequest
		}
		id, known := p.keys[request.Key]
		if !known {
			id = fmt.Sprintf("pl_%06d", len(p.links)+1)
			p.keys[request.Key] = id
			p.links = append(p.links, payment.Link{ID: id, URL: "https://betalen.example/" + id, Ref: request.Ref,
				Amount: request.Amount, Created: p.now().UTC()})
		}
		made = *p.find(id)
		return nil
	})
	return cleared(made, err)
}

// Find implements ports.Payments.
func (p *Payments) Find(ctx context.Context, ref string, since time.Time) (found []payment.Link, err error) {
	err = p.call(ctx, CallFind, ref, func() error {
		for _, l := range slices.Backward(p.links) {
			if ref != "" && l.Ref == ref && !l.Created.Before(since) {
				found = append(found, l)
			}
		}
		return nil
	})
	return cleared(found, err)
}

// Link implements ports.Payments.
func (p *Payments) Link(ctx context.Context, id string) (found payment.Link, err error) {
	err = p.call(ctx, CallLink, id, func() error {
		l := p.find(id)
		if l == nil {
			return errNoLink
		}
		found = *l
		return nil
	})
	return cleared(found, err)
}

// Cancel implements ports.Payments.
func (p *Payments) Cancel(ctx context.Context, id string) error {
	return p.call(ctx, CallCancel, id, func() error {
		if l := p.find(id); l != nil {
			l.Closed = true
		}
		return nil
	})
}

// Received implements ports.Payments.
func (p *Payments) Received(ctx context.Context, link string) (all []payment.Transaction, err error) {
	err = p.call(ctx, CallReceived, link, func() error {
		if p.find(link) == nil {
			return errNoLink
		}
		for _, each := range p.attempts {
			if each.link == link {
				all = append(all, each.Transaction)
			}
		}
		return nil
	})
	return cleared(all, err)
}

// Transaction implements ports.Payments.
func (p *Payments) Transaction(ctx context.Context, id string) (found payment.Transaction, err error) {
	err = p.call(ctx, CallTransaction, id, func() error {
		each := p.attempt(id)
		if each == nil {
			return errNoTransaction
		}
		found = each.Transaction
		return nil
	})
	return cleared(found, err)
}

// Returned implements ports.Payments.
func (p *Payments) Returned(ctx context.Context, since time.Time) (ids []string, err error) {
	err = p.call(ctx, CallReturned, "", func() error {
		for _, each := range p.returned {
			if !each.at.Before(since) && !slices.Contains(ids, each.id) {
				ids = append(ids, each.id)
			}
		}
		return nil
	})
	return cleared(ids, err)
}

// Links returns every link, in the order in which they came. It is no call.
func (p *Payments) Links() []payment.Link {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.links)
}

// Pay lets somebody try to pay a link, closed or not, and returns the id of the attempt.
func (p *Payments) Pay(link string, amount money.Cents, paid bool) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	made := attempt{link, payment.Transaction{ID: fmt.Sprintf("tr_%06d", len(p.attempts)+1), Amount: amount, Paid: paid}}
	if paid {
		made.PaidAt = p.now().UTC()
		p.find(link).Paid = true
	}
	p.attempts = append(p.attempts, made)
	return made.ID
}

// Refund gives some of an attempt back.
func (p *Payments) Refund(id string, amount money.Cents) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.attempt(id).Refunded += amount
	p.returned = append(p.returned, takenBack{id, p.now()})
}

// ChargeBack takes back what is left of an attempt.
func (p *Payments) ChargeBack(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	each := p.attempt(id)
	each.ChargedBack += each.Amount - each.Refunded - each.ChargedBack
	p.returned = append(p.returned, takenBack{id, p.now()})
}

func (p *Payments) find(id string) *payment.Link {
	if at := slices.IndexFunc(p.links, func(l payment.Link) bool { return l.ID == id }); at >= 0 {
		return &p.links[at]
	}
	return nil
}

func (p *Payments) attempt(id string) *attempt {
	if at := slices.IndexFunc(p.attempts, func(each attempt) bool { return each.ID == id }); at >= 0 {
		return &p.attempts[at]
	}
	return nil
}
