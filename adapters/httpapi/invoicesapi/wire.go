package invoicesapi

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/invoices"
)

// ListedInvoice is an invoice as lists show it.
type ListedInvoice struct {
	ID          int64      `json:"id"`
	Number      string     `json:"invoice_number" example:"C2026-001"`
	Type        string     `json:"type" enum:"membership,discipline"`
	InvoiceType string     `json:"invoice_type" enum:"membership,discipline" doc:"The same, as older clients know it."`
	Season      *string    `json:"season" doc:"Such as 2025-2026, of a membership."`
	Person      Person     `json:"person"`
	PersonName  string     `json:"person_name" doc:"As it was when the invoice was made."`
	Total       rest.Euros `json:"total_amount" doc:"What the lines ask for."`
	Credited    rest.Euros `json:"credited_amount"`
	Received    rest.Euros `json:"received_amount" doc:"Without what was given or taken back."`
	Fees        rest.Euros `json:"admin_fee_amount" doc:"The fees of the instalments."`
	Open        rest.Euros `json:"open_amount" doc:"What is still asked for; negative when too much was paid."`
	Status      string     `json:"status" enum:"draft,sent,paid,overdue"`
	PostStatus  string     `json:"post_status" doc:"The same, as older clients know it."`
	SentDate    *string    `json:"sent_date" doc:"Y-m-d."`
	DueDate     *string    `json:"due_date" doc:"Y-m-d, of the whole."`
	NextDue     *string    `json:"next_due_date" doc:"Y-m-d by which the next amount has to be paid."`
	PaymentPlan *string    `json:"payment_plan" doc:"full, quarterly_3 or monthly_8; null until one is chosen."`
	PaymentLink *string    `json:"payment_link" doc:"Where the provider takes the money now, null when nothing is asked, and for an application password that may only read."`
	ToReview    bool       `json:"to_review" doc:"Somebody should look at a payment."`
	Created     string     `json:"created" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	ETag        string     `json:"etag" doc:"The ETag of the invoice, for If-Match."`
}

// Person is whom an invoice is for, null when that person is gone.
type Person struct{ *personSummary }

type personSummary struct {
	ID        int64    `json:"id"`
	Name      string   `json:"name"`
	FirstName string   `json:"first_name"`
	Infix     string   `json:"infix"`
	LastName  string   `json:"last_name"`
	Thumbnail string   `json:"thumbnail" doc:"Address of the photo, empty without one."`
	Labels    []string `json:"labels"`
	Former    bool     `json:"former_member"`
}

// MarshalJSON implements json.Marshaler.
func (v Person) MarshalJSON() ([]byte, error) { return json.Marshal(v.personSummary) }

// Schema implements huma.SchemaProvider.
func (Person) Schema(r huma.Registry) *huma.Schema {
	s := rest.TaggedObject[personSummary](r)
	s.Nullable = true
	return s
}

// Invoice is one invoice with all that became of it.
type Invoice struct {
	ListedInvoice
	Lines                []InvoiceLine        `json:"line_items"`
	PDF                  string               `json:"pdf_url" doc:"Where its PDF is; needs the same capability."`
	PaymentURL           string               `json:"payment_url" doc:"The page on which the member pays, open to whoever has the address. Empty when it can't be read with the key of this server, and for an application password that may only read."`
	InstallmentPlan      *string              `json:"installment_plan" doc:"The same as payment_plan."`
	InstallmentCount     int                  `json:"installment_count" doc:"0 until a plan is chosen."`
	InstallmentsDisabled bool                 `json:"installments_disabled"`
	Installments         []InvoiceInstallment `json:"installments"`
	Payments             []InvoicePayment     `json:"payments"`
	Credits              []InvoiceCredit      `json:"credits"`
	Forced               bool                 `json:"overdue_by_hand" doc:"Somebody said that it is overdue."`
	Reminder1            *string              `json:"reminder_1_sent_at" doc:"Of the whole, in UTC (RFC 3339)."`
	Reminder2            *string              `json:"reminder_2_sent_at"`
	Trace                Trace                `json:"trace"`
	Meta                 Meta                 `json:"meta"`
}

// InvoiceLine is one line of an invoice.
type InvoiceLine struct {
	Description string     `json:"description"`
	Amount      rest.Euros `json:"amount"`
	CaseID      *int64     `json:"discipline_case_id" doc:"null for a line without a case."`
	Case        Case       `json:"discipline_case"`
}

// Case is the discipline case that a line bills, null for none and for one that is gone.
type Case struct{ *caseSummary }

type caseSummary struct {
	ID       int64  `json:"id"`
	Dossier  string `json:"dossier_id"`
	Match    string `json:"match_description"`
	Charge   string `json:"charge_description"`
	Sanction string `json:"sanction_description"`
}

// MarshalJSON implements json.Marshaler.
func (v Case) MarshalJSON() ([]byte, error) { return json.Marshal(v.caseSummary) }

// Schema implements huma.SchemaProvider.
func (Case) Schema(r huma.Registry) *huma.Schema {
	s := rest.TaggedObject[caseSummary](r)
	s.Nullable = true
	return s
}

// InvoiceInstallment is one part of the chosen plan.
type InvoiceInstallment struct {
	Number      int        `json:"number"`
	Amount      rest.Euros `json:"amount" doc:"Without the fee, as it was when the plan was chosen."`
	AdminFee    rest.Euros `json:"admin_fee"`
	Total       rest.Euros `json:"total" doc:"Amount and fee, less what was credited."`
	Open        rest.Euros `json:"open"`
	Status      string     `json:"status" enum:"pending,sent,paid,overdue"`
	DueDate     *string    `json:"due_date" doc:"Y-m-d."`
	SentAt      *string    `json:"sent_at" doc:"In UTC (RFC 3339), as those below."`
	PaidAt      *string    `json:"paid_at"`
	Reminder1   *string    `json:"reminder_1_sent_at"`
	Reminder2   *string    `json:"reminder_2_sent_at"`
	PaymentID   *string    `json:"payment_id" doc:"The provider's number of the last payment that was asked for."`
	PaymentLink *string    `json:"payment_link" doc:"Where that is paid, null unless it can be, and for an application password that may only read."`
}

// InvoicePayment is money that came in.
type InvoicePayment struct {
	ID          int64      `json:"id" doc:"Within the invoice."`
	Amount      rest.Euros `json:"amount"`
	PaidOn      string     `json:"paid_on" doc:"Y-m-d."`
	Method      string     `json:"method" enum:"manual,bank,cash,other,provider" doc:"manual: a treasurer said that the invoice is paid."`
	Note        string     `json:"note"`
	ProviderID  *string    `json:"provider_id" doc:"The provider's number."`
	Installment *int       `json:"installment" doc:"For which it was asked."`
	Refunded    rest.Euros `json:"refunded"`
	ChargedBack rest.Euros `json:"charged_back"`
	Review      *string    `json:"review" doc:"Why somebody should look at it: replaced_plan, wrong_amount, second, charged_back; null for no reason."`
	ReviewedBy  *string    `json:"reviewed_by" doc:"Who did, null when nobody has."`
	ReviewedAt  *string    `json:"reviewed_at" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	BookedAt    string     `json:"booked_at" doc:"Likewise."`
	BookedBy    string     `json:"booked_by" doc:"Empty for the program."`
	Removable   bool       `json:"removable" doc:"It was booked by hand."`
}

