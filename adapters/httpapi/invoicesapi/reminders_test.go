package invoicesapi_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/ports"
)

const day = 24 * time.Hour

var errCrash = errors.New("the process stops here")

// crashing is an Atomic that stops: while the step is not kept yet, or when it is and nobody was told.
type crashing struct {
	ports.Atomic
	before, after bool
}

func (c *crashing) Do(ctx context.Context, work func(ports.Stores) error) error {
	err := c.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := work(stores); err != nil || !c.before {
			return err
		}
		return errCrash
	})
	if err == nil && c.after {
		err = errCrash
	}
	return err
}

// planned is a club with a sent invoice of 30 euros, for which a plan was chosen on 15 June.
func planned(t *testing.T, plan invoice.Plan) (s *apitest.Site, admin apitest.Call, id int64) {
	t.Helper()
	s = apitest.New(t)
	admin = s.Admin()
	jan := child(s, admin, "Jan")
	id = s.Post(all, asked(jan, line("Contributie", 30)), admin).Is(200).ID()
	s.Post(path(id, "/send"), nil, admin).Is(200)
	if plan != "" {
		changed(s, id, func(v *invoice.Invoice) error {
			v.Kind, v.Season = invoice.Membership, 2026
			return v.Choose(plan, invoice.Terms{Quarterly: true, Monthly: true}, invoice.At(s.Now, time.UTC))
		})
	}
	return s, admin, id
}

func changed(s *apitest.Site, id int64, change func(*invoice.Invoice) error) {
	s.T.Helper()
	if err := s.Server.Billing.Invoices.Update(s.T.Context(), id, change); err != nil {
		s.T.Fatal(err)
	}
}

// reminded lets days pass, runs the daily work twice, and returns the subjects of the mails that it sent.
func reminded(s *apitest.Site, days int) string {
	s.T.Helper()
	s.Later(time.Duration(days) * day)
	before := len(sentTo(s))
	for range 2 {
		if _, err := s.Server.Billing.Remind(s.T.Context()); err != nil {
			s.T.Fatal(err)
		}
	}
	return subjects(sentSince(s, before))
}

func sentSince(s *apitest.Site, before int) (list []string) {
	for _, m := range sentTo(s)[before:] {
		list = append(list, m.Subject)
	}
	return list
}

// subjects returns the first word of each subject.
func subjects(list []string) string {
	for i := range list {
		list[i] = strings.Fields(list[i])[0]
	}
	return strings.Join(list, " ")
}

// In instalments the next part has a day of its own: that of the invoice may have passed.
func TestAMailThatIsSentAgainNamesTheDayOfTheNextPart(t *testing.T) {
	t.Parallel()
	s, admin, id := planned(t, invoice.Quarterly)
	s.Later(20 * 24 * time.Hour) // the invoice was to be paid by 29 June
	var next invoice.Part
	changed(s, id, func(v *invoice.Invoice) error {
		next, _ = v.Next()
		return nil
	})
	before := len(sentTo(s))
	s.Post(path(id, "/resend"), nil, admin).Is(200)
	again := sentTo(s)[before:]
	want := fmt.Sprint("uiterlijk ", next.DueOn.Day, " ")
	if len(again) != 1 || !strings.Contains(again[0].Text, want) || strings.Contains(again[0].Text, "29 juni") {
		t.Errorf("want %q in %+v", want, again)
	}
}

type step struct {
	days int
	want string
}

func walk(t *testing.T, s *apitest.Site, steps ...step) {
	t.Helper()
	for i, step := range steps {
		if got := reminded(s, step.days); got != step.want {
			t.Errorf("step %d, on %s: %q, want %q", i, s.Now.Format(time.DateOnly), got, step.want)
		}
	}
}

// contract: facts §1.11
func TestAnInstalmentIsAskedForAndRemindedOfTwice(t *testing.T) {
	t.Parallel()
	s, admin, id := planned(t, invoice.Quarterly) // 23 June, 23 November, 23 April
	walk(t, s,
		step{7, ""}, step{1, "Termijn"}, step{13, ""}, step{1, "Herinnering"}, step{6, ""}, step{1, "Tweede"}, step{100, ""})
	s.Post("/api/club/v1/finance/settings", apitest.Object{"invoice_reminders": false}, admin).Is(200)
	walk(t, s, step{31, ""}, step{1, "Termijn"}) // instalments have no switch
	kept := s.Get(path(id, ""), admin).Is(200)
	for _, at := range []string{"sent_at", "reminder_1_sent_at", "reminder_2_sent_at"} {
		if kept.At("installments.0."+at) == nil || (kept.At("installments.1."+at) == nil) == (at == "sent_at") {
			t.Errorf("%s of %s", at, kept.Text)
		}
	}
}

