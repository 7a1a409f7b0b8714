package invoices

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// Deed is one change of an invoice by somebody.
type Deed struct {
	Viewer   access.Viewer
	ID       int64
	Expected record.Expected
}

// edit changes an invoice, and tells of it in the same step. An edit without an entry is not told.
func (s *Service) edit(
	ctx context.Context, deed Deed, edit func(stores ports.Stores, v *invoice.Invoice) (audit.Entry, error),
) (Shown, error) {
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error { return s.editIn(ctx, stores, deed, edit) })
	if err != nil {
		return Shown{}, s.named(ctx, err)
	}
	return s.Show(ctx, deed.Viewer, deed.ID)
}

func (s *Service) editIn(
	ctx context.Context, stores ports.Stores, deed Deed, edit func(stores ports.Stores, v *invoice.Invoice) (audit.Entry, error),
) error {
	var told audit.Entry
	var unfit bool // something is asked of the provider that is not asked for any more
	err := stores.Invoices.Update(ctx, deed.ID, func(v *invoice.Invoice) (err error) {
		if err := deed.Expected.Check(v.Edition()); err != nil {
			return err
		}
		if told, err = edit(stores, v); err == nil && !told.Idle {
			v.Touch(deed.Viewer.User, s.Now())
		}
		live := v.Live()
		unfit = live != nil && live.State == invoice.CheckoutCancelling
		return err
	})
	if err == nil && unfit {
		err = stores.Outbox.Add(ctx, s.Settle.New("", deed.ID))
	}
	if err != nil || told.Kind == "" {
		return err
	}
	return stores.Audit.Append(ctx, told)
}

// Remove destroys a draft, or what asks for nothing. What it could be paid by is closed first. The log keeps its number: that is
// never given again. The club does not ask the member for its discipline cases any more, unless another invoice does.
func (s *Service) Remove(ctx context.Context, deed Deed) error {
	if err := deed.Viewer.Require(access.Finance); err != nil {
		return err
	}
	untouched, err := s.closed(ctx, &deed)
	if err != nil {
		return s.named(ctx, err)
	}
	return s.named(ctx, s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var gone invoice.Invoice
		err := stores.Invoices.Remove(ctx, deed.ID, func(v *invoice.Invoice) error {
			gone = v.Clone()
			return cmp.Or(deed.Expected.Check(v.Edition()), v.Removable(s.now().On, untouched...))
		})
		if err != nil {
			return err
		}
		if cases := gone.Cases(); len(cases) > 0 {
			if err := s.Discharge(ctx, stores, deed.Viewer, cases); err != nil {
				return err
			}
		}
		values := audit.Values{"number": gone.Number, "person": gone.Person, "total": gone.Total()}
		return stores.Audit.Append(ctx, s.entry(audit.InvoiceDeleted, audit.By(deed.Viewer), &gone).With(values))
	}))
}

