package invoicesapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/billing"
	"github.com/clubhuis/clubhuis/core/usecase/invoices"
)

// Papers is the area of what goes out about invoices: mails, papers and codes, and the job that bills a season.
type Papers struct {
	billing  *billing.Service
	invoices *invoices.Service
	wire     Wire
}

// NewPapers makes the area.
func NewPapers(service *billing.Service, made *invoices.Service, format rest.Format) *Papers {
	return &Papers{service, made, Wire{Format: format}}
}

const (
	typePDF = "application/pdf"
	typePNG = "image/png"
)

// Mount adds the area's routes.
func (h *Papers) Mount(api huma.API) {
	const one, tag = "/club/v1/invoices/{id}", "invoices"
	write := func(name, path, summary string) rest.Operation {
		return rest.Operation{
			Name: name, Method: http.MethodPost, Path: one + path, Tag: tag, Needs: access.Finance, Summary: summary, Audit: true,
		}
	}
	file := func(name, path, summary, kind string) rest.Operation {
		return rest.Operation{Name: name, Method: http.MethodGet, Path: one + path, Tag: tag, Needs: access.Finance, Summary: summary,
			Types: []string{kind}}
	}
	leads := func(op rest.Operation) rest.Operation { // to the payment page, which is open to whoever has its address
		op.Secret = true
		op.Summary += "; not for an application password that may only read"
		return op
	}
	rest.Handle(
		api,
		write("invoices.send", "/send", "Send a draft: its term begins. With a recipient it is a try that changes nothing"),
		h.send,
	)
	rest.Handle(api, write("invoices.resend", "/resend", "Send the mail of an invoice again"), h.resend)
	rest.Handle(
		api,
		write("invoices.generate-pdf", "/generate-pdf", "Make the PDF; it is made anew whenever it is asked for"),
		h.generate,
	)
	rest.Handle(api, leads(file("invoices.pdf", "/pdf", "The PDF of an invoice as it stands now", typePDF)), h.pdf)
	rest.Handle(api, file("invoices.credit.pdf", "/credit/{number}/pdf", "The PDF of a credit note", typePDF), h.creditPDF)
	rest.Handle(api, leads(file("invoices.qr", "/qr", "The code that leads to the payment page", typePNG)), h.qr)

	rest.Handle(api, rest.Operation{Name: "invoices.unreachable", Method: http.MethodGet, Path: "/club/v1/payments/unreachable",
		Tag: tag, Needs: access.Finance, Summary: "Invoices with something open that nobody gets mail about, for want of an address"},
		h.unreachable)

	const fees = "/club/v1/fees/bulk-"
	rest.Handle(api, rest.Operation{Name: "fees.bulk", Method: http.MethodPost, Path: fees + "create-invoices", Tag: tag,
		Needs: access.Manage, Summary: "Bill everybody for a season who has no invoice, or say who that would be", Audit: true}, h.bulk)
	rest.Handle(api, rest.Operation{Name: "fees.bulk-job", Method: http.MethodGet, Path: fees + "invoice-job", Tag: tag,
		Needs: access.Manage, Summary: "How far the job is that bills a season"}, h.job)
}

// InvoiceMailOrder says to whom.
type InvoiceMailOrder struct {
	Recipient string `json:"recipient,omitempty" doc:"The only address that gets it, as a try: nothing changes."`
}

type mailInput struct {
	ID   int64             `path:"id" doc:"The invoice's number."`
	Body *InvoiceMailOrder `required:"false"`
}

func (in *mailInput) order(ctx context.Context) billing.Order {
	order := billing.Order{Viewer: session.Viewer(ctx), Invoice: in.ID}
	if in.Body != nil {
		order.Recipient = in.Body.Recipient
	}
	return order
}

func (h *Papers) whole(ctx context.Context, v invoice.Invoice, err error) (*showOutput, error) {
	if err != nil {
		return nil, err
	}
	shown, err := h.invoices.Whole(ctx, v)
	if err != nil {
		return nil, err
	}
	return &showOutput{ETag: rest.ETag(shown.Revision), Body: h.wire.Invoice(&shown)}, nil
}

func (h *Papers) send(ctx context.Context, in *mailInput) (*showOutput, error) {
	v, err := h.billing.Send(ctx, in.order(ctx))
	return h.whole(ctx, v, err)
}

func (h *Papers) resend(ctx context.Context, in *mailInput) (*showOutput, error) {
	v, err := h.billing.Resend(ctx, in.order(ctx))
	return h.whole(ctx, v, err)
}

type paperInput struct {
	ID int64 `path:"id" doc:"The invoice's number."`
}

func (h *Papers) generate(ctx context.Context, in *paperInput) (*showOutput, error) {
	viewer := session.Viewer(ctx)
	if _, _, err := h.billing.PDF(ctx, viewer, in.ID); err != nil {
		return nil, err
	}
	shown, err := h.invoices.Show(ctx, viewer, in.ID)
	if err != nil {
		return nil, err
	}
	return &showOutput{ETag: rest.ETag(shown.Revision), Body: h.wire.Invoice(&shown)}, nil
}

type paperOutput struct {
	Type string `header:"Content-Type"`
	Name string `header:"Content-Disposition" doc:"attachment, with the file's name."`
	Body []byte
}

