package billing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// Order is what is asked for: a mail about an invoice, to its person or as a try to one address.
type Order struct {
	Viewer    access.Viewer
	Invoice   int64
	Recipient string // of a try, "" for none
}

// Send sends a draft: from then on its term runs. A try changes nothing. Who has no address that works is ErrNoEmail, and what
// is no draft invoice.ErrNotDraft.
func (s *Service) Send(ctx context.Context, order Order) (invoice.Invoice, error) {
	return s.order(ctx, order, true)
}

// Resend sends the mail of an invoice again; nothing else changes.
func (s *Service) Resend(ctx context.Context, order Order) (invoice.Invoice, error) {
	return s.order(ctx, order, false)
}

func (s *Service) order(ctx context.Context, order Order, first bool) (v invoice.Invoice, err error) {
	if err := order.Viewer.Require(access.Finance); err != nil {
		return v, err
	}
	if order.Recipient != "" && !mail.ValidEmail(order.Recipient) {
		return v, fault.Param("recipient", notAnAddress)
	}
	send := first && order.Recipient == ""
	term := s.Directory.View().Finance()
	return s.change(ctx, order.Invoice, func(v *invoice.Invoice) ([]notice, error) {
		if send {
			if err := v.Send(s.now(), term.TermDays); err != nil {
				return nil, err
			}
		} else if !first && v.SentOn.IsZero() && order.Recipient == "" {
			return nil, ErrNotSent
		}
		return []notice{{template: templateOf(v.Kind), try: order.Recipient}}, nil
	}, func(stores ports.Stores, v *invoice.Invoice) error {
		if cases := v.Cases(); send && len(cases) > 0 {
			if err := s.Charge(ctx, stores, order.Viewer, cases); err != nil {
				return err
			}
		}
		what := audit.Word("resend")
		switch {
		case order.Recipient != "":
			what = "test"
		case first:
			what = "send"
		}
		return stores.Audit.Append(ctx, s.entry(audit.By(order.Viewer), v, audit.Values{"mail": what}))
	})
}

func templateOf(kind invoice.Kind) finance.Template {
	if kind == invoice.Discipline {
		return finance.DisciplineInvoice
	}
	return finance.MembershipInvoice
}

// notice is one mail that follows from a change.
type notice struct {
	template    finance.Template
	installment int       // that it is about, 0 for the whole
	credit      int       // the place of the credit note that it is about
	try         string    // the only one who gets it, "" for the person
	noted       time.Time // when it was noted on the invoice that it goes out, zero for what is not noted
}

// errMeanwhile says that an invoice changed between writing its mails and keeping them.
var errMeanwhile = errors.New("the invoice has changed meanwhile")

// patience is how often a change is tried anew that came too late.
const patience = 5

// change changes an invoice, and posts the mails that follow from it in the same step: after a crash there is either all of it or
// nothing. Papers are printed before the step begins, of the invoice as it will be. along may be nil.
func (s *Service) change(
	ctx context.Context, id int64, edit func(*invoice.Invoice) ([]notice, error),
	along func(ports.Stores, *invoice.Invoice) error,
) (after invoice.Invoice, err error) {
	for range patience {
		before, err := s.find(ctx, id)
		if err != nil {
			return after, err
		}
		after = before.Clone()
		notices, err := edit(&after)
		if err != nil {
			return after, err
		}
		drafts, err := s.drafts(ctx, &after, notices)
		if err != nil {
			return after, err
		}
		err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
			err := stores.Invoices.Update(ctx, id, func(v *invoice.Invoice) error {
				if v.Revision != before.Revision {
					return errMeanwhile
				}
				if _, err := edit(v); err != nil {
					return err
				}
				after = v.Clone()
				return nil
			})
			if err != nil {
				return err
			}
			for _, draft := range drafts {
				if err := s.Post(ctx, stores, draft); err != nil {
					return err
				}
			}
			if along == nil {
				return nil
			}
			return along(stores, &after)
		})
		if !errors.Is(err, errMeanwhile) {
			if err == nil {
				return s.find(ctx, id)
			}
			return after, err
		}
	}
	return after, fmt.Errorf("mail about invoice %d: %w", id, errMeanwhile)
}

