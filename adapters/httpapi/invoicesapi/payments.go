package invoicesapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/invoice"
)

// NewInvoicePayment is money that came in otherwise.
type NewInvoicePayment struct {
	Amount *rest.Euros `json:"amount,omitempty" doc:"Above zero; below it for what was given back, at most what was paid too much."`
	PaidOn string      `json:"paid_on,omitempty" doc:"Y-m-d, not in the future; empty for today."`
	Method string      `json:"method,omitempty" doc:"bank, cash or other; empty for bank."`
	Note   string      `json:"note,omitempty"`
}

type addPaymentInput struct {
	ID   int64 `path:"id"`
	Body NewInvoicePayment
}

func (h *Handler) addPayment(ctx context.Context, in *addPaymentInput) (*showOutput, error) {
	if in.Body.Amount == nil {
		return nil, missing("amount")
	}
	on, ok := civil.Parse(in.Body.PaidOn)
	if !ok {
		return nil, fault.Param("paid_on", fault.NotADate)
	}
	return h.one(h.invoices.AddPayment(ctx, deed(ctx, in.ID), invoice.HandPayment{
		Amount: in.Body.Amount.Cents, PaidOn: on, Method: invoice.Method(in.Body.Method), Note: in.Body.Note,
	}))
}

type removePaymentInput struct {
	ID      int64 `path:"id"`
	Payment int64 `path:"payment" doc:"The number of the payment within its invoice."`
}

func (h *Handler) removePayment(ctx context.Context, in *removePaymentInput) (*showOutput, error) {
	return h.one(h.invoices.RemovePayment(ctx, deed(ctx, in.ID), in.Payment))
}

// NewInvoiceCredit is what clients send to make a credit note.
type NewInvoiceCredit struct {
	Lines  []NewInvoiceCreditLine `json:"lines,omitempty" doc:"What is not asked for any more: positive amounts."`
	Reason string                 `json:"reason,omitempty" doc:"Why; it stands on the note."`
}

// NewInvoiceCreditLine is one line of a credit note.
type NewInvoiceCreditLine struct {
	Description string      `json:"description,omitempty"`
	Amount      *rest.Euros `json:"amount,omitempty"`
}

type creditInput struct {
	ID   int64 `path:"id"`
	Body NewInvoiceCredit
}

func (h *Handler) credit(ctx context.Context, in *creditInput) (*showOutput, error) {
	lines := make([]invoice.Line, len(in.Body.Lines))
	for i, given := range in.Body.Lines {
		if given.Amount == nil {
			return nil, fault.Param("lines", invoice.NoAmount)
		}
		lines[i] = invoice.Line{Description: given.Description, Amount: given.Amount.Cents}
	}
	return h.one(h.invoices.Credit(ctx, deed(ctx, in.ID), lines, in.Body.Reason))
}

// missing is the contract's error of a member that was left out.
func missing(field string) error {
	return &fault.Fault{
		Kind: fault.Invalid, Code: "rest_missing_param", Message: fault.InvalidParameters + " " + field,
		Params: map[string]string{field: fault.Required},
	}
}

// chosen is one of several words, "" for none of them.
func chosen[T ~string](field, given string, among []T, problems *fault.Problems) T {
	for _, one := range among {
		if string(one) == given {
			return one
		}
	}
	if given != "" {
		problems.Add(field, fault.NotAChoice)
	}
	return ""
}

func words(search string) []string { return fold.Words(search) }
