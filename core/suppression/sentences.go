package suppression

// What the task about an address says.
const checkContacts = "Controleer de contactgegevens van {name}"

// Of an address for invoices, to who may not know it.
const (
	checkInvoicing = "Controleer een e-mailadres voor facturen"
	withheld       = "Er is iets mis met mail naar het adres waar iemands facturen heen gaan. De penningmeester of een " +
		"beheerder heeft een taak waarin staat welk adres het is."
)

var because = map[Kind]string{
	HardBounce: "Mail naar {address} komt niet aan: dit adres bestaat niet. Er gaat geen mail meer naartoe.",
	SoftBounce: "Mail naar {address} kon niet worden bezorgd. Gebeurt dat drie keer in een maand, dan gaat er geen mail " +
		"meer naartoe.",
	Complaint: "De ontvanger van {address} heeft mail van de club als ongewenst gemeld. Er gaat geen mail meer naartoe.",
}
