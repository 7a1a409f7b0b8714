package fees

import "github.com/clubhuis/clubhuis/core/civil"

// The headings of the export.
const (
	columnName     = "Naam"
	columnCode     = "Relatiecode"
	columnCategory = "Categorie"
	columnAge      = "Leeftijdsgroep"
	columnBase     = "Basis"
	columnFamily   = "Gezinskorting"
	columnProRata  = "Pro-rata %"
	columnAmount   = "Bedrag"
	columnDues     = "Nikki Total"
	columnBalance  = "Saldo"
	columnTotal    = "Totaal"
)

// sheetName is what the sheet is called in which a list stands: its title is too long for one.
func sheetName(list *Listing) string {
	if list.Forecast {
		return "Prognose " + list.Season.String()
	}
	return "Contributie " + list.Season.String()
}

func title(list *Listing, day civil.Date) string {
	name := "Contributie " + list.Season.String()
	if list.Forecast {
		name += " (Prognose)"
	}
	return name + " - " + day.String()
}

// Recalculated tells that nothing had to be.
const Recalculated = "Niets te doen: contributies worden bij elke vraag opnieuw berekend en nergens bewaard."
