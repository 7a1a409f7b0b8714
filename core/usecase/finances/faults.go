package finances

// Sentences about one of the settings.
const notAKey = "Dit is geen sleutel van de betaaldienst: hooguit 200 tekens, zonder spaties."

// What stands in an example of a mail.
const (
	exampleCase   = "Voorbeeld 1 - Voorbeeld 2: gele kaart"
	exampleReason = "Voorbeeld van een reden"
)
