package invoice

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with invoices, in the contract's codes and those of the predecessor.
var (
	ErrAbsent       = fault.New(fault.NotFound, "rest_not_found", "Deze factuur bestaat niet.")
	ErrNoPayment    = fault.New(fault.NotFound, "rest_not_found", "Deze betaling staat niet bij deze factuur.")
	ErrNoCheckout   = fault.New(fault.NotFound, "rest_not_found", "Deze betaalopdracht hoort niet bij deze factuur.")
	ErrStatus       = fault.New(fault.Invalid, "rest_invalid_param", "Kies een status: concept, verstuurd, betaald of te laat.")
	ErrNotDraft     = fault.New(fault.Invalid, "invalid_status", "Alleen een concept kan worden verstuurd.")
	ErrDraft        = fault.New(fault.Conflict, "invoice_draft", "Deze factuur is nog een concept. Wijzig of verwijder dat.")
	ErrDue          = fault.New(fault.Invalid, "rest_invalid_param", "Geef een vervaldatum die niet voor de verzenddatum ligt.")
	ErrPaid         = fault.New(fault.Invalid, "invoice_paid", "Deze factuur is al betaald.")
	ErrPaidReally   = fault.New(fault.Conflict, "invoice_paid", "Er staat niets meer open. Haal eerst een betaling weg.")
	ErrNotRemovable = fault.New(fault.Conflict, "invoice_not_deletable",
		"Alleen een concept waarop niets is betaald, of een factuur van nul euro, kan worden verwijderd. Maak anders een creditnota.")
	ErrCheckout = fault.New(fault.Conflict, "invoice_not_deletable",
		"Voor dit concept staat een betaalopdracht open, en de betaaldienst kan die nu niet sluiten. Probeer het later opnieuw.")
	ErrPaidMeanwhile = fault.New(fault.Conflict, "invoice_not_deletable",
		"Dit concept is intussen betaald. Daarom kan het niet meer worden verwijderd.")
	ErrWatched = fault.New(fault.Conflict, "invoice_not_deletable",
		"Iemand is dit concept gaan betalen, dus er kan nog geld binnenkomen. Verwijder het over drie weken.")
	ErrNoPage       = fault.New(fault.Conflict, "invoice_without_page", "Van deze factuur is er geen betaalpagina meer.")
	ErrCaseBilled   = fault.New(fault.Conflict, "case_already_invoiced", "Deze tuchtzaak staat al op een factuur.")
	ErrSeasonBilled = fault.New(fault.Conflict, "already_invoiced", "Dit lid heeft al een factuur voor dit seizoen.")
	ErrNegative     = fault.New(fault.Invalid, "rest_invalid_param", "Het totaal van de regels mag niet onder nul liggen.")
	ErrDiscount     = fault.New(fault.Invalid, "rest_invalid_param", "Een korting kan alleen naast een regel met een bedrag staan.")
	ErrProviders    = fault.New(fault.Conflict, "provider_payment",
		"Deze betaling kwam via de betaaldienst. Stort hem daar terug: dat komt hier vanzelf aan.")
	ErrNoFee       = fault.New(fault.Invalid, "no_fee", "Dit lid heeft in dit seizoen niets te betalen.")
	ErrNotForTests = fault.New(fault.Forbidden, "rest_forbidden", "Dit kan alleen op een server om mee te testen.")
	ErrBooked      = fault.New(fault.Conflict, "payment_already_booked", "Deze betaling is al bij een factuur geboekt.")
	ErrCredit      = fault.New(fault.Invalid, "rest_invalid_param",
		"Een creditnota is meer dan nul en hooguit wat er nog niet is gecrediteerd.")
	ErrPlan  = fault.New(fault.Invalid, "invalid_plan", "Deze manier van betalen kan voor deze factuur niet worden gekozen.")
	ErrBegun = fault.New(fault.Conflict, "plan_begun",
		"Er is al een deel betaald. Daarom kun je niet meer voor een andere manier van betalen kiezen.")
	ErrBusy = fault.New(fault.Conflict, "checkout_busy", "De vorige betaling wordt nog afgesloten. Probeer het zo opnieuw.")
)

// Sentences about a field.
const (
	NoPerson      = "Deze persoon bestaat niet."
	NoLines       = "Geef ten minste één regel."
	TooManyLines  = "Dit zijn te veel regels (hooguit 100)."
	NoDescription = "Geef elke regel een omschrijving."
	TooLong       = "Deze tekst is te lang (hooguit 500 tekens)."
	NoSuchCase    = "Deze tuchtzaak bestaat niet."
	OtherPerson   = "Deze tuchtzaak is van iemand anders."
	Twice         = "Deze tuchtzaak staat twee keer op de factuur."
	TooMuch       = "Dit bedrag is te hoog."
	NotPositive   = "Geef een bedrag boven nul."
	MoreThanOver  = "Geef hooguit terug wat er te veel is betaald."
	NoMethod      = "Kies hoe is betaald: bank, cash of other."
	InTheFuture   = "Deze dag moet nog komen."
	NoAmount      = "Geef elke regel een bedrag."
	NoReason      = "Schrijf op waarom."
)
