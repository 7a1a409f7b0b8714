package mails_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// What never went out is not noted as sent: that is taken back in the step that withdraws it, and of nothing else.
func TestAWithdrawnReminderIsNotNotedAsSent(t *testing.T) {
	t.Parallel()
	noted := time.Date(2026, 6, 15, 12, 30, 45, 123456000, time.UTC)
	for kind, wants := range map[string]struct {
		state    mail.State
		takeBack bool
	}{
		finance.MailDue:      {mail.Withdrawn, true},
		finance.MailReminder: {mail.Withdrawn, true},
		finance.MailCopy:     {mail.Withdrawn, false}, // the other one tells
		finance.MailInvoice:  {mail.Sent, false},
	} {
		o := newOffice(t)
		due, taken := true, ""
		o.Due = func(context.Context, string) (bool, error) { return due, nil }
		failing := errors.New("no database")
		o.Unsent = func(_ context.Context, _ ports.Stores, token string, basis mail.Basis) error {
			taken += fmt.Sprint(token, " ", basis.Part, " ", basis.Noted.Equal(noted), " ")
			return failing
		}
		sent := draft()
		sent.Kind, sent.Basis = kind, mail.Basis{Part: 2, Noted: noted}
		o.post(sent)
		o.mail.Fail = func(mail.Message) error { return mail.Refuse(errBusy) }
		o.work()
		due, o.mail.Fail = false, nil
		o.now = o.now.Add(job.Backoff(1))
		if wants.takeBack {
			if err := o.Deliver(t.Context(), 1); !errors.Is(err, failing) || o.kept().State != mail.Retrying {
				t.Errorf("%s: one without the other: %v, %+v", kind, err, o.kept())
			}
		}
		taken, failing = "", nil
		o.work()
		if kept := o.kept(); kept.State != wants.state {
			t.Errorf("%s: %+v", kind, kept)
		}
		if err := o.Deliver(t.Context(), 1); err != nil {
			t.Error(err)
		}
		if want := map[bool]string{true: "s3sam 2 true "}[wants.takeBack]; taken != want {
			t.Errorf("%s: took back %q, want %q", kind, taken, want)
		}
	}
}

// A copy of an invoice is no copy of a reminder, and of a mail that is being handed over nobody knows.
func TestOnlyWhatIsWithdrawnIsTakenBack(t *testing.T) {
	t.Parallel()
	noted := mail.Basis{Noted: time.Unix(1, 0)}
	for name, c := range map[string]struct {
		kind  string
		basis mail.Basis
		state mail.State
		want  mail.State
	}{
		"a copy of an invoice":   {finance.MailCopy, mail.Basis{}, mail.Waiting, mail.Sent},
		"of before this":         {finance.MailReminder, mail.Basis{}, mail.Waiting, mail.Withdrawn},
		"that may have gone out": {finance.MailReminder, noted, mail.Sending, mail.Uncertain},
	} {
		o := newOffice(t)
		o.Due = func(context.Context, string) (bool, error) { return false, nil }
		o.Unsent = func(context.Context, ports.Stores, string, mail.Basis) error {
			t.Error(name, "was taken back")
			return nil
		}
		sent := draft()
		sent.Kind, sent.Basis = c.kind, c.basis
		o.post(sent)
		err := o.Mails.Update(t.Context(), 1, func(m *mail.Mail) error { m.State = c.state; return nil })
		if err != nil {
			t.Fatal(err)
		}
		if err := o.Deliver(t.Context(), 1); err != nil || o.kept().State != c.want {
			t.Errorf("%s: %v, %+v", name, err, o.kept())
		}
	}
}
