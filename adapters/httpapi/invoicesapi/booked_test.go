package invoicesapi_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

// contract: club §3.2; facts §1.3
func TestAStatusByHandIsAnOverride(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	id := s.Post(all, asked(jan, line("x", 40)), penny).Is(200).ID()
	set := func(status string) apitest.Answer {
		return s.Post(of(id, "/status"), apitest.Object{"status": status, "reason": "telefoon"}, penny).Is(200).Has("status", status)
	}
	set("sent").Has("sent_date", "2026-06-15").Has("due_date", "2026-06-29").Has("next_due_date", "2026-06-29")
	set("paid").Has("open_amount", 0.0).Has("payments.0.method", "manual").Has("payments.0.amount", 40.0).
		Has("payments.0.booked_by", "Heet penny").Has("payments.0.note", "telefoon").Has("payments.0.paid_on", "2026-06-15")
	set("draft").Has("payments", []any{}).Has("sent_date", nil).Has("due_date", nil).Has("open_amount", 40.0)
	set("overdue").Has("overdue_by_hand", true)
	s.Later(24 * time.Hour)
	s.Get(of(id, ""), penny).Is(200).Has("status", "overdue")
	set("sent").Has("sent_date", "2026-06-16").Has("due_date", "2026-06-30")
	set("overdue")
	set("paid")
	set("sent")
	s.Post(of(id, "/status"), apitest.Object{}, penny).Refuses(400, "rest_missing_param", "status")
	s.Post(of(id, "/status"), apitest.Object{"status": ""}, penny).Refuses(400, "rest_missing_param", "status")
	s.Post(of(id, "/status"), apitest.Object{"status": "betaald"}, penny).Refuses(400, "rest_invalid_param")
	s.Post(of(id, "/status"), apitest.Object{"status": 7}, penny).Refuses(400, "rest_invalid_param", "status")
	s.Post(of(id, "/status"), apitest.Object{"status": "paid", "reason": strings.Repeat("x", 501)}, penny).
		Refuses(400, "rest_invalid_param", "reason")
	s.Post(of(9, "/status"), apitest.Object{"status": "paid"}, penny).Refuses(404, "rest_not_found")
	log := s.Get("/api/club/v1/audit?kind=invoice-status-set", s.Program("beheer")).Is(200)
	log.Has("0.after.status", "sent").Has("0.before.status", "paid").Has("0.after.reason", "telefoon").Has(
		"0.object_name",
		"F2026-001",
	)
	removed := s.Get("/api/club/v1/audit?kind=payment-removed", s.Program("beheer")).Is(200).Has("1.after.payment", 1.0)
	removed.Has("0.after.payment", 2.0).Has("0.after.amount", 40.0).Has("0.after.method", "manual").Has("0.actor_name", "Heet penny")

	s.Post(of(id, "/payments"), apitest.Object{"amount": 40, "method": "cash"}, penny).Is(200).Has("status", "paid")
	s.Post(of(id, "/status"), apitest.Object{"status": "sent"}, penny).Refuses(409, "invoice_paid")
}

