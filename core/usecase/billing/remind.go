package billing

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/ports"
)

// After how many days something is reminded of.
const (
	installmentFirst, installmentSecond = 14, 21
	unplannedFirst, unplannedSecond     = 7, 21
)

// unpaid are the statuses of invoices that something may be due of.
var unpaid = []invoice.Status{invoice.Sent, invoice.Overdue}

// SendReminders is the job that sends what is due. It carries the day on which it was asked for.
const SendReminders job.Kind[string] = "send-reminders"

// AskReminders asks for the job SendReminders when an invoice was sent that is not paid, and returns how many there are. It is
// daily work, which any process may do; only the server knows the address that mails lead to.
func (s *Service) AskReminders(ctx context.Context) (int, error) {
	day := s.now().On
	page, err := s.Invoices.Page(ctx, invoice.Query{On: day, Statuses: unpaid})
	if err != nil || page.Total == 0 {
		return 0, err
	}
	due := SendReminders.New("", day.String()) // only one process asks for it at a time, and whoever runs it again means it
	return page.Total, s.Atomic.Do(ctx, func(stores ports.Stores) error { return stores.Outbox.Add(ctx, due) })
}

// RemindInTurns does the job SendReminders. What takes longer than a try may take goes on in the next one.
func (s *Service) RemindInTurns(ctx context.Context, _ string) error {
	if err := s.Directory.Refresh(ctx); err != nil {
		return err
	}
	turn, cancel := context.WithTimeout(ctx, job.TimeLimit/2)
	defer cancel()
	_, err := s.Remind(turn)
	if turn.Err() != nil && ctx.Err() == nil {
		return job.Again{}
	}
	return err
}

// Remind sends the mails of instalments that are due and the reminders of what is late, each once, and returns how many.
// No viewer asks for it. That a mail goes out is noted in the step that keeps the mail, so that nothing is asked twice
// and nothing is lost; one failure does not keep the others back. Who has no address that works is passed over.
func (s *Service) Remind(ctx context.Context) (sent int, err error) {
	now := s.now()
	page, err := s.Invoices.Page(ctx, invoice.Query{
		On: now.On, Statuses: unpaid, Limit: math.MaxInt32,
	})
	if err != nil {
		return 0, err
	}
	settings := s.Directory.View().Finance()
	var failures []error
	for i := range page.Records {
		v := &page.Records[i]
		if len(due(v, settings.Unplanned, now)) == 0 {
			continue
		}
		var went int
		_, err := s.change(ctx, v.ID, func(v *invoice.Invoice) ([]notice, error) {
			notices := due(v, settings.Unplanned, now)
			if went = len(notices); went == 0 { // another process was there first
				return nil, errNothing
			}
			note(v, notices, now)
			return notices, nil
		}, func(stores ports.Stores, v *invoice.Invoice) error {
			return stores.Audit.Append(ctx, s.entry(audit.Job("remind-invoices"), v, audit.Values{"mail": audit.Word("reminder")}))
		})
		switch {
		case errors.Is(err, ErrNoEmail), errors.Is(err, errNothing):
		case err != nil:
			failures = append(failures, fmt.Errorf("remind of invoice %d: %w", v.ID, err))
		default:
			sent += went
		}
		if ctx.Err() != nil {
			return sent, errors.Join(append(failures, ctx.Err())...)
		}
	}
	return sent, errors.Join(failures...)
}

// due returns the mails that are due about an invoice, at most one for each instalment: the most urgent that it has not had. One
// that comes late, because the job did not run, makes those before it needless. What another application asked for is not
// reminded of here until its term begins here: nobody knows what that one sent, nor what it received since.
func due(v *invoice.Invoice, unplanned bool, now invoice.Moment) (notices []notice) {
	status := v.StatusOn(now.On)
	if status != invoice.Sent && status != invoice.Overdue {
		return nil
	}
	if v.Plan == "" || v.Plan == invoice.Full {
		if !unplanned || v.AskedBefore(v.DueOn) {
			return nil
		}
		late := lateness(v.DueOn, now.On)
		switch {
		case late >= unplannedSecond && v.Reminder2At.IsZero():
			return []notice{{template: finance.UnplannedReminder2, noted: now.At}}
		case late >= unplannedFirst && late < unplannedSecond && v.Reminder1At.IsZero():
			return []notice{{template: finance.UnplannedReminder, noted: now.At}}
		}
		return nil
	}
	for _, part := range v.Parts() {
		if part.Open == 0 || part.DueOn.IsZero() || v.AskedBefore(part.Term) {
			continue
		}
		had, late := &v.Installments[part.Number-1], lateness(part.Term, now.On)
		one := notice{installment: part.Number, noted: now.At}
		switch {
		case late >= installmentSecond && had.Reminder2At.IsZero():
			one.template = finance.InstallmentSecond
		case late >= installmentFirst && late < installmentSecond && had.Reminder1At.IsZero():
			one.template = finance.InstallmentFirst
		case late >= 0 && late < installmentFirst && had.SentAt.IsZero():
			one.template = finance.InstallmentDue
		default:
			continue
		}
		notices = append(notices, one)
	}
	return notices
}

// note notes on an invoice that mails go out. Unsent takes that back.
func note(v *invoice.Invoice, notices []notice, now invoice.Moment) {
	for _, one := range notices {
		switch one.template {
		case finance.InstallmentDue:
			v.Mailed(one.installment, now)
		case finance.InstallmentFirst, finance.UnplannedReminder:
			v.Mailed(one.installment, now)
			v.Reminded(one.installment, 1, now)
		case finance.InstallmentSecond, finance.UnplannedReminder2:
			v.Mailed(one.installment, now)
			v.Reminded(one.installment, 2, now)
		}
	}
}

// lateness is how many days a day is behind another one, negative before it. Without a day nothing is late.
func lateness(due, on civil.Date) int {
	if due.IsZero() {
		return math.MinInt
	}
	return daysBetween(due, on)
}

func daysBetween(from, to civil.Date) int {
	const day = 24 * time.Hour
	return int(midnight(to).Sub(midnight(from)) / day)
}

func midnight(d civil.Date) time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }
