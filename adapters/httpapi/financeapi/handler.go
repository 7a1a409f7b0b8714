// Package financeapi is the HTTP area of the club's financial settings.
//
// It does not own invoices and fees, which have areas of their own.
package financeapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/finances"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	finances *finances.Service
	begin    func(access.Viewer) (end func(), err error)
	confirm  func(account.Session) error
	format   rest.Format
}

// New makes the area. begin takes a viewer's turn to bring a picture, and confirm refuses a session whose password was not given
// shortly before.
func New(
	service *finances.Service, begin func(access.Viewer) (end func(), err error), confirm func(account.Session) error,
	format rest.Format,
) *Handler {
	return &Handler{service, begin, confirm, format}
}

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const settings, tag = "/club/v1/finance/settings", "finance"
	rest.Handle(api, rest.Operation{Name: "finance.settings.show", Method: http.MethodGet, Path: settings, Tag: tag,
		Summary: "The financial settings"}, h.show)
	rest.Handle(api, rest.Operation{Name: "finance.settings.change", Method: http.MethodPost, Path: settings, Tag: tag, Audit: true,
		Summary: "Change the financial settings: what is left out stays as it is. A browser that changes the account number or the " +
			"provider's key gives the password first, else it is 403 `confirmation_required`"}, h.change)
	rest.Handle(api, rest.Operation{Name: "finance.settings.preview", Method: http.MethodPost, Path: settings + "/preview", Tag: tag,
		Summary: "What a mail to a member would look like; nothing is sent"}, h.preview)
	rest.Handle(api, rest.Operation{Name: "finance.logo", Method: http.MethodPost, Path: "/club/v1/finance/logo", Tag: tag,
		Upload: true, Summary: "Give invoices a logo: JPEG, PNG, GIF or WebP"}, h.setLogo)
	rest.Handle(api, rest.Operation{Name: "finance.logo.delete", Method: http.MethodDelete, Path: "/club/v1/finance/logo", Tag: tag,
		Summary: "Leave invoices without a logo"}, h.takeLogoAway)
}

// FinancialSettings are the financial settings as they are read. The key of the provider is never told.
type FinancialSettings struct {
	Name      string     `json:"org_name" doc:"Empty for the name of the club."`
	Address   string     `json:"org_address" doc:"Lines."`
	Contact   string     `json:"contact_email" doc:"Where replies to mails go; empty for none."`
	IBAN      string     `json:"iban" doc:"Without spaces; empty for none."`
	TermDays  int        `json:"payment_term_days"`
	Clause    string     `json:"payment_clause" doc:"Lines, printed on invoices."`
	BCC       string     `json:"bcc_email" doc:"Who gets a copy of each mail about an invoice; empty for nobody."`
	Accent    string     `json:"accent_color" doc:"As #0d687d; empty for that of the page."`
	LogoID    int64      `json:"logo_id" doc:"0 for none."`
	LogoURL   string     `json:"logo_url" doc:"Empty for none."`
	Fee       rest.Euros `json:"installment_admin_fee" doc:"On top of each instalment."`
	Unplanned bool       `json:"invoice_reminders" doc:"Whether invoices without instalments are reminded of."`

	Provider string `json:"payment_provider" enum:"mollie"`
	HasKey   bool   `json:"mollie_has_api_key"`

	MailTexts
}

// MailTexts are what mails say.
type MailTexts struct {
	Discipline         string `json:"email_template"`
	Membership         string `json:"membership_email_template"`
	Installment        string `json:"installment_email_template"`
	InstallmentFirst   string `json:"reminder_1_email_template"`
	InstallmentSecond  string `json:"reminder_2_email_template"`
	UnplannedReminder  string `json:"invoice_reminder_1_email_template"`
	UnplannedReminder2 string `json:"invoice_reminder_2_email_template"`
	CreditNote         string `json:"credit_email_template"`
}

type settingsOutput struct{ Body FinancialSettings }

func (h *Handler) body(s finance.Settings, err error) (*settingsOutput, error) {
	if err != nil {
		return nil, err
	}
	return &settingsOutput{FinancialSettings{
		Name: s.Name, Address: s.Address, Contact: s.Contact, IBAN: s.IBAN, TermDays: s.TermDays, Clause: s.Clause, BCC: s.BCC,
		Accent: s.Accent, LogoID: s.Logo, LogoURL: h.format.Picture(s.Logo, media.Full), Fee: rest.EurosOf(s.InstallmentFee),
		Unplanned: s.Unplanned, Provider: "mollie", HasKey: s.ProviderKey != "",
		MailTexts: MailTexts{
			s.Text(finance.DisciplineInvoice), s.Text(finance.MembershipInvoice), s.Text(finance.InstallmentDue),
			s.Text(finance.InstallmentFirst), s.Text(finance.InstallmentSecond), s.Text(finance.UnplannedReminder),
			s.Text(finance.UnplannedReminder2), s.Text(finance.CreditNote),
		},
	}}, nil
}

func (h *Handler) show(ctx context.Context, _ *struct{}) (*settingsOutput, error) {
	return h.body(h.finances.Settings(ctx, session.Viewer(ctx)))
}

