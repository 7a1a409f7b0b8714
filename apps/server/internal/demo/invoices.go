package demo

import (
	"context"
	"errors"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/usecase/finances"
	"github.com/clubhuis/clubhuis/core/usecase/invoices"
)

// billed is how many members of a demo have an invoice for this season.
const billed = 48

// bill makes invoices of some members, which are in every state that there is. No mail is sent.
func (m Maker) bill(ctx context.Context, administrator access.Viewer) error {
	_, err := m.Club.Finances.Change(ctx, administrator, finances.Edit{Change: func(s *finance.Settings) {
		s.Address, s.IBAN = "Sportlaan 1\n7097 AB Elzendam", "NL91ABNA0417164300"
		s.Contact = "penningmeester@elzendam.example"
	}})
	if err != nil {
		return err
	}
	computed := m.Club.Fees.Computed(0, false)
	step, made := max(1, len(computed.Fees)/(2*billed)), 0
	for n := 0; n < len(computed.Fees) && made < billed; n += step {
		due := &computed.Fees[n]
		if !due.Calculable() || due.Due() <= 0 {
			continue
		}
		past := m.daysAgo(45 - made/2)
		created, err := past.Bill(ctx, administrator, due, computed.Season, nil)
		if err != nil {
			return err
		}
		if err := m.settle(ctx, past, invoices.Deed{Viewer: administrator, ID: created.ID}, made); err != nil {
			return err
		}
		made++
	}
	return nil
}

// daysAgo are the invoices as they were then.
func (m Maker) daysAgo(days int) *invoices.Service {
	past := *m.Club.Invoices
	past.Now = func() time.Time { return m.Club.Invoices.Now().AddDate(0, 0, -days) }
	return &past
}

// plans are what members choose, in turn.
var plans = []invoice.Plan{"", invoice.Full, invoice.Quarterly, invoice.Monthly}

// settle lets one of the invoices be sent, its plan be chosen, and some of it be paid.
func (m Maker) settle(ctx context.Context, past *invoices.Service, deed invoices.Deed, n int) error {
	if n%8 == 7 {
		return nil // a draft
	}
	shown, err := past.SetStatus(ctx, deed, invoice.Sent, "")
	if err != nil {
		return err
	}
	if plan := plans[n%len(plans)]; plan != "" {
		err := m.Stores.Invoices.Update(ctx, deed.ID, func(v *invoice.Invoice) error {
			err := v.Choose(plan, invoice.Terms{Quarterly: true, Monthly: true}, invoice.At(past.Now(), past.Zone))
			if errors.Is(err, invoice.ErrPlan) {
				return nil // there are too few months left
			}
			return err
		})
		if err != nil {
			return err
		}
		if shown, err = past.Show(ctx, deed.Viewer, deed.ID); err != nil {
			return err
		}
	}
	next, _ := shown.Next()
	switch n % 6 {
	case 0, 1:
		_, err = past.AddPayment(ctx, deed, invoice.HandPayment{Amount: next.Open, Note: "Afschrift"})
	case 2:
		_, err = past.AddPayment(ctx, deed, invoice.HandPayment{Amount: next.Open.Percent(40), Method: invoice.Cash})
	case 3:
		lines := []invoice.Line{{Description: "Halve contributie: geblesseerd", Amount: shown.Total().Percent(50)}}
		_, err = past.Credit(ctx, deed, lines, "Lange blessure")
	}
	return err
}