// drafts writes the mails about an invoice: to the person, and a copy to whom the settings say.
func (s *Service) drafts(ctx context.Context, v *invoice.Invoice, notices []notice) (drafts []mail.Draft, err error) {
	if len(notices) == 0 {
		return nil, nil
	}
	now := s.now()
	to, err := s.whom(v, now.On)
	if err != nil {
		return nil, err
	}
	token, err := s.token(v)
	if err != nil {
		return nil, err
	}
	settings := s.Directory.View().Finance()
	for _, one := range notices {
		if one.try == "" && len(to.to) == 0 {
			return nil, ErrNoEmail
		}
		draft := settings.Letter(s.House(), one.template, s.facts(v, &to, &one), token)
		draft.Person, draft.To = v.Person, to.to
		draft.Basis = mail.Basis{Part: one.installment, Noted: one.noted}
		if draft.Attachments, err = s.attached(ctx, v, &to, &one); err != nil {
			return nil, err
		}
		if one.try != "" {
			drafts = append(drafts, finance.Test(draft, one.try))
			continue
		}
		drafts = append(drafts, draft)
		if settings.BCC != "" {
			copied := draft
			copied.Kind, copied.Person, copied.To = finance.MailCopy, 0, []mail.Address{{Email: settings.BCC}}
			drafts = append(drafts, copied)
		}
	}
	return drafts, nil
}

const pdf = "application/pdf"

// attached returns the papers that go along: those of discipline invoices and of credit notes. A membership has its page.
func (s *Service) attached(ctx context.Context, v *invoice.Invoice, to *whom, one *notice) ([]mail.Attachment, error) {
	switch one.template {
	case finance.DisciplineInvoice:
		data, err := s.pdf(ctx, v, to, s.now().On)
		return []mail.Attachment{{Name: v.Number + ".pdf", Type: pdf, Data: data}}, err
	case finance.CreditNote:
		data, err := s.creditPDF(ctx, v, one.credit)
		return []mail.Attachment{{Name: v.Credits[one.credit].Number + ".pdf", Type: pdf, Data: data}}, err
	}
	return nil, nil
}

// facts are what a mail tells about an invoice: what is open now, not what was at first.
func (s *Service) facts(v *invoice.Invoice, to *whom, one *notice) *finance.Facts {
	now := s.now()
	facts := &finance.Facts{
		Name: to.name, First: to.first, Number: v.Number, Season: v.Season, Total: max(v.Open(), 0), Due: v.DueOn,
	}
	if next, open := v.Next(); open && !next.DueOn.IsZero() { // of a plan: what is asked for next
		facts.Due = next.Term
	}
	if facts.Due.IsZero() {
		settings := s.Directory.View().Finance()
		facts.Due = now.On.AddDays(settings.TermDays)
	}
	for _, line := range v.Lines {
		facts.Lines = append(facts.Lines, finance.Line{Description: line.Description, Amount: line.Amount})
	}
	if one.template == finance.CreditNote {
		credit := &v.Credits[one.credit]
		facts.CreditNote, facts.Reason, facts.Total = credit.Number, credit.Reason, credit.Total()
	}
	if one.installment > 0 {
		parts := v.Parts()
		part := parts[one.installment-1]
		facts.Installment, facts.Installments, facts.Amount, facts.Due = part.Number, len(parts), part.Open, part.Term
	}
	if facts.Due.Before(now.On) {
		facts.DaysLate = daysBetween(facts.Due, now.On)
	}
	return facts
}

// CreditNote names a credit note.
type CreditNote struct {
	Invoice int64
	Number  string
}

// MailCreditNote is the job that writes to a member about a credit note.
const MailCreditNote job.Kind[CreditNote] = "mail-credit-note"

// Credited puts the mail about a credit note on its way, in the step that makes the note.
func (s *Service) Credited(ctx context.Context, stores ports.Stores, note CreditNote) error {
	return stores.Outbox.Add(ctx, MailCreditNote.New(note.Number, note))
}

// errNothing ends a change after which nothing is left to do.
var errNothing = errors.New("nothing to do")

// MailCredit writes to the person of an invoice about a credit note: the job MailCreditNote. Who has no address gets none.
func (s *Service) MailCredit(ctx context.Context, note CreditNote) error {
	if err := s.Directory.Refresh(ctx); err != nil {
		return err
	}
	now := s.now()
	_, err := s.change(ctx, note.Invoice, func(v *invoice.Invoice) ([]notice, error) {
		if !v.CreditMailed(note.Number, now) {
			return nil, errNothing
		}
		place := slices.IndexFunc(v.Credits, func(c invoice.Credit) bool { return c.Number == note.Number })
		return []notice{{template: finance.CreditNote, credit: place}}, nil
	}, func(stores ports.Stores, v *invoice.Invoice) error {
		return stores.Audit.Append(ctx, s.entry(audit.Job(string(MailCreditNote)), v, audit.Values{"mail": audit.Word("credit")}))
	})
	if errors.Is(err, ErrNoEmail) || errors.Is(err, errNothing) || errors.Is(err, invoice.ErrAbsent) {
		return nil
	}
	return err
}
