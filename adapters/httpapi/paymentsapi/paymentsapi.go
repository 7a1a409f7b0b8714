// Package paymentsapi is the HTTP area of payments that a treasurer should look at.
//
// The page on which members pay and the callbacks of the provider are httpapi/paymentpage's, invoices httpapi/invoicesapi's.
package paymentsapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct{ payments *payments.Service }

// New makes the area.
func New(payments *payments.Service) *Handler { return &Handler{payments} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const tag, review = "payments", "/club/v1/payments/review"
	rest.Handle(api, rest.Operation{Name: "payments.review", Method: http.MethodGet, Path: review, Tag: tag, Needs: access.Finance,
		Summary: "Payments that somebody should look at: for a plan that was replaced, of another amount, or a second time"}, h.review)
	rest.Handle(api, rest.Operation{Name: "payments.reviewed", Method: http.MethodPost, Path: review + "/{invoice}/{payment}",
		Tag: tag, Needs: access.Finance, Summary: "Note that the caller looked at a payment", Audit: true}, h.reviewed)
}

type reviewOutput struct{ Body []Payment }

// Payment is one that somebody should look at.
type Payment struct {
	Invoice    int64      `json:"invoice_id"`
	Number     string     `json:"invoice_number"`
	Person     int64      `json:"person_id"`
	PersonName string     `json:"person_name" doc:"As it was when the invoice was made."`
	Payment    int64      `json:"payment_id" doc:"Within the invoice."`
	ProviderID string     `json:"provider_payment_id" doc:"The provider's number: tr_…"`
	Amount     rest.Euros `json:"amount"`
	Returned   rest.Euros `json:"returned" doc:"What was given or taken back of it."`
	PaidOn     string     `json:"paid_on" doc:"YYYY-MM-DD."`
	Reason     string     `json:"reason" enum:"replaced_plan,wrong_amount,second,charged_back"`
	Open       rest.Euros `json:"open_amount" doc:"What is open of the invoice now; below zero when too much was paid."`
	BookedAt   string     `json:"booked_at" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
}

func (h *Handler) review(ctx context.Context, _ *struct{}) (*reviewOutput, error) {
	found, err := h.payments.Review(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &reviewOutput{Body: make([]Payment, len(found))}
	for n := range found {
		i, p := &found[n].Invoice, &found[n].Payment
		output.Body[n] = Payment{
			Invoice: i.ID, Number: i.Number, Person: i.Person, PersonName: i.PersonName, Payment: p.ID, ProviderID: p.ProviderID,
			Amount: rest.EurosOf(p.Amount), Returned: rest.EurosOf(p.Refunded + p.ChargedBack), PaidOn: p.PaidOn.String(),
			Reason: string(p.Review), Open: rest.EurosOf(i.Open()), BookedAt: p.BookedAt.In(h.payments.Zone).Format(civil.StampLayout),
		}
	}
	return output, nil
}

type reviewedInput struct {
	Invoice int64 `path:"invoice" minimum:"1"`
	Payment int64 `path:"payment" minimum:"1"`
}

type reviewedOutput struct {
	Body struct {
		Reviewed bool `json:"reviewed"`
	}
}

func (h *Handler) reviewed(ctx context.Context, in *reviewedInput) (*reviewedOutput, error) {
	output := new(reviewedOutput)
	output.Body.Reviewed = true
	return output, h.payments.Reviewed(ctx, session.Viewer(ctx), in.Invoice, in.Payment)
}
