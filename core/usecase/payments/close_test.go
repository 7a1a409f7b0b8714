package payments_test

import (
	"context"
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
	"github.com/clubhuis/clubhuis/ports"
)

// away is a database that can't be reached.
type away struct{ ports.Invoices }

func (away) ByID(context.Context, ...int64) ([]invoice.Invoice, error) {
	return nil, fault.ErrUnreachable.Because(errors.New("refused"))
}

func TestClosingSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	c := open(t)
	c.choose(t, invoice.Full)
	stands := c.Invoices
	c.Invoices = away{stands}
	if _, err := c.Close(t.Context(), c.id); !errors.Is(err, fault.ErrUnreachable) || errors.Is(err, invoice.ErrCheckout) {
		t.Errorf("our own database: %v", err)
	}
	c.Invoices = stands
	c.silent(c.provider.Links()[0].ID)
	if _, err := c.Close(t.Context(), c.id); !errors.Is(err, invoice.ErrCheckout) {
		t.Errorf("the provider: %v", err)
	}
	c.silent()
	offered := c.Offered
	for _, none := range []func(){
		func() { c.Offered = func(context.Context) (bool, error) { return false, nil } },
		func() { c.Provider, c.Offered = nil, offered },
	} {
		none()
		if _, err := c.Close(t.Context(), c.id); !errors.Is(err, payments.ErrNoProvider) {
			t.Errorf("no provider any more: %v", err)
		}
		c.Invoices = away{stands}
		if _, err := c.Close(t.Context(), c.id); !errors.Is(err, fault.ErrUnreachable) {
			t.Errorf("nor a database: %v", err)
		}
		c.Invoices = stands
	}
	c.Provider = c.provider
	if untouched, err := c.Close(t.Context(), c.id); err != nil || len(untouched) != 1 {
		t.Errorf("again: %v, %v", untouched, err)
	}
	c.Provider = nil
	if _, err := c.Close(t.Context(), c.id); err != nil {
		t.Errorf("nothing is live: %v", err)
	}
}
