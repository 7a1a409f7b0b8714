package leaver

// sentences are what the page and the mail say of each kind: what it is, and why it goes.
var sentences = map[Kind]struct{ title, why string }{
	Photo:       {"Foto", "Na het vertrek is er geen reden meer om iemand te herkennen."},
	Certificate: {"VOG-gegevens", "Nodig zolang iemand vrijwilliger is, daarna niet meer."},
	Timeline: {"Tijdlijn",
		"Activiteiten, notities, afgeronde taken en mails die alleen over deze persoon gaan. " +
			"Na twee jaar vraagt niemand er meer naar."},
	Contacts:  {"E-mail en telefoon", "Na hooguit twee jaar zijn ze niet meer nodig om iets met iemand af te handelen."},
	Addresses: {"Adressen", "Als contactgegevens. Op facturen blijft het adres staan, zo lang de Belastingdienst dat vraagt."},
	Personal: {"Geboortedatum en geslacht",
		"Ook voornaamwoorden en roepnaam. Nodig voor de indeling in teams, na het vertrek niet meer."},
	Other: {"Overige velden", "Velden die de club of een koppeling zelf toevoegde."},
	Whole: {"De hele persoon",
		"Na zeven jaar vragen ook de boeken niet meer om de naam. Gaat via Gewiste personen: 30 dagen terug te draaien."},
}

const (
	letterSubject = "{club}: gegevens van oud-leden worden op {due} gewist"
	letterTitle   = "Gegevens van oud-leden"
	letterHello   = "Hallo {name},"
	letterText    = "De club bewaart gegevens van oud-leden niet langer dan nodig. Volgens de regels die een beheerder heeft " +
		"ingesteld worden op {due} gegevens gewist van {people}:"
	letterLine = "{title}: {count}"
	letterEnd  = "Dat is daarna niet terug te draaien, behalve bij hele personen: die zijn nog 30 dagen terug te halen."
	letterStop = "Klopt er iets niet? Bij Instellingen, Bewaren en wissen staat om wie het gaat. " +
		"Daar kun je het stoppen, of iemand bewaren."
	letterButton = "Bekijk wie het zijn"
	pagePath     = "/instellingen/bewaren"
	onePerson    = "1 oud-lid"
	manyPeople   = "{n} oud-leden"
)
