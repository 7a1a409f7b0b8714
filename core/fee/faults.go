package fee

import "github.com/clubhuis/clubhuis/core/fault"

// Faults of fees and their settings. Compare with errors.Is.
var (
	ErrInvalidSettings = fault.New(fault.Invalid, "invalid_settings", "Deze instellingen kloppen niet.")
	ErrSeasonClosed    = fault.New(fault.Invalid, fault.CodeInvalidParam,
		"De instellingen van alleen dit seizoen en het volgende kunnen worden gewijzigd.")
	ErrInvalidCopy         = fault.New(fault.Invalid, "invalid_copy", "Kies twee verschillende seizoenen om te kopiëren.")
	ErrDestinationNotEmpty = fault.New(fault.Invalid, "destination_not_empty", "Dit seizoen heeft al eigen instellingen.")
	ErrSourceEmpty         = fault.New(fault.Invalid, "source_empty", "Van dit seizoen zijn er geen instellingen om te kopiëren.")
)

// AmountInvalid is said of what is no amount of a category.
const AmountInvalid = "Een bedrag is nul of meer, met hoogstens twee decimalen."

// What may be wrong with settings, and what is doubtful.
const (
	slugInvalid       = "Een code bestaat uit kleine letters, cijfers en streepjes (hooguit 60)."
	slugTwice         = "Deze code staat er al."
	labelMissing      = "Geef de categorie een naam."
	amountMissing     = "Geef een bedrag."
	percentInvalid    = "Een korting is 0 tot en met 100 procent, met hoogstens twee decimalen."
	tooManyCategories = "Dit zijn te veel categorieën (hooguit 100)."
	tooManyValues     = "Deze lijst is te lang (hooguit 200)."
	emptyValue        = "Een lege naam kan niet."
	classTwice        = "De leeftijdsklasse %s staat ook bij %s. De categorie die het hoogst staat, telt."
	discountReversed  = "De korting voor het tweede kind is niet lager dan die voor het derde."
	noCatchAll        = "Er is geen categorie voor wie nergens bij past: een zonder leeftijdsklassen, teams en functies."
)
