package demo

import (
	"context"
	"errors"
	"fmt"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/person"
)

// deed is something that became of an invoice of the demo, so many days ago.
type deed struct {
	daysAgo int
	do      func(v *invoice.Invoice, now invoice.Moment) error
}

const termDays = 14

func sends(daysAgo int) deed {
	return deed{daysAgo, func(v *invoice.Invoice, now invoice.Moment) error { return v.Send(now, termDays) }}
}

// pays books part of what is open by hand: so many hundredths of it.
func pays(daysAgo int, part money.Cents) deed {
	return deed{daysAgo, func(v *invoice.Invoice, now invoice.Moment) error {
		hand := invoice.HandPayment{Amount: v.Open() * part / 100, PaidOn: now.On, Method: invoice.Bank, Note: "Bankafschrift"}
		_, err := v.AddPayment(hand, "Fien Financiën", now)
		return err
	}}
}

func chooses(daysAgo int, plan invoice.Plan) deed {
	return deed{daysAgo, func(v *invoice.Invoice, now invoice.Moment) error {
		return v.Choose(plan, invoice.Terms{Quarterly: true, Monthly: true, AdminFee: 1_50}, now)
	}}
}

// received books a payment by the provider of what is asked for, and so much more.
func received(daysAgo int, more money.Cents) deed {
	return deed{daysAgo, func(v *invoice.Invoice, now invoice.Moment) error {
		ref := fmt.Sprintf("demo-%d-%d", v.ID, daysAgo)
		c, _, err := v.Begin(ref, ref, now)
		if err != nil {
			return err
		}
		if err := v.Linked(c.Ref, "pl_"+ref, "https://betalen.clubhuis.example/"+ref, now); err != nil {
			return err
		}
		_, err = v.Observe(c.Ref, invoice.Observed{ID: "tr_" + ref, Amount: c.Amount + more, PaidOn: now.On}, now)
		return err
	}}
}

// told are what became of some invoices of the demo, in turn: what only a provider or time brings.
var told = [][]deed{
	{sends(40)},                // overdue
	{sends(70), pays(60, 120)}, // too much
	{sends(45), chooses(40, invoice.Full), received(40, 0)},
	{sends(50), chooses(48, invoice.Quarterly), received(48, 0)},
	{sends(20), chooses(18, invoice.Monthly), received(18, 0)},
	{sends(35), chooses(30, invoice.Full), received(30, -1_00)}, // another amount than was asked for
}

// invoices bills some members, and lets something become of each invoice.
func (m Maker) invoices(ctx context.Context, administrator access.Viewer, everyone []person.Person) error {
	made := 0
	for i := range everyone {
		if made == 2*len(told) {
			break
		}
		p := &everyone[i]
		if p.Membership.Former || p.Deceased() {
			continue
		}
		bill, err := m.Club.Invoices.CreateMembership(ctx, administrator, p.ID, 0)
		if fault.KindOf(err) == fault.Invalid || fault.KindOf(err) == fault.Conflict || errors.Is(err, person.ErrAbsent) {
			continue // who pays nothing
		}
		if err != nil {
			return err
		}
		if err := m.become(ctx, bill.ID, told[made%len(told)]); err != nil {
			return err
		}
		made++
	}
	for i, line := range []invoice.Line{
		{Description: "Boete gele kaart", Amount: 18_50}, {Description: "Zoekgeraakt trainingspak", Amount: 45_00},
	} {
		if i >= len(everyone) {
			break
		}
		bill, err := m.Club.Invoices.Create(ctx, administrator, everyone[i].ID, []invoice.Line{line})
		if err != nil {
			return err
		}
		if err := m.become(ctx, bill.ID, []deed{sends(12)}); err != nil {
			return err
		}
	}
	return nil
}

func (m Maker) become(ctx context.Context, id int64, deeds []deed) error {
	return m.Stores.Invoices.Update(ctx, id, func(v *invoice.Invoice) error {
		for _, d := range deeds {
			if err := d.do(v, invoice.At(m.Club.People.Now().AddDate(0, 0, -d.daysAgo), m.Club.People.Zone)); err != nil {
				return fmt.Errorf("invoice %s: %w", v.Number, err)
			}
		}
		v.Age(invoice.At(m.Club.People.Now(), m.Club.People.Zone))
		return nil
	})
}