// closed closes what an invoice that is to be removed can be paid by, and returns the refs of the checkouts by which nobody began
// to pay. That changes the invoice: the deed then expects it as it stands.
func (s *Service) closed(ctx context.Context, deed *Deed) (untouched []string, err error) {
	v, err := s.byID(ctx, deed.ID)
	if err != nil {
		return nil, err
	}
	if err := deed.Expected.Check(v.Edition()); err != nil {
		return nil, err
	}
	stands := v.Removable(s.now().On)
	if !errors.Is(stands, invoice.ErrCheckout) && !errors.Is(stands, invoice.ErrWatched) {
		return nil, stands
	}
	if untouched, err = s.Close(ctx, deed.ID); err != nil {
		return nil, err
	}
	if v, err = s.byID(ctx, deed.ID); err != nil {
		return nil, err
	}
	if len(v.Payments) > 0 {
		return nil, invoice.ErrPaidMeanwhile
	}
	if deed.Expected != nil {
		deed.Expected = record.Expected{v.Revision}
	}
	return untouched, nil
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

// SetStatus gives an invoice the status that the treasurer says, and the log who and why. See invoice.Override. From one that was
// a draft the club asks the member for its discipline cases, as from one that is sent.
func (s *Service) SetStatus(ctx context.Context, deed Deed, status invoice.Status, reason string) (Shown, error) {
	if err := deed.Viewer.Require(access.Finance); err != nil {
		return Shown{}, err
	}
	if reason = strings.TrimSpace(reason); len([]rune(reason)) > invoice.MostText {
		return Shown{}, fault.Param("reason", invoice.TooLong)
	}
	name, err := s.nameOf(ctx, deed.Viewer)
	if err != nil {
		return Shown{}, err
	}
	now, term := s.now(), s.termDays()
	var cases []int64       // of a draft that becomes something else
	var taken []audit.Entry // of payments that were taken back
	override := func(_ ports.Stores, v *invoice.Invoice) (audit.Entry, error) {
		standing := v.StatusOn(now.On)
		before := audit.Values{"status": standing, "open": v.Open(), "due_date": v.DueOn.String(), "forced": v.Forced}
		payments := slices.Clone(v.Payments)
		if err := v.Override(status, name, reason, now, term); err != nil {
			return audit.Entry{}, err
		}
		if taken = nil; len(v.Payments) < len(payments) {
			for n := range payments {
				p := &payments[n]
				if !slices.ContainsFunc(v.Payments, func(kept invoice.Payment) bool { return kept.ID == p.ID }) {
					taken = append(taken, s.entry(audit.PaymentRemoved, audit.By(deed.Viewer), v).With(paymentValues(p.ID, p)))
				}
			}
		}
		if cases = nil; standing == invoice.Draft && v.Status != invoice.Draft {
			cases = v.Cases()
		}
		after := audit.Values{"status": v.Status, "open": v.Open(), "due_date": v.DueOn.String(), "forced": v.Forced}
		entry := s.entry(audit.InvoiceStatusSet, audit.By(deed.Viewer), v).Changed(before, after)
		if reason != "" && !entry.Idle {
			entry.After["reason"] = reason
		}
		return entry, nil
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := s.editIn(ctx, stores, deed, override); err != nil {
			return err
		}
		if err := stores.Audit.Append(ctx, taken...); err != nil || len(cases) == 0 {
			return err
		}
		return s.Charge(ctx, stores, deed.Viewer, cases)
	})
	if err != nil {
		return Shown{}, s.named(ctx, err)
	}
	return s.Show(ctx, deed.Viewer, deed.ID)
}

// SetDue gives an invoice another day by which it has to be paid.
func (s *Service) SetDue(ctx context.Context, deed Deed, due civil.Date) (Shown, error) {
	if err := deed.Viewer.Require(access.Finance); err != nil {
		return Shown{}, err
	}
	now := s.now()
	return s.edit(ctx, deed, func(_ ports.Stores, v *invoice.Invoice) (audit.Entry, error) {
		before := v.DueOn
		if err := v.SetDue(due, now); err != nil {
			return audit.Entry{}, err
		}
		return s.entry(audit.InvoiceChanged, audit.By(deed.Viewer), v).Changed(
			audit.Values{"due_date": before.String()}, audit.Values{"due_date": due.String()},
		), nil
	})
}

// DisableInstallments says whether an invoice can only be paid at once.
func (s *Service) DisableInstallments(ctx context.Context, deed Deed, disabled bool) (Shown, error) {
	if err := deed.Viewer.Require(access.Finance); err != nil {
		return Shown{}, err
	}
	now := s.now()
	return s.edit(ctx, deed, func(_ ports.Stores, v *invoice.Invoice) (audit.Entry, error) {
		before := v.InstallmentsDisabled
		v.DisableInstallments(disabled, now)
		return s.entry(audit.InvoiceChanged, audit.By(deed.Viewer), v).Changed(
			audit.Values{"installments_disabled": before}, audit.Values{"installments_disabled": disabled},
		), nil
	})
}