// Who gets a new term is reminded when that is over, and of that day.
func TestANewTermIsRemindedOfAnew(t *testing.T) {
	t.Parallel()
	s, admin, id := planned(t, invoice.Quarterly) // 23 June
	walk(t, s, step{8, "Termijn"}, step{10, ""})
	s.Post(path(id, "/status"), apitest.Object{"status": "sent"}, admin).Is(200) // 3 July: until the 17th
	walk(t, s, step{4, ""}, step{10, ""}, step{13, ""}, step{1, "Herinnering"}, step{7, "Tweede"}, step{50, ""})
	s.Post(path(id, "/status"), apitest.Object{"status": "sent"}, admin).Is(200)
	walk(t, s, step{14 + 14, "Herinnering"}, step{7, "Tweede"})
	last := sentTo(s)[len(sentTo(s))-1]
	if !strings.Contains(last.Text, "21 dagen") {
		t.Errorf("the mail: %s", last.Text)
	}
	s, admin, id = planned(t, "") // due on 29 June
	walk(t, s, step{14 + 7, "Herinnering"}, step{14, "Tweede"})
	s.Post(path(id, "/status"), apitest.Object{"status": "sent"}, admin).Is(200)
	walk(t, s, step{14 + 6, ""}, step{1, "Herinnering"})
}

// contract: facts §1.11
func TestAReminderThatComesLateMakesThoseBeforeItNeedless(t *testing.T) {
	t.Parallel()
	s, admin, id := planned(t, invoice.Quarterly)
	walk(t, s, step{8 + 30, "Tweede"}, step{1, ""})
	s.Post(
		path(id, "/payments"),
		apitest.Object{"amount": 30, "paid_on": s.Now.Format(time.DateOnly), "method": "bank"},
		admin,
	).Is(200)
	walk(t, s, step{300, ""}) // paid
}

// contract: facts §1.11
func TestWhatIsPaidAtOnceIsRemindedOfUnlessTheClubDoesNotWantThat(t *testing.T) {
	t.Parallel()
	for _, plan := range []invoice.Plan{"", invoice.Full} {
		s, _, _ := planned(t, plan) // due on 29 June
		walk(t, s, step{14, ""}, step{6, ""}, step{1, "Herinnering"}, step{13, ""}, step{1, "Tweede"}, step{99, ""})
		s, admin, _ := planned(t, plan)
		s.Post("/api/club/v1/finance/settings", apitest.Object{"invoice_reminders": false}, admin).Is(200)
		walk(t, s, step{21, ""}, step{14, ""}, step{99, ""})
	}
}

// contract: facts §1.11
func TestAReminderIsSentAtMostOnceWhateverStops(t *testing.T) {
	t.Parallel()
	for _, plan := range []invoice.Plan{"", invoice.Full, invoice.Quarterly} {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/%v", plan, after), func(t *testing.T) {
				t.Parallel()
				s, _, _ := planned(t, plan)
				s.Later(21 * day) // a week after the term, a fortnight after the first instalment
				before := len(sentTo(s))
				whole := s.Server.Billing.Atomic
				s.Server.Billing.Atomic = &crashing{Atomic: whole, before: !after, after: after}
				if _, err := s.Server.Billing.Remind(t.Context()); !errors.Is(err, errCrash) {
					t.Fatal(err)
				}
				if got := len(sentSince(s, before)); got != map[bool]int{false: 0, true: 1}[after] {
					t.Errorf("%d mails after the stop", got)
				}
				s.Server.Billing.Atomic = whole
				if got := reminded(s, 0); got == "" == !after {
					t.Errorf("afterwards %q", got)
				}
				if all := sentSince(s, before); len(all) != 1 {
					t.Errorf("in all %q", all)
				}
			})
		}
	}
}

// contract: facts §1.9
func TestSendingAtOnceSendsOneMail(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := child(s, admin, "Jan")
	id := s.Post(all, asked(jan, line("x", 10)), admin).Is(200).ID()
	var sending sync.WaitGroup
	answers := make(chan apitest.Answer, 20)
	for range 20 {
		sending.Go(func() { answers <- s.Post(path(id, "/send"), nil, admin) })
	}
	sending.Wait()
	close(answers)
	sent := 0
	for a := range answers {
		if a.StatusCode == 200 {
			sent++
			continue
		}
		a.Refuses(400, "invalid_status")
	}
	if mails := sentTo(s); sent != 1 || len(mails) != 1 {
		t.Errorf("%d sent, %d mails", sent, len(mails))
	}
}

// contract: club §3.2; facts §3
func TestSendingSaysThatTheClubAsksForTheCase(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := child(s, admin, "Jan")
	const cases = "/api/cms/v2/discipline-cases"
	var ids [2]int64
	for i := range ids {
		ids[i] = s.Post(cases, apitest.Object{"acf": apitest.Object{
			"dossier_id": fmt.Sprint("T-", i), "person": jan, "match_date": "20260314", "match_description": "A - B",
			"is_charged": "federation",
		}}, admin).Is(201).ID()
	}
	charged := func(id int64, want string) {
		t.Helper()
		s.Get(apitest.At(cases, id), admin).Is(200).Has("acf.is_charged", want)
	}
	id := s.Post(all, asked(jan, caseLine(ids[0])), admin).Is(200).ID()
	charged(ids[0], "federation")
	s.Post(path(id, "/send"), apitest.Object{"recipient": "proef@club.example"}, admin).Is(200)
	charged(ids[0], "federation")
	s.Post(path(id, "/send"), nil, admin).Is(200)
	charged(ids[0], "club")
	charged(ids[1], "federation")
}

