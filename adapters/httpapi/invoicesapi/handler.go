// Package invoicesapi is the HTTP area of invoices (contract §4.7): lists, one with all that became of it, and what the treasurer
// does with it.
//
// It does not own sending one, papers, the bulk job and the payment page, which have areas of their own.
package invoicesapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/invoices"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	invoices *invoices.Service
	payments *payments.Service
	wire     Wire
}

// New makes the area.
func New(service *invoices.Service, paid *payments.Service, format rest.Format) *Handler {
	return &Handler{service, paid, Wire{Format: format}}
}

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const all, one, tag = "/club/v1/invoices", "/club/v1/invoices/{id}", "invoices"
	guard := func(ctx context.Context, id int64) error {
		return h.invoices.Expect(ctx, session.Viewer(ctx), id, rest.Expected(ctx))
	}
	read := func(name, path, summary string) rest.Operation {
		return rest.Operation{Name: name, Method: http.MethodGet, Path: path, Tag: tag, Needs: access.Finance, Summary: summary}
	}
	write := func(name, method, path, summary string) rest.Operation {
		return rest.Operation{
			Name: name, Method: method, Path: path, Tag: tag, Needs: access.Finance, Summary: summary, Guard: guard, Audit: true,
		}
	}
	rest.Handle(api, read("invoices.list", all, "Invoices, newest first; without per_page all of them"), h.list)
	rest.Handle(
		api,
		read("invoices.cases", all+"/invoiced-cases", "The discipline cases of a person that stand on an invoice"),
		h.cases,
	)
	rest.Handle(
		api,
		read("invoices.summary", all+"/summary", "What was billed, received and is open of a season, by month"),
		h.summary,
	)
	rest.Handle(api, read("invoices.show", one, "Show an invoice with all that became of it"), h.show)
	rest.Handle(api, rest.Operation{Name: "invoices.create", Method: http.MethodPost, Path: all, Tag: tag, Needs: access.Finance,
		Summary: "Make an invoice: a draft, or when its total is nothing a paid one", Audit: true}, h.create)
	rest.Handle(api, rest.Operation{Name: "fees.invoice", Method: http.MethodPost, Path: "/club/v1/fees/create-membership-invoice",
		Tag: tag, Needs: access.Manage, Summary: "Bill a member for a season, for administrators", Audit: true}, h.createMembership)
	rest.Handle(api, write("invoices.delete", http.MethodDelete, one, "Delete a draft; its number is never given again"), h.remove)
	rest.Handle(api, write("invoices.status", http.MethodPost, one+"/status",
		"Say by hand what the status is: paid books what is open, sent begins the term, overdue stays until it is paid"), h.status)
	rest.Handle(api, write("invoices.due-date", http.MethodPost, one+"/due-date",
		"Give an invoice another day by which it has to be paid"), h.due)
	rest.Handle(api, write("invoices.toggle-installments", http.MethodPost, one+"/toggle-installments",
		"Say whether an invoice can only be paid at once"), h.toggle)
	rest.Handle(api, write("invoices.regenerate-payment-link", http.MethodPost, one+"/regenerate-payment-link",
		"Give an invoice a fresh checkout for what is asked for next; the one before is closed"), h.regenerate)
	rest.Handle(api, write("invoices.reset-payment-state", http.MethodPost, one+"/reset-payment-state",
		"Forget what was chosen and paid; only on a server for tests"), h.reset)
	rest.Handle(api, write("invoices.payments.add", http.MethodPost, one+"/payments",
		"Book money that came in otherwise, or what was given back of it; more than is open is kept, and shown"), h.addPayment)
	rest.Handle(api, write("invoices.payments.remove", http.MethodDelete, one+"/payments/{payment}",
		"Take back a payment that was booked by hand"), h.removePayment)
	rest.Handle(api, write("invoices.credit", http.MethodPost, one+"/credit", "Make a credit note: less is asked for"), h.credit)
}

