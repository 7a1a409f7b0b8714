package matchday

// what is said of a source, by its code.
var said = map[string]string{
	string(NotConfigured): "De wedstrijden van de bond zijn nog niet gekoppeld.",
	string(Unreachable):   "De bond is nu niet te bereiken.",
	string(Refused):       "De bond weigert de sleutel van de club.",
	string(Missing):       "De bond heeft deze lijst niet.",
	string(Unexpected):    "De bond stuurt iets wat Clubhuis niet kan lezen.",
	string(NoCode):        "Van dit team is het nummer bij de bond niet bekend.",
	Never:                 "Er is nog niets opgehaald.",
	Stale:                 "Dit is langer dan een uur geleden opgehaald.",
}

// sentence tells what is wrong with a source, and what that means for what is shown.
func sentence(f *Fetched, code string) string {
	what := "Programma: "
	switch {
	case f.Source == Cancellations:
		what = "Afgelastingen: "
	case f.Source != Programme:
		what = "Programma van het team: "
	}
	text := what + said[code]
	if f.Problem != "" && !f.At.IsZero() {
		text += " Je ziet wat het laatst is opgehaald."
	}
	return text
}