// What the bank takes back is asked for and reminded of as if it never was: a reminder of before would make the next one the
// second.
func TestWhatTheBankTookBackIsRemindedOfAnew(t *testing.T) {
	t.Parallel()
	for _, plan := range []invoice.Plan{"", invoice.Full, invoice.Quarterly} {
		s, admin, id := planned(t, plan) // due on 29 June, the first instalment on the 23rd
		walk(t, s, step{8 + 15, "Herinnering"})
		seen := invoice.Observed{ID: "tr_1"}
		changed(s, id, func(v *invoice.Invoice) error {
			now := invoice.At(s.Now, time.UTC)
			c, _, err := v.Begin("a", "key", now)
			if err == nil {
				seen.Amount = c.Amount
				_, err = v.Observe("a", seen, now)
			}
			return err
		})
		walk(t, s, step{30, ""})
		s.Get("/api/club/v1/payments/review", admin).Is(200).Has("", []any{})
		changed(s, id, func(v *invoice.Invoice) error {
			seen.ChargedBack = seen.Amount
			_, err := v.Observe("a", seen, invoice.At(s.Now, time.UTC))
			return err
		})
		s.Get("/api/club/v1/payments/review", admin).Is(200).Has("0.reason", "charged_back").Has("0.invoice_id", float64(id))
		first, second := 7, 14
		if plan == invoice.Quarterly {
			first, second = 14, 7
		}
		walk(t, s, step{first - 1, ""}, step{1, "Herinnering"}, step{second - 1, ""}, step{1, "Tweede"})
	}
}

// Whoever mends an address runs the job once more.
func TestTheJobOfRemindersRunsAgainOnTheSameDay(t *testing.T) {
	t.Parallel()
	s, admin, _ := planned(t, "")
	s.Later((14 + 7) * day)
	run := func() {
		t.Helper()
		if _, err := s.Server.Jobs.RunNow(t.Context(), "remind-invoices"); err != nil {
			t.Fatal(err)
		}
	}
	before := len(sentTo(s))
	address := func(contacts ...apitest.Object) {
		s.Send("PUT", apitest.Person(1), apitest.Object{"acf": apitest.Object{"contact_info": contacts}}, admin).Is(200)
	}
	address([]apitest.Object{}...)
	run()
	if got := subjects(sentSince(s, before)); got != "" {
		t.Errorf("without an address: %q", got)
	}
	address(apitest.Object{"contact_type": "email", "contact_value": "jan@club.example"})
	for range 2 {
		run()
		if got := subjects(sentSince(s, before)); got != "Herinnering" {
			t.Errorf("with an address: %q", got)
		}
	}
	told := s.Get("/api/club/v1/audit?kind=invoice-mailed", admin).Is(200)
	if n := strings.Count(told.Text, `"reminder"`); n != 1 {
		t.Errorf("the log tells of %d: %s", n, told.Text)
	}
}

// Who removes an invoice, or sets its status by hand, changes whether the club asks for its cases.
func TestTheClubAsksForACaseAsLongAsAnInvoiceDoes(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	cases(s, jan)
	charged := func(want string) {
		t.Helper()
		s.Get("/api/cms/v2/discipline-cases/1", s.Program("beheer")).Is(200).Has("acf.is_charged", want)
	}
	status := func(id int64, status string) {
		t.Helper()
		s.Post(path(id, "/status"), apitest.Object{"status": status}, penny).Is(200)
	}
	for _, by := range []string{"sent", "overdue", "paid"} {
		id := s.Post(all, asked(jan, caseLine(1), caseLine(2)), penny).Is(200).ID()
		status(id, by)
		charged("club")
		status(id, "draft")
		s.Send("DELETE", path(id, ""), nil, penny).Is(200)
		charged("")
	}
	credited := s.Post(all, asked(jan, caseLine(1)), penny).Is(200).ID()
	status(credited, "sent")
	note := apitest.Object{"reason": "x", "lines": []apitest.Object{{"description": "x", "amount": 11.35}}}
	s.Post(path(credited, "/credit"), note, penny).Is(200)
	charged("club")
	draft := s.Post(all, asked(jan, caseLine(1)), penny).Is(200).ID()
	s.Send("DELETE", path(draft, ""), nil, penny).Is(200)
	charged("")
	s.Send("PUT", "/api/cms/v2/discipline-cases/1", apitest.Object{"acf": apitest.Object{"is_charged": "federation"}},
		s.Program("beheer")).Is(200)
	draft = s.Post(all, asked(jan, caseLine(1)), penny).Is(200).ID()
	s.Send("DELETE", path(draft, ""), nil, penny).Is(200)
	charged("federation")
}