type listInput struct {
	Status  string `query:"status" doc:"draft, sent, paid or overdue; empty for all."`
	Person  int64  `query:"person_id" default:"0" doc:"0 for all."`
	Type    string `query:"type" doc:"membership or discipline; empty for all."`
	Plan    string `query:"payment_plan" doc:"full, quarterly_3 or monthly_8; empty for all."`
	Season  string `query:"season" doc:"Such as 2025-2026; empty for all."`
	Search  string `query:"search" maxLength:"200" doc:"Words that the number, that of a credit note, or the name holds."`
	Review  bool   `query:"to_review" doc:"Only invoices with a payment that somebody should look at."`
	OrderBy string `query:"orderby" default:"created" enum:"created,number,name,total,open,due_date"`
	Order   string `query:"order" default:"desc" enum:"asc,desc"`
	Page    int    `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int    `query:"per_page" minimum:"0" maximum:"500" default:"0" doc:"Invoices a page; 0 for all."`
}

type listOutput struct {
	rest.Paged
	Body []ListedInvoice
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	q, err := in.query()
	if err != nil {
		return nil, err
	}
	page, err := h.invoices.List(ctx, session.Viewer(ctx), q)
	if err != nil {
		return nil, err
	}
	perPage := in.PerPage
	if perPage == 0 {
		perPage = max(1, page.Total)
	}
	output := &listOutput{
		Paged: rest.Paged{
			Total:      page.Total,
			TotalPages: rest.Pages(page.Total, perPage),
		},
		Body: make([]ListedInvoice, len(page.Records)),
	}
	wire := h.wire.For(ctx)
	for i := range page.Records {
		output.Body[i] = wire.Listed(&page.Records[i])
	}
	return output, nil
}

func (in *listInput) query() (q invoice.Query, err error) {
	var problems fault.Problems
	q = invoice.Query{
		Person: in.Person, Kind: chosen("type", in.Type, invoice.Kinds, &problems),
		Plan: chosen("payment_plan", in.Plan, invoice.Plans, &problems), Words: words(in.Search), ToReview: in.Review,
		Order: invoice.Order(in.OrderBy), Desc: in.Order == "desc",
	}
	if status := chosen("status", in.Status, invoice.Statuses, &problems); status != "" {
		q.Statuses = []invoice.Status{status}
	}
	if in.Season != "" {
		if q.Season, err = season.Parse(in.Season); err != nil {
			problems.Add("season", season.ErrNotASeason.Message)
		}
	}
	if in.PerPage > 0 {
		q.Offset, q.Limit = rest.Offset(in.Page, in.PerPage), in.PerPage
	} else if in.Page > 1 {
		q.Offset = rest.Offset(in.Page, 1<<30)
	}
	return q, problems.Fault()
}

type showInput struct {
	ID int64 `path:"id" doc:"The invoice's number in lists, not the one that stands on it."`
}

type showOutput struct {
	ETag string `header:"ETag" doc:"The invoice's revision, for If-Match."`
	Body Invoice
}

func (h *Handler) one(shown invoices.Shown, err error) (*showOutput, error) {
	if err != nil {
		return nil, err
	}
	return &showOutput{rest.ETag(shown.Revision), h.wire.Invoice(&shown)}, nil
}

func (h *Handler) show(ctx context.Context, in *showInput) (*showOutput, error) {
	shown, err := h.invoices.Show(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &showOutput{rest.ETag(shown.Revision), h.wire.For(ctx).Invoice(&shown)}, nil
}

type casesInput struct {
	Person int64 `query:"person_id" required:"true" doc:"The person's number."`
}

type invoicedCasesOutput struct {
	Body struct {
		Cases []int64 `json:"case_ids"`
	}
}

func (h *Handler) cases(ctx context.Context, in *casesInput) (*invoicedCasesOutput, error) {
	output := &invoicedCasesOutput{}
	var err error
	output.Body.Cases, err = h.invoices.InvoicedCases(ctx, session.Viewer(ctx), in.Person)
	return output, err
}

// NewInvoice is what clients send to make an invoice.
type NewInvoice struct {
	Person int64            `json:"person_id,omitempty" doc:"Whom it is for."`
	Lines  []NewInvoiceLine `json:"line_items,omitempty" doc:"At least one."`
}

// NewInvoiceLine is one line of a new invoice.
type NewInvoiceLine struct {
	Case        *int64      `json:"discipline_case_id,omitempty" nullable:"true" doc:"The case of this person that it bills: each once."`
	Description string      `json:"description,omitempty"`
	Amount      *rest.Euros `json:"amount,omitempty" doc:"Negative for a discount, which stands beside a positive one."`
}

type createInput struct{ Body NewInvoice }

func (h *Handler) create(ctx context.Context, in *createInput) (*showOutput, error) {
	lines := make([]invoice.Line, len(in.Body.Lines))
	for i, given := range in.Body.Lines {
		if given.Amount == nil {
			return nil, fault.Param("line_items", invoice.NoAmount)
		}
		lines[i] = invoice.Line{Description: given.Description, Amount: given.Amount.Cents}
		if given.Case != nil {
			lines[i].Case = *given.Case
		}
	}
	return h.one(h.invoices.Create(ctx, session.Viewer(ctx), in.Body.Person, lines))
}

type membershipInvoiceInput struct {
	Body struct {
		Person int64  `json:"person_id,omitempty"`
		Season string `json:"season,omitempty" doc:"Such as 2025-2026; empty for the current one."`
	}
}

func (h *Handler) createMembership(ctx context.Context, in *membershipInvoiceInput) (*showOutput, error) {
	var of season.Season
	if in.Body.Season != "" {
		var err error
		if of, err = season.Parse(in.Body.Season); err != nil {
			return nil, fault.Param("season", season.ErrNotASeason.Message)
		}
	}
	return h.one(h.invoices.CreateMembership(ctx, session.Viewer(ctx), in.Body.Person, of))
}

// deed is a change that the caller makes.
func deed(ctx context.Context, id int64) invoices.Deed {
	rest.EventOf(ctx).Record = id
	return invoices.Deed{Viewer: session.Viewer(ctx), ID: id, Expected: rest.Expected(ctx)}
}

type removeInvoiceInput struct {
	ID    int64 `path:"id"`
	Force bool  `query:"force" doc:"Accepted; the answer is the same with and without."`
}

type removeInvoiceOutput struct {
	Body struct {
		Deleted bool  `json:"deleted" enum:"true"`
		ID      int64 `json:"id"`
	}
}

func (h *Handler) remove(ctx context.Context, in *removeInvoiceInput) (*removeInvoiceOutput, error) {
	if err := h.invoices.Remove(ctx, deed(ctx, in.ID)); err != nil {
		return nil, err
	}
	output := &removeInvoiceOutput{}
	output.Body.Deleted, output.Body.ID = true, in.ID
	return output, nil
}

type invoiceStatusInput struct {
	ID   int64 `path:"id"`
	Body struct {
		Status *string `json:"status,omitempty" doc:"draft, sent, paid or overdue."`
		Reason string  `json:"reason,omitempty" doc:"Why, for the log."`
	}
}

func (h *Handler) status(ctx context.Context, in *invoiceStatusInput) (*showOutput, error) {
	if in.Body.Status == nil || *in.Body.Status == "" {
		return nil, missing("status")
	}
	return h.one(h.invoices.SetStatus(ctx, deed(ctx, in.ID), invoice.Status(*in.Body.Status), in.Body.Reason))
}

type invoiceDueInput struct {
	ID   int64 `path:"id"`
	Body struct {
		Due *string `json:"due_date,omitempty" doc:"Y-m-d; Ymd is understood."`
	}
}

func (h *Handler) due(ctx context.Context, in *invoiceDueInput) (*showOutput, error) {
	if in.Body.Due == nil || *in.Body.Due == "" {
		return nil, missing("due_date")
	}
	due, ok := civil.Parse(*in.Body.Due)
	if !ok {
		return nil, fault.Param("due_date", fault.NotADate)
	}
	return h.one(h.invoices.SetDue(ctx, deed(ctx, in.ID), due))
}

type toggleInstallmentsInput struct {
	ID   int64 `path:"id"`
	Body struct {
		Disabled *bool `json:"disabled,omitempty"`
	}
}

func (h *Handler) toggle(ctx context.Context, in *toggleInstallmentsInput) (*showOutput, error) {
	if in.Body.Disabled == nil {
		return nil, missing("disabled")
	}
	return h.one(h.invoices.DisableInstallments(ctx, deed(ctx, in.ID), *in.Body.Disabled))
}

type regenerateInput struct {
	ID int64 `path:"id"`
}

func (h *Handler) regenerate(ctx context.Context, in *regenerateInput) (*showOutput, error) {
	if err := h.payments.Regenerate(ctx, session.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return h.one(h.invoices.Show(ctx, session.Viewer(ctx), in.ID))
}

type resetInput struct {
	ID int64 `path:"id"`
}

func (h *Handler) reset(ctx context.Context, in *resetInput) (*showOutput, error) {
	return h.one(h.invoices.ResetPayments(ctx, deed(ctx, in.ID)))
}
