package invoicesapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
)

type unreachableOutput struct{ Body []UnreachableInvoice }

// UnreachableInvoice is an invoice of which something is open while nobody gets mail about it.
type UnreachableInvoice struct {
	Invoice    int64      `json:"invoice_id"`
	Number     string     `json:"invoice_number"`
	Person     int64      `json:"person_id"`
	PersonName string     `json:"person_name" doc:"As it was when the invoice was made."`
	Open       rest.Euros `json:"open_amount"`
	DueOn      string     `json:"due_date" doc:"YYYY-MM-DD, '' for none."`
}

func (h *Papers) unreachable(ctx context.Context, _ *struct{}) (*unreachableOutput, error) {
	found, err := h.billing.Unreachable(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &unreachableOutput{Body: make([]UnreachableInvoice, len(found))}
	for n := range found {
		v := &found[n]
		output.Body[n] = UnreachableInvoice{
			Invoice: v.ID, Number: v.Number, Person: v.Person, PersonName: v.PersonName, Open: rest.EurosOf(v.Open()),
			DueOn: v.DueOn.String(),
		}
	}
	return output, nil
}
