package invoicesapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/season"
)

// InvoiceSummary is what was billed, received and is open of a season.
type InvoiceSummary struct {
	Season   string         `json:"season"`
	Months   []InvoiceMonth `json:"months" doc:"From the first month of the season to the one of today, and later ones in which something happened."`
	Drafts   int            `json:"drafts" doc:"Invoices of the season that are not sent yet."`
	Sent     int            `json:"sent" doc:"Those that are asked for and not late."`
	Overdue  int            `json:"overdue"`
	Paid     int            `json:"paid"`
	ToReview int            `json:"to_review" doc:"Invoices of any season with a payment that somebody should look at."`
}

// InvoiceMonth is one month of it.
type InvoiceMonth struct {
	Month    string     `json:"month" doc:"Such as 2026-08."`
	Billed   rest.Euros `json:"billed" doc:"What was sent, with the fees of chosen plans, less the credit notes of the month."`
	Received rest.Euros `json:"received" doc:"What came in, less what was given or taken back of it."`
	Open     rest.Euros `json:"open" doc:"At the end of the month; negative when too much was paid."`
}

type summaryInput struct {
	Season string `query:"season" doc:"Such as 2025-2026; empty for the current one."`
}

type summaryOutput struct{ Body InvoiceSummary }

func (h *Handler) summary(ctx context.Context, in *summaryInput) (*summaryOutput, error) {
	var of season.Season
	if in.Season != "" {
		var err error
		if of, err = season.Parse(in.Season); err != nil {
			return nil, fault.Param("season", season.ErrNotASeason.Message)
		}
	}
	found, err := h.invoices.Summary(ctx, session.Viewer(ctx), of)
	if err != nil {
		return nil, err
	}
	wire := InvoiceSummary{
		Season:   found.Season.String(),
		Months:   make([]InvoiceMonth, len(found.Months)),
		Drafts:   found.Counts[invoice.Draft],
		Sent:     found.Counts[invoice.Sent],
		Overdue:  found.Counts[invoice.Overdue],
		Paid:     found.Counts[invoice.Paid],
		ToReview: found.ToReview,
	}
	for i, m := range found.Months {
		wire.Months[i] = InvoiceMonth{m.First.String()[:len("2026-08")], euros(m.Billed), euros(m.Received), euros(m.Open)}
	}
	return &summaryOutput{wire}, nil
}