// contract: club §3.2
func TestMoneyThatCameOtherwiseIsBooked(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	id := s.Post(all, asked(jan, line("x", 40)), penny).Is(200).ID()
	s.Post(of(id, "/status"), apitest.Object{"status": "sent"}, penny).Is(200)
	paid := apitest.Object{"amount": 15.5, "paid_on": "2026-06-01", "method": "bank", "note": "afschrift 12"}
	s.Post(of(id, "/payments"), paid, penny).Is(200).Has("status", "sent").Has("open_amount", 24.5).Has("received_amount", 15.5).
		Has("payments", []any{apitest.Object{
			"id": 1.0, "amount": 15.5, "paid_on": "2026-06-01", "method": "bank", "note": "afschrift 12", "provider_id": nil,
			"installment": nil, "refunded": 0.0, "charged_back": 0.0, "review": nil, "reviewed_by": nil, "reviewed_at": nil,
			"booked_at": "2026-06-15 14:31:45", "booked_by": "Heet penny", "removable": true,
		}})
	s.Post(of(id, "/payments"), apitest.Object{"amount": 30, "paid_on": "20260615", "method": "cash"}, penny).Is(200).
		Has("status", "paid").Has("open_amount", -5.5)
	s.Send("DELETE", of(id, "/payments/1"), nil, penny).Is(200).Has("status", "sent").Has("open_amount", 10.0).
		Has("payments.0.id", 2.0)
	s.Send("DELETE", of(id, "/payments/1"), nil, penny).Refuses(404, "rest_not_found")
	s.Post(
		of(id, "/payments"),
		apitest.Object{"amount": 1},
		penny,
	).Is(200).Has("payments.1.id", 3.0).Has("payments.1.method", "bank").
		Has("payments.1.paid_on", "2026-06-15")
	s.Post(of(id, "/payments"), apitest.Object{}, penny).Refuses(400, "rest_missing_param", "amount")
	for field, body := range map[string]apitest.Object{
		"amount": {"amount": 0}, "paid_on": {"amount": 1, "paid_on": "2026-06-16"}, "method": {"amount": 1, "method": "manual"},
		"note": {"amount": 1, "note": strings.Repeat("x", 501)},
	} {
		s.Post(of(id, "/payments"), body, penny).Refuses(400, "rest_invalid_param", field)
	}
	for field, body := range map[string]apitest.Object{
		"amount": {"amount": -1}, "paid_on": {"amount": 1, "paid_on": "gisteren"}, "method": {"amount": 1, "method": "provider"},
	} {
		s.Post(of(id, "/payments"), body, penny).Refuses(400, "rest_invalid_param", field)
	}
	var booked sync.WaitGroup
	for range 50 {
		booked.Go(func() { s.Post(of(id, "/payments"), apitest.Object{"amount": 0.01}, penny).Is(200) })
	}
	booked.Wait()
	s.Get(of(id, ""), penny).Is(200).Has("received_amount", 31.5).Has("open_amount", 8.5)
	s.Get("/api/club/v1/audit?kind=payment-removed", s.Program("beheer")).Is(200).Has("0.after.amount", 15.5).Has(
		"0.after.note",
		"afschrift 12",
	)
}

func TestACreditNoteAsksForLess(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	id := s.Post(all, asked(jan, line("x", 40)), penny).Is(200).ID()
	note := func(amount float64) apitest.Object {
		return apitest.Object{"lines": []any{line("Verhuisd", amount)}, "reason": "verhuisd"}
	}
	s.Post(of(id, "/credit"), note(10), penny).Refuses(409, "invoice_draft")
	s.Post(of(id, "/status"), apitest.Object{"status": "sent"}, penny).Is(200)
	s.Post(of(id, "/credit"), note(40.01), penny).Refuses(400, "rest_invalid_param")
	s.Post(of(id, "/credit"), note(-1), penny).Refuses(400, "rest_invalid_param")
	s.Post(of(id, "/credit"), apitest.Object{"reason": "x"}, penny).Refuses(400, "rest_invalid_param", "lines")
	s.Post(of(id, "/credit"), apitest.Object{"lines": []any{line("x", 1)}}, penny).Refuses(400, "rest_invalid_param", "reason")
	s.Post(of(id, "/credit"), note(10), penny).Is(200).Has("open_amount", 30.0).Has(
		"credited_amount",
		10.0,
	).Has("total_amount", 40.0).
		Has(
			"credits",
			[]any{
				apitest.Object{
					"number":       "K2026-001",
					"total_amount": 10.0,
					"reason":       "verhuisd",
					"created":      "2026-06-15 14:31:45",
					"created_by":   "Heet penny",
					"lines":        []any{line("Verhuisd", 10.0)},
				},
			},
		)
	s.Post(of(id, "/credit"), note(30), penny).Is(200).Has("status", "paid").Has("credits.1.number", "K2026-002")
	s.Get(all+"?search=k2026-002", penny).Is(200).Has("0.id", float64(id))
	if rows := s.Get(all, penny).Is(200).List(""); len(rows) != 1 {
		t.Errorf("%d rows: a credit note is none", len(rows))
	}
}