func (h *Papers) pdf(ctx context.Context, in *paperInput) (*paperOutput, error) {
	name, data, err := h.billing.PDF(ctx, session.Viewer(ctx), in.ID)
	return attachment(typePDF, name, data, err)
}

type creditPaperInput struct {
	ID     int64  `path:"id" doc:"The invoice's number."`
	Number string `path:"number" doc:"The credit note's: K2026-001."`
}

func (h *Papers) creditPDF(ctx context.Context, in *creditPaperInput) (*paperOutput, error) {
	name, data, err := h.billing.CreditPDF(ctx, session.Viewer(ctx), in.ID, in.Number)
	return attachment(typePDF, name, data, err)
}

func (h *Papers) qr(ctx context.Context, in *paperInput) (*paperOutput, error) {
	data, err := h.billing.QR(ctx, session.Viewer(ctx), in.ID)
	return attachment(typePNG, "qr.png", data, err)
}

func attachment(kind, name string, data []byte, err error) (*paperOutput, error) {
	if err != nil {
		return nil, err
	}
	return &paperOutput{Type: kind, Name: `attachment; filename="` + name + `"`, Body: data}, nil
}

// BulkInvoices says which season.
type BulkInvoices struct {
	Season string `json:"season,omitempty" doc:"As 2025-2026; left out for this season."`
	DryRun bool   `json:"dry_run,omitempty" doc:"Make nothing, and say who would be billed what."`
}

type bulkInput struct {
	Season string        `query:"season" doc:"Likewise, for who sends no body."`
	Body   *BulkInvoices `required:"false"`
}

// BulkInvoiceJob is how far the job is, or whom it would bill.
type BulkInvoiceJob struct {
	Status     string        `json:"status" enum:"idle,running,done" doc:"idle before the first job, and of a dry run."`
	Season     string        `json:"season" doc:"Empty before the first job."`
	Total      int           `json:"total" doc:"People."`
	Processed  int           `json:"processed"`
	Created    int           `json:"created" doc:"Invoices; of a dry run, how many there would be."`
	Skipped    int           `json:"skipped" doc:"Who pays nothing or has an invoice."`
	Errors     []BulkProblem `json:"errors"`
	StartedAt  string        `json:"started_at" doc:"UTC (RFC 3339); empty before."`
	FinishedAt string        `json:"finished_at" doc:"Likewise."`
	DryRun     bool          `json:"dry_run"`
	Amount     rest.Euros    `json:"total_amount" doc:"Of a dry run: what all invoices would be together."`
	Invoices   []BulkInvoice `json:"invoices" doc:"Of a dry run."`
}

// BulkProblem is why somebody has no invoice.
type BulkProblem struct {
	Person  int64  `json:"person_id"`
	Name    string `json:"name"`
	Message string `json:"message"`
}

// BulkInvoice is an invoice that would be made.
type BulkInvoice struct {
	Person   int64      `json:"person_id"`
	Name     string     `json:"name"`
	Category string     `json:"category"`
	Amount   rest.Euros `json:"amount"`
}

type bulkOutput struct{ Body BulkInvoiceJob }

func (h *Papers) bulk(ctx context.Context, in *bulkInput) (*bulkOutput, error) {
	key, dry := in.Season, false
	if in.Body != nil {
		if in.Body.Season != "" {
			key = in.Body.Season
		}
		dry = in.Body.DryRun
	}
	var of season.Season
	if err := of.UnmarshalText([]byte(key)); err != nil {
		return nil, fault.Param("season", season.ErrNotASeason.Message)
	}
	viewer := session.Viewer(ctx)
	if !dry {
		begun, err := h.billing.BillAll(ctx, viewer, of)
		return bulkBody(begun, err)
	}
	plan, err := h.billing.Plan(ctx, viewer, of)
	if err != nil {
		return nil, err
	}
	body := BulkInvoiceJob{
		Status: string(bulk.Idle), Season: plan.Season.String(), Total: plan.People, Created: len(plan.Fees),
		Skipped: plan.People - len(plan.Fees), DryRun: true, Amount: rest.EurosOf(plan.Total), Errors: []BulkProblem{},
		Invoices: make([]BulkInvoice, len(plan.Fees)),
	}
	for i := range plan.Fees {
		one := &plan.Fees[i]
		body.Invoices[i] = BulkInvoice{one.Member.ID, one.Member.Name, one.Category.Label, rest.EurosOf(one.Due())}
	}
	return &bulkOutput{body}, nil
}

func (h *Papers) job(ctx context.Context, _ *struct{}) (*bulkOutput, error) {
	return bulkBody(h.billing.Job(ctx, session.Viewer(ctx)))
}

func bulkBody(j bulk.Job, err error) (*bulkOutput, error) {
	if err != nil {
		return nil, err
	}
	body := BulkInvoiceJob{
		Status: string(j.Status), Season: j.Season.String(), Total: j.Total, Processed: j.Processed, Created: j.Created,
		Skipped: j.Skipped, Errors: []BulkProblem{}, StartedAt: stampOf(j.StartedAt), FinishedAt: stampOf(j.FinishedAt),
		Invoices: []BulkInvoice{},
	}
	for _, one := range j.Errors {
		body.Errors = append(body.Errors, BulkProblem{one.Person, one.Name, one.Message})
	}
	return &bulkOutput{body}, nil
}

func stampOf(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
