package invoicesapi_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/mail"
)

// The mail server is away, and meanwhile a payment is booked with the wrong member: the first that this one hears is no second
// reminder.
// The treasurer gets no copy of what nobody got.
func TestAMailThatWasWithdrawnIsSentWhenItIsDueAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		plan    invoice.Plan
		days    int
		subject string
	}{
		{"", 21, "Herinnering"}, {"", 35, "Tweede"}, {invoice.Full, 21, "Herinnering"}, {invoice.Quarterly, 8, "Termijn"},
		{invoice.Quarterly, 8 + 14, "Herinnering"},
	} {
		s, admin, id := planned(t, c.plan) // due on 29 June, the first instalment on the 23rd
		s.Post("/api/club/v1/finance/settings", apitest.Object{"bcc_email": "penning@club.example"}, admin).Is(200)
		sentTo(s)
		s.Mail.Fail = func(mail.Message) error {
			return mail.Refuse(fault.New(fault.Unavailable, "mail_busy", "Later."))
		}
		walk(t, s, step{c.days, ""})
		changed(s, id, func(v *invoice.Invoice) error {
			next, _ := v.Next()
			_, err := v.AddPayment(invoice.HandPayment{Amount: next.Open}, "Piet", invoice.At(s.Now, time.UTC))
			return err
		})
		s.Mail.Fail = nil
		before := len(sentTo(s))
		s.Later(time.Hour)
		if got := subjects(sentSince(s, before)); got != "" {
			t.Errorf("%s: sent of what is paid %q", c.plan, got)
		}
		states := s.Get("/api/club/v1/mails?state=withdrawn", admin).Is(200)
		states.Has("0.kind", "invoice-copy").Has("1.state", "withdrawn")
		changed(s, id, func(v *invoice.Invoice) error {
			_, err := v.RemovePayment(1, invoice.At(s.Now, time.UTC))
			return err
		})
		walk(t, s, step{0, c.subject + " " + c.subject})
	}
}
