package helpdesk

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// Difference is a person whose customer is not as the helpdesk was told.
type Difference struct {
	Person   int64
	Customer int64    // 0 for somebody who should be one and is not yet
	Parts    []string // what differs; none when the customer is gone
}

// Compare holds the customers of the helpdesk against what it was told. What changed since the last run is left to the next one,
// which plans it.
func (h *Helpdesk) Compare(ctx context.Context, plan diff.Plan) (found []Difference, err error) {
	kept, err := h.Desk.Customers(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the customers: %w", err)
	}
	there := make(map[int64]*customer.Kept, len(kept))
	owners := map[string]int64{} // of addresses
	for i := range kept {
		there[kept[i].ID] = &kept[i]
		for _, email := range kept[i].Emails {
			owners[customer.Key(email)] = kept[i].ID
		}
	}
	for _, a := range plan.Actions {
		number, err := strconv.ParseInt(a.Key, 10, 64)
		if err != nil {
			return nil, err
		}
		if a.Kind == diff.Create {
			found = append(found, Difference{Person: number})
		}
	}
	for i := range h.people {
		p := &h.people[i]
		e := h.entries[key(p.Number)]
		if e == nil || e.Number() == 0 {
			continue
		}
		d := Difference{Person: p.Number, Customer: e.Number()}
		emails := h.claims.Of[p.Number]
		switch c := there[e.Number()]; {
		case c == nil:
			found = append(found, d)
		case e.Synced != p.Hash(emails, h.Numbers), p.Customer != e.Number(): // the next run sends it
		default:
			if d.Parts = h.parts(p, c, ownEmails(emails, owners, c.ID)); len(d.Parts) > 0 {
				found = append(found, d)
			}
		}
	}
	return found, nil
}

// ownEmails are the addresses that are not another customer's: those stay there.
func ownEmails(emails []string, owners map[string]int64, id int64) []string {
	return slices.DeleteFunc(slices.Clone(emails), func(email string) bool {
		owner, taken := owners[customer.Key(email)]
		return taken && owner != id
	})
}

// parts are what differs of a customer. The photo is not among them: the helpdesk makes a picture of its own of it.
func (h *Helpdesk) parts(p *customer.Person, c *customer.Kept, emails []string) (parts []string) {
	want := p.AsCustomer(emails)
	if c.First != want.First || c.Last != want.Last {
		parts = append(parts, texts.CustomerName)
	}
	if !slices.Equal(keysOf(c.Emails), keysOf(want.Emails)) {
		parts = append(parts, texts.CustomerAddress)
	}
	if !slices.Equal(c.Phones, want.Phones) {
		parts = append(parts, texts.CustomerNumbers)
	}
	if !slices.Equal(c.Websites, want.Websites) {
		parts = append(parts, texts.CustomerWebsites)
	}
	if c.Fields == nil {
		return parts
	}
	told := p.Fields(h.Numbers)
	for _, number := range slices.Sorted(maps.Keys(told)) {
		if c.Fields[number] != told[number] {
			parts = append(parts, fmt.Sprintf(texts.CustomerField, number))
		}
	}
	return parts
}

// keysOf are addresses as they are compared, in order.
func keysOf(emails []string) (keys []string) {
	for _, email := range emails {
		keys = append(keys, customer.Key(email))
	}
	slices.Sort(keys)
	return keys
}

// Waiting is a conversation that does not stand on the timeline of somebody who is known.
type Waiting struct {
	Conversation string
	Person       int64
}

// Waiting returns the conversations that wait although it is known whose they are.
func (h *Helpdesk) Waiting(ctx context.Context) (found []Waiting, err error) {
	waiting, err := h.Stores.Ledger.Waiting(ctx, ledger.Conversation)
	if err != nil {
		return nil, engine.Stopf("read the ledger: %w", err)
	}
	for i := range waiting {
		s, err := ledger.State[asked](&waiting[i])
		if err != nil {
			return nil, err
		}
		if s.Conversation == nil {
			continue
		}
		if person := h.whose(s.Conversation); person != 0 {
			found = append(found, Waiting{waiting[i].Key, person})
		}
	}
	return found, nil
}
