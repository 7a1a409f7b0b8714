package cases

import "github.com/clubhuis/clubhuis/core/discipline"

// What the file of cases says.
const (
	sheetTitle = "Tuchtzaken"
	total      = "Totaal"
)

var columns = []string{
	"Persoon",
	"Wedstrijd",
	"Datum",
	"Team",
	"Kaart",
	"Code",
	"Tenlastelegging",
	"Sanctie",
	"Dossier",
	"Verwerkt op",
	"Doorbelast",
	"Boete",
}

var cards = map[discipline.Card]string{discipline.Yellow: "Geel", discipline.Red: "Rood"}

var charged = map[discipline.Charged]string{
	discipline.NotCharged: "Nee", discipline.ByFederation: "Ja, door de bond", discipline.ByClub: "Ja, door de club",
}
