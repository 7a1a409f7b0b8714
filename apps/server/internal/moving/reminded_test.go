package moving_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
)

// The old application asked for what was due, and may have received it: nobody is asked for that again by itself.
func TestNobodyIsRemindedOfWhatTheOldApplicationAskedFor(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(10))
	bill := fake.Bill{
		Number: "C2025-800", Kind: "membership", Status: "overdue", Sent: "20250903", Due: "20250917",
		Person: fake.OldPerson(1), Name: "Lang Geleden", Total: 180, Lines: []fake.Object{fake.Line("Pupil", 180)},
	}
	whole := a.AddInvoice(bill)
	bill.Number, bill.Status, bill.Plan, bill.Person = "C2025-801", "sent", "quarterly_3", fake.OldPerson(2)
	bill.Installments = []fake.Object{
		fake.Installment(1, 60, "paid", "2025-09-23"), fake.Installment(2, 60, "pending", "2026-03-14"),
		fake.Installment(3, 60, "pending", "2026-04-23"),
	}
	a.AddInvoice(bill)
	h := build(t, stores["memory"](t), nil)
	h.move(t, from, predecessors.Options{})
	if sent, err := h.club.Billing.Remind(t.Context()); sent != 0 || err != nil {
		t.Errorf("%d mails, %v", sent, err)
	}
	v := must(h.Invoices.ByKey(t.Context(), invoice.Key{By: invoice.ByNumber, Value: "C2025-801"}))(t)
	if last := v.Parts()[2]; v.AskedBefore(last.Term) {
		t.Errorf("nobody would be asked for the instalment of %v", last.DueOn)
	}
	today := invoice.At(now, amsterdam(t))
	late := must(h.Invoices.ByKey(t.Context(), invoice.Key{By: invoice.ByNumber, Value: "C2025-800"}))(t)
	if err := late.SetDue(today.On, today); err != nil || late.AskedBefore(late.DueOn) {
		t.Errorf("a term that begins here is not one of Clubhuis: %v", err)
	}

	const stays = "IT STAYS OPEN HERE"
	second := h.move(t, from, predecessors.Options{})
	if report := second.Write(); strings.Contains(report, stays) {
		t.Errorf("nobody paid since:\n%s", report)
	}
	detail := maps.Clone(a.Hanging("detail", whole).(fake.Object))
	detail["status"] = "paid"
	a.Hang("detail", whole, detail)
	third := h.move(t, from, predecessors.Options{})
	report := third.Write()
	if strings.Count(report, stays) != 1 || !strings.Contains(report, stays+": 0.00 is open there now, and 180.00 here") {
		t.Errorf("what was paid there since is not told:\n%s", report)
	}
}