// Money that was given back by a transfer is booked as a payment below zero.
func TestWhatIsGivenBackIsBooked(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	id := s.Post(all, asked(jan, line("x", 40)), penny).Is(200).ID()
	s.Post(of(id, "/status"), apitest.Object{"status": "sent"}, penny).Is(200)
	s.Post(of(id, "/payments"), apitest.Object{"amount": 50}, penny).Is(200).Has("open_amount", -10.0)
	s.Post(of(id, "/payments"), apitest.Object{"amount": -10.01}, penny).Refuses(400, "rest_invalid_param", "amount")
	s.Post(of(id, "/payments"), apitest.Object{"amount": -10}, penny).Is(200).Has("open_amount", 0.0).Has("status", "paid").
		Has("received_amount", 40.0).Has("payments.1.amount", -10.0).Has("payments.1.removable", true)
	s.Get(of(id, "/pdf"), penny).Is(200)
	s.Send("DELETE", of(id, "/payments/2"), nil, penny).Is(200).Has("open_amount", -10.0)
}

// A case is not lost by an invoice that asks for nothing, nor by one that is credited in full.
func TestACaseIsBilledAgainAfterAnInvoiceOfNothing(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	cases(s, jan)
	free := caseLine(1)
	free["amount"] = 0
	nothing := s.Post(all, asked(jan, free), penny).Is(200).Has("status", "paid").ID()
	s.Post(all, asked(jan, caseLine(1)), penny).Refuses(409, "case_already_invoiced")
	s.Send("DELETE", of(nothing, ""), nil, penny).Is(200)
	id := s.Post(all, asked(jan, caseLine(1)), penny).Is(200).ID()
	s.Post(of(id, "/status"), apitest.Object{"status": "sent"}, penny).Is(200)
	note := func(amount float64) apitest.Object {
		return apitest.Object{"reason": "x", "lines": []apitest.Object{{"description": "x", "amount": amount}}}
	}
	billed := "/api/club/v1/invoices/invoiced-cases?person_id=" + strconv.FormatInt(jan, 10)
	s.Post(of(id, "/credit"), note(11.34), penny).Is(200)
	s.Get(billed, penny).Is(200).Has("case_ids", []any{1.0})
	s.Post(all, asked(jan, caseLine(1)), penny).Refuses(409, "case_already_invoiced")
	s.Post(of(id, "/credit"), note(0.01), penny).Is(200)
	s.Get(billed, penny).Is(200).Has("case_ids", []any{})
	again := s.Post(all, asked(jan, caseLine(1)), penny).Is(200).ID()
	s.Send("DELETE", "/api/cms/v2/discipline-cases/1?force=true", nil, s.Program("beheer")).Is(409)
	s.Send("DELETE", of(again, ""), nil, penny).Is(200)
	s.Send("DELETE", "/api/cms/v2/discipline-cases/1?force=true", nil, s.Program("beheer")).Is(200)
}

// What is late already can be late by hand as well, until it is paid: that changes the invoice.
func TestTheLogTellsThatWhatIsLateIsLateByHand(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	id := s.Post(all, asked(jan, line("x", 40)), penny).Is(200).ID()
	s.Post(of(id, "/status"), apitest.Object{"status": "sent"}, penny).Is(200)
	s.Later(30 * day)
	s.Get(of(id, ""), penny).Is(200).Has("status", "overdue").Has("overdue_by_hand", false)
	for range 2 { // the second changes nothing
		s.Post(of(id, "/status"), apitest.Object{"status": "overdue", "reason": "x"}, penny).Is(200).Has("overdue_by_hand", true)
	}
	log := s.Get("/api/club/v1/audit?kind=invoice-status-set", s.Program("beheer")).Is(200)
	log.Has("0.before", apitest.Object{"forced": false}).Has("0.after", apitest.Object{"forced": true, "reason": "x"}).
		Has("1.after.status", "sent")
}
