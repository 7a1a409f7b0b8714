package invoice

import (
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Meta returns the attributes of contract §2.7 under their names, with those that the predecessor had besides them. The values
// are texts, whole numbers, flags and amounts (money.Cents).
func (i *Invoice) Meta(on civil.Date) map[string]any {
	meta := map[string]any{"_disable_installments": i.InstallmentsDisabled}
	if i.Season != 0 {
		meta["_invoice_season"] = i.Season.String()
	}
	for n := range i.Checkouts {
		if c := &i.Checkouts[n]; c.LinkID != "" && c.Turn == i.PlanTurn {
			meta["_payment_pid_"+c.LinkID] = c.Installment
		}
	}
	if i.Plan == "" {
		return meta
	}
	meta["_installment_plan"] = string(i.Plan)
	meta["_installment_count"] = len(i.Installments)
	for _, part := range i.Parts() {
		one, prefix := &i.Installments[part.Number-1], "_installment_"+strconv.Itoa(part.Number)
		meta[prefix+"_amount"] = one.Amount
		meta[prefix+"_admin_fee"] = one.AdminFee
		meta[prefix+"_status"] = string(i.statusOf(&part, on))
		if !part.DueOn.IsZero() {
			meta[prefix+"_due_date"] = part.DueOn.String()
		}
		for name, at := range map[string]time.Time{
			"_sent_at": one.SentAt, "_paid_at": one.PaidAt, "_reminder_1_sent_at": one.Reminder1At,
			"_reminder_2_sent_at": one.Reminder2At,
		} {
			if !at.IsZero() {
				meta[prefix+name] = at.UTC().Format(time.RFC3339)
			}
		}
		if c := i.LinkOf(part.Number); c != nil {
			meta[prefix+"_payment_id"] = c.LinkID
			meta[prefix+"_payment_link"] = c.URL
		}
	}
	return meta
}

// LinkOf returns the last checkout that the provider has for an instalment of the plan, nil when there is none.
func (i *Invoice) LinkOf(number int) (last *Checkout) {
	for n := range i.Checkouts {
		if c := &i.Checkouts[n]; c.LinkID != "" && c.Turn == i.PlanTurn && c.Installment == number {
			last = c
		}
	}
	return last
}
