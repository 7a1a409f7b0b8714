package moving_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
)

// raw is a number as it is written.
func raw(number string) json.RawMessage { return json.RawMessage(number) }

// A server that writes all digits of its numbers, or adds amounts up itself, means the same cents.
func TestAmountsWithAllTheirDigits(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(2))
	first, second := fake.Line("Pupil", raw("45.100000000000001")), fake.Line("Boete", raw("0.20000000000000001"))
	a.AddInvoice(fake.Bill{Number: "C2025-800", Kind: "membership", Status: "sent", Sent: "20250903", Person: fake.OldPerson(1),
		Name: "Vele Cijfers", Total: raw("45.300000000000004"), Lines: []fake.Object{first, second}})
	a.AddInvoice(fake.Bill{Number: "C2025-801", Kind: "membership", Status: "sent", Sent: "20250903", Person: fake.OldPerson(1),
		Name: "Geen Cent", Total: raw("45.305"), Lines: []fake.Object{fake.Line("Pupil", raw("45.305"))}})
	a.Put("discipline-cases", fake.Object{"id": 880_004, "title": "Zaak", "acf": fake.Object{
		"dossier_id": "T-880004", "match_date": "20260201", "match_description": "Uit",
		"administrative_fee": raw("45.100000000000001")}})
	h := build(t, stores["memory"](t), nil)
	report := h.move(t, from, predecessors.Options{})
	cases := must(h.Cases.ByID(t.Context(), h.origins(t, origin.Case)[880_004]))(t)
	if len(cases) != 1 || cases[0].Fee == nil || *cases[0].Fee != 4510 {
		t.Errorf("%+v", cases)
	}
	v, err := h.Invoices.ByKey(t.Context(), invoice.Key{By: invoice.ByNumber, Value: "C2025-800"})
	if err != nil || len(v.Lines) != 2 || v.Lines[0].Amount != 4510 || v.Lines[1].Amount != 20 || v.Open() != money.Cents(4530) {
		t.Errorf("%v: %+v\n%s", err, v.Lines, report.Write())
	}
	if _, err := h.Invoices.ByKey(t.Context(), invoice.Key{By: invoice.ByNumber, Value: "C2025-801"}); err == nil {
		t.Error("half a cent is taken for one")
	}
}

// A paid instalment whose amount cannot be read is told of, and nothing is booked of it: nobody is asked for it again unseen.
func TestAPaidInstalmentWithoutAnAmount(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(2))
	a.AddInvoice(fake.Bill{
		Number: "C2025-800", Kind: "membership", Status: "sent", Sent: "20250903", Plan: "quarterly_3",
		Person: fake.OldPerson(1), Name: "Eerste Betaald", Total: 180, Lines: []fake.Object{fake.Line("Pupil", 180)},
		Installments: []fake.Object{
			fake.Installment(1, "zestig", "paid", "2025-09-23"), fake.Installment(2, 60, "paid", "2026-01-23"),
			fake.Installment(3, 60, "pending", "2026-04-23"),
		},
	})
	h := build(t, stores["memory"](t), nil)
	report := h.move(t, from, predecessors.Options{})
	v := must(h.Invoices.ByKey(t.Context(), invoice.Key{By: invoice.ByNumber, Value: "C2025-800"}))(t)
	if len(v.Payments) != 1 || v.Open() != 12000 || !strings.Contains(report.Write(), "IT STAYS BEHIND: instalment 1 is paid") {
		t.Errorf("%s open of %+v\n%s", v.Open(), v.Payments, report.Write())
	}
}
