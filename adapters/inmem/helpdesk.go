package inmem

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/ports"
)

// Helpdesk is a helpdesk in memory. It writes down what it is asked, and fails where it is told to. The zero value knows nobody.
type Helpdesk struct {
	// Fail is asked before a call does anything, After when it has done everything: what they return is the call's error. id is the
	// customer's number, 0 for none. Both may be nil, and may be set anew between calls.
	Fail, After func(call string, id int64) error

	mu            sync.Mutex
	customers     map[int64]*Customer
	conversations []customer.Conversation
	last          int64
	calls         []string
}

// Customer is somebody as the helpdesk has them.
type Customer = customer.Kept

var _ ports.Helpdesk = (*Helpdesk)(nil)

// The calls to the helpdesk. Those that begin with change or create are writes.
const (
	CallCustomerByEmail = "customer by email"
	CallAsked           = "asked"
	CallCreateCustomer  = "create customer"
	CallChangeCustomer  = "change customer"
	CallFillCustomer    = "change fields"
	CallCustomers       = "customers"
	CallConversations   = "conversations"
)

// Known returns everybody by number.
func (h *Helpdesk) Known() []Customer {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.known()
}

// Customers implements ports.Helpdesk.
func (h *Helpdesk) Customers(ctx context.Context) (all []customer.Kept, err error) {
	err = h.call(ctx, CallCustomers, 0, func() error { all = h.known(); return nil })
	return cleared(all, err)
}

func (h *Helpdesk) known() (all []Customer) {
	for _, id := range slices.Sorted(maps.Keys(h.customers)) {
		c := *h.customers[id]
		c.Fields = maps.Clone(c.Fields)
		all = append(all, c)
	}
	return all
}

// Ask lets a conversation begin; 0 for no customer.
func (h *Helpdesk) Ask(of int64, email, subject string, at time.Time) customer.Conversation {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := int64(len(h.conversations) + 1)
	c := customer.Conversation{
		ID: 500 + n, Number: n, Subject: subject, Created: at.UTC().Truncate(time.Second), Customer: of, Email: email,
		Link: fmt.Sprintf("https://helpdesk.example/conversation/%d", 500+n),
	}
	h.conversations = append(h.conversations, c)
	return c
}

// Move gives a conversation to another customer.
func (h *Helpdesk) Move(conversation, to int64, email string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := range h.conversations {
		if h.conversations[i].ID == conversation {
			h.conversations[i].Customer, h.conversations[i].Email = to, email
		}
	}
}

// Drop removes a customer, as somebody at the helpdesk does.
func (h *Helpdesk) Drop(id int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.customers, id)
}

// Calls returns what was asked since Forget, in order: "change customer 12".
func (h *Helpdesk) Calls() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.calls)
}

// Writes returns the calls that write.
func (h *Helpdesk) Writes() []string {
	return slices.DeleteFunc(h.Calls(), func(call string) bool {
		return !strings.HasPrefix(call, "create") && !strings.HasPrefix(call, "change")
	})
}

// Forget begins with the counting anew.
func (h *Helpdesk) Forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls = nil
}

// call passes a call through Fail and After.
func (h *Helpdesk) call(ctx context.Context, call string, id int64, do func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	h.mu.Lock()
	h.calls = append(h.calls, strings.TrimSpace(fmt.Sprint(call, " ", id)))
	h.mu.Unlock()
	if h.Fail != nil {
		if err := h.Fail(call, id); err != nil {
			return err
		}
	}
	h.mu.Lock()
	err := do()
	h.mu.Unlock()
	if err == nil && h.After != nil {
		err = h.After(call, id)
	}
	return err
}

func (h *Helpdesk) owner(email string) int64 {
	for _, id := range slices.Sorted(maps.Keys(h.customers)) {
		for _, own := range h.customers[id].Emails {
			if customer.Key(own) == customer.Key(email) {
				return id
			}
		}
	}
	return 0
}

// ByEmail implements ports.Helpdesk.
func (h *Helpdesk) ByEmail(ctx context.Context, email string) (id int64, err error) {
	err = h.call(ctx, CallCustomerByEmail, 0, func() error { id = h.owner(email); return nil })
	return cleared(id, err)
}

// Asked implements ports.Helpdesk.
func (h *Helpdesk) Asked(ctx context.Context, email string) (id int64, err error) {
	err = h.call(ctx, CallAsked, 0, func() error {
		for _, c := range h.conversations {
			if customer.Key(c.Email) == customer.Key(email) {
				id = c.Customer
			}
		}
		return nil
	})
	return cleared(id, err)
}

// Create implements ports.Helpdesk.
func (h *Helpdesk) Create(ctx context.Context, c customer.Customer) (id int64, err error) {
	err = h.call(ctx, CallCreateCustomer, 0, func() error {
		if err := h.accept(0, &c); err != nil {
			return err
		}
		if h.customers == nil {
			h.customers = map[int64]*Customer{}
		}
		h.last++
		id = h.last
		h.customers[id] = &Customer{ID: id, Customer: c, Fields: map[int]string{}}
		return nil
	})
	return cleared(id, err)
}

// accept refuses addresses that another customer has, or that are none.
func (h *Helpdesk) accept(id int64, c *customer.Customer) error {
	for _, email := range c.Emails {
		if !strings.Contains(email, "@") {
			return fault.New(fault.Invalid, "helpdesk_invalid", "geweigerd")
		}
		if owner := h.owner(email); owner != 0 && owner != id {
			return fault.New(fault.Conflict, "helpdesk_taken", "bezet")
		}
	}
	return nil
}

func (h *Helpdesk) at(id int64) (*Customer, error) {
	c := h.customers[id]
	if c == nil {
		return nil, fault.New(fault.NotFound, "helpdesk_absent", "onbekend")
	}
	return c, nil
}

// Change implements ports.Helpdesk.
func (h *Helpdesk) Change(ctx context.Context, id int64, c customer.Customer) error {
	return h.call(ctx, CallChangeCustomer, id, func() error {
		kept, err := h.at(id)
		if err == nil {
			err = h.accept(id, &c)
		}
		if err == nil {
			kept.Customer = c
		}
		return err
	})
}

// Fill implements ports.Helpdesk.
func (h *Helpdesk) Fill(ctx context.Context, id int64, fields map[int]string) error {
	return h.call(ctx, CallFillCustomer, id, func() error {
		kept, err := h.at(id)
		if err == nil {
			maps.Copy(kept.Fields, fields)
		}
		return err
	})
}

// Conversations implements ports.Helpdesk.
func (h *Helpdesk) Conversations(ctx context.Context, since time.Time) (list []customer.Conversation, err error) {
	err = h.call(ctx, CallConversations, 0, func() error {
		for _, c := range h.conversations {
			if !c.Created.Before(since) {
				list = append(list, c)
			}
		}
		slices.SortStableFunc(list, func(a, b customer.Conversation) int { return a.Created.Compare(b.Created) })
		return nil
	})
	return cleared(list, err)
}
