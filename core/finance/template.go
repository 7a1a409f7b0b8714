package finance

import "slices"

// Template names one of the mails about money. The names stand in the API.
type Template string

// The templates.
const (
	DisciplineInvoice  Template = "email_template"
	MembershipInvoice  Template = "membership_email_template"
	InstallmentDue     Template = "installment_email_template"
	InstallmentFirst   Template = "reminder_1_email_template" // reminder of an instalment
	InstallmentSecond  Template = "reminder_2_email_template"
	UnplannedReminder  Template = "invoice_reminder_1_email_template" // of an invoice without instalments
	UnplannedReminder2 Template = "invoice_reminder_2_email_template"
	CreditNote         Template = "credit_email_template"
)

var templates = []Template{
	DisciplineInvoice, MembershipInvoice, InstallmentDue, InstallmentFirst, InstallmentSecond, UnplannedReminder,
	UnplannedReminder2, CreditNote,
}

// Templates are all of them.
func Templates() []Template { return slices.Clone(templates) }

// Known reports whether there is such a template.
func (t Template) Known() bool { return slices.Contains(templates, t) }

// The placeholders of the texts. What else stands in braces stays as it is.
const (
	PlaceName         = "{naam}"
	PlaceFirst        = "{voornaam}"
	PlaceNumber       = "{factuur_nummer}"
	PlaceSeason       = "{seizoen}"
	PlaceCases        = "{tuchtzaken_lijst}"
	PlaceTotal        = "{totaal_bedrag}"
	PlaceLink         = "{betaallink}"
	PlaceQR           = "{qr_code}"
	PlaceOrganisation = "{organisatie_naam}"
	PlaceInstallment  = "{termijn_nummer}"
	PlaceInstallments = "{totaal_termijnen}"
	PlaceAmount       = "{termijn_bedrag}"
	PlaceDue          = "{vervaldatum}"
	PlaceDaysLate     = "{dagen_te_laat}"
	PlaceCredit       = "{creditnota_nummer}"
	PlaceReason       = "{reden}"
)

// Places returns the placeholders that a template can fill.
func (t Template) Places() []string {
	places := []string{PlaceName, PlaceFirst, PlaceNumber, PlaceSeason, PlaceTotal, PlaceLink, PlaceQR, PlaceOrganisation}
	switch t {
	case DisciplineInvoice:
		places = append(places, PlaceCases, PlaceDue)
	case MembershipInvoice:
		places = append(places, PlaceDue)
	case InstallmentDue:
		places = append(places, PlaceInstallment, PlaceInstallments, PlaceAmount, PlaceDue)
	case InstallmentFirst, InstallmentSecond:
		places = append(places, PlaceInstallment, PlaceInstallments, PlaceAmount, PlaceDue, PlaceDaysLate)
	case UnplannedReminder, UnplannedReminder2:
		places = append(places, PlaceDue, PlaceDaysLate)
	case CreditNote:
		places = append(places, PlaceCredit, PlaceReason)
	}
	return places
}