// InvoiceCredit is a credit note.
type InvoiceCredit struct {
	Number  string              `json:"number" example:"K2026-001"`
	Total   rest.Euros          `json:"total_amount"`
	Lines   []InvoiceCreditLine `json:"lines"`
	Reason  string              `json:"reason"`
	Created string              `json:"created" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	By      string              `json:"created_by"`
}

// InvoiceCreditLine is one line of a credit note.
type InvoiceCreditLine struct {
	Description string     `json:"description"`
	Amount      rest.Euros `json:"amount"`
}

// Trace tells how the fee came about that an invoice asks for, null for what is no membership.
type Trace struct{ *rest.FeeTrace }

// MarshalJSON implements json.Marshaler.
func (v Trace) MarshalJSON() ([]byte, error) { return json.Marshal(v.FeeTrace) }

// Schema implements huma.SchemaProvider.
func (Trace) Schema(r huma.Registry) *huma.Schema {
	s := rest.TaggedObject[rest.FeeTrace](r)
	s.Nullable = true
	s.Required = slices.DeleteFunc(s.Required, func(name string) bool { return name == "family" })
	return s
}

// Meta are the attributes of contract §2.7 by their names.
type Meta map[string]any

// Schema implements huma.SchemaProvider.
func (Meta) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true,
		Description: "_installment_plan, _installment_count, _installment_N_amount and so on, _payment_pid_… (contract §2.7)."}
}

// Wire is how invoices look in JSON.
type Wire struct {
	Format rest.Format

	// Unpayable leaves out what leads to where an invoice is paid.
	Unpayable bool
}

// For is how who sent a request sees invoices. Whoever has the address of a payment page chooses there how an invoice is paid,
// without signing in, and also after the application password has ended: one for reading alone gets none.
func (w Wire) For(ctx context.Context) Wire {
	w.Unpayable = session.Of(ctx).ReadOnly
	return w
}

// Listed is an invoice in a list.
func (w Wire) Listed(s *invoices.Shown) ListedInvoice {
	l := ListedInvoice{
		ID: s.ID, Number: s.Number, Type: string(s.Kind), InvoiceType: string(s.Kind), Season: some(s.Season.String()),
		Person: w.person(s.About), PersonName: s.PersonName, Total: euros(s.Total()), Credited: euros(s.Credited()),
		Received: euros(s.Received()), Fees: euros(s.Fees()), Open: euros(s.Open()), Status: string(s.Status),
		PostStatus: "club_" + string(s.Status), SentDate: some(s.SentOn.String()), DueDate: some(s.DueOn.String()),
		PaymentPlan: some(string(s.Plan)), PaymentLink: some(s.PaymentLink()), ToReview: s.ToReview(), Created: w.stamp(s.Created),
		ETag: rest.ETag(s.Revision),
	}
	if w.Unpayable {
		l.PaymentLink = nil
	}
	if next, there := s.Next(); there {
		l.NextDue = some(next.DueOn.String())
	}
	return l
}

// Invoice is one with all that became of it.
func (w Wire) Invoice(s *invoices.Shown) Invoice {
	v := Invoice{
		ListedInvoice: w.Listed(s), Lines: make([]InvoiceLine, len(s.Lines)), PaymentURL: s.URL, InstallmentPlan: some(string(s.Plan)),
		PDF:              w.Format.RootURL + "/club/v1/invoices/" + strconv.FormatInt(s.ID, 10) + "/pdf",
		InstallmentCount: len(s.Installments), InstallmentsDisabled: s.InstallmentsDisabled, Installments: w.installments(s),
		Payments: make([]InvoicePayment, len(s.Payments)), Credits: make([]InvoiceCredit, len(s.Credits)), Forced: s.Forced,
		Reminder1: instant(s.Reminder1At), Reminder2: instant(s.Reminder2At), Trace: Trace{rest.FeeTraceOf(s.Trace)},
		Meta: s.Meta(s.On),
	}
	if w.Unpayable {
		v.PaymentURL = ""
		for name := range v.Meta {
			if strings.HasSuffix(name, "_payment_link") || strings.HasSuffix(name, "_payment_id") ||
				strings.HasPrefix(name, "_payment_pid_") {
				delete(v.Meta, name)
			}
		}
	}
	for i, line := range s.Lines {
		v.Lines[i] = InvoiceLine{Description: line.Description, Amount: euros(line.Amount)}
		if line.Case != 0 {
			v.Lines[i].CaseID = &line.Case
		}
		if c, there := s.Cases[line.Case]; there {
			v.Lines[i].Case = Case{&caseSummary{c.ID, c.Dossier, c.Match, c.Charge, c.Sanction}}
		}
	}
	for i := range s.Payments {
		v.Payments[i] = w.payment(&s.Payments[i])
	}
	for i := range s.Credits {
		v.Credits[i] = w.credit(&s.Credits[i])
	}
	return v
}

func (w Wire) person(p *person.Summary) Person {
	if p == nil {
		return Person{}
	}
	return Person{&personSummary{
		ID: p.ID, Name: p.Name.Full(), FirstName: p.Name.First, Infix: p.Name.Infix, LastName: p.Name.Last,
		Thumbnail: w.Format.Picture(p.Photo, media.Thumbnail), Labels: term.Names(p.Labels), Former: p.Former,
	}}
}

func (w Wire) installments(s *invoices.Shown) []InvoiceInstallment {
	list := make([]InvoiceInstallment, len(s.Installments))
	for i, part := range s.Parts() {
		one := &s.Installments[i]
		list[i] = InvoiceInstallment{
			Number: part.Number, Amount: euros(one.Amount), AdminFee: euros(part.AdminFee), Total: euros(part.Amount + part.AdminFee),
			Open: euros(part.Open), Status: string(s.InstallmentStatusOn(part.Number, s.On)), DueDate: some(part.DueOn.String()),
			SentAt: instant(one.SentAt), PaidAt: instant(one.PaidAt), Reminder1: instant(one.Reminder1At),
			Reminder2: instant(one.Reminder2At),
		}
		if c := s.LinkOf(part.Number); c != nil && !w.Unpayable {
			if list[i].PaymentID = some(c.LinkID); c.State == invoice.CheckoutOpen {
				list[i].PaymentLink = some(c.URL)
			}
		}
	}
	return list
}

func (w Wire) payment(p *invoice.Payment) InvoicePayment {
	v := InvoicePayment{
		ID: p.ID, Amount: euros(p.Amount), PaidOn: p.PaidOn.String(), Method: string(p.Method), Note: p.Note,
		ProviderID: some(p.ProviderID), Refunded: euros(p.Refunded), ChargedBack: euros(p.ChargedBack),
		Review: some(string(p.Review)), ReviewedBy: some(p.ReviewedBy), BookedAt: w.stamp(p.BookedAt), BookedBy: p.BookedBy,
		Removable: p.Method != invoice.Provider,
	}
	if p.Installment != 0 {
		v.Installment = &p.Installment
	}
	if !p.ReviewedAt.IsZero() {
		v.ReviewedAt = some(w.stamp(p.ReviewedAt))
	}
	return v
}

func (w Wire) credit(c *invoice.Credit) InvoiceCredit {
	v := InvoiceCredit{
		Number: c.Number, Total: euros(c.Total()), Lines: make([]InvoiceCreditLine, len(c.Lines)), Reason: c.Reason,
		Created: w.stamp(c.CreatedAt), By: c.By,
	}
	for i, line := range c.Lines {
		v.Lines[i] = InvoiceCreditLine{line.Description, euros(line.Amount)}
	}
	return v
}

func (w Wire) stamp(at time.Time) string { return at.In(w.Format.Zone).Format(civil.StampLayout) }

func euros(amount money.Cents) rest.Euros { return rest.EurosOf(amount) }

// some is a text, null for an empty one.
func some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func instant(at time.Time) *string {
	if at.IsZero() {
		return nil
	}
	return some(at.UTC().Format(time.RFC3339))
}
