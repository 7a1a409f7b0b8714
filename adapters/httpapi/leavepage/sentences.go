package leavepage

// What the page says.
const (
	askTitle  = "Geen mail meer?"
	askText   = "Je krijgt dan geen dagoverzicht en geen andere meldingen meer per mail. Je account blijft zoals het is."
	askButton = "Stuur mij geen mail meer"

	doneTitle = "Je krijgt geen mail meer"
	doneText  = "Wil je toch weer mail krijgen? Zet het dan aan onder Instellingen → Meldingen."

	absentTitle = "Deze pagina bestaat niet"
	absentText  = "De link klopt niet, of het account is er niet meer. Gebruik de link onderaan de laatste mail."
	brokenTitle = "Dit lukt nu niet"
	brokenText  = "Er ging iets mis bij ons. Probeer het over een paar minuten opnieuw."
)