// ResetPayments forgets what was chosen, asked and paid, on a server for tests; on another one it is invoice.ErrNotForTests.
func (s *Service) ResetPayments(ctx context.Context, deed Deed) (Shown, error) {
	if err := deed.Viewer.Require(access.Finance); err != nil {
		return Shown{}, err
	}
	if !s.Debug {
		return Shown{}, invoice.ErrNotForTests
	}
	now := s.now()
	return s.edit(ctx, deed, func(_ ports.Stores, v *invoice.Invoice) (audit.Entry, error) {
		before := v.Received()
		v.ResetPayments(now)
		return s.entry(audit.InvoiceChanged, audit.By(deed.Viewer), v).With(audit.Values{"reset": before}), nil
	})
}

// AddPayment books money that the treasurer saw come in.
func (s *Service) AddPayment(ctx context.Context, deed Deed, hand invoice.HandPayment) (Shown, error) {
	if err := deed.Viewer.Require(access.Finance); err != nil {
		return Shown{}, err
	}
	name, err := s.nameOf(ctx, deed.Viewer)
	if err != nil {
		return Shown{}, err
	}
	now := s.now()
	return s.edit(ctx, deed, func(_ ports.Stores, v *invoice.Invoice) (audit.Entry, error) {
		id, err := v.AddPayment(hand, name, now)
		if err != nil {
			return audit.Entry{}, err
		}
		booked := v.Payments[len(v.Payments)-1]
		return s.entry(audit.PaymentAdded, audit.By(deed.Viewer), v).With(paymentValues(id, &booked)), nil
	})
}

// RemovePayment takes back what was booked by hand.
func (s *Service) RemovePayment(ctx context.Context, deed Deed, payment int64) (Shown, error) {
	if err := deed.Viewer.Require(access.Finance); err != nil {
		return Shown{}, err
	}
	now := s.now()
	return s.edit(ctx, deed, func(_ ports.Stores, v *invoice.Invoice) (audit.Entry, error) {
		gone, err := v.RemovePayment(payment, now)
		if err != nil {
			return audit.Entry{}, err
		}
		return s.entry(audit.PaymentRemoved, audit.By(deed.Viewer), v).With(paymentValues(payment, &gone)), nil
	})
}

func paymentValues(id int64, p *invoice.Payment) audit.Values {
	return audit.Values{
		"payment": id, "amount": p.Amount, "paid_on": p.PaidOn.String(), "method": audit.Word(p.Method), "note": p.Note,
	}
}

// Credit makes a credit note of an invoice: less is asked for.
func (s *Service) Credit(ctx context.Context, deed Deed, lines []invoice.Line, reason string) (Shown, error) {
	if err := deed.Viewer.Require(access.Finance); err != nil {
		return Shown{}, err
	}
	name, err := s.nameOf(ctx, deed.Viewer)
	if err != nil {
		return Shown{}, err
	}
	now := s.now()
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		number, err := stores.InvoiceNumbers.Next(ctx, invoice.SeriesCredit, now.On.Year)
		if err != nil {
			return err
		}
		err = s.editIn(ctx, stores, deed, func(_ ports.Stores, v *invoice.Invoice) (audit.Entry, error) {
			if err := v.AddCredit(number, lines, reason, name, now); err != nil {
				return audit.Entry{}, err
			}
			return s.entry(audit.InvoiceCredited, audit.By(deed.Viewer), v).With(audit.Values{
				"number": number, "amount": v.Credits[len(v.Credits)-1].Total(), "reason": strings.TrimSpace(reason),
			}), nil
		})
		if err != nil {
			return err
		}
		return s.Credited(ctx, stores, deed.ID, number)
	})
	if err != nil {
		return Shown{}, s.named(ctx, err)
	}
	return s.Show(ctx, deed.Viewer, deed.ID)
}

// nameOf is what the viewer is called.
func (s *Service) nameOf(ctx context.Context, viewer access.Viewer) (string, error) {
	user, err := s.Users.ByID(ctx, viewer.User)
	return user.DisplayName, err
}
