package identity

// Sentences about one of the settings.
const (
	notAName     = "Een naam is één regel van hooguit 70 tekens."
	notAColour   = "Geef een kleur als # met zes tekens, zoals #0d687d."
	notAnAddress = "Dit is geen geldig e-mailadres."
	isGiven      = "Dit is op de server ingesteld en kan hier niet worden veranderd."
)