// FinancialChange is what is changed.
type FinancialChange struct {
	Name      *string     `json:"org_name,omitempty"`
	Address   *string     `json:"org_address,omitempty"`
	Contact   *string     `json:"contact_email,omitempty"`
	IBAN      *string     `json:"iban,omitempty" doc:"Spaces and small letters are fine."`
	TermDays  *int        `json:"payment_term_days,omitempty"`
	Clause    *string     `json:"payment_clause,omitempty"`
	BCC       *string     `json:"bcc_email,omitempty"`
	Accent    *string     `json:"accent_color,omitempty"`
	Fee       *rest.Euros `json:"installment_admin_fee,omitempty"`
	Unplanned *bool       `json:"invoice_reminders,omitempty"`
	Provider  *string     `json:"payment_provider,omitempty" enum:"mollie"`
	Key       *string     `json:"mollie_api_key,omitempty" doc:"Never read back. Empty takes it away."`

	Discipline         *string `json:"email_template,omitempty" doc:"Empty brings the first text back, here and below."`
	Membership         *string `json:"membership_email_template,omitempty"`
	Installment        *string `json:"installment_email_template,omitempty"`
	InstallmentFirst   *string `json:"reminder_1_email_template,omitempty"`
	InstallmentSecond  *string `json:"reminder_2_email_template,omitempty"`
	UnplannedReminder  *string `json:"invoice_reminder_1_email_template,omitempty"`
	UnplannedReminder2 *string `json:"invoice_reminder_2_email_template,omitempty"`
	CreditNote         *string `json:"credit_email_template,omitempty"`
}

type changeInput struct{ Body FinancialChange }

func (h *Handler) change(ctx context.Context, in *changeInput) (*settingsOutput, error) {
	b := &in.Body
	edit := finances.Edit{ProviderKey: b.Key, Change: func(s *finance.Settings) {
		put(&s.Name, b.Name)
		put(&s.Address, b.Address)
		put(&s.Contact, b.Contact)
		put(&s.IBAN, b.IBAN)
		put(&s.TermDays, b.TermDays)
		put(&s.Clause, b.Clause)
		put(&s.BCC, b.BCC)
		put(&s.Accent, b.Accent)
		if b.Fee != nil {
			s.InstallmentFee = b.Fee.Cents
		}
		put(&s.Unplanned, b.Unplanned)
		for template, text := range map[finance.Template]*string{
			finance.DisciplineInvoice: b.Discipline, finance.MembershipInvoice: b.Membership, finance.InstallmentDue: b.Installment,
			finance.InstallmentFirst: b.InstallmentFirst, finance.InstallmentSecond: b.InstallmentSecond,
			finance.UnplannedReminder: b.UnplannedReminder, finance.UnplannedReminder2: b.UnplannedReminder2,
			finance.CreditNote: b.CreditNote,
		} {
			if text != nil {
				s.SetText(template, *text)
			}
		}
	}}
	if browser := session.Of(ctx).Session; browser.Digest != "" {
		edit.Confirmed = func() error { return h.confirm(browser) }
	}
	return h.body(h.finances.Change(ctx, session.Viewer(ctx), edit))
}

// put sets what is given.
func put[T any](where, value *T) {
	if value != nil {
		*where = *value
	}
}

// MailSample is a mail to be looked at.
type MailSample struct {
	Template string  `json:"template" doc:"The name of a text of the settings: email_template."`
	Text     *string `json:"text,omitempty" doc:"What it would say; left out, what it says now."`
	PersonID int64   `json:"person_id" minimum:"1" doc:"A member whom the caller may see."`
}

type previewInput struct{ Body MailSample }

// MailPreview is a mail that is not sent.
type MailPreview struct {
	Subject string   `json:"subject"`
	Text    string   `json:"text"`
	HTML    string   `json:"html"`
	Places  []string `json:"placeholders" doc:"What the text may hold in braces."`
}

type previewOutput struct{ Body MailPreview }

func (h *Handler) preview(ctx context.Context, in *previewInput) (*previewOutput, error) {
	template := finance.Template(in.Body.Template)
	draft, err := h.finances.Preview(ctx, session.Viewer(ctx), finances.Sample{
		Template: template, Text: in.Body.Text, Person: in.Body.PersonID,
	})
	if err != nil {
		return nil, err
	}
	return &previewOutput{MailPreview{draft.Subject, draft.Text, draft.HTML, template.Places()}}, nil
}

type logoInput struct{ rest.Upload }

func (h *Handler) setLogo(ctx context.Context, in *logoInput) (*settingsOutput, error) {
	viewer := session.Viewer(ctx)
	if _, err := h.finances.Settings(ctx, viewer); err != nil {
		return nil, err
	}
	end, err := h.begin(viewer)
	if err != nil {
		return nil, err
	}
	defer end()
	file, err := in.File()
	if err != nil {
		return nil, err
	}
	return h.body(h.finances.SetLogo(ctx, viewer, file.Data))
}

func (h *Handler) takeLogoAway(ctx context.Context, _ *struct{}) (*settingsOutput, error) {
	return h.body(h.finances.TakeLogoAway(ctx, session.Viewer(ctx)))
}
