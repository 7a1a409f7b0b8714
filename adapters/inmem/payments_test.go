package inmem_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/payment"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestPayments(t *testing.T) {
	t.Parallel()
	porttest.Payments(t, func(testing.TB) porttest.PaymentProvider {
		p := inmem.NewPayments(time.Now)
		return porttest.PaymentProvider{Payments: p, Refund: p.Refund, ChargeBack: p.ChargeBack,
			Pay: func(link string, paid bool) string {
				var amount money.Cents
				for _, l := range p.Links() {
					if l.ID == link {
						amount = l.Amount
					}
				}
				return p.Pay(link, amount, paid)
			}}
	})
}

func TestPaymentsFailWhereTheyAreTold(t *testing.T) {
	t.Parallel()
	p := inmem.NewPayments(time.Now)
	broken := errors.New("broken")
	request := payment.Request{Key: "k", Ref: "r", Amount: 1, Description: "x"}
	p.Fail = func(call, which string) error {
		if call == inmem.CallAsk && which == "r" {
			return broken
		}
		return nil
	}
	if _, err := p.Ask(context.Background(), request); !errors.Is(err, broken) || len(p.Links()) != 0 {
		t.Errorf("before: %v, %v", err, p.Links())
	}
	p.Fail, p.After = nil, p.Fail
	if _, err := p.Ask(context.Background(), request); !errors.Is(err, broken) || len(p.Links()) != 1 {
		t.Errorf("after: %v, %v", err, p.Links())
	}
}
